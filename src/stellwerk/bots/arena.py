"""Tournaments: bots at one table, seats rotated, with intervals and an Elo-like table.

Results go to a file of JSON lines that can be resumed: its first line says what is played and whether by time or by
iterations, each further line is one game and who played it. Games of bots that have changed since stay in the file but
do not count. A shared first place counts as a part of a win.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from stellwerk.bots.bot import Budget
from stellwerk.bots.identity import identity
from stellwerk.bots.selfplay import Job, Outcome, play_all

Z95 = 1.959964


class Mismatch(ValueError):
    """A results file of another tournament."""


@dataclass(frozen=True)
class Tournament:
    """What is played. Game number n seats the bots rotated by n and is dealt with the seed plus n."""

    game: str
    bots: tuple[str, ...]
    games: int
    seats: int
    budget: Budget
    seed: int = 0
    edition: str = ""
    """The release by whose tables and readings it is played, where not by today's."""

    @property
    def by(self) -> str:
        """How thinking is measured; only iterations give equal results on every machine."""
        if self.budget.iterations is not None:
            return f"{self.budget.iterations} iterations"
        return f"{self.budget.seconds} seconds" if self.budget.seconds is not None else "no limit"

    def jobs(self) -> list[Job]:
        seeds = range(self.seed, self.seed + self.games)
        return [
            Job(self.game, self.seats, seed, self.seated(n), self.budget, edition=self.edition)
            for n, seed in enumerate(seeds)
        ]

    def seated(self, n: int) -> tuple[str, ...]:
        return tuple(self.bots[(seat + n) % len(self.bots)] for seat in range(self.seats))

    def head(self) -> dict[str, object]:
        told = {"game": self.game, "bots": list(self.bots), "seats": self.seats, "by": self.by, "seed": self.seed}
        return {**told, "edition": self.edition} if self.edition else told


@dataclass(frozen=True)
class Standing:
    """One bot's result: its wins out of the places it sat at, with a 95 % interval of the share."""

    bot: str
    played: int
    wins: float
    low: float
    high: float
    points: float
    elo: int


def played(
    tournament: Tournament, file: Path | None, workers: int = 1, engine: str = "pool"
) -> Generator[Outcome, None, None]:
    """All games of a tournament; those already in the file are not played again, new ones are added to it."""
    done = resumed(tournament, file)[0] if file is not None else []
    yield from done
    seeds = {outcome.seed for outcome in done}
    open_jobs = [job for job in tournament.jobs() if job.seed not in seeds]
    for outcome in play_all(open_jobs, workers, engine):
        if file is not None:
            add(tournament, outcome, file)
        yield outcome


def add(tournament: Tournament, outcome: Outcome, file: Path) -> None:
    """A game to a file, which is begun if need be; what a stopped run has left half-written keeps a line of its own."""
    before = file.read_text("utf-8") if file.exists() else ""
    head = before or json.dumps(tournament.head())
    with file.open("a", encoding="utf-8") as out:
        out.write(head.removeprefix(before) + ("" if head.endswith("\n") else "\n"))
        out.write(json.dumps(asdict(outcome)) + "\n")


def resumed(tournament: Tournament, file: Path) -> tuple[list[Outcome], int]:
    """The games of an earlier run of the same tournament, and how many others of it the bots before today's played."""
    if not file.exists():
        return [], 0
    told, outcomes = read(file)
    if told != tournament.head():
        raise Mismatch(f"{file} holds another tournament: {json.dumps(told) if told else 'nothing'}")
    wanted = range(tournament.seed, tournament.seed + tournament.games)
    of_wanted = [outcome for outcome in outcomes if outcome.seed in wanted]
    same = [outcome for outcome in of_wanted if outcome.players == identity(outcome.game, outcome.bots)]
    return same, len(of_wanted) - len(same)


def read(file: Path) -> tuple[dict[str, object], list[Outcome]]:
    """A file of results: what was played, and its games. A half-written last line is dropped."""
    lines = file.read_text("utf-8").splitlines()
    outcomes = []
    for line in lines[1:]:
        try:
            row = json.loads(line)
        except ValueError:
            continue
        outcomes.append(Outcome(**{**row, "bots": tuple(row["bots"])}))
    return json.loads(lines[0]) if lines else {}, outcomes


def wilson(wins: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson), which stays sound near 0 and 1."""
    if n == 0:
        return 0.0, 1.0
    share, z = wins / n, Z95
    centre = share + z * z / (2 * n)
    spread = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, centre - spread) / (1 + z * z / n), (centre + spread) / (1 + z * z / n)


def standings(outcomes: Iterable[Outcome]) -> list[Standing]:
    """The table, best first."""
    games = list(outcomes)
    sat: dict[str, int] = defaultdict(int)
    wins: dict[str, float] = defaultdict(float)
    points: dict[str, int] = defaultdict(int)
    for outcome in games:
        firsts = outcome.ranking.count(1)
        for bot, place, score in zip(outcome.bots, outcome.ranking, outcome.scores, strict=True):
            sat[bot] += 1
            points[bot] += score
            wins[bot] += 1 / firsts if place == 1 else 0
    ratings = elo(games)
    table = [
        Standing(bot, n, wins[bot], *wilson(wins[bot], n), points[bot] / n, ratings[bot]) for bot, n in sat.items()
    ]
    return sorted(table, key=lambda row: (-row.wins / row.played, row.bot))


def elo(games: Sequence[Outcome], rounds: int = 200) -> dict[str, int]:
    """Ratings around 1500 that explain best who finished before whom."""
    return ratings(compared(games), {bot for outcome in games for bot in outcome.bots}, rounds)


def compared(games: Sequence[Outcome]) -> dict[tuple[str, str], float]:
    """How often a bot finished before another: every pair of different bots at a table is one comparison."""
    won: dict[tuple[str, str], float] = defaultdict(float)
    for outcome in games:
        places = list(zip(outcome.bots, outcome.ranking, strict=True))
        for a, rank_a in places:
            for b, rank_b in places:
                if a != b:
                    won[a, b] += 1.0 if rank_a < rank_b else 0.5 if rank_a == rank_b else 0.0
    return won


def ratings(compared: Mapping[tuple[str, str], float], names: Iterable[str], rounds: int = 200) -> dict[str, int]:
    """By Bradley and Terry, step by step; one imagined draw a pair keeps the table finite."""
    bots = sorted(names)
    won = {(a, b): compared.get((a, b), 0.0) + 0.5 for a in bots for b in bots if a != b}
    strength = dict.fromkeys(bots, 1.0)
    for _ in range(rounds):
        for a in bots:
            others = [b for b in bots if b != a]
            wins = sum(won[a, b] for b in others)
            weight = sum((won[a, b] + won[b, a]) / (strength[a] + strength[b]) for b in others)
            strength[a] = wins / weight if weight else 1.0
    mean = sum(math.log10(value) for value in strength.values()) / max(1, len(bots))
    return {bot: round(1500 + 400 * (math.log10(strength[bot]) - mean)) for bot in bots}
