"""How somebody wants to be told that it is his turn: one line a channel, a try-out, and what became of the messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Path, Request, Response
from fastapi.responses import HTMLResponse

from stellwerk.core import Text
from stellwerk.table import Person, Refused
from stellwerk.table.background import notices
from stellwerk.table.background.channels import FIELDS
from stellwerk.table.background.hours import Hours
from stellwerk.table.background.push import MISSING, PUSH
from stellwerk.web.http.auth import Member, runtime_of
from stellwerk.web.http.dependencies import Form, Reading, go, shown
from stellwerk.web.http.inputs import HoursBody, filled
from stellwerk.web.http.rooms import room_of_pages
from stellwerk.web.view.templates import Reader

router = room_of_pages("/settings/notices")

CHANNELS = {
    "mail": (Text("Mail"), {"to": Text("address")}),
    "webhook": (Text("Webhook"), {"url": Text("https address")}),
    "ntfy": (Text("ntfy (push to a phone)"), {"topic": Text("topic")}),
    "discord": (Text("Discord"), {"id": Text("webhook id"), "token": Text("webhook token")}),
    "telegram": (Text("Telegram"), {"token": Text("bot token"), "chat": Text("chat number")}),
}


def _shown(
    request: Request, reader: Reader, who: Person, problem: Text | None = None, tried: Any = (), status: int = 200
) -> HTMLResponse:
    accounts, devices = runtime_of(request).accounts, runtime_of(request).devices
    given = {wish["channel"]: wish for wish in accounts.wishes(who)}
    reports = accounts.reports(who)[:10]
    rows = [
        {"id": id_, "title": title, "fields": [(name, CHANNELS[id_][1][name]) for name in FIELDS[id_]]}
        for id_, (title, _) in CHANNELS.items()
        if id_ != notices.MAIL or runtime_of(request).settings.offers_mail
    ]
    said = reader.say(problem) if problem is not None else ""
    values: dict[str, Any] = {"rows": rows, "given": given, "reports": reports, "problem": said, "tried": tried}
    mine = {"push_key": devices.key(), "push_missing": MISSING, "devices": devices.of(who)}
    when = {"hours": accounts.hours(who), "names": _names()}
    return shown(request, reader, who, "notices.html", "settings", status, **values, **mine, **when)


def _names() -> dict[str, Text]:
    return {PUSH: Text("Push to a device"), **{id_: title for id_, (title, _) in CHANNELS.items()}}


@router.get("")
def wishes(request: Request, reader: Reading, who: Member) -> HTMLResponse:
    return _shown(request, reader, who)


def _wanted(form: Mapping[str, Any]) -> list[dict[str, str]]:
    """The channels with anything filled in."""
    found = []
    for channel, fields in FIELDS.items():
        given = {name: str(form.get(f"{channel}-{name}", "")).strip() for name in fields}
        if any(given.values()):
            found.append({"channel": channel, **given})
    return found


@router.post("", response_model=None)
def keep(request: Request, form: Form, reader: Reading, who: Member) -> Response:
    try:
        runtime_of(request).accounts.set_wishes(who, _wanted(form))
    except Refused as refused:
        return _shown(request, reader, who, refused.text, status=refused.status)
    return go("/settings/notices")


@router.post("/hours", response_model=None)
def keep_hours(request: Request, form: Form, who: Member) -> Response:
    first, last = (str(form.get(f"quiet-{end}", "")) for end in ("from", "to"))
    given = {**form, "quiet": [first, last] if first or last else None}
    runtime_of(request).accounts.set_hours(who, Hours(**filled(HoursBody, given).model_dump()))
    return go("/settings/notices")


@router.post("/devices/{device}/forget", response_model=None)
def forget(request: Request, who: Member, device: Annotated[str, Path(max_length=16)]) -> Response:
    runtime_of(request).devices.drop(who, device)
    return go("/settings/notices")


@router.post("/test")
def test(request: Request, reader: Reading, who: Member) -> HTMLResponse:
    """A message by every channel now."""
    return _shown(request, reader, who, tried=runtime_of(request).accounts.try_out(who, reader.words))
