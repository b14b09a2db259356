"""Phrases that events, options and scores share."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stellwerk.core import Seat, Text, Texts
from stellwerk.games.yokohama.rules.components import Reward
from stellwerk.games.yokohama.rules.state import NEUTRAL

AMOUNTS: Mapping[str, Callable[[int], Text]] = {
    "copper": lambda n: Text("{n} copper", n=n),
    "silk": lambda n: Text("{n} silk", n=n),
    "tea": lambda n: Text("{n} tea", n=n),
    "fish": lambda n: Text("{n} fish", n=n),
    "imports": lambda n: Texts("{n} import", "{n} imports", n),
    "yen": lambda n: Texts("{n} yen", "{n} yen", n),
    "vp": lambda n: Texts("{n} point", "{n} points", n),
    "any_good": lambda n: Texts("{n} good of choice", "{n} goods of choice", n),
    "warehouse": lambda n: Texts("{n} piece out of the warehouse", "{n} pieces out of the warehouse", n),
    "move": lambda n: Texts("{n} assistant move", "{n} assistant moves", n),
}

PIECE_NAMES: Mapping[str, Text] = {
    "assistant": Text("assistant"),
    "shop": Text("shop"),
    "house": Text("trading house"),
}


def amount(kind: str, n: int) -> Text:
    return AMOUNTS[kind](n) if kind in AMOUNTS else Text("{n} {kind}", n=n, kind=kind)


def contents(reward: Reward) -> tuple[Text, ...]:
    """What a reward consists of; nothing of it is left out."""
    found = ((kind, getattr(reward, kind)) for kind in AMOUNTS)
    return tuple(amount(kind, n) for kind, n in found if n) or (Text("nothing"),)


def player(seat: Seat) -> Text:
    return Text("neutral player") if seat == NEUTRAL else Text("seat {number}", number=seat + 1)
