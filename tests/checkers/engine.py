"""What the engine says about a scene of the checkers: the only place where the two meet."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from stellwerk.core.components import Components
from stellwerk.games.china1880.rules.actions import LayTile
from stellwerk.games.china1880.rules.chapters.running import _service, _train
from stellwerk.games.china1880.rules.chapters.track import lay_objection, lays, may_lay
from stellwerk.games.china1880.rules.components import Tables, tables
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.board import Board, Lay, Station
from stellwerk.rail18.hexes import members
from stellwerk.rail18.network import Network
from stellwerk.rail18.routes import Fault, earnings, fault, read
from stellwerk.rail18.service import Service
from stellwerk.rail18.trains import Train
from tests.checkers.boards import OWN, Scene
from tests.checkers.journeys import Spot
from tests.games.china1880.positions import blank, company


@cache
def printed() -> Tables:
    return tables(Components.of_package("stellwerk.games.china1880.rules"))


def board(scene: Scene) -> Board:
    lays = sorted(Lay(hex, tile, turn) for hex, (tile, turn) in scene.lays.items())
    return Board(tuple(lays), tuple(sorted(Station(*marker) for marker in scene.markers)))


def network(scene: Scene) -> Network:
    return printed().atlas.network(board(scene), OWN)


def spots(found: Network) -> set[Spot]:
    """A network in the checkers' words."""
    stops: set[Spot] = {("stop", hex, node) for hex, node in found.places}
    return stops | {("edge", hex, edge) for hex, edges in found.borders.items() for edge in members(edges)}


def service(scene: Scene, column: int) -> Service:
    return _service((printed(), board(scene), OWN, column, False, 0))


def train(name: str) -> Train:
    return _train(printed(), name)


def judged(ground: Service, name: str, text: str) -> int | None:
    """What the engine says a route earns, None if it is not legal."""
    route = read(ground.layout, text)
    if isinstance(route, Fault) or fault(ground, train(name), route):
        return None
    return earnings(ground, [route]).total


PHASES = ("A1", "B1", "C1", "D1")


def builder(scene: Scene, phase: str, left: Mapping[str, int]) -> China:
    """The company of a scene about to build, with money and permits for everything."""
    s = blank(phase=phase, board=board(scene), stock=dict(left))
    company(s, OWN, "ABCD", 9999)
    return s


def allows(s: China, hex: str, tile: str, turn: int) -> bool:
    return lay_objection(s, OWN, 0, LayTile(hex, tile, turn)) is None


def offers(s: China) -> list[tuple[str, str, int]]:
    """What the engine offers by itself, equal rotations once."""
    return [(a.hex, a.tile, a.rotation) for a in lays(s, OWN, 0) if may_lay(s, OWN, a)]
