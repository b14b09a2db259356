"""A table: seats, one log, one serial queue; an append-only store; notices and bot turns that survive a crash."""

from stellwerk.table.model import (
    Clock,
    Created,
    Done,
    Line,
    Motion,
    Offer,
    Option,
    Person,
    Place,
    Refused,
    Remark,
    SeatSpec,
)

__all__ = [
    "Clock",
    "Created",
    "Done",
    "Line",
    "Motion",
    "Offer",
    "Option",
    "Person",
    "Place",
    "Refused",
    "Remark",
    "SeatSpec",
]
