"""People: accounts with a password, guests with a cookie. Only hashes of secrets are stored."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from stellwerk.core import Text
from stellwerk.table.model import Person, Refused
from stellwerk.table.seating import names, passwords
from stellwerk.table.seating.names import login_of
from stellwerk.table.storage import schema
from stellwerk.table.storage.statements import Statement
from stellwerk.table.storage.store import SESSIONS_ENDED, UnitOfWork

DAY = 86_400_000
SEEN = Statement(
    update(schema.people).where(schema.people.c.id == bindparam("person")).values({"seen": bindparam("now")})
)
_argon = PasswordHasher()  # argon2id


@dataclass(frozen=True, slots=True)
class HashedPassword:
    """A password with its hash. Made before a unit of work: argon2 takes its time, and SQLite has a single writer."""

    plain: str = field(repr=False)
    hash: str = field(repr=False)


@cache
def _nobody() -> str:
    """Verified against when there is no such account, so that the answer takes as long. Made when first needed."""
    return _argon.hash(secrets.token_hex(8))


def hash_password(plain: str) -> HashedPassword:
    passwords.check_length(plain)
    return HashedPassword(plain, _argon.hash(plain))


def person_of(row: Row[Any], scope: str = "all") -> Person:
    """Rights of an operator go with the whole person, never with a program that only plays."""
    return Person(row.id, row.name, row.login is None, row.admin and scope != "play", row.lang, scope)


def guest(work: UnitOfWork, name: str, lang: str | None) -> Person:
    person = Person(secrets.token_hex(8), name, True, False, lang)
    _add(work, {"id": person.id, "name": name, "lang": lang})
    return person


def _add(work: UnitOfWork, values: Mapping[str, Any]) -> None:
    about = {"settings": {}, "created": work.now, "seen": work.now}
    work.conn.execute(insert(schema.people), {**about, **values})


def register(
    work: UnitOfWork, name: str, password: HashedPassword, lang: str | None, who: Person | None = None
) -> Person:
    """A new account; a guest keeps the seats taken so far."""
    name = names.checked(name)
    passwords.check(password.plain, name)
    if names.is_taken(work.conn, name):
        raise Refused("name", Text("the name {name} is taken", name=name), 409)
    values = {"name": name, "login": login_of(name), "folded": names.fold(name), "password": password.hash}
    if who is not None and who.guest:
        _set(work, who.id, values)
        return Person(who.id, name, False, False, who.lang)
    person = Person(secrets.token_hex(8), name, False, False, lang)
    _add(work, {**values, "id": person.id, "lang": lang})
    return person


def _set(work: UnitOfWork, person: str, values: Mapping[str, Any]) -> None:
    work.conn.execute(update(schema.people).where(schema.people.c.id == person), dict(values))


def verify(conn: Connection, name: str, password: str) -> Person:
    """The account of a login, if the password is right."""
    return _verified(conn.execute(select(schema.people).where(schema.people.c.login == login_of(name))), password)


def verify_again(conn: Connection, who: Person, password: str) -> Person:
    """Ask somebody who is signed in for the password again; the shown name does not matter."""
    return _verified(conn.execute(select(schema.people).where(schema.people.c.id == who.id)), password)


def _verified(found: Any, password: str) -> Person:
    row = found.one_or_none()
    try:
        _argon.verify(row.password if row is not None and row.password else _nobody(), password)
    except (VerifyMismatchError, InvalidHashError) as error:
        raise Refused("login", Text("name or password is wrong"), 401) from error
    if row is None:
        raise Refused("login", Text("name or password is wrong"), 401)
    if row.banned is not None:
        raise Refused("banned", Text("this account was closed by the operator"), 403)
    return person_of(row)


def change(work: UnitOfWork, who: Person, values: Mapping[str, Any]) -> Person:
    """Another shown name, another language."""
    values = dict(values)
    if "name" in values:
        values["name"] = names.checked(values["name"])
        if names.is_taken(work.conn, values["name"], who.id):
            raise Refused("name", Text("the name {name} is taken", name=values["name"]), 409)
    folded = {"folded": names.fold(values["name"])} if "name" in values and not who.guest else {}
    if values:
        _set(work, who.id, {**values, **folded})
    return replace(who, **values)


def introduce(work: UnitOfWork, who: Person, name: str) -> Person:
    return change(work, who, {"name": names.distinct(work.conn, name, (), who.id)})


def login_of_person(conn: Connection, who: Person) -> str:
    return str(conn.execute(select(schema.people.c.login).where(schema.people.c.id == who.id)).scalar() or "")


def set_password(work: UnitOfWork, name: str, password: HashedPassword) -> Person:
    """A new password for the account of a login; ends every session and token of it."""
    row = work.conn.execute(select(schema.people).where(schema.people.c.login == login_of(name))).one_or_none()
    if row is None:
        raise Refused("login", Text("no account is called {name}", name=name), 404)
    return set_password_of(work, row.id, password)


def set_password_of(work: UnitOfWork, person: str, password: HashedPassword) -> Person:
    row = work.conn.execute(select(schema.people).where(schema.people.c.id == person)).one()
    passwords.check(password.plain, row.name, row.login or "")
    _set(work, person, {"password": password.hash})
    sign_out_everywhere(work, person)
    work.conn.execute(delete(schema.tokens).where(schema.tokens.c.person == person))
    return person_of(row)


def sign_out_everywhere(work: UnitOfWork, person: str) -> None:
    work.conn.execute(delete(schema.sessions).where(schema.sessions.c.person == person))
    work.told.append(SESSIONS_ENDED)


def saw(work: UnitOfWork, person: str) -> None:
    """Record that a person was active just now."""
    SEEN(work.conn, {"person": person, "now": work.now})
