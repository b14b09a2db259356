"""Bots play whole games among themselves: for tests, for measurements, for files to study."""

from __future__ import annotations

import random
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stellwerk.bots.bot import Answer, BadAnswer, Budget, flaw
from stellwerk.bots.identity import identity
from stellwerk.bots.levels import is_from_outside, player
from stellwerk.bots.pool import each
from stellwerk.bots.turn import Party
from stellwerk.core import CHANCE, Action, Choice, Dealer, Game, Seat, advance, contract, objection, pending
from stellwerk.core.components import Components
from stellwerk.core.log import Record, write
from stellwerk.games import game as game_of


@dataclass(frozen=True)
class Job:
    """One game to be played. `seed` decides everything: the deal and the bots' own dice."""

    game: str
    seats: int
    seed: int
    bots: tuple[str, ...]
    """Bots or levels by name; `NAME@SECONDS` has a time of its own."""
    budget: Budget = field(default_factory=Budget)
    check: bool = False
    log: str | None = None
    variants: dict[str, Any] = field(default_factory=dict)
    components: Components | None = None
    """Tables in place of the game's own."""
    edition: str = ""
    """A release by whose tables and readings it is played, instead of today's."""


@dataclass(frozen=True)
class Outcome:
    """How one game ended. `ranking` is the place of each seat, 1 the first."""

    game: str
    seats: int
    seed: int
    bots: tuple[str, ...]
    actions: int
    scores: list[int]
    ranking: list[int]
    seconds: float
    players: str = ""
    """Which bots these were, by `identity`; empty in results from before it was kept."""


def seated(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """A bot for each seat, the list repeated as often as needed."""
    return tuple(names[seat % len(names)] for seat in range(seats))


def play_one(job: Job) -> Outcome:
    game = game_of(job.game)
    record = opened(game, job)
    dice = [random.Random(f"{job.seed}/{seat}") for seat in range(job.seats)]
    party = Party([player(name, job.budget) for name in job.bots], dice)
    began = time.perf_counter()
    actions = _played(game, record, party, job)
    seconds = time.perf_counter() - began
    scores = game.scores(record.state)
    if job.log is not None:
        folder = Path(job.log)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{job.game}-{job.seats}-{job.seed}.log").write_text(write(record), "utf-8")
    totals, places = [score.total for score in scores], [score.rank for score in scores]
    players = identity(job.game, job.bots)
    return Outcome(job.game, job.seats, job.seed, job.bots, actions, totals, places, round(seconds, 4), players)


def opened(game: Game[Any], job: Job) -> Record[Any]:
    """A game at its beginning, by the tables and readings that are wanted."""
    if not job.edition:
        return Record.new(game, job.seats, game.variants_from(job.variants), job.components, job.bots)
    edition = next(each for each in game.editions() if each.name == job.edition)
    variants = game.variants_from(job.variants, edition.rules_version)
    return Record.new(game, job.seats, variants, edition.components, job.bots)


def accept(bot: str, s: Any, seat: Seat, answer: Answer) -> None:
    """What a bot from outside answers is not trusted. Raises `BadAnswer`."""
    wrong = flaw(answer)
    if wrong is not None:
        raise BadAnswer(f"{bot}: {wrong}")
    illegal = objection(s, seat, answer.action)
    if illegal is not None:
        raise BadAnswer(f"{bot}: {answer.action} is not legal: {illegal.text}")


def _played(game: Game[Any], record: Record[Any], party: Party, job: Job) -> int:
    """Play to the end; the number of actions. The log is only kept where somebody wants it."""
    dealer = Dealer(random.Random(job.seed))
    checker = random.Random(job.seed)
    s = record.state
    actions = 0
    choice = pending(s)
    while choice is not None:
        by_chance = choice.seat(s) == CHANCE
        action = dealer.answer(choice.options(s)) if by_chance else _answered(game, s, choice, party, job)
        if job.check:
            contract.every_promise(game, record, choice, action, checker)
        if job.check or job.log is not None:
            record.trust(action)
        else:
            advance(s, action)
        actions += 1
        choice = pending(s)
    if job.check:
        contract.at_the_end(game, record)
    return actions


def _answered(game: Game[Any], s: Any, choice: Choice[Any], party: Party, job: Job) -> Action:
    seat = choice.seat(s)
    answer = party.answer(game, s, choice)
    if is_from_outside(job.bots[seat]):
        accept(job.bots[seat], s, seat, answer)
    return answer.action


def play_all(jobs: Sequence[Job], workers: int = 1, engine: str = "pool") -> Generator[Outcome, None, None]:
    """The outcomes of all jobs as they come in."""
    return each(play_one, jobs, workers, engine)
