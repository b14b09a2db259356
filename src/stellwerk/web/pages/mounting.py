"""Mounts what every page needs: the first page, the static files, the page that says what went wrong."""

from __future__ import annotations

import os
from functools import cache
from mimetypes import guess_type
from pathlib import Path

from fastapi import FastAPI, HTTPException, Request
from fastapi.responses import HTMLResponse, Response
from starlette.datastructures import Headers
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from stellwerk.core import Rule
from stellwerk.web.http.compression import coding_of, is_text, packed, packed_file
from stellwerk.web.http.dependencies import shown
from stellwerk.web.http.rooms import add_rooms
from stellwerk.web.pages import home
from stellwerk.web.view import bundles
from stellwerk.web.view.static_files import static_digest, static_folders
from stellwerk.web.view.templates import Reader


class Kept(StaticFiles):
    """Static files under a path that names their content: compressed once, and a browser need not ask twice."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        coding = coding_of(Headers(scope=scope)) if is_text(guess_type(full_path)[0]) else None
        if coding is None or status_code != 200:
            answer = super().file_response(full_path, stat_result, scope, status_code)
        else:
            packed = packed_file(Path(full_path), coding)
            answer = Response(packed, 200, {"content-encoding": coding}, guess_type(full_path)[0])
        return for_ever(answer)


def for_ever(answer: Response) -> Response:
    answer.headers["cache-control"] = "public, max-age=31536000, immutable"
    answer.headers.add_vary_header("Accept-Encoding")
    return answer


def bundled(request: Request) -> Response:
    """The scripts of a page."""
    entry, game_id = request.path_params["entry"], request.query_params.get("game")
    if not bundles.exists(entry, game_id):
        raise HTTPException(404)
    coding = coding_of(request.headers)
    headers = {} if coding is None else {"content-encoding": coding}
    return for_ever(Response(_packed_bundle(entry, game_id, coding), 200, headers, "text/javascript"))


@cache
def _packed_bundle(entry: str, game_id: str | None, coding: str | None) -> bytes:
    body = bundles.bundle(entry, game_id).encode()
    return body if coding is None else packed(body, coding, once=True)


def error_page(request: Request, status: int, code: str, said: str, rule: Rule | None) -> HTMLResponse:
    who = getattr(request.state, "who", None)
    return shown(
        request, Reader.of(request), who, "error.html", status=status, number=status, said=said, code=code, rule=rule
    )


def install(app: FastAPI) -> None:
    """The first page, and the static files."""
    add_rooms(app, [home.router])
    app.add_route(f"/static/{static_digest()}/bundle/{{entry:path}}", bundled, include_in_schema=False)
    for prefix, folder in static_folders().items():
        app.mount(f"/static/{static_digest()}/{prefix}".rstrip("/"), Kept(directory=folder))
    app.state.error_page = error_page
