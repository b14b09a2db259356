"""How people are told: mail, a web hook, ntfy, Discord, Telegram. Each from a few checked fields, never from an address
somebody else has put together."""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import json
import re
import socket
import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import localtime
from threading import Lock, Timer
from typing import Any
from urllib.parse import urlsplit

from stellwerk.core import Text
from stellwerk.table.model import Refused
from stellwerk.table.settings import Settings

SECONDS = 5.0
TOTAL = 10.0
"""Seconds for a web hook from the first byte to the last."""
PORTS = (443, 8443)

FIELDS: Mapping[str, Mapping[str, str]] = {
    "mail": {"to": r"[^@\s,;:<>\"]{1,64}@[A-Za-z0-9.-]{1,190}\.[A-Za-z]{2,24}"},
    "webhook": {"url": r"https://[^\s\"'<>\\@]{3,500}"},
    "ntfy": {"topic": r"[A-Za-z0-9_-]{4,64}"},
    "discord": {"id": r"\d{5,30}", "token": r"[A-Za-z0-9_-]{20,100}"},
    "telegram": {"token": r"\d{5,15}:[A-Za-z0-9_-]{30,60}", "chat": r"-?\d{3,20}"},
}
"""What each channel needs, and what it may look like."""


class NotDelivered(Exception):
    """Why a message did not arrive, in words its addressee may read."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class Answered(NotDelivered):
    """It was not accepted where it was sent to."""

    def __init__(self, host: str, status: int) -> None:
        super().__init__(Text("{host} answered {status}", host=host, status=status))
        self.status = status


@dataclass(frozen=True, slots=True)
class Message:
    subject: str
    body: str
    facts: Mapping[str, Any]
    """For programs: table, game, seat, version, url."""
    key: str = ""
    """The same for the same turn: who gets it twice can tell."""


def checked(channel: str, fields: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a channel, if they are what they must be."""
    known = FIELDS.get(channel)
    if known is None:
        raise Refused("channel", Text("notifications cannot be sent by {channel}", channel=channel), 422)
    for name, pattern in known.items():
        if not isinstance(fields.get(name), str) or not re.fullmatch(pattern, fields[name]):
            raise Refused("field", Text("{channel}: {field} is missing or wrong", channel=channel, field=name), 422)
    if channel == "webhook" and port_of(fields["url"]) not in PORTS:
        raise Refused("field", Text("{channel}: {field} is missing or wrong", channel=channel, field="url"), 422)
    return {name: fields[name] for name in known}


def port_of(url: str) -> int | None:
    """None if it is not an address at all."""
    try:
        return urlsplit(url).port or 443
    except ValueError:
        return None


def deliver(settings: Settings, channel: str, fields: Mapping[str, str], message: Message) -> None:
    """Send it, or raise `NotDelivered`."""
    senders: Mapping[str, Callable[[], None]] = {
        "mail": lambda: mail(settings, fields["to"], message),
        "webhook": lambda: webhook(fields["url"], message),
        "ntfy": lambda: apprise(f"ntfys://{settings.ntfy_host}/{fields['topic']}", message),
        "discord": lambda: apprise(f"discord://{fields['id']}/{fields['token']}", message),
        "telegram": lambda: apprise(f"tgram://{fields['token']}/{fields['chat']}", message),
    }
    senders[channel]()


def mail(settings: Settings, to: str, message: Message) -> None:
    import aiosmtplib

    if not settings.smtp_host:
        raise NotDelivered(Text("this server sends no mail"))
    letter = EmailMessage()
    letter["From"] = settings.smtp_from or f"stellwerk@{settings.smtp_host}"
    letter["To"] = to
    letter["Subject"] = message.subject
    letter["Date"] = localtime()
    if message.key:
        letter["Message-ID"] = f"<{message.key}@{letter['From'].rpartition('@')[2].rstrip('>')}>"
    letter.set_content(message.body)
    sending = aiosmtplib.send(
        letter,
        hostname=settings.smtp_host,
        port=settings.smtp_port,
        username=settings.smtp_user or None,
        password=settings.smtp_password or None,
        start_tls=settings.smtp_starttls,
        timeout=2 * SECONDS,
    )
    try:
        asyncio.run(sending)
    except (aiosmtplib.SMTPException, OSError) as error:
        raise NotDelivered(Text("the mail server refused: {kind}", kind=type(error).__name__)) from error


