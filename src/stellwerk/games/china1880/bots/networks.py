"""What the networks of companies earn, what lies within their reach, and how far they are apart.

What trains earn depends only on the track a company reaches; it is kept as long as nothing on it changes. What lies
around it is kept as long as nothing changes there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Any, NamedTuple

from stellwerk.games.china1880.bots.surroundings import MEETING, area, around, bits_of, look_around, meeting
from stellwerk.games.china1880.rules.chapters.privates import owns
from stellwerk.games.china1880.rules.chapters.running import service, trains
from stellwerk.games.china1880.rules.chapters.track import home
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.best import Estimates
from stellwerk.rail18.board import Board, Place
from stellwerk.rail18.cache import Cache
from stellwerk.rail18.service import Service
from stellwerk.rail18.trains import Train

GROUNDS = 4
"""Boards that are remembered for every entity: those of answers that are weighed against each other."""


class Ground(NamedTuple):
    """A board, and what of it matters to an entity: hexes it reaches, its stations, and where others bar its way."""

    board: Board
    touched: frozenset[str]
    homes: tuple[Place, ...]
    barred: frozenset[Place]


class Web(NamedTuple):
    """What trains earn depends on: equal for equal webs."""

    mark: bytes
    stops: int
    links: int


class Looked(NamedTuple):
    """What was found on a board by looking at an area of it, a bit for each hex."""

    board: Board
    area: int
    found: float


class Networks:
    def __init__(self) -> None:
        self._grounds: dict[str, list[Ground]] = {}
        self._asked: dict[str, tuple[Board, Board]] = {}
        self._changed: Cache[tuple[Board, Board], frozenset[str]] = Cache(4096)
        self._webs: Cache[tuple[Any, ...], Web] = Cache(20_000)
        self._estimates: Cache[bytes, Estimates] = Cache(512)
        self._income: Cache[tuple[Any, ...], int] = Cache(50_000)
        self._around: dict[str, tuple[Board, dict[str, int]]] = {}
        self._looked: Cache[tuple[Any, ...], Looked] = Cache(20_000)

    # --- what is known already -------------------------------------------------------------------------------------

    def ground(self, s: China, entity: str) -> Board:
        """A board on which everything the entity reaches lies as it does now."""
        asked = self._asked.get(entity)
        if asked is None or asked[0] is not s.board:
            asked = self._asked[entity] = s.board, self._ground(s, entity)
        return asked[1]

    def _ground(self, s: China, entity: str) -> Board:
        board, known = s.board, self._grounds.setdefault(entity, [])
        for ground in known:
            if ground.board is board or self._matches(s, entity, ground):
                known.remove(ground)
                known.insert(0, ground)
                return ground.board
        net = s.tables.atlas.network(board, entity)
        touched = frozenset((*net.borders, *(hex for hex, _ in net.places), home(s, entity)))
        known.insert(0, Ground(board, touched, *self._stations(s, entity)))
        del known[GROUNDS:]
        return board

    def _matches(self, s: China, entity: str, ground: Ground) -> bool:
        """A station of somebody else matters only where it bars the way."""
        if ground.touched & self.changed(ground.board, s.board):
            return False
        if ground.board.stations == s.board.stations:
            return True
        homes, barred = self._stations(s, entity)
        return homes == ground.homes and ground.touched.isdisjoint([hex for hex, _ in ground.barred ^ barred])

    def _stations(self, s: China, entity: str) -> tuple[tuple[Place, ...], frozenset[Place]]:
        return s.board.places(entity), frozenset(s.tables.atlas.blocked(s.board, entity))

    def changed(self, a: Board, b: Board) -> frozenset[str]:
        """The hexes on which the tiles of two boards differ."""
        return self._changed.get((a, b), lambda: frozenset([lay.hex for lay in set(a.lays) ^ set(b.lays)]))

    # --- income ----------------------------------------------------------------------------------------------------

    def income(self, s: China, company: str, names: tuple[str, ...]) -> int:
        """What these trains would earn now, as a quick look finds it."""
        if not names or not s.board.places(company):
            return 0
        aids = owns(s, company, "P2"), owns(s, company, "P3")
        ground = self.ground(s, company), company, s.now.column, aids
        web = self._webs.get(ground, lambda: fingerprint(service(s, company)))
        fleet = _fleet(tuple(trains(s, names)), web.stops, web.links)
        return self._income.get((web.mark, fleet), lambda: self._estimate(s, company, web.mark, fleet))

    def _estimate(self, s: China, company: str, mark: bytes, fleet: Sequence[Train]) -> int:
        """What was found on an equal web for other trains serves again."""
        return self._estimates.get(mark, lambda: Estimates(service(s, company))).revenue(fleet)

    # --- reach -----------------------------------------------------------------------------------------------------

    def reach(self, s: China, entity: str) -> float:
        """The stops that could be joined next, each worth the less the more tiles it takes."""
        return self._look(s, (self.ground(s, entity), entity, s.now.column), lambda: look_around(s, entity))

    def to_merge(self, s: China, investor: str, company: str) -> float:
        """Tiles to lay until an investor's line meets its company's home."""
        key = self.ground(s, investor), self.ground(s, company), investor, company
        return self._look(s, key, lambda: self._meeting(s, investor, company))

    def _meeting(self, s: China, investor: str, company: str) -> tuple[Iterable[str], float]:
        """Whoever still looks for his company asks for all of them on one board."""
        net, known = s.tables.atlas.network(s.board, investor), self._around.get(investor)
        if known is None or known[0] is not s.board:
            known = self._around[investor] = s.board, around(s, investor, net, MEETING)
        return (*known[1], home(s, company)), meeting(s, net, company, known[1])

    def _look(self, s: China, key: tuple[Any, ...], look: Callable[[], tuple[Iterable[str], float]]) -> float:
        """What is beyond an entity's track lies further than its ground: it is looked at again where that changed."""
        known = self._looked.known(key)
        if known is None or (known.board is not s.board and self._has_changed(s, known)):
            hexes, found = look()
            known = self._looked.put(key, Looked(s.board, area(s.tables, hexes), found))
        return known.found

    def _has_changed(self, s: China, known: Looked) -> bool:
        bits = bits_of(s.tables)
        return any(known.area & bits[hex] for hex in self.changed(known.board, s.board))


@lru_cache(maxsize=16_384)
def _fleet(fleet: tuple[Train, ...], stops: int, links: int) -> tuple[Train, ...]:
    """The longest first, no more than there are links; one that could call at every stop runs as any such train."""
    shortened = [_shortened(train, stops) for train in fleet]
    return tuple(sorted(shortened, key=lambda train: (-train.stops, -train.large)))[:links]


def _shortened(train: Train, stops: int) -> Train:
    """An express train that must leave stops out earns about as much as a normal one with a stop more."""
    most = train.stops + train.express
    return Train("", min(most, stops), min(train.large + train.express, stops))


def fingerprint(service: Service) -> Web:
    """Most tiles lead nowhere yet, and what trains earn depends on the web alone."""
    web = service.web
    steps = [[(step.to, step.mask, step.gain, step.exit) for step in ways] for ways in web.steps]
    told = web.places, web.values, web.large, web.ends, web.homes, web.shift, steps, service.bonuses
    return Web(blake2b(repr(told).encode(), digest_size=16).digest(), len(web.places), sum(map(len, steps)) // 2)
