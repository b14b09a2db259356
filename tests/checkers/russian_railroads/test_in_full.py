"""Whether spaces can be carried out in full, against a search that knows no short cut; long in `make soak`."""

from __future__ import annotations

from stellwerk.core import pending
from stellwerk.games.russian_railroads.rules.chapters.spaces import in_full, open_acts
from stellwerk.games.russian_railroads.rules.chapters.turn import Turn
from tests.checkers.russian_railroads.engine import board_of, grown, table_of
from tests.checkers.russian_railroads.turns import TooMany, carried_out, space_effects


def differences(seeds: range, limit: int = 3000) -> tuple[list[str], int, int, int]:
    """Spaces in dispute, and how many both sides find possible, impossible, or too long to search."""
    wrong, yes, no, skipped = [], 0, 0, 0
    for seed in seeds:
        s = grown(seed)
        if s is None or not isinstance(pending(s), Turn):
            continue
        table, board = table_of(s), board_of(s)
        for space, act in open_acts(s):
            effects = space_effects(table, space)
            if not act.must or effects is None:
                continue
            try:
                ours = carried_out(table, board, effects, limit)
            except TooMany:
                skipped += 1
                continue
            yes, no = yes + ours, no + (not ours)
            if in_full(s, act) != ours:
                wrong.append(f"{seed} {space}: {'possible' if ours else 'impossible'}")
    return wrong, yes, no, skipped


def test_2_3_spaces_of_grown_boards_are_judged_alike() -> None:
    wrong, yes, no, skipped = differences(range(60))
    assert wrong == []
    assert yes > 300
    assert no > 200
    assert skipped < (yes + no) / 20
