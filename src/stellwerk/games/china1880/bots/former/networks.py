"""Networks as version 0.1 looked at them: every change of the track, a longer search, and any city of a home."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from stellwerk.games.china1880.bots.networks import Ground, Networks
from stellwerk.games.china1880.bots.surroundings import FAR, around, look_around
from stellwerk.games.china1880.rules.chapters.privates import owns
from stellwerk.games.china1880.rules.chapters.running import service, trains
from stellwerk.games.china1880.rules.chapters.track import home
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.best import best_routes
from stellwerk.rail18.board import Board
from stellwerk.rail18.cache import Cache

NODES = 150
"""Search nodes with which it estimated what trains earn."""


class Networks01(Networks):
    def __init__(self) -> None:
        super().__init__()
        self._reach: Cache[tuple[Any, ...], float] = Cache(20_000)
        self._apart: Cache[tuple[Any, ...], int] = Cache(20_000)

    def _ground(self, s: China, entity: str) -> Board:
        """The board before was remembered alone."""
        known = self._grounds.get(entity)
        if known and (known[0].board is s.board or not known[0].touched & _differences(known[0].board, s.board)):
            return known[0].board
        net = s.tables.atlas.network(s.board, entity)
        touched = frozenset((*net.borders, *(hex for hex, _ in net.places), home(s, entity)))
        self._grounds[entity] = [Ground(s.board, touched, (), frozenset())]
        return s.board

    def income(self, s: China, company: str, names: tuple[str, ...]) -> int:
        if not names or not s.board.places(company):
            return 0
        aids = owns(s, company, "P2"), owns(s, company, "P3")
        key = self.ground(s, company), company, names, s.now.column, aids
        return self._income.get(key, lambda: best_routes(service(s, company), trains(s, names), NODES).revenue)

    def reach(self, s: China, entity: str) -> float:
        """Looked at again only when something that is reached has changed."""
        key = self.ground(s, entity), entity, s.now.column
        return self._reach.get(key, lambda: look_around(s, entity)[1])

    def apart(self, s: China, entity: str, goal: str) -> int:
        """Tiles to lay until a hex is joined."""
        key = self.ground(s, entity), entity, goal
        return self._apart.get(key, lambda: self._walk(s, entity, goal))

    def _walk(self, s: China, entity: str, goal: str) -> int:
        net = s.tables.atlas.network(s.board, entity)
        if any(hex == goal for hex, _ in net.places):
            return 0
        return around(s, entity, net).get(goal, FAR + 1)


@lru_cache(maxsize=4096)
def _differences(a: Board, b: Board) -> frozenset[str]:
    lays, stations = set(a.lays) ^ set(b.lays), set(a.stations) ^ set(b.stations)
    return frozenset([lay.hex for lay in lays] + [station.hex for station in stations])
