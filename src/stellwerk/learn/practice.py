"""Practice: positions of real games in which one answer, or one way to play a turn, is clearly the best.

A game says in `practice/kinds.toml` what may be asked:

    [[kinds]]
    id = "scoring"
    title = "The best turn"
    text = "What the position is about."
    task = "Play the turn that brings you to {best} points at the next scoring."
    section = "2.1"
    asks = ["Turn"]
    judge = "turn"
    gap = 2

`asks` are the choices a position may leave open. The judge `turn` tries every way to play the turn to its end and
measures what it leaves its seat with (`measure`; without it, what the seat has); the judge `bot` asks for advice. Where
the best is ahead of all others by the `gap`, there is a problem. `steps = 1` looks at the next answer alone instead of
a whole turn; `when` names a condition. Measures and conditions are functions in the game's `practice/__init__.py`.

`problems.toml` beside it is written by `stellwerk make-practice`, with the logs its positions are taken from. A problem
is read as a lesson of one task, so that tables, pages and the terminal treat it like one.
"""

from __future__ import annotations

import glob
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal

from stellwerk import games
from stellwerk.bots.reasons import Part
from stellwerk.core import Text
from stellwerk.core.log import Document, fold
from stellwerk.core.log import read as read_log
from stellwerk.core.rule import flowing
from stellwerk.learn.lesson import BadLesson, Lesson, Mistake, Move, Task, lessons, text_of
from stellwerk.study.replay import decoded

MINUTES = 3


@dataclass(frozen=True, slots=True)
class Kind:
    """What may be asked of a position."""

    id: str
    title: Text
    text: Text
    task: str
    """A message that may speak of {best}."""
    asks: tuple[str, ...]
    judge: Literal["turn", "bot"]
    gap: float
    section: str = ""
    measure: str = ""
    when: str = ""
    steps: int = 0
    """How many answers are looked at; 0 is all of a turn."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A position and its answer, as it was found."""

    kind: str
    log: str
    at: int
    """After this entry of the log."""
    seat: int
    moves: tuple[tuple[str, ...], ...]
    """Every decision with all answers that are as good as the best."""
    best: int
    next: int
    """What the best other way brings; for the bot how far it is behind."""
    tried: int
    """How many ways were tried, or how many positions the bot looked at."""
    others: tuple[tuple[int, str, int], ...] = ()
    """Decision, another answer, and what it can still bring."""
    why: tuple[tuple[str, int], ...] = ()
    """For the bot: what the best answer changes, and by how much."""

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.log.partition('.')[0]}-{self.at}"


@dataclass(frozen=True)
class Shelf:
    """The folder `practice` of a game."""

    game: str
    folder: Traversable
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()

    @property
    def functions(self) -> Any:
        return games.companion(self.game, "practice")

    def log(self, name: str) -> Document:
        return read_log(decoded((self.folder / name).read_bytes()))


def practice(game: str) -> tuple[Lesson, ...]:
    """The practice positions of a game as lessons of one task; none if it has none."""
    return _practice(games.package(game), game)


@cache
def _practice(package: str, game: str) -> tuple[Lesson, ...]:
    shelf = shelf_of(game, files(package) / "practice")
    return tuple(lesson_of(shelf, problem) for problem in shelf.problems)


def lesson(game: str, id_: str) -> Lesson | None:
    """A chapter or a practice position by its id."""
    return next((found for found in (*lessons(game), *practice(game)) if found.id == id_), None)


def shelf_of(game: str, folder: Traversable) -> Shelf:
    """What lies in a folder. Raises `BadLesson`."""
    if not (folder / "kinds.toml").is_file():
        return Shelf(game, folder)
    try:
        kinds = {kind.id: kind for kind in map(_kind, _table(folder, "kinds"))}
        return Shelf(game, folder, kinds, tuple(map(_problem, _table(folder, "problems"))))
    except (KeyError, TypeError, ValueError) as error:
        raise BadLesson(f"{game} practice", f"{type(error).__name__}: {error}") from error


def _table(folder: Traversable, name: str) -> list[dict[str, Any]]:
    file = folder / f"{name}.toml"
    rows: list[dict[str, Any]] = tomllib.loads(file.read_text("utf-8"))[name] if file.is_file() else []
    return rows


def _kind(row: dict[str, Any]) -> Kind:
    worded = {"title": text_of(row["title"]), "text": text_of(row["text"]), "task": flowing(row["task"])}
    return Kind(**{**row, **worded, "asks": tuple(row["asks"])})


def _problem(row: dict[str, Any]) -> Problem:
    lists = {name: tuple(map(tuple, row.get(name, ()))) for name in ("moves", "others", "why")}
    return Problem(**{**row, **lists})


# --- as a lesson -----------------------------------------------------------------------------------------------------


def lesson_of(shelf: Shelf, problem: Problem) -> Lesson:
    kind, document = shelf.kinds[problem.kind], shelf.log(problem.log)
    task = Task(
        text=kind.text,
        task=Text(kind.task, best=problem.best),
        moves=tuple(Move(tuple(map(glob.escape, lines))) for lines in problem.moves),
        section=kind.section,
        wrong=(
            *(Mistake(glob.escape(line), _worse(kind, problem, found)) for _, line, found in problem.others),
            Mistake("*", _worse_than_told(kind, problem)),
        ),
    )
    return Lesson(
        id=problem.id,
        game=shelf.game,
        title=kind.title,
        minutes=MINUTES,
        names=names_of(document, problem.seat),
        start=tuple(document.entries[: problem.at]),
        tasks=(task,),
        end=_reason(kind, problem),
        variants=document.header.variants,
        pupil=problem.seat,
        is_practice=True,
    )


def names_of(document: Document, pupil: int) -> tuple[str, ...]:
    """The bots that played it have equal names."""
    others = iter(("Boris", "Chen", "Dana", "Emil", "Fumi", "Galina"))
    return tuple("Anna" if seat == pupil else next(others) for seat in range(document.header.seats))


def _worse(kind: Kind, problem: Problem, found: int) -> Text:
    if kind.judge == "turn":
        return Text("That brings {found} at most, and {best} can be reached.", found=found, best=problem.best)
    return Text("The bot sees {loss} more in another answer.", loss=found)


def _worse_than_told(kind: Kind, problem: Problem) -> Text:
    """Of answers that are not listed: the list holds the best of the others, so they bring no more than its last."""
    if kind.judge == "turn":
        return _worse(kind, problem, min((found for _, _, found in problem.others), default=problem.next))
    return Text("That is not among the bot's first choices; even its second is behind by {next}.", next=problem.next)


def _reason(kind: Kind, problem: Problem) -> Text:
    if kind.judge == "turn":
        return Text(
            "{best} it is. Proof: all {tried} ways to play on from there were tried; the next best brings {next}.",
            best=problem.best,
            tried=problem.tried,
            next=problem.next,
        )
    parts = tuple(Part(Text(title), points).text() for title, points in problem.why)
    return Text(
        "So would the bot: {parts}. It looked at {tried} positions, three times over; its second choice is behind by "
        "{next}.",
        parts=parts,
        tried=problem.tried,
        next=problem.next,
    )


def position(shelf: Shelf, problem: Problem) -> Any:
    document = shelf.log(problem.log)
    return fold(games.game(shelf.game), document.header, document.entries, problem.at)
