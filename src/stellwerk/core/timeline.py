"""A log told: what every entry said and caused, and the state at any version, worked out once and carried on.

A timeline never folds from the start twice: it keeps a state every few moves. An undo is an alias of the version it
goes back to. Readers may look while one writer adds; two writers must take turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from stellwerk.core.action import BadNotation
from stellwerk.core.chance import REFEREE, Seat
from stellwerk.core.engine import advance, objection, pending
from stellwerk.core.game import Event, Game
from stellwerk.core.log import HIDDEN, BadLog, Entry, Header, beginning, live
from stellwerk.core.rule import Rule
from stellwerk.core.step import State
from stellwerk.core.text import Text, from_json

S = TypeVar("S", bound=State)

KEPT_EVERY = 16
"""Moves between two states that are kept, until there are too many."""
MOST_KEPT = 200
LATEST = 8
"""The newest states are all kept: a page that follows a game compares the position it shows with the one before."""
BY_ORDER = "order"
"""The note of an entry that a standing order has made. It is its player's alone until the game is over."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the log as a reader may read it. `action` is `?` where it is hidden."""

    version: int
    seat: Seat
    action: str
    said: Text | None
    events: tuple[Text, ...]
    undone: bool
    undo: int | None
    note: str | None
    at: int
    why: Text | None = None
    """The reason of a bot."""
    rule: Rule | None = None
    """Under which the question was asked that it answers."""


class Told(NamedTuple):
    """An entry, what it said in words and what it caused; for a table also when, and what a bot thought."""

    entry: Entry
    said: Text | None
    events: tuple[Event, ...]
    rule: Rule | None = None
    note: str | None = None
    at: int = 0
    thought: Mapping[str, Any] | None = None

    def line(self, number: int, reader: Seat | None, everything: bool, counted: bool) -> Line:
        entry = self.entry if everything else self.entry.for_reader(reader)
        said = None if entry.text == HIDDEN else self.said
        events = tuple(event.text() for event in readable(self.events, reader, everything))
        undone = not counted and entry.undo is None
        own = everything or reader == entry.seat
        note = self.note if own or self.note != BY_ORDER else None
        why = self._why(own)
        return Line(number, entry.seat, entry.text, said, events, undone, entry.undo, note, self.at, why, self.rule)

    def _why(self, everything: bool) -> Text | None:
        """A bot's reason. It may tell what only its seat knows, so the others read it when the game is over."""
        thought = self.thought
        if thought is None or thought["why"] is None or not (everything or thought["open"]):
            return None
        if isinstance(thought["why"], list):  # of a move made before reasons had parts
            message, params = thought["why"]
            return Text(message, **params)
        why: Text = from_json(thought["why"])
        return why


def readable(events: Iterable[Event], reader: Seat | None, everything: bool) -> list[Event]:
    return [event for event in events if everything or (who := event.readers()) is None or reader in who]


def follow(game: Game[S], s: S, entry: Entry, number: int, check: bool) -> tuple[Text | None, tuple[Event, ...]]:
    """Play an entry on a state: what it says in words, and its events. Raises `BadLog` with the state untouched."""
    try:
        action = game.parse(entry.text)
    except BadNotation as error:
        raise BadLog(number, error.text) from error
    refusal = objection(s, entry.seat, action) if check else None
    if refusal is not None:
        raise BadLog(number, refusal.text, refusal)
    said = game.describe(s, action) if entry.seat != REFEREE else None
    s.heard = []
    advance(s, action)
    events, s.heard = tuple(s.heard), None
    return said, events


