"""Positions for the tests of this game: a table ready for the first turn, boards set up by hand, lines of notation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stellwerk.core import advance, pending
from stellwerk.core.engine import settle
from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.chapters.effects import Pending
from stellwerk.games.russian_railroads.rules.chapters.turn import Turn
from stellwerk.games.russian_railroads.rules.components import Effect
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads, Variants
from tests.games.helpers import offered

DISPLAY = {2: (4, 9, 10, 3, 5, 6), 3: (4, 9, 10, 3, 5, 6), 4: (4, 9, 10, 3, 5, 6, 7)}
"""Engineers from the hire space outwards: black and 3 points, industry and 3 points, doubler and 3 points, …"""
BONUSES = ("coin", "doubler", "industry_step")


def setup(seats: int, order: Iterable[int] = (), **variants: bool) -> RussianRailroads:
    """A table with engineers and places dealt, before the start bonuses."""
    s = GAME.setup(seats, Variants(**variants))
    for number in DISPLAY[seats]:
        advance(s, GAME.parse(f"deal-engineer {number}"))
    for seat in order or range(seats):
        advance(s, GAME.parse(f"deal-place {seat}"))
    return s


def table(seats: int = 4, order: Iterable[int] = (), **variants: bool) -> RussianRailroads:
    """A table at the first turn; the start bonuses are skipped, so that everybody has what the set-up gives."""
    s = setup(seats, order, **variants)
    s.agenda = s.agenda[:1]
    settle(s)
    return s


def tracks(p: Player, line: str, *spaces: int) -> None:
    """Put the tracks of a line on these spaces, black first."""
    start = {"transsib": 0, "petersburg": 5, "kiev": 10}[line]
    p.tracks[start : start + len(spaces)] = spaces


def locomotives(p: Player, transsib: tuple[int, int] = (1, 0), petersburg: int = 0, kiev: int = 0) -> None:
    p.locomotives = (*transsib, petersburg, kiev)


def factories(p: Player, *numbers: int) -> None:
    p.factories = (*numbers, *[0] * (5 - len(numbers)))


def spaces(s: RussianRailroads) -> set[str]:
    """The spaces that can be chosen now."""
    return {line.split()[1] for line in offered(s, "place ")}


def turn_over(s: RussianRailroads, seat: int) -> bool:
    """Whether the turn of this seat has ended."""
    return s.active != seat or not isinstance(pending(s), Pending)


def gained(s: RussianRailroads, *effects: Effect) -> RussianRailroads:
    """The active seat with these effects open."""
    s.agenda = [*(step for step in s.agenda if not isinstance(step, (Turn, Pending))), Pending(effects)]
    return s


def may(op: str, n: int = 1, colours: tuple[int, ...] = (), source: str = "factory_7") -> Effect:
    return Effect(op, n, colours, False, source)


def must(op: str, n: int = 1, colours: tuple[int, ...] = (), source: str = "track_any") -> Effect:
    return Effect(op, n, colours, True, source)


def ready(seats: int = 4, **changes: Any) -> RussianRailroads:
    """A table at the first turn whose active player has some numbers changed."""
    s = table(seats)
    for name, value in changes.items():
        setattr(s.me, name, value)
    return s
