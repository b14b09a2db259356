"""A whole game as the bot sees it: everybody's chance after every move, and the moves at which it turned.

A chance is counted from the whole position, as the finished log shows it; the opinion of a move knows only what the
seat that made it could see. Budgets are counts, so a game is judged alike on every machine and in portions of any size.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median
from typing import Any, Literal, TypeAlias

from stellwerk.bots.advice import outlook
from stellwerk.bots.knowledge import foresight_of
from stellwerk.core import Game, Seat
from stellwerk.core.log import Entry, Header, beginning, live
from stellwerk.core.timeline import follow
from stellwerk.study.opinion import Opinion, is_open, opinion_of

BUDGETS: Mapping[str, int] = {"quick": 20, "usual": 60, "thorough": 200}
"""Turns played out about every move."""
TURN = 0.1
"""A chance that changes by so much with one move, and for longer than that move, is worth a mark …"""
MOST_TURNS = 12
"""… if not too many changed by more."""
MOST_BLUNDERS = 12
"""Blunders that are shown with the turns: those that cost most places."""
AROUND = 2
"""Turns of everybody on each side of a move that say whether a change lasts: whose turn it is changes chances, too."""

Chances: TypeAlias = tuple[float, ...]

Sign: TypeAlias = Literal["blunder", "best", "turn"]


@dataclass(frozen=True, slots=True)
class Step:
    """A move that counts: everybody's chance after it, and the opinion of it where there was a choice."""

    number: int
    seat: Seat
    chances: Chances
    opinion: Opinion | None


@dataclass(frozen=True, slots=True)
class Remark:
    """A move worth a mark, and everybody's chances for some moves before it and from it on."""

    sign: Sign
    step: Step
    before: Chances
    after: Chances
    is_turn: bool

    @property
    def cost(self) -> float:
        """Places that the move lost on average."""
        opinion = self.step.opinion
        return opinion.played.places if opinion is not None and opinion.played is not None else 0.0

    @property
    def moved(self) -> Seat:
        """Whose chance it is about: a blunder is one's own, else that which changed most."""
        if self.sign == "blunder":
            return self.step.seat
        changes = [abs(after - before) for after, before in zip(self.after, self.before, strict=True)]
        return changes.index(max(changes))


@dataclass(frozen=True)
class Judgement:
    """`steps` are all moves since the first decision, or those judged so far."""

    names: tuple[str, ...]
    iterations: int
    steps: tuple[Step, ...]

    @cached_property
    def lasting(self) -> tuple[Chances, ...]:
        """The chances at every step as they are around it; at the end as they are."""
        last = len(self.steps) - 1
        return tuple(self._middle(n - least, n + least + 1) for n, least in enumerate(self._rooms(last)))

    def _rooms(self, last: int) -> list[int]:
        return [min(self._reach, n, last - n) for n in range(last + 1)]

    @cached_property
    def remarks(self) -> tuple[Remark, ...]:
        """In the order of the game."""
        found = {n: Remark("turn", self.steps[n], *self._sides(n), True) for n in range(1, len(self.steps))}
        most = sorted(found, key=lambda n: (-self._swing(found[n], n), n))[:MOST_TURNS]
        turns = {n for n in most if self._swing(found[n], n) >= TURN}
        marked = (_marked(remark, n in turns) for n, remark in found.items())
        return tuple(remark for remark in marked if remark is not None)

    @cached_property
    def told(self) -> tuple[Remark, ...]:
        """The remarks by which the game can be told: turns, and the worst blunders."""
        blunders = [remark for remark in self.remarks if remark.sign == "blunder"]
        worst = sorted(blunders, key=lambda remark: -remark.cost)[:MOST_BLUNDERS]
        numbers = {remark.step.number for remark in worst}
        return tuple(remark for remark in self.remarks if remark.is_turn or remark.step.number in numbers)

    def _swing(self, remark: Remark, n: int) -> float:
        """How far a chance went with the move and stayed."""
        at_once = zip(self.steps[n].chances, self.steps[n - 1].chances, strict=True)
        stayed = zip(remark.after, remark.before, strict=True)
        return max(_common(a - b, c - d) for (a, b), (c, d) in zip(at_once, stayed, strict=True))

    def _sides(self, n: int) -> tuple[Chances, Chances]:
        return self._middle(max(0, n - self._reach), n), self._middle(n, n + self._reach)

    @property
    def _reach(self) -> int:
        return AROUND * len(self.steps[0].chances)

    def _middle(self, start: int, end: int) -> Chances:
        """The median of each seat's chances over some steps, so that they are 1 together."""
        found = [median(values) for values in zip(*(step.chances for step in self.steps[start:end]), strict=True)]
        return tuple(value / (sum(found) or 1) for value in found)


def _common(one: float, other: float) -> float:
    """How far two changes go together; nothing if one goes up and the other down."""
    return min(abs(one), abs(other)) if one * other > 0 else 0.0


def _marked(turn: Remark, is_turn: bool) -> Remark | None:
    opinion = turn.step.opinion
    if opinion is not None and (opinion.is_blunder or opinion.is_only):
        return replace(turn, sign="blunder" if opinion.is_blunder else "best", is_turn=is_turn)
    return turn if is_turn else None


# --- judging ---------------------------------------------------------------------------------------------------------


def last_of(entries: Sequence[Entry]) -> int:
    """The last entry that counts: with it a game is judged to its end."""
    return max((number for number, _ in live(entries)), default=0)


def steps(game: Game[Any], header: Header, entries: Sequence[Entry], iterations: int, since: int = 0) -> Iterator[Step]:
    """The moves after an entry, from the first decision of the game on. Raises `BadLog`."""
    s, knows, is_begun = beginning(game, header), foresight_of(game), False
    for number, entry in live(entries):
        is_begun = is_begun or entry.seat >= 0
        wanted = is_begun and number > since
        opinion = opinion_of(game, s, number - 1, entry, iterations) if wanted and _is_decided(s, entry) else None
        follow(game, s, entry, number, check=False)
        if wanted:
            yield Step(number, entry.seat, outlook(knows, s.copy())[1], opinion)


def _is_decided(s: Any, entry: Entry) -> bool:
    return entry.seat >= 0 and is_open(s)


def portion(
    game: Game[Any], header: Header, entries: Sequence[Entry], iterations: int, since: int, seconds: float
) -> tuple[Step, ...]:
    """As many of the moves after an entry as this time of the processor allows, one at least if there is one."""
    found: list[Step] = []
    end = time.process_time() + seconds
    for step in steps(game, header, entries, iterations, since):
        found.append(step)
        if time.process_time() >= end:
            break
    return tuple(found)