class Timeline(Generic[S]):
    def __init__(
        self,
        game: Game[S],
        header: Header,
        entries: Iterable[Entry] = (),
        check: bool = False,
        start: S | None = None,
    ) -> None:
        """`start` is the state before the first entry, where somebody has it who knows more than the header."""
        self.game, self.header = game, header
        self.told: list[Told] = []
        self._tip: S | None = beginning(game, header) if start is None else start
        self._kept: dict[int, S] = {0: self._tip.copy()}
        self._latest: dict[int, S] = {}
        self._every = KEPT_EVERY
        self._sources = [0]
        """By version: the entry whose move led to its state, which is an earlier one where it is an undo."""
        self._depths = [0]
        for entry in entries:
            self.add(entry, check)

    def __getstate__(self) -> dict[str, Any]:
        """A game does not travel between processes: the receiver puts its own in."""
        return {**self.__dict__, "game": None, "_tip": None, "_latest": {}}

    @property
    def version(self) -> int:
        return len(self.told)

    @property
    def entries(self) -> list[Entry]:
        return [told.entry for told in self.told]

    def add(self, entry: Entry, check: bool = False, **about: Any) -> None:
        """Go on by an entry; with `check` only if the rules allow it."""
        number = self.version + 1
        if entry.undo is not None:
            self._tip = None
            self._append(Told(entry, None, (), **about), self._sources[entry.undo], self._depths[entry.undo])
            return
        tip = self._tip if self._tip is not None else self.state_at(number - 1)
        choice = pending(tip)
        said, events = follow(self.game, tip, entry, number, check)
        self._tip, depth = tip, self._depths[-1] + 1
        if depth % self._every == 0:
            self._keep(number, depth, tip)
        self._latest = {n: s for n, s in self._latest.items() if n > number - LATEST} | {number: tip.copy()}
        rule = None if choice is None else choice.rule
        self._append(Told(entry, said if entry.seat >= 0 else None, events, rule, **about), number, depth)

    def note(self, told: Told, s: S) -> None:
        """Go on by an entry that somebody else has played, to the state it led to."""
        number, depth = len(self.told) + 1, self._depths[-1] + 1
        self._tip = None
        if depth % self._every == 0:
            self._keep(number, depth, s)
        self._append(told, number, depth)

    def cut(self, version: int) -> None:
        """Forget what came after a version, as if it had never been."""
        self._tip = None
        self._kept = {n: kept for n, kept in self._kept.items() if n <= version}
        self._latest = {n: kept for n, kept in self._latest.items() if n <= version}
        del self.told[version:], self._sources[version + 1 :], self._depths[version + 1 :]

    def _append(self, told: Told, source: int, depth: int) -> None:
        """The entry itself last: readers go by how many there are."""
        self._sources.append(source)
        self._depths.append(depth)
        self.told.append(told)

    def _keep(self, number: int, depth: int, s: S) -> None:
        """However long a log is, so many states are kept of it: an entry costs a line, a state thousands."""
        self._kept[number] = s.copy()
        if len(self._kept) > MOST_KEPT:
            self._every *= 2
            depths = [*self._depths, depth]
            self._kept = {n: kept for n, kept in self._kept.items() if depths[n] % self._every == 0}

    def state_at(self, version: int) -> S:
        """A copy of the state at a version."""
        at, kept, latest, missing = self._sources[version], self._kept, self._latest, list[Entry]()
        while at not in kept and at not in latest:
            missing.append(self.told[at - 1].entry)
            at = self._sources[at - 1]
        s: S = (latest if at in latest else kept)[at].copy()
        for entry in reversed(missing):
            advance(s, self.game.parse(entry.text))
        return s

    def counted(self, upto: int, since: int = 0) -> list[int]:
        """The entries after a version that count at a later one, in order. Only these are walked, however long the
        log is: a page asks for its last lines with every click."""
        found, at = list[int](), self._sources[upto]
        while at > since:
            found.append(at)
            at = self._sources[at - 1]
        return found[::-1]

    def events(self, upto: int, reader: Seat | None, everything: bool) -> list[Event]:
        """Every event that counts at a version and that one may read."""
        told = (self.told[number - 1].events for number in self.counted(upto))
        return [event for events in told for event in readable(events, reader, everything)]

    def lines(self, reader: Seat | None, everything: bool, since: int, upto: int) -> list[Line]:
        """The log after a version as one may read it; everything once the game is over."""
        last = max(0, min(upto, self.version))
        counted = set(self.counted(last, since))
        numbers = range(since + 1, last + 1)
        return [self.told[n - 1].line(n, reader, everything, n in counted) for n in numbers]


def lines(told: Sequence[Told], reader: Seat | None, everything: bool, since: int) -> list[Line]:
    """The lines after a version, as one may read them."""
    counted = {number for number, _ in live([each.entry for each in told])}
    pairs = list(enumerate(told, 1))[since:]
    return [each.line(number, reader, everything, number in counted) for number, each in pairs]
