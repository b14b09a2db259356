"""Weights learned from play: lessons of games by a league, a fit to how they ended, and a trial by play.

In a lesson every seat plays by weights a little off the present ones (its leaning) or by those of a former version,
with some moves at random, at every number of seats in turn. A ridge regression then says what the positions were worth
by how their games ended: the points still to come, and what it is worth to be first. A better fit may play worse, so
the new weights sit down against the present ones, and only if they win as much as they lose they become the next
version. All chance comes from the number of the game: equal lessons give equal weights, in however many processes.

The school is one file that is written after every lesson; whoever is interrupted loses the lesson he was in.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias

from stellwerk import games
from stellwerk.bots.arena import wilson
from stellwerk.bots.knowledge import Knowledge, Weights, knowledge_of
from stellwerk.bots.pool import each
from stellwerk.core import CHANCE, Action, Choice, advance, pending

LEANING = 0.4
"""How far a seat's weights are off the present ones, each by chance in this proportion."""
FORMER = 0.3
"""How often a seat is taken by a former version."""
REMEMBERED = 12
"""Former versions in the league."""
ERRORS, FIRST_ERRORS = 0.03, 0.3
"""Moves at random, and in the lessons before anything is known."""
SEEN = 0.5
"""Of the questions at which a turn begins, how many are looked at."""
RATE = 0.5
"""How far a lesson corrects what was known."""
PENALTY = 0.1
"""How much the regression keeps to what was known."""
LESSON = 10_000
"""Numbers of games reserved for a lesson; the later half are trials."""

Sample: TypeAlias = tuple[int, list[float], float]
"""Stage, features, and what came after: points, and the first place in points."""


class Stale(ValueError):
    """A school of another game, or with other features."""


@dataclass(frozen=True)
class Strength:
    """How a version did against the one before it."""

    against: int
    games: int
    wins: float
    low: float
    high: float


@dataclass(frozen=True)
class School:
    """What has been learned, and by which games. Version 0 knows nothing."""

    game: str
    seed: int = 0
    lessons: int = 0
    games: int = 0
    version: int = 0
    weights: Weights = field(default_factory=dict)
    league: tuple[Weights, ...] = ()
    strength: Strength | None = None
    made_with: str = ""


class Job(NamedTuple):
    """One game: who sits where by what weights, and how often somebody errs."""

    game: str
    number: int
    players: tuple[Weights, ...]
    errors: float


class Tried(Protocol):
    """A game of a trial: its number, and the part of the first place that each seat has."""

    @property
    def number(self) -> int: ...

    @property
    def firsts(self) -> Sequence[float]: ...


class Played(NamedTuple):
    number: int
    samples: list[Sample]
    final: list[int]
    firsts: list[float]
    """The part of the first place that each seat has."""


# --- games ------------------------------------------------------------------------------------------------------------


def played(job: Job) -> Played:
    game = games.game(job.game)
    makes = type(knowledge_of(game))
    players = [makes(game, weights) for weights in job.players]
    rng, seats = Random(job.number), len(players)
    s = game.setup(seats)
    seen: list[tuple[int, int, list[float], float]] = []
    while (choice := pending(s)) is not None:
        if players[0].rests(choice) and rng.random() < SEEN:
            seen += [(seat, *looked_at(players[seat], s, seat)) for seat in range(seats)]
        if choice.seat(s) == CHANCE or rng.random() < job.errors:
            advance(s, choice.options(s).sample(rng))
        else:
            advance(s, chosen(players[choice.seat(s)], s, choice, rng))
    scores = game.scores(s)
    first = [score.rank == 1 for score in scores]
    firsts = [is_first / sum(first) for is_first in first]
    ends = [score.total + players[0].scale * part for score, part in zip(scores, firsts, strict=True)]
    samples = [(stage, features, ends[seat] - now) for seat, stage, features, now in seen]
    return Played(job.number, samples, [score.total for score in scores], firsts)


def looked_at(knows: Knowledge, s: Any, seat: int) -> tuple[int, list[float], float]:
    return knows.stage(s), [float(x) for x in knows.features(s, seat)], knows.now(s, seat)


def chosen(knows: Knowledge, s: Any, choice: Choice[Any], rng: Random) -> Action:
    """What promises most at the end of the turn."""
    seat, moves = choice.seat(s), knows.moves(s, choice)
    if len(moves) == 1:
        return moves[0]
    return max(moves, key=lambda action: knows.promise(s, seat, action, rng, knows.value))


# --- a lesson ---------------------------------------------------------------------------------------------------------


def lesson_of(school: School, count: int) -> list[Job]:
    """Its games, at every number of seats in turn."""
    first = school.seed + school.lessons * LESSON
    sizes = list(games.game(school.game).seats)
    errors = ERRORS if school.weights else FIRST_ERRORS
    found = []
    for n in range(count):
        rng = Random(f"{first + n}/league")
        players = tuple(seated(school, rng) for _ in range(sizes[n % len(sizes)]))
        found.append(Job(school.game, first + n, players, errors))
    return found


def seated(school: School, rng: Random) -> Weights:
    if school.league and rng.random() < FORMER:
        return rng.choice(school.league)
    return {n: [w * (1 + LEANING * rng.gauss(0, 1)) for w in row] for n, row in school.weights.items()}


