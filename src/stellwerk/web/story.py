"""A log told: the state at every version, and what was heard on the way there.

A story grows with its log and never folds from the start twice: it keeps a state every few versions. An undo is an
alias of the version it goes back to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from threading import RLock
from typing import Any, Generic, TypeVar

from stellwerk.core import Event, Game, Seat, State, Text, advance
from stellwerk.core.log import Entry, Header, beginning, live

S = TypeVar("S", bound=State)

KEPT_EVERY = 12


@dataclass(frozen=True, slots=True)
class Told:
    """One entry of the log in words: the action described, and the events it caused."""

    entry: Entry
    said: Text | None
    events: tuple[Event, ...] = ()

    def texts(self, reader: Seat | None) -> list[Text]:
        """What a reader (None: a spectator) may read of it."""
        if self.entry.readers is not None and reader not in self.entry.readers:
            said = None
        else:
            said = self.said
        allowed = (event.readers() for event in self.events)
        heard = [e.text() for e, who in zip(self.events, allowed, strict=True) if who is None or reader in who]
        return heard or ([said] if said is not None else [])


class Story(Generic[S]):
    def __init__(self, game: Game[S], header: Header, entries: Sequence[Entry] = ()) -> None:
        self.game, self.header = game, header
        self.told: list[Told] = []
        self._kept: dict[int, S] = {0: beginning(game, header)}
        self._lock = RLock()
        self.grow(entries)

    @property
    def version(self) -> int:
        return len(self.told)

    def grow(self, entries: Sequence[Entry]) -> None:
        """Tell the entries that are new."""
        with self._lock:
            for number in range(self.version + 1, len(entries) + 1):
                self._tell(number, entries[number - 1])

    def _tell(self, number: int, entry: Entry) -> None:
        if entry.undo is not None:
            self.told.append(Told(entry, None))
            return
        s = self._state(number - 1).copy()
        s.heard = []
        action = self.game.parse(entry.text)
        said = self.game.describe(s, action)
        advance(s, action)
        self.told.append(Told(entry, said, tuple(s.heard or ())))
        s.heard = None
        self._keep(number, s)

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
            missing.append(self.told[at - 1].entry)
            at = self._source(at - 1)
        s = self._kept[at]
        if missing:
            s = s.copy()
            for entry in reversed(missing):
                advance(s, self.game.parse(entry.text))
        return s

    def _source(self, version: int) -> int:
        while version > 0 and (back := self.told[version - 1].entry.undo) is not None:
            version = back
        return version

    def _keep(self, number: int, s: S) -> None:
        """Every twelfth for good, and the latest ones while they are the latest."""
        self._kept[number] = s
        old = number - 3
        if old > 0 and old % KEPT_EVERY:
            self._kept.pop(old, None)

    def counted(self, version: int | None = None) -> frozenset[int]:
        """The numbers of the entries that count at a version: not undone."""
        entries = [told.entry for told in self.told]
        return frozenset(number for number, _ in live(entries, version))

    def lines(self, first: int, last: int) -> Iterator[tuple[int, Told]]:
        """The entries first to last, both included, with their numbers from 1."""
        return ((n, self.told[n - 1]) for n in range(max(1, first), min(last, self.version) + 1))


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
