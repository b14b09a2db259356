"""The pages: everything people look at. Each room of the house has its own module; this one hangs them up."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from stellwerk.core import Rule
from stellwerk.web import (
    account,
    companions,
    home,
    library,
    notice_pages,
    replay_pages,
    table_affairs,
    table_pages,
)
from stellwerk.web.frame import shown
from stellwerk.web.render import Reader, static_digest, static_folders


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
    for room in (home, account, notice_pages, library, replay_pages, table_affairs, table_pages):
        app.include_router(room.router)
    for router in (*companions.routers(), table_pages.panels):
        app.include_router(router)
    for prefix, folder in static_folders().items():
        app.mount(f"/static/{static_digest()}/{prefix}".rstrip("/"), Kept(directory=folder))
    app.state.error_page = error_page
