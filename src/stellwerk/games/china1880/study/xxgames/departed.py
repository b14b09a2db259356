"""Which departures from the rulebook a game really used, and which rulings: told by asking what the book would do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from stellwerk.core import Action, Ruling, advance, pending
from stellwerk.core.log import Entry, Header, beginning, live
from stellwerk.games import game
from stellwerk.games.china1880.rules.state import China, Departures, Variants

SWITCHES = tuple(f.name for f in fields(Departures))


def departures(header: Header, entries: Sequence[Entry]) -> tuple[Counter[str], list[tuple[int, str]]]:
    """How often each switch made a difference, and the rulings with the numbers of their entries."""
    china = game("1880")
    s: China = beginning(china, header)
    used: Counter[str] = Counter()
    rulings: list[tuple[int, str]] = []
    for number, entry in live(entries):
        action = china.parse(entry.text)
        following = s.copy()
        advance(following, action)
        if isinstance(action, Ruling):
            rulings.append((number, entry.text))
        elif _differs(s, action, following, _without(s.variants, *SWITCHES)):
            used.update(n for n in SWITCHES if _differs(s, action, following, _without(s.variants, n)))
        s = following
    return used, rulings


def _without(variants: Variants, *names: str) -> Variants:
    off: dict[str, Any] = dict.fromkeys(names, False)
    return replace(variants, **off)


def _differs(s: China, action: Action, following: China, variants: Variants) -> bool:
    """Whether the action would be refused, or lead elsewhere, under other variants."""
    if variants == s.variants:
        return False
    trial = s.copy()
    trial.variants = variants
    choice = pending(trial)
    if choice is None or choice.objection(trial, action) is not None:
        return True
    advance(trial, action)
    trial.variants, trial.stacks = s.variants, following.stacks  # where cards lie is no difference until it matters
    return trial != following
