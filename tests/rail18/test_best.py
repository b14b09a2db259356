"""The search against a brute force that shares no code with it: every trail on the hexes, every choice of stops."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

import pytest

from stellwerk.rail18 import express as express_search
from stellwerk.rail18.atlas import Atlas, Land
from stellwerk.rail18.best import best_routes
from stellwerk.rail18.board import Board, Lay, Place, Station
from stellwerk.rail18.hexes import members, neighbour, opposite
from stellwerk.rail18.routes import Route, conflict, earnings, fault, read, spell
from stellwerk.rail18.service import Bonus, Service, Toll
from stellwerk.rail18.tiles import Node, tile
from stellwerk.rail18.trains import Train, express, normal, plus
from tests.rail18.china import TILE_SET, service_of
from tests.rail18.china import train as train_called
from tests.rail18.positions import runs as recorded

HEXES = ["A2", "A4", "A6", "A8", "B1", "B3", "B5", "B7", "C2", "C4", "C6", "C8", "D1", "D3", "D5", "D7", "E2", "E4"]
RED = {"A8": "o30/40/50/60(01)", "E2": "h20/0/0/30(23)"}
PLAIN = ["7", "8", "9", "16", "17", "18", "19", "20", "23", "24", "25", "26", "27", "28", "29", "30", "31"]
STOPS = ["5", "6", "57", "14", "15", "619", "63", "887", "888", "8866", "8871", "8850", "8852"]
STOPS += ["8854", "8855", "8856", "8857", "8860", "8861", "8862", "8864"]
JOINED = tile("J", "t10(0) c20x2(235) n0-n1", "green")
ATLAS = Atlas([Land(h, tile(h, RED.get(h, "")), h not in RED) for h in HEXES], [*TILE_SET.values(), JOINED])
TRAINS = [normal("2", 2), normal("3", 3), normal("5", 5), plus("1+2", 1, 2), plus("2+2", 2, 2), express("2E", 2)]
TRAINS += [express("3E", 3), express("4E", 4)]


def problem(seed: int) -> tuple[Service, list[Train]]:
    """A small board without regard to costs or colours, one to three stations, one to three trains."""
    rng = random.Random(seed)
    numbers = [rng.choice(rng.choice([PLAIN, STOPS, STOPS, ["J"]])) for _ in HEXES]
    lays = [Lay(h, n, rng.randrange(6)) for h, n in zip(HEXES, numbers, strict=True) if h not in RED]
    board = Board(tuple(sorted(lays)))
    cities = [(h, n) for h in HEXES for n, node in enumerate(ATLAS.face(board, h).tile.nodes) if node.kind == "city"]
    owners = ["X"] * rng.randint(1, 3) + ["Y"] * rng.randint(0, 4)
    spots = rng.sample(cities, min(len(cities), len(owners)))
    board = Board(board.lays, tuple(sorted(Station(*spot, owner) for spot, owner in zip(spots, owners, strict=False))))
    column = rng.randrange(4)
    tolls = tuple(Toll(rng.choice(list(ATLAS.sides.values())), 10) for _ in range(rng.randrange(3)))
    places = [("A8", 0), ("E2", 0), *cities]
    bonuses = tuple(Bonus(tuple(rng.sample(places, 2)), 50) for _ in range(rng.randrange(2)))
    service = Service(
        ATLAS.layout(board),
        board.places("X"),
        ATLAS.blocked(board, "X"),
        lambda place, node: node.worth(column),
        tolls,
        bonuses,
    )
    return service, rng.choices(TRAINS, k=rng.randint(1, 3))


# --- the brute force -------------------------------------------------------------------------------------------------

Trail = tuple[tuple[Place, ...], frozenset[object], int]  # stops, pieces of track, tolls


def trails(service: Service) -> list[Trail]:
    """Every trail from stop to stop with at least two stops, in both directions."""
    faces = service.layout.faces
    stops = [(h, n) for h, face in faces.items() for n in range(len(face.nodes))]
    return [trail for stop in stops for trail in extend(service, (stop,), frozenset(), 0)]


def extend(service: Service, stops: tuple[Place, ...], track: frozenset[object], tolls: int) -> Iterator[Trail]:
    if len(stops) > 1:
        yield stops, track, tolls
        if ends(service, stops[-1]):
            return
    hex, number = stops[-1]
    for to, pieces in hops(service, hex, number):
        fresh = len(set(pieces)) == len(pieces) and not track & set(pieces)
        if fresh and to not in stops:
            crossed = sum(service.layout.ground.sides[p] for p in pieces if isinstance(p[1], int))
            fee = sum(toll.fee for toll in service.tolls if toll.track & crossed)
            yield from extend(service, (*stops, to), track | set(pieces), tolls + fee)


def hops(service: Service, hex: str, number: int) -> Iterator[tuple[Place, list[tuple[str, object]]]]:
    """The next stops from a stop, with the hex sides crossed (each by its western hex) and joints used."""
    face = service.layout.faces[hex]
    for a, b in face.joints:
        if number in (a, b):
            yield (hex, a + b - number), [(hex, "joint")]
    for edge in members(face.nodes[number]):
        yield from onward(service, hex, edge, [])


def onward(
    service: Service, hex: str, edge: int, pieces: list[tuple[str, object]]
) -> Iterator[tuple[Place, list[tuple[str, object]]]]:
    other = neighbour(hex, edge)
    side = (hex, edge) if edge < 3 else (other, opposite(edge))
    if other not in service.layout.faces or side in pieces:
        return
    face, facing = service.layout.faces[other], opposite(edge)
    for number, edges in enumerate(face.nodes):
        if edges >> facing & 1:
            yield (other, number), [*pieces, side]
    for a, b in face.paths:
        if facing in (a, b):
            yield from onward(service, other, a + b - facing, [*pieces, side])


def ends(service: Service, place: Place) -> bool:
    return node(service, place).kind in ("offboard", "harbour") or place in service.blocked


def node(service: Service, place: Place) -> Node:
    return service.layout.faces[place[0]].tile.nodes[place[1]]


def runs(service: Service, train: Train, found: list[Trail]) -> dict[tuple[frozenset[object], frozenset[Bonus]], int]:
    """What a train can earn on each set of track with each set of bonuses, at best."""
    values: dict[tuple[frozenset[object], frozenset[Bonus]], int] = {}
    for stops, track, tolls in found:
        if not any(stop in service.homes for stop in stops) or (len(stops) > train.stops and not train.express):
            continue
        for counted in counts(service, train, stops):
            bonuses = frozenset(b for b in service.bonuses if all(p in counted for p in b.places))
            value = sum(service.worth(p, node(service, p)) for p in counted) - tolls
            key = track, bonuses
            values[key] = max(value, values.get(key, 0))
    return values


def counts(service: Service, train: Train, stops: tuple[Place, ...]) -> Iterator[tuple[Place, ...]]:
    sizes = range(1, train.stops + 1) if train.express else [len(stops)]
    for size in sizes:
        for counted in combinations(stops, size):
            large = sum(node(service, p).kind in ("city", "offboard") for p in counted)
            if large <= train.large and any(p in service.homes for p in counted):
                yield counted


def brute_force(service: Service, trains: list[Train]) -> int:
    found = trails(service)
    choices = [[(None, 0), *runs(service, train, found).items()] for train in trains]
    return max(together(service, chosen) for chosen in product(*choices))


def together(service: Service, chosen: tuple[tuple[object, int], ...]) -> int:
    total, track, bonuses = 0, set(), set()
    for key, value in chosen:
        if key is not None:
            pieces, claimed = key  # type: ignore[misc]
            if track & pieces:
                return 0
            track |= pieces
            bonuses |= claimed
            total += value
    return total + sum(bonus.amount for bonus in bonuses)


def small(service: Service, trains: list[Train]) -> bool:
    size, found = 1, trails(service)
    for train in trains:
        size *= 1 + len(runs(service, train, found))
    return size < 30_000 and all(len(stops) < 14 for stops, _, _ in found)


@pytest.mark.parametrize("block", range(20))
def test_best_routes_equal_brute_force_on_small_random_boards(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With little patience the search for express trains uses its shortcuts on these small boards too."""
    for seed in range(block * 20, block * 20 + 20):
        service, trains = problem(seed)
        if not small(service, trains):
            continue
        revenue = brute_force(service, trains)
        for patience in (600, 4):
            monkeypatch.setattr(express_search, "PATIENCE", patience)
            best = best_routes(service, trains)
            assert best.proven, seed
            assert best.revenue == revenue, seed
            check(service, trains, best.routes, best.revenue)


