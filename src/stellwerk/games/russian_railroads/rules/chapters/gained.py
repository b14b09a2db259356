"""russian-railroads 2.5, the effects gained and not carried out yet: which one a step uses, and how they read.

A step uses the effect that allows the fewest colours, compulsory ones first, so that nothing is ever lost by it.
"""

from __future__ import annotations

from stellwerk.core import Text
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.components import Effect

Effects = tuple[Effect, ...]


def spent(effects: Effects, i: int) -> Effects:
    """The effects after one use of the one at i."""
    e = effects[i]
    rest = (Effect(e.op, e.n - 1, e.colours, e.must, e.source),) if e.n > 1 else ()
    return effects[:i] + rest + effects[i + 1 :]


def whole(effects: Effects, i: int) -> Effects:
    """The effects without the one at i."""
    return effects[:i] + effects[i + 1 :]


def index(effects: Effects, *ops: str) -> int | None:
    """The effect of the narrowest of these kinds, compulsory before others."""
    found = [(ops.index(e.op), not e.must, -i) for i, e in enumerate(effects) if e.op in ops]
    return -min(found)[2] if found else None


def for_track(effects: Effects, colour: int) -> int | None:
    """The effect a track step uses: fewest colours first, compulsory before others, the latest gained first."""
    found = [(len(e.colours), not e.must, -i) for i, e in enumerate(effects) if e.op == "track" and colour in e.colours]
    return -min(found)[2] if found else None


def for_locomotive(box: Box, effects: Effects, number: int) -> int | None:
    """The 9 of the ?-card before a tile from the stacks."""
    if number == box.top:
        nine = index(effects, "nine")
        if nine is not None:
            return nine
    return index(effects, "locomotive", "build")


def waivable(effects: Effects) -> list[Effect]:
    """Effects a player may wish to drop before going on: others he drops by ending the turn.

    A reuse is decided at once. And a step for few colours would be used up before a compulsory step of wider choice;
    whoever does not want it drops it.
    """
    optional = [e for e in effects if not e.must]
    if any(e.op == "reuse" for e in effects):
        return [e for e in optional if e.op == "reuse"]
    wide = [set(e.colours) for e in effects if e.op == "track" and e.must]
    return [e for e in optional if e.op == "track" and any(set(e.colours) < colours for colours in wide)]


def due(box: Box, e: Effect) -> Text:
    """An open effect in words."""
    return Text("{effect} ({source})", effect=effect_text(box, e), source=words.source(box, e.source))


def effect_text(box: Box, e: Effect) -> Text:
    texts: dict[str, Text] = {
        "track": Text("{n} × track step, {colours}", n=e.n, colours=words.colours(box, e.colours)),
        "industry": Text("{n} × industry step", n=e.n),
        "build": Text("locomotive or factory"),
        "locomotive": Text("locomotive"),
        "factory": Text("factory"),
        "nine": Text("locomotive 9"),
        "reuse": Text("use a space again"),
        "tile": Text("?-tile"),
        "card": Text("?-card"),
        "repeat": Text("one action once more"),
        "end_card": Text("end card at the end of the turn"),
        "engineer_sum": Text("points for engineers at the end of the turn"),
        "best_locomotives": Text("points for locomotives at the end of the turn"),
    }
    return texts[e.op]
