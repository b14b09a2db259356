"""What the API answers about people and what is theirs: accounts, notices, component sets."""

from __future__ import annotations

from typing import Any, Literal

from stellwerk.web.api.answers import Answer, example


class PersonInfo(Answer):
    id: str
    name: str
    guest: bool
    admin: bool
    lang: str | None


class Me(Answer):
    """`csrf` is to be sent as `X-CSRF-Token` with everything a cookie is to change."""

    person: PersonInfo | None
    csrf: str


class SessionInfo(Answer):
    id: str
    agent: str
    created: int
    seen: int
    expires: int
    here: bool


class Mail(Answer):
    offered: bool
    address: str | None


class TokenInfo(Answer):
    id: str
    name: str
    created: int
    scope: Literal["play", "all"]
    expires: int | None


class NewToken(Answer):
    model_config = example(id="5f2a", token="…")
    id: str
    token: str


class Report(Answer):
    channel: str
    table: str
    version: int
    status: str
    error: str | None


class Notices(Answer):
    notices: list[dict[str, str]]


class NoticesAndReports(Notices):
    reports: list[Report]


class HoursInfo(Answer):
    quiet: tuple[int, int] | None
    digest: int | None
    zone: int


class DeviceInfo(Answer):
    id: str
    agent: str
    created: int


class DevicesInfo(Answer):
    """`key` is what `PushManager.subscribe` wants as `applicationServerKey`; None where push is not installed."""

    key: str | None
    devices: list[DeviceInfo]


class DeviceId(Answer):
    id: str


class Tried(Answer):
    channel: str
    error: str | None


class TriedOut(Answer):
    results: list[Tried]


class LinkInfo(Answer):
    table: str
    game: str
    seat: int
    name: str


class Block(Answer):
    person: str
    name: str
    at: int


# --- component sets ---------------------------------------------------------------------------------------


class SetId(Answer):
    id: str


class SetInfo(SetId):
    game: str
    name: str
    version: Any
    author: str
    note: str
    default: bool


class Fault(Answer):
    table: str
    row: str
    field: str
    text: str


class SetFile(SetInfo):
    text: str
    faults: list[Fault]


class Default(Answer):
    game: str
    set: str | None
