"""An example for every body a program may send: in the description of the API, and held to its model by a test."""

from __future__ import annotations

from typing import Any

EXAMPLES: dict[str, dict[str, Any]] = {
    # playing and talking
    "UndoBody": {"at": 41, "to": 39, "request_id": "c0ffef"},
    "VoteBody": {"agree": True},
    "ChatBody": {"text": "Good luck, everybody!"},
    "NoteBody": {"text": "Do not forget the last train."},
    "WhatIfBody": {"version": 40, "seat": 1},
    # around a game
    "Named": {"name": "Ada"},
    "SitBody": {"name": "Ada"},
    "HandBody": {"bot": "easy"},
    "SeatOnly": {"seat": 0},
    "AwayBody": {"days": 7},
    "RulingBody": {"action": "set cash 1 200"},
    "OrderBody": {"program": "pass", "argument": "until somebody sells"},
    "RematchBody": {"order": "rotated"},
    "ArchiveBody": {"archived": True},
    # accounts
    "Credentials": {"name": "ada", "password": "sleeper and rail"},
    "Profile": {"name": "Ada", "lang": "en"},
    "NewPassword": {"old": "sleeper and rail", "new": "signal and switch"},
    "TokenBody": {"name": "my bot", "scope": "play", "days": 90},
    "PasswordOnly": {"password": "sleeper and rail"},
    "MailBody": {"address": "ada@example.org"},
    "CodeBody": {"code": "k3v9-x7pq"},
    "LostBody": {"name": "ada"},
    "RecoverBody": {"code": "k3v9-x7pq", "new": "signal and switch"},
    "Wishes": {"notices": [{"channel": "mail", "to": "ada@example.org"}]},
    "HoursBody": {"quiet": [22, 7], "digest": 8, "zone": 60},
    "DeviceBody": {"endpoint": "https://push.example.org/device/1", "p256dh": "BNc…", "auth": "tBH…"},
    # other people, and what operators do
    "PersonAt": {"seat": 2},
    "ReportBody": {"line": 17, "text": "This is an insult."},
    "DeedBody": {"why": "asked for it"},
    "MessageBody": {"text": "New version tonight at ten; games go on."},
    "MuteBody": {"days": 3, "why": "insults"},
    "BanBody": {"banned": True, "why": "insults, again"},
    # component sets
    "NewSet": {"game": "…", "name": "My copy, second printing", "author": "Ada"},
    "SetBody": {"name": "My copy, second printing", "note": "orders are checked"},
    "SetFile": {"text": 'name = "My copy"\ngame = "…"\n'},
    "RowBody": {"table": "order", "row": "7", "values": {"points": "3"}, "checked": ["points"]},
    "DefaultBody": {"set": "built-in"},
}


def with_examples(schemas: dict[str, Any]) -> None:
    """The schemas of bodies get theirs; those that have one of their own keep it."""
    for name, schema in schemas.items():
        example = EXAMPLES.get(name.removesuffix("-Input"))
        if example is not None:
            schema.setdefault("examples", [example])
