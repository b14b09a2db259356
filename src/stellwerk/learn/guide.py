"""The guide of a game: one idea an entry, with a picture of a real position. What it says is used in three places.

    turn = ["A turn in brief"]

    [[entries]]
    id = "track"
    title = "Track and its colours"
    text = "Black track goes ahead …"
    sections = ["3.1", "3.2"]
    picture = {lesson = "track", show = "player-0"}
    asks = ["Laying"]
    after = ["TrackBuilt"]
    seen = ["RoundScored"]

The file is `guide/guide.toml` in the game's folder. All entries together are the illustrated guide. An entry with
`asks` (choices by name), `after` or `seen` (events by name) is also a note for a first game: it appears when the reader
is asked that for the first time, when a move of his own has caused it, or when it has happened at the table. `turn`
names the lessons of the rule book that say how a turn goes. A picture may also show a game of the folder `practice`:
`{log = "bots-11.log", at = 162, show = "player-1"}` is the position after 162 entries, as whoever decides sees it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from stellwerk import games
from stellwerk.core import Text, pending
from stellwerk.core.header import BadLog
from stellwerk.core.log import fold, read
from stellwerk.core.rule import Lesson
from stellwerk.learn.course import opened
from stellwerk.learn.lesson import BadLesson, lessons, text_of
from stellwerk.learn.practice import names_of


@dataclass(frozen=True, slots=True)
class Picture:
    """A part of the drawing of a position: the one a lesson begins with, or one of a game for practice."""

    show: str
    lesson: str = ""
    log: str = ""
    at: int = 0


@dataclass(frozen=True, slots=True)
class Entry:
    id: str
    title: Text
    text: Text
    sections: tuple[str, ...]
    picture: Picture | None = None
    asks: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    seen: frozenset[str] = frozenset()

    def fits(self, asked: str | None, caused: Collection[str], happened: Collection[str]) -> bool:
        """Whether it is about the open question, what the reader has just caused, or what has just happened."""
        return asked in self.asks or not self.after.isdisjoint(caused) or not self.seen.isdisjoint(happened)


@dataclass(frozen=True, slots=True)
class Guide:
    game: str
    turn: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()

    def card(self) -> list[Lesson]:
        """How a turn goes."""
        return [lesson for lesson in games.game(self.game).rules.lessons if lesson.title.message in self.turn]

    def about(self, section: str) -> list[Entry]:
        """The entries that explain a section of the rules."""
        return [entry for entry in self.entries if section in entry.sections]

    def notes(self, asked: str | None, caused: Collection[str], happened: Collection[str]) -> list[Entry]:
        """Those that are worth reading now; what is asked comes first."""
        found = [entry for entry in self.entries if entry.fits(asked, caused, happened)]
        return sorted(found, key=lambda entry: asked not in entry.asks)


def guide(game: str) -> Guide:
    """The guide of a game; an empty one where it has none."""
    return _guide(games.package(game), game)


@cache
def _guide(package: str, game: str) -> Guide:
    file = files(package) / "guide" / "guide.toml"
    if not file.is_file():
        return Guide(game)
    try:
        data = tomllib.loads(file.read_text("utf-8"))
        return Guide(game, tuple(data["turn"]), tuple(map(_entry, data["entries"])))
    except (KeyError, TypeError, ValueError) as error:
        raise BadLesson(f"{game} guide", f"{type(error).__name__}: {error}") from error


def _entry(row: Mapping[str, Any]) -> Entry:
    return Entry(
        id=row["id"],
        title=text_of(row["title"]),
        text=text_of(row["text"]),
        sections=tuple(row["sections"]),
        picture=Picture(**row["picture"]) if "picture" in row else None,
        asks=frozenset(row.get("asks", ())),
        after=frozenset(row.get("after", ())),
        seen=frozenset(row.get("seen", ())),
    )


@cache
def view_of(game: str, picture: Picture) -> tuple[Any, tuple[str, ...]]:
    """The position of a picture, as the learner or whoever decides sees it, and the names of the players."""
    return _of_practice(game, picture) if picture.log else _of_lesson(game, picture.lesson)


def _of_lesson(game: str, lesson: str) -> tuple[Any, tuple[str, ...]]:
    found = next((one for one in lessons(game) if one.id == lesson), None)
    if found is None:
        raise BadLesson(f"{game} guide", f"there is no lesson {lesson}")
    record = opened(found)
    return record.game.view(record.state, found.pupil), found.names


def _of_practice(game: str, picture: Picture) -> tuple[Any, tuple[str, ...]]:
    where, rules = f"{picture.log} {picture.at}", games.game(game)
    try:
        document = read((files(games.package(game)) / "practice" / picture.log).read_text("utf-8"))
        s = fold(rules, document.header, document.entries, picture.at, check=True)
    except (OSError, BadLog) as error:
        raise BadLesson(f"{game} guide", f"{where}: {error}") from error
    choice = pending(s)
    if choice is None or (seat := choice.seat(s)) < 0:
        raise BadLesson(f"{game} guide", f"{where}: nobody decides there")
    return rules.view(s, seat), names_of(document, seat)
