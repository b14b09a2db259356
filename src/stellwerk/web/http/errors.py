"""Refusals in the reader's language: `{"error": {"code", "text", "rule"}}`, or a page where a page was asked for."""

from __future__ import annotations

import logging
import secrets
import sqlite3
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError
from sqlalchemy.exc import (
    DatabaseError,
    DataError,
    IntegrityError,
    InterfaceError,
    NotSupportedError,
    ProgrammingError,
    TimeoutError,
)
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from stellwerk.core import Endless, Illegal, Rule, Text
from stellwerk.core.text import Translator
from stellwerk.locale import best_language, translator
from stellwerk.table import Refused

LOG = logging.getLogger("stellwerk.web")


def language(request: Request) -> str:
    """What the reader chose, else what the browser asks for."""
    who = getattr(request.state, "who", None)
    chosen = request.cookies.get("lang") or (who.lang if who else None)
    return best_language(chosen or request.headers.get("accept-language", ""))


def words(request: Request) -> Translator:
    return translator(language(request))


def problem(request: Request, status: int, code: str, text: Text, rule: Rule | None = None, **more: Any) -> Response:
    """A page shows it if the app has one for it and the browser wants one."""
    said = text.render(words(request))
    page = getattr(request.app.state, "error_page", None)
    if page is not None and "text/html" in request.headers.get("accept", "") and not _is_api(request):
        shown: Response = page(request, status, code, said, rule)
        return shown
    body = {"code": code, "text": said, "rule": str(rule) if rule else None, **more}
    return JSONResponse({"error": body}, status, headers={"Cache-Control": "no-store"})


def _is_api(request: Request) -> bool:
    return request.url.path.startswith("/api/")


async def illegal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Illegal)
    return problem(request, 422, "illegal", error.text, error.rule)


async def refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return problem(request, error.status, error.code, error.text, error.rule, **error.more)


async def endless(request: Request, error: Exception) -> Response:
    """The table's own fault. Nothing was changed, and every other table plays on."""
    assert isinstance(error, Endless)
    LOG.error("endless: %s %s", request.method, request.url.path.split("/")[1], exc_info=error)
    return problem(request, 500, "endless", error.text)


async def invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    where = [".".join(map(str, each["loc"])) for each in error.errors()]
    text = Text("not understood: {fields}", fields=", ".join(where))
    if where == ["body"]:
        text = Text(
            "not understood: what was sent; is it JSON, with the header {header}?",
            header="Content-Type: application/json",
        )
    return problem(request, 422, "invalid", text, fields=where)


def not_understood(error: ValidationError, *where: str) -> RequestValidationError:
    """The refusal that names the fields, by the part of the request they were in."""
    return RequestValidationError([{**each, "loc": (*where, *each["loc"])} for each in error.errors(include_url=False)])


async def unwritable(request: Request, error: Exception) -> Response:
    """What the database has no place for, such as NUL in a text on PostgreSQL. Nothing was changed."""
    return problem(request, 422, "invalid", Text("a character in here cannot be stored"))


BUSY = Text("the server cannot read or write its data just now; nothing was changed: try again in a moment")


async def unavailable(request: Request, error: Exception) -> Response:
    """A full disk, a locked or damaged file, a database that is away."""
    if isinstance(error, (IntegrityError, ProgrammingError, NotSupportedError)):
        return await crashed(request, error)
    LOG.error("database: %s %s: %s", request.method, request.url.path.split("/")[1], error)
    answer = problem(request, 503, "database", BUSY)
    answer.headers["Retry-After"] = "10"
    return answer


HTTP = {
    404: ("not-found", Text("there is nothing here")),
    405: ("method", Text("this cannot be done here")),
    413: ("too-large", Text("too much at once")),
    429: ("too-many", Text("too many requests; wait a moment")),
}


async def plain_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code, text = HTTP.get(error.status_code, ("http", Text("{detail}", detail=str(error.detail))))
    answer = problem(request, error.status_code, code, text)
    answer.headers.update(error.headers or {})
    return answer


async def left(request: Request, error: Exception) -> Response:
    """Whoever asked was gone before all of it had arrived: nothing was changed, and nobody reads this."""
    return Response(status_code=400)


async def crashed(request: Request, error: Exception) -> Response:
    """Nothing was changed; the number finds it in the server's log."""
    number = secrets.token_hex(4)
    LOG.error("incident %s: %s %s", number, request.method, request.url.path.split("/")[1], exc_info=error)
    text = Text("something went wrong on the server; nothing was changed (incident {number})", number=number)
    return problem(request, 500, "crash", text)


def install(app: FastAPI) -> None:
    app.add_exception_handler(Illegal, illegal)
    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(Endless, endless)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(HTTPException, plain_http)
    app.add_exception_handler(DataError, unwritable)
    app.add_exception_handler(UnicodeEncodeError, unwritable)
    app.add_exception_handler(DatabaseError, unavailable)
    app.add_exception_handler(InterfaceError, unavailable)
    app.add_exception_handler(sqlite3.OperationalError, unavailable)
    app.add_exception_handler(TimeoutError, unavailable)
    app.add_exception_handler(ClientDisconnect, left)
