"""1880: routes found for the player: the best a search finds and whether that is proven; the same as last time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from stellwerk.core import Text, events
from stellwerk.games.china1880.actions import Run
from stellwerk.games.china1880.chapters.running import Operate
from stellwerk.games.china1880.events import TrainsRan
from stellwerk.study.routes_command import best
from stellwerk.web.sight import Shelf, Sight

SECONDS = 2.5
FOUND = Shelf(100)


@dataclass(frozen=True, slots=True)
class Proposal:
    action: Run
    title: Text
    income: int
    proof: Text | None = None


def running(sight: Sight) -> bool:
    """Whether trains are to be run just now."""
    return sight.my_turn and not sight.past and isinstance(sight.asking.choice, Operate)


def proposals(sight: Sight) -> list[Proposal]:
    return FOUND.get((*sight.key, "routes"), lambda: list(_proposals(sight)))


def _proposals(sight: Sight) -> Iterator[Proposal]:
    choice, state = sight.asking.choice, sight.asking.state
    assert isinstance(choice, Operate)
    found = best(state, choice.entity, SECONDS)
    run = Run(tuple(found["routes"]))
    if run in sight.asking.offered:
        proof = Text("proven best") if found["proven"] else Text("at most ¥{bound}", bound=found["bound"])
        yield Proposal(run, Text("Best routes"), found["revenue"], proof)
    again = _last(sight, choice.entity)
    if again is not None and again != run and again in sight.asking.offered:
        yield Proposal(again, Text("Same routes again"), _worth(state, again))


def _last(sight: Sight, entity: str) -> Run | None:
    ran = [event for event in sight.told() if isinstance(event, TrainsRan) and event.entity == entity]
    return Run(ran[-1].routes) if ran else None


def _worth(state: Any, run: Run) -> int:
    return next((event.income for event in events(state, run) if isinstance(event, TrainsRan)), 0)
