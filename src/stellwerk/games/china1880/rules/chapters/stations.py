"""1880 X.station: placing further station markers; places kept for companies that have not floated."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import ClassVar

from stellwerk.core import Action, Choice, Illegal, Listed, Options, Rule, Seat, Step, Text, tell, then
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.actions import PASS, Pass, PlaceMarker
from stellwerk.games.china1880.rules.chapters.homes import home_nodes, markers_left
from stellwerk.games.china1880.rules.chapters.money import charge
from stellwerk.games.china1880.rules.chapters.powers import (
    POWERS,
    power_objection,
    power_question,
    powers,
    rocket_asked,
    use_power,
)
from stellwerk.games.china1880.rules.citation import no, rule
from stellwerk.games.china1880.rules.components import Tables
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.board import Place


def station_price(s: China, company: str) -> int:
    """1880 X.station.2: what the next marker costs; every unused one is dearer in phase D."""
    return s.tables.markers[len(s.stations[company]) - 1] * s.now.markers


# --- further markers -------------------------------------------------------------------------------------------------


@value
class PlaceStation(Step[China]):
    """1880 X.station: the part of a turn in which a marker is placed."""

    entity: str

    def run(self, s: China) -> None:
        if rocket_asked(s) or next(markers(s, self.entity), None):
            then(s, BuildStation(self.entity))


@value
class BuildStation(Choice[China]):
    """1880 X.station.3: one marker in a turn, or none."""

    entity: str
    rule: ClassVar[Rule] = rule("X.station.3")
    kinds: ClassVar[tuple[type[Action], ...]] = (PlaceMarker, Pass, *POWERS)

    def seat(self, s: China) -> Seat:
        return s.owner(self.entity)

    def question(self, s: China) -> Text:
        if next(markers(s, self.entity), None) is None:
            return power_question(s, self.entity)
        return Text("{entity}: place a station marker", entity=self.entity)

    def candidates(self, s: China) -> Iterator[Action]:
        yield from markers(s, self.entity)
        yield PASS
        yield from powers(s, self.seat(s))

    def options(self, s: China) -> Options:
        return Listed(tuple(self.candidates(s)))  # the law has been asked about each of them

    def objection(self, s: China, a: Action) -> Illegal | None:
        if isinstance(a, PlaceMarker):
            return marker_objection(s, self.entity, a)
        return None if isinstance(a, Pass) else power_objection(s, self.seat(s), a)

    def resolve(self, s: China, a: Action) -> None:
        if isinstance(a, PlaceMarker):
            place_marker(s, self.entity, a)
        elif not isinstance(a, Pass):
            then(s, self)
            use_power(s, a)


def place_marker(s: China, company: str, a: PlaceMarker) -> None:
    price = station_price(s, company)
    charge(s, company, price)
    s.board = s.tables.atlas.place_station(s.board, a.hex, a.node, company)
    s.stations[company] = (*s.stations[company], a.hex)
    tell(s, events.MarkerPlaced, company, a.hex, price)


def markers(s: China, company: str) -> Iterator[PlaceMarker]:
    """Every place where a marker may be put now, in the order the company's track reaches them."""
    if not markers_left(s, company) or station_price(s, company) > s.treasury[company]:
        return
    atlas, mine = s.tables.atlas, s.stations[company]
    faces, cities = atlas.layout(s.board).faces, s.board.cities
    for place in atlas.network(s.board, company).places:
        hex, node = place
        # Most places fall away by these two; what the law would say about them is not asked here.
        is_open = hex not in mine and faces[hex].tile.nodes[node].slots > len(cities.get(place, ()))
        if is_open and _place_objection(s, company, place) is None:
            yield PlaceMarker(hex, node)


def marker_objection(s: China, company: str, a: PlaceMarker) -> Illegal | None:
    place = (a.hex, a.node)
    if not markers_left(s, company):
        return no("X.station.3", Text("{company}: no marker left", company=company))
    if (price := station_price(s, company)) > s.treasury[company]:
        treasury = s.treasury[company]
        return no("X.station.2", Text("the marker costs ¥{price}, treasury ¥{cash}", price=price, cash=treasury))
    if a.hex not in s.tables.hexes or a.node not in range(len(s.tables.atlas.face(s.board, a.hex).nodes)):
        return no("X.station.3", Text("no such city: {hex}.{node}", hex=a.hex, node=a.node))
    if place not in s.tables.atlas.network(s.board, company).places:
        return no("X.station.4", Text("{company}: not connected with {hex}", company=company, hex=a.hex))
    return _place_objection(s, company, place)


def _place_objection(s: China, company: str, place: Place) -> Illegal | None:
    """What speaks against a place the company's track reaches."""
    hex, node = place
    stop = s.tables.atlas.node(s.board, place)
    if stop.kind != "city" and not (s.variants.open_red_homes and stop.slots):
        section = "X.station.7" if stop.kind == "offboard" else "X.station.3"
        return no(section, Text("no place for a marker on {hex}", hex=hex))
    if hex in s.stations[company]:
        return no("X.station.3", Text("{company}: a marker stands on {hex} already", company=company, hex=hex))
    free = s.tables.atlas.free_slots(s.board, place)
    if free <= 0:
        return no("X.station.3", Text("no free place on {hex}", hex=hex))
    return _reserved(s, hex, node, free)


@cache
def _at_home(t: Tables, hex: str) -> tuple[str, ...]:
    """The companies whose home a hex is."""
    return tuple(company for company, row in t.companies.items() if row.home == hex)


def _reserved(s: China, hex: str, node: int, free: int) -> Illegal | None:
    """1880 X.station.5, X.station.6: places kept for companies that have not floated."""
    waiting = [c for c in _at_home(s.tables, hex) if c not in s.floated]
    if not waiting:
        return None
    if s.tables.hexes[hex].kind == "two_cities" and len(s.tables.atlas.face(s.board, hex).nodes) > 1:
        return no("X.station.5", Text("{hex} waits for {company}", hex=hex, company=waiting[0]))
    kept = [c for c in waiting if node in home_nodes(s, c)]
    if free <= len(kept):
        return no(
            "X.station.6", Text("the last place on {hex} is kept for {companies}", hex=hex, companies=tuple(kept))
        )
    return None
