"""Which tiles the engine lets a company lay, against a validator of its own; long in `make soak`."""

from __future__ import annotations

import random

from tests.checkers import matching
from tests.checkers.boards import OWN, scene
from tests.checkers.engine import PHASES, allows, builder, offers
from tests.checkers.ground import Ground, data, tiles
from tests.checkers.lays import COLOURS, Table, Wish, arrivals, hexes, is_legal


def differences(seed: int, share: float = 1.0) -> tuple[list[Wish], int, int]:
    """Lays in dispute on a random board, and how many were legal and illegal; `share` of the illegal ones is tried."""
    rng, drawn = random.Random(seed), scene(seed)
    letter = seed % 4
    left = {number: int(rng.random() < 0.8) for number in tiles()}
    left["63"] = seed // 4 % 2
    ground = Ground(drawn.lays, drawn.markers, OWN)
    home = next(row["home"] for row in data("companies")["company"] if row["id"] == OWN)
    own = tuple(hex for hex, _ in ground.own)
    drawn = drawn._replace(lays=_thinned(rng, drawn.lays, (*own, home)))
    reached = arrivals(matching.reached(Ground(drawn.lays, drawn.markers, OWN)))
    table = Table(drawn.lays, left, COLOURS[: letter + 1], reached, own, home)
    s = builder(drawn, PHASES[letter], left)
    every = [Wish(hex, tile, turn) for hex in hexes() for tile in tiles() for turn in range(6)]
    legal = {wish for wish in every if is_legal(table, wish)}
    tried = [wish for wish in every if wish in legal or rng.random() < share]
    wrong = [wish for wish in tried if allows(s, *wish) != (wish in legal)]
    if home in drawn.lays:  # a company without track at home has no other marker
        wrong += [wish for wish in map(Wish._make, offers(s)) if wish not in legal]
    return wrong, len(legal), len(tried) - len(legal)


def _thinned(rng: random.Random, lays: dict[str, tuple[str, int]], kept: tuple[str, ...]) -> dict[str, tuple[str, int]]:
    """Some hexes are bare again, so that first tiles can be laid as well."""
    return {hex: lay for hex, lay in lays.items() if hex in kept or rng.random() < 0.8}


def test_X_track_X_upgrade_lays_are_judged_alike() -> None:
    found = [differences(seed, 0.02) for seed in range(16)]
    assert [wrong for wrong, _, _ in found if wrong] == []
    assert sum(legal for _, legal, _ in found) > 300
    assert sum(illegal for _, _, illegal in found) > 10_000
