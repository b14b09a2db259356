"""Short words for citations and players."""

from __future__ import annotations

from stellwerk.core import Illegal, Rule, Seat, Text

BOOK = "1880"


def rule(section: str) -> Rule:
    return Rule(BOOK, section)


def against(section: str, text: Text) -> Illegal:
    """An objection with the section it rests on."""
    return Illegal(text, Rule(BOOK, section))


def player(seat: Seat) -> Text:
    return Text("seat {number}", number=seat + 1)
