"""Over many games: results by seat, by what was owned, by length, and head to head; each share with its interval.

A win that is shared by n players counts 1/n for each. Intervals are Wilson's at 95 %.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from math import sqrt
from typing import Any

from stellwerk import games
from stellwerk.core import Text
from stellwerk.study.analysis.model import Row, Table, plain
from stellwerk.study.library.catalogue import Library

Z = 1.96
LENGTHS = 5
"""Into so many parts of equal size games are divided by their length."""
HEADS = (Text("games"), Text("wins"), Text("share of wins"), Text("interval"), Text("mean score"))


@dataclass(frozen=True, slots=True)
class Share:
    """Wins out of games, with the interval in which the true share lies."""

    games: int
    wins: float
    score: float = 0

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        n, p = self.games, self.share
        if not n:
            return 0.0, 1.0
        middle, width = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return (middle - width) / (1 + Z * Z / n), (middle + width) / (1 + Z * Z / n)

    def cells(self) -> tuple[str | int, ...]:
        low, high = self.interval
        mean = self.score / max(1, self.games)
        return self.games, f"{self.wins:.4g}", f"{self.share:.0%}", f"{low:.0%} – {high:.0%}", f"{mean:.1f}"


def over_many(library: Library, game: str = "", seats: int = 0, players: Sequence[str] = ()) -> list[Table]:
    """Every table about the finished games of a title and a number of players; people only by the names given."""
    tables = [_by_seat(library, game, seats), _by_length(library, game, seats), *_by_facts(library, game, seats)]
    if players:
        tables += [_people(library, game, seats, players), _head_to_head(library, game, seats, players)]
    return [table for table in tables if table.rows]


def _by_seat(library: Library, game: str, seats: int) -> Table:
    rows = tuple(
        Row((_title(title), count, value, *Share(n, wins, score).cells()))
        for title, count, kind, value, n, wins, score in library.tallies(game, seats)
        if kind == "seat"
    )
    return Table("seats", Text("Results by seat"), (Text("game"), Text("players"), Text("seat"), *HEADS), rows)


def _by_facts(library: Library, game: str, seats: int) -> Iterator[Table]:
    """For each kind of fact a game knows, how those fared who had it."""
    rows = [row for row in library.tallies(game, seats) if row[2] != "seat"]
    for (title, kind), found in groupby(rows, key=lambda row: (row[0], row[2])):
        sums: dict[str, Share] = {}
        for _, _, _, value, n, wins, score in found:
            old = sums.get(value, Share(0, 0.0))
            sums[value] = Share(old.games + n, old.wins + wins, old.score + score)
        yield _by_fact(title, kind, sums)


def _by_fact(game: str, kind: str, sums: dict[str, Share]) -> Table:
    ordered = sorted(sums.items(), key=lambda pair: (-pair[1].share, pair[0]))
    facts = _facts(game)
    rows = tuple(Row((_named(facts, kind, value), *share.cells())) for value, share in ordered)
    kinds: Mapping[str, Text] = getattr(facts, "KINDS", {})
    title = Text("{game}: {kind}", game=_title(game), kind=kinds.get(kind, plain(kind)))
    return Table(f"{game}-{kind}".replace(" ", "-"), title, (Text("what"), *HEADS), rows)


def _facts(game: str) -> Any:
    """What a game counts by: `KINDS` are the titles of the kinds, `name` says a fact in words."""
    room = games.companion(game, "study") if game in games.PACKAGES else None
    return getattr(room, "Facts", None)


def _named(facts: Any, kind: str, value: str) -> Text:
    found: Text = facts.name(kind, value) if hasattr(facts, "name") else plain(value)
    return found


def _title(game: str) -> Text:
    return games.game(game).title if game in games.PACKAGES else plain(game)


def _by_length(library: Library, game: str, seats: int) -> Table:
    """Each title's games in parts of equal size, the shortest first."""
    rows: list[Row] = []
    for title, found in groupby(library.lengths(game, seats), key=lambda row: row[0]):
        for part in _parts([(length, score) for _, length, score in found]):
            mean = sum(score for _, score in part) / len(part)
            rows.append(Row((_title(title), f"{part[0][0]} – {part[-1][0]}", len(part), f"{mean:.1f}")))
    heads = (Text("game"), Text("moves"), Text("games"), Text("mean score of the winners"))
    return Table("lengths", Text("Results by length"), heads, tuple(rows))


def _parts(ordered: Sequence[tuple[int, float]]) -> list[Sequence[tuple[int, float]]]:
    size = max(1, -(-len(ordered) // LENGTHS))
    return [ordered[n : n + size] for n in range(0, len(ordered), size)]


def _people(library: Library, game: str, seats: int, players: Sequence[str]) -> Table:
    rows = []
    for name in players:
        results = sorted(library.results_of(name, game, seats), key=lambda row: row[1])
        for title, found in groupby(results, key=lambda row: row[1]):
            own = list(found)
            share = Share(len(own), sum(row[4] for row in own), sum(row[2] for row in own))
            rows.append(Row((name, _title(title), *share.cells())))
    return Table("players", Text("Players"), (Text("player"), Text("game"), *HEADS), tuple(rows))


def _head_to_head(library: Library, game: str, seats: int, players: Sequence[str]) -> Table:
    """How often one placed better than the other, where both played."""
    places = {name: {row[0]: row[3] for row in library.results_of(name, game, seats)} for name in players}
    rows = []
    for one, other in combinations(players, 2):
        both = [(place, places[other][id_]) for id_, place in places[one].items() if id_ in places[other]]
        if both:
            rows.append(Row((one, other, len(both), sum(a < b for a, b in both), sum(a > b for a, b in both))))
    heads = (Text("player"), Text("against"), Text("games"), Text("ahead"), Text("behind"))
    return Table("head-to-head", Text("Head to head"), heads, tuple(rows))
