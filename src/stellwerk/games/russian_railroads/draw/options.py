"""Where the options of Russian Railroads live on the table, and how they look in a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.core.action import Action
from stellwerk.draw.element import El, el
from stellwerk.draw.icons import glyph
from stellwerk.draw.sheet import Sheet
from stellwerk.games.russian_railroads.draw.board import payment
from stellwerk.games.russian_railroads.draw.verbs import track_icon, verbs
from stellwerk.games.russian_railroads.rules import actions as a
from stellwerk.games.russian_railroads.rules.view import View


def _slot(v: View, line: str, over: int) -> tuple[str, ...]:
    """The place of a locomotive: the one that would be covered, or the first empty one."""
    numbers = v.players[v.active].locomotives[v.box.line[line]]
    return (f"slot-{v.active}-{line}-{numbers.index(over)}",) if over in numbers else ()


SPOTS: Mapping[type[Action], Callable[[View, Any], tuple[str, ...]]] = {
    a.Place: lambda v, o: (f"space-{o.space}",),
    a.Reuse: lambda v, o: (f"space-{o.space}",),
    a.SwapWorker: lambda v, o: (f"space-{o.space}",),
    a.MoveWorker: lambda v, o: (f"space-{o.space}",),
    a.Build: lambda v, o: (f"track-{v.active}-{o.line}-{o.colour}",),
    a.Advance: lambda v, o: (f"marker-{v.active}-{o.marker}",),
    a.LayLocomotive: lambda v, o: _slot(v, o.line, o.over),
    a.BuildFactory: lambda v, o: (f"{o.pile}-{o.number}",),
    a.ChooseTile: lambda v, o: (f"tile-{v.active}-{o.tile}",),
    a.TakeCard: lambda v, o: (f"card-{o.card}",),
    a.ChooseBonus: lambda v, o: (f"bonus-{o.bonus}",),
    a.Look: lambda v, o: ("end-stack",),
    a.TakeEndCard: lambda v, o: (f"end-{o.card}",),
}


def spots(v: View, action: Action) -> tuple[str, ...]:
    where = SPOTS.get(type(action))
    return where(v, action) if where else ()


def picture(sheet: Sheet, v: View, action: Action) -> El | None:
    match action:
        case a.Place(_, paid):
            return el("span", payment(paid), class_="d-inline")
        case a.Build(_, colour):
            return track_icon((colour,), 1)
        case a.Advance():
            return glyph("gear")
        case a.LayLocomotive(number):
            return glyph("locomotive", number)
        case a.BuildFactory(number):
            return el("span", glyph("factory", number), verbs(v.box.locomotives[number].effects), class_="d-inline")
        case a.TakePoints():
            return glyph("points")
    return None


def preview(sheet: Sheet, v: View, action: Action | None) -> Mapping[str, El]:
    """Nothing is drawn ahead: every option is one step on one place."""
    return {}
