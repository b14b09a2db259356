"""Who asks: by cookie (browsers) or bearer token (programs). Cookies need a CSRF token to change anything."""

from __future__ import annotations

import hmac
import re
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from starlette.concurrency import run_in_threadpool

from stellwerk.core import Text
from stellwerk.table import Person, Refused
from stellwerk.table.cache import Cache
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people, sessions
from stellwerk.table.seating.seats import hashed
from stellwerk.table.storage.store import SESSIONS_ENDED, Change
from stellwerk.web.http.errors import language

SAFE = ("GET", "HEAD", "OPTIONS")
KEPT = 5000
BELIEVED = 5_000
"""How long a token lookup is cached, in milliseconds. Ends early when sessions or tokens are revoked."""

VISIT = 3_600_000
"""Milliseconds between two signs of life of one person that are written down."""


def runtime_of(request: Request) -> Runtime:
    runtime: Runtime = request.app.state.runtime
    return runtime


def cookie_name(runtime: Runtime) -> str:
    return "__Host-stellwerk" if runtime.settings.secure else "stellwerk"


class Doorkeeper:
    """Remembers for a moment who has shown which token."""

    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self._known: Cache[str, tuple[int, Person]] = Cache(KEPT)
        runtime.store.listeners.append(self._told)

    def _told(self, told: Change) -> None:
        if told == SESSIONS_ENDED:
            self.forget()

    def remembered(self, token: str) -> Person | None:
        seen = self._known.get(token)
        return seen[1] if seen and 0 <= self.runtime.tables.now() - seen[0] < BELIEVED else None

    def look_up(self, token: str, bearer: bool) -> Person | None:
        now, before = self.runtime.tables.now(), self._known.forgotten
        with self.runtime.store.reading() as conn:
            owner = sessions.by_token(conn, token, now) if bearer else sessions.by_session(conn, token, now)
        if owner is None:
            return None
        self._remember(token, (now, owner.person), before)
        self._note_visit(owner, now)
        return owner.person

    def _remember(self, token: str, seen: tuple[int, Person], before: int) -> None:
        with self._known.lock:
            if before == self._known.forgotten:  # else it may have ended since we asked
                self._known.put(token, seen)

    def _note_visit(self, owner: sessions.Owner, now: int) -> None:
        """A sign of life, written down once in a while; nobody waits for it. The database says when that was last done:
        also by another process, or before a restart. One in the future is of a clock that was set back since."""
        if abs(now - owner.seen) >= VISIT:
            self.runtime.store.run(lambda work: people.saw(work, owner.person.id))

    def forget(self) -> None:
        """After a change of name, password or rights, or the end of a session."""
        self._known.clear()


def session_token(request: Request) -> str | None:
    return request.cookies.get(cookie_name(runtime_of(request)))


def own_session(request: Request) -> str:
    """What the session that asks is called in the list of sessions."""
    token = session_token(request)
    return sessions.id_of(token) if token else ""


def csrf_of(token: str) -> str:
    """Derived from the session: nothing to store, and of no use to whoever reads it without the cookie."""
    return hmac.digest(token.encode(), b"stellwerk csrf", "sha256").hex()[:40]


async def visitor(request: Request) -> Person | None:
    """The person who asks, if known. Every route depends on it; requests that change something are checked here."""
    if hasattr(request.state, "who"):
        known: Person | None = request.state.who
        return known
    same_origin(request)
    bearer, token = _shown(request)
    who: Person | None = None
    if token:
        keeper: Doorkeeper = request.app.state.doorkeeper
        who = keeper.remembered(token) or await run_in_threadpool(keeper.look_up, token, bearer)
    if bearer and who is None:
        raise Refused("token", Text("this token is invalid or has expired"), 401)
    if who is not None:
        require_scope(request, who)
    request.state.who = who
    if who is not None and not bearer and request.method not in SAFE:
        await _unforged(request, token or "")
    return who


PLAYING = re.compile(r"/api/(tables|seat|games|turns|lobby|events|openapi\.json)(/|$)|/api/me$|/healthz$")
"""What a token that plays is good for."""
WATCHED = ("/metrics", "/api/admin/state", "/healthz", "/readyz")
NOT_PLAYING = re.compile(r"/(hand-over|replace|link|report|block)$")


