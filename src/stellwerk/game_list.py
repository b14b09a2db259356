"""The list of games, in letters only: neither the parser of commands nor what draws tables is loaded for it."""

from __future__ import annotations

from stellwerk import games
from stellwerk.core.text import Text, Translator


def lines(words: Translator) -> list[str]:
    """A line for each game, under its head."""
    rows = [("id", Text("game").render(words), Text("seats").render(words)), *(_row(id_, words) for id_ in games.ids())]
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(map(str.ljust, row, wide)).rstrip() for row in rows]


def _row(id_: str, words: Translator) -> tuple[str, str, str]:
    seats = games.seats(id_)
    return id_, games.title(id_).render(words), f"{min(seats)}–{max(seats)}"
