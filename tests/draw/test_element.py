"""Elements: text, escaping, comparison."""

from __future__ import annotations

import pytest

from stellwerk.draw.drawing import fragment
from stellwerk.draw.element import Changes, El, compare, el, number
from stellwerk.draw.sheet import Sheet


def test_text_and_attributes_are_escaped() -> None:
    assert el("text", '<b>"&', title='"<&').html == '<text title="&quot;&lt;&amp;">&lt;b&gt;"&amp;</text>'


def test_names_of_attributes_lose_underscores_and_empty_ones_are_left_out() -> None:
    made = el("rect", class_="a", data_option="x", aria_hidden=True, id=None, width=1.25, height=2.0, hidden=False)
    assert made.html == '<rect class="a" data-option="x" aria-hidden="" width="1.2" height="2"/>'


@pytest.mark.parametrize(("value", "text"), [(1.0, "1"), (1.26, "1.3"), (-0.01, "0"), (-2.5, "-2.5"), (100.0, "100")])
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_nothing_is_drawn_for_none_and_lists_are_laid_flat() -> None:
    assert el("g", None, [el("a"), None, "t"], "u").html == "<g><a></a>tu</g>"


def diff(old: El, new: El) -> Changes:
    found = Changes()
    assert compare(old, new, found)
    return found


def test_only_the_innermost_element_with_an_id_is_replaced() -> None:
    old = el("g", el("g", "1", id="a"), el("g", "2", id="b"), id="top")
    new = el("g", el("g", "1", id="a"), el("g", "3", id="b"), id="top")
    assert diff(old, new).replace == {"b": '<g id="b">3</g>'}


def test_a_changed_attribute_is_set_and_a_missing_one_removed() -> None:
    old = el("g", el("g", "1", id="a", class_="x", role="img"), id="top")
    new = el("g", el("g", "1", id="a", class_="x y", tabindex=0), id="top")
    assert diff(old, new) == Changes(attrs={"a": {"role": None, "class": "x y", "tabindex": "0"}})


def test_an_added_child_replaces_its_parent_where_children_have_no_ids() -> None:
    old, new = el("g", el("g", id="a"), "x", id="top"), el("g", el("g", id="a"), "x", el("g", id="b"), id="top")
    assert list(diff(old, new).replace) == ["top"]


def test_children_with_ids_come_and_go_one_by_one() -> None:
    long = "x" * 200
    old = el("g", el("g", long, id="a"), el("g", long, id="b"), id="top")
    new = el("g", el("g", "n", id="c"), el("g", long, id="b", class_="y"), id="top")
    expected = Changes(attrs={"b": {"class": "y"}}, order={"top": ["c", "b"]}, new={"c": '<g id="c">n</g>'})
    assert diff(old, new) == expected


def test_a_change_without_any_id_around_it_cannot_be_told() -> None:
    assert not compare(el("g", "1"), el("g", "2"), Changes())


def test_marking_shares_untouched_branches() -> None:
    left, right = el("g", "1", id="a"), el("g", "2", id="b", class_="x")
    marked = el("g", left, right).marked({"b": {"role": "button"}}, "option")
    assert marked.children[0] is left
    assert marked.html == '<g><g id="a">1</g><g id="b" class="x option" role="button">2</g></g>'


def test_a_fragment_knows_its_ids_in_reading_order() -> None:
    sheet = Sheet(prefix="x-")
    part = fragment(sheet, "board", "Board", el("g", el("path", id="first", d="M0 0"), id="outer"), el("b", "id"))
    assert part.ids() == ("x-board", "outer", "first")
