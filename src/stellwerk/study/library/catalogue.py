"""The games of a library: put in, found again, tagged and annotated."""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import RLock
from typing import Any

from stellwerk.core import Game, Text
from stellwerk.core.log import Document
from stellwerk.core.text import ENGLISH, Translator
from stellwerk.study.library.reading import Fact, Shelved, Unfit, document_of, shelved
from stellwerk.study.library.schema import connect


@dataclass(frozen=True, slots=True)
class Player:
    seat: int
    name: str
    score: int
    place: int


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list."""

    id: int
    game: str
    seats: int
    date: str
    length: int
    finished: bool
    ending: str
    rulings: int
    problem: str
    source: str
    note: str
    players: tuple[Player, ...]
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked of the games of a list; whatever is empty is not asked."""

    player: str = ""
    game: str = ""
    seats: int = 0
    since: str = ""
    until: str = ""
    fact: str = ""
    """A company, private, engineer, technology …, as the game's facts name it."""
    ending: str = ""
    shortest: int = 0
    longest: int = 0
    tag: str = ""
    note: str = ""


CONDITIONS = {
    "player": "id IN (SELECT game FROM player WHERE name = ? COLLATE NOCASE)",
    "game": "game = ?",
    "seats": "seats = ?",
    "since": "date >= ?",
    "until": "date <> '' AND date <= ?",
    "fact": "id IN (SELECT game FROM fact WHERE value = ? AND kind <> 'ending')",
    "ending": "ending = ?",
    "shortest": "length >= ?",
    "longest": "length <= ?",
    "tag": "id IN (SELECT game FROM tag WHERE tag = ?)",
    "note": "instr(lower(note), lower(?)) > 0",
}
COLUMNS = "id, game, seats, date, length, finished, ending, rulings, problem, source, note"


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Library:
    """One library; every change is written before its method returns."""

    def __init__(self, path: Path, make: bool = True) -> None:
        self.path = path
        self._db = connect(path, make)
        self._lock = RLock()

    def close(self) -> None:
        self._db.close()

    def settle(self) -> None:
        """Everything into the one file, so that it can be copied."""
        self.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    @property
    def size(self) -> int:
        """Bytes in use; what was taken out makes room again."""
        asked = "SELECT * FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
        ((pages, free, each),) = self.rows(asked)
        return int((pages - free) * each)

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._db:
            yield self._db

    def rows(self, sql: str, *values: Any) -> list[Any]:
        with self._lock, closing(self._db.execute(sql, values)) as found:
            return found.fetchall()

    # --- putting in ---------------------------------------------------------------------------------------------------

    def has_file(self, digest: str) -> tuple[int | None, str] | None:
        """The game and the problem of a file that was read before; None for a new one."""
        found = self.rows("SELECT game, problem FROM file WHERE digest = ?", digest)
        return found[0] if found else None

    def add(self, found: Shelved, name: str, digest: str, words: Translator = ENGLISH) -> tuple[int, bool]:
        """The number of the game, and whether it is new: the same game in another file is not kept twice."""
        problem = found.problem.render(words) if found.problem is not None else ""
        with self.writing() as db:
            known = db.execute("SELECT id FROM game WHERE identity = ?", (found.identity,)).fetchone()
            number = known[0] if known else self._insert(db, found, name, problem)
            db.execute("INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?)", (digest, name, problem, number))
        return number, known is None

    def add_unfit(self, unfit: Text, name: str, digest: str, words: Translator = ENGLISH) -> None:
        """A file that nothing could be kept of is remembered, for the report."""
        with self.writing() as db:
            db.execute("INSERT OR REPLACE INTO file VALUES (?, ?, ?, NULL)", (digest, name, unfit.render(words)))

    def forget_unfit(self) -> None:
        """Files that did not fit are read again next time."""
        with self.writing() as db:
            db.execute("DELETE FROM file WHERE game IS NULL")

    def _insert(self, db: sqlite3.Connection, found: Shelved, name: str, problem: str) -> int:
        row = (
            *(found.identity, found.game, found.header.seats, found.date, found.length, found.finished, found.ending),
            *(found.rulings, problem, name, datetime.now(UTC).isoformat(timespec="seconds")),
            zlib.compress(found.log.encode(), 6),
        )
        number = db.execute(
            "INSERT INTO game (identity, game, seats, date, length, finished, ending, rulings, problem, source, added,"
            " log) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            row,
        ).lastrowid
        assert number is not None
        names = [*found.header.names, *("" for _ in found.scores)]
        wins = wins_of([place for _, place in found.scores])
        players = [(number, seat, names[seat], *score, wins[seat]) for seat, score in enumerate(found.scores)]
        db.executemany("INSERT INTO player VALUES (?, ?, ?, ?, ?, ?)", players)
        facts = [(number, fact.kind, fact.value, fact.seat) for fact in found.facts]
        db.executemany("INSERT INTO fact VALUES (?, ?, ?, ?)", facts)
        _tally(db, number, 1)
        return number

    # --- finding ------------------------------------------------------------------------------------------------------

    def find(self, wanted: Wanted | None = None, limit: int = 50, offset: int = 0) -> list[Listed]:
        """The games that fit, the latest first."""
        where, values = _where(wanted or Wanted())
        sql = f"SELECT {COLUMNS} FROM game {where} ORDER BY date DESC, id DESC LIMIT ? OFFSET ?"
        rows = self.rows(sql, *values, limit, offset)
        numbers = [row[0] for row in rows]
        players, tags = self._players(numbers), self._tags(numbers)
        return [_listed(row, players.get(row[0], ()), tags.get(row[0], ())) for row in rows]

    def count(self, wanted: Wanted | None = None) -> int:
        where, values = _where(wanted or Wanted())
        return int(self.rows(f"SELECT count(*) FROM game {where}", *values)[0][0])

    def numbers(self) -> list[int]:
        """Of all games, as they came."""
        return [row[0] for row in self.rows("SELECT id FROM game ORDER BY id")]

    def _players(self, numbers: list[int]) -> dict[int, tuple[Player, ...]]:
        found: dict[int, tuple[Player, ...]] = {}
        for some in _portions(numbers):
            sql = (
                f"SELECT game, seat, name, score, place FROM player WHERE game IN ({_marks(some)}) ORDER BY game, seat"
            )
            for number, *player in self.rows(sql, *some):
                found[number] = (*found.get(number, ()), Player(*player))
        return found

    def _tags(self, numbers: list[int]) -> dict[int, tuple[str, ...]]:
        found: dict[int, tuple[str, ...]] = {}
        for some in _portions(numbers):
            sql = f"SELECT game, tag FROM tag WHERE game IN ({_marks(some)}) ORDER BY tag"
            for number, tag in self.rows(sql, *some):
                found[number] = (*found.get(number, ()), tag)
        return found

    def listed(self, number: int) -> Listed | None:
        rows = self.rows(f"SELECT {COLUMNS} FROM game WHERE id = ?", number)
        if not rows:
            return None
        return _listed(rows[0], self._players([number]).get(number, ()), self._tags([number]).get(number, ()))

    def log(self, number: int) -> str | None:
        found = self.rows("SELECT log FROM game WHERE id = ?", number)
        return zlib.decompress(found[0][0]).decode() if found else None

    def opened(self, number: int) -> tuple[Game[Any], Document]:
        """The game and its log. Raises `Unfit` where there is none."""
        log = self.log(number)
        if log is None:
            raise Unfit(Text("the library has no game {number}", number=number))
        return document_of(log)

    def facts(self, number: int) -> list[Fact]:
        return [Fact(*row) for row in self.rows("SELECT kind, value, seat FROM fact WHERE game = ?", number)]

    def all_facts(self) -> dict[tuple[int, int], tuple[tuple[str, str], ...]]:
        """What every seat of every game had: (game, seat) → (kind, value)."""
        found: dict[tuple[int, int], list[tuple[str, str]]] = {}
        for number, seat, kind, value in self.rows("SELECT game, seat, kind, value FROM fact WHERE seat >= 0"):
            found.setdefault((number, seat), []).append((kind, value))
        return {key: tuple(facts) for key, facts in found.items()}

    def tallies(self, game: str = "", seats: int = 0) -> list[tuple[str, int, str, str, int, float, int]]:
        """Finished games counted: title, players, kind, value; then games, wins and the sum of scores."""
        where = "WHERE games > 0 AND (? = '' OR game = ?) AND (? = 0 OR seats = ?)"
        return self.rows(f"SELECT * FROM tally {where} ORDER BY game, kind, seats, value", game, game, seats, seats)

    def lengths(self, game: str = "", seats: int = 0) -> list[tuple[str, int, float]]:
        """Title, length and the winner's score of every finished game, the shortest first."""
        sql = (
            "SELECT g.game, g.length, avg(p.score) FROM game g JOIN player p ON p.game = g.id AND p.place = 1 WHERE"
            " g.finished AND (? = '' OR g.game = ?) AND (? = 0 OR g.seats = ?) GROUP BY g.id ORDER BY g.game, g.length"
        )
        return self.rows(sql, game, game, seats, seats)

    def results_of(self, name: str, game: str = "", seats: int = 0) -> list[tuple[int, str, int, int, float]]:
        """Somebody's finished games: number, title, score, place, win."""
        sql = (
            "SELECT g.id, g.game, p.score, p.place, p.win FROM player p JOIN game g ON g.id = p.game WHERE p.name = ?"
            " COLLATE NOCASE AND g.finished AND (? = '' OR g.game = ?) AND (? = 0 OR g.seats = ?)"
        )
        return self.rows(sql, name, game, game, seats, seats)

    def field(self, game: str, seats: int) -> tuple[int, float, float]:
        """How many finished games of a title with so many players there are, the mean score, and that of winners."""
        sql = (
            "SELECT count(DISTINCT g.id), avg(p.score), avg(CASE WHEN p.place = 1 THEN p.score END) FROM game g"
            " JOIN player p ON p.game = g.id WHERE g.game = ? AND g.seats = ? AND g.finished"
        )
        count, mean, best = self.rows(sql, game, seats)[0]
        return int(count), float(mean or 0), float(best or 0)

    def values(self, column: str) -> list[str]:
        """What can be asked for: endings, games, tags, names."""
        sql = {
            "ending": "SELECT DISTINCT ending FROM game WHERE ending <> '' ORDER BY 1",
            "game": "SELECT DISTINCT game FROM game ORDER BY 1",
            "tag": "SELECT DISTINCT tag FROM tag ORDER BY 1",
            "player": "SELECT name FROM player WHERE name <> '' GROUP BY name ORDER BY count(*) DESC, 1 LIMIT 500",
            "fact": "SELECT DISTINCT value FROM fact WHERE kind <> 'ending' ORDER BY 1",
        }[column]
        return [row[0] for row in self.rows(sql)]

    def unfit(self) -> list[tuple[str, str]]:
        """Name and problem of every file that was not kept, or not to its end."""
        return self.rows("SELECT name, problem FROM file WHERE problem <> '' ORDER BY name")

    # --- one's own words ----------------------------------------------------------------------------------------------

    def tag(self, number: int, tags: Iterable[str]) -> None:
        """The tags of a game, in place of those it had."""
        with self.writing() as db:
            db.execute("DELETE FROM tag WHERE game = ?", (number,))
            wanted = sorted({tag.strip()[:40] for tag in tags if tag.strip()})[:20]
            db.executemany("INSERT INTO tag VALUES (?, ?)", [(number, tag) for tag in wanted])

    def annotate(self, number: int, note: str) -> None:
        with self.writing() as db:
            db.execute("UPDATE game SET note = ? WHERE id = ?", (note[:4000], number))

    def renew(self, number: int) -> None:
        """Know a game by all that games are known by today. How it ended stays: its file may have told that."""
        game, document = self.opened(number)
        found = shelved(game, document.header, document.entries).facts
        facts = [(number, fact.kind, fact.value, fact.seat) for fact in found if fact.kind != "ending"]
        with self.writing() as db:
            _tally(db, number, -1)
            db.execute("DELETE FROM fact WHERE game = ? AND kind <> 'ending'", (number,))
            db.executemany("INSERT INTO fact VALUES (?, ?, ?, ?)", facts)
            _tally(db, number, 1)

    def remove(self, number: int) -> None:
        with self.writing() as db:
            _tally(db, number, -1)
            db.execute("DELETE FROM game WHERE id = ?", (number,))


