"""The best route of an express train: grown stop by stop, never listed.

Depth first, the most promising step first; a step is taken while its promise beats the best known. A promise is the sum
of the best values on the way and still within reach, with at most one end for each arm.

Stops worth no more than a mark are *common*: there are enough of them everywhere, so they are not counted one by one,
and a detour over common stops is not made where a direct link leads on. When the search shows that a route did not
keep its promise because there were too few of them after all, it is repeated with a lower mark.
"""

from __future__ import annotations

from typing import NamedTuple

from stellwerk.rail18.findings import Answer, Budget, Found, Premium, Spent, members, union
from stellwerk.rail18.service import Step, Web
from stellwerk.rail18.trains import Train

PATIENCE = 600  # steps of a first search without common stops


class Trip(NamedTuple):
    """A route so far: where its arm ends, stops and track as bit-sets, where a second arm may begin, both arms."""

    head: int | None
    calls: int
    used: int
    tolls: int
    tail: int | None
    steps: tuple[Step, ...]
    first: tuple[Step, ...]


class Express:
    def __init__(
        self, web: Web, train: Train, taken: int, floor: int, premium: Premium, budget: Budget, patience: int = 0
    ) -> None:
        self.web, self.taken, self.premium, self.budget = web, taken, premium, budget
        self.patience = patience or PATIENCE
        self.floor = floor
        self.best: Found | None = None
        stops = range(len(web.places))
        free = [i for i in stops if not premium.stops >> i & 1]
        self.count = train.stops - (len(stops) - len(free))
        self.fixed = premium.amount + sum(web.values[i] for i in members(premium.stops))
        self.homes = union(1 << home for home in web.homes)
        self.ends = union(1 << i for i in stops if web.ends[i])
        self.near = [union(1 << step.to for step in steps if not step.mask & taken) for steps in web.steps]
        values = sorted({web.values[i] for i in free if web.values[i] > 0}, reverse=True)
        self.classes = [(value, union(1 << i for i in free if web.values[i] == value)) for value in values]
        self.own = sorted(((web.values[home], home) for home in web.homes), reverse=True)
        self.shortcuts = _private_links(web)
        self.common = self.root = 0
        self.slack = 0  # the highest promise that a complete route did not keep
        self.open = 0  # the highest promise not looked into when the budget ended

    def run(self, quick: bool = False) -> Answer:
        if self.count < 0 or (self.count == 0 and not self.premium.stops & self.homes):
            return Answer(None, self.floor, True)
        cap = self.ceiling()
        try:
            if self._sound_out() or quick:
                return Answer(self.best, self.floor, not quick)
            while cap > self.floor:
                self._descend()
                cap = self.slack
                self.common = max((value for value, _ in self.classes if value < self.common), default=0)
        except Spent:
            return Answer(self.best, min(cap, max(self.floor, self.open or cap, self.slack)), False)
        return Answer(self.best, self.floor, True)

    def ceiling(self) -> int:
        """What no route can exceed."""
        if self.count < 0:
            return 0
        self._mark(0)
        return max((promise for promise, _ in self._starts()), default=0)

    def _sound_out(self) -> bool:
        """A short search without common stops: often all that is needed, else it tells which stops are common."""
        whole, self.budget = self.budget, Budget(self.patience)
        try:
            self._descend()
            return True
        except Spent:
            self.common = self._usual()
            return False
        finally:
            whole, self.budget = self.budget, whole
            self.budget.spend(whole.used)

    def _usual(self) -> int:
        """The least value that the best route so far counts; before there is one, that the best stops would have."""
        if self.best:
            worth = [self.web.values[i] for i in members(self.best.counted & ~self.premium.stops)]
        else:
            worth = sorted((v for v, end in zip(self.web.values, self.web.ends, strict=True) if not end), reverse=True)
        return min(worth[: self.count], default=0) if len(worth) >= self.count else 0

    def _mark(self, common: int) -> None:
        """Say which stops are common."""
        self.common = common
        self.rare = [(value, stops) for value, stops in self.classes if value > common]
        self.kept = union(stops for _, stops in self.rare) | self.homes | self.premium.stops

    def _starts(self) -> list[tuple[int, Trip]]:
        """Where routes are grown from: an end that must be counted, or else each station in turn."""
        shift, ends = self.web.shift, members(self.premium.stops & self.ends)
        roots = ends[:1] or self.web.homes
        starts = []
        banned = self.taken
        for root in roots:
            calls, tail = 1 << root, None if self.web.ends[root] else root
            stops = calls | self._reach(calls, calls)
            promise = self._worth(stops, calls, 1 if tail is None else 2) if self._allows(stops) else 0
            starts.append((promise, Trip(root, calls, banned | calls << shift, 0, tail, (), ())))
            banned |= calls << shift
        return starts

    def _allows(self, stops: int) -> bool:
        """Whether a route over these stops may be one: the bonus and an own station are among them."""
        return not self.premium.stops & ~stops and bool(stops & self.homes)

    def _descend(self) -> None:
        self.slack = self.open = 0
        self._mark(self.common)
        starts = self._starts()
        for i, (promise, trip) in enumerate(starts):
            self.root = trip.calls.bit_length() - 1
            if promise > self.floor:
                try:
                    self._grow(trip, promise)
                except Spent:
                    self.open = max(self.open, *(promise for promise, _ in starts[i + 1 :]), 0)
                    raise

    def _grow(self, trip: Trip, promise: int) -> None:
        try:
            self.budget.spend()
        except Spent:
            self.open = promise
            raise
        self._record(trip)
        ways = self._ways(trip)
        for i, (promise, _, step) in enumerate(ways):
            if promise <= self.floor:
                return
            try:
                self._grow(self._longer(trip, step), promise)
            except Spent:
                self.open = max(self.open, ways[i + 1][0] if i + 1 < len(ways) else 0)
                raise

    def _ways(self, trip: Trip) -> list[tuple[int, int, Step | None]]:
        """The steps worth taking, the most promising first; None is to go on with the second arm."""
        ways: list[tuple[int, int, Step | None]] = []
        for step in self.web.steps[trip.head] if trip.head is not None else ():
            if not trip.used & step.mask and not self._detour(step, trip):
                promise = self._promise(step, trip)
                if promise > self.floor:
                    ways.append((promise, self.web.values[step.to], step))
        if trip.tail is not None and trip.steps:
            stops = trip.calls | self._reach(1 << trip.tail, trip.calls)
            promise = self._worth(stops, trip.calls, 1) - trip.tolls if self._allows(stops) else 0
            if promise > self.floor:
                ways.append((promise, -1, None))
        ways.sort(key=lambda way: (-way[0], -way[1]))
        return ways

    def _longer(self, trip: Trip, step: Step | None) -> Trip:
        _, calls, used, tolls, tail, steps, first = trip
        if step is None:
            return Trip(tail, calls, used, tolls, None, (), steps)
        calls, used, tolls = calls | 1 << step.to, used | step.mask, tolls + self.web.values[step.to] - step.gain
        steps = (*steps, step)
        if not step.ends:
            return Trip(step.to, calls, used, tolls, tail, steps, first)
        if tail is not None:
            return Trip(tail, calls, used, tolls, None, (), steps)
        return Trip(None, calls, used, tolls, None, steps, first)

    def _record(self, trip: Trip) -> None:
        calls = trip.calls
        if not calls & (calls - 1) or not self._allows(calls):
            return
        self.slack = max(self.slack, self._worth(calls, calls, 0) - trip.tolls)
        value, counted = self._choose(calls)
        value -= trip.tolls
        if value > self.floor:
            self.floor = value
            track = union(step.mask for step in (*trip.steps, *trip.first)) & ((1 << self.web.shift) - 1)
            self.best = Found(value, self.root, trip.steps, trip.first, counted, self.premium.bonuses, track)

    def _choose(self, calls: int) -> tuple[int, int]:
        """The best stops of a complete route: those of the bonus, an own station, and the most valuable others."""
        values, need = self.web.values, self.premium.stops
        chosen = sorted(members(calls & ~need), key=lambda i: -values[i])[: self.count]
        if not need & self.homes and not any(self.homes >> i & 1 for i in chosen):
            chosen[-1] = next(home for _, home in self.own if calls >> home & 1)
        return self.fixed + sum(values[i] for i in chosen), need | union(1 << i for i in chosen)

    def _worth(self, stops: int, calls: int, ends: int) -> int:
        """The most a route can count of these stops; of the ends among them not called at yet only so many."""
        inner, outer = stops & (calls | ~self.ends), stops & self.ends & ~calls
        left, total, last = self.count, self.fixed, self.common
        own = self.premium.stops & self.homes
        for value, alike in self.rare:
            here = inner & alike
            own |= here & self.homes
            number = here.bit_count()
            if ends and outer & alike:
                more = min((outer & alike).bit_count(), ends)
                ends -= more
                number += more
            if number >= left:
                total += value * left
                left, last = 0, value
                break
            total += value * number
            left -= number
        total += left * self.common
        if own:
            return total
        mine = next((value for value, home in self.own if stops >> home & 1), 0)
        return total - max(0, last - mine)

    def _promise(self, step: Step, trip: Trip) -> int:
        calls = trip.calls | 1 << step.to
        starts, ends = 0, 0
        if not step.ends:
            starts |= 1 << step.to
            ends += 1
        if trip.tail is not None:
            starts |= 1 << trip.tail
            ends += 1
        stops = calls | self._reach(starts, calls)
        if not self._allows(stops):
            return 0
        return self._worth(stops, calls, ends) - trip.tolls - self.web.values[step.to] + step.gain

    def _reach(self, starts: int, calls: int) -> int:
        """The stops that matter and that track leads to from here without passing one called at before."""
        near, inner = self.near, ~self.ends
        free, seen, front = ~calls, 0, starts
        wanted = self.kept & free
        while front and wanted & ~seen:
            bit = front & -front
            new = near[bit.bit_length() - 1] & free & ~seen
            seen |= new
            front = (front ^ bit) | new & inner
        return seen

    def _detour(self, step: Step, trip: Trip) -> bool:
        """Whether common stops were visited for nothing: a direct link from before them leads to the same stop."""
        values, fees = self.web.values, self.web.values[step.to] - step.gain
        for back in reversed(trip.steps):
            if self.kept >> back.to & 1:
                return False
            fees += values[back.to] - back.gain
            for direct in self.shortcuts.get((back.start, step.to), ()):
                if not direct.mask & trip.used and values[step.to] - direct.gain <= fees:
                    return True
        return False


def _private_links(web: Web) -> dict[tuple[int, int], list[Step]]:
    """Links whose track serves only the two stops they join: to use one takes nothing from the rest of a route."""
    steps = [step for steps in web.steps for step in steps]
    users: dict[int, tuple[int, int]] = {}
    shared = 0
    for step in steps:
        pair = min(step.start, step.to), max(step.start, step.to)
        for bit in members(step.mask & ((1 << web.shift) - 1)):
            if users.setdefault(bit, pair) != pair:
                shared |= 1 << bit
    links: dict[tuple[int, int], list[Step]] = {}
    for step in steps:
        if not step.mask & shared:
            links.setdefault((step.start, step.to), []).append(step)
    return links