def test_a_short_budget_is_legal_and_never_nothing_on_small_random_boards() -> None:
    """Against the brute force: at most the best, proven only if it is that, and something where that is possible."""
    unproven = 0
    for seed in range(150):
        service, trains = problem(seed)
        if not small(service, trains):
            continue
        revenue = brute_force(service, trains)
        for nodes in (0, 5, 40):
            some = best_routes(service, trains, nodes=nodes)
            check(service, trains, some.routes, some.revenue)
            assert some.revenue <= revenue <= some.bound
            assert some.revenue > 0 or revenue == 0
            unproven += not some.proven
    assert unproven > 100


def check(service: Service, trains: list[Train], routes: tuple[Route | None, ...], revenue: int) -> None:
    """The routes are legal, disjoint, survive their notation, and earn what is said."""
    run = [(train, route) for train, route in zip(trains, routes, strict=True) if route]
    for train, route in run:
        assert fault(service, train, route) is None
        assert read(service.layout, spell(service.layout, route)) == route
    assert conflict([route for _, route in run]) is None
    assert earnings(service, [route for _, route in run]).total == revenue


# --- budgets ---------------------------------------------------------------------------------------------------------


@cache
def late_runs() -> list[tuple[Service, list[Train], int]]:
    late = [run for run in recorded(name="selfplay_[67]*") if run.phase[0] in "CD"]
    return [(service_of(run), [train_called(name) for name in run.trains], run.revenue) for run in late[::9]]


