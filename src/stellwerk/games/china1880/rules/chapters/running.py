"""1880 X.route, X.income: operating trains and what they earn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import ClassVar

from stellwerk.core import Action, Choice, Either, Illegal, Listed, Options, Rng, Rule, Seat, Step, Text, tell, then
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.actions import Run
from stellwerk.games.china1880.rules.chapters.investors import leased
from stellwerk.games.china1880.rules.chapters.powers import POWERS, power_objection, powers, use_power
from stellwerk.games.china1880.rules.citation import no, rule
from stellwerk.games.china1880.rules.components import Tables
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.best import Best, best_routes
from stellwerk.rail18.board import Board, Place
from stellwerk.rail18.cache import Cache
from stellwerk.rail18.hexes import EDGES
from stellwerk.rail18.layout import Layout
from stellwerk.rail18.routes import Fault, Route, conflict, earnings, fault, read, spell
from stellwerk.rail18.service import Bonus, Service, Toll
from stellwerk.rail18.tiles import Node
from stellwerk.rail18.trains import Train
from stellwerk.rail18.walks import any_routes, has_route, random_routes

SHORT = 4000  # search nodes for a suggestion
TAIWAN, TAIWAN_BONUS = "N16", 20


@value
class RunTrains(Step[China]):
    """1880 X.route.1: the part of a turn in which trains run; without train or route nothing is earned."""

    entity: str

    def run(self, s: China) -> None:
        s.income = 0
        names = train_names(s, self.entity)
        if names and has_route(service(s, self.entity), trains(s, names)):
            then(s, Operate(self.entity))


def train_names(s: China, entity: str) -> tuple[str, ...]:
    """The trains of a company, or the one an investor leases."""
    if entity not in s.investors:
        return s.trains[entity]
    name = leased(s)
    return (name,) if name else ()


def trains(s: China, names: Sequence[str]) -> list[Train]:
    return [_train(s.tables, name) for name in names]


@cache
def _train(t: Tables, name: str) -> Train:
    """1880 X.train.1, X.train.4: a normal or restored train may count as many large stops as stops."""
    row = t.trains[name]
    return Train(name, row.stops, row.large or row.stops, row.kind == "express")


Terms = tuple[Tables, Board, str, int, bool, int]
"""What the earnings of an entity depend on: components, board, the entity, the column of red and blue hexes, whether
ferries are free, what Taiwan brings. What is found out under them is kept. No named tuple: that takes long to make."""

SERVICES: Cache[Terms, Service] = Cache(512)
READ: Cache[tuple[Layout, str], Route | Fault] = Cache(1024)
EARNED: Cache[tuple[Service, tuple[str, ...]], int] = Cache(512)
LAWFUL: Cache[tuple[Service, tuple[str, ...], tuple[str, ...]], bool] = Cache(512)
RUNS: Cache[tuple[Terms, tuple[str, ...], int | None], Best] = Cache(2048)


def terms(s: China, entity: str) -> Terms:
    owner = s.owner(entity)
    taiwan = TAIWAN_BONUS if s.privates["P3"] == owner else 0
    return s.tables, s.board, entity, s.now.column, s.privates["P2"] == owner, taiwan


def service(s: China, entity: str) -> Service:
    """1880 X.income.3, X.route.6: what an entity may run on now, and what stops and ferries are worth to it."""
    on = terms(s, entity)
    return SERVICES.known(on) or SERVICES.put(on, _service(on))


def _service(on: Terms) -> Service:
    tables, board, entity, column, free_ferries, taiwan = on

    def worth(place: Place, node: Node) -> int:
        return node.worth(column) + (taiwan if place[0] == TAIWAN else 0)

    met, tolls = tables.atlas.met(board), () if free_ferries else ferries(tables)
    return Service(met.layout, board.places(entity), met.blocked(entity), worth, tolls, lines(tables))


@cache
def ferries(t: Tables) -> tuple[Toll, ...]:
    """1880 X.income.2: a fee for each ferry line, however many sea hexes it crosses."""
    sides = t.atlas.sides
    masks = (sum({sides[hex, e]: 0 for hex in f.hexes for e in EDGES if (hex, e) in sides}) for f in t.ferries)
    return tuple(Toll(mask, ferry.fee) for mask, ferry in zip(masks, t.ferries, strict=True))


@cache
def lines(t: Tables) -> tuple[Bonus, ...]:
    """1880 X.income.6: a bonus for one train that counts both ends."""
    return tuple(Bonus(tuple((hex, 0) for hex in line.hexes), line.bonus) for line in t.lines)


@value
class Operate(Choice[China]):
    """1880 X.route: all routes of a turn at once."""

    entity: str
    rule: ClassVar[Rule] = rule("X.route.1")
    kinds: ClassVar[tuple[type[Action], ...]] = (Run, *POWERS)

    def seat(self, s: China) -> Seat:
        return s.owner(self.entity)

    def question(self, s: China) -> Text:
        return Text("{entity}: run trains", entity=self.entity)

    def candidates(self, s: China) -> Iterator[Action]:
        yield from Routes(s, self.entity).suggest(1)
        yield from powers(s, self.seat(s))

    def options(self, s: China) -> Options:
        return Either(Routes(s, self.entity), Listed(tuple(powers(s, self.seat(s)))))

    def objection(self, s: China, a: Action) -> Illegal | None:
        return run_objection(s, self.entity, a) if isinstance(a, Run) else power_objection(s, self.seat(s), a)

    def resolve(self, s: China, a: Action) -> None:
        if isinstance(a, Run):
            s.income, s.ran = income(s, self.entity, a), True
            tell(s, events.TrainsRan, self.entity, a.routes, s.income)
        else:
            then(s, self)
            use_power(s, a)


class Routes(Options):
    """All legal runs of an entity: too many to list."""

    __slots__ = ("entity", "s")
    finite = False

    def __init__(self, s: China, entity: str) -> None:
        self.s, self.entity = s, entity

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Run) and run_objection(self.s, self.entity, action) is None

    def __iter__(self) -> Iterator[Action]:
        raise TypeError("routes are not listed: use sample or suggest")

    __len__ = None  # type: ignore[assignment]

    def sample(self, rng: Rng) -> Action:
        """1880 X.route: a random walk for each train."""
        names = train_names(self.s, self.entity)
        ground = service(self.s, self.entity)
        return written(ground, names, random_routes(ground, trains(self.s, names), rng))

    def suggest(self, n: int) -> list[Action]:
        """The best run that a short search finds, then a few others, the same ones each time they are asked for."""
        ground, names = service(self.s, self.entity), train_names(self.s, self.entity)
        best = best_run(self.s, self.entity, nodes=SHORT).routes
        first = written(ground, names, best if any(best) else any_routes(ground, trains(self.s, names)))
        rng = _Regular()
        return list(dict.fromkeys((first, *(self.sample(rng) for _ in range(2 * n)))))[:n]


class _Regular:
    """Numbers that look like chance and are always the same."""

    def __init__(self) -> None:
        self.last = 1

    def randrange(self, stop: int, /) -> int:
        self.last = self.last * 48271 % 2147483647
        return self.last % stop


def best_run(s: China, entity: str, nodes: int | None = None, stop: Callable[[], bool] | None = None) -> Best:
    """The run that earns most, within a budget of search nodes or until told to stop."""
    names = train_names(s, entity)

    def search() -> Best:
        return best_routes(service(s, entity), trains(s, names), nodes, stop)

    return search() if stop else RUNS.get((terms(s, entity), names, nodes), search)


def written(ground: Service, names: Sequence[str], routes: Sequence[Route | None]) -> Run:
    """Routes as an action, each after its train."""
    return Run(tuple(f"{name}:{_spelled(ground, route)}" for name, route in zip(names, routes, strict=True) if route))


def _spelled(ground: Service, route: Route) -> str:
    """A route as text, known by it from now on: whoever reads the text need not find the route again.

    Not so a route that uses a piece of track twice: a reader is told where. Adding up sections that share no piece
    loses no bit.
    """
    text = spell(ground.layout, route)
    if route.track.bit_count() == sum([section.bit_count() for section in route.sections]):
        READ.put((ground.layout, text), route)
    return text


def known(layout: Layout, text: str) -> Route | Fault:
    """A route as it is read once: the law asks first, the income is counted after."""
    return READ.get((layout, text), lambda: read(layout, text))


def income(s: China, entity: str, a: Run) -> int:
    """1880 X.income.1: what legal routes earn, ferry fees and the Trans-Siberian bonus included."""
    ground = service(s, entity)
    return EARNED.get((ground, a.routes), lambda: _earned(ground, a.routes))


def _earned(ground: Service, texts: Sequence[str]) -> int:
    routes = [known(ground.layout, text.partition(":")[2]) for text in texts]
    return earnings(ground, [route for route in routes if isinstance(route, Route)]).total


# --- the law ---------------------------------------------------------------------------------------------------------


def run_objection(s: China, entity: str, a: Run) -> Illegal | None:
    if not a.routes and not s.variants.idle_trains:
        return no("X.route.1", Text("{entity}: a route is possible, so a train must run", entity=entity))
    ground, names = service(s, entity), train_names(s, entity)
    asked = ground, names, a.routes
    if LAWFUL.known(asked):  # whoever looks for a run asks, and the law asks again
        return None
    refusal = _routes_objection(s, entity, ground, list(names), a.routes)
    if refusal is None:
        LAWFUL.put(asked, True)
    return refusal


def _routes_objection(s: China, entity: str, ground: Service, left: list[str], texts: Sequence[str]) -> Illegal | None:
    routes: list[Route] = []
    for text in texts:
        name, _, path = text.partition(":")
        if name not in left:
            return no("X.route.1", Text("{entity}: no such train left to run: {train}", entity=entity, train=name))
        left.remove(name)
        found = known(ground.layout, path)
        broken = found if isinstance(found, Fault) else fault(ground, _train(s.tables, name), found)
        if broken:
            return explain(broken)
        assert isinstance(found, Route)
        routes.append(found)
    if pair := conflict(routes):
        shared = tuple(texts[i].partition(":")[0] for i in pair)
        return no("X.route.10", Text("routes share track: {trains}", trains=shared))
    return None


FAULTS: Mapping[str, tuple[str, Callable[..., Text]]] = {
    "notation": ("X.route.2", lambda route: Text("not a route: {route}", route=route)),
    "hex": ("X.route.2", lambda hex: Text("no such hex: {hex}", hex=hex)),
    "stop": ("X.route.2", lambda stop: Text("no such station: {stop}", stop=stop)),
    "which-stop": ("X.route.2", lambda hex: Text("several stations on {hex}: which one?", hex=hex)),
    "track": ("X.route.2", lambda hex, other: Text("no track from {hex} to {other}", hex=hex, other=other)),
    "track-inside": ("X.route.9", lambda hex: Text("no track that way through {hex}, or reversing there", hex=hex)),
    "no-stop": ("X.route.2", lambda hex: Text("the route ends on {hex} without a station", hex=hex)),
    "track-twice": ("X.route.9", lambda hex: Text("track used twice on the way to {hex}", hex=hex)),
    "one-stop": ("X.route.2", lambda: Text("a route needs two stations")),
    "stop-twice": ("X.route.5", lambda stop: Text("{stop} is visited twice", stop=stop)),
    "terminal": ("X.route.7", lambda stop: Text("{stop} can only be the end of a route", stop=stop)),
    "blocked": ("X.route.8", lambda stop: Text("{stop} is full of other markers: no way through", stop=stop)),
    "no-station": ("X.route.2", lambda: Text("no own marker on the route")),
    "left-out": ("X.route.4", lambda stop: Text("only express trains leave out stations: {stop}", stop=stop)),
    "station-left-out": ("X.train.3", lambda: Text("a station with an own marker must be counted")),
    "stops": ("X.route.3", lambda n, most: Text("stations counted: {n}, allowed: {most}", n=n, most=most)),
    "large-stops": ("X.train.2", lambda n, most: Text("large stations counted: {n}, allowed: {most}", n=n, most=most)),
}


def explain(found: Fault) -> Illegal:
    section, text = FAULTS[found.code]
    return no(section, text(*found.about))
