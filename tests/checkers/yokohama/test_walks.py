"""Moves of the president on random tables, against walks found from the book; long in `make soak`."""

from __future__ import annotations

import random

from stellwerk.core import after
from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.components import YEN
from stellwerk.games.yokohama.rules.state import Yokohama
from tests.checkers.yokohama.walks import CANAL, Streets, Way, walks
from tests.games.helpers import offered, told
from tests.games.yokohama.table import RED, Table

TECHNOLOGIES = ("stagecoach", "postal-system", "tram", "station")


def table(seed: int) -> Table:
    """A random table with the president about to move."""
    rng = random.Random(seed)
    t = Table(2 + seed % 3, seed=seed, detours=bool(seed % 5 == 0))
    lie = [t.s.tables.areas[area].id for area in t.s.layout]
    grounds = [area for area in lie if area != CANAL]
    owned = [name for name in TECHNOLOGIES if rng.randrange(4) == 0]
    t.own(RED, *owned).stock(RED, yen=rng.randrange(5))
    if "station" in owned:
        t.station(rng.choice(grounds))
    for seat in range(t.s.seats):
        if rng.randrange(6):
            t.president(seat, rng.choice(grounds))
    for area in rng.sample(grounds, min(8, rng.randrange(3, len(grounds) + 1))):
        t.put(RED, area, 1)
    return t.play("done")


def streets(s: Yokohama) -> Streets:
    names = [area.id for area in s.tables.areas]
    return Streets(
        seats=s.seats,
        layout=tuple(names[area] for area in s.layout),
        start=names[s.presidents[RED]] if s.presidents[RED] >= 0 else "",
        assistants=frozenset(name for name, n in zip(names, s.assistants[RED], strict=True) if n),
        presidents=tuple((seat, names[area]) for seat, area in enumerate(s.presidents) if seat != RED and area >= 0),
        yen=s.stock[RED][YEN],
        technologies=frozenset(s.technologies[RED]),
        station=names[s.station] if s.station >= 0 else "",
    )


def moves(s: Yokohama) -> dict[Way, int]:
    """What the engine offers, and what each move costs: a yen for everybody paid, and the canal."""
    found: dict[Way, int] = {}
    for line in offered(s, "move "):
        _, area, *payees = line.split()
        then = after(s, GAME.parse(line))
        got = [then.stock[seat][YEN] - s.stock[seat][YEN] for seat in range(s.seats)]
        assert all(got[int(seat)] >= 1 for seat in payees), line
        found[area, frozenset(map(int, payees))] = len(payees) + _toll(s, line)
    return found


def _toll(s: Yokohama, line: str) -> int:
    """What the log says was paid for the canal."""
    return int(told(s, line)[0].partition(", canal ")[2].partition(" ")[0] or 0)


def differences(seeds: range) -> tuple[list[str], int]:
    """Tables in dispute, and how many ways both sides found."""
    wrong, ways = [], 0
    for seed in seeds:
        s = table(seed).s
        ours = walks(streets(s), s.variants.detours)
        ways += len(ours)
        if moves(s) != ours:
            wrong.append(f"{seed}: {sorted(set(moves(s).items()) ^ set(ours.items()), key=str)}")
    return wrong, ways


def test_B_2_random_tables_have_the_same_ways() -> None:
    wrong, ways = differences(range(150))
    assert wrong == []
    assert ways > 300
