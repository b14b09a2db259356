"""A table page: the whole of it once, afterwards only what changed. The same for tables and replays."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse

from stellwerk import draw
from stellwerk.core import Seat, Text
from stellwerk.core.log import HIDDEN
from stellwerk.core.provenance import worst_doubt
from stellwerk.table import Person, Refused
from stellwerk.web import companions
from stellwerk.web.companions import Stage
from stellwerk.web.http.dependencies import shown
from stellwerk.web.view.component_sets import set_name
from stellwerk.web.view.fragments import Fragments, TableContext
from stellwerk.web.view.lines import told as told_by_lines
from stellwerk.web.view.perspective import Perspective, told
from stellwerk.web.view.stage import stage_names, stage_of
from stellwerk.web.view.templates import Reader

LOOK_BACK = 8
"""Moves among which routes that were run are looked for."""

Look = Callable[[Seat | None, int | None], Perspective]
"""The same game through the eyes of a seat, at a version."""


def whole(
    request: Request,
    reader: Reader,
    who: Person | None,
    perspective: Perspective,
    around: TableContext,
    side: Sequence[tuple[str, Text]],
    note: str | None = None,
    edition: str | None = None,
    look: Look | None = None,
) -> HTMLResponse:
    parts = Fragments(perspective, reader, around).unknown_to({})
    values: dict[str, Any] = {
        "title": perspective.title,
        "url": perspective.url,
        "kind": perspective.kind,
        "game_id": perspective.game.id,
        "table_id": perspective.id,
        "version": perspective.version,
        "tip": perspective.tip,
        "seat": perspective.eyes,
        "parts": parts,
        "side": [(id_, reader.say(name)) for id_, name in sides(perspective, side)],
        "lazy": ["figures", "help", *(panel.id for panel in companions.panels(perspective.game.id))],
        "links": companions.links(perspective.game.id) if perspective.kind == "table" else (),
        "boards": list(perspective.drawing(reader).values()),
        "drawn": perspective.drawing(reader),
        "marks": " ".join(marks_since(_since_own(perspective, look), perspective, reader)) if look else "",
        **_staged(stage_of(perspective, reader, around.notice)),
        "may_chat": around.may_chat,
        "watch": perspective.kind == "table" and not perspective.mine,
        "note": note,
        "copy": copy_line(perspective, reader),
        "rules": rules_line(edition, reader),
    }
    return shown(request, reader, who, "table.html", **values)


def rules_line(edition: str | None, reader: Reader) -> str:
    """By whose rules a game is played, where they are not today's."""
    return reader.say(Text("Played by the rules of {release}", release=edition)) if edition else ""


def copy_line(perspective: Perspective, reader: Reader) -> dict[str, str]:
    """Which components are played with, what of them nobody has checked, and where they can be seen."""
    game, components = perspective.game, perspective.components or perspective.game.components
    told = worst_doubt(components, game.titles)
    is_built_in = components == game.components
    return {
        "set": "" if is_built_in else reader.say(set_name(perspective.component_set, is_built_in)),
        "guessed": "" if told is None else reader.say(told),
        "query": f"?table={perspective.id}" if perspective.kind == "table" else "",
    }


def _staged(stage: Stage) -> dict[str, Any]:
    return {"stage": stage, "stage_names": stage_names(stage), "staged": {name for group in stage for name in group}}


def sides(perspective: Perspective, side: Sequence[tuple[str, Text]]) -> list[tuple[str, Text]]:
    """What lies beside the boards, with the panels of the game."""
    return [*side[:1], *((panel.id, panel.title) for panel in companions.panels(perspective.game.id)), *side[1:]]


def panel(perspective: Perspective, reader: Reader, id_: str) -> HTMLResponse:
    """A panel that the game brings."""
    found = next((panel for panel in companions.panels(perspective.game.id) if panel.id == id_), None)
    if found is None:
        raise Refused("panel", Text("this game has no such panel"), 404)
    return HTMLResponse(found.show(perspective, reader))


