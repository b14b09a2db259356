"""What the API says, as JSON-ready values with texts in the reader's language."""

from __future__ import annotations

from typing import Any

from stellwerk.core import Illegal, Score
from stellwerk.core.dump import plain
from stellwerk.core.text import Text, Translator
from stellwerk.table import Line, Motion, Offer, Place
from stellwerk.table.service.tables import TableInfo


def said(text: Text | None, words: Translator) -> str | None:
    return None if text is None else text.render(words)


def place(p: Place) -> dict[str, Any]:
    """Who holds a seat is nobody's business; that it is held is."""
    return {"seat": p.number, "kind": p.kind, "name": p.name, "bot": p.bot, "spent": p.spent}


def motion(m: Motion) -> dict[str, Any]:
    """A host without a seat proposes for no seat."""
    author = {"seat": None if m.by_host else m.seat, "host": m.by_host}
    return {**plain(m), **author, "missing": list(m.missing)}


def table(info: TableInfo, words: Translator) -> dict[str, Any]:
    simple = (
        *("id", "game", "name", "status", "version", "revision", "host", "to_move", "my_turn", "hotseat", "spectators"),
        *("listed", "imagined", "source", "origin", "asked_at", "deadline", "archived", "created", "touched"),
    )
    return {
        **{name: getattr(info, name) for name in simple},
        "title": info.title.render(words),
        "variants": dict(info.variants),
        "seats": [place(p) for p in info.places],
        "mine": list(info.mine),
        "question": said(info.question, words),
        "rule": str(info.rule) if info.rule else None,
        "clock": plain(info.clock),
        "motions": [motion(m) for m in info.motions],
        "edition": info.edition,
        "problem": said(info.problem, words),
        "shared": dict(info.shared),
        "orders": {p.number: list(p.orders) for p in info.places if p.number in info.mine},
    }


def offer(found: Offer, words: Translator) -> dict[str, Any]:
    return {
        "version": found.version,
        "asked": found.asked,
        "question": said(found.question, words),
        "rule": str(found.rule) if found.rule else None,
        "kinds": list(found.kinds),
        "options": [{"action": option.action, "text": option.text.render(words)} for option in found.options],
        "complete": found.complete,
    }


def line(each: Line, words: Translator) -> dict[str, Any]:
    texts = {
        "said": said(each.said, words),
        "events": [text.render(words) for text in each.events],
        "why": said(each.why, words),
        "rule": str(each.rule) if each.rule else None,
    }
    return {**{name: getattr(each, name) for name in each.__slots__}, **texts}


def score(each: Score, words: Translator) -> dict[str, Any]:
    items = [{"text": text.render(words), "points": points} for text, points in each.items]
    return {"seat": each.seat, "total": each.total, "rank": each.rank, "items": items}


def objection(found: Illegal | None, words: Translator) -> dict[str, Any]:
    if found is None:
        return {"legal": True, "text": None, "rule": None}
    return {"legal": False, "text": found.text.render(words), "rule": str(found.rule)}
