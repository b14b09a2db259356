"""1880 X.station, VII.6: homes of companies and investors: where they are, whether they are joined, who takes over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.core import Action, Choice, Illegal, Rule, Seat, Text, tell, then
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.actions import ChooseCity
from stellwerk.games.china1880.rules.citation import no, rule
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.network import network


def markers_left(s: China, company: str) -> int:
    return 1 + len(s.tables.markers) - len(s.stations[company])


def home_nodes(s: China, company: str) -> tuple[int, ...]:
    """Where the home marker of a company may stand now: its circle in Beijing, its city, either city of a green OO.

    A printed circle is known by its edge; on a bare two-city hex the marker has no city yet and waits in the first.
    """
    row = s.tables.companies[company]
    face = s.tables.atlas.face(s.board, row.home)
    edges = s.tables.atlas.lands[row.home].printed.at(0).nodes[row.city]
    if edges:
        return tuple(n for n, wider in enumerate(face.nodes) if not edges & ~wider)
    with_track = tuple(n for n, edges in enumerate(face.nodes) if edges)
    if len(face.nodes) == 1 or not with_track:
        return (0,)
    return (0, 1) if any_city(s) else with_track


def any_city(s: China) -> bool:
    """1880 X.station.5: on a yellow tile only the city with track will do, unless the table plays otherwise."""
    return s.variants.free_city


def place_home(s: China, company: str) -> None:
    """1880 X.station.1, X.station.5: the free marker at home; on a green OO tile the director chooses the city."""
    nodes = home_nodes(s, company)
    if len(nodes) > 1 or asked_anyway(s, company):
        then(s, ChooseHome(company))
    else:
        _settle(s, company, nodes[0])


def asked_anyway(s: China, company: str) -> bool:
    """Departure X.station.5: a tile lies on the two-city home."""
    home = s.tables.companies[company].home
    two_cities = s.tables.hexes[home].kind == "two_cities"
    return s.variants.asked_homes and two_cities and s.tables.atlas.laid(s.board, home)


def _settle(s: China, company: str, node: int) -> None:
    home = s.tables.companies[company].home
    s.board = s.tables.atlas.place_station(s.board, home, node, company)
    s.stations[company] = (home, *s.stations.get(company, ()))
    tell(s, events.MarkerPlaced, company, home, 0)


def lift_home(s: China, hex: str) -> str | None:
    """Departure X.station.5: the first tile on a two-city home takes the marker off again, to be placed anew."""
    if not any_city(s) or s.tables.hexes[hex].kind != "two_cities":
        return None
    owner = next((c for c, at in s.tables.companies.items() if at.home == hex and c in s.floated), None)
    if owner is None or hex not in s.stations[owner]:
        return None
    s.board = s.tables.atlas.lift_station(s.board, hex, owner)
    s.stations[owner] = tuple(at for at in s.stations[owner] if at != hex)
    return owner


@value
class ChooseHome(Choice[China]):
    """1880 X.station.5: in which of two cities the home marker stands."""

    company: str
    rule: ClassVar[Rule] = rule("X.station.5")
    kinds: ClassVar[tuple[type[Action], ...]] = (ChooseCity,)

    def seat(self, s: China) -> Seat:
        return s.director[self.company]

    def question(self, s: China) -> Text:
        return Text("{company}: home city", company=self.company)

    def candidates(self, s: China) -> Iterator[Action]:
        return (ChooseCity(node) for node in home_nodes(s, self.company))

    def objection(self, s: China, a: Action) -> Illegal | None:
        assert isinstance(a, ChooseCity)
        if a.node in home_nodes(s, self.company):
            return None
        return no("X.station.5", Text("no such city on the home hex of {company}", company=self.company))

    def resolve(self, s: China, a: Action) -> None:
        assert isinstance(a, ChooseCity)
        _settle(s, self.company, a.node)


# --- mergers ---------------------------------------------------------------------------------------------------------


def joined(s: China, investor: str, company: str) -> bool:
    """1880 VII.6: an endless train could run from the investor's home to the company's; no marker blocks it."""
    reached = network(s.tables.atlas.layout(s.board), s.board.places(investor), ()).places
    goals = s.board.places(company)
    if not s.variants.merger_from_any_station:
        goals = tuple(place for place in goals if place[0] == s.tables.companies[company].home)
    return any(place in reached for place in goals)


def replace_marker(s: China, investor: str, company: str) -> None:
    """1880 VII.9: a marker of the company stands where the investor's stood."""
    (hex, node), *_ = s.board.places(investor)
    atlas = s.tables.atlas
    s.board = atlas.place_station(atlas.lift_station(s.board, hex, investor), hex, node, company)
    s.stations[company] = (*s.stations[company], hex)
    tell(s, events.MarkerReplaced, company, hex)
