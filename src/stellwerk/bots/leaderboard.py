"""Who is stronger: every pair of bots plays, and one rating with its interval is made of all games of a table size.

Each pair has a file of its own in the folder of the board, so that a bot that joins plays only its own games, and an
interrupted board goes on. The table of the folder is made of all files in it, whoever has added them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from stellwerk.bots.arena import Standing, Tournament, compared, played, ratings, read, standings
from stellwerk.bots.bot import Budget
from stellwerk.bots.selfplay import Outcome

RESAMPLED = 200
"""How often results are drawn for the interval of a rating."""


@dataclass(frozen=True)
class Board:
    """A game with a number of seats, the bots on it, and how many games each pair plays."""

    game: str
    seats: int
    bots: tuple[str, ...]
    games: int
    iterations: int
    seed: int = 0

    def pairs(self) -> Iterator[Tournament]:
        budget = Budget(iterations=self.iterations)
        for pair in combinations(sorted(set(self.bots)), 2):
            yield Tournament(self.game, pair, self.games, self.seats, budget, self.seed)

    @property
    def total(self) -> int:
        return self.games * sum(1 for _ in self.pairs())

    def play(self, folder: Path, workers: int = 1, engine: str = "pool") -> Generator[Outcome, None, None]:
        """All games, those that are in the folder first."""
        folder.mkdir(parents=True, exist_ok=True)
        for pair in self.pairs():
            yield from played(pair, folder / file_of(pair), workers, engine)


def file_of(pair: Tournament) -> str:
    names = "-vs-".join(re.sub(r"[^\w.#@-]", "_", bot) for bot in pair.bots)
    return f"{pair.game}-{pair.seats}-{names}.jsonl"


@dataclass(frozen=True)
class Place:
    """A line of the board: what a bot did, and its rating with a 95 % interval."""

    standing: Standing
    low: int
    rating: int
    high: int


def ranked(outcomes: Sequence[Outcome], seed: int = 0) -> list[Place]:
    """The board, the highest rating first. Results are drawn as they may have been; a rating is the middle of them.

    So few games leave everybody near 1500, with a wide interval.
    """
    rng = random.Random(seed)
    pairs = [_Pair.of(games) for games in _by_pair(outcomes)]
    bots = {bot for outcome in outcomes for bot in outcome.bots}
    samples: dict[str, list[int]] = {}
    for _ in range(RESAMPLED):
        for bot, rating in ratings(_drawn(pairs, rng), bots, rounds=60).items():
            samples.setdefault(bot, []).append(rating)
    rows = [Place(row, *_middle(samples[row.bot])) for row in standings(outcomes)]
    return sorted(rows, key=lambda place: (-place.rating, place.standing.bot))


def _by_pair(outcomes: Sequence[Outcome]) -> list[list[Outcome]]:
    found: dict[tuple[str, ...], list[Outcome]] = {}
    for outcome in sorted(outcomes, key=lambda each: (sorted(set(each.bots)), each.seed)):
        found.setdefault(tuple(sorted(set(outcome.bots))), []).append(outcome)
    return list(found.values())


class _Pair(NamedTuple):
    """Two bots: how often each finished before the other, and in how many games that was."""

    won: dict[tuple[str, str], float]
    games: int

    @classmethod
    def of(cls, games: Sequence[Outcome]) -> _Pair:
        return cls(compared(games), len(games))


def _drawn(pairs: Iterable[_Pair], rng: random.Random) -> dict[tuple[str, str], float]:
    """Results as they may have been: the share of each pair by its posterior (Jeffreys), a game one observation.

    Places within one game hang together, so that more seats do not make it more than one.
    """
    drawn: dict[tuple[str, str], float] = {}
    for won, games in pairs:
        (a, b), *_ = won
        total = won[a, b] + won[b, a]
        share = won[a, b] / total
        guess = rng.betavariate(share * games + 0.5, (1 - share) * games + 0.5)
        drawn[a, b], drawn[b, a] = guess * total, (1 - guess) * total
    return drawn


def _middle(values: Sequence[int]) -> tuple[int, int, int]:
    """Between which two 95 of 100 lie, and the one in the middle."""
    found = sorted(values)
    return found[len(found) * 25 // 1000], found[len(found) // 2], found[len(found) * 975 // 1000]


def kept(folder: Path) -> Iterator[tuple[str, list[Outcome]]]:
    """Every table size of which games are in a folder: what was played, and all its games."""
    found: dict[tuple[str, int, str], list[Outcome]] = {}
    for file in sorted(folder.glob("*.jsonl")):
        told, outcomes = read(file)
        latest = [outcome for outcome in outcomes if outcome.players == outcomes[-1].players]
        found.setdefault((str(told["game"]), int(str(told["seats"])), str(told["by"])), []).extend(latest)
    for (game, seats, by), outcomes in sorted(found.items()):
        if outcomes:
            yield f"{game}, {seats} seats, {by} a decision", outcomes


INTRODUCTION = """Written by `stellwerk leaderboard --out FOLDER`; the games are the files beside this one. Every pair
of bots plays, seats rotated, and thinks by count, so that anybody gets the same games. A rating is Elo-like around
1500, made of who finished before whom; every game is one observation, so few games leave everybody near 1500 with a
wide 95 % interval. First places have theirs by Wilson. The same command with other `--bots`, titles or `--seats` adds
to the tables. A pair that has changed since it played plays again, and only its last games count."""


def page(folder: Path) -> str:
    """The tables of all games in a folder, in Markdown."""
    tables = [line for head, outcomes in kept(folder) for line in as_text(head, ranked(outcomes))]
    return "\n".join(["# Leaderboard", "", INTRODUCTION, "", *tables])


def as_text(head: str, rows: Sequence[Place]) -> list[str]:
    """A table in Markdown."""
    lines = [
        f"### {head}",
        "",
        "| bot | rating | 95 % | first places | 95 % | mean score |",
        "|---|---|---|---|---|---|",
    ]
    for place in rows:
        row = place.standing
        share = f"{row.wins:g} of {row.played} ({row.wins / row.played:.0%})"
        interval = f"{row.low:.0%} – {row.high:.0%}"
        lines.append(
            f"| {row.bot} | {place.rating} | {place.low} – {place.high} | {share} | {interval} | {row.points:.1f} |"
        )
    return [*lines, ""]
