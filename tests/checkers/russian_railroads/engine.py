"""The engine's side of the comparison: its positions as plain values, and random boards."""

from __future__ import annotations

import random

from stellwerk.core import advance, pending
from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.chapters.turn import Turn
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads, reach
from tests.checkers.russian_railroads.tables import COLOURS, LINES, row
from tests.checkers.russian_railroads.turns import Board, Table

TILES = ("four_steps", "five_industry", "second_marker", "three_doublers", "upgrader", "kiev_medal", "cards")


def board_of(s: RussianRailroads) -> Board:
    p, n = s.me, len(COLOURS)
    lines = range(len(LINES))
    slots = [[number for at, number in zip(s.box.slots, p.locomotives, strict=True) if at == line] for line in lines]
    return Board(
        tracks=tuple(tuple(p.tracks[line * n : line * n + n]) for line in lines),
        locomotives=tuple(tuple(sorted(there, reverse=True)) for there in slots),
        factories=p.factories,
        markers=p.markers,
        laid=frozenset(tile for _, tile in p.tiles),
        doublers=p.doublers,
        stacks=tuple(s.stacks),
        returned=tuple(s.returned),
        cards=frozenset(s.cards),
    )


def table_of(s: RussianRailroads) -> Table:
    stands = tuple((space, payment) for space, seat, payment in s.stands if seat == s.active)
    return Table(stands, tuple(s.display), s.doublers, s.temporary)


def reach_of(s: RussianRailroads, p: Player, line: int) -> int:
    return reach(s, p, line)


def grown(seed: int) -> RussianRailroads | None:
    """A position far along a game, its boards filled at random near the ends and before gaps; None if it is over."""
    rng = random.Random(seed)
    s = GAME.setup(2 + seed % 3)
    for _ in range(rng.randrange(20, 150)):
        if pending(s) is not None:
            advance(s, s.agenda[-1].options(s).sample(rng))  # type: ignore[attr-defined]
    while s.agenda and not isinstance(pending(s), Turn):
        advance(s, s.agenda[-1].options(s).sample(rng))  # type: ignore[attr-defined]
    for p in s.players:
        fill(p, rng)
    lowest = rng.randrange(2, 10)
    s.stacks = [0] * lowest + s.stacks[lowest:]
    s.returned = [0, *(rng.choice((0, 0, 0, 1)) for _ in s.returned[1:])]
    return s if s.agenda else None


def fill(p: Player, rng: random.Random) -> None:
    found: list[int] = []
    for name in LINES:
        printed = row("lines", "line", id=name)
        front, there = printed["length"] + 1, [0] * len(COLOURS)
        for colour in range(len(printed["colours"])):
            front = max(0, front - 1 - rng.choice((0, 0, 1, 3, 9)))
            there[colour] = front
        found += [max(1, there[0]), *there[1:]]
    p.tracks = found
    built = rng.randrange(6)
    p.factories = (*(rng.randrange(1, 10) for _ in range(built)), *[0] * (5 - built))
    open_ = [entry for entry in range(16) if entry < 5 or built >= (entry - 3) // 2]
    p.markers = tuple(sorted(rng.sample(open_, rng.choice((1, 1, 2))), reverse=True))
    first = sorted((rng.randrange(1, 10), rng.randrange(10)), reverse=True)
    p.locomotives = (*first, rng.randrange(10), rng.randrange(10))
    laid = [tile for tile in TILES if rng.randrange(2) and tile != "second_marker"]
    laid += ["second_marker"] if len(p.markers) == 2 else []
    p.tiles = tuple((str(n), tile) for n, tile in enumerate(laid))
    p.doublers = rng.choice((0, 3, 7, 8))
