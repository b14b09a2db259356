"""1880 IV.1: what a seat sees. Everything lies open on the table, so a view is the whole position."""

from __future__ import annotations

from dataclasses import dataclass

from stellwerk.core import Rng, Seat
from stellwerk.games.china1880.rules.state import China


@dataclass(frozen=True, slots=True)
class ChinaView:
    """1880 IV: all holdings of players and companies are open. `position` is a copy of its own."""

    seat: Seat | None
    """The viewer; None for a spectator."""
    position: China
    """Everything: nothing in this game is hidden."""


def view(s: China, seat: Seat | None) -> ChinaView:
    return ChinaView(seat, s.copy())


def imagine(v: ChinaView, rng: Rng) -> China:
    """Nothing is hidden and no card is drawn after the first numbers: there is nothing to imagine."""
    return v.position.copy()
