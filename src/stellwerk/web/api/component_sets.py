"""The JSON API: component sets, what somebody has corrected from a printed copy."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request

from stellwerk.core.component_sets import set_faults, write_set
from stellwerk.table.service.component_sets import StoredSet
from stellwerk.web.api import people_answers
from stellwerk.web.api.play import Json
from stellwerk.web.http.auth import Member, Newcomer, Visitor, runtime_of
from stellwerk.web.http.component_inputs import DefaultBody, NewSet, RowBody, SetBody, SetFile, SetId
from stellwerk.web.http.dependencies import game_of
from stellwerk.web.http.errors import words
from stellwerk.web.http.rooms import room
from stellwerk.web.view.component_sets import corrected, told_faults

router = room(prefix="/api", tags=["component sets"])


def _facts(found: StoredSet) -> Json:
    of = found.set
    return {
        "id": found.id,
        "game": of.game,
        "name": of.name,
        "version": of.version,
        "author": of.author,
        "note": of.note,
        "default": found.is_default,
    }


@router.get("/sets", response_model=list[people_answers.SetInfo])
def mine(request: Request, who: Visitor, game: Annotated[str, Query(max_length=40)]) -> list[Json]:
    """One's own sets for a game, the latest first."""
    return [_facts(found) for found in runtime_of(request).tables.sets.mine(who, game_of(game).id)]


@router.post("/sets", response_model=people_answers.SetId, status_code=201)
def create(request: Request, who: Newcomer, body: NewSet) -> Json:
    """A new, empty set."""
    game = game_of(body.game)
    return {"id": runtime_of(request).tables.sets.create(who, game.id, body.name, body.author, body.note)}


@router.post("/sets/file", response_model=people_answers.SetId, status_code=201)
def take_in(request: Request, who: Newcomer, body: SetFile) -> Json:
    """A set out of its TOML file."""
    return {"id": runtime_of(request).tables.sets.take_in(who, body.text)}


@router.get("/sets/{set_id}", response_model=people_answers.SetFile)
def one(request: Request, who: Visitor, set_id: SetId) -> Json:
    """A set with its file and what is wrong with it."""
    found = runtime_of(request).tables.sets.find(who, set_id)
    faults = told_faults(set_faults(game_of(found.set.game), found.set), words(request))
    return {**_facts(found), "text": write_set(found.set), "faults": faults}


@router.patch("/sets/{set_id}", response_model=people_answers.SetId)
def describe(request: Request, who: Member, set_id: SetId, body: SetBody) -> Json:
    """Its name, author and note."""
    runtime_of(request).tables.sets.describe(who, set_id, body.name, body.author, body.note)
    return {"id": set_id}


@router.put("/sets/{set_id}/rows", response_model=people_answers.SetId)
def correct(request: Request, who: Member, set_id: SetId, body: RowBody) -> Json:
    """One row as typed: `{"table": "order", "row": "order-05", "values": {"goods": "2 silk 1 fish"}}`."""
    corrected(runtime_of(request).tables.sets, who, set_id, body.typed, words(request))
    return {"id": set_id}


@router.delete("/sets/{set_id}", response_model=people_answers.SetId)
def forget(request: Request, who: Member, set_id: SetId) -> Json:
    """Tables that were opened with it keep their values."""
    runtime_of(request).tables.sets.forget(who, set_id)
    return {"id": set_id}


@router.put("/admin/components/{game}", response_model=people_answers.Default)
def make_default(request: Request, who: Visitor, game: str, body: DefaultBody) -> Json:
    """What the site's new tables are opened with; without a set as the server was started."""
    runtime_of(request).tables.sets.make_default(who, game_of(game).id, body.set)
    return {"game": game, "set": body.set}
