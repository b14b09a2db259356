"""What a player has planned: standing orders that are given, those that have ended, and those that can be given now.

Seen by the player of the seat alone; everything is said of what that seat may know.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stellwerk.core import Program, Seat, Text
from stellwerk.table.moves.forced import programs_of
from stellwerk.table.moves.orders import ENDED
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader, page


def own_seat(perspective: Perspective) -> Seat | None:
    return perspective.eyes if perspective.eyes in perspective.mine else None


def may_plan(table: LoadedTable, perspective: Perspective) -> bool:
    """Whether there is a game going on in which this reader has something to plan."""
    is_played = table.status == "running" and not perspective.past
    return bool(table.rules.programs) and is_played and own_seat(perspective) is not None


def given(table: LoadedTable, perspective: Perspective, reader: Reader) -> list[dict[str, Any]]:
    """The orders of the reader's seat that the game knows, in words; `ended` is whether it no longer stands."""
    seat = own_seat(perspective)
    if seat is None or perspective.past or not (standing := table.place(seat).orders):
        return []
    known = {program.id: program for program in table.rules.programs}
    found = []
    for id_, argument in standing:
        name, _, about = argument.partition(" ") if id_ == ENDED else (id_, "", argument)
        if name in known:
            text = perspective.say(reader, known[name].said(perspective.known(perspective.state), about))
            found.append({"program": id_, "argument": argument, "text": text, "ended": id_ == ENDED})
    return found


def panel(table: LoadedTable, perspective: Perspective, reader: Reader, csrf: str) -> str:
    """What can be planned now, each with what is to be filled in."""
    seat = own_seat(perspective)
    programs = [] if seat is None else _forms(table.rules.programs, perspective, reader, seat)
    return page("parts/plans.html", reader, {"url": perspective.url, "programs": programs, "seat": seat, "csrf": csrf})


def of_all_games(table: LoadedTable, perspective: Perspective, reader: Reader) -> list[dict[str, Any]]:
    """The orders that are about no game in particular, with whether they are given."""
    seat = own_seat(perspective)
    if seat is None:
        return []
    standing = dict(table.place(seat).orders)
    own = set(table.rules.programs)
    return [
        {"id": program.id, "title": reader.say(program.title), "given": program.id in standing}
        for program in programs_of(table)
        if program not in own
    ]


def _forms(
    programs: Iterable[Program[Any]], perspective: Perspective, reader: Reader, seat: Seat
) -> list[dict[str, Any]]:
    state = perspective.known(perspective.state)
    offered = ((program, list(program.choices(state, seat))) for program in programs)
    return [
        _form(program, choices, perspective, reader, seat)
        for program, choices in offered
        if choices or not program.argument
    ]


def _form(
    program: Program[Any], choices: list[str], perspective: Perspective, reader: Reader, seat: Seat
) -> dict[str, Any]:
    state = perspective.known(perspective.state)
    lone = choices[0] if len(choices) == 1 and program.amounts is None else None
    title = program.said(state, lone) if lone is not None else Text(program.title.message, argument="…")
    return {
        "id": program.id,
        "title": perspective.say(reader, title),
        "until": reader.say(program.until) if program.until is not None else "",
        "lone": lone,
        "choices": [(choice, perspective.say(reader, program.says(state, choice))) for choice in choices],
        "amounts": program.amounts(state, seat) if program.amounts is not None else None,
    }
