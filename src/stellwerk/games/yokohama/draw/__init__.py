"""Yokohama as one sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from stellwerk.core.action import Action
from stellwerk.core.text import Text
from stellwerk.draw.drawing import Fragment, fragment
from stellwerk.draw.element import El
from stellwerk.draw.sheet import Sheet
from stellwerk.games.yokohama.draw.boards import boards, displays
from stellwerk.games.yokohama.draw.gallery import plates
from stellwerk.games.yokohama.draw.player import player
from stellwerk.games.yokohama.draw.pyramid import pyramid
from stellwerk.games.yokohama.draw.rewards import country, good
from stellwerk.games.yokohama.rules import actions as a
from stellwerk.games.yokohama.rules.actions import SUPPLY
from stellwerk.games.yokohama.rules.view import YokohamaView

__all__ = ["fragments", "picture", "plates", "preview", "spots"]


def fragments(sheet: Sheet, v: YokohamaView) -> Iterator[Fragment]:
    say = sheet.say
    yield fragment(sheet, "pyramid", say(Text("Areas")), pyramid(sheet, v), kind="map")
    yield fragment(sheet, "displays", say(Text("Orders and technologies")), *displays(sheet, v))
    yield fragment(sheet, "boards", say(Text("Church, Customs and achievements")), *boards(sheet, v))
    for seat in range(len(v.players)):
        yield fragment(sheet, f"player-{seat}", sheet.name(seat), *player(sheet, v, v.players[seat]))


def _step(v: YokohamaView) -> Any:
    """The open question; only asked where there is one."""
    return v.agenda[-1]


def _here(v: YokohamaView) -> str:
    """The area the open question is about."""
    area: int = _step(v).area
    return v.tables.areas[area].id


def _piece(v: YokohamaView, origin: str, area: str) -> tuple[str, ...]:
    return (f"area-{area}", f"supply-{v.active}-assistant" if origin == SUPPLY else f"area-{origin}")


SPOTS: Mapping[type[Action], Callable[[YokohamaView, Any], tuple[str, ...]]] = {
    a.KeepOrder: lambda v, o: (f"card-{o.order}",),
    a.Place: lambda v, o: (f"area-{o.area}",),
    a.Move: lambda v, o: (f"area-{o.area}",),
    a.Fetch: lambda v, o: (f"area-{o.area}",),
    a.Buy: lambda v, o: (f"stock-{v.active}-{o.good}",),
    a.Sell: lambda v, o: (f"stock-{v.active}-{o.good}",),
    a.Give: lambda v, o: (f"stock-{v.active}-{o.good}",),
    a.Choose: lambda v, o: (f"stock-{v.active}-{o.good}",),
    a.Occupy: lambda v, o: (f"space-{_here(v)}-{o.space}",),
    a.TakeOrder: lambda v, o: (f"card-{o.order}",),
    a.Fulfil: lambda v, o: (f"card-{o.order}",),
    a.Release: lambda v, o: (f"warehouse-{v.active}-{o.piece}",),
    a.Research: lambda v, o: (f"tech-{_here(v)}-{o.slot}",),
    a.SetStation: lambda v, o: (f"area-{o.area}",),
    a.TakeTile: lambda v, o: (f"tile-{_here(v)}",),
    a.BuildShop: lambda v, o: (f"site-{_here(v)}-{o.site}",),
    a.BuildHouse: lambda v, o: (f"house-{_here(v)}",),
    a.Shift: lambda v, o: (f"area-{o.area}",),
    a.UseAgent: lambda v, o: (f"area-{o.area}",),
    a.Achieve: lambda v, o: (f"achievement-{o.achievement}",),
    a.SellSilk: lambda v, o: (f"stock-{v.active}-silk",),
    a.Recruit: lambda v, o: (f"warehouse-{v.active}-assistant",),
}


def spots(v: YokohamaView, action: Action) -> tuple[str, ...]:
    where = SPOTS.get(type(action))
    return where(v, action) if where else ()


def picture(sheet: Sheet, v: YokohamaView, action: Action) -> El | None:
    match action:
        case a.Buy(kind) | a.Sell(kind) | a.Give(kind) | a.Choose(kind):
            return good(kind)
        case a.Release(piece):
            return good(piece)
        case a.BuildShop():
            return good("shop")
        case a.BuildHouse():
            return good("house")
        case a.TakeOrder(order) | a.Fulfil(order) | a.KeepOrder(order):
            return country(v.tables.orders[order].country)
        case a.Research(technology):
            return country(v.tables.technologies[technology].country)
        case a.Place() | a.Shift() | a.Fetch() | a.Occupy():
            return good("assistant")
    return None


def preview(sheet: Sheet, v: YokohamaView, action: Action | None) -> Mapping[str, El]:
    """Nothing is drawn ahead: every option is one piece on one place."""
    return {}
