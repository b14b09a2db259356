"""How a request says whose it is: sessions of browsers, tokens of programs. Only hashes of them are stored."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Select, Table, bindparam, delete, insert, or_, select, update

from stellwerk.core import Text
from stellwerk.table.model import Person, Refused
from stellwerk.table.seating.people import DAY, person_of
from stellwerk.table.seating.seats import hashed
from stellwerk.table.storage import schema
from stellwerk.table.storage.statements import PreparedSelect
from stellwerk.table.storage.store import SESSIONS_ENDED, UnitOfWork

SESSION_DAYS = 180
TOKEN_DAYS = 365
MOST_TOKENS = 20
Scope = Literal["play", "watch", "all"]
SHOWN = 16
"""So many digits of a hash name a session to its owner; they are of no use to anybody else."""


def _owner(proof: Table, *more: ColumnElement[Any]) -> PreparedSelect:
    """Whose session or token it is; nobody's if it has ended or the account was closed."""
    p = schema.people.c
    lasts = or_(proof.c.expires.is_(None), proof.c.expires > bindparam("now"))
    wanted = proof.c.hash == bindparam("proof"), lasts, p.banned.is_(None)
    person = p.id, p.name, p.login, p.admin, p.lang, p.seen
    return PreparedSelect(select(*person, *more).join(proof, proof.c.person == p.id).where(*wanted))


OF_SESSION = _owner(schema.sessions)
OF_TOKEN = _owner(schema.tokens, schema.tokens.c.scope)


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose session or token it is, and their last sign of life that was written down."""

    person: Person
    seen: int


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """A browser that is signed in."""

    id: str
    agent: str
    created: int
    seen: int
    expires: int


@dataclass(frozen=True, slots=True)
class TokenInfo:
    """A token of a program; `scope` is `play`, `watch` (what Prometheus asks an operator's server for) or `all`."""

    id: str
    name: str
    created: int
    scope: str
    expires: int | None


def new_session(work: UnitOfWork, who: Person, agent: str = "") -> str:
    token = secrets.token_urlsafe(32)
    values = {"hash": hashed(token), "person": who.id, "created": work.now, "seen": work.now, "agent": agent[:40]}
    work.conn.execute(insert(schema.sessions), {**values, "expires": work.now + SESSION_DAYS * DAY})
    return token


def end_session(work: UnitOfWork, token: str) -> None:
    work.conn.execute(delete(schema.sessions).where(schema.sessions.c.hash == hashed(token)))
    work.told.append(SESSIONS_ENDED)


def end_one(work: UnitOfWork, who: Person, id_: str) -> None:
    """End a session one sees in the list of one's own."""
    s = schema.sessions.c
    mine = (s.person == who.id, s.hash.startswith(id_, autoescape=True))
    if len(id_) != SHOWN or not work.conn.execute(delete(schema.sessions).where(*mine)).rowcount:
        raise Refused("session", Text("no such session"), 404)
    work.told.append(SESSIONS_ENDED)


def sessions(conn: Connection, who: Person, now: int) -> list[SessionInfo]:
    s = schema.sessions.c
    rows = conn.execute(select(schema.sessions).where(s.person == who.id, s.expires > now).order_by(s.created.desc()))
    return [SessionInfo(r.hash[:SHOWN], r.agent, r.created, r.seen or r.created, r.expires) for r in rows]


def id_of(token: str) -> str:
    """What the session of a cookie is called in the list."""
    return hashed(token)[:SHOWN]


def by_session(conn: Connection, token: str, now: int) -> Owner | None:
    found = OF_SESSION(conn, {"proof": hashed(token), "now": now})
    return Owner(person_of(found[0]), found[0].seen) if found else None


def saw_session(work: UnitOfWork, token: str) -> None:
    work.conn.execute(update(schema.sessions).where(schema.sessions.c.hash == hashed(token)).values({"seen": work.now}))


# --- programs --------------------------------------------------------------------------------------------------------


def new_token(
    work: UnitOfWork, who: Person, name: str, scope: Scope = "play", days: int = TOKEN_DAYS
) -> tuple[str, str]:
    """(id, secret) of a token for a program of this person; the secret is shown once."""
    if len(tokens(work.conn, who)) >= MOST_TOKENS:
        raise Refused("token", Text("at most {most} tokens are allowed: revoke one first", most=MOST_TOKENS), 409)
    secret, id_ = "sw_" + secrets.token_urlsafe(32), secrets.token_hex(6)
    values = {"hash": hashed(secret), "id": id_, "person": who.id, "name": name, "created": work.now}
    work.conn.execute(insert(schema.tokens), {**values, "scope": scope, "expires": work.now + days * DAY})
    return id_, secret


def revoke_token(work: UnitOfWork, who: Person, id_: str) -> None:
    c = schema.tokens.c
    if not work.conn.execute(delete(schema.tokens).where(c.id == id_, c.person == who.id)).rowcount:
        raise Refused("token", Text("no such token"), 404)
    work.told.append(SESSIONS_ENDED)


def tokens(conn: Connection, who: Person) -> list[TokenInfo]:
    c = schema.tokens.c
    rows = conn.execute(select(schema.tokens).where(c.person == who.id).order_by(c.created))
    return [TokenInfo(row.id, row.name, row.created, row.scope, row.expires) for row in rows]


def by_token(conn: Connection, secret: str, now: int) -> Owner | None:
    found = OF_TOKEN(conn, {"proof": hashed(secret), "now": now})
    return Owner(person_of(found[0], found[0].scope), found[0].seen) if found else None


def lasting(conn: Connection, proofs: Collection[str], now: int) -> set[str]:
    """Which of these sessions and tokens, named by their hashes, still let somebody in."""
    s, t = schema.sessions.c, schema.tokens.c
    kinds = (schema.sessions, s.expires > now), (schema.tokens, or_(t.expires.is_(None), t.expires > now))
    return {
        proof
        for kind, lasts in kinds
        for proof in conn.execute(_let_in(kind, kind.c.hash.in_(proofs), lasts)).scalars()
    }


def _let_in(proof: Table, *wanted: Any) -> Select[Any]:
    p = schema.people.c
    return select(proof.c.hash).join(schema.people, proof.c.person == p.id).where(*wanted, p.banned.is_(None))
