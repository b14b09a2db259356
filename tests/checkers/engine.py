"""What the engine says about a scene of the checkers: the only place where the two meet."""

from __future__ import annotations

from functools import cache

from stellwerk.core.components import Components
from stellwerk.games.china1880.rules.chapters.running import Terms, _service, _train
from stellwerk.games.china1880.rules.components import Tables, tables
from stellwerk.rail18.board import Board, Lay, Station
from stellwerk.rail18.hexes import members
from stellwerk.rail18.network import Network
from stellwerk.rail18.routes import Fault, earnings, fault, read
from stellwerk.rail18.service import Service
from stellwerk.rail18.trains import Train
from tests.checkers.boards import OWN, Scene
from tests.checkers.journeys import Spot


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
    return _service(Terms(printed(), board(scene), OWN, column, False, 0))


def train(name: str) -> Train:
    return _train(printed(), name)


def judged(ground: Service, name: str, text: str) -> int | None:
    """What the engine says a route earns, None if it is not legal."""
    route = read(ground.layout, text)
    if isinstance(route, Fault) or fault(ground, train(name), route):
        return None
    return earnings(ground, [route]).total
