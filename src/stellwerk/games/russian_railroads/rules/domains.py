"""The values that the fields of actions can have, and a polite answer to anything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from stellwerk.core import Action, Illegal, Text
from stellwerk.core.action import domains as fields_of
from stellwerk.core.rule import KIND
from stellwerk.games.russian_railroads.rules.actions import RETURNED, STACK
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.payment import all_payments
from stellwerk.games.russian_railroads.rules.state import RussianRailroads

REPEATS = ("doubler", "industry", "track")


@lru_cache(maxsize=8)
def _of_box(box: Box) -> Mapping[str, Sequence[Any]]:
    prices = tuple((act.workers, act.coins) for act in box.acts.values())
    return {
        "space": tuple(box.acts),
        "payment": all_payments(prices),
        "line": tuple(box.line),
        "colour": tuple(box.colour),
        "marker": (1, 2),
        "number": tuple(box.locomotives),
        "over": (0, *box.locomotives),
        "pile": (STACK, RETURNED),
        "gap": tuple(range(1, len(box.gaps) + 1)),
        "tile": tuple(box.tiles),
        "card": tuple(box.cards),
        "repeat": REPEATS,
        "bonus": tuple(box.bonuses),
        "end_card": tuple(box.end_cards),
        "engineer": tuple(box.engineers),
    }


def domains(s: RussianRailroads) -> Mapping[str, Sequence[Any]]:
    sources = dict.fromkeys(e.source for step in s.agenda for e in getattr(step, "effects", ()))
    return {**_of_box(s.box), "source": tuple(sources), "seat": tuple(range(len(s.players)))}


def strange(s: RussianRailroads, a: Action) -> Illegal | None:
    """Why an action names something that does not exist: the rules below may then look it up without care."""
    known = domains(s)
    kind: Any = type(a)
    for field, domain in fields_of(kind):
        if getattr(a, field) not in known[domain]:
            return Illegal(Text("unknown: {value}", value=getattr(a, field)), KIND)
    return None