def test_a_budget_leaves_a_legal_run_and_a_true_bound() -> None:
    """However early the search is stopped: what it has is legal, and the best run is not worth more than its bound."""
    stopped = 0
    for service, trains, _ in late_runs():
        best = best_routes(service, trains)
        assert best.proven
        for nodes in (1, 10, 100, 1000):
            some = best_routes(service, trains, nodes=nodes)
            assert some.revenue <= best.revenue <= some.bound
            check(service, trains, some.routes, some.revenue)
            stopped += not some.proven
    assert stopped > 20


SHORT_BUDGETS = (2000, 4000)  # of bots and environments; of the preview and the first option


def test_a_short_budget_gives_a_good_run_in_every_late_position() -> None:
    """All late runs of the recorded games: at least 95 % of the best. With 2000 nodes some found nothing at all."""
    late = [run for run in recorded() if run.phase[0] in "CD"]
    for run in late:
        service, trains = service_of(run), [train_called(name) for name in run.trains]
        best = best_routes(service, trains)
        for nodes in SHORT_BUDGETS:
            some = best_routes(service, trains, nodes=nodes)
            assert 100 * some.revenue >= 95 * best.revenue, (run.game, run.index)
            assert some.revenue == best.revenue or not some.proven
    assert len(late) > 500


def test_an_estimate_is_never_nothing() -> None:
    for service, trains, _ in late_runs():
        best = best_routes(service, trains).revenue
        assert 2 * best_routes(service, trains, nodes=150).revenue >= best


def test_a_caller_may_stop_the_search() -> None:
    service, trains, _ = next(late for late in late_runs() if any(t.express for t in late[1]))
    asked = []
    best = best_routes(service, trains, stop=lambda: bool(asked.append(1)))
    assert best.proven
    stopped = best_routes(service, trains, stop=lambda: True)
    assert stopped.bound >= best.revenue
    assert stopped.nodes <= best.nodes


def test_the_same_budget_gives_the_same_answer() -> None:
    for service, trains, _ in late_runs()[:20]:
        assert best_routes(service, trains, nodes=300) == best_routes(service, trains, nodes=300)


def test_best_routes_are_never_below_what_was_run() -> None:
    for service, trains, revenue in late_runs():
        assert best_routes(service, trains, nodes=20_000).revenue >= revenue


def test_without_station_track_or_train_nothing_runs() -> None:
    service, trains, _ = late_runs()[0]
    assert best_routes(service, []).revenue == 0
    nowhere = Service(service.layout, (), (), service.worth)
    assert best_routes(nowhere, trains)[:3] == ((None,) * len(trains), 0, 0)
