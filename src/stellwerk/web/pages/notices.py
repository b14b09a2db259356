"""How somebody wants to be told that it is his turn: one line a channel, a try-out, and what became of the messages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from stellwerk.core import Text
from stellwerk.table import Person, Refused
from stellwerk.table.background import notices
from stellwerk.table.background.channels import FIELDS
from stellwerk.web.http.auth import Member, runtime_of
from stellwerk.web.http.dependencies import Form, Reading, go, shown
from stellwerk.web.view.templates import Reader

router = APIRouter(prefix="/settings/notices", include_in_schema=False, default_response_class=HTMLResponse)

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
    accounts = runtime_of(request).accounts
    given = {wish["channel"]: wish for wish in accounts.wishes(who)}
    reports = accounts.reports(who)[:10]
    rows = [
        {"id": id_, "title": title, "fields": [(name, CHANNELS[id_][1][name]) for name in FIELDS[id_]]}
        for id_, (title, _) in CHANNELS.items()
        if id_ != notices.MAIL or runtime_of(request).settings.offers_mail
    ]
    said = reader.say(problem) if problem is not None else ""
    values: dict[str, Any] = {"rows": rows, "given": given, "reports": reports, "problem": said, "tried": tried}
    return shown(request, reader, who, "notices.html", "settings", status, **values)


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


@router.post("/test")
def test(request: Request, reader: Reading, who: Member) -> HTMLResponse:
    """A message by every channel now."""
    return _shown(request, reader, who, tried=runtime_of(request).accounts.try_out(who, reader.words))
