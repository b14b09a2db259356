"""The log is the game: a header and entries, undo among them as data. State is derived by folding it.

Text form, one entry a line: `2 lay-tile F8 57 2` (a seat), `* draw order-17` (chance), `! …` (a ruling), `1 undo 12`
(back to version 12), `= 9f3ac0…` (the digest of the state here). `1@1 keep order-17` may be read by seat 1 only,
`*@- …` by nobody but the dealer. The version of a log is the number of its entries, undo included; it never goes back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from stellwerk.core.action import Action, BadNotation
from stellwerk.core.chance import CHANCE, REFEREE, Dealer, Seat
from stellwerk.core.components import Components
from stellwerk.core.dump import BadPosition, plain
from stellwerk.core.editions import opening
from stellwerk.core.engine import MOST_DEALT, Endless, advance, apply, digest, pending
from stellwerk.core.game import Game
from stellwerk.core.header import BadLog, Header, UnknownRules
from stellwerk.core.redealt import Question, Redealt
from stellwerk.core.rule import Illegal
from stellwerk.core.step import Choice, State
from stellwerk.core.text import Text
from stellwerk.core.value import value

__all__ = ["BadLog", "Document", "Entry", "Header", "Record", "UnknownRules", "beginning", "fold", "live", "read"]
__all__ += ["redacted", "write", "written"]

S = TypeVar("S", bound=State)

FORMAT = 1
HIDDEN = "?"
SAID = 60
"""Letters of a line that is quoted in a refusal: a file of another kind may be one line."""


@value
class Entry:
    """One thing that happened: an answer of a seat or of chance, a ruling, or an undo to a version."""

    seat: Seat
    text: str
    readers: tuple[Seat, ...] | None = None
    undo: int | None = None

    def __str__(self) -> str:
        who = {CHANCE: "*", REFEREE: "!"}.get(self.seat, str(self.seat))
        if self.readers is not None:
            who += "@" + (",".join(map(str, self.readers)) or "-")
        return f"{who} {self.text}"

    @classmethod
    def parse(cls, line: str) -> Entry:
        match = re.fullmatch(r"(\*|!|\d+)(?:@(-|\d+(?:,\d+)*))? (.+)", line)
        if not match:
            raise BadNotation(Text("not a log entry: {line}", line=line if len(line) <= SAID else f"{line[:SAID]}…"))
        who, readers, text = match.groups()
        seat = {"*": CHANCE, "!": REFEREE}.get(who)
        undo = re.fullmatch(r"undo (\d+)", text)
        return cls(
            int(who) if seat is None else seat,
            text,
            None if readers is None else tuple(int(r) for r in readers.split(",") if r != "-"),
            int(undo.group(1)) if undo else None,
        )

    def for_reader(self, seat: Seat | None) -> Entry:
        """The entry as a seat (or a spectator, None) may read it."""
        hidden = self.readers is not None and seat not in self.readers
        return replace(self, text=HIDDEN) if hidden else self


def live(entries: Sequence[Entry], version: int | None = None) -> list[tuple[int, Entry]]:
    """The entries that count at a version, with their numbers from 1: those not undone."""
    counted = []
    at = len(entries) if version is None else version
    if at > len(entries):
        raise BadLog(at, Text("there is no version {version}", version=at))
    while at > 0:
        entry = entries[at - 1]
        if entry.undo is not None:
            at = entry.undo
        else:
            counted.append((at, entry))
            at -= 1
    return counted[::-1]


@dataclass
class Record(Generic[S]):
    """A game in progress: its log and the state the log leads to. The only way in is `act`, `deal` and `undo`."""

    game: Game[S]
    header: Header
    state: S
    entries: list[Entry] = field(default_factory=list)
    _redealt: Redealt | None = field(default=None, repr=False, compare=False)
    _read: int = field(default=0, repr=False, compare=False)
    """So many entries have been read for what chance has answered."""

    @property
    def version(self) -> int:
        return len(self.entries)

    @classmethod
    def new(
        cls,
        game: Game[S],
        seats: int,
        variants: Any = None,
        components: Components | None = None,
        names: Sequence[str] = (),
    ) -> Record[S]:
        components = components or game.components
        changed = {name: components.files[name] for name in components.replaced}
        header = Header(
            game.id,
            seats,
            plain(variants or game.variants()),
            tuple(names),
            changed,
            components.digest,
            game.rules_version,
            dict(components.about),
        )
        return cls(game, header, game.setup(seats, variants, components))

    def act(self, seat: Seat, action: Action) -> Entry:
        """Through the checked door, then into the log."""
        readers = None if seat == REFEREE else self._readers(action)
        apply(self.state, seat, action)
        return self._note(Entry(seat, str(action), readers))

    def trust(self, action: Action) -> Entry:
        """Through the trusting door: the action was taken from the options."""
        choice = pending(self.state)
        assert choice is not None
        entry = Entry(choice.seat(self.state), str(action), choice.readers(self.state, action))
        advance(self.state, action)
        return self._note(entry)

    def deal(self, dealer: Dealer) -> list[Entry]:
        """Let chance answer until a seat is asked or the game is over."""
        dealt: list[Entry] = []
        choice = pending(self.state)
        while choice is not None and choice.seat(self.state) == CHANCE:
            if len(dealt) >= MOST_DEALT:
                raise Endless
            dealt.append(self.trust(self.old_answer(choice) or dealer.answer(choice.options(self.state))))
            choice = pending(self.state)
        return dealt

    def undo(self, seat: Seat, to: int) -> Entry:
        """Back to an earlier version. What was undone stays in the log."""
        if not 0 <= to <= self.version:
            raise BadLog(self.version + 1, Text("there is no version {version}", version=to))
        self.entries.append(Entry(seat, f"undo {to}", undo=to))
        self.state = fold(self.game, self.header, self.entries)
        return self.entries[-1]

    def _readers(self, action: Action) -> tuple[Seat, ...] | None:
        choice = pending(self.state)
        known = choice is not None and type(action) in choice.kinds
        return choice.readers(self.state, action) if known and choice is not None else None

    def _note(self, entry: Entry) -> Entry:
        self.entries.append(entry)
        return entry

    def old_answer(self, choice: Choice[S]) -> Action | None:
        """Answers that were undone come again, in their order, when the same question has the same options."""
        redealt = self._redealt_so_far()
        if not redealt:
            return None
        number = redealt.again(self.version + 1, (choice, tuple(choice.options(self.state))))
        return None if number is None else self.game.parse(self.entries[number - 1].text)

    def _redealt_so_far(self) -> Redealt:
        if self._redealt is None or self._read > self.version:  # nobody takes entries away but who begins anew
            self._redealt, self._read = Redealt(self._asked), 0
        new = self.entries[self._read :]
        self._redealt.deal(n for n, entry in enumerate(new, self._read + 1) if entry.seat == CHANCE)
        self._read = self.version
        if any(entry.undo is not None for entry in new):
            self._redealt.undo({number for number, entry in live(self.entries) if entry.seat == CHANCE})
        return self._redealt

    def _asked(self, numbers: Iterable[int]) -> dict[int, Question]:
        """What these entries answered: the log is folded once for each branch of it they lie on."""
        wanted, found = set(numbers), dict[int, Question]()
        while wanted:
            path = [number for number, _ in live(self.entries, max(wanted))]
            for number, (_, s) in zip(path, folding(self.game, self.header, self.entries, path[-1] - 1), strict=True):
                if number in wanted:
                    asked = pending(s)
                    found[number] = asked, () if asked is None else tuple(asked.options(s))
            wanted -= found.keys()
        return found


def beginning(game: Game[S], header: Header) -> S:
    """The state before the first entry, by the tables and readings the log was opened with."""
    setup = opening(game, header)
    if header.position is not None:
        return game.load(header.position, setup, header.rules_version)
    return game.setup(setup.seats, setup.variants, setup.components)


def fold(game: Game[S], header: Header, entries: Sequence[Entry], version: int | None = None, check: bool = False) -> S:
    """The state a log leads to at a version. With `check` every action passes the checked door."""
    for _, s in folding(game, header, entries, version, check):
        last = s
    return last


def folding(
    game: Game[S], header: Header, entries: Sequence[Entry], version: int | None = None, check: bool = False
) -> Iterator[tuple[int, S]]:
    """Number and state after each entry that counts, the beginning first. It is one state, which goes on."""
    s = beginning(game, header)
    yield 0, s
    for number, entry in live(entries, version):
        try:
            action = game.parse(entry.text)
            if check:
                apply(s, entry.seat, action)
            else:
                advance(s, action)
        except BadNotation as error:
            raise BadLog(number, error.text) from error
        except Illegal as error:
            raise BadLog(number, error.text, error) from error
        yield number, s


# --- the text form ---------------------------------------------------------------------------------------------------


def written(header: Header, entries: Iterable[Entry]) -> str:
    """A log as text, whether it can be folded here or not."""
    head = {"stellwerk": FORMAT, **{k: v for k, v in plain(header).items() if v not in (None, {}, [])}}
    lines = [f"# {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in head.items()]
    return "\n".join([*lines, *map(str, entries), ""])


def write(record: Record[Any]) -> str:
    """The whole log as text, with the digest of its last state."""
    end = digest(record.state, record.header.rules_version)
    return f"{written(record.header, record.entries)}= {end}\n"


@dataclass(frozen=True)
class Document:
    """A log as read: header, entries, and the digests it claims by version."""

    header: Header
    entries: list[Entry]
    digests: dict[int, str]


def read(text: str) -> Document:
    """The text form back. Raises `BadLog` naming the entry."""
    head: dict[str, Any] = {}
    entries: list[Entry] = []
    digests: dict[int, str] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("#"):
            _read_head(line, head)
        elif line.startswith("= "):
            digests[len(entries)] = line[2:]
        else:
            entries.append(_read_entry(line, len(entries) + 1))
    return Document(_header(head), entries, digests)


def _read_head(line: str, head: dict[str, Any]) -> None:
    match = re.fullmatch(r"# *(\w+): *(.+)", line)
    if not match:
        raise BadLog(0, Text("not a header line: {line}", line=line))
    try:
        head[match.group(1)] = json.loads(match.group(2))
    except ValueError as error:
        raise BadLog(0, Text("not JSON after {key}: {line}", key=match.group(1), line=line)) from error


def _read_entry(line: str, number: int) -> Entry:
    try:
        entry = Entry.parse(line)
    except BadNotation as error:
        raise BadLog(number, error.text) from error
    if entry.undo is not None and entry.undo >= number:
        raise BadLog(number, Text("there is no version {version}", version=entry.undo))
    return entry


def _header(head: dict[str, Any]) -> Header:
    from stellwerk.core.dump import Loader

    if head.pop("stellwerk", None) != FORMAT:
        raise BadLog(0, Text("not a log of this program: the line “# stellwerk: {format}” is missing", format=FORMAT))
    if "game" not in head or "seats" not in head:
        raise BadLog(0, Text("the header must name game and seats"))
    try:
        header: Header = Loader((), {}).load(Header, {**plain(Header("", 0)), **head}, "header")
    except BadPosition as error:
        raise BadLog(0, error.text) from error
    return header


def redacted(entries: Iterable[Entry], seat: Seat | None) -> list[Entry]:
    """The log as a seat may read it, entry by entry."""
    return [entry.for_reader(seat) for entry in entries]
