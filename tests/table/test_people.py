"""Accounts: names that are distinct, passwords that are not guessed first, sessions and tokens one can end."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from threading import local
from typing import Any

import httpx
import pytest
from argon2.exceptions import VerifyMismatchError

from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import codes, names, passwords, people, sessions
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.storage import migrate
from stellwerk.table.storage.store import Job, UnitOfWork
from tests import patience
from tests.table.conftest import person, server

GOOD = "seven green signals"
DAY = 86_400_000


def account(runtime: Runtime, name: str, password: str = GOOD) -> Person:
    new = people.hash_password(password)
    return runtime.store.do(lambda work: people.register(work, name, new, None))


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refusal:
        call()
    return refusal.value.code


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["Alice", "ALICE", "Ａlice", "аlice", "Álice", " alice ", "alicе", "AIice", "a1ice", "A|ice"]
)
def test_a_name_that_looks_like_anothers_is_taken(runtime: Runtime, name: str) -> None:
    account(runtime, "Alice")
    assert refused(lambda: account(runtime, name)) == "name"
    bob = account(runtime, "Bob")
    assert refused(lambda: runtime.store.do(lambda work: people.change(work, bob, {"name": name}))) == "name"


@pytest.mark.parametrize(
    "name", ["", "  ", "a\u200bb", "\u202eecilA", "a\x00b", "x" * 41, "\u0301", "\u3164", "Ann\ufe0f", "A\u2800"]
)
def test_a_shown_name_is_checked_as_at_registration(runtime: Runtime, name: str) -> None:
    assert refused(lambda: account(runtime, name)) == "name"
    bob = account(runtime, "Bob")
    assert refused(lambda: runtime.store.do(lambda work: people.change(work, bob, {"name": name}))) == "name"
    guest = person(runtime, "Guest")
    assert refused(lambda: runtime.store.do(lambda work: people.change(work, guest, {"name": name}))) == "name"


def test_ones_own_name_may_be_spelt_anew(runtime: Runtime) -> None:
    bob = account(runtime, "Bob")
    assert runtime.store.do(lambda work: people.change(work, bob, {"name": "BOB"})).name == "BOB"
    runtime.store.do(lambda work: people.change(work, bob, {"name": "Robert"}))
    assert refused(lambda: account(runtime, "robert")) == "name"
    assert refused(lambda: account(runtime, "bob")) == "name"


def test_players_of_one_table_have_distinct_names(runtime: Runtime, ann: Person) -> None:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open"), SeatSpec("open")]))
    for seat in (1, 2):
        runtime.tables.claim(person(runtime, "x"), made.links[seat], "аNN\u200b")
    shown = [place.name for place in runtime.tables.info(ann, made.table).places]
    assert shown == ["Ann", "аNN (2)", "аNN (3)"]


def test_nobody_sits_down_under_the_name_of_anothers_account(runtime: Runtime, ann: Person) -> None:
    alice = account(runtime, "Alice")
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me", name="alice"), SeatSpec("open")]))
    assert runtime.tables.info(ann, made.table).places[0].name == "alice (2)"
    runtime.tables.claim(alice, made.links[1], "")
    assert runtime.tables.info(ann, made.table).places[1].name == "Alice"


def test_names_fold_to_what_is_seen() -> None:
    assert names.fold("  Zoë   ŁUK ") == "zoe łuk"
    assert names.fold("аliсе") == names.fold("AIice") == names.fold("a1ice")
    assert names.fold("B0b") == names.fold("BOB")


def test_accounts_of_before_are_known_by_what_is_seen_too(runtime: Runtime) -> None:
    """Their names were folded by an older rule when they were made."""
    account(runtime, "Alice")
    with runtime.store.engine.begin() as conn:
        conn.exec_driver_sql("UPDATE people SET folded = 'alice' WHERE login = 'alice'")
        for later in ("put_away", "jobs", "workshops"):
            conn.exec_driver_sql(f"DROP TABLE {later}")
        conn.exec_driver_sql("UPDATE alembic_version SET version_num = '0014'")
    migrate.upgrade(runtime.settings.database)
    assert refused(lambda: account(runtime, "AIice")) == "name"


# --- passwords -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "password",
    ["password", "Password1", "12345678", "qwertzui", "iloveyou!", "aaaaaaaa", "abcabcabc", "Passwort2026!", "hallo123",
     "Stellwerk", "87654321", "kochamcie1", "marmelade"],
)  # fmt: skip
def test_common_passwords_are_refused(runtime: Runtime, password: str) -> None:
    assert refused(lambda: account(runtime, "Marmelade", password)) == "password"


@pytest.mark.parametrize("password", [GOOD, "long enough", "Fahrdienstleiter", "z4ug!kwe", "longer still"])
def test_others_are_not(password: str) -> None:
    passwords.check(password, "Ann")


def test_the_password_is_changed_by_login_whatever_name_is_shown(runtime: Runtime) -> None:
    alice, bob = account(runtime, "Alice"), account(runtime, "Bob")
    bob = runtime.store.do(lambda work: people.change(work, bob, {"name": "Robert"}))
    assert runtime.accounts.change_password(bob, GOOD, "twelve red lamps", "address").id == bob.id
    with runtime.store.reading() as conn:
        assert people.verify(conn, "Bob", "twelve red lamps").id == bob.id
        assert people.verify(conn, "Alice", GOOD).id == alice.id


def test_a_guest_has_no_password_to_change(runtime: Runtime, ann: Person) -> None:
    assert refused(lambda: runtime.accounts.change_password(ann, "", GOOD, "address")) == "login"


class Argon:
    """Stands for argon2, and notices where it is called."""

    def __init__(self, runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
        self.inside: list[bool] = []
        self._unit = local()
        run = runtime.store.run
        monkeypatch.setattr(runtime.store, "run", lambda job: run(lambda work: self._watched(job, work)))
        monkeypatch.setattr(people, "_argon", self)

    def _watched(self, job: Job[Any], work: UnitOfWork) -> Any:
        self._unit.open = True
        try:
            return job(work)
        finally:
            self._unit.open = False

    def hash(self, password: str) -> str:
        self.inside.append(getattr(self._unit, "open", False))
        return password

    def verify(self, stored: str, password: str) -> bool:
        self.inside.append(getattr(self._unit, "open", False))
        if stored != password:
            raise VerifyMismatchError
        return True


def test_passwords_are_hashed_outside_the_writer(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody's moves wait for the one writer of SQLite."""
    argon = Argon(runtime, monkeypatch)
    bob = runtime.accounts.register(None, "Bob", GOOD, "address")
    assert runtime.accounts.recognise("Bob", GOOD, "address") == bob
    runtime.accounts.change_password(bob, GOOD, "twelve red lamps", "address")
    code = runtime.store.do(lambda work: codes.new_code(work, "password", bob.id))
    runtime.mailing.recover(code, "nine blue trains")
    runtime.members.delete(bob, "nine blue trains")
    assert argon.inside == [False] * 6


