"""russian-railroads 2.5, effects that ask nothing and happen the moment they are gained: coins, points, workers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stellwerk.core import Text, tell
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.chapters import industry
from stellwerk.games.russian_railroads.rules.components import Effect
from stellwerk.games.russian_railroads.rules.events import (
    CoinsTaken,
    DoublersLaid,
    EngineerHired,
    TemporaryTaken,
    WorkerGained,
)
from stellwerk.games.russian_railroads.rules.score_events import PointsScored
from stellwerk.games.russian_railroads.rules.state import EFFECTS, STATIONS, RussianRailroads, coins_left


def doubler_room(s: RussianRailroads) -> int:
    """russian-railroads 7.1: free spaces over the Trans-Siberian, as far as the supply of doublers goes."""
    return min(max(line.doublers for line in s.box.lines) - s.me.doublers, s.doublers)


def coin_room(s: RussianRailroads, n: int) -> int:
    """russian-railroads 7.2: how many of n coins there are."""
    return max(0, min(n, coins_left(s))) if s.variants.limited_coins else n


def points(s: RussianRailroads, n: int, kind: int, why: Text) -> None:
    s.me.tally[kind] += n
    tell(s, PointsScored, s.active, n, why)


def _doubler(s: RussianRailroads, e: Effect) -> None:
    """russian-railroads 7.1: as many as there is room for, from left to right."""
    n = min(e.n, doubler_room(s))
    if n > 0:
        s.me.doublers += n
        s.doublers -= n
        tell(s, DoublersLaid, s.active, n, s.me.doublers)


def _coins(s: RussianRailroads, e: Effect) -> None:
    n = coin_room(s, e.n)
    s.me.coins += n
    tell(s, CoinsTaken, s.active, n)


def _points(s: RussianRailroads, e: Effect) -> None:
    if e.source in _stations(s):
        points(s, e.n, STATIONS, Text("end of the line"))
    else:
        points(s, e.n, EFFECTS, words.source(s.box, e.source))


def _stations(s: RussianRailroads) -> tuple[str, ...]:
    return tuple(x.id for x in s.box.once if x.benefit == "points")


def _worker(s: RussianRailroads, e: Effect) -> None:
    """russian-railroads 10.4: one more worker for the rest of the game, usable at once."""
    s.me.crew += 1
    s.me.workers += 1
    tell(s, WorkerGained, s.active)


def _temporary(s: RussianRailroads, e: Effect) -> None:
    """russian-railroads 7.4: the temporary workers, if they are there."""
    n = min(e.n, s.temporary)
    s.me.temporary += n
    s.temporary -= n
    tell(s, TemporaryTaken, s.active, n)


def _engineer(s: RussianRailroads, number: int) -> None:
    s.me.engineers = tuple(sorted((*s.me.engineers, number)))
    tell(s, EngineerHired, s.active, number, Text(s.box.engineers[number].name))


def _hire(s: RussianRailroads, e: Effect) -> None:
    """russian-railroads 8.1: the engineer of the hire space."""
    number, s.display[0] = s.display[0], 0
    _engineer(s, number)


def _free_engineer(s: RussianRailroads, e: Effect) -> None:
    """russian-railroads 14.3: the engineer that lies beside his ?-card, and the coins there."""
    _engineer(s, s.box.free_engineer)
    s.me.coins += e.n
    tell(s, CoinsTaken, s.active, e.n)


def _black_worker(s: RussianRailroads, e: Effect) -> None:
    """russian-railroads 14.4: the black worker for the rest of the game."""
    s.black_worker = s.active
    s.me.black = 1
    tell(s, WorkerGained, s.active, True)


def _second_marker(s: RussianRailroads, e: Effect) -> None:
    industry.add_marker(s)


def _lies_there(s: RussianRailroads, e: Effect) -> None:
    """russian-railroads 9.2, 14.2: a claim, the revaluation, the medal: what lies there works later."""


INSTANT: Mapping[str, Callable[[RussianRailroads, Effect], None]] = {
    "doubler": _doubler,
    "coins": _coins,
    "points": _points,
    "worker": _worker,
    "temporary_workers": _temporary,
    "hire": _hire,
    "free_engineer": _free_engineer,
    "black_worker": _black_worker,
    "second_marker": _second_marker,
    "claim": _lies_there,
    "upgrader": _lies_there,
    "medal": _lies_there,
}


def gain(s: RussianRailroads, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """What asks nothing happens now; what the player decides about is handed back."""
    waiting = []
    for e in effects:
        happen = INSTANT.get(e.op)
        if happen is None:
            waiting.append(e)
        else:
            happen(s, e)
    return tuple(waiting)


def lacking(s: RussianRailroads, effects: tuple[Effect, ...]) -> Text | None:
    """What a compulsory instant effect lacks, or None."""
    for e in effects:
        if not e.must:
            continue
        if e.op == "doubler" and doubler_room(s) < e.n:
            return Text("no room or no supply for doublers")
        if e.op == "coins" and coin_room(s, e.n) < e.n:
            return Text("not enough coins in the supply")
        if e.op == "temporary_workers" and s.temporary < e.n:
            return Text("the temporary workers are gone")
        if e.op == "hire" and not s.display[0]:
            return Text("no engineer to hire")
    return None
