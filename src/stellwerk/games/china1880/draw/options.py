"""Where the options of 1880 live on the table, and how they look before they are taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stellwerk.core.action import Action
from stellwerk.draw.element import El
from stellwerk.draw.hexes import centre, plan
from stellwerk.draw.routes import routes_art
from stellwerk.draw.sheet import Sheet
from stellwerk.draw.tiles import tile_icon
from stellwerk.games.china1880.draw.chart import hex_with, layer
from stellwerk.games.china1880.draw.liveries import chip, token_at
from stellwerk.games.china1880.draw.trains import spot, train_icon
from stellwerk.games.china1880.rules import actions as a
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.rules.view import ChinaView
from stellwerk.rail18.routes import Fault, read

Where = Callable[[China, Any], tuple[str, ...]]


def _step(v: China) -> Any:
    """The open question; only asked where there is one."""
    return v.agenda[-1]


def _home(v: China, node: int) -> tuple[str, ...]:
    return (f"city-{v.tables.companies[_step(v).company].home}-{node}",)


def _city(v: China, hex: str, node: int) -> tuple[str, ...]:
    """A hex with one city stands for it; of several cities each stands for itself."""
    several = len(v.tables.atlas.face(v.board, hex).nodes) > 1
    return (f"city-{hex}-{node}",) if several else (f"hex-{hex}",)


SPOTS: Mapping[type[Action], Where] = {
    a.Bid: lambda v, o: (f"private-{o.private}",),
    a.ChooseInvestor: lambda v, o: (f"investor-{o.investor}",),
    a.Found: lambda v, o: (f"company-{o.company}",),
    a.BuyShare: lambda v, o: (f"shares-{o.company}",),
    a.SellShares: lambda v, o: (f"holding-{_step(v).seat(v)}-{o.company}",),
    a.PayDebt: lambda v, o: (f"debt-{_step(v).seat(v)}",),
    a.LayTile: lambda v, o: (f"hex-{o.hex}",),
    a.PlaceMarker: lambda v, o: _city(v, o.hex, o.node),
    a.ChooseCity: lambda v, o: _home(v, o.node),
    a.BuyTrain: lambda v, o: (f"train-{spot(o.train)}",),
    a.BuyTrainFrom: lambda v, o: (f"train-{o.company}-{spot(o.train)}",),
    a.GiveUpTrain: lambda v, o: (f"train-{_step(v).company}-{spot(o.train)}",),
    a.TakePayment: lambda v, o: ("private-P0",),
    a.GrantPermit: lambda v, o: ("private-P5",),
    a.ExchangeRocket: lambda v, o: ("private-P7",),
    a.AssignRocket: lambda v, o: ("private-P7",),
    a.MoveTreasury: lambda v, o: (f"investor-{_step(v).investor}",),
    a.ReplaceMarker: lambda v, o: (f"investor-{_step(v).investor}",),
}


def spots(view: ChinaView, action: Action) -> tuple[str, ...]:
    where = SPOTS.get(type(action))
    return where(view.position, action) if where else ()


def picture(sheet: Sheet, view: ChinaView, action: Action) -> El | None:
    v = view.position
    match action:
        case a.LayTile(_, tile, rotation):
            return tile_icon(v.tables.atlas.tiles[tile].at(rotation))
        case a.BuyTrain(train) | a.GiveUpTrain(train) | a.BuyTrainFrom(_, train, _):
            return train_icon(train)
        case a.Found(company) | a.BuyShare(company) | a.SellShares(company) | a.GrantPermit(company):
            return chip(company)
        case a.ChooseInvestor(investor):
            return chip(investor)
    return None


def preview(sheet: Sheet, view: ChinaView, action: Action | None) -> Mapping[str, El]:
    """A tile or marker as it would lie, and routes along their track."""
    v = view.position
    routes: list[El] = []
    ghost: list[El] = []
    match action:
        case a.LayTile(hex, tile, rotation):
            face = v.tables.atlas.tiles[tile].at(rotation)
            ghost = [hex_with(sheet, v.tables, v.board, hex, face)]
        case a.PlaceMarker(hex, node):
            ghost = [_marker(v, hex, node)]
        case a.Run(lines):
            routes = run_art(sheet, v, lines)
    return {"map-routes": layer(sheet, "map-routes", routes), "map-preview": layer(sheet, "map-preview", ghost)}


def run_art(sheet: Sheet, v: China, lines: Sequence[str]) -> list[El]:
    """Routes as they are written; one that cannot be followed is not drawn, the others keep their pattern."""
    layout = v.tables.atlas.layout(v.board)
    found = [read(layout, line.rpartition(":")[2]) for line in lines]
    return routes_art(sheet, layout, [None if isinstance(route, Fault) else route for route in found])


def _marker(v: China, hex: str, node: int) -> El:
    slots = plan(v.tables.atlas.face(v.board, hex)).slots[node]
    taken = len(v.board.owners(hex, node))
    return token_at(v.active, centre(hex).plus(*slots[min(taken, len(slots) - 1)]))
