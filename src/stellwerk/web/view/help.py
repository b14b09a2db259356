"""Help at a table: notes for a first game, and how a turn goes."""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core.timeline import Told, readable
from stellwerk.learn.guide import Entry, guide
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader, page

RECENT = 60
"""Entries of the log that are looked through for what has just happened."""


def notes_of(perspective: Perspective) -> list[Entry]:
    """What a newcomer may want to know now. The page shows each of them once, and none to whoever wants none."""
    if perspective.kind != "table" or not perspective.my_turn:
        return []
    asked = type(perspective.asking.choice).__name__
    return guide(perspective.game.id).notes(asked, *_happened(perspective))


def _happened(perspective: Perspective) -> tuple[set[str], set[str]]:
    """The events since the reader's last but one move by name: those of his own moves, and all of them."""
    first = max(0, perspective.tip - RECENT)
    told = perspective.story().told[first : perspective.tip]
    own = [number for number, one in enumerate(told) if one.entry.seat in perspective.mine][-2:]
    told = told[own[0] :] if own else told
    own_told = [one for one in told if one.entry.seat in perspective.mine]
    return _names(own_told, perspective), _names(told, perspective)


def _names(told: Sequence[Told], perspective: Perspective) -> set[str]:
    return {type(event).__name__ for one in told for event in readable(one.events, perspective.eyes, False)}


def help_panel(perspective: Perspective, reader: Reader) -> str:
    """How a turn goes, and where to read on."""
    found = guide(perspective.game.id)
    values = {"game": perspective.game.id, "card": found.card(), "has_guide": bool(found.entries)}
    return page("parts/help.html", reader, values)
