"""A log told: the state at every version, and what was heard on the way there. For logs that belong to no table.

A story never folds from the start twice: it keeps a state every few versions. An undo is an alias of the version it
goes back to.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from threading import RLock
from typing import Any, Generic, TypeVar

from stellwerk import games
from stellwerk.core import REFEREE, Game, Illegal, Seat, State, Text, advance, apply
from stellwerk.core.action import BadNotation
from stellwerk.core.log import BadLog, Entry, Header, beginning, live
from stellwerk.table import Line

S = TypeVar("S", bound=State)

KEPT_EVERY = 12
MOST_KEPT = 200


class Story(Generic[S]):
    """Raises `BadLog` where the log cannot be followed."""

    def __init__(self, game: Game[S], header: Header, entries: Sequence[Entry]) -> None:
        self.game, self.header = game, header
        self.entries: list[Entry] = []
        self._told: list[tuple[Text | None, tuple[Any, ...]]] = []
        self._kept: dict[int, S] = {0: beginning(game, header)}
        self._lock = RLock()
        for number, entry in enumerate(entries, 1):
            self._tell(number, entry)
        self._thin()

    def __getstate__(self) -> dict[str, Any]:
        """Between processes: a game is known by its id."""
        return {**self.__dict__, "game": self.game.id, "_lock": None}

    def __setstate__(self, known: dict[str, Any]) -> None:
        self.__dict__.update(known, game=games.game(known["game"]), _lock=RLock())

    def _thin(self) -> None:
        """However long a log is, so many states are kept of it: undoing costs a line, a state costs thousands."""
        numbers = sorted(self._kept)
        for number in set(numbers) - set(numbers[:: len(numbers) // MOST_KEPT + 1]):
            del self._kept[number]

    @property
    def version(self) -> int:
        return len(self.entries)

    def _tell(self, number: int, entry: Entry) -> None:
        said, heard = (None, ()) if entry.undo is not None else self._follow(number, entry)
        self.entries.append(entry)
        self._told.append((said, heard))

    def _follow(self, number: int, entry: Entry) -> tuple[Text | None, tuple[Any, ...]]:
        s = self._state(number - 1).copy()
        s.heard = []
        try:
            action = self.game.parse(entry.text)
            said = None if entry.seat == REFEREE else self.game.describe(s, action)
            apply(s, entry.seat, action)
        except BadNotation as error:
            raise BadLog(number, error.text) from error
        except Illegal as error:
            raise BadLog(number, error.text, error) from error
        heard, s.heard = tuple(s.heard or ()), None
        self._keep(number, s)
        return said, heard

    def state(self, version: int) -> S:
        """The state at a version, a copy of its own."""
        with self._lock:
            own: S = self._state(version).copy()
        return own

    def _state(self, version: int) -> S:
        """The kept state of a version, made from the nearest one before it."""
        missing: list[Entry] = []
        at = self._source(version)
        while at not in self._kept:
            missing.append(self.entries[at - 1])
            at = self._source(at - 1)
        s = self._kept[at]
        if missing:
            s = s.copy()
            for entry in reversed(missing):
                advance(s, self.game.parse(entry.text))
        return s

    def _source(self, version: int) -> int:
        while version > 0 and (back := self.entries[version - 1].undo) is not None:
            version = back
        return version

    def _keep(self, number: int, s: S) -> None:
        """Every twelfth for good, and the latest ones while they are the latest."""
        self._kept[number] = s
        old = number - 3
        if old > 0 and old % KEPT_EVERY:
            self._kept.pop(old, None)

    def heard(self, upto: int) -> list[Any]:
        """Every event that counts at a version, in order."""
        return [event for number, _ in live(self.entries, upto) for event in self._told[number - 1][1]]

    def lines(self, reader: Seat | None, everything: bool, since: int, upto: int) -> list[Line]:
        """The log after a version, as one may read it."""
        counted = {number for number, _ in live(self.entries)}
        numbers = range(since + 1, min(upto, self.version) + 1)
        return [self._line(number, reader, everything, number in counted) for number in numbers]

    def _line(self, number: int, reader: Seat | None, everything: bool, counted: bool) -> Line:
        entry, (said, heard) = self.entries[number - 1], self._told[number - 1]
        hidden = not everything and entry.readers is not None and reader not in entry.readers
        readable = [e.text() for e in heard if everything or (who := e.readers()) is None or reader in who]
        return Line(
            number,
            entry.seat,
            "?" if hidden else entry.text,
            None if hidden else said,
            tuple(readable),
            not counted and entry.undo is None,
            entry.undo,
            None,
            0,
        )


def named(text: Text, names: Sequence[str]) -> Text:
    """The text with the players' names where it speaks of seats."""
    if text.message == "seat {number}" and 1 <= text.params["number"] <= len(names):
        return Text("{name}", name=names[text.params["number"] - 1])
    changed = {key: _named(value, names) for key, value in text.params.items()}
    if changed == text.params:
        return text
    other = copy(text)
    other.params = changed
    return other


def _named(value: Any, names: Sequence[str]) -> Any:
    if isinstance(value, Text):
        return named(value, names)
    if isinstance(value, (tuple, list)):
        return [_named(item, names) for item in value]
    return value
