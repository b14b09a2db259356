"""The JSON API: what happens around a game. Seats change hands, agreements, standing orders, other tables."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request, Response

from stellwerk import games
from stellwerk.bots.levels import seated
from stellwerk.core.dump import plain
from stellwerk.table.moves.forced import programs_of
from stellwerk.web.api import answers, json_views, paging
from stellwerk.web.api.play import Json, SeatNumber
from stellwerk.web.http.auth import Member, Newcomer, Visitor, runtime_of
from stellwerk.web.http.dependencies import link_of
from stellwerk.web.http.errors import words
from stellwerk.web.http.inputs import (
    ArchiveBody,
    AwayBody,
    HandBody,
    OrderBody,
    PathSeat,
    RematchBody,
    RulingBody,
    SeatOnly,
    SitBody,
    TableId,
    WhatIfBody,
)
from stellwerk.web.http.rooms import room

router = room(prefix="/api")


@router.get("/games", response_model=list[answers.GameInfo], tags=["games"])
def all_games(request: Request) -> list[Json]:
    """The games, their seats, their set-up switches with defaults, and the bots."""
    found = [games.game(id_) for id_ in games.ids()]
    return [
        {
            "id": game.id,
            "title": game.title.render(words(request)),
            "seats": list(game.seats),
            "variants": plain(game.variants()),
            "bots": list(seated()),
        }
        for game in found
    ]


# --- seats -----------------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/seats/{seat}/join", response_model=answers.Taken, tags=["seats"])
def join(request: Request, who: Newcomer, table: TableId, seat: PathSeat, body: SitBody) -> Json:
    """Take an open seat of a listed table."""
    runtime_of(request).tables.join(who, table, seat, body.name)
    return {"table": table, "seat": seat}


@router.post("/tables/{table}/seats/{seat}/leave", response_model=answers.Nothing, tags=["seats"])
def leave(request: Request, who: Member, table: TableId, seat: PathSeat) -> Json:
    """Get up before the game has begun."""
    runtime_of(request).tables.leave(who, table, seat)
    return {}


@router.post("/tables/{table}/seats/{seat}/hand-over", response_model=answers.SeatLink, tags=["seats"])
def hand_over(request: Request, who: Member, table: TableId, seat: PathSeat, body: HandBody) -> Json:
    """Give one's seat to a bot, or to whoever gets the link."""
    token = runtime_of(request).arrangements.hand_over(who, table, seat, body.bot)
    return {"link": link_of(request, token) if token else None}


@router.post("/tables/{table}/seats/{seat}/replace", response_model=answers.Motion, tags=["seats"])
def replace(request: Request, who: Member, table: TableId, seat: PathSeat, body: HandBody) -> Json:
    """A player or the host asks the others to give somebody's seat away."""
    return json_views.motion(runtime_of(request).arrangements.replace(who, table, seat, body.bot))


@router.post("/tables/{table}/seats/{seat}/link", response_model=answers.SeatLink, tags=["seats"])
def new_link(request: Request, who: Member, table: TableId, seat: PathSeat) -> Json:
    """A new link; earlier ones end, and so do the rights others got by them."""
    return {"link": link_of(request, runtime_of(request).arrangements.new_link(who, table, seat))}


@router.post("/tables/{table}/seats/{seat}/bot", response_model=answers.Nothing, tags=["seats"])
def seat_bot(request: Request, who: Member, table: TableId, seat: PathSeat, body: HandBody) -> Json:
    """The host lets a bot sit on an open seat."""
    runtime_of(request).arrangements.seat_bot(who, table, seat, body.bot)
    return {}


# --- agreements, orders ----------------------------------------------------------------------------------------------


@router.post("/tables/{table}/end", response_model=answers.Motion, tags=["play"])
def end(request: Request, who: Member, table: TableId, body: SeatOnly) -> Json:
    """Propose to end the game with the scores so far."""
    return json_views.motion(runtime_of(request).arrangements.end(who, table, body.seat))


