"""People: accounts with a password, guests with a cookie, tokens for programs. Only hashes of secrets are stored."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from stellwerk.core import Text
from stellwerk.table.model import Person, Refused
from stellwerk.table.seating.seats import hashed
from stellwerk.table.storage import schema
from stellwerk.table.storage.store import SESSIONS_ENDED, UnitOfWork

SESSION_DAYS = 180
DAY = 86_400_000
SHORTEST = 8
_argon = PasswordHasher()  # argon2id
_nobody = _argon.hash(secrets.token_hex(8))
"""Verified against when there is no such account, so that the answer takes as long."""


def login_of(name: str) -> str:
    """Names that look alike are one login."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def person_of(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.login is None, row.admin, row.lang)


def guest(work: UnitOfWork, name: str, lang: str | None) -> Person:
    person = Person(secrets.token_hex(8), name, True, False, lang)
    values: dict[str, Any] = {
        "id": person.id,
        "name": name,
        "lang": lang,
        "settings": {},
        "created": work.now,
        "seen": work.now,
    }
    work.conn.execute(insert(schema.people), values)
    return person


def register(work: UnitOfWork, name: str, password: str, lang: str | None, who: Person | None = None) -> Person:
    """A new account; a guest keeps his seats. The first account is the operator's."""
    login = check(name, password)
    c = schema.people.c
    if work.conn.execute(select(c.id).where(c.login == login)).first():
        raise Refused("name", Text("the name {name} is taken", name=name), 409)
    first = not work.conn.execute(select(func.count()).where(c.login.is_not(None))).scalar_one()
    values: dict[str, Any] = {"name": name.strip(), "login": login, "password": _argon.hash(password), "admin": first}
    if who is not None and who.guest:
        work.conn.execute(update(schema.people).where(c.id == who.id), values)
        return Person(who.id, name.strip(), False, first, who.lang)
    person = Person(secrets.token_hex(8), name.strip(), False, first, lang)
    about: dict[str, Any] = {"id": person.id, "lang": lang, "settings": {}, "created": work.now, "seen": work.now}
    work.conn.execute(insert(schema.people), {**values, **about})
    return person


def check(name: str, password: str) -> str:
    login = login_of(name)
    if not 1 <= len(login) <= 40 or any(unicodedata.category(ch).startswith("C") for ch in login):
        raise Refused("name", Text("a name has 1 to 40 letters"), 422)
    if not SHORTEST <= len(password) <= 200:
        raise Refused("password", Text("a password has {least} to 200 letters", least=SHORTEST), 422)
    return login


def verify(conn: Connection, name: str, password: str) -> Person:
    row = conn.execute(select(schema.people).where(schema.people.c.login == login_of(name))).one_or_none()
    try:
        _argon.verify(row.password if row is not None else _nobody, password)
    except (VerifyMismatchError, InvalidHashError) as error:
        raise Refused("login", Text("name or password is wrong"), 401) from error
    if row is None:
        raise Refused("login", Text("name or password is wrong"), 401)
    return person_of(row)


def change(work: UnitOfWork, who: Person, values: Mapping[str, Any]) -> Person:
    """Another shown name, another language."""
    if values:
        work.conn.execute(update(schema.people).where(schema.people.c.id == who.id), dict(values))
    return replace(who, **values)


def set_password(work: UnitOfWork, name: str, password: str) -> Person:
    """A new password ends every session and token of the account."""
    login = check(name, password)
    row = work.conn.execute(select(schema.people).where(schema.people.c.login == login)).one_or_none()
    if row is None:
        raise Refused("login", Text("no account is called {name}", name=name), 404)
    work.conn.execute(update(schema.people).where(schema.people.c.id == row.id), {"password": _argon.hash(password)})
    work.conn.execute(delete(schema.sessions).where(schema.sessions.c.person == row.id))
    work.conn.execute(delete(schema.tokens).where(schema.tokens.c.person == row.id))
    work.told.append(SESSIONS_ENDED)
    return person_of(row)


def saw(work: UnitOfWork, person: str) -> None:
    """A sign of life."""
    work.conn.execute(update(schema.people).where(schema.people.c.id == person), {"seen": work.now})


# --- sessions and tokens ---------------------------------------------------------------------------------------------


def new_session(work: UnitOfWork, who: Person) -> str:
    token = secrets.token_urlsafe(32)
    expires = work.now + SESSION_DAYS * DAY
    values = {"hash": hashed(token), "person": who.id, "created": work.now, "expires": expires}
    work.conn.execute(insert(schema.sessions), values)
    return token


def end_session(work: UnitOfWork, token: str) -> None:
    work.conn.execute(delete(schema.sessions).where(schema.sessions.c.hash == hashed(token)))
    work.told.append(SESSIONS_ENDED)


def by_session(conn: Connection, token: str, now: int) -> Person | None:
    s = schema.sessions.c
    wanted = select(schema.people).join(schema.sessions, s.person == schema.people.c.id)
    row = conn.execute(wanted.where(s.hash == hashed(token), s.expires > now)).one_or_none()
    return None if row is None else person_of(row)


def new_token(work: UnitOfWork, who: Person, name: str) -> tuple[str, str]:
    """(id, secret) of a token for a program of this person; the secret is shown once."""
    secret, id_ = "sw_" + secrets.token_urlsafe(32), secrets.token_hex(6)
    values = {"hash": hashed(secret), "id": id_, "person": who.id, "name": name, "created": work.now}
    work.conn.execute(insert(schema.tokens), values)
    return id_, secret


def revoke_token(work: UnitOfWork, who: Person, id_: str) -> None:
    c = schema.tokens.c
    if not work.conn.execute(delete(schema.tokens).where(c.id == id_, c.person == who.id)).rowcount:
        raise Refused("token", Text("no such token"), 404)
    work.told.append(SESSIONS_ENDED)


def tokens(conn: Connection, who: Person) -> list[tuple[str, str, int]]:
    """(id, name, made when) of a person's tokens."""
    c = schema.tokens.c
    rows = conn.execute(select(c.id, c.name, c.created).where(c.person == who.id).order_by(c.created))
    return [(row.id, row.name, row.created) for row in rows]


def by_token(conn: Connection, secret: str) -> Person | None:
    t = schema.tokens.c
    wanted = select(schema.people).join(schema.tokens, t.person == schema.people.c.id)
    row = conn.execute(wanted.where(t.hash == hashed(secret))).one_or_none()
    return None if row is None else person_of(row)
