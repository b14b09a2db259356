"""Without a line: the page an installed app shows then, and the script that keeps it."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import FileResponse, HTMLResponse

from stellwerk.web.http.dependencies import Reading, shown
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.view.static_files import STATIC

router = room_of_pages()


@router.get("/offline")
def offline(request: Request, reader: Reading) -> HTMLResponse:
    """The same for everybody: it is kept in the browser."""
    return shown(request, reader, None, "offline.html")


@router.get("/worker.js", response_class=FileResponse)
def worker() -> FileResponse:
    """At the root, because a worker answers for no page above it."""
    return FileResponse(STATIC / "worker.js", media_type="text/javascript", headers={"cache-control": "no-cache"})
