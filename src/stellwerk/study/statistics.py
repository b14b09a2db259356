"""Numbers out of a log: points or wealth after every move, where they came from, and what the game counts besides.

Everything is derived by folding the log; nothing is stored. Series run over the live entries of a log, in order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from stellwerk import games
from stellwerk.core import Event, Game, Seat, Text
from stellwerk.core.log import Document, Entry, Header, folding

Values = tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A number after every move; None before it exists."""

    name: Text
    values: Values


@dataclass(frozen=True, slots=True)
class Sheet:
    """Income by company and circle of an operating round; what was kept instead of paid out is marked."""

    circles: int
    rows: tuple[tuple[str, Values], ...]
    kept: frozenset[tuple[str, int]]


class Ledger(Protocol):
    """What a game counts besides its scores; its `study` companion brings one as `Ledger`."""

    def note(self, s: Any, events: Sequence[Event]) -> None: ...
    def prices(self) -> tuple[Curve, ...]: ...
    def sheet(self) -> Sheet | None: ...


@dataclass(frozen=True, slots=True)
class Statistics:
    entries: tuple[int, ...]
    """The numbers of the entries the curves run over; 0 is the beginning."""
    totals: tuple[Curve, ...]
    """Points or wealth of each seat."""
    sources: tuple[tuple[Curve, ...], ...]
    """For each seat what the total is made of."""
    prices: tuple[Curve, ...] = ()
    """Share prices of companies, where a game has them."""
    income: Sheet | None = None


def walked(
    game: Game[Any], header: Header, entries: Sequence[Entry], check: bool = False
) -> Iterator[tuple[int, Any, list[Event]]]:
    """Number, state and events after each live entry, the beginning first. The state is the walker's own."""
    for number, s in folding(game, header, entries, check=check):
        heard, s.heard = s.heard or [], []
        yield number, s, heard


def statistics(game: Game[Any], document: Document) -> Statistics:
    numbers: list[int] = []
    tally = Tally(document.header.seats)
    ledger = ledger_of(game)
    for number, s, events in walked(game, document.header, document.entries):
        numbers.append(number)
        tally.note(game, s)
        if ledger is not None:
            ledger.note(s, events)
    prices, income = (ledger.prices(), ledger.sheet()) if ledger is not None else ((), None)
    names = told_apart(document.header)
    return Statistics(tuple(numbers), tally.totals(names), tally.sources(), prices, income)


def told_apart(header: Header) -> list[str]:
    """A name for every seat, empty where there is none; those who have the same are numbered by their seats."""
    given = [*header.names, *("" for _ in range(header.seats))][: header.seats]
    return [f"{name} ({seat + 1})" if name and given.count(name) > 1 else name for seat, name in enumerate(given)]


def ledger_of(game: Game[Any]) -> Ledger | None:
    room = games.companion(game.id, "study") if game.id in games.PACKAGES else None
    made: Ledger | None = room.Ledger() if room is not None and hasattr(room, "Ledger") else None
    return made


@dataclass
class Tally:
    """Scores after every move, as the game itself counts them."""

    seats: int
    scored: list[list[dict[Text, int]]] = field(default_factory=list)

    def note(self, game: Game[Any], s: Any) -> None:
        self.scored.append([_summed(score.items) for score in game.scores(s)])

    def totals(self, names: Sequence[str]) -> tuple[Curve, ...]:
        sums = [[sum(items.values()) for items in row] for row in self.scored]
        return tuple(Curve(_name(names, seat), tuple(row[seat] for row in sums)) for seat in range(self.seats))

    def sources(self) -> tuple[tuple[Curve, ...], ...]:
        return tuple(tuple(self._sources(seat)) for seat in range(self.seats))

    def _sources(self, seat: Seat) -> Iterator[Curve]:
        rows = [row[seat] for row in self.scored]
        for source in dict.fromkeys(source for row in rows for source in row):
            yield Curve(source, tuple(row.get(source, 0) for row in rows))


def _summed(items: Sequence[tuple[Text, int]]) -> dict[Text, int]:
    found: dict[Text, int] = {}
    for source, points in items:
        kind = _source(source)
        found[kind] = found.get(kind, 0) + points
    return found


def _source(item: Text) -> Text:
    """Holdings of one company are one source, however large they are."""
    company = item.params.get("company")
    return Text("shares of {company}", company=company) if company and "percent" in item.params else item


def _name(names: Sequence[str], seat: Seat) -> Text:
    if seat < len(names) and names[seat]:
        return Text("{name}", name=names[seat])
    return Text("seat {number}", number=seat + 1)
