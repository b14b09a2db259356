# ruff: noqa: F811
"""Push to a device: what a service is handed can be read by the browser alone; quiet hours; a digest."""

from __future__ import annotations

import base64
import json
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import http_ece
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from py_vapid import Vapid02

from stellwerk.table import Person, Refused
from stellwerk.table.background import channels, notices, push
from stellwerk.table.background.channels import Message, NotDelivered
from stellwerk.table.background.hours import Hours, next_digest, not_before, set_hours
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating.seats import new_id
from stellwerk.table.storage import schema
from tests import patience
from tests.table import test_notices
from tests.table.conftest import person
from tests.table.test_notices import MINUTE, Hands, bobs_turn, hands, pair, wish  # noqa: F401

HOUR = 60 * MINUTE


def work(runtime: Runtime, hands: Hands) -> None:
    """Let the clerk do what is due, until everything he has taken has arrived or not."""
    test_notices.work(runtime, hands)
    c = schema.outbox.c
    under_way = schema.outbox.select().where(c.status == "open", c.tries > 0, c.error.is_(None))

    def is_done() -> bool:
        with runtime.store.reading() as conn:
            return conn.execute(under_way).first() is None

    until = time.monotonic() + patience.SECONDS
    while not is_done():
        assert time.monotonic() < until
        time.sleep(0.01)


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@dataclass
class Browser:
    """A browser's end: its key, and what it gives away when it subscribes."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = b"sixteen letters!"

    @property
    def given(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {"endpoint": self.endpoint, "p256dh": text(point), "auth": text(self.secret)}

    def read(self, body: bytes) -> dict[str, str]:
        told = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        found: dict[str, str] = json.loads(told)
        return found


@dataclass
class Service:
    """The server that keeps a line to browsers, on loopback; it answers as it is told to."""

    port: int
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    status: int = 201

    def address(self, name: str) -> str:
        return f"https://localhost:{self.port}/push/{name}"


def certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    import datetime

    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
        .add_extension(x509.BasicConstraints(True, None), True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file = folder / "service.pem"
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    file = certificate(tmp_path)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.got.append((self.path, dict(self.headers), body))
            self.send_response(found.status)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    found = Service(server.server_address[1])
    monkeypatch.setattr(channels, "PORTS", (*channels.PORTS, found.port))
    monkeypatch.setattr(channels, "public_address", lambda host, port: "127.0.0.1")
    trusting = ssl.create_default_context(cafile=str(file))
    monkeypatch.setattr(channels.ssl, "create_default_context", lambda: trusting)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()


def subscribe(runtime: Runtime, who: Person, browser: Browser) -> str:
    return runtime.store.do(lambda work: push.add_device(work, who, new_id(), browser.given, "Firefox · Linux"))


def test_a_turn_reaches_the_browser_and_nobody_in_between_can_read_it(
    runtime: Runtime,
    ann: Person,
    bob: Person,
    hands: Hands,
    service: Service,
) -> None:
    browser = Browser(service.address("bob"))
    subscribe(runtime, bob, browser)
    table = pair(runtime, ann, bob)
    runtime.tables.act(ann, table, "keep", 2, "r")
    hands.now += MINUTE
    work(runtime, hands)
    ((path, headers, body),) = service.got
    told = browser.read(body)
    assert (path, told["path"], told["tag"]) == ("/push/bob", f"/table/{table}", table)
    assert "your turn" in told["title"]
    assert table.encode() not in body
    assert (headers["Content-Encoding"], headers["TTL"], headers["Topic"]) == ("aes128gcm", "86400", table)
    assert Vapid02.verify(headers["Authorization"])
    assert headers["Authorization"].endswith(f"k={runtime.devices.key()}")
    claims = headers["Authorization"].split(".")[1]
    said = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    assert said["aud"] == f"https://localhost:{service.port}"
    assert time.time() < said["exp"] < time.time() + 24 * 3600
    with runtime.store.reading() as conn:
        (report,) = notices.reports(conn, bob.id)
    assert (report.channel, report.status) == ("push", "sent")


def test_a_device_that_no_longer_listens_is_forgotten(
    runtime: Runtime,
    ann: Person,
    bob: Person,
    hands: Hands,
    service: Service,
) -> None:
    subscribe(runtime, bob, Browser(service.address("old")))
    kept = subscribe(runtime, bob, Browser(service.address("new")))
    service.status = 410
    gone = Message("s", "s", {})
    assert [str(error) for error in runtime.devices.tried(bob, gone)] == ["localhost answered 410"] * 2
    assert runtime.devices.of(bob) == []
    service.status = 503
    kept = subscribe(runtime, bob, Browser(service.address("new")))
    assert runtime.devices.tried(bob, gone) != [None]
    assert [device.id for device in runtime.devices.of(bob)] == [kept]
    table = pair(runtime, ann, bob)
    runtime.tables.act(ann, table, "keep", 2, "r")
    hands.now += MINUTE
    service.status = 404
    work(runtime, hands)
    assert runtime.devices.of(bob) == []
    with runtime.store.reading() as conn:
        (report,) = notices.reports(conn, bob.id)
    assert report.status == "failed"


def test_the_key_is_made_once_and_stays(runtime: Runtime) -> None:
    before = runtime.devices.key()
    runtime.store.do(push.make_key)
    assert runtime.devices.key() == before
    assert before is not None
    assert len(before) == 87


def test_somebody_has_few_devices_and_a_browser_one_owner(runtime: Runtime, ann: Person, bob: Person) -> None:
    made = [subscribe(runtime, ann, Browser(f"https://push.example/{n}")) for n in range(push.MOST + 2)]
    assert {device.id for device in runtime.devices.of(ann)} < set(made)
    assert len(runtime.devices.of(ann)) == push.MOST
    subscribe(runtime, bob, Browser(f"https://push.example/{push.MOST + 1}"))
    assert (len(runtime.devices.of(ann)), len(runtime.devices.of(bob))) == (push.MOST - 1, 1)
    runtime.devices.drop(ann, runtime.devices.of(bob)[0].id)
    assert len(runtime.devices.of(bob)) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example/1"},
        {"endpoint": "https://push.example:22/1"},
        {"endpoint": "https://push.example:nonsense/1"},
        {"endpoint": "https://a@push.example/1"},
        {"p256dh": text(b"\x04" + bytes(64))},
        {"p256dh": text(bytes(65))},
        {"p256dh": "ä" * 80},
        {"auth": text(bytes(15))},
        {"auth": ""},
    ],
)
def test_what_no_browser_gives_is_refused(runtime: Runtime, bob: Person, wrong: dict[str, str]) -> None:
    with pytest.raises(Refused, match="missing or wrong"):
        runtime.devices.add(bob, {**Browser("https://push.example/1").given, **wrong}, "")
    assert runtime.devices.of(bob) == []


def test_no_address_of_our_own_network_is_written_to(runtime: Runtime, bob: Person) -> None:
    subscribe(runtime, bob, Browser("https://127.0.0.1/push"))
    (error,) = runtime.devices.tried(bob, Message("s", "s", {}))
    assert str(error) == "127.0.0.1 is not a public address"


def test_without_the_extra_one_sentence_says_so(runtime: Runtime, bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    subscribe(runtime, bob, Browser("https://push.example/1"))
    monkeypatch.setattr(push, "is_offered", lambda: False)
    assert runtime.devices.key() is None
    with pytest.raises(Refused, match=r"stellwerk\[notices\]"):
        runtime.devices.add(bob, Browser("https://push.example/2").given, "")
    with runtime.store.reading() as conn, pytest.raises(NotDelivered, match=r"stellwerk\[notices\]"):
        push.send(conn, runtime.settings, bob.id, runtime.devices.of(bob)[0].id, Message("s", "s", {}))


def test_devices_go_with_their_owner(runtime: Runtime, bob: Person) -> None:
    from stellwerk.table.seating import privacy

    browser = Browser("https://push.example/1")
    subscribe(runtime, bob, browser)
    with runtime.store.reading() as conn:
        told = privacy.everything_about(conn, bob)
    assert told["devices"][0]["endpoint"] == browser.endpoint
    assert browser.given["auth"] not in json.dumps(told)
    runtime.store.do(lambda work: privacy.delete_person(work, bob.id))
    with runtime.store.reading() as conn:
        assert not conn.execute(schema.devices.select()).all()


# --- when -------------------------------------------------------------------------------------------------------------


def at(day: int, hour: int, minute: int = 0) -> int:
    return day * 24 * HOUR + hour * HOUR + minute * MINUTE


def test_hours_are_those_of_the_reader() -> None:
    night = Hours(quiet=(22, 7), zone=120)
    assert not_before(night, at(5, 12)) == at(5, 12)
    assert not_before(night, at(5, 20, 30)) == at(6, 5)
    assert not_before(night, at(5, 4, 59)) == at(5, 5)
    assert next_digest(Hours(digest=18, zone=60), at(5, 16, 59)) == at(5, 17)
    assert next_digest(Hours(digest=18, zone=60), at(5, 17)) == at(6, 17)
    assert next_digest(Hours(digest=0, zone=-60), at(5, 0, 30)) == at(5, 1)


def hours(runtime: Runtime, who: Person, wanted: Hours) -> None:
    runtime.store.do(lambda work: set_hours(work, who, wanted))


def test_nothing_is_sent_in_quiet_hours_and_then_only_what_still_waits(
    runtime: Runtime,
    ann: Person,
    bob: Person,
    hands: Hands,
) -> None:
    hands.now = at(100, 23)
    hours(runtime, bob, Hours(quiet=(22, 7)))
    first, second = bobs_turn(runtime, ann, bob), bobs_turn(runtime, ann, bob)
    for later in (MINUTE, 3 * HOUR):
        hands.now += later
        work(runtime, hands)
        assert hands.sent == []
    runtime.tables.act(bob, first, "keep", 3, "r")
    hands.now = at(101, 7)
    work(runtime, hands)
    assert [message.facts["table"] for _, _, message in hands.sent] == [second]


def test_a_digest_names_everything_that_waits_once_a_day(
    runtime: Runtime,
    ann: Person,
    bob: Person,
    hands: Hands,
) -> None:
    hands.now = at(100, 9)
    hours(runtime, bob, Hours(digest=18))
    tables = [bobs_turn(runtime, ann, bob) for _ in range(3)]
    hands.now += MINUTE
    work(runtime, hands)
    runtime.tables.act(bob, tables[0], "keep", 3, "r")
    assert hands.sent == []
    hands.now = at(100, 18)
    work(runtime, hands)
    ((_, _, message),) = hands.sent
    assert message.subject == "Tables that wait for you: 2"
    assert all(f"/table/{table}" in message.body for table in tables[1:])
    assert tables[0] not in message.body
    work(runtime, hands)
    assert len(hands.sent) == 1


def test_a_digest_of_nothing_is_not_sent(runtime: Runtime, ann: Person, bob: Person, hands: Hands) -> None:
    hands.now = at(100, 9)
    hours(runtime, bob, Hours(digest=18))
    table = bobs_turn(runtime, ann, bob)
    hands.now += MINUTE
    work(runtime, hands)
    runtime.tables.act(bob, table, "keep", 3, "r")
    hands.now = at(100, 18)
    work(runtime, hands)
    with runtime.store.reading() as conn:
        assert [report.status for report in notices.reports(conn, bob.id)] == ["past"]
    assert hands.sent == []


def test_wishes_and_hours_do_not_overwrite_each_other(runtime: Runtime, bob: Person) -> None:
    wish(runtime, bob, {"channel": "ntfy", "topic": "bobs-trains"})
    hours(runtime, bob, Hours(quiet=(22, 7), digest=8, zone=60))
    wish(runtime, bob, {"channel": "ntfy", "topic": "others"})
    assert runtime.accounts.hours(bob) == Hours((22, 7), 8, 60)
    assert runtime.accounts.wishes(bob)[0]["topic"] == "others"
    assert runtime.accounts.hours(person(runtime, "New")) == Hours()
