"""What must fit together in the tables of the box; whatever does not is named by file, table and key."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stellwerk.core import Text
from stellwerk.core.components import BadComponent
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.components import Verb
from stellwerk.games.russian_railroads.rules.words import TRACKS

SEATS = (2, 3, 4)
SUPPLIES = ("doublers", "coins", "temporary_workers", "workers", "end_cards_removed")


def check(box: Box) -> None:
    colours = [colour.id for colour in box.colours]
    known(colours, TRACKS, "lines.toml: colour")
    _check_lines(box)
    _check_specials(box)
    for where, verbs in _printed(box):
        for verb in verbs:
            known(verb.colours, colours, f"{where}.effects")
    for id_ in SUPPLIES:
        known([id_], box.supply, "setup.toml: supply")
    _check_locomotives(box)
    _check_tables(box)


def known(ids: Iterable[str], names: Iterable[str], where: str) -> None:
    listed = list(names)
    for id_ in ids:
        if id_ not in listed:
            raise BadComponent(where, Text("{id} is not known; known are: {names}", id=id_, names=", ".join(listed)))


def _check_lines(box: Box) -> None:
    colours = [colour.id for colour in box.colours]
    for n, line in enumerate(box.lines):
        known(line.colours, colours, f"lines.toml: line[{n}].colours")
        if list(line.colours) != colours[: len(line.colours)]:
            raise BadComponent(f"lines.toml: line[{n}].colours", Text("colours must follow the order of their table"))


def _check_specials(box: Box) -> None:
    colours, lines = [colour.id for colour in box.colours], {line.id: line for line in box.lines}
    for n, x in enumerate(box.specials):
        where = f"lines.toml: special[{n}]"
        known([x.line], lines, f"{where}.line")
        known([x.colour, *filter(None, [x.takes])], colours, f"{where}.colour")
        length = lines[x.line].length
        if not 1 <= x.space <= length:
            wrong = Text("expected a number from 1 to {n}, found {found}", n=length, found=x.space)
            raise BadComponent(f"{where}.space", wrong)


def _check_locomotives(box: Box) -> None:
    where = "locomotives.toml: locomotive"
    if list(box.locomotives) != list(range(1, len(box.locomotives) + 1)):
        raise BadComponent(where, Text("the numbers must run from 1 without a gap"))
    for n, x in enumerate(box.locomotives.values()):
        least = max(SEATS) + (x.number == box.top)
        if x.count < least:
            raise BadComponent(
                f"{where}[{n}].count", Text("expected at least {n}, found {found}", n=least, found=x.count)
            )


def _check_tables(box: Box) -> None:
    known(map(str, SEATS), map(str, box.tables), "setup.toml: table")
    if len(box.passing) < max(SEATS):
        wrong = Text("expected {n} values, found {found}", n=max(SEATS), found=len(box.passing))
        raise BadComponent("setup.toml: pass", wrong)
    _check_prices(box)
    letters: list[str] = [e.letter for e in box.engineers.values()]
    if letters.count("-") != 1:
        raise BadComponent("engineers.toml: engineer", Text("exactly one engineer must be without letter"))
    for table in box.tables.values():
        for letter in "AB":
            if table.letters.count(letter) > letters.count(letter):
                wrong = Text("too few engineers of letter {letter}", letter=letter)
                raise BadComponent("setup.toml: table.letters", wrong)
        for n, space in enumerate(box.spaces.values()):
            if table.seats in space.seats and space.display >= len(table.letters):
                wrong = Text(
                    "expected a number from 1 to {n}, found {found}", n=len(table.letters) - 1, found=space.display
                )
                raise BadComponent(f"spaces.toml: space[{n}].display", wrong)


def _check_prices(box: Box) -> None:
    """A space that costs nothing could be used without end."""
    priced: list[tuple[str, Iterable[Any]]] = [
        ("spaces.toml: space", box.spaces.values()),
        ("engineers.toml: engineer", box.engineers.values()),
    ]
    for where, rows in priced:
        for n, row in enumerate(rows):
            if row.workers + row.coins < 1:
                wrong = Text("expected at least {n}, found {found}", n=1, found=row.workers + row.coins)
                raise BadComponent(f"{where}[{n}].workers", wrong)


def _printed(box: Box) -> list[tuple[str, tuple[Verb, ...]]]:
    """Every list of effects with the place it stands at."""
    tables: list[tuple[str, Iterable[Any]]] = [
        ("spaces.toml: space", box.spaces.values()),
        ("locomotives.toml: locomotive", box.locomotives.values()),
        ("engineers.toml: engineer", box.engineers.values()),
        ("cards.toml: bonus", box.bonuses.values()),
        ("cards.toml: tile", box.tiles.values()),
        ("cards.toml: card", box.cards.values()),
    ]
    return [(f"{where}[{n}]", row.effects) for where, rows in tables for n, row in enumerate(rows)]
