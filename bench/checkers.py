"""Reach and routes of 1880 on random boards against checkers written from the book (`tests/checkers`)."""

from __future__ import annotations

from tests.checkers import matching
from tests.checkers.boards import scene
from tests.checkers.engine import network, spots
from tests.checkers.test_reach import disputed, ground
from tests.checkers.test_routes import differences

LARGE = 20


def soak(quick: bool = False) -> list[str]:
    boards = range(100_000, 100_100 if quick else 110_000)
    return [_journeys(boards[:: 10 if quick else 20]), _algebra(boards), _routes(boards[::5])]


def _journeys(seeds: range) -> str:
    wrong = [seed for seed in seeds if disputed(scene(seed), 1000)]
    assert not wrong, f"reach against all journeys: boards {wrong[:5]}"
    return f"| checkers | reach against all journeys | {len(seeds)} random boards, none differs | |"


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


if __name__ == "__main__":
    print("\n".join(soak(quick=True)))
