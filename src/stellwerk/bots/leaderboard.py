"""Who is stronger: every pair of bots plays, and one rating with its interval is made of all games of a table size.

Each pair has a file of its own in the folder of the board, so that a bot that joins plays only its own games, and an
interrupted board goes on. The table of the folder is made of all files in it, whoever has added them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from stellwerk.bots.arena import Standing, Tournament, elo, played, read, standings
from stellwerk.bots.bot import Budget
from stellwerk.bots.selfplay import Outcome

RESAMPLED = 200
"""How often the games are drawn anew for the interval of a rating."""


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
    high: int


def ranked(outcomes: Sequence[Outcome], seed: int = 0) -> list[Place]:
    """The board, the highest rating first. Intervals by drawing as many games of each pair anew (bootstrap)."""
    rng = random.Random(seed)
    by_pair: dict[frozenset[str], list[Outcome]] = {}
    for outcome in sorted(outcomes, key=lambda each: (sorted(set(each.bots)), each.seed)):
        by_pair.setdefault(frozenset(outcome.bots), []).append(outcome)
    samples: dict[str, list[int]] = {}
    for _ in range(RESAMPLED):
        drawn = [rng.choice(games) for games in by_pair.values() for _ in games]
        for bot, rating in elo(drawn, rounds=60).items():
            samples.setdefault(bot, []).append(rating)
    rows = [Place(row, *_middle(samples[row.bot])) for row in standings(outcomes)]
    return sorted(rows, key=lambda place: (-place.standing.elo, place.standing.bot))


def _middle(values: Sequence[int]) -> tuple[int, int]:
    """Where 95 of 100 lie."""
    found = sorted(values)
    return found[len(found) * 25 // 1000], found[len(found) * 975 // 1000]


def kept(folder: Path) -> Iterator[tuple[str, list[Outcome]]]:
    """Every table size of which games are in a folder: what was played, and all its games."""
    found: dict[tuple[str, int, str], list[Outcome]] = {}
    for file in sorted(folder.glob("*.jsonl")):
        told, outcomes = read(file)
        found.setdefault((str(told["game"]), int(str(told["seats"])), str(told["by"])), []).extend(outcomes)
    for (game, seats, by), outcomes in sorted(found.items()):
        if outcomes:
            yield f"{game}, {seats} seats, {by} a decision", outcomes


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
            f"| {row.bot} | {row.elo} | {place.low} – {place.high} | {share} | {interval} | {row.points:.1f} |"
        )
    return [*lines, ""]
