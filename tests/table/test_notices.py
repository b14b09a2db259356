"""Notices: one a turn, by checked channels only, errors for the player to read. Clocks that run out."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from threading import Event, Thread
from typing import Any

import pytest
from sqlalchemy import update

from stellwerk.core import Text
from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.background import channels, notices
from stellwerk.table.background.channels import Message, NotDelivered, checked, public_address
from stellwerk.table.model import Clock
from stellwerk.table.moves import acting
from stellwerk.table.runtime import Runtime
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from tests import patience
from tests.table.conftest import person, working
from tests.table.test_bots import wait_for

MINUTE = 60_000


class Hands:
    """A clock that is turned by hand, and a post office that keeps what it is given."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self.sent: list[tuple[str, dict[str, str], Message]] = []
        self.fail = False

    def deliver(self, settings: Any, channel: str, fields: dict[str, str], message: Message) -> None:
        if self.fail:
            raise NotDelivered(Text("nobody at home"))
        self.sent.append((channel, fields, message))


@pytest.fixture
def hands(runtime: Runtime, monkeypatch: pytest.MonkeyPatch) -> Hands:
    found = Hands()
    runtime.store.now = lambda: found.now
    monkeypatch.setattr(notices, "deliver", found.deliver)
    return found


def pair(runtime: Runtime, ann: Person, bob: Person, clock: Clock | None = None) -> str:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")], clock=clock))
    runtime.tables.claim(bob, made.links[1])
    return made.table


def bobs_turn(runtime: Runtime, ann: Person, bob: Person) -> str:
    """A table at which Bob, who wants to be told by ntfy, has just been asked."""
    wish(runtime, bob, {"channel": "ntfy", "topic": "bobs-trains"})
    table = pair(runtime, ann, bob)
    runtime.tables.act(ann, table, "keep", 2, "r")
    return table


def wish(runtime: Runtime, who: Person, *wanted: dict[str, str]) -> None:
    runtime.store.do(lambda work: notices.set_wishes(work, who, wanted))


def confirm(runtime: Runtime, who: Person, address: str) -> None:
    """An account whose address was proved."""
    values = {"login": who.name.casefold(), "mail": address}
    runtime.store.do(lambda work: work.conn.execute(update(schema.people).where(schema.people.c.id == who.id), values))


def work(runtime: Runtime, hands: Hands) -> None:
    """Let the clerk do what is due, and the post carry it."""
    for _ in range(3):
        runtime.worker.take()
        runtime.worker._posting.submit(lambda: None).result()
        time.sleep(0.01)
        runtime.worker._posting.submit(lambda: None).result()


