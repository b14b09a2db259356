"""What the engine says about a scene of the checkers: the only place where the two meet."""

from __future__ import annotations

from functools import cache

from stellwerk.core.components import Components
from stellwerk.games.china1880.components import tables
from stellwerk.rail18.board import Atlas, Board, Lay, Station
from stellwerk.rail18.hexes import members
from stellwerk.rail18.network import Network
from tests.checkers.boards import OWN, Scene
from tests.checkers.journeys import Spot


@cache
def atlas() -> Atlas:
    return tables(Components.of_package("stellwerk.games.china1880")).atlas


def board(scene: Scene) -> Board:
    lays = sorted(Lay(hex, tile, turn) for hex, (tile, turn) in scene.lays.items())
    return Board(tuple(lays), tuple(sorted(Station(*marker) for marker in scene.markers)))


def network(scene: Scene) -> Network:
    return atlas().network(board(scene), OWN)


def spots(found: Network) -> set[Spot]:
    """A network in the checkers' words."""
    stops: set[Spot] = {("stop", hex, node) for hex, node in found.places}
    return stops | {("edge", hex, edge) for hex, edges in found.borders.items() for edge in members(edges)}
