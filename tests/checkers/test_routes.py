"""Which routes the engine allows and what they earn, against a validator of its own; long in `make soak`."""

from __future__ import annotations

import random
from itertools import pairwise

from stellwerk.rail18.best import best_routes
from stellwerk.rail18.routes import spell
from tests.checkers.boards import OWN, scene
from tests.checkers.engine import judged, network, service, train
from tests.checkers.ground import Ground
from tests.checkers.routes import Call, is_legal, some_routes, spelled, value

TRAINS = ("2", "2+2", "3", "3+3", "4", "4+4", "6", "6E", "8", "8E", "10", "2R")


def differences(seed: int, walks: int) -> tuple[list[str], int, int]:
    """Routes in dispute on a random board, and how many were legal and illegal."""
    rng, drawn, column = random.Random(seed), scene(seed), seed % 4
    ground, engine = Ground(drawn.lays, drawn.markers, OWN), service(drawn, column)
    wrong, counts = [], [0, 0]
    for route in (route for _ in range(walks) for route in some_routes(ground, rng)):
        name = rng.choice(TRAINS)
        ours = value(ground, route, column) if is_legal(ground, name, route) else None
        counts[ours is None] += 1
        if judged(engine, name, spelled(route)) != ours:
            wrong.append(f"{name}:{spelled(route)}")
    return wrong, *counts


def test_X_route_random_routes_are_judged_alike() -> None:
    found = [differences(seed, 30) for seed in range(60)]
    assert [wrong for wrong, _, _ in found if wrong] == []
    assert sum(legal for _, legal, _ in found) > 500
    assert sum(illegal for _, _, illegal in found) > 3000


def calls(text: str, ground: Ground) -> list[Call]:
    """A route as the engine writes it: a hex with one stop goes without its number."""
    route: list[Call] = []
    for word in text.split("-"):
        hex, _, number = word.strip("()").partition(".")
        stop = int(number) if number else 0 if len(ground.drawn[hex].stops) == 1 else None
        route.append((hex, stop, not word.startswith("(")))
    return route


def test_X_route_what_a_short_search_finds_is_legal_and_never_nothing() -> None:
    """On boards denser than any game, whatever the budget; against the validator, not the engine's own law."""
    sets = (("10",), ("8", "10"), ("8E",), ("8E", "10"), ("4+4", "4+4", "6E"), ("4", "4+4", "2R"))
    large = [seed for seed in range(100) if len(network(scene(seed)).places) > 20]
    assert len(large) > 30
    for seed, names in zip(large, sets * 9, strict=False):
        drawn = scene(seed)
        ground, engine = Ground(drawn.lays, drawn.markers, OWN), service(drawn, 3)
        for nodes in (1, 150, 2000):
            found = best_routes(engine, [train(name) for name in names], nodes=nodes)
            run = [(n, calls(spell(engine.layout, r), ground)) for n, r in zip(names, found.routes, strict=True) if r]
            assert found.revenue > 0
            assert all(is_legal(ground, name, route) for name, route in run)
            sides = [frozenset((a[0], b[0])) for _, route in run for a, b in pairwise(route)]
            assert len(set(sides)) == len(sides)
