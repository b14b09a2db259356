"""1880: a sandbox for planning, tiles, markers and trains on a copy of the table, whoever's turn it is.

What fits by the rules of upgrading may be laid; money, permits, reach and phase are not asked. What the game itself
would say to a wish is noted beside it, so that a plan is never mistaken for a legal move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple

from stellwerk.core import Action, BadNotation, Illegal, Seat, Text
from stellwerk.core.action import Domain, Notation
from stellwerk.games.china1880.rules.actions import Company, Hex, LayTile, Node, PlaceMarker, Train
from stellwerk.games.china1880.rules.chapters.homes import home_nodes, markers_left
from stellwerk.games.china1880.rules.chapters.stations import marker_objection, station_price
from stellwerk.games.china1880.rules.chapters.track import lay_objection, successors, terrain
from stellwerk.games.china1880.rules.citation import no
from stellwerk.games.china1880.rules.state import China

MOST_TRAINS = 6
MOST_WISHES = 80


class Wish(Action):
    """A change of the sandbox."""

    __slots__ = ()

    def objection(self, s: China) -> Illegal | None:
        """Why it cannot even be imagined."""
        raise NotImplementedError

    def resolve(self, s: China) -> None:
        raise NotImplementedError

    def remark(self, s: China, entity: str) -> Illegal | None:
        """What the game would say if the entity did it now."""
        return None

    def cost(self, s: China, entity: str) -> int:
        return 0

    def text(self) -> Text:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class WishTile(Wish):
    """1880 X.track.5, X.upgrade: any tile that shows what the hex needs and keeps the track on it."""

    verb: ClassVar[str] = "tile"
    hex: Hex
    tile: Annotated[str, Domain("tile")]
    rotation: Annotated[int, Domain("rotation")]

    def objection(self, s: China) -> Illegal | None:
        if self.hex in s.tables.hexes and self in tiles_for(s, self.hex):
            return None
        return no("X.upgrade.3", Text("tile {tile} cannot lie on {hex} like that", tile=self.tile, hex=self.hex))

    def resolve(self, s: China) -> None:
        s.board = s.tables.atlas.lay(s.board, self.hex, self.tile, self.rotation)

    def remark(self, s: China, entity: str) -> Illegal | None:
        return lay_objection(s, entity, 0, LayTile(self.hex, self.tile, self.rotation))

    def cost(self, s: China, entity: str) -> int:
        return terrain(s, entity, self.hex)

    def text(self) -> Text:
        return Text("tile {tile} on {hex}", tile=self.tile, hex=self.hex)


@dataclass(frozen=True, slots=True)
class WishMarker(Wish):
    """1880 X.station.3: a marker in any city that has a free place."""

    verb: ClassVar[str] = "marker"
    company: Company
    hex: Hex
    node: Node

    def objection(self, s: China) -> Illegal | None:
        if self.company not in s.tables.companies or self.hex not in s.tables.hexes:
            return no("X.station.3", Text("no place for a marker on {hex}", hex=self.hex))
        if self in markers_for(s, self.company, self.hex):
            return None
        return no("X.station.3", Text("no free place on {hex}", hex=self.hex))

    def resolve(self, s: China) -> None:
        s.board = s.tables.atlas.place_station(s.board, self.hex, self.node, self.company)
        s.stations[self.company] = (*s.stations[self.company], self.hex)

    def remark(self, s: China, entity: str) -> Illegal | None:
        return marker_objection(s, self.company, PlaceMarker(self.hex, self.node))

    def cost(self, s: China, entity: str) -> int:
        return station_price(s, self.company) if markers_left(s, self.company) else 0

    def text(self) -> Text:
        return Text("{company}: marker on {hex}", company=self.company, hex=self.hex)


@dataclass(frozen=True, slots=True)
class WishTrain(Wish):
    """A train for nothing."""

    verb: ClassVar[str] = "train"
    company: Company
    train: Train

    def objection(self, s: China) -> Illegal | None:
        if self.company not in s.tables.companies or self.train not in s.tables.trains:
            return no("X.buy.2", Text("no such company or train"))
        if len(s.trains[self.company]) >= MOST_TRAINS:
            return no("X.buy.7", Text("more than {n} trains are not planned", n=MOST_TRAINS))
        return None

    def resolve(self, s: China) -> None:
        s.trains[self.company] += (self.train,)

    def text(self) -> Text:
        return Text("{company}: {train}-train", company=self.company, train=self.train)


@dataclass(frozen=True, slots=True)
class WishNoTrain(Wish):
    """A train less."""

    verb: ClassVar[str] = "no-train"
    company: Company
    train: Train

    def objection(self, s: China) -> Illegal | None:
        if self.train in s.trains.get(self.company, ()):
            return None
        return no("X.buy.2", Text("{company} has no {train}-train", company=self.company, train=self.train))

    def resolve(self, s: China) -> None:
        left = list(s.trains[self.company])
        left.remove(self.train)
        s.trains[self.company] = tuple(left)

    def text(self) -> Text:
        return Text("{company}: no {train}-train", company=self.company, train=self.train)


@dataclass(frozen=True, slots=True)
class WishPhase(Wish):
    """1880 X.income.3: the worth of red and blue hexes in another phase; trains do not rust by it."""

    verb: ClassVar[str] = "phase"
    phase: Annotated[str, Domain("phase")]

    def objection(self, s: China) -> Illegal | None:
        if self.phase in s.tables.phases:
            return None
        return no("XI.1", Text("no such phase: {phase}", phase=self.phase))

    def resolve(self, s: China) -> None:
        s.phase = self.phase

    def text(self) -> Text:
        return Text("phase {phase}", phase=self.phase)


NOTATION = Notation((WishTile, WishMarker, WishTrain, WishNoTrain, WishPhase))


class Noted(NamedTuple):
    """A wish of a plan: what it would cost, what the game would say to it, and whether it had to be left out."""

    wish: Wish
    cost: int = 0
    remark: Illegal | None = None
    refused: Illegal | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """A position as it was wished for, and the notes to each wish."""

    position: China
    entity: str
    notes: tuple[Noted, ...]

    @property
    def cost(self) -> int:
        return sum(note.cost for note in self.notes)


def plan(s: China, seat: Seat | None, entity: str, wishes: Iterable[Wish]) -> Plan:
    """The wishes in order on a copy of the position; one that cannot be is left out and says why."""
    made = s.copy()
    open_company(made, seat, entity)
    notes = []
    for wish in wishes:
        open_company(made, seat, getattr(wish, "company", ""))
        refused = wish.objection(made)
        if refused is not None:
            notes.append(Noted(wish, refused=refused))
            continue
        notes.append(Noted(wish, wish.cost(made, entity), wish.remark(made, entity)))
        wish.resolve(made)
    return Plan(made, entity, tuple(notes))


def read(lines: Iterable[str]) -> Iterator[Wish]:
    """The wishes of a plan as it is written, one a line; raises `BadNotation`."""
    for number, line in enumerate(lines):
        wish = NOTATION.parse(line)
        if number >= MOST_WISHES or not isinstance(wish, Wish):
            raise BadNotation(Text("a plan has at most {n} wishes", n=MOST_WISHES))
        yield wish


def open_company(s: China, seat: Seat | None, company: str) -> None:
    """A company that is not founded or has not floated is imagined with its home marker and without a train."""
    if company not in s.tables.companies:
        return
    s.director.setdefault(company, seat or 0)
    s.trains.setdefault(company, ())
    s.permits.setdefault(company, "")
    s.treasury.setdefault(company, 0)
    if not s.stations.setdefault(company, ()):
        home, node = s.tables.companies[company].home, home_nodes(s, company)[0]
        s.board = s.tables.atlas.place_station(s.board, home, node, company)
        s.stations[company] = (home,)


def tiles_for(s: China, hex: str) -> list[WishTile]:
    """1880 X.track.5, X.upgrade.1: what may come next on a hex, each distinct lay once."""
    atlas = s.tables.atlas
    old = atlas.face(s.board, hex).tile
    numbers = successors(s.tables, old) if old.colour else s.tables.first[hex]
    fits = ((number, fit.rotation) for number in numbers for fit in atlas.fits(s.board, hex, number))
    return [WishTile(hex, n, turn) for n, turn in fits if atlas.tiles[n].lowest[turn] == turn]


def markers_for(s: China, company: str, hex: str) -> list[WishMarker]:
    """Cities of a hex with a free place, unless the company stands there already."""
    if hex in s.stations.get(company, ()):
        return []
    cities = enumerate(s.tables.atlas.face(s.board, hex).tile.nodes)
    free = (n for n, node in cities if node.kind == "city" and s.tables.atlas.free_slots(s.board, (hex, n)) > 0)
    return [WishMarker(company, hex, node) for node in free]
