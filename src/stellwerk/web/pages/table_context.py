"""What stands around the boards of a table page: links, standing orders, the way back, chat, the lesson."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import Request

from stellwerk.core import Seat
from stellwerk.table import Place
from stellwerk.table.moves.forced import AUTOMATIC
from stellwerk.table.seating.successors import ABSENT_DAYS
from stellwerk.web.http.auth import csrf
from stellwerk.web.http.dependencies import link_of
from stellwerk.web.pages.levels import bots_offered, level_name
from stellwerk.web.view import plans
from stellwerk.web.view.advising import may_ask
from stellwerk.web.view.fragments import SHOWN_REMARKS, TableContext
from stellwerk.web.view.hotseat import needs_passing
from stellwerk.web.view.lesson import lesson_view
from stellwerk.web.view.perspective import RECENT, Perspective, told
from stellwerk.web.view.templates import Reader
from stellwerk.web.view.visit import Visit

LOOKED_BACK = (RECENT, 60)
"""Lines of the log among which one's own latest move is looked for: first those that the page shows anyway."""


def context_of(request: Request, visit: Visit, perspective: Perspective) -> TableContext:
    table, lesson, seated = visit.table, lesson_view(visit.table), bool(perspective.mine)
    asked = table.place(table.to_move) if table.to_move is not None else None
    takes_back = seated and lesson is None and table.status == "running" and not perspective.past
    return TableContext(
        csrf=csrf(request),
        remarks=lambda: visit.tables.chat(visit.who, table.id, limit=SHOWN_REMARKS),
        motions=table.motions,
        may_chat=visit.tables.may_talk(visit.who, table),
        can_branch=visit.who is not None,
        thinking=asked is not None and asked.kind == "bot",
        undo=_undo(perspective, visit.reader) if takes_back else None,
        asked_at=table.asked_at,
        deadline=table.deadline,
        time_left=table.clock.left if table.clock is not None else None,
        shared=[seat for seat in perspective.mine if len(table.place(seat).people) > 1],
        more=lambda: _more(request, visit, perspective),
        lesson=lesson,
        may_ask_bot=may_ask(table, perspective),
        may_plan=lesson is None and plans.may_plan(table, perspective),
        orders=plans.given(table, perspective, visit.reader),
    )


def _more(request: Request, visit: Visit, perspective: Perspective) -> Mapping[str, Any]:
    table, reader, who = visit.table, visit.reader, visit.who
    kept = [place for place in table.places if place.kind == "open" and who is not None and place.keeper == who.id]
    return {
        "table": table,
        "seated": bool(perspective.mine),
        "mine": perspective.mine,
        "programs": plans.of_all_games(visit.table, perspective, reader),
        "own_links": links_of(request, (*perspective.mine, *(place.number for place in kept))),
        "kept": kept,
        "others": _others(visit),
        "people_here": _people(visit),
        "is_deletable": visit.is_hosts and not _people(visit),
        "absent_days": ABSENT_DAYS,
        "bots": [(bot, reader.say(level_name(bot))) for bot in bots_offered()],
        "curtain": reader.curtain if needs_passing(table, perspective.mine) else None,
    }


def _people(visit: Visit) -> list[Place]:
    """Seats of other people: those somebody may block or report."""
    who, places = visit.who, visit.table.places
    return [p for p in places if p.kind == "human" and p.people and who is not None and not p.held_by(who)]


def _others(visit: Visit) -> list[Place]:
    """Seats of others that players and the host may put to the vote."""
    who, table = visit.who, visit.table
    if who is None or table.status != "running" or not (visit.is_hosts or table.seats_of(who.id)):
        return []
    return [p for p in table.places if p.kind != "bot" and not p.held_by(who) and p.keeper != who.id]


def links_of(request: Request, seats: Iterable[Seat]) -> dict[Seat, str]:
    """The links this browser keeps, by seat."""
    kept = ((seat, request.cookies.get(f"link-{seat}")) for seat in seats)
    return {seat: link_of(request, token) for seat, token in kept if token}


def _undo(perspective: Perspective, reader: Reader) -> Mapping[str, Any] | None:
    """The reader's latest move that counts, and what taking it back means."""
    for looked in LOOKED_BACK:
        lines = [
            line
            for line in perspective.lines(max(0, perspective.tip - looked), perspective.tip)
            if line.undo is None and not line.undone and line.note != AUTOMATIC
        ]
        for n, line in enumerate(reversed(lines)):
            if line.seat in perspective.mine:
                words = told(line, perspective.names, reader)
                return {"to": line.version - 1, "seat": line.seat, "text": words[0] if words else "", "free": n == 0}
    return None
