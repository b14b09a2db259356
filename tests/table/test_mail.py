"""Mail: only to confirmed addresses of accounts, so many a day, without words of strangers; and lost passwords."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select, update

from stellwerk.locale import translator
from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.background import channels, letters, notices
from stellwerk.table.background.channels import Message
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people, sessions
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from tests.table.conftest import person
from tests.table.test_people import GOOD, account, refused

VICTIM = {"channel": "mail", "to": "victim@bank.example"}
EVIL = "YOUR ACCOUNT IS LOCKED: https://evil.example/login"
DAY = 86_400_000


class PostOffice:
    def __init__(self) -> None:
        self.letters: list[tuple[str, Message]] = []

    def take(self, settings: Settings, to: str, message: Message) -> None:
        self.letters.append((to, message))

    def code(self) -> str:
        """The code in the latest letter."""
        found = re.search(r"/(?:mail|password)/([A-Za-z0-9_-]+)", self.letters[-1][1].body)
        assert found is not None
        return found[1]


@pytest.fixture
def post(monkeypatch: pytest.MonkeyPatch) -> PostOffice:
    found = PostOffice()
    monkeypatch.setattr(channels, "mail", found.take)
    return found


@pytest.fixture
def runtime(database: str) -> Iterator[Runtime]:
    found = Runtime(Settings(database=database, bots=1, smtp_host="mail.example", rate=0))
    yield found
    found.close()


@pytest.fixture
def bob(runtime: Runtime) -> Person:
    return account(runtime, "Bob")


def confirmed(runtime: Runtime, post: PostOffice, who: Person, address: str) -> None:
    runtime.mailing.ask(who, address)
    runtime.mailing.confirm(post.code())


def deliver_all(runtime: Runtime) -> None:
    """One postman, so that what is asked for last is done last."""
    runtime.worker._posting = ThreadPoolExecutor(1)
    for _ in range(3):
        runtime.worker.take()
        runtime.worker._posting.submit(lambda: None).result()


def later(runtime: Runtime, milliseconds: int) -> None:
    was = runtime.store.now
    runtime.store.now = lambda: was() + milliseconds


def test_an_address_is_used_only_after_it_was_confirmed(runtime: Runtime, bob: Person, post: PostOffice) -> None:
    wish = {"channel": "mail", "to": "bob@example.org"}
    assert refused(lambda: runtime.accounts.set_wishes(bob, [wish])) == "mail"
    runtime.mailing.ask(bob, "bob@example.org")
    assert runtime.mailing.address(bob) is None
    assert refused(lambda: runtime.accounts.set_wishes(bob, [wish])) == "mail"
    runtime.mailing.confirm(post.code())
    assert runtime.mailing.address(bob) == "bob@example.org"
    assert runtime.accounts.set_wishes(bob, [wish]) == [wish]
    assert runtime.accounts.set_wishes(bob, [{"channel": "mail"}]) == [wish]
    assert refused(lambda: runtime.accounts.set_wishes(bob, [VICTIM])) == "mail"
    assert refused(lambda: runtime.mailing.confirm(post.code())) == "code"


def test_guests_send_no_mail_to_anybody(runtime: Runtime, ann: Person, post: PostOffice) -> None:
    assert refused(lambda: runtime.mailing.ask(ann, "victim@bank.example")) == "who"
    assert refused(lambda: runtime.accounts.set_wishes(ann, [VICTIM])) == "mail"
    assert post.letters == []


@pytest.mark.parametrize(
    "address", ["", "bob", "a@b", "bob@example.org\nBcc: eve@example.org", "x@y.z, eve@example.org"]
)
def test_an_address_is_one_address(runtime: Runtime, bob: Person, post: PostOffice, address: str) -> None:
    assert refused(lambda: runtime.mailing.ask(bob, address)) == "mail"


def test_a_recipient_gets_few_letters_whoever_asks(runtime: Runtime, post: PostOffice) -> None:
    for number in range(letters.A_DAY["code"]):
        runtime.mailing.ask(account(runtime, f"Person {number}"), "Victim@bank.example")
    late = account(runtime, "Late")
    assert refused(lambda: runtime.mailing.ask(late, "victim@bank.example")) == "too-many"
    assert len(post.letters) == letters.A_DAY["code"]
    later(runtime, DAY + 60_000)
    runtime.mailing.ask(late, "victim@bank.example")


def bobs_turn(runtime: Runtime, bob: Person, name: str = EVIL) -> str:
    eve = person(runtime, EVIL[:40])
    made = runtime.tables.create(eve, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")], name=name[:80]))
    runtime.tables.claim(bob, made.links[1])
    runtime.tables.act(eve, made.table, "keep", 2, "r")
    later(runtime, 120_000)
    return made.table


def test_a_letter_bears_no_words_of_strangers(runtime: Runtime, bob: Person, post: PostOffice) -> None:
    confirmed(runtime, post, bob, "bob@example.org")
    runtime.accounts.set_wishes(bob, [{"channel": "mail"}])
    table = bobs_turn(runtime, bob)
    deliver_all(runtime)
    to, letter = post.letters[-1]
    assert to == "bob@example.org"
    assert f"/table/{table}" in letter.body
    for each in post.letters:
        assert "evil" not in each[1].body + each[1].subject
        assert "LOCKED" not in each[1].body + each[1].subject


def test_turns_are_told_only_so_often_a_day(
    runtime: Runtime, bob: Person, post: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirmed(runtime, post, bob, "bob@example.org")
    runtime.accounts.set_wishes(bob, [{"channel": "mail"}])
    monkeypatch.setitem(letters.A_DAY, "turn", 2)
    for _ in range(3):
        bobs_turn(runtime, bob)
        deliver_all(runtime)
    assert sum("/table/" in letter.body for _, letter in post.letters) == 2
    assert any(
        report.error == "this address has had as many letters as it may today"
        for report in runtime.accounts.reports(bob)
    )


def test_an_old_wish_for_an_address_nobody_confirmed_is_not_sent(
    runtime: Runtime, bob: Person, post: PostOffice
) -> None:
    """0.1 took any address."""
    old = {"notices": [VICTIM]}
    mine = schema.people.c.id == bob.id
    runtime.store.do(lambda work: work.conn.execute(update(schema.people).where(mine), {"settings": old}))
    bobs_turn(runtime, bob)
    deliver_all(runtime)
    assert post.letters == []
    assert runtime.accounts.try_out(bob, translator("en"))[0]["error"] == str(notices.UNCONFIRMED)
    assert post.letters == []


def test_without_a_mail_server_no_mail_is_offered(tmp_path: Path, post: PostOffice) -> None:
    runtime = Runtime(Settings(database=f"sqlite:///{tmp_path}/s.sqlite", bots=1))
    bob = account(runtime, "Bob")
    assert refused(lambda: runtime.mailing.ask(bob, "bob@example.org")) == "mail"
    assert refused(lambda: runtime.mailing.lost_password("Bob", "here")) == "mail"
    assert refused(lambda: runtime.accounts.set_wishes(bob, [{"channel": "mail", "to": "bob@example.org"}])) == "mail"
    runtime.close()


# --- a lost password -------------------------------------------------------------------------------------------------


def test_a_lost_password_is_renewed_by_a_letter(runtime: Runtime, bob: Person, post: PostOffice) -> None:
    confirmed(runtime, post, bob, "bob@example.org")
    session = runtime.accounts.open_session(bob)
    runtime.mailing.lost_password("bob ", "here")
    runtime.mailing._post.submit(lambda: None).result()
    code = post.code()
    assert refused(lambda: runtime.mailing.recover(code, "password")) == "password"
    runtime.mailing.recover(code, "twelve red lamps")
    with runtime.store.reading() as conn:
        assert people.verify(conn, "Bob", "twelve red lamps").id == bob.id
        assert sessions.by_session(conn, session, runtime.tables.now()) is None
        with pytest.raises(Refused, match="login"):
            people.verify(conn, "Bob", GOOD)
    assert refused(lambda: runtime.mailing.recover(code, "another good one")) == "code"


def test_the_link_ends_after_an_hour(runtime: Runtime, bob: Person, post: PostOffice) -> None:
    confirmed(runtime, post, bob, "bob@example.org")
    runtime.mailing.lost_password("bob", "here")
    runtime.mailing._post.submit(lambda: None).result()
    later(runtime, 3_600_001)
    assert refused(lambda: runtime.mailing.recover(post.code(), "twelve red lamps")) == "code"


def test_nothing_is_said_about_accounts(runtime: Runtime, bob: Person, post: PostOffice) -> None:
    """Neither of one that does not exist nor of one without an address."""
    for name in ("nobody", "Bob"):
        runtime.mailing.lost_password(name, "here")
    runtime.mailing._post.submit(lambda: None).result()
    assert post.letters == []
    with runtime.store.reading() as conn:
        assert conn.execute(select(schema.codes)).all() == []
