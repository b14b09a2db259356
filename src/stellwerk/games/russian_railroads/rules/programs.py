"""Standing orders: what a player may leave to be done for him."""

from __future__ import annotations

from stellwerk.core import Action, Program, Seat, Text, options, pending
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.actions import PASS, Pass, Place
from stellwerk.games.russian_railroads.rules.chapters.turn import Turn
from stellwerk.games.russian_railroads.rules.payment import thrift
from stellwerk.games.russian_railroads.rules.state import RussianRailroads


def _nothing(s: RussianRailroads, seat: Seat) -> tuple[str, ...]:
    return ()


def _my_turn(s: RussianRailroads, seat: Seat) -> bool:
    return isinstance(pending(s), Turn) and s.active == seat


def _free_spaces(s: RussianRailroads, seat: Seat) -> tuple[str, ...]:
    """Spaces of the board that nobody stands on, and the player's own engineers."""
    taken = {stand[0] for stand in s.stands}
    shared = s.box.in_play[len(s.players), s.last_round]
    own = [s.box.engineers[number].id for number in s.players[seat].engineers]
    free = [space.id for space in shared if space.unlimited or space.id not in taken]
    return (*free, *(id_ for id_ in own if id_ not in taken))


def _place_if_free(s: RussianRailroads, seat: Seat, space: str) -> Action | None:
    """The space with the payment that spares most, if it can be carried out."""
    if not _my_turn(s, seat):
        return None
    ways = [a for a in options(s) if isinstance(a, Place) and a.space == space]
    return min(ways, key=lambda a: thrift(a.payment), default=None)


def _taken_or_crossed(s: RussianRailroads, seat: Seat, space: str, action: Action | None) -> bool:
    return space not in _free_spaces(s, seat) or isinstance(action, Place | Pass)


def _pass_without_workers(s: RussianRailroads, seat: Seat, argument: str) -> Action | None:
    p = s.players[seat]
    return PASS if _my_turn(s, seat) and not p.workers + p.black + p.temporary else None


def _pass_in_round(s: RussianRailroads, seat: Seat, argument: str) -> Action | None:
    return PASS if _my_turn(s, seat) and argument == str(s.round) else None


def _this_round(s: RussianRailroads, seat: Seat) -> tuple[str, ...]:
    return (str(s.round),) if not s.passed[seat] else ()


def _round_over(s: RussianRailroads, seat: Seat, argument: str, action: Action | None) -> bool:
    return argument not in _this_round(s, seat)


PROGRAMS: tuple[Program[RussianRailroads], ...] = (
    Program(
        "place-if-free",
        Text("place at my next turn on"),
        "space",
        _free_spaces,
        _place_if_free,
        _taken_or_crossed,
        says=lambda s, space: words.space(s.box, space),
        until=Text("pays with workers before coins; ends when somebody else is there first, and asks you"),
        once=True,
    ),
    Program(
        "pass-in-round",
        Text("pass at the next turn of round {argument}"),
        "round",
        _this_round,
        _pass_in_round,
        _round_over,
        until=Text("ends with the round"),
        once=True,
    ),
    Program(
        "pass-without-workers",
        Text("pass whenever no worker is left"),
        "",
        _nothing,
        _pass_without_workers,
        until=Text("goes on until you stop it"),
    ),
)