def trial_of(school: School, candidate: Weights, count: int) -> list[Job]:
    """The new weights on every second seat, beginning with the first and with the second in turn."""
    first = school.seed + school.lessons * LESSON + LESSON // 2
    sizes = list(games.game(school.game).seats)
    return [
        Job(school.game, first + n, tuple(_in_turn(school, candidate, n, sizes[n // 2 % len(sizes)])), 0.0)
        for n in range(count)
    ]


def _in_turn(school: School, candidate: Weights, n: int, seats: int) -> Iterator[Weights]:
    return (candidate if (seat + n) % 2 == 0 else school.weights for seat in range(seats))


def tried(school: School, outcomes: Sequence[Played]) -> Strength:
    """How the candidate of `trial_of` did."""
    return strength_of(school.version, outcomes, school.seed + school.lessons * LESSON + LESSON // 2)


def strength_of(against: int, outcomes: Sequence[Tried], first: int) -> Strength:
    """Of whoever had every second seat, in game number `first` the first: half of the wins are to be expected."""
    wins = sum(
        part
        for outcome in outcomes
        for seat, part in enumerate(outcome.firsts)
        if (seat + outcome.number - first) % 2 == 0
    )
    return Strength(against, len(outcomes), wins, *wilson(wins, len(outcomes)))


def taught(
    school: School, count: int, trials: int, workers: int = 1, engine: str = "pool"
) -> tuple[School, Sequence[Played]]:
    """The school after one more lesson, and the games of the lesson."""
    outcomes = _in_order(lesson_of(school, count), workers, engine)
    fit = fitted([sample for outcome in outcomes for sample in outcome.samples], school.weights)
    candidate = mixed(school.weights, fit)
    done = replace(school, lessons=school.lessons + 1, games=school.games + count, made_with=version("stellwerk"))
    strength = tried(school, _in_order(trial_of(school, candidate, trials), workers, engine))
    if strength.wins * 2 < strength.games:
        return done, outcomes
    league = (*school.league, school.weights)[-REMEMBERED:]
    return replace(done, version=school.version + 1, weights=candidate, league=league, strength=strength), outcomes


def _in_order(jobs: Sequence[Job], workers: int, engine: str) -> list[Played]:
    """By number, however they came in: sums of equal numbers in another order are not quite equal."""
    return sorted(each(played, jobs, workers, engine))


def fitted(samples: Sequence[Sample], old: Weights) -> Weights:
    """Ridge regression, a stage at a time; each is drawn towards what was known, else to the stage before it."""
    import numpy as np

    found: Weights = {}
    prior: Any = None
    for stage in sorted({stage for stage, _, _ in samples}):
        x = np.array([features for at, features, _ in samples if at == stage])
        y = np.array([points for at, _, points in samples if at == stage])
        if stage in old:
            prior = np.array(old[stage])
        elif prior is None:
            prior = np.zeros(x.shape[1])
        ridge = np.diag(PENALTY * len(x) * (x.std(axis=0) + 1e-3) ** 2)
        prior = prior + np.linalg.solve(x.T @ x + ridge, x.T @ (y - x @ prior))
        found[stage] = [round(float(w), 4) for w in prior]
    return found


def mixed(old: Weights, new: Weights) -> Weights:
    """A lesson corrects, it does not start over; a stage it did not meet stays."""
    both = {
        n: [round(o + RATE * (w - o), 4) for o, w in zip(old.get(n, row), row, strict=True)] for n, row in new.items()
    }
    return {**old, **both}


# --- the file ---------------------------------------------------------------------------------------------------------


def school_at(place: Path, game: str, seed: int) -> School:
    """The one in a file, or a new one."""
    if not place.exists():
        return School(game, seed)
    table = json.loads(place.read_text("utf-8"))
    if table["game"] != game or table["seed"] != seed:
        raise Stale(f"{place} holds {table['game']} with seed {table['seed']}")
    read = replace(School(**table), weights=_read(table["weights"]), league=tuple(map(_read, table["league"])))
    width = len(knowledge_of(games.game(game)).features(games.game(game).setup(games.game(game).seats[0]), 0))
    if any(len(row) != width for row in read.weights.values()):
        raise Stale(f"{place} was learned from other features")
    return replace(read, strength=Strength(**table["strength"]) if table["strength"] else None)


def _read(weights: dict[str, list[float]]) -> Weights:
    return {int(stage): row for stage, row in weights.items()}


def keep(school: School, place: Path) -> None:
    write_whole(json.dumps(asdict(school)) + "\n", place)


def write_whole(text: str, place: Path) -> None:
    """Or not at all."""
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_suffix(".new")
    fresh.write_text(text, "utf-8")
    os.replace(fresh, place)


def shipped(school: School) -> dict[str, Any]:
    """What a game keeps as `bots/weights.json`: the weights, and by which games and how strong they came to be."""
    numbers = [school.seed, school.seed + school.lessons * LESSON]
    made = {"version": school.version, "games": school.games, "seeds": numbers, "made_with": school.made_with}
    return {**made, "strength": asdict(school.strength) if school.strength else None, "weights": school.weights}


def lessons(
    school: School, count: int, trials: int, workers: int, engine: str, more: Callable[[School], bool]
) -> Generator[tuple[School, Sequence[Played]], None, None]:
    """One after another, while there is time."""
    while more(school):
        school, outcomes = taught(school, count, trials, workers, engine)
        yield school, outcomes
