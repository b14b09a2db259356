"""Standing orders: what a player may leave to be done for him."""

from __future__ import annotations

from stellwerk.core import Action, Program, Seat, Text, pending
from stellwerk.games.russian_railroads.rules.actions import PASS
from stellwerk.games.russian_railroads.rules.chapters.turn import Turn
from stellwerk.games.russian_railroads.rules.state import RussianRailroads


def _nothing(s: RussianRailroads, seat: Seat) -> tuple[str, ...]:
    return ()


def _my_turn(s: RussianRailroads, seat: Seat) -> bool:
    return isinstance(pending(s), Turn) and s.active == seat


def _pass_without_workers(s: RussianRailroads, seat: Seat, argument: str) -> Action | None:
    p = s.players[seat]
    return PASS if _my_turn(s, seat) and not p.workers + p.black + p.temporary else None


def _pass_in_round(s: RussianRailroads, seat: Seat, argument: str) -> Action | None:
    return PASS if _my_turn(s, seat) and argument == str(s.round) else None


def _this_round(s: RussianRailroads, seat: Seat) -> tuple[str, ...]:
    return (str(s.round),) if not s.passed[seat] else ()


PROGRAMS: tuple[Program[RussianRailroads], ...] = (
    Program("pass-without-workers", Text("pass whenever no worker is left"), "", _nothing, _pass_without_workers),
    Program("pass-in-round", Text("pass at the next turn of round {argument}"), "round", _this_round, _pass_in_round),
)
