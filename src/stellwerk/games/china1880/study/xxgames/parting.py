"""Where a game of ours and the same game as 18xx.games has it have parted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stellwerk.core import Seat, Text, pending
from stellwerk.games.china1880.rules.actions import BuyShare, PayDebt
from stellwerk.games.china1880.rules.state import China


def parted(ours: China, theirs: China, seating: Sequence[Seat]) -> Text | None:
    """The first thing that differs between two games at the same question; `seating` are our seats in their order.

    During a share round money that moves there a purchase later is not counted.
    """
    choice = pending(ours)
    if choice is None or {BuyShare, PayDebt} & set(choice.kinds):
        return None
    mine, other = dict(_facts(ours, tuple(range(ours.seats)))), dict(_facts(theirs, tuple(seating)))
    for name, value in mine.items():
        if value != other[name]:
            return Text(
                "{name}: {ours} here, {theirs} on 18xx.games", name=name, ours=str(value), theirs=str(other[name])
            )
    return None


def _facts(s: China, names: tuple[Seat, ...]) -> Iterator[tuple[str, Any]]:
    yield "phase", s.phase
    yield "depot", s.depot
    yield "train purchase marker", s.marker
    yield "cash", _by_seat(s.cash, names)
    yield "debt", _by_seat(s.debt, names)
    yield "priority", names[s.priority]
    yield "order", [names[seat] for seat in s.order]
    yield "treasury", s.treasury
    yield "companies", s.floated
    yield "directors", _named(s.director, names)
    yield "shares", {company: _by_seat(held, names) for company, held in s.shares.items()}
    yield "prices", s.cell
    yield "trains", {company: sorted(trains) for company, trains in s.trains.items()}
    yield "permits", {company: sorted(permits) for company, permits in s.permits.items()}
    yield "private companies", _named(s.privates, names)
    yield "investors", _named(s.investors, names)
    yield "stations", {company: sorted(places) for company, places in s.stations.items()}
    yield "track", sorted((lay.hex, lay.tile, lay.rotation) for lay in s.board.lays)


def _by_seat(values: Sequence[int], names: tuple[Seat, ...]) -> list[int]:
    return [value for _, value in sorted(zip(names, values, strict=True))]


def _named(holders: Mapping[str, Seat], names: tuple[Seat, ...]) -> dict[str, Seat]:
    return {thing: names[seat] if seat >= 0 else seat for thing, seat in holders.items()}
