"""What a company reaches."""

from __future__ import annotations

from stellwerk.rail18.board import Board, Lay, Place, Station
from stellwerk.rail18.hexes import mask, members, neighbour, opposite
from stellwerk.rail18.layout import Layout
from tests.rail18.china import CHINA
from tests.rail18.positions import runs


def on(*lays: str, stations: tuple[Station, ...] = (Station("B8", 0, "X"),)) -> Board:
    parsed = (line.split() for line in lays)
    return Board(tuple(sorted(Lay(h, t, int(r)) for h, t, r in parsed)), stations)


def reached(board: Board, company: str = "X") -> set[str]:
    return {hex for hex, _ in CHINA.network(board, company).places}


def test_track_leads_to_stops_and_to_edges_of_bare_hexes() -> None:
    board = on("B8 57 1", "B10 9 1")
    network = CHINA.network(board, "X")
    assert list(network.places) == [("B8", 0)]
    assert network.borders == {"B6": mask([4]), "B10": mask([1]), "B12": mask([1])}


def test_a_full_foreign_city_is_reached_but_not_passed() -> None:
    line = ("B8 57 1", "B6 9 1", "B10 9 1", "B12 8855 1", "B14 57 1")
    assert reached(on(*line)) == {"B8", "B12", "B14"}
    city = ("B8 57 2", "C9 6 2", "C11 57 1", "C13 9 1")
    mine = (Station("B8", 0, "X"), Station("C9", 0, "Y"))
    assert reached(on(*city, stations=mine)) == {"B8", "C9"}
    assert reached(on(*city)) == {"B8", "C9", "C11"}


def test_terminals_are_not_passed() -> None:
    board = on("B8 57 2", "A7 8851 1", "A5 57 1", "B4 9 2")
    assert reached(board) == {"B8", "A7", "A5", "A3"}
    assert "C5" not in CHINA.network(board, "X").borders


def test_no_reversing_at_a_junction() -> None:
    board = on("B8 57 1", "B10 23 1", "B12 8855 1", "C11 57 2")
    assert reached(board) == {"B8", "B12", "C11"}
    from_town = on("B8 57 1", "B10 23 1", "B12 8855 1", "C11 57 2", stations=(Station("C11", 0, "X"),))
    assert reached(from_town) == {"C11", "B8"}


def test_a_loop_does_not_turn_a_train_round() -> None:
    """Behind a junction track runs in a circle back to it: a train cannot come back by the same piece."""
    board = on("B8 57 1", "B10 25 1", "B12 8855 0", "A11 7 0", "C11 8 3", "A9 9 2")
    way = CHINA.network(board, "X")
    assert ("B8", 0) in way.places
    assert all(place == ("B8", 0) or place[0] != "A9" for place in way.places)


def test_networks_are_cached_by_board_and_company() -> None:
    board = on("B8 57 1")
    assert CHINA.network(board, "X") is CHINA.network(board, "X")
    assert CHINA.network(board, "Y").places == {}


# --- against all journeys --------------------------------------------------------------------------------------------


def journeys(
    layout: Layout, homes: tuple[Place, ...], blocked: tuple[Place, ...]
) -> tuple[set[Place], set[tuple[str, int]]]:
    """Every stop and border that some journey without repeated track or stops gets to."""
    places, borders = set(homes), set()

    def leave(hex: str, edge: int, sides: frozenset[object], calls: tuple[Place, ...]) -> None:
        other, facing = neighbour(hex, edge), opposite(edge)
        side = (hex, edge) if edge < 3 else (other, facing)
        if other not in layout.faces or side in sides:
            return
        borders.add((other, facing))
        face = layout.faces[other]
        for a, b in face.paths:
            if facing in (a, b):
                leave(other, a + b - facing, sides | {side}, calls)
        for node, edges in enumerate(face.nodes):
            if edges >> facing & 1 and (other, node) not in calls:
                call(other, node, sides | {side}, (*calls, (other, node)))

    def call(hex: str, node: int, sides: frozenset[object], calls: tuple[Place, ...]) -> None:
        places.add((hex, node))
        terminal = layout.faces[hex].tile.nodes[node].terminal
        if len(calls) > 1 and (terminal or (hex, node) in blocked):
            return
        for edge in members(layout.faces[hex].nodes[node]):
            leave(hex, edge, sides, calls)

    for hex, node in homes:
        call(hex, node, frozenset(), ((hex, node),))
    return places, borders


def test_networks_equal_all_journeys_on_recorded_boards() -> None:
    compared = 0
    for run in list(runs(name="selfplay_[3-5]*"))[::3]:
        layout, homes = CHINA.layout(run.board), run.board.places(run.company)
        blocked = CHINA.blocked(run.board, run.company)
        found = CHINA.network(run.board, run.company)
        if len(found.places) > 20:
            continue
        places, borders = journeys(layout, homes, blocked)
        assert set(found.places) == places
        assert {(hex, edge) for hex, edges in found.borders.items() for edge in members(edges)} == borders
        compared += 1
    assert compared > 100


def test_a_long_way_round_counts() -> None:
    """Two moments of one game: the west of Xi'an is first out of reach, later within reach by a long way round only."""
    late = {run.index: run for run in runs(name="selfplay_7p_002001") if run.index in (717, 756)}
    for index, within in ((717, 0), (756, 1)):
        board, company = late[index].board, late[index].company
        assert CHINA.network(board, company).borders["J6"] >> 1 & 1 == within


def test_a_third_way_into_a_stop_opens_the_first() -> None:
    """J14 is first entered from K13, then by ways that passed K13; only the way through L12, M15 and K15 leads back."""
    wuhan = "J12 895 0, J14 887 5, K11 24 4, K13 895 0, K15 8877 2, K9 25 4, L10 455 0, L12 8858 2, L16 8851 2"
    board = on(*f"{wuhan}, M13 25 4, M15 8866 4".split(", "), stations=(Station("L10", 0, "X"),))
    assert CHINA.network(board, "X").borders["J8"] >> 5 & 1


def test_from_a_terminal_home_one_starts_but_does_not_pass_it() -> None:
    line = ("A5 57 1", "B4 9 2", "A7 57 1", "C5 57 2")
    assert reached(on(*line, stations=(Station("A3", 0, "X"),))) == {"A3", "A5", "A7", "C5"}
    assert reached(on(*line, stations=(Station("A7", 0, "X"),))) == {"A3", "A5", "A7"}
