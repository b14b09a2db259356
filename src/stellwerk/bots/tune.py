"""Dials turned by play: what a bot's judgement counts for how much, moved to where points were made.

A fit to how games ended says what those had who won, not what it is worth to have it. So in a lap every seat plays by
dials of its own, each a little off the present ones, and a regression says which leanings brought points beyond the
mean of their table. Two candidates lie in that direction, a short and a long step away; each sits down against the
present dials, and the better one is taken if it is first more often than not.

Games are played by the fast policy: the turn that looks best at first sight, finished with care. All chance comes from
the number of the game: equal laps give equal dials, in however many processes. What has been found is one file that is
written after every lap; whoever is interrupted loses the lap he was in.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from stellwerk import games
from stellwerk.bots.knowledge import Dials, Knowledge, expertise_of
from stellwerk.bots.pool import each
from stellwerk.bots.train import LESSON, Stale, Strength, strength_of, write_whole
from stellwerk.core import CHANCE, Choice, advance, pending

LEANING = 0.2
"""How far a seat's dials are off the present ones, each by chance in this proportion."""
STEPS = (0.4, 0.8)
"""How far the candidates lie, in parts of the distance at which seats usually lie."""
LOOKED_AT = 8
"""Turns looked at, where a game lists the most promising first."""


@dataclass(frozen=True)
class Tuning:
    """What has been found, and by which games."""

    game: str
    seed: int = 0
    laps: int = 0
    games: int = 0
    version: int = 0
    dials: Dials = field(default_factory=dict)
    strength: Strength | None = None
    made_with: str = ""


class Job(NamedTuple):
    """One game: who sits where by what dials."""

    game: str
    number: int
    players: tuple[Dials, ...]


class Ended(NamedTuple):
    number: int
    points: list[int]
    firsts: list[float]
    """The part of the first place that each seat has."""


# --- games ------------------------------------------------------------------------------------------------------------


def played(job: Job) -> Ended:
    game = games.game(job.game)
    players = [expertise_of(game).turned(dials) for dials in job.players]
    rng, s = Random(job.number), game.setup(len(job.players))
    while (choice := pending(s)) is not None:
        if choice.seat(s) == CHANCE:
            advance(s, choice.options(s).sample(rng))
        else:
            play_turn(players[choice.seat(s)], s, choice, rng)
    scores = game.scores(s)
    first = [score.rank == 1 for score in scores]
    return Ended(job.number, [score.total for score in scores], [is_first / sum(first) for is_first in first])


def play_turn(knows: Knowledge, s: Any, choice: Choice[Any], rng: Random) -> None:
    """The turn that looks best at first sight, finished with care."""
    seat = choice.seat(s)
    listed = knows.turns(s, choice, rng)
    turns = [tuple(turn) for turn in (islice(listed, LOOKED_AT) if knows.ranks else listed)]
    knows.play(s, seat, max(turns, key=lambda turn: knows.estimate(s, choice, turn, rng)), rng, careful=True)


# --- a lap ------------------------------------------------------------------------------------------------------------


def leanings(number: int, seats: int, names: Sequence[str]) -> list[list[float]]:
    """How far every seat of a game is off, dial by dial."""
    rng = Random(f"{number}/leanings")
    return [[rng.gauss(0, 1) for _ in names] for _ in range(seats)]


def leant(dials: Dials, by: Sequence[float]) -> Dials:
    return {name: value * math.exp(LEANING * x) for (name, value), x in zip(sorted(dials.items()), by, strict=True)}


def lap_of(tuning: Tuning, seats: int, count: int) -> list[Job]:
    names, first = sorted(tuning.dials), _first(tuning)
    return [
        Job(tuning.game, n, tuple(leant(tuning.dials, by) for by in leanings(n, seats, names)))
        for n in range(first, first + count)
    ]


def trial_of(tuning: Tuning, candidate: Dials, seats: int, count: int) -> list[Job]:
    """The candidate on every second seat, beginning with the first and with the second in turn."""
    first = _first(tuning) + LESSON // 2
    return [
        Job(tuning.game, n, tuple(candidate if (seat + n - first) % 2 == 0 else tuning.dials for seat in range(seats)))
        for n in range(first, first + count)
    ]