def require_scope(request: Request, who: Person) -> None:
    """A program that plays for somebody does not give seats away, nor touch the account; one that watches, looks."""
    method, path = request.method, request.scope["path"]
    if who.scope == "play" and not is_playing(method, path):
        raise Refused("scope", Text("this token is for playing only"), 403)
    if who.scope == "watch" and not (method in SAFE and path in WATCHED):
        raise Refused("scope", Text("this token is for watching the server only"), 403)


def is_playing(method: str, path: str) -> bool:
    if method == "DELETE":
        return "/orders/" in path
    return (
        PLAYING.match(path) is not None and NOT_PLAYING.search(path) is None and (method in SAFE or path != "/api/me")
    )


def _shown(request: Request) -> tuple[bool, str | None]:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return True, token.strip()
    return False, session_token(request)


def proof_of(request: Request) -> str:
    """What the session or token that asks is stored as."""
    _, token = _shown(request)
    return hashed(token) if token else ""


def same_origin(request: Request) -> None:
    """Another site may not make a browser change anything here, logged in or not."""
    if request.method in SAFE:
        return
    origin = request.headers.get("origin")
    hosts = (request.headers.get("host"), urlsplit(runtime_of(request).settings.base_url).netloc)
    foreign = origin is not None and _netloc(origin) not in hosts
    if foreign or request.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        raise Refused("origin", Text("this request came from another site"), 403)


def _netloc(origin: str) -> str | None:
    """None for what is no address."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


async def _unforged(request: Request, token: str) -> None:
    sent = request.headers.get("x-csrf-token")
    if sent is None and request.headers.get("content-type", "").startswith(
        ("application/x-www-form-urlencoded", "multipart/form-data")
    ):
        sent = str((await request.form()).get("csrf", ""))
    if not hmac.compare_digest((sent or "").encode("utf-8", "replace"), csrf_of(token).encode()):
        raise Refused("csrf", Text("this page is out of date; load it again"), 403)


Visitor = Annotated[Person | None, Depends(visitor)]


async def member(who: Visitor) -> Person:
    if who is None:
        raise Refused("who", Text("log in first, or use your seat link"), 401)
    return who


Member = Annotated[Person, Depends(member)]


async def newcomer(request: Request, response: Response, who: Visitor) -> Person:
    """Who it is; somebody unknown becomes a guest with a cookie of his own."""
    if who is not None:
        return who
    runtime = runtime_of(request)
    who = await run_in_threadpool(_welcome, runtime, request, response)
    request.state.who = who
    return who


Newcomer = Annotated[Person, Depends(newcomer)]


def _welcome(runtime: Runtime, request: Request, response: Response) -> Person:
    who = runtime.accounts.welcome(language(request))
    request.state.welcomed = runtime.accounts.open_session(who, agent_of(request))
    give_cookie(runtime, response, request.state.welcomed)
    return who


def give_cookie(runtime: Runtime, response: Response, token: str) -> None:
    response.set_cookie(
        cookie_name(runtime),
        token,
        max_age=sessions.SESSION_DAYS * 86_400,
        httponly=True,
        samesite="lax",
        secure=runtime.settings.secure,
        path="/",
    )


def log_in(request: Request, response: Response, person: Person) -> str:
    """A new session each time: one that was planted before is of no use. Answers its token."""
    runtime = runtime_of(request)
    end_session(request)
    token = runtime.accounts.open_session(person, agent_of(request))
    give_cookie(runtime, response, token)
    return token


def log_out(request: Request, response: Response) -> None:
    """Nothing of it stays in the browser."""
    end_session(request)
    response.headers["Clear-Site-Data"] = '"cache"'
    name, secure = cookie_name(runtime_of(request)), runtime_of(request).settings.secure
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")


def end_session(request: Request) -> None:
    old = session_token(request)
    if old:
        runtime_of(request).accounts.end_session(old)


AGENTS = ("Firefox", "Edg", "OPR", "Chrome", "Safari", "curl")
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux")


def agent_of(request: Request) -> str:
    """Browser and system in two words, to tell one's own sessions apart; nothing finer is kept."""
    said = request.headers.get("user-agent", "")
    found = (next((name for name in known if name in said), "") for known in (AGENTS, SYSTEMS))
    return " · ".join(name for name in found if name)


def csrf(request: Request) -> str:
    """The token for forms of this browser, for templates; also of a guest who has just been made."""
    token = getattr(request.state, "welcomed", None) or session_token(request)
    return csrf_of(token) if token else ""
