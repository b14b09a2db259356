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
    "M0-11L3-3.5 11-3.5 4.5 1.5 7 9.5 0 5-7 9.5-4.5 1.5-11-3.5-3-3.5Z",
    "M0-10L9-5V5L0 10-9 5V-5Z",
    "M-3.5-10H3.5V-3.5H10V3.5H3.5V10H-3.5V3.5H-10V-3.5H-3.5Z",
)
"""Circle, square, triangle, diamond, star, hexagon, cross."""


@cache
def seat_shape(seat: Seat) -> El:
    """The shape of a seat around (0, 0), some 20 across."""
    return el("path", d=SHAPES[seat % len(SHAPES)], class_=f"seat-shape seat-{seat}")


def seat_mark(seat: Seat) -> El:
    return icon(seat_shape(seat), box=(-12, -12, 24, 24), class_="seat-mark")


def seat_name(sheet: Sheet, seat: Seat) -> El:
    """Mark and name side by side."""
    return el("span", seat_mark(seat), el("span", sheet.name(seat), class_="name"), class_="seat-name")