def answer(
    perspective: Perspective, reader: Reader, around: TableContext, asked: Mapping[str, Any], look: Look
) -> JSONResponse:
    """What a page needs to show this perspective, given the parts it already has."""
    have, kept = asked.get("have"), asked.get("kept")
    have, kept = have if isinstance(have, dict) else {}, kept if isinstance(kept, list) else []
    parts = Fragments(perspective, reader, around).unknown_to(have)
    body: dict[str, Any] = {
        "version": perspective.version,
        "tip": perspective.tip,
        "seat": perspective.eyes,
        "parts": told_by_lines((around.csrf, perspective.url), parts, have, kept),
    }
    has = asked.get("boards")
    since = (number(has.get("version")), number(has.get("seat"))) if isinstance(has, dict) else None
    before = look(since[1], since[0]) if since is not None else None
    body["since"] = since
    body["boards"] = _changes(before, perspective, reader)
    body["marks"] = marks_since(before, perspective, reader)
    body["trace"] = _trace(before, perspective, reader)
    body["said"] = _said(before, perspective, reader)
    return JSONResponse(body, headers={"Cache-Control": "no-store"})


def marks_since(before: Perspective | None, perspective: Perspective, reader: Reader) -> list[str]:
    """What others changed on the boards since a position; nothing for moves of one's own."""
    if before is None or before.version >= perspective.version or before.eyes != perspective.eyes:
        return []
    moved = perspective.lines(before.version, perspective.version)
    if not any(line.seat not in perspective.mine for line in moved if line.seat >= 0):
        return []
    return draw.marks(before.drawing(reader), perspective.drawing(reader))


def _trace(before: Perspective | None, perspective: Perspective, reader: Reader) -> dict[str, Any] | None:
    """The last move since that leaves nothing on the boards, drawn over them: routes that were run."""
    if before is None or before.version >= perspective.version or before.eyes != perspective.eyes:
        return None
    for line in reversed(perspective.lines(max(before.version, perspective.version - LOOK_BACK), perspective.version)):
        if line.undo is None and not line.undone and line.seat >= 0 and line.action != HIDDEN:
            action = perspective.game.parse(line.action)
            if companions.is_traced(perspective.game.id, action):
                return perspective.drawn_over(reader, action)
    return None


def _since_own(perspective: Perspective, look: Look) -> Perspective | None:
    """The position after the reader's own last move, if it is not long ago."""
    if not perspective.mine or perspective.past:
        return None
    first = max(0, perspective.tip - 40)
    own = (line.version for line in perspective.lines(first, perspective.tip) if line.seat in perspective.mine)
    return look(perspective.eyes, max(own, default=first))


def _changes(before: Perspective | None, perspective: Perspective, reader: Reader) -> dict[str, Any] | None:
    """How the boards differ from those the page shows."""
    if before is not None and before.key == perspective.key:
        return None
    found = draw.changes(before.drawing(reader) if before is not None else None, perspective.drawing(reader))
    return asdict(found)


def _said(before: Perspective | None, perspective: Perspective, reader: Reader) -> str:
    """For screen readers: what happened since, and what is asked now."""
    since = before.version if before is not None else 0
    lines = perspective.lines(max(since, perspective.tip - 8), perspective.tip) if not perspective.past else []
    news = [text for line in lines for text in told(line, perspective.names, reader)]
    if perspective.handed is not None:
        return reader.say(Text("Pass the device to {name}", name=perspective.names[perspective.handed]))
    question = [perspective.say(reader, perspective.asking.question)] if perspective.my_turn else []
    return ". ".join([*news[-6:], *question])


def number(value: Any) -> int | None:
    """A number somebody sent, if it is one and not absurdly long. `isdigit` alone takes ² and five thousand nines."""
    if isinstance(value, int):
        return int(value) if abs(value) < 10**9 else None
    return int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,9}", value) else None