def apprise(address: str, message: Message) -> None:
    from apprise import Apprise

    service = Apprise()
    if not service.add(address) or not service.notify(title=message.subject, body=message.body):
        raise NotDelivered(Text("the service did not accept the message"))


# --- web hooks and push -----------------------------------------------------------------------------------------------


def public_address(host: str, port: int) -> str:
    """One address of a host, all of whose addresses are public ones. What is connected to is this address."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotDelivered(Text("{host} is not known", host=host)) from error
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(_public(address) for address in addresses):
        raise NotDelivered(Text("{host} is not a public address", host=host))
    return addresses[0]


NAT64 = ipaddress.ip_network("64:ff9b::/96")
NEVER = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "64:ff9b:1::/48", "::/96")))
"""Not public, whatever the installed Python thinks of them: older ones let some of them through."""


def _public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    if any(ip in network for network in NEVER if network.version == ip.version):
        return False
    inner = _inner(ip) if isinstance(ip, ipaddress.IPv6Address) else None
    return _public(str(inner)) if inner is not None else ip.is_global and not ip.is_multicast


def _inner(ip: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that is meant in the end."""
    if ip in NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)
    return ip.ipv4_mapped or ip.sixtofour or (ip.teredo[1] if ip.teredo else None)


class Pinned(http.client.HTTPSConnection):
    """Speaks to the address that was vetted, under the name that was asked for."""

    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self.address, self.context = address, ssl.create_default_context()

    def connect(self) -> None:
        plain = socket.create_connection((self.address, self.port), SECONDS)
        self.sock = self.context.wrap_socket(plain, server_hostname=self.host)


class Busy:
    """One message at a time per host, so a slow host delays only its own messages."""

    def __init__(self) -> None:
        self._hosts: set[str] = set()
        self._lock = Lock()

    @contextmanager
    def alone(self, host: str) -> Iterator[None]:
        with self._lock:
            if host in self._hosts:
                raise NotDelivered(Text("{host} is still busy with another message", host=host))
            self._hosts.add(host)
        try:
            yield
        finally:
            with self._lock:
                self._hosts.discard(host)


BUSY = Busy()


def webhook(url: str, message: Message) -> None:
    """POST the facts as JSON."""
    headers = {"Content-Type": "application/json"} | ({"Idempotency-Key": message.key} if message.key else {})
    post(url, json.dumps({"text": message.body, **message.facts}).encode(), headers)


def post(url: str, body: bytes, headers: Mapping[str, str]) -> None:
    """POST to a stranger's address; a redirect is not followed."""
    host = urlsplit(url).hostname or ""
    with BUSY.alone(host):
        status = _posted(url, host, body, {"User-Agent": "stellwerk", **headers})
    if not 200 <= status < 300:
        raise Answered(host, status)


@contextmanager
def _ended_after(seconds: float, connection: http.client.HTTPSConnection) -> Iterator[None]:
    """A time limit for all of it: the one of the socket begins anew with every byte."""

    def cut() -> None:
        if connection.sock is not None:
            with suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    timer = Timer(seconds, cut)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _posted(url: str, host: str, body: bytes, headers: Mapping[str, str]) -> int:
    target = urlsplit(url)
    port = target.port or 443
    connection = Pinned(host, port, public_address(host, port))
    path = (target.path or "/") + (f"?{target.query}" if target.query else "")
    try:
        with _ended_after(TOTAL, connection):
            connection.request("POST", path, body, headers)
            return connection.getresponse().status
    except (OSError, http.client.HTTPException) as error:
        raise NotDelivered(Text("{host} did not answer: {kind}", host=host, kind=type(error).__name__)) from error
    finally:
        connection.close()
