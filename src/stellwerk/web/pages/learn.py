"""Learning a game: its chapters, what was done of them, and the way into each."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from stellwerk.core import Text
from stellwerk.table import Refused
from stellwerk.web.http.auth import Newcomer, Visitor, runtime_of
from stellwerk.web.http.dependencies import Form, Reading, game_of, go, shown
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.view.component_sets import set_name

router = room_of_pages("/learn")


@router.get("/{game}")
def chapters(request: Request, game: str, reader: Reading, who: Visitor) -> HTMLResponse:
    """The chapters of a game and how far the reader is in each."""
    found = game_of(game)
    progress = runtime_of(request).lessons.progress(who, game)
    if not progress:
        raise Refused("lesson", Text("there are no lessons for {name}", name=found.title), 404)
    title = reader.say(found.title)
    chapters = [found for found in progress if not found.lesson.is_practice]
    positions = [found for found in progress if found.lesson.is_practice]
    values: dict[str, Any] = {"game": game, "title": title, "chapters": chapters, "positions": positions}
    site = runtime_of(request).tables.sets.site(found)
    values["site_set"] = reader.say(set_name(site.about, built_in=False)) if site != found.components else ""
    return shown(request, reader, who, "learn.html", **values)


@router.post("/{game}/{chapter}", response_model=None)
def take(request: Request, game: str, chapter: str, form: Form, who: Newcomer, response: Response) -> RedirectResponse:
    """Go on with a chapter, or begin it."""
    game_of(game)
    table = runtime_of(request).lessons.take(who, game, chapter, anew=bool(form.get("anew")))
    return go(f"/table/{table}", response)
