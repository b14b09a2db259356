"""What the rows and fields of the component tables are called, and what the rows are read into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stellwerk.core.text import Text
from stellwerk.games.china1880.rules import components as c

TITLES = {
    "markers": Text("Prices of station markers"),
    "company": Text("Companies"),
    "investor": Text("Foreign investors"),
    "hex": Text("Hexes of the map"),
    "ferry": Text("Ferries"),
    "line": Text("Bonus for a line across the map"),
    "prices": Text("Share price chart"),
    "bonuses": Text("Bonus for each share on the chart"),
    "par": Text("Par prices"),
    "phase": Text("Phases"),
    "players": Text("Set-up by number of players"),
    "certificate": Text("Director's certificates"),
    "private": Text("Private companies"),
    "payment": Text("Payments of the Woosong Railway"),
    "tile": Text("Tiles"),
    "train": Text("Trains"),
    "list": Text("Prices of earlier lists"),
}

FIELD_TITLES = {
    "amount": Text("sum paid"),
    "barriers": Text("edges that are closed"),
    "bonus": Text("bonus"),
    "bonuses": Text("bonuses, row by row from the top; 0 is none"),
    "cash": Text("starting capital"),
    "cell": Text("row and column on the chart, from 0"),
    "certificates": Text("certificate limit"),
    "city": Text("which city of the hex, from 0"),
    "colour": Text("colour"),
    "colours": Text("colours of tiles"),
    "communism": Text("the exchange is frozen"),
    "cost": Text("cost of building"),
    "count": Text("how many there are"),
    "train.count": Text("how many there are; 0 is without end"),
    "falls": Text("the opening bid falls"),
    "fee": Text("fee"),
    "float": Text("percent the director needs"),
    "hexes": Text("hexes"),
    "home": Text("home"),
    "investors": Text("investors operate"),
    "kind": Text("kind"),
    "label": Text("letters printed on it"),
    "large": Text("large stations at most"),
    "letter": Text("letter of the phase"),
    "limit": Text("trains per company"),
    "markers": Text("prices of the second and third marker"),
    "phase.markers": Text("station markers cost so many times the price"),
    "percent": Text("percent"),
    "permits": Text("building permits to choose from"),
    "price": Text("price"),
    "prices": Text("prices"),
    "prices.prices": Text("prices, row by row from the top; 0 is no cell"),
    "removal": Text("unsold trains leave the bank"),
    "restored": Text("restored trains are sold"),
    "revenue": Text("revenue"),
    "phase.revenue": Text("private companies pay"),
    "rows": Text("rows of the turn order"),
    "rusts_on": Text("scrapped by"),
    "share_round": Text("the last one leads to a share round"),
    "stops": Text("stops"),
    "stubs": Text("edges the first tile must lead to"),
    "ten_shares": Text("ten shares are on sale"),
    "terrain": Text("terrain"),
    "track": Text("track, in our tile language"),
    "train": Text("begins with the train"),
    "payment.train": Text("with the last train"),
    "yellow": Text("yellow tiles per turn"),
}
"""By the name of the field; where it means something else in one table, by table and field."""

KINDS: Mapping[str, type[Any]] = {
    "company": c.Company,
    "investor": c.Investor,
    "hex": c.Hex,
    "ferry": c.Ferry,
    "line": c.Line,
    "par": c.Par,
    "phase": c.Phase,
    "players": c.Players,
    "certificate": c.Certificate,
    "private": c.Private,
    "payment": c.Payment,
    "tile": c.TileRow,
    "train": c.Train,
}
