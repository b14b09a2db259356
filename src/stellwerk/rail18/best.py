"""The best routes of all trains of a company together.

Each train is first given its own best route, as if it ran alone: together these are worth at least as much as any
legal run. Where two of them share a piece of track, at most one of the two may have it; so the question splits in two,
and in each half one train finds a new route without that piece. The half that promises most is looked at next; the
first without conflict is the best run. The same is done for a bonus that is paid only once. On the way, runs without
conflict are made by serving the trains one after another, so there is always a legal run and an upper bound.

A search that is stopped before the proof is followed by a *sketch*: routes from a few good arms of each length, which
take a fixed small effort whatever is left of the budget. So a short budget gives a good run, never nothing where
something can be run; whether it is the best is for ``proven`` to say.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, permutations
from typing import NamedTuple

from stellwerk.rail18.findings import Answer, Budget, Found, Spent, members, union
from stellwerk.rail18.routes import Route, along
from stellwerk.rail18.search import Finder
from stellwerk.rail18.service import Service
from stellwerk.rail18.trains import Train

SHORT = 1000  # search nodes below which an estimate is wanted
SLIGHT, THOROUGH = 4, 8  # width of a sketch
SMALL = 8  # stops of a web that is soon searched out
ORDERS = 6  # in which the trains of a sketch are served


class Best(NamedTuple):
    """A run: a route or None for each train. ``bound`` is what no run can exceed; proven if that is the revenue."""

    routes: tuple[Route | None, ...]
    revenue: int
    bound: int
    nodes: int

    @property
    def proven(self) -> bool:
        return self.revenue >= self.bound


def best_routes(
    service: Service, trains: Sequence[Train], nodes: int | None = None, stop: Callable[[], bool] | None = None
) -> Best:
    """The run with the highest revenue, within a budget of search nodes or until ``stop`` says so.

    Only if it is ``proven`` may it be called the best; otherwise it is a good one and ``bound`` says how much better
    another could be.
    """
    budget = Budget(nodes, stop)
    search = _Search(service, trains, budget)
    bound = search.run()
    if bound > search.revenue:
        search.sketch(SLIGHT if nodes is not None and nodes < SHORT else THOROUGH)
    routes = tuple(search.route(found) for found in search.best)
    return Best(routes, search.revenue, max(bound, search.revenue), budget.used)


class Estimates:
    """What quick looks at one web find, for those who ask very often: in a small web the best run, in a large one a
    good one.

    A good one serves each train in turn by a few good arms; nothing is proven. The arms, and the routes of trains that
    run alone, are kept for whoever asks about other trains.
    """

    def __init__(self, service: Service) -> None:
        self.service = service
        self.is_small = len(service.web.places) <= SMALL
        self.finder = _Search(service, (), Budget()).sketcher(0 if self.is_small else SLIGHT)
        self.alone: dict[Train, Answer] = {}

    def revenue(self, trains: Sequence[Train]) -> int:
        search = _Search(self.service, trains, Budget())
        if not self.is_small:
            search.glance(self.finder, self.alone)
        elif not search.prove(self.finder, self.alone):
            return best_routes(self.service, trains, SHORT).revenue
        return search.revenue


class _Half(NamedTuple):
    """Part of the question: for each train the track and the bonuses it may not have, and its best route then."""

    taken: tuple[int, ...]
    barred: tuple[int, ...]
    routes: tuple[Found | None, ...]

    @classmethod
    def whole(cls, alone: list[Answer]) -> _Half:
        """The whole question: nothing is taken from anybody."""
        none = (0,) * len(alone)
        return cls(none, none, tuple(answer.found for answer in alone))

    @property
    def value(self) -> int:
        return sum(route.value for route in self.routes if route)


class _Search:
    def __init__(self, service: Service, trains: Sequence[Train], budget: Budget) -> None:
        self.web = service.web
        self.trains = trains
        number = {place: i for i, place in enumerate(self.web.places)}
        known = [b for b in service.bonuses if all(place in number for place in b.places)]
        self.amounts = [bonus.amount for bonus in known]
        stops = [union(1 << number[place] for place in bonus.places) for bonus in known]
        self.bonuses = list(zip(stops, self.amounts, strict=True))
        self.finder = Finder(self.web, self.bonuses, budget)
        self.revenue = 0
        self.best: tuple[Found | None, ...] = (None,) * len(trains)

    def run(self) -> int:
        """Searches, and returns what no run can exceed."""
        if len(self.trains) > 1:
            self._serve_all(_Half.whole(self._alone(quick=True)), quick=True)
        alone = self._alone()
        whole, bound = _Half.whole(alone), sum(answer.bound for answer in alone)
        self._serve_all(whole, quick=True)
        if not all(answer.exact for answer in alone):
            return bound
        heap = [(-whole.value, 0, whole)]
        try:
            self._serve_all(whole)
            self._split(heap)
        except Spent:
            return -heap[0][0] if heap else bound
        return self.revenue

    def sketch(self, width: int) -> None:
        """A good run when the search was stopped: from few arms of each length, then each train once more."""
        self.finder = self.sketcher(width)
        self._serve_all(_Half.whole(self._alone(quick=True)), quick=True, orders=ORDERS)
        while any(self._improve(train) for train in range(len(self.trains))):
            pass

    def sketcher(self, width: int) -> Finder:
        return Finder(self.web, self.bonuses, Budget(), width)

    def glance(self, sketcher: Finder, alone: dict[Train, Answer]) -> None:
        """The first run of a sketch, the trains served in one order only."""
        self.finder = sketcher
        self._serve_all(_Half.whole(self._alone(True, alone)), quick=True, orders=1)

    def prove(self, finder: Finder, alone: dict[Train, Answer]) -> bool:
        """The best run by what the finder has kept; whether it was found soon."""
        self.finder, finder.budget = finder, Budget(SHORT)
        whole = _Half.whole(self._alone(known=alone))
        try:
            self._split([(-whole.value, 0, whole)])
        except Spent:
            return False
        return all(alone[train].exact for train in self.trains)

    def _improve(self, train: int) -> bool:
        """Whether a train finds a better route beside the others of the best run."""
        before = self.revenue
        others = [route for i, route in enumerate(self.best) if route and i != train]
        track, bonuses = union(route.track for route in others), union(route.bonuses for route in others)
        answer = self._ask(train, track, _value(self.best[train]), bonuses, quick=True)
        self._keep(_with(self.best, train, answer.found or self.best[train]))
        return self.revenue > before

    def _serve_all(self, half: _Half, quick: bool = False, orders: int | None = None) -> None:
        """The trains one after another, in every order."""
        for order in islice(permutations(range(len(self.trains))), orders):
            if half.value > self.revenue:
                self._serve(half, order, quick)

    def _alone(self, quick: bool = False, known: dict[Train, Answer] | None = None) -> list[Answer]:
        """Each train as if it were the only one; like trains have like routes."""
        known = {} if known is None else known
        for train in sorted(self.trains, key=lambda train: train.express):  # what is soon known first
            if train not in known:
                known[train] = self.finder.best(train, quick=quick)
        return [known[train] for train in self.trains]

    def _split(self, heap: list[tuple[int, int, _Half]]) -> None:
        """Look into the most promising part until nothing promises more than what is known."""
        count = 0
        while heap and -heap[0][0] > self.revenue:
            half = heap[0][2]
            clash = self._clash(half)
            if clash is None:
                self._keep(half.routes)
                return
            parts = [part for part in self._parts(half, *clash) if part.value > self.revenue]
            heapq.heappop(heap)
            for part in parts:
                count += 1
                heapq.heappush(heap, (-part.value, count, part))
            for part in parts:
                self._serve(part, sorted(range(len(self.trains)), key=lambda i: -_value(part.routes[i])))

    def _clash(self, half: _Half) -> tuple[int, int, int, int] | None:
        """Two trains that want the same: a piece of track, or a bonus."""
        for (i, a), (j, b) in combinations(enumerate(half.routes), 2):
            if a and b and a.track & b.track:
                return i, j, _first(a.track & b.track), 0
            if a and b and a.bonuses & b.bonuses:
                return i, j, 0, _first(a.bonuses & b.bonuses)
        return None

    def _parts(self, half: _Half, i: int, j: int, track: int, bonus: int) -> Iterator[_Half]:
        alike = self.trains[i] == self.trains[j] and (half.taken[i], half.barred[i]) == (half.taken[j], half.barred[j])
        for train in (j,) if alike else (i, j):
            taken, barred = half.taken[train] | track, half.barred[train] | bonus
            floor = self.revenue - half.value + _value(half.routes[train])
            answer = self._ask(train, taken, floor, barred)
            if answer.found or floor < 0:
                yield _Half(
                    _with(half.taken, train, taken),
                    _with(half.barred, train, barred),
                    _with(half.routes, train, answer.found),
                )

    def _ask(self, train: int, taken: int, floor: int, barred: int, quick: bool = False) -> Answer:
        answer = self.finder.best(self.trains[train], taken, max(0, floor), barred, quick)
        if not answer.exact and not quick:
            raise Spent
        return answer

    def _serve(self, half: _Half, order: Sequence[int], quick: bool = False) -> None:
        """A legal run: trains in this order keep their route where it is still free, or take the best that is left."""
        routes: list[Found | None] = [None] * len(order)
        track = bonuses = 0
        for place, train in enumerate(order):
            route = half.routes[train]
            if route and (route.track & track or route.bonuses & bonuses):
                rest = sum(_value(half.routes[later]) for later in order[place + 1 :])
                floor = self.revenue - rest - sum(map(_value, routes))
                route = self._ask(train, half.taken[train] | track, floor, bonuses, quick).found
            if route:
                routes[train] = route
                track |= route.track
                bonuses |= route.bonuses
        self._keep(tuple(routes))

    def _keep(self, routes: tuple[Found | None, ...]) -> None:
        """Remember a run without shared track if it is the best so far; a bonus counts once."""
        claimed = [bonus for route in routes if route for bonus in members(route.bonuses)]
        twice = sum(self.amounts[bonus] for i, bonus in enumerate(claimed) if bonus in claimed[:i])
        revenue = sum(map(_value, routes)) - twice
        if revenue > self.revenue:
            self.revenue, self.best = revenue, routes

    def route(self, found: Found | None) -> Route | None:
        if found is None:
            return None
        places = self.web.places
        head, tail = ([step.link for step in steps] for steps in (found.head, found.tail))
        calls = (found.home, *(step.to for step in (*found.head, *found.tail)))
        left_out = [places[i] for i in calls if not found.counted >> i & 1]
        return along(places[found.home], head, tail, left_out)


def _value(route: Found | None) -> int:
    return route.value if route else 0


def _first(mask: int) -> int:
    return mask & -mask


def _with(values: tuple, at: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:at], value, *values[at + 1 :])
