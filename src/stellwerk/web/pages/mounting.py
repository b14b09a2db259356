"""Mounts the pages: the routers of every page and game, and the static files."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from stellwerk.core import Rule
from stellwerk.web import companions
from stellwerk.web.http.dependencies import shown
from stellwerk.web.pages import (
    account,
    home,
    learn,
    library,
    members,
    notices,
    operator,
    privacy,
    replay,
    study,
    study_library,
    study_stats,
    table,
    table_arrangements,
)
from stellwerk.web.view.templates import Reader, static_digest, static_folders


class Kept(StaticFiles):
    """Static files under a path that names their content: a browser need not ask twice."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        answer = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        answer.headers["cache-control"] = "public, max-age=31536000, immutable"
        return answer


def error_page(request: Request, status: int, code: str, said: str, rule: Rule | None) -> HTMLResponse:
    who = getattr(request.state, "who", None)
    return shown(
        request, Reader.of(request), who, "error.html", status=status, number=status, said=said, code=code, rule=rule
    )


def install(app: FastAPI) -> None:
    people, studies = (account, members, operator, privacy, notices), (study_library, study_stats, study)
    for room in (home, *people, learn, library, replay, *studies, table_arrangements, table):
        app.include_router(room.router)
    for router in (*companions.routers(), table.panels):
        app.include_router(router)
    for prefix, folder in static_folders().items():
        app.mount(f"/static/{static_digest()}/{prefix}".rstrip("/"), Kept(directory=folder))
    app.state.error_page = error_page
