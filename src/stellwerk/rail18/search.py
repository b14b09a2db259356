"""The best route of one train, exactly.

A route that counts is two arms from one of the company's stations. For trains with a limited number of stops all arms
are listed once, and the best two that fit together are joined. How express trains are searched: see ``express``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from stellwerk.rail18.express import Express
from stellwerk.rail18.findings import Answer, Budget, Found, Premium, Spent, union
from stellwerk.rail18.service import Step, Web
from stellwerk.rail18.trains import Train


class Arm(NamedTuple):
    gain: int
    mask: int
    stops: int
    large: int
    steps: tuple[Step, ...]


class Finder:
    """Finds best routes in one web. What does not depend on taken track is kept from one question to the next.

    With a width it does not list all arms but, for each exit of a station and each length, the best so many of those
    that prolong the best shorter ones: good routes soon, but none is proven best.
    """

    def __init__(self, web: Web, bonuses: Sequence[tuple[int, int]], budget: Budget, width: int = 0) -> None:
        self.web = web
        self.bonuses = bonuses  # (stops as a bit-set, amount)
        self.budget = budget
        self.width = width
        self._arms: dict[tuple[int, int, int, int], list[Arm]] = {}

    def best(self, train: Train, taken: int = 0, floor: int = 0, barred: int = 0, quick: bool = False) -> Answer:
        """The best route worth more than the floor on free track; barred bonuses are not counted.

        A quick search for an express train is content with a good route.
        """
        best: Found | None = None
        premiums = list(self._premiums(barred))
        for i, premium in enumerate(premiums):
            answer = self._search(train, taken, floor, premium, quick)
            if answer.found:
                best, floor = answer.found, answer.found.value
            if not answer.exact and not quick:
                unseen = (self._ceiling(train, taken, other) for other in premiums[i + 1 :])
                return Answer(best, max(floor, answer.bound, *unseen), False)
        return Answer(best, floor, not quick)

    def _ceiling(self, train: Train, taken: int, premium: Premium) -> int:
        """What no route of the train can exceed: its best stops, at most two of them ends, and the premium."""
        if train.express:
            return Express(self.web, train, taken, 0, premium, self.budget).ceiling()
        stops = sorted(zip(self.web.values, self.web.ends, strict=True), reverse=True)
        ends = [value for value, end in stops if end][:2]
        best = sorted([*ends, *(value for value, end in stops if not end)], reverse=True)
        return sum(best[: train.stops]) + premium.amount

    def _premiums(self, barred: int) -> Iterator[Premium]:
        """No bonus first, then every set of bonuses."""
        free = [(1 << i, stops, amount) for i, (stops, amount) in enumerate(self.bonuses) if not barred >> i & 1]
        for size in range(len(free) + 1):
            for chosen in combinations(free, size):
                need = union(stops for _, stops, _ in chosen)
                yield Premium(need, sum(amount for _, _, amount in chosen), sum(bit for bit, _, _ in chosen))

    def _search(self, train: Train, taken: int, floor: int, premium: Premium, quick: bool) -> Answer:
        if train.express:
            return Express(self.web, train, taken, floor, premium, self.budget, 25 * self.width).run(quick)
        try:
            found = self._limited(train, taken, floor, premium)
        except Spent:
            return Answer(None, self._ceiling(train, taken, premium), False)
        return Answer(found, found.value if found else floor, True)

    # --- trains with a limited number of stops -----------------------------------------------------------------------

    def _limited(self, train: Train, taken: int, floor: int, premium: Premium) -> Found | None:
        web = self.web
        best: Found | None = None
        banned = taken
        for home in web.homes:
            arms = [arm for arm in self.arms(home, train, banned) if not arm.mask & banned]
            for ways in (self._single, self._paired):
                for found in ways(train, home, arms, premium, floor):
                    best, floor = found, found.value
            banned |= 1 << web.shift + home
        return best

    def arms(self, home: int, train: Train, banned: int = 0) -> list[Arm]:
        """Every way to leave a station, up to the train's reach, the most profitable first."""
        key = home, train.stops, train.large, banned if self.width else 0
        if key not in self._arms:
            grown: list[Arm] = []
            start = Arm(0, 1 << self.web.shift + home, 1, self.web.large[home], ())
            if start.large <= train.large:
                self._grow_best(start, home, train, grown, banned) if self.width else self._grow(
                    start, home, train, grown
                )
            self._arms[key] = sorted(grown, key=lambda arm: -arm.gain)
        return self._arms[key]

    def _grow_best(self, start: Arm, home: int, train: Train, grown: list[Arm], banned: int) -> None:
        """Some good arms of each length by each exit, on free track."""
        front: dict[object, list[Arm]] = {None: [start]}
        for _ in range(train.stops - 1):
            longer: dict[object, dict[tuple[int, int], Arm]] = {}
            for arm in (arm for arms in front.values() for arm in arms):
                self.budget.spend()
                for next_ in self._prolonged(arm, home, train, banned):
                    alike = longer.setdefault(next_.steps[0].exit, {})
                    spot = next_.mask >> self.web.shift, next_.steps[-1].to
                    if spot not in alike or alike[spot].gain < next_.gain:
                        alike[spot] = next_
            best = {e: sorted(a.values(), key=lambda arm: -arm.gain)[: self.width] for e, a in longer.items()}
            grown += (arm for arms in best.values() for arm in arms)
            front = best

    def _prolonged(self, arm: Arm, home: int, train: Train, banned: int) -> Iterator[Arm]:
        gain, mask, stops, large, steps = arm
        if steps and steps[-1].ends:
            return
        for step in self.web.steps[steps[-1].to if steps else home]:
            if not (mask | banned) & step.mask and large + step.large <= train.large:
                yield Arm(gain + step.gain, mask | step.mask, stops + 1, large + step.large, (*steps, step))

    def _grow(self, arm: Arm, at: int, train: Train, grown: list[Arm]) -> None:
        gain, mask, stops, large, steps = arm
        if stops == train.stops:
            return
        self.budget.spend()
        for step in self.web.steps[at]:
            if not mask & step.mask and large + step.large <= train.large:
                longer = Arm(gain + step.gain, mask | step.mask, stops + 1, large + step.large, (*steps, step))
                grown.append(longer)
                if not step.ends:
                    self._grow(longer, step.to, train, grown)

    def _single(self, train: Train, home: int, arms: list[Arm], premium: Premium, floor: int) -> Iterator[Found]:
        """The best route that begins at a station; arms come best first."""
        need = premium.stops << self.web.shift
        arm = next((arm for arm in arms if not need & ~arm.mask), None)
        if arm and self.web.values[home] + premium.amount + arm.gain > floor:
            yield self._found(home, arm, None, premium)

    def _paired(self, train: Train, home: int, arms: list[Arm], premium: Premium, floor: int) -> Iterator[Found]:
        """Ever better routes through a station: two arms that leave by different exits."""
        base = self.web.values[home] + premium.amount
        groups: dict[object, list[Arm]] = {}
        for arm in arms if not self.web.ends[home] else ():
            groups.setdefault(arm.steps[0].exit, []).append(arm)
        for first, second in combinations(groups.values(), 2):
            within = [[arm for arm in second if arm.stops <= room] for room in range(train.stops + 1)]
            for arm in first:
                if base + arm.gain + second[0].gain <= floor:
                    break
                self.budget.spend()
                others = within[train.stops + 1 - arm.stops]
                other = self._partner(train, home, arm, others, floor - base - arm.gain, premium)
                if other:
                    floor = base + arm.gain + other.gain
                    yield self._found(home, arm, other, premium)

    def _partner(
        self, train: Train, home: int, arm: Arm, others: list[Arm], least: int, premium: Premium
    ) -> Arm | None:
        """The best of the other arms that fits together with an arm and gains more than the least."""
        own, need = 1 << self.web.shift + home, premium.stops << self.web.shift
        room = train.large - arm.large + self.web.large[home]
        for other in others:
            if other.gain <= least:
                return None
            if arm.mask & other.mask == own and other.large <= room and not need & ~(arm.mask | other.mask):
                return other
        return None

    def _found(self, home: int, head: Arm, tail: Arm | None, premium: Premium) -> Found:
        mask = head.mask | (tail.mask if tail else 0)
        value = self.web.values[home] + head.gain + (tail.gain if tail else 0) + premium.amount
        shift = self.web.shift
        track = mask & ((1 << shift) - 1)
        return Found(value, home, head.steps, tail.steps if tail else (), mask >> shift, premium.bonuses, track)