def _first(tuning: Tuning) -> int:
    return tuning.seed + tuning.laps * LESSON


def direction(outcomes: Sequence[Ended], names: Sequence[str]) -> list[float]:
    """What turning each dial up brings in points beyond the mean of the table, drawn to nothing by how unsure it is."""
    import numpy as np

    x, y = [], []
    for ended in outcomes:
        off = np.array(leanings(ended.number, len(ended.points), names))
        points = np.array(ended.points, dtype=float)
        x.append(off - off.mean(axis=0))
        y.append(points - points.mean())
    x_all, y_all = np.vstack(x), np.concatenate(y)
    inverse = np.linalg.pinv(x_all.T @ x_all)
    found = inverse @ x_all.T @ y_all
    rest = y_all - x_all @ found
    freedom = max(1, len(y_all) - len(outcomes) - len(names))
    doubt = np.diag(inverse) * float(rest @ rest) / freedom
    signal = max(0.0, float(np.mean(found**2 - doubt)))
    return [float(b) for b in found * signal / (signal + doubt)] if signal else [0.0] * len(names)


def candidates(dials: Dials, way: Sequence[float]) -> list[Dials]:
    """A short and a long step; none where nothing was found."""
    length = math.sqrt(sum(x * x for x in way))
    usual = math.sqrt(len(way))
    return [_rounded(leant(dials, [part * usual * x / length for x in way])) for part in STEPS] if length else []


def _rounded(dials: Dials) -> Dials:
    return {name: float(f"{value:.4g}") for name, value in dials.items()}


def turned(
    tuning: Tuning, seats: int, count: int, trials: int, workers: int = 1, engine: str = "pool"
) -> tuple[Tuning, Sequence[Ended]]:
    """After one more lap, and the games of the lap."""
    outcomes = sorted(each(played, lap_of(tuning, seats, count), workers, engine))
    done = replace(tuning, laps=tuning.laps + 1, games=tuning.games + count, made_with=version("stellwerk"))
    best: tuple[Strength, Dials] | None = None
    for candidate in candidates(tuning.dials, direction(outcomes, sorted(tuning.dials))):
        ends = sorted(each(played, trial_of(tuning, candidate, seats, trials), workers, engine))
        strength = strength_of(tuning.version, ends, _first(tuning) + LESSON // 2)
        if best is None or strength.wins > best[0].wins:
            best = strength, candidate
    if best is None or best[0].wins * 2 <= best[0].games:
        return done, outcomes
    return replace(done, version=tuning.version + 1, strength=best[0], dials=best[1]), outcomes


def laps(
    tuning: Tuning, seats: int, count: int, trials: int, workers: int, engine: str, more: Callable[[Tuning], bool]
) -> Generator[tuple[Tuning, Sequence[Ended]], None, None]:
    """One after another, while there is time."""
    while more(tuning):
        tuning, outcomes = turned(tuning, seats, count, trials, workers, engine)
        yield tuning, outcomes


# --- the file ---------------------------------------------------------------------------------------------------------


def tuning_at(place: Path, game: str, seed: int, afresh: bool = False) -> Tuning:
    """The one in a file, or a new one that begins with the dials of the game; afresh as if nobody had turned them."""
    knows = expertise_of(games.game(game))
    present = (knows.turned({}) if afresh else knows).dials()
    if not place.exists():
        return Tuning(game, seed, dials=dict(present))
    table: Mapping[str, Any] = json.loads(place.read_text("utf-8"))
    if (table["game"], table["seed"]) != (game, seed):
        raise Stale(f"{place} holds {table['game']} with seed {table['seed']}")
    if set(table["dials"]) != set(present):
        raise Stale(f"{place} has other dials")
    strength = Strength(**table["strength"]) if table["strength"] else None
    return replace(Tuning(**table), strength=strength)


def keep(tuning: Tuning, place: Path) -> None:
    """It is what a game ships as `bots/dials.json`, too."""
    write_whole(json.dumps(asdict(tuning), indent=1) + "\n", place)
