"""What every page needs: who reads in which words, the service behind it, and the frame around it."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from stellwerk import games
from stellwerk.core import Game, Text
from stellwerk.locale import LANGUAGES
from stellwerk.table import Person, Refused
from stellwerk.table.service.tables import Tables
from stellwerk.web.http.auth import Visitor, csrf, runtime_of
from stellwerk.web.view.templates import Reader, page
from stellwerk.web.view.visit import Visit

YEAR = 365 * 86400


async def tables_of(request: Request) -> Tables:
    return runtime_of(request).tables


async def reader_of(request: Request) -> Reader:
    return Reader.of(request)


Reading = Annotated[Reader, Depends(reader_of)]
Service = Annotated[Tables, Depends(tables_of)]


async def visit_of(table_id: str, reader: Reading, who: Visitor, tables: Service) -> Visit:
    """Who asks about which table, if they may see it. A table in memory needs no thread to be looked up."""
    if tables.store.has_in_memory(table_id):
        return Visit(tables, who, tables.table(who, table_id), reader)
    return Visit(tables, who, await run_in_threadpool(tables.table, who, table_id), reader)


Visiting = Annotated[Visit, Depends(visit_of)]


LOOPBACK = ("127.0.0.1", "localhost", "::1")


def site_address(request: Request) -> str:
    """By which others reach this site: what the operator says, else what whoever asks has used.

    Who asks on the machine itself would give others an address that leads to their own machine.
    """
    settings = runtime_of(request).settings
    used = request.base_url
    given = settings.address_given or used.hostname in LOOPBACK
    return (settings.base_url if given else str(used)).rstrip("/")


def link_of(request: Request, token: str) -> str:
    """The address that gives a seat."""
    return f"{site_address(request)}/seat/{token}"


def reach_of(request: Request) -> Literal["here", "network", "anywhere"]:
    """From where links of this site can be opened, as far as its address tells."""
    host = urlsplit(site_address(request)).hostname or ""
    if host in LOOPBACK:
        return "here"
    try:
        is_private = ip_address(host).is_private
    except ValueError:
        is_private = "." not in host or host.endswith(".local")
    return "network" if is_private else "anywhere"


def go(path: str, welcome: Response | None = None) -> RedirectResponse:
    """Redirect to another page; a guest created by this request gets the cookie with it."""
    answer = RedirectResponse(path, 303)
    for name, value in welcome.raw_headers if welcome is not None else ():
        if name == b"set-cookie":
            answer.raw_headers.append((name, value))
    return answer


def shown(
    request: Request,
    reader: Reader,
    who: Person | None,
    template: str,
    here: str = "",
    status: int = 200,
    **values: Any,
) -> HTMLResponse:
    """A whole page with everything its frame needs."""
    mine = runtime_of(request).tables.mine(who) if who is not None else []
    frame = {
        "me": who.name if who is not None and not who.guest else "",
        "csrf": csrf(request),
        "path": request.url.path + (f"?{request.url.query}" if request.url.query else ""),
        "turns": sum(info.my_turn for info in mine),
        "here": here,
        "everything": mine,
        "message": runtime_of(request).operators.message(),
    }
    return HTMLResponse(page(template, reader, {**frame, **values}), status)


async def sent_of(request: Request) -> dict[str, Any]:
    """The fields of a form, or of the JSON a script sends in its stead; of that nothing is known yet."""
    if request.headers.get("content-type", "").startswith("application/json"):
        try:
            data = await request.json()
        except (ValueError, RecursionError) as error:
            raise _not_understood("JSON") from error
        return data if isinstance(data, dict) else {}
    return {key: value for key, value in (await request.form()).multi_items() if isinstance(value, str)}


async def form_of(request: Request) -> dict[str, str]:
    """The same as texts, whoever sent it: a form knows nothing else."""
    sent = await sent_of(request)
    for name, value in sent.items():
        if not isinstance(value, str | int | float | None):
            raise _not_understood(name[:40])
    return {name: str(value) for name, value in sent.items() if value is not None and value is not False}


def _not_understood(field: str) -> Refused:
    return Refused("invalid", Text("not understood: {fields}", fields=field), 422)


Sent = Annotated[dict[str, Any], Depends(sent_of)]
Form = Annotated[dict[str, str], Depends(form_of)]


def game_of(name: str) -> Game[Any]:
    try:
        return games.game(name)
    except games.UnknownGame as error:
        raise Refused("game", Text("no game is called {game}", game=name), 404) from error


def local(path: str) -> str:
    """A path of this site, whatever was asked for."""
    try:
        elsewhere = bool(urlsplit(path).netloc)
    except ValueError:
        elsewhere = True
    ours = path.startswith("/") and not path.startswith("//") and "\\" not in path
    return path if ours and not elsewhere else "/"


def speaking(answer: RedirectResponse, language: str) -> RedirectResponse:
    """The answer with the language kept for the next pages."""
    if language in LANGUAGES:
        answer.set_cookie("lang", language, YEAR, samesite="lax")
    return answer
