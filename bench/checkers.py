"""The games on random boards against checkers written from their books (`tests/checkers`)."""

from __future__ import annotations

from tests.checkers import matching
from tests.checkers.boards import scene
from tests.checkers.engine import network, spots
from tests.checkers.russian_railroads import test_in_full, test_lines
from tests.checkers.test_lays import differences as lay_differences
from tests.checkers.test_reach import disputed, ground
from tests.checkers.test_routes import differences
from tests.checkers.yokohama import test_walks

LARGE = 20


def soak(quick: bool = False) -> list[str]:
    boards = range(100_000, 100_100 if quick else 110_000)
    china = [_journeys(boards[:: 10 if quick else 20]), _algebra(boards), _routes(boards[::5])]
    return [
        *china,
        _lays(boards[:: 5 if quick else 50]),
        _lines(boards),
        _in_full(boards[:: 1 if quick else 4]),
        _walks(boards[:: 1 if quick else 4]),
    ]


def _journeys(seeds: range) -> str:
    wrong = [seed for seed in seeds if disputed(scene(seed), 1000)]
    assert not wrong, f"reach against all journeys: boards {wrong[:5]}"
    return f"| checkers | reach against all journeys | {len(seeds)} random boards, none differs | |"


def _lays(seeds: range) -> str:
    found = [lay_differences(seed) for seed in seeds]
    assert not any(wrong for wrong, _, _ in found), f"lays: {next(wrong for wrong, _, _ in found if wrong)[:3]}"
    legal, illegal = (sum(counts) for counts in list(zip(*found, strict=True))[1:])
    return f"| checkers | tile lays | {legal} legal, {illegal} illegal, none differs | |"


def _algebra(seeds: range) -> str:
    checked = 0
    for drawn in map(scene, seeds):
        found = network(drawn)
        if len(found.places) > LARGE:
            checked += 1
            assert matching.reached(ground(drawn)) == spots(found), f"reach by algebra: {drawn}"
    return f"| checkers | reach beyond {LARGE} stops by algebra | {checked} random boards, none differs | |"


def _routes(seeds: range) -> str:
    found = [differences(seed, 100) for seed in seeds]
    assert not any(wrong for wrong, _, _ in found), f"routes: {next(wrong for wrong, _, _ in found if wrong)[:3]}"
    legal, illegal = (sum(counts) for counts in list(zip(*found, strict=True))[1:])
    return f"| checkers | routes and what they earn | {legal} legal, {illegal} illegal, none differs | |"


def _lines(seeds: range) -> str:
    wrong = test_lines.differences(seeds)
    assert not wrong, f"scoring of lines: {wrong[:3]}"
    return f"| checkers | Russian Railroads: lines and industry | {len(seeds)} random boards, none differs | |"


def _in_full(seeds: range) -> str:
    wrong, yes, no, skipped = test_in_full.differences(seeds, 30_000)
    assert not wrong, f"in full: {wrong[:3]}"
    return f"| checkers | Russian Railroads: in full | {yes} possible, {no} not, none differs | {skipped} too long |"


def _walks(seeds: range) -> str:
    wrong, ways = test_walks.differences(seeds)
    assert not wrong, f"walks: {wrong[:3]}"
    return f"| checkers | Yokohama: walks | {ways} ways on {len(seeds)} random tables, none differs | |"


if __name__ == "__main__":
    print("\n".join(soak(quick=True)))
