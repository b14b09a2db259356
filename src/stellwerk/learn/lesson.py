"""A lesson as data: where it begins, what the learner is to do, and what the others answer.

    title = "Workers and track"
    minutes = 6
    seats = 2
    names = ["You", "Boris"]
    start = '''
    * deal …
    1 place …
    '''

    [[tasks]]
    text = "What there is to notice."
    task = "What to do, in a sentence."
    section = "5.1"
    notice = ["space-track_basic"]
    hints = [{text = "Where to look."}]
    wrong = [{like = "pass", text = "Why that is not it."}]
    subjects = {track = "TrackBuilt"}
    moves = [{like = "place track_*"}, {like = ["black", "grey"], after = "* draw 3"}]

`start` and `after` are entries of a log; `like` are patterns of the notation with `*` and `?`. A task is done after all
its moves. `notice` are ids of the game's drawing that the text speaks of: the page shows and marks them. `subjects`
says what is learnt, and the event that the learner's own moves must have caused.

A chapter may be taken from a game beside it: `log = "game.log"` with `start = 48` begins after 48 entries, and
`moves = 2` are the next two moves that the learner's seat made there, with what came after each of them.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from stellwerk import games
from stellwerk.core import BadNotation, Text
from stellwerk.core.log import Entry
from stellwerk.core.rule import flowing


class BadLesson(ValueError):
    """A lesson that cannot be taught, by its name."""

    def __init__(self, lesson: str, problem: str) -> None:
        super().__init__(f"lesson {lesson}: {problem}")


@dataclass(frozen=True, slots=True)
class Mistake:
    """A legal move that is not what the task asks for, and why."""

    like: str
    text: Text


@dataclass(frozen=True, slots=True)
class Move:
    """One decision of the learner: what is taken for right, and what happens before he is asked again."""

    like: tuple[str, ...]
    after: tuple[Entry, ...] = ()

    def is_right(self, line: str) -> bool:
        return any(fnmatchcase(line, pattern) for pattern in self.like)


@dataclass(frozen=True, slots=True)
class Task:
    """Something to notice and something to do."""

    text: Text
    task: Text
    moves: tuple[Move, ...]
    section: str = ""
    notice: tuple[str, ...] = ()
    hints: tuple[Text, ...] = ()
    wrong: tuple[Mistake, ...] = ()
    subjects: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A chapter of a first game."""

    id: str
    game: str
    title: Text
    minutes: int
    names: tuple[str, ...]
    start: tuple[Entry, ...]
    tasks: tuple[Task, ...]
    end: Text
    """What was learnt, in a sentence or two."""
    variants: Mapping[str, Any] = field(default_factory=dict)
    pupil: int = 0
    is_practice: bool = False
    """Whether the learner finds out by himself what is right: nothing is marked."""

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(move for task in self.tasks for move in task.moves)

    def task_at(self, done: int) -> Task | None:
        """The task of a learner who has made so many moves, or None when all is done."""
        for task in self.tasks:
            if done < len(task.moves):
                return task
            done -= len(task.moves)
        return None

    def tasks_done(self, done: int) -> int:
        """How many tasks are behind a learner who has made so many moves."""
        ends = (sum(len(task.moves) for task in self.tasks[: n + 1]) for n in range(len(self.tasks)))
        return sum(end <= done for end in ends)


def lessons(game: str) -> tuple[Lesson, ...]:
    """The chapters of a game in order; none if the game teaches nothing."""
    return _lessons(games.package(game), game)


@cache
def _lessons(package: str, game: str) -> tuple[Lesson, ...]:
    folder = files(package) / "lessons"
    if not folder.is_dir():
        return ()
    found = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return tuple(read(game, f, folder) for f in found)


def read(game: str, file: Traversable, folder: Traversable | None = None) -> Lesson:
    """A chapter from its file, `NN-id.toml`, and the log it may be taken from."""
    id_ = file.name.removesuffix(".toml").partition("-")[2]
    try:
        data = tomllib.loads(file.read_text("utf-8"))
        if folder is not None and "log" in data:
            _take_from_log(data, (folder / data["log"]).read_text("utf-8").splitlines())
        return _lesson(game, id_, data)
    except (KeyError, TypeError, ValueError, BadNotation) as error:
        raise BadLesson(f"{game} {id_}", f"{type(error).__name__}: {error}") from error


def _take_from_log(data: dict[str, Any], lines: list[str]) -> None:
    """Write out what a chapter takes from a log: its start, and the moves of every task with what follows them."""
    begin, pupil = data["start"], f"{data.get('pupil', 0)} "
    data["start"] = "\n".join(lines[:begin])
    own = [n for n, line in enumerate(lines) if n >= begin and line.startswith(pupil)] + [len(lines)]
    for task in data["tasks"]:
        taken, own = own[: task["moves"] + 1], own[task["moves"] :]
        task["moves"] = [
            {"like": lines[at].removeprefix(pupil), "after": "\n".join(lines[at + 1 : until])}
            for at, until in itertools.pairwise(taken)
        ]


def _lesson(game: str, id_: str, data: dict[str, Any]) -> Lesson:
    return Lesson(
        id=id_,
        game=game,
        title=text_of(data["title"]),
        minutes=int(data["minutes"]),
        names=tuple(data["names"]),
        start=tuple(_entries(data.get("start", ""))),
        tasks=tuple(_task(row) for row in data["tasks"]),
        end=text_of(data["text"]),
        variants=data.get("variants", {}),
        pupil=data.get("pupil", 0),
    )


def _task(row: dict[str, Any]) -> Task:
    return Task(
        text=text_of(row["text"]),
        task=text_of(row["task"]),
        moves=tuple(_move(move) for move in row["moves"]),
        section=row.get("section", ""),
        notice=tuple(row.get("notice", ())),
        hints=tuple(text_of(hint["text"]) for hint in row.get("hints", ())),
        wrong=tuple(Mistake(mistake["like"], text_of(mistake["text"])) for mistake in row.get("wrong", ())),
        subjects=row.get("subjects", {}),
    )


def _move(row: dict[str, Any]) -> Move:
    like = row["like"]
    return Move((like,) if isinstance(like, str) else tuple(like), tuple(_entries(row.get("after", ""))))


def _entries(text: str) -> Iterator[Entry]:
    lines = (line.strip() for line in text.splitlines())
    return (Entry.parse(line) for line in lines if line and not line.startswith("#"))


def text_of(written: str) -> Text:
    return Text(flowing(written))
