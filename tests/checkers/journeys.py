"""What a company reaches, by trying journeys: EN 433, 476, 499, 312 with 602, 607-611.

A journey is a row of spots: a hex entered over an edge, or a stop. It starts at an own marker, uses no side of a hex
twice and no stop twice (EN 602, 610), never turns round on plain track (EN 499), ends at red, blue and full foreign
stops (EN 607, 608). Tried are all of them, except those that can no longer lead to the spot looked for even if side and
stop might be used again.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.checkers.ground import Ground, beyond

Spot = tuple[str, str, int]  # "edge" or "stop", hex, number
TRIES = 100_000


class Undecided(Exception):
    """Too many journeys for a spot."""


class Journeys:
    def __init__(self, ground: Ground, tries: int = TRIES) -> None:
        self.ground = ground
        self.tries = tries
        self.starts: list[Spot] = [("stop", hex, number) for hex, number in ground.own]
        self._onward: dict[Spot, list[Spot]] = {}

    def reached(self) -> tuple[set[Spot], set[Spot]]:
        """Every spot that some journey gets to, and those for which there were too many to try."""
        found, undecided = set(self.starts), set()
        for goal in sorted(self._might_reach(self.starts)):
            if goal not in found:
                try:
                    found |= set(self._journey(goal) or ())
                except Undecided:
                    undecided.add(goal)
        return found, undecided

    def onward(self, spot: Spot) -> list[Spot]:
        if spot not in self._onward:
            self._onward[spot] = list(self._leads_to(spot))
        return self._onward[spot]

    def _leads_to(self, spot: Spot) -> Iterator[Spot]:
        kind, hex, number = spot
        if kind == "edge":
            for what, end in self.ground.inward(hex, number):
                if what == "stop":
                    yield "stop", hex, end
                else:
                    yield from _over(hex, end)
        elif spot in self.starts or self.ground.may_pass((hex, number)):
            for edge in self.ground.kind((hex, number)).edges:
                yield from _over(hex, edge)

    def _might_reach(self, heads: list[Spot]) -> set[Spot]:
        """Spots that track leads to if side and stop might be used again and again."""
        seen: set[Spot] = set()
        heads = list(heads)
        while heads:
            fresh = [spot for spot in self.onward(heads.pop()) if spot not in seen]
            seen.update(fresh)
            heads += fresh
        return seen

    def _leads(self, head: Spot, goal: Spot, used: set[Spot]) -> bool:
        """The same for one goal, past what is used up."""
        seen, heads = set(used), [head]
        while heads:
            for spot in self.onward(heads.pop()):
                if spot == goal:
                    return True
                if spot not in seen:
                    seen.add(spot)
                    heads.append(spot)
        return False

    def _distances(self, goal: Spot) -> dict[Spot, int]:
        """How far each spot is from a goal: what is nearer is tried first."""
        back: dict[Spot, list[Spot]] = {}
        for spot in [*self.starts, *self._might_reach(self.starts)]:
            for on in self.onward(spot):
                back.setdefault(on, []).append(spot)
        far, queue = {goal: 0}, [goal]
        for spot in queue:
            for before in back.get(spot, ()):
                if before not in far:
                    far[before] = far[spot] + 1
                    queue.append(before)
        return far

    def _journey(self, goal: Spot) -> list[Spot] | None:
        """A journey to a spot, or None if there is none."""
        far, tried = self._distances(goal), 0
        for start in self.starts:
            stack = [([start], {start})]
            while stack:
                journey, used = stack.pop()
                tried += 1
                if tried > self.tries:
                    raise Undecided
                for spot in sorted(self.onward(journey[-1]), key=lambda spot: -far.get(spot, 1000)):
                    if spot == goal and spot not in used:
                        return [*journey, spot]
                    taken = used | _uses(spot)
                    may_pass = spot[0] == "edge" or self.ground.may_pass(spot[1:])
                    if spot not in used and may_pass and self._leads(spot, goal, taken):
                        stack.append(([*journey, spot], taken))
        return None


def _over(hex: str, edge: int) -> Iterator[Spot]:
    other = beyond(hex, edge)
    if other:
        yield "edge", other, (edge + 3) % 6


def _uses(spot: Spot) -> set[Spot]:
    """A side crossed is used up in both directions."""
    return {spot, *_over(spot[1], spot[2])} if spot[0] == "edge" else {spot}