def test_guessing_codes_costs_no_hashing(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> None:
    argon = Argon(runtime, monkeypatch)
    assert refused(lambda: runtime.mailing.recover("a" * 32, GOOD)) == "code"
    assert argon.inside == []


# --- sessions and tokens ---------------------------------------------------------------------------------------------


def test_sessions_are_listed_and_ended(runtime: Runtime) -> None:
    bob, eve = account(runtime, "Bob"), account(runtime, "Eve")
    first, second = (runtime.accounts.open_session(bob, agent) for agent in ("Firefox", "Chrome"))
    found = runtime.members.sessions(bob)
    assert {each.agent for each in found} == {"Firefox", "Chrome"}
    assert refused(lambda: runtime.members.end_session(eve, sessions.id_of(first))) == "session"
    assert refused(lambda: runtime.members.end_session(bob, "%" * 16)) == "session"
    runtime.members.end_session(bob, sessions.id_of(first))
    with runtime.store.reading() as conn:
        assert sessions.by_session(conn, first, runtime.tables.now()) is None
        owner = sessions.by_session(conn, second, runtime.tables.now())
    assert owner is not None
    assert owner.person == bob


def test_signing_out_everywhere_ends_every_session_and_no_token(runtime: Runtime) -> None:
    bob = account(runtime, "Bob")
    browsers = [runtime.accounts.open_session(bob) for _ in range(3)]
    _, program = runtime.accounts.new_token(bob, "bot")
    runtime.members.sign_out_everywhere(bob)
    with runtime.store.reading() as conn:
        assert [sessions.by_session(conn, each, runtime.tables.now()) for each in browsers] == [None] * 3
        assert sessions.by_token(conn, program, runtime.tables.now()) is not None


def test_a_token_ends_by_itself(runtime: Runtime) -> None:
    bob = account(runtime, "Bob")
    _, secret = runtime.store.do(lambda work: sessions.new_token(work, bob, "bot", days=1))
    with runtime.store.reading() as conn:
        now = runtime.tables.now()
        found = sessions.by_token(conn, secret, now)
        assert found is not None
        assert (found.person.id, found.person.scope) == (bob.id, "play")
        assert sessions.by_token(conn, secret, now + DAY + 60_000) is None


def test_a_token_that_plays_never_has_the_rights_of_an_operator(runtime: Runtime) -> None:
    bob = account(runtime, "Bob")
    code = runtime.store.do(codes.operator_code)
    assert code is not None
    runtime.store.do(lambda work: codes.become_operator(work, bob, code))
    _, secret = runtime.accounts.new_token(bob, "bot")
    with runtime.store.reading() as conn:
        found = sessions.by_token(conn, secret, runtime.tables.now())
    assert found is not None
    assert not found.person.admin


# --- the first operator ----------------------------------------------------------------------------------------------


def test_the_first_account_is_nobody_special(runtime: Runtime) -> None:
    assert not account(runtime, "Bob").admin


def test_the_code_printed_at_the_start_makes_one_operator(runtime: Runtime, ann: Person) -> None:
    bob, eve = account(runtime, "Bob"), account(runtime, "Eve")
    stale = runtime.store.do(codes.operator_code)
    code = runtime.store.do(codes.operator_code)
    assert stale is not None
    assert code is not None
    assert refused(lambda: runtime.store.do(lambda work: codes.become_operator(work, eve, stale))) == "code"
    assert refused(lambda: runtime.store.do(lambda work: codes.become_operator(work, ann, code))) == "who"
    runtime.store.do(lambda work: codes.become_operator(work, bob, code))
    assert refused(lambda: runtime.store.do(lambda work: codes.become_operator(work, eve, code))) == "code"
    assert runtime.store.do(codes.operator_code) is None
    with runtime.store.reading() as conn:
        assert people.verify(conn, "Bob", GOOD).admin


def test_the_server_prints_the_code_for_its_first_operator(tmp_path: Path, free_port: int) -> None:
    url = f"http://127.0.0.1:{free_port}"
    database, log = f"sqlite:///{tmp_path}/s.sqlite", tmp_path / "log"
    with server(database, free_port, log), httpx.Client(base_url=url, timeout=patience.SECONDS) as client:
        printed = re.search(r"/operator: ([A-Za-z0-9_-]{20,})", log.read_text("utf-8"))
        assert printed is not None
        csrf = client.post("/api/register", json={"name": "Ann", "password": GOOD}).json()["csrf"]
        assert not client.get("/api/me").json()["person"]["admin"]
        answer = client.post("/api/operator", json={"code": printed[1]}, headers={"X-CSRF-Token": csrf})
        assert answer.status_code == 200
        assert client.get("/api/me").json()["person"]["admin"]
    with server(database, free_port, log):
        assert "/operator" not in log.read_text("utf-8")
