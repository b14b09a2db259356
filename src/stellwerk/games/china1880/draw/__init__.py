"""1880: China as one sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.core.text import Text
from stellwerk.draw.drawing import Fragment, fragment
from stellwerk.draw.element import El
from stellwerk.draw.sheet import Sheet, scroll
from stellwerk.games.china1880.draw.chart import chart
from stellwerk.games.china1880.draw.companies import companies
from stellwerk.games.china1880.draw.gallery import plates
from stellwerk.games.china1880.draw.market import market, order_list
from stellwerk.games.china1880.draw.options import picture, preview, run_art, spots
from stellwerk.games.china1880.draw.players import player, unowned
from stellwerk.games.china1880.draw.trains import depot, outlook, phases
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.rules.view import ChinaView

__all__ = ["fragments", "picture", "planned", "plates", "preview", "spots"]


def fragments(sheet: Sheet, view: ChinaView) -> Iterator[Fragment]:
    v = view.position
    yield fragment(sheet, "map", sheet.say(Text("Map")), _map(sheet, v), kind="map")
    yield fragment(
        sheet, "trains", sheet.say(Text("Trains and phases")), depot(sheet, v), outlook(sheet, v), phases(sheet, v)
    )
    yield fragment(sheet, "companies", sheet.say(Text("Companies")), companies(sheet, v))
    yield fragment(sheet, "market", sheet.say(Text("Share prices")), scroll(market(sheet, v)))
    yield fragment(sheet, "order", sheet.say(Text("Turn order of companies")), order_list(sheet, v))
    players = [player(sheet, v, seat) for seat in v.order]
    yield fragment(sheet, "players", sheet.say(Text("Players")), *players)
    yield fragment(sheet, "papers", sheet.say(Text("Private companies and investors")), unowned(sheet, v))


def _map(sheet: Sheet, v: China, runs: Sequence[str] = ()) -> El:
    return chart(sheet, v.tables, v.board, v.now.column, homes(v), run_art(sheet, v, runs))


def planned(sheet: Sheet, v: China, runs: Sequence[str]) -> Fragment:
    """The map alone, with routes on it."""
    return fragment(sheet, "map", sheet.say(Text("Map")), _map(sheet, v, runs), kind="map")


def homes(v: China) -> Iterator[tuple[str, int, str]]:
    """Places kept for companies that are not on the map yet."""
    for company in v.tables.companies.values():
        if not v.stations.get(company.id):
            yield company.home, company.city, company.id