def test_a_turn_is_told_once_and_after_a_moment(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> None:
    bobs_turn(runtime, ann, bob)
    work(runtime, hands)
    assert hands.sent == []
    hands.now += MINUTE
    work(runtime, hands)
    work(runtime, hands)
    ((channel, fields, message),) = hands.sent
    assert (channel, fields["topic"], message.facts["version"]) == ("ntfy", "bobs-trains", 3)
    with runtime.store.reading() as conn:
        (report,) = notices.reports(conn, bob.id)
    assert (report.status, report.error) == ("sent", None)


def test_a_second_claim_of_a_link_is_told_to_the_first_holder(
    runtime: Runtime, ann: Person, bob: Person, hands: Hands
) -> None:
    thief = person(runtime, "Thief")
    wish(runtime, bob, {"channel": "ntfy", "topic": "bobs-trains"})
    wish(runtime, thief, {"channel": "ntfy", "topic": "thiefs-trains"})
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")]))
    for who in (bob, thief):
        runtime.tables.claim(who, made.links[1])
    work(runtime, hands)
    ((_, fields, message),) = hands.sent
    assert fields["topic"] == "bobs-trains"
    assert "somebody else has used the link of your seat" in message.subject


def test_who_has_moved_meanwhile_is_not_told(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> None:
    table = bobs_turn(runtime, ann, bob)
    runtime.tables.act(bob, table, "keep", 3, "r")
    hands.now += MINUTE
    work(runtime, hands)
    assert hands.sent == []


def test_an_error_is_tried_again_and_visible_to_the_player(
    runtime: Runtime, ann: Person, bob: Person, hands: Hands
) -> None:
    bobs_turn(runtime, ann, bob)
    hands.fail = True
    for _ in range(notices.TRIES + 1):
        hands.now += 3_600_000
        work(runtime, hands)
    with runtime.store.reading() as conn:
        (report,) = notices.reports(conn, bob.id)
    assert (report.status, report.error, hands.sent) == ("failed", "nobody at home", [])


def test_a_message_left_by_a_dead_clerk_is_taken_up(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> None:
    bobs_turn(runtime, ann, bob)
    hands.now += MINUTE
    runtime.store.do(lambda work: [notices.fan_out(work, row) for row in runtime.worker._due(hands.now)])
    (row,) = runtime.worker._due(hands.now)
    assert runtime.store.do(lambda work: notices.lease(work, row))
    assert not runtime.store.do(lambda work: notices.lease(work, row))
    work(runtime, hands)
    assert hands.sent == []
    hands.now += 2 * MINUTE
    work(runtime, hands)
    assert len(hands.sent) == 1


def test_a_clock_set_back_puts_off_no_second_try(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> None:
    """By a day: what was to be tried again in half a minute is tried now, and a first try keeps its hour."""
    bobs_turn(runtime, ann, bob)
    hands.fail = True
    hands.now += MINUTE
    work(runtime, hands)
    hands.fail = False
    hands.now -= 24 * 60 * MINUTE
    work(runtime, hands)
    assert len(hands.sent) == 1


def test_what_a_dead_server_was_sending_is_taken_up_at_its_next_start(
    runtime: Runtime, ann: Person, bob: Person, hands: Hands
) -> None:
    """Where one process serves, nobody else can have it; where several do, the lease is waited for."""
    bobs_turn(runtime, ann, bob)
    hands.now += MINUTE
    runtime.store.do(lambda work: [notices.fan_out(work, row) for row in runtime.worker._due(hands.now)])
    (row,) = runtime.worker._due(hands.now)
    runtime.store.do(lambda work: notices.lease(work, row))
    assert runtime.worker._due(hands.now) == []
    runtime.worker.start()
    until = time.monotonic() + 10
    while runtime.store.sole and not hands.sent and time.monotonic() < until:
        time.sleep(0.02)
    assert len(hands.sent) == runtime.store.sole


def test_two_clerks_tell_a_turn_once(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> None:
    """Both saw the turn before either had taken it."""
    confirm(runtime, bob, "bob@example.org")
    wish(runtime, bob, {"channel": "ntfy", "topic": "bobs-trains"}, {"channel": "mail", "to": "bob@example.org"})
    table = pair(runtime, ann, bob)
    runtime.tables.act(ann, table, "keep", 2, "r")
    hands.now += MINUTE
    due = [row for row in runtime.worker._due(hands.now) if row.kind == "turn" and row.version == 3]
    for row in due * 2:
        runtime.store.do(lambda work, row=row: notices.fan_out(work, row))  # type: ignore[misc]
    messages = [row for row in runtime.worker._due(hands.now) if row.version == 3]
    assert sorted(row.kind for row in messages) == ["mail", "ntfy"]
    for row in messages * 2:
        runtime.worker._post(row)
    work(runtime, hands)
    assert sorted(channel for channel, _, _ in hands.sent) == ["mail", "ntfy"]
    assert {message.key for _, _, message in hands.sent} == {f"turn.{table}.3.1"}


def test_one_message_about_a_turn_by_a_channel_even_if_it_is_posted_again(
    runtime: Runtime, ann: Person, bob: Person, hands: Hands
) -> None:
    table = bobs_turn(runtime, ann, bob)
    loaded = runtime.store.table(table)
    assert loaded is not None
    runtime.store.do(lambda work: acting.remind(work, loaded, "turn", hands.now))
    hands.now += MINUTE
    work(runtime, hands)
    assert len(hands.sent) == 1


def test_a_message_that_comes_too_late_is_not_sent(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> None:
    table = bobs_turn(runtime, ann, bob)
    hands.now += MINUTE
    runtime.store.do(lambda work: [notices.fan_out(work, row) for row in runtime.worker._due(hands.now)])
    runtime.tables.act(bob, table, "keep", 3, "r")
    work(runtime, hands)
    assert hands.sent == []
    with runtime.store.reading() as conn:
        assert [report.status for report in notices.reports(conn, bob.id)] == ["past"]


def test_one_that_cannot_be_taken_keeps_no_other_waiting(
    runtime: Runtime, ann: Person, bob: Person, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish(runtime, bob, {"channel": "ntfy", "topic": "bobs-trains"})
    tables = [pair(runtime, ann, bob) for _ in range(2)]
    for table in tables:
        runtime.tables.act(ann, table, "keep", 2, "r")
    hands.now += MINUTE
    spread = notices.fan_out

    def fragile(work: Any, row: Any, operator: bool = False) -> None:
        if row.table_id == tables[0]:
            raise ZeroDivisionError
        spread(work, row, operator)

    monkeypatch.setattr(notices, "fan_out", fragile)
    work(runtime, hands)
    assert [message.facts["table"] for _, _, message in hands.sent] == [tables[1]]


def test_the_operator_is_told_of_every_turn_like_anybody_else(
    runtime: Runtime, ann: Person, bob: Person, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[str, Message]] = []
    monkeypatch.setattr(channels, "apprise", lambda address, message: told.append((address, message)))
    runtime.worker.settings = Settings(notify="json://one json://two")
    table = pair(runtime, ann, bob)
    runtime.tables.act(ann, table, "keep", 2, "r")
    hands.now += MINUTE
    work(runtime, hands)
    work(runtime, hands)
    assert [address for address, _ in told] == ["json://one", "json://two"]
    assert told[0][1].facts["version"] == 3


def test_each_channel_is_chosen_once(runtime: Runtime, bob: Person) -> None:
    topics = [{"channel": "ntfy", "topic": f"{name}s-trains"} for name in ("bob", "bert")]
    with pytest.raises(Refused, match="channel"):
        wish(runtime, bob, *topics)


@pytest.mark.parametrize(
    "wrong",
    [
        {"channel": "mail", "to": "bob@example.org\nBcc: eve@example.org"},
        {"channel": "mail", "to": "bob"},
        {"channel": "webhook", "url": "http://example.org/"},
        {"channel": "webhook", "url": "https://example.org:22/"},
        {"channel": "webhook", "url": "https://user:secret@example.org/"},
        {"channel": "ntfy", "topic": "../evil"},
        {"channel": "discord", "id": "1/2", "token": "x" * 30},
        {"channel": "telegram", "token": "1", "chat": "2"},
        {"channel": "json", "url": "json://localhost"},
    ],
)
def test_channels_are_built_from_checked_fields(wrong: dict[str, str]) -> None:
    with pytest.raises(Refused):
        checked(wrong["channel"], wrong)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "::1", "fe80::1", "::ffff:10.0.0.1", "0.0.0.0"),
        *("64:ff9b::a9fe:a9fe", "::127.0.0.1", "192.0.0.192", "64:ff9b:1::1", "2002:7f00:1::", "::ffff:192.0.0.192"),
    ],
)
def test_web_hooks_go_to_public_addresses_only(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    public = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.216.34", 443))
    private = (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: [public, private])
    with pytest.raises(NotDelivered):
        public_address("hook.example.org", 443)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *a, **k: [public])
    assert public_address("hook.example.org", 443) == "93.184.216.34"


def test_a_web_hook_connects_to_the_address_that_was_vetted(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    monkeypatch.setattr(
        socket,
        "getaddrinfo",
        lambda host, port, **k: [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers)[0], port))],
    )
    reached = []

    def connect(address: tuple[str, int], timeout: float) -> socket.socket:
        reached.append(address)
        raise OSError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(NotDelivered, match="did not answer"):
        channels.webhook("https://hook.example.org/x", Message("s", "b", {}))
    assert reached == [("93.184.216.34", 443)]


def test_a_public_address_behind_nat64_is_public() -> None:
    assert channels._public("64:ff9b::5db8:d822")


class Dripping:
    """A server that answers one byte at a time, for ever."""

    def __init__(self) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.ended = Event()
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        line, _ = self.socket.accept()
        with line, suppress(OSError):
            line.sendall(b"HTTP/1.1 200 OK\r\n")
            while not self.ended.wait(0.02):
                line.sendall(b"X-Drip: 1\r\n")


@pytest.fixture
def dripping(monkeypatch: pytest.MonkeyPatch) -> Iterator[Dripping]:
    found = Dripping()
    monkeypatch.setattr(channels, "public_address", lambda host, port: "127.0.0.1")
    monkeypatch.setattr(channels, "TOTAL", 0.5)

    def connect(self: channels.Pinned) -> None:
        self.sock = socket.create_connection(("127.0.0.1", found.port), channels.SECONDS)

    monkeypatch.setattr(channels.Pinned, "connect", connect)
    monkeypatch.setattr("http.client._MAXHEADERS", 10**9)
    yield found
    found.ended.set()
    found.socket.close()


def test_a_dripping_server_is_cut_off(dripping: Dripping) -> None:
    """36 seconds of one of two threads, and it could have been days."""

    def send() -> None:
        with suppress(NotDelivered):
            channels.webhook("https://hook.example.org/x", Message("s", "b", {}))

    sending = Thread(target=send, daemon=True)
    sending.start()
    sending.join(patience.SECONDS)
    assert not sending.is_alive()


def test_a_slow_host_keeps_nobody_waiting_but_itself() -> None:
    with (
        channels.BUSY.alone("slow.example.org"),
        channels.BUSY.alone("other.example.org"),
        pytest.raises(NotDelivered, match="busy"),
        channels.BUSY.alone("slow.example.org"),
    ):
        pass
    with channels.BUSY.alone("slow.example.org"):
        pass


def test_a_clock_that_runs_out_reminds_once(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> None:
    wish(runtime, ann, {"channel": "ntfy", "topic": "anns-trains"})
    table = pair(runtime, ann, bob, Clock(600, "reminder"))
    hands.now += MINUTE
    work(runtime, hands)
    hands.now += 10 * MINUTE
    work(runtime, hands)
    work(runtime, hands)
    assert len(hands.sent) == 2
    assert runtime.tables.info(ann, table).deadline is None
    runtime.tables.act(ann, table, "keep", 2, "r")
    info = runtime.tables.info(ann, table)
    assert (info.deadline, info.places[0].spent) == (hands.now + 10 * MINUTE, 11 * MINUTE)


def test_a_clock_may_call_a_bot(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> None:
    table = pair(runtime, ann, bob, Clock(600, "bot"))
    hands.now += 11 * MINUTE
    with working(runtime):
        while runtime.tables.info(ann, table).version == 2:
            time.sleep(0.02)
        hands.now += 11 * MINUTE
        wait_for(runtime, table, "over")
    notes = [line.note for line in runtime.tables.history(ann, table) if line.seat >= 0]
    assert notes == ["clock", "clock"]


def test_what_nobody_touches_is_archived(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> None:
    table = pair(runtime, ann, bob)
    hands.now += 91 * 24 * 60 * MINUTE
    runtime.worker.take()
    info = runtime.tables.info(ann, table)
    assert (info.archived, info.touched) == (True, 1_000_000)


def test_a_letter_is_written_and_sent() -> None:
    """Against a mail server of the test's own."""
    letters: list[str] = []

    def serve(listening: socket.socket) -> None:
        connection, _ = listening.accept()
        with connection, connection.makefile("rwb") as lines:

            def say(text: bytes) -> None:
                lines.write(text + b"\r\n")
                lines.flush()

            say(b"220 post box")
            while line := lines.readline():
                verb = line.strip().upper()
                if verb == b"DATA":
                    say(b"354 go on")
                    letters.append("".join(iter(lambda: lines.readline().decode(), ".\r\n")))
                say(b"221 bye" if verb == b"QUIT" else b"250 fine")
                if verb == b"QUIT":
                    return

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=serve, args=(listening,))
        thread.start()
        port = listening.getsockname()[1]
        settings = Settings(smtp_host="127.0.0.1", smtp_port=port, smtp_starttls=False, smtp_from="s@example.org")
        channels.deliver(settings, "mail", {"to": "bob@example.org"}, Message("Your turn", "Look", {}, "turn.t.3.1"))
        thread.join()
        refused = Settings(smtp_host="127.0.0.1", smtp_port=1, smtp_starttls=False)
        with pytest.raises(NotDelivered, match="refused"):
            channels.deliver(refused, "mail", {"to": "bob@example.org"}, Message("s", "b", {}))
    assert "To: bob@example.org" in letters[0]
    assert "Subject: Your turn" in letters[0]
    assert "Message-ID: <turn.t.3.1@example.org>" in letters[0]
    assert "Date: " in letters[0]


@pytest.mark.parametrize(
    ("channel", "fields", "address"),
    [
        ("ntfy", {"topic": "trains"}, "ntfys://ntfy.sh/trains"),
        ("discord", {"id": "123456", "token": "x" * 24}, "discord://123456/" + "x" * 24),
        ("telegram", {"token": "12345:" + "y" * 35, "chat": "-100123"}, "tgram://12345:" + "y" * 35 + "/-100123"),
    ],
)
@pytest.mark.filterwarnings("ignore:'imghdr' is deprecated")
def test_services_are_addressed_through_apprise(
    channel: str, fields: dict[str, str], address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from apprise import Apprise

    asked: list[str] = []
    monkeypatch.setattr(channels, "apprise", lambda url, message: asked.append(url))
    channels.deliver(Settings(), channel, checked(channel, fields), Message("s", "b", {}))
    assert asked == [address]
    assert Apprise().add(address)
