"""Whole tables of random positions: every id once, every thing named, every option where it lives, nothing refused."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from stellwerk import draw
from stellwerk.core import advance, pending
from stellwerk.core.text import ENGLISH
from stellwerk.draw import El
from stellwerk.games import game
from tests.draw.positions import TABLES, drawn, positions

PLAIN = {
    "1880": {"pass", "run", "pay-out", "withhold"},
    "russian-railroads": {"pass", "return-locomotive", "end-turn", "forgo", "repeat", "take-points", "withdraw"},
    "yokohama": {"done", "recall", "fetch-all", "leave-one", "return-all"},
}
"""Options that no single thing on the table stands for: they are in the plain list only."""

tables = pytest.mark.parametrize(("id_", "seats"), TABLES)


def elements(drawing: draw.Drawing) -> list[El]:
    return [element for part in drawing.values() for element in part.html.walk()]


def text_of(drawing: draw.Drawing) -> str:
    return "".join(part.html.html for part in drawing.values())


@tables
def test_every_id_is_given_once(id_: str, seats: int) -> None:
    for n in range(len(positions(id_, seats))):
        counts = Counter(drawn(id_, seats, n).ids())
        assert [name for name, count in counts.items() if count > 1] == []


@tables
def test_every_option_has_an_element_or_is_known_to_be_plain(id_: str, seats: int) -> None:
    for n, shown in enumerate(positions(id_, seats)):
        there = set(drawn(id_, seats, n).ids())
        for action in shown.options:
            found = draw.spots(id_, shown.view, action)
            assert set(found) <= there, f"{action}: {found}"
            assert found or action.verb in PLAIN.get(id_, ()), action


@tables
def test_offered_elements_are_buttons_that_name_their_actions(id_: str, seats: int) -> None:
    for n, shown in enumerate(positions(id_, seats)):
        buttons = [e for e in elements(drawn(id_, seats, n)) if "data-option" in e.attrs]
        expected: dict[str | None, list[str]] = {}
        for action in shown.options:
            for spot in draw.spots(id_, shown.view, action):
                expected.setdefault(spot, []).append(str(action))
        assert {e.id: e.attrs["data-option"].split("\n") for e in buttons} == expected
        for element in buttons:
            assert (element.attrs["role"], element.attrs["tabindex"]) == ("button", "0")
            assert "option" in element.attrs["class"].split()


@tables
def test_whatever_means_something_has_a_name(id_: str, seats: int) -> None:
    for n in range(len(positions(id_, seats))):
        for element in elements(drawn(id_, seats, n)):
            if element.attrs.get("role") in ("img", "button"):
                titles = [c for c in element.children if isinstance(c, El) and c.tag == "title"]
                name = element.attrs.get("title") or "".join(str(t.children[0]) for t in titles if t.children)
                assert name.strip(), element.html[:300]


@tables
def test_a_strict_policy_has_nothing_to_refuse(id_: str, seats: int) -> None:
    for n in range(len(positions(id_, seats))):
        for element in elements(drawn(id_, seats, n)):
            assert element.tag not in ("script", "style", "link", "foreignObject", "image", "iframe")
            assert not [name for name in element.attrs if name == "style" or name.startswith("on")]
            assert "javascript:" not in "".join(element.attrs.values())


@tables
def test_a_name_cannot_bring_markup_along(id_: str, seats: int) -> None:
    names = ['<img src=x onerror="alert(1)">'] * seats
    page = text_of(draw.board(id_, positions(id_, seats)[-1].view, names=names))
    assert "<img" not in page
    assert "&lt;img" in page


@tables
def test_one_action_changes_little(id_: str, seats: int) -> None:
    """What a page must fetch after an action stays under 60 kB, with the offers of the next question in it."""
    rules = game(id_)
    for n, shown in enumerate(positions(id_, seats)):
        before = drawn(id_, seats, n)
        following = shown.state.copy()
        advance(following, shown.options[0])
        choice = pending(following)
        while choice is not None and choice.seat(following) < 0:
            advance(following, next(iter(choice.options(following))))
            choice = pending(following)
        options = choice.options(following) if choice is not None else ()
        listed = tuple(options) if getattr(options, "finite", True) else ()
        after = draw.board(id_, rules.view(following, shown.seat), options=listed)
        assert draw.changes(before, after).size <= 60_000, str(shown.options[0])


@tables
def test_the_whole_table_is_replaced_when_nothing_was_shown(id_: str, seats: int) -> None:
    drawing = draw.board(id_, positions(id_, seats)[0].view)
    assert set(draw.changes(None, drawing).replace) == set(drawing)
    assert not draw.changes(drawing, drawing)


@tables
def test_drawing_the_same_twice_gives_the_same(id_: str, seats: int) -> None:
    shown = positions(id_, seats)[-1]
    assert text_of(draw.board(id_, shown.view)) == text_of(draw.board(id_, shown.view, ENGLISH))


@tables
def test_a_prefix_sets_two_drawings_on_one_page_apart(id_: str, seats: int) -> None:
    shown = positions(id_, seats)[-1]
    plain, other = draw.board(id_, shown.view), draw.board(id_, shown.view, prefix="sandbox-", options=shown.options)
    assert [f"sandbox-{id}" for id in plain.ids()] == other.ids()


@tables
def test_pictures_and_previews_of_options_draw(id_: str, seats: int) -> None:
    for n, shown in enumerate(positions(id_, seats)):
        there = set(drawn(id_, seats, n).ids())
        for action in shown.options[:20]:
            picture = draw.picture(id_, shown.view, action)
            assert picture is None or 'id="' not in picture.html
            assert set(draw.preview(id_, shown.view, action).replace) <= there


@tables
def test_every_fragment_has_a_title_and_a_kind(id_: str, seats: int) -> None:
    for name, part in draw.board(id_, positions(id_, seats)[0].view).items():
        assert part.title
        assert part.html.id == name
        assert part.kind in ("map", "flow")
        assert (part.kind == "map") == bool(re.search(r'class="d-zoom"', part.html.html))