def wins_of(places: list[int]) -> list[float]:
    """1 for a sole winner, 1/n for each of n who share the first place."""
    first = places.count(1)
    return [1 / first if place == 1 else 0.0 for place in places]


def _tally(db: sqlite3.Connection, number: int, sign: int) -> None:
    """A finished game counted in, or out again: by seat and by everything its seats had."""
    db.execute(
        "INSERT INTO tally SELECT g.game, g.seats, t.kind, t.value, ?1, ?1 * p.win, ?1 * p.score FROM game g"
        " JOIN player p ON p.game = g.id"
        " JOIN (SELECT DISTINCT kind, value, seat FROM fact WHERE game = ?2 AND seat >= 0"
        " UNION ALL SELECT 'seat', seat + 1, seat FROM player WHERE game = ?2) t ON t.seat = p.seat"
        " WHERE g.id = ?2 AND g.finished"
        " ON CONFLICT DO UPDATE SET games = games + excluded.games, wins = wins + excluded.wins,"
        " score = score + excluded.score",
        (sign, number),
    )


def _where(wanted: Wanted) -> tuple[str, list[Any]]:
    asked = {name: value for name in CONDITIONS if (value := getattr(wanted, name))}
    return f"WHERE {' AND '.join(CONDITIONS[name] for name in asked)}" if asked else "", list(asked.values())


def _portions(values: list[int], size: int = 500) -> Iterator[list[int]]:
    """SQLite takes only so many values in one question."""
    return (values[n : n + size] for n in range(0, len(values), size))


def _marks(values: list[int]) -> str:
    return ", ".join("?" for _ in values)


def _listed(row: Any, players: tuple[Player, ...], tags: tuple[str, ...]) -> Listed:
    known = dict(zip(COLUMNS.split(", "), row, strict=True))
    return Listed(**{**known, "finished": bool(known["finished"])}, players=players, tags=tags)
