"""Advice on a question: the best answers with reasons in words, what every seat may expect, what a played move lost.

Whoever asks shows it and adds nothing: tables, lessons and studies get the same advice for the same view, seed and
count. The reasons are the parts of the value that a move changes, so they are what the judgement rests on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from stellwerk.bots.bot import Budget
from stellwerk.bots.knowledge import Knowledge, More, foresight_of
from stellwerk.bots.reasons import Part, difference, sentence
from stellwerk.core import CHANCE, Action, Choice, Game, Rng, Seat, Text, pending

BEST = 3
"""Answers that are shown."""
FINALISTS = 6
"""Answers that are looked at in more than one imagined world."""
USUAL = 60
"""Turns played out where the budget says nothing."""


@dataclass(frozen=True, slots=True)
class Advised:
    """An answer and what it is worth to the seat that is asked."""

    action: Action
    turn: tuple[Action, ...]
    """How the turn is meant to go on, as far as it was planned; the answer comes first."""
    points: float
    """What it promises, as the game's bots count: compare it with other answers to the same question only."""
    loss: float
    """Points behind the best answer."""
    places: float
    """Places that this loses on average: nothing where the points change nobody's rank any more."""
    gains: tuple[Part, ...]
    """What it changes until the end of the turn, the most first."""
    behind: tuple[Part, ...]
    """What it lacks or has more than the best answer, the most first."""

    @property
    def why(self) -> Text:
        return sentence(self.gains)


@dataclass(frozen=True, slots=True)
class Advice:
    seat: Seat | None
    """Who is asked; None once the game is over."""
    best: tuple[Advised, ...]
    """At most three, the best first; none where the reader of the view is not asked."""
    played: Advised | None
    """What was played instead, if the question was about a move."""
    is_blunder: bool
    """Whether the move played lost so much that a good player would call it one."""
    expected: tuple[float, ...]
    """Points every seat may expect at the end."""
    chances: tuple[float, ...]
    """Of every seat to be first; together 1."""


def advice(
    game: Game[Any], view: Any, budget: Budget | None = None, played: Action | None = None, seed: int = 0
) -> Advice:
    """What a bot thinks of the question a view leaves open, and of the answer that was given to it."""
    knows, rng = foresight_of(game), Random(f"advice {seed}")
    s = game.imagine(view, rng)
    expected, chances = outlook(knows, s)
    choice = pending(s)
    seat = None if choice is None else choice.seat(s)
    if choice is None or seat == CHANCE or view.seat != seat:
        return Advice(seat, (), None, False, expected, chances)
    trials = _Trials(game, view, rng, knows, choice)
    lines = trials.run(s, played, more_of(budget or Budget(iterations=USUAL), trials))
    before = knows.parts(s, view.seat)
    rank = _Rank(expected, knows.doubt(s), view.seat)
    told = [_advised(line, lines[0], before, rank) for line in lines]
    best = tuple(one for one, line in zip(told, lines, strict=True) if line.serious)[:BEST]
    mine = next((one for one in told if one.action == played), None)
    return Advice(seat, best, mine, mine is not None and mine.loss >= knows.blunder, expected, chances)


def outlook(knows: Knowledge, s: Any) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What every seat may expect, and its chance to be first."""
    expected = tuple(knows.expected(s))
    if pending(s) is None:
        firsts = [score.rank == 1 for score in knows.game.scores(s)]
        return expected, tuple(first / sum(firsts) for first in firsts)
    doubt, most = knows.doubt(s), max(expected)
    weights = [math.exp((points - most) / doubt) for points in expected]
    return expected, tuple(weight / sum(weights) for weight in weights)


@dataclass(frozen=True, slots=True)
class _Rank:
    """How far a seat is from the others, with the doubt there is about it."""

    expected: tuple[float, ...]
    doubt: float
    seat: Seat

    def lost(self, points: float) -> float:
        """How many of the others get ahead, on average, if the seat has so many points less."""
        mine = self.expected[self.seat]
        others = [theirs for seat, theirs in enumerate(self.expected) if seat != self.seat]
        return sum(self._ahead(mine - theirs) - self._ahead(mine - points - theirs) for theirs in others)

    def _ahead(self, lead: float) -> float:
        """The chance to end in front of somebody; the same curve that `outlook` gives for two."""
        return (1 + math.tanh(lead / self.doubt / 2)) / 2


# --- trying answers --------------------------------------------------------------------------------------------------


class _Line:
    """One answer with its turn, and what came of it in the worlds it was tried in."""

    def __init__(self, turn: Sequence[Action], serious: bool) -> None:
        self.turn = tuple(turn)
        # An answer that knowledge does not even look at is never the best, whatever the value says of it.
        self.serious = serious
        self.worlds = 0
        self.parts: dict[Text, float] = {}

    def note(self, parts: Mapping[Text, float]) -> None:
        self.worlds += 1
        for title, part in parts.items():
            self.parts[title] = self.parts.get(title, 0.0) + part

    @property
    def mean(self) -> float:
        return sum(self.parts.values()) / self.worlds

    def mean_parts(self) -> dict[Text, float]:
        return {title: part / self.worlds for title, part in self.parts.items()}


class _Trials:
    """Every answer tried in one imagined world, the best of them in others as long as there is time."""

    def __init__(self, game: Game[Any], view: Any, rng: Rng, knows: Knowledge, choice: Choice[Any]) -> None:
        self.game, self.view, self.rng, self.knows, self.choice = game, view, rng, knows, choice
        self.states = 0

    def run(self, s: Any, played: Action | None, more: More) -> list[_Line]:
        looked = self._looked(s)
        firsts = list(looked)[:FINALISTS]
        if played is not None and played not in firsts:
            firsts.append(played)
        lines = [_Line(looked.get(action, (action,)), action in looked) for action in firsts]
        world = s
        while True:
            for line in lines:
                self._try(world, line)
            if not more():
                break
            world = self.game.imagine(self.view, self.rng)
        return sorted(lines, key=lambda line: (not line.serious, -line.mean))

    def _looked(self, s: Any) -> dict[Action, Sequence[Action]]:
        """The best turn that begins with each answer, the most promising first."""
        turns = [tuple(turn) for turn in self.knows.turns(s, self.choice, self.rng)]
        points = {turn: self._estimate(s, turn) for turn in turns}
        found: dict[Action, Sequence[Action]] = {}
        seen: set[tuple[str, ...]] = set()
        for turn in sorted(points, key=lambda turn: -points[turn]):
            steps = tuple(sorted(map(str, turn)))
            if steps not in seen:
                seen.add(steps)
                found.setdefault(turn[0], turn)
        return found

    def _estimate(self, s: Any, turn: Sequence[Action]) -> float:
        self.states += 1
        return self.knows.estimate(s, self.choice, turn, self.rng)

    def _try(self, s: Any, line: _Line) -> None:
        self.states += 1
        line.note(self.knows.outcome(s, self.choice, line.turn, self.rng))


def more_of(budget: Budget, trials: _Trials) -> More:
    if budget.iterations is not None:
        return lambda: trials.states < (budget.iterations or 0)
    end = budget.clock() + (budget.seconds or 0.0)
    return lambda: budget.clock() < end


# --- words -----------------------------------------------------------------------------------------------------------


def _advised(line: _Line, best: _Line, before: Mapping[Text, float], rank: _Rank) -> Advised:
    after = line.mean_parts()
    gains, behind = difference(after, before), difference(after, best.mean_parts())
    loss = max(0.0, best.mean - line.mean)
    return Advised(line.turn[0], line.turn, line.mean, loss, rank.lost(loss), gains, behind)
