"""Seats as one sees them: a colour and a shape each."""

from __future__ import annotations

from functools import cache

from stellwerk.core.chance import Seat
from stellwerk.draw.element import El, el
from stellwerk.draw.sheet import Sheet, icon

SHAPES = (
    "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z",
    "M-8-8H8V8H-8Z",
    "M0-10L10 8H-10Z",
    "M0-11L10 0 0 11-10 0Z",
    "M0-10L9.500-3 6 8H-6L-9.500-3Z",
    "M-3.500-10H3.500V-3.500H10V3.500H3.500V10H-3.500V3.500H-10V-3.500H-3.500Z",
    "M0-11L3-3.500 11-3.500 4.500 1.500 7 9.500 0 5-7 9.500-4.500 1.500-11-3.500-3-3.500Z",
)


@cache
def seat_shape(seat: Seat) -> El:
    """The shape of a seat around (0, 0), some 20 across."""
    return el("path", d=SHAPES[seat % len(SHAPES)], class_=f"seat-shape seat-{seat}")


def seat_mark(seat: Seat) -> El:
    return icon(seat_shape(seat), box=(-12, -12, 24, 24), class_="seat-mark")


def seat_name(sheet: Sheet, seat: Seat) -> El:
    """Mark and name side by side."""
    return el("span", seat_mark(seat), el("span", sheet.name(seat), class_="name"), class_="seat-name")
