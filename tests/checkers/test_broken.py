"""Every drawn row of a coverage has a line to break, and tests notice it. All rows are tried by `make soak`."""

from __future__ import annotations

import pytest

from bench import mends
from tests.checkers import broken
from tests.checkers.breaking import broken as text_with

GAMES = broken.games()


def test_1880_is_among_them() -> None:
    assert "1880" in GAMES


@pytest.mark.parametrize("id_", GAMES)
def test_every_drawn_row_has_a_line_to_break(id_: str) -> None:
    found = broken.breakages(id_)
    assert [(row.line, row.section) for row in broken.drawn(id_) if (row.line, row.section) not in found] == []
    assert [breakage for breakage in found.values() if not broken.fits(id_, breakage)] == []
    assert [breakage for breakage in found.values() if breakage.was == breakage.becomes] == []


@pytest.mark.parametrize("id_", GAMES)
def test_the_first_drawn_row_is_noticed(id_: str) -> None:
    assert broken.unnoticed(id_, broken.drawn(id_)[:1]) == []


def test_a_line_is_replaced_where_it_stands_once() -> None:
    assert text_with("if a:\n    b\nc", "b", "pass") == "if a:\n    pass\nc"
    with pytest.raises(ValueError, match="unpack"):
        text_with("b\nb", "b", "pass")


def test_every_mended_fault_has_a_line_to_put_it_back_and_a_test() -> None:
    """`python -m bench.mends` puts them back, one by one."""
    found = mends.mends()
    assert len(found) > 20
    assert [mend.fault for mend in found if not mend.fits or mend.was == mend.becomes] == []
    for mend in found:
        path, _, name = mend.test.partition("::")
        assert (not name) or f"def {name}(" in (mends.ROOT / path).read_text("utf-8"), mend.test
        assert (mends.ROOT / path).exists(), mend.test