@router.post("/tables/{table}/pause", response_model=answers.Motion, tags=["play"])
def pause(request: Request, who: Member, table: TableId, body: SeatOnly) -> Json:
    """Propose to stop the clock, or to let it go on."""
    return json_views.motion(runtime_of(request).pauses.pause(who, table, body.seat))


@router.put("/away", response_model=answers.Nothing, tags=["play"])
def take_time_off(request: Request, who: Member, body: AwayBody) -> Json:
    """For some days no clock runs against whoever asks, at any table he plays at now; 0 ends it."""
    runtime_of(request).pauses.take_time_off(who, body.days)
    return {}


@router.post("/tables/{table}/rulings", response_model=answers.Motion, tags=["play"])
def ruling(request: Request, who: Member, table: TableId, body: RulingBody) -> Json:
    """Propose a correction outside the rules; it needs everybody."""
    return json_views.motion(runtime_of(request).arrangements.rule(who, table, body.action, body.seat))


@router.get("/tables/{table}/programs", response_model=list[answers.Program], tags=["play"])
def programs(request: Request, who: Member, table: TableId) -> list[Json]:
    """The standing orders this game knows, and what can be filled in now, where the title says `{argument}`."""
    tables = runtime_of(request).tables
    loaded, seat = tables.table(who, table), tables.seat_of(who, table, None)
    seen = loaded.rules.imagine(loaded.rules.view(tables.state(loaded), seat), tables.rng)
    return [
        {
            "id": program.id,
            "title": program.title.translated(words(request)),
            "argument": program.argument,
            "choices": list(program.choices(seen, seat)) if program.argument else [],
        }
        for program in programs_of(loaded)
    ]


@router.post("/tables/{table}/orders", response_model=answers.Nothing, tags=["play"])
def order(request: Request, who: Member, table: TableId, body: OrderBody) -> Json:
    """Let a program of the game answer for the seat from now on."""
    runtime_of(request).arrangements.order(who, table, body.program, body.argument, body.seat)
    return {}


@router.delete("/tables/{table}/orders/{program}", response_model=answers.Nothing, tags=["play"])
def cancel(
    request: Request,
    who: Member,
    table: TableId,
    program: Annotated[str, Path(max_length=40)],
    argument: Annotated[str | None, Query(max_length=80)] = None,
    seat: SeatNumber = None,
) -> Json:
    """End a standing order; without `argument` all of its kind."""
    runtime_of(request).arrangements.cancel(who, table, program, seat, argument)
    return {}


# --- other tables ----------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/rematch", response_model=answers.TableId, tags=["tables"])
def rematch(request: Request, who: Member, table: TableId, body: RematchBody) -> Json:
    return {"table": runtime_of(request).arrangements.rematch(who, table, body.order).table}


@router.post("/tables/{table}/what-if", response_model=answers.TableId, status_code=201, tags=["tables"])
def what_if(request: Request, who: Newcomer, table: TableId, body: WhatIfBody) -> Json:
    """A private copy at any version; of a running game imagined from one's own view."""
    return {"table": runtime_of(request).arrangements.what_if(who, table, body.version, body.seat)}


@router.post("/tables/{table}/archive", response_model=answers.Nothing, tags=["tables"])
def archive(request: Request, who: Member, table: TableId, body: ArchiveBody) -> Json:
    runtime_of(request).arrangements.archive(who, table, body.archived)
    return {}


@router.get("/admin/tables", response_model=list[answers.Row], tags=["operation"])
def every_table(
    request: Request,
    response: Response,
    who: Visitor,
    limit: Annotated[int, Query(ge=1, le=1000)] = 200,
    cursor: paging.Cursor = None,
) -> list[Json]:
    """All tables, the latest first, for the operator."""
    found = runtime_of(request).tables.census(who, limit + 1, paging.place_in(cursor))
    return paging.after(request, response, found, limit, lambda row: row["touched"], lambda row: row["id"])
