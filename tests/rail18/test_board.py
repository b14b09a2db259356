"""Map and board: open edges, lays, stations, keys, caches."""

from __future__ import annotations

import copy
import pickle

import pytest

from stellwerk.core.dump import BadPosition, Loader, plain
from stellwerk.rail18.atlas import Atlas, Land
from stellwerk.rail18.board import Board, Lay, Station
from stellwerk.rail18.cache import Cache
from stellwerk.rail18.hexes import mask
from stellwerk.rail18.tiles import tile
from tests.rail18.china import CHINA, TILE_SET
from tests.rail18.positions import runs

BARE = Board((), (Station("B8", 0, "X"),))


def test_sides_are_shared_by_two_hexes_and_have_a_bit_each() -> None:
    assert len(set(CHINA.sides.values())) == len(CHINA.sides) // 2
    assert CHINA.sides["F8", 4] == CHINA.sides["F10", 1]


def test_open_edges_stop_at_barriers_the_edge_and_fixed_land_without_track() -> None:
    lands = [Land("A2", tile("A2"), barriers=mask([4])), Land("A4", tile("A4")), Land("B3", tile("B3", "0-3"), False)]
    atlas = Atlas(lands, [])
    assert atlas.open == {"A2": 0, "A4": mask([0]), "B3": mask([3])}


def test_a_board_is_a_value() -> None:
    board = CHINA.lay(BARE, "B8", "57", 1)
    assert board == Board((Lay("B8", "57", 1),), (Station("B8", 0, "X"),))
    assert hash(board) == hash(Board(board.lays, board.stations))
    assert BARE.lays == ()
    assert copy.deepcopy(board) == board == pickle.loads(pickle.dumps(board))


def test_a_pickled_board_forgets_its_hash() -> None:
    hash(BARE)
    assert b"_hash" not in pickle.dumps(BARE)


def test_lays_stay_sorted_and_replace_each_other() -> None:
    board = BARE.with_lay(Lay("C9", "57", 0)).with_lay(Lay("A5", "57", 1)).with_lay(Lay("C9", "14", 0))
    assert [lay.hex for lay in board.lays] == ["A5", "C9"]
    assert board.lays[1].tile == "14"


def test_stations_move_along_with_their_cities() -> None:
    board = Board((Lay("N12", "235", 0),), (Station("N12", 0, "X"), Station("N12", 1, "Y")))
    green = CHINA.lay(board, "N12", "8862", 2)
    assert {s.owner: s.node for s in green.stations} == {"X": 1, "Y": 0}
    brown = CHINA.lay(green, "N12", "8872", 5)
    assert {s.owner: s.node for s in brown.stations} == {"X": 0, "Y": 0}
    assert CHINA.free_slots(brown, ("N12", 0)) == 0


def test_a_lay_that_loses_track_is_an_error() -> None:
    board = CHINA.lay(BARE, "B8", "57", 1)
    with pytest.raises(ValueError, match="does not keep the track on B8"):
        CHINA.lay(board, "B8", "57", 0)


def test_stations_come_and_go() -> None:
    board = CHINA.place_station(BARE, "C9", 0, "X")
    assert board.places("X") == (("B8", 0), ("C9", 0))
    assert board.owners("C9", 0) == ("X",)
    assert board.without_station("C9", "X") == BARE
    assert CHINA.layout(board) is CHINA.layout(BARE)


def test_full_foreign_cities_block() -> None:
    board = CHINA.lay(BARE, "B8", "57", 1)
    assert CHINA.blocked(board, "Y") == (("B8", 0),)
    assert CHINA.blocked(board, "X") == ()
    assert CHINA.blocked(CHINA.lay(board, "B8", "14", 0), "Y") == ()


def test_fits_keep_track_stubs_and_open_edges() -> None:
    assert {fit.rotation for fit in CHINA.fits(Board(), "G7", "9")} == {0, 3}  # the stub leads north-east
    assert {fit.rotation for fit in CHINA.fits(Board(), "E11", "9")} == {
        0,
        3,
    }  # a barrier in the east, sea in the south-east
    assert CHINA.fits(Board(), "F12", "9") == ()
    assert not CHINA.laid(BARE, "B8")
    assert CHINA.laid(CHINA.lay(BARE, "B8", "57", 1), "B8")


def test_the_key_is_the_same_for_equal_rotations() -> None:
    first, second = (CHINA.lay(BARE, "B8", "57", rotation) for rotation in (1, 4))
    assert first != second
    assert CHINA.key(first) == CHINA.key(second)
    cities = Board((Lay("N12", "235", 1),), (Station("N12", 0, "X"),))
    one, other = (CHINA.lay(cities, "N12", "8860", rotation) for rotation in (0, 3))
    assert TILE_SET["8860"].lowest[3] == 0
    assert CHINA.key(one) != CHINA.key(other)  # the cities have other numbers, so answers about them differ


def test_a_layout_after_a_lay_is_the_layout_of_the_board() -> None:
    """Chains kept from before a lay are the ones a fresh walk finds, on real boards that grow tile by tile."""
    boards = [run.board for run in runs(name="selfplay_6p_002002")][::12]
    for board in boards:
        *rest, last = board.lays
        before = Board(tuple(rest))
        known = CHINA.layout(before)
        for hex, face in known.faces.items():
            for node in range(len(face.nodes)):
                for exit in known.exits((hex, node)):
                    known.chain(exit)
        grown = known.lay(last.hex, CHINA.tiles[last.tile].at(last.rotation))
        fresh = Atlas(CHINA.lands.values(), CHINA.tiles.values()).layout(Board(board.lays))
        for hex, face in fresh.faces.items():
            for node in range(len(face.nodes)):
                for exit in fresh.exits((hex, node)):
                    assert grown.chain(exit)[:3] == fresh.chain(exit)[:3], exit


def test_a_board_is_dumped_and_loaded() -> None:
    board = CHINA.lay(BARE, "B8", "57", 1)
    data = plain(board)
    assert data == {"lays": [["B8", "57", 1]], "stations": [["B8", 0, "X"]]}
    loader = Loader((), {})
    assert loader.load(Board, data, "board") == board
    for bad in ({"lays": [["B8", "57", 6]], "stations": []}, {"lays": [], "stations": [["B8", "0", "X"]]}):
        with pytest.raises(BadPosition, match=r"board\.(lays|stations)\[0\]"):
            loader.load(Board, bad, "board")


def test_caches_are_bounded() -> None:
    cache: Cache[int, int] = Cache(2)
    made = []

    def make(n: int) -> int:
        made.append(n)
        return n * n

    assert [cache.get(n, lambda n=n: make(n)) for n in (1, 2, 1, 3, 1)] == [1, 4, 1, 9, 1]
    assert made == [1, 2, 3, 1]
    assert len(cache) == 2
