"""1880: phrases that events share."""

from __future__ import annotations

from stellwerk.core import Seat, Text


def player(seat: Seat) -> Text:
    return Text("seat {number}", number=seat + 1)
