"""What the expert needs for looking ahead in Russian Railroads: positions of several rounds on one level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Any

from stellwerk.bots.knowledge import Dials, Weights, dials_of
from stellwerk.core import Action, Choice, Game, Seat, Text
from stellwerk.games.russian_railroads.bots.judgement import Knowledge, kinds
from stellwerk.games.russian_railroads.rules.actions import Place
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.chapters.turn import Turn
from stellwerk.games.russian_railroads.rules.payment import pieces, thrift
from stellwerk.games.russian_railroads.rules.state import RussianRailroads

LEVELS = (-107.4, -92.0, -81.3, -67.5, -32.3, 21.2, 57.1)
DRIFTS = (27.6, 31.9, 26.8, 41.8, 53.0, 28.2, 29.4)
"""By scorings to come after the next: what the weights lack to what games brought in the end, when the last one has
placed his last worker, and what they lack more when the round begins. By the first and the last turns of the rounds of
60 games of four by the fast policy with the dials that ship, seeds 700000 to 700059."""


class Expert(Knowledge):
    """The learned weights, brought to one level.

    They were learned for turns of one round, and see all seats up to 40 points richer or poorer across its end, and a
    hundred poorer across the end of the game. A search that looks beyond them would pass with workers in hand, or put
    off the end.
    """

    def __init__(self, game: Game[Any], weights: Weights | None = None, dials: Dials | None = None) -> None:
        super().__init__(game, weights)
        self._dials = dials_of(game.id) if dials is None else dials

    def dials(self) -> Dials:
        """A factor for everything that is weighed, in the game as it comes out of its box."""
        return {name: self._dials.get(name, 1.0) for name in names(self.game.setup(self.game.seats[0]).box)}

    def turned(self, dials: Dials) -> Expert:
        return Expert(self.game, self.weights, dials)

    def weighed(self, box: Box, left: int) -> tuple[float, ...]:
        row = super().weighed(box, left)
        return tuple(weight * self._dials.get(name, 1.0) for weight, name in zip(row, names(box), strict=True))

    def moves(self, s: RussianRailroads, choice: Choice[Any]) -> Sequence[Action]:
        """Of the ways to pay for a space the thriftiest, and the thriftiest with the black worker and his step.

        A coin can stand for a worker later and in the rounds to come, never a worker for a coin.
        """
        moves = super().moves(s, choice)
        return _thrifty(moves) if isinstance(choice, Turn) else moves

    def scene(self, s: RussianRailroads) -> Hashable:
        """A round: whoever passes first would be the first to take the best spaces of the next one."""
        return s.round

    def is_between(self, choice: Choice[Any]) -> bool:
        """The end of a round: claims are gone, and nobody has his workers back."""
        return not self.rests(choice)

    def value(self, s: RussianRailroads, seat: Seat) -> float:
        return super().value(s, seat) + self._level(s)

    def parts(self, s: RussianRailroads, seat: Seat) -> Mapping[Text, float]:
        found = dict(super().parts(s, seat))
        ahead = Text("the rounds to come")
        return {**found, ahead: found.get(ahead, 0.0) + self._level(s)} if s.agenda else found

    def _level(self, s: RussianRailroads) -> float:
        """The same for all seats."""
        if not s.agenda:
            return 0.0
        left = min(s.table.rounds - max(1, s.round), len(LEVELS) - 1)
        hands = sum(p.workers + p.temporary + p.black for p, out in zip(s.players, s.passed, strict=True) if not out)
        return LEVELS[left] + DRIFTS[left] * hands / sum(p.crew for p in s.players)


@cache
def names(box: Box) -> tuple[str, ...]:
    """Of everything that is weighed: its kind, and its number among those of that kind."""
    seen: Counter[str] = Counter()
    found = []
    for kind in (*kinds(box), "crew and time"):
        seen[kind] += 1
        found.append(f"{kind}/{seen[kind]}")
    return tuple(found)


def _thrifty(moves: Sequence[Action]) -> list[Action]:
    found: dict[tuple[str, int], Action] = {}
    for move in moves:
        space, payment = (move.space, move.payment) if isinstance(move, Place) else ("", "")
        key = space, pieces(payment)[1]
        other = found.get(key)
        if not isinstance(other, Place) or thrift(payment) < thrift(other.payment):
            found[key] = move
    return list(found.values())
