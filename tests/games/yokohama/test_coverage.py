"""Every component is used in the union of random and scripted games."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from stellwerk.core import Event
from stellwerk.games.yokohama.rules import events as told
from stellwerk.games.yokohama.rules.components import OWN, tables
from stellwerk.games.yokohama.rules.state import Yokohama
from tests.games.yokohama.script import planned, played, randomly

KINDS = ("areas", "technologies", "orders", "tiles", "achievements", "sites")
Used = dict[str, dict[str, None]]


def use(used: Used, s: Yokohama, event: Event) -> None:
    """Note what an event has used."""
    match event:
        case told.Acted():
            used["areas"][event.area.id] = None
        case told.Moved() if event.canal:
            used["areas"]["canal"] = None
        case told.TechnologyAcquired():
            used["technologies"][event.technology.id] = None
        case told.Fulfilled():
            used["orders"][event.order.id] = None
        case told.TileTaken():
            used["tiles"][event.tile.id] = None
        case told.Achieved():
            used["achievements"][event.achievement.id] = None
        case told.Built():
            used["sites"][s.sites[s.tables.area_index[event.area.id]]] = None


def used_in(games: Iterable[Iterable[tuple[Yokohama, Event]]]) -> Used:
    used: Used = {kind: {} for kind in KINDS}
    for game in games:
        for s, event in game:
            use(used, s, event)
    return used


def everything() -> dict[str, list[str]]:
    t = tables(OWN)
    return {
        "areas": [area.id for area in t.areas],
        "technologies": list(t.technologies),
        "orders": list(t.orders),
        "tiles": list(t.tiles),
        "achievements": list(t.achievements),
        "sites": list(t.sites),
    }


ACHIEVEMENTS = [("a-copper", "b-yen", "c-prod4"), ("a-silk", "b-tech", "c-trade4"), ("a-tea", "b-tokens", "c-3p2t"),
                ("a-fish", "b-orders", "c-2p3t")]  # fmt: skip


@pytest.mark.slow
def test_everything_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    """general.1, setup.11: no area, technology, order, tile, achievement or site is a dead letter."""
    chance = used_in(played(seats, seed, randomly(random.Random(seed))) for seats in (3, 4) for seed in range(6))
    script = used_in(played(4, seed, planned, ACHIEVEMENTS[seed % 4]) for seed in range(16))
    missing = {}
    with capsys.disabled():
        for kind, ids in everything().items():
            counts = len(chance[kind]), len(script[kind])
            print(f"\nyokohama {kind}: {len(ids)}; random {counts[0]}, scripted {counts[1]}", end="")
            missing[kind] = [id_ for id_ in ids if id_ not in chance[kind] and id_ not in script[kind]]
        print()
    assert missing == {kind: [] for kind in KINDS}


@pytest.mark.slow
def test_every_kind_of_event_is_told() -> None:
    """general.2: everything that can happen does happen in these games, and can be read."""
    kinds = {kind for kind in vars(told).values() if isinstance(kind, type) and issubclass(kind, Event)}
    kinds -= {Event, told.Told}
    seen: dict[type[Event], str] = {}
    for seed in range(4):
        for answer in (planned, randomly(random.Random(seed))):
            for _, event in played(4, seed, answer):
                seen.setdefault(type(event), str(event.text()))
    assert {kind.__name__ for kind in kinds - set(seen)} == set()
    assert all(line and "{" not in line for line in seen.values())
