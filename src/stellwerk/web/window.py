"""A window on a game: the whole page once, afterwards only what changed. The same for tables and replays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse, JSONResponse

from stellwerk import draw
from stellwerk.core import Seat, Text
from stellwerk.table import Person, Refused
from stellwerk.web import companions
from stellwerk.web.fragments import Around, Fragments, unknown
from stellwerk.web.frame import shown
from stellwerk.web.render import Reader
from stellwerk.web.sight import Sight, told

Look = Callable[[Seat | None, int | None], Sight]
"""The same game through the eyes of a seat, at a version."""


def whole(
    request: Request,
    reader: Reader,
    who: Person | None,
    sight: Sight,
    around: Around,
    side: Sequence[tuple[str, Text]],
    note: str | None = None,
    edition: str | None = None,
) -> HTMLResponse:
    parts = unknown(Fragments(sight, reader, around).all(), {})
    values: dict[str, Any] = {
        "title": sight.title,
        "url": sight.url,
        "kind": sight.kind,
        "game_id": sight.game.id,
        "table_id": sight.id,
        "version": sight.version,
        "tip": sight.tip,
        "seat": sight.eyes,
        "parts": parts,
        "side": [(id_, reader.say(name)) for id_, name in sides(sight, side)],
        "lazy": ["figures", *(panel.id for panel in companions.panels(sight.game.id))],
        "links": companions.links(sight.game.id) if sight.kind == "table" else (),
        "boards": list(sight.drawing(reader).values()),
        "may_chat": around.may_chat,
        "watch": sight.kind == "table" and not sight.mine,
        "note": note,
        "rules": reader.say(Text("Played by the rules of {release}", release=edition)) if edition else "",
    }
    return shown(request, reader, who, "table.html", **values)


def sides(sight: Sight, side: Sequence[tuple[str, Text]]) -> list[tuple[str, Text]]:
    """What lies beside the boards, with the panels of the game."""
    return [*side[:1], *((panel.id, panel.title) for panel in companions.panels(sight.game.id)), *side[1:]]


def panel(sight: Sight, reader: Reader, id_: str) -> HTMLResponse:
    """A panel that the game brings."""
    found = next((panel for panel in companions.panels(sight.game.id) if panel.id == id_), None)
    if found is None:
        raise Refused("panel", Text("this game has no such panel"), 404)
    return HTMLResponse(found.show(sight, reader))


def answer(sight: Sight, reader: Reader, around: Around, asked: Mapping[str, Any], look: Look) -> JSONResponse:
    """What a page that says what it has needs to show this sight."""
    parts = unknown(Fragments(sight, reader, around).all(), asked.get("have") or {})
    body: dict[str, Any] = {"version": sight.version, "tip": sight.tip, "seat": sight.eyes, "parts": parts}
    has = asked.get("boards")
    before = look(number(has.get("seat")), number(has.get("version"))) if isinstance(has, dict) else None
    body["boards"] = _changes(before, sight, reader)
    body["said"] = _said(before, sight, reader)
    return JSONResponse(body, headers={"Cache-Control": "no-store"})


def _changes(before: Sight | None, sight: Sight, reader: Reader) -> dict[str, Any] | None:
    """What of the boards differs from those the page shows."""
    if before is not None and before.key == sight.key:
        return None
    found = draw.changes(before.drawing(reader) if before is not None else None, sight.drawing(reader))
    return asdict(found)


def _said(before: Sight | None, sight: Sight, reader: Reader) -> str:
    """For those who listen instead of looking: what happened since, and what is asked now."""
    since = before.version if before is not None else 0
    lines = sight.lines(max(since, sight.tip - 8), sight.tip) if not sight.past else []
    news = [text for line in lines for text in told(line, sight.names, reader)]
    if sight.handed is not None:
        return reader.say(Text("Pass the device to {name}", name=sight.names[sight.handed]))
    question = [sight.say(reader, sight.asking.question)] if sight.my_turn else []
    return ". ".join([*news[-6:], *question])


def number(value: Any) -> int | None:
    return int(value) if isinstance(value, int) or (isinstance(value, str) and value.isdigit()) else None
