"""1880: routes for the player: the best a search finds and whether that is proven, the same as last time, or his own,
drawn stop by stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from stellwerk.core import BadNotation, Illegal, Text, events
from stellwerk.games.china1880.rules.actions import Run
from stellwerk.games.china1880.rules.chapters.running import (
    Operate,
    explain,
    income,
    run_objection,
    service,
    train_names,
    trains,
)
from stellwerk.games.china1880.rules.events import TrainsRan
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.routes import best_routes
from stellwerk.rail18.routes import CALL, Fault, earnings, fault, spell
from stellwerk.rail18.tracing import Point, counting, trace
from stellwerk.table.cache import Cache
from stellwerk.web.view.perspective import Perspective

SECONDS = 2.5
FOUND: Cache[Any, list[Proposal]] = Cache(100)


@dataclass(frozen=True, slots=True)
class Proposal:
    action: Run
    title: Text
    income: int
    proof: Text | None = None


def is_running(perspective: Perspective) -> bool:
    """Whether trains are to be run just now."""
    return perspective.my_turn and not perspective.past and isinstance(perspective.asking.choice, Operate)


def runner(perspective: Perspective) -> tuple[China, str]:
    """The position and who runs."""
    choice = perspective.asking.choice
    assert isinstance(choice, Operate)
    return perspective.asking.state, choice.entity


# --- found ----------------------------------------------------------------------------------------------------------


def proposals(perspective: Perspective) -> list[Proposal]:
    return FOUND.get_or_make((*perspective.key, "routes"), lambda: list(_proposals(perspective)))


def _proposals(perspective: Perspective) -> Iterator[Proposal]:
    state, entity = runner(perspective)
    found = best_routes(state, entity, SECONDS)
    run, again = Run(tuple(found["routes"])), _last(perspective, entity)
    if run in perspective.asking.offered:
        proof = Text("proven best") if found["proven"] else Text("at most ¥{bound}", bound=found["bound"])
        yield Proposal(run, _title(found["proven"], run == again), found["revenue"], proof)
    if again is not None and again != run and again in perspective.asking.offered:
        yield Proposal(again, Text("Same routes again"), _worth(state, again))


def _title(proven: bool, again: bool) -> Text:
    """Only what is proven best is called so."""
    if proven:
        return Text("Best routes, same as last time") if again else Text("Best routes")
    return Text("Good routes, same as last time") if again else Text("Good routes")


def _last(perspective: Perspective, entity: str) -> Run | None:
    ran = [
        event
        for event in perspective.told(perspective.version)
        if isinstance(event, TrainsRan) and event.entity == entity
    ]
    return Run(ran[-1].routes) if ran else None


def _worth(state: Any, run: Run) -> int:
    return next((event.income for event in events(state, run) if isinstance(event, TrainsRan)), 0)


# --- drawn ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawn:
    """The route of one train as far as it has been pointed out."""

    train: str
    points: str
    line: str = ""
    income: int = 0
    wrong: Illegal | None = None


@dataclass(frozen=True, slots=True)
class RouteDesk:
    """All trains of a turn with their routes; `wrong` speaks against running them like this."""

    drawn: tuple[Drawn, ...]
    run: Run
    income: int
    wrong: Illegal | None


def drawing(perspective: Perspective, pointed: Sequence[str]) -> RouteDesk:
    """One list of stops and hexes for each train, in the order of the trains; a train without any stands still."""
    state, entity = runner(perspective)
    names = train_names(state, entity)
    if len(pointed) > len(names):
        raise BadNotation(Text("not a route: {route}", route=pointed[-1]))
    given = [points_of(text) for text in (*pointed, *("" for _ in names[len(pointed) :]))]
    drawn, taken = [], 0
    for name, points in zip(names, given, strict=True):
        one, track = _drawn(state, entity, name, points, taken)
        drawn.append(one)
        taken |= track
    run = Run(tuple(one.line for one in drawn if one.line))
    faulty = next((one.wrong for one in drawn if one.wrong is not None), None)
    wrong = faulty or run_objection(state, entity, run)
    whole = sum(one.income for one in drawn) if wrong else income(state, entity, run)
    return RouteDesk(tuple(drawn), run, whole, wrong)


def points_of(text: str) -> list[Point]:
    """``F8.1,E9`` as a list of points; a written route will do, too."""
    words = [word for word in text.replace("-", ",").split(",") if word]
    found = [CALL.fullmatch(word) for word in words[:60]]
    if len(words) > 60 or not all(found):
        raise BadNotation(Text("not a route: {route}", route=text[:60]))
    return [(m[2], int(m[3]) if m[3] else None) for m in found if m]


def _drawn(state: China, entity: str, name: str, points: list[Point], taken: int) -> tuple[Drawn, int]:
    text = ",".join(hex if node is None else f"{hex}.{node}" for hex, node in points)
    if not points:
        return Drawn(name, ""), 0
    ground, (train,) = service(state, entity), trains(state, [name])
    route = trace(ground, points, taken)
    if isinstance(route, Fault):
        return Drawn(name, text, wrong=explain(route)), 0
    route = counting(ground, train, route)
    broken = fault(ground, train, route)
    return Drawn(
        name,
        text,
        f"{name}:{spell(ground.layout, route)}",
        earnings(ground, [route]).total,
        explain(broken) if broken else None,
    ), route.track


def stops(perspective: Perspective) -> list[str]:
    """The elements of the map that stand for stops within reach."""
    state, entity = runner(perspective)
    faces = state.tables.atlas.layout(state.board).faces
    places = state.tables.atlas.network(state.board, entity).places
    several = {place: len(faces[place[0]].nodes) > 1 and faces[place[0]].tile.nodes[place[1]].slots for place in places}
    return list(dict.fromkeys(f"city-{hex}-{node}" if several[hex, node] else f"hex-{hex}" for hex, node in places))
