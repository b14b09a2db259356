"""What the rows and fields of the component tables are called, and what the rows are read into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stellwerk.core.text import Text
from stellwerk.games.russian_railroads.rules import components as c

TITLES = {
    "engineer": Text("Engineers"),
    "space": Text("Action spaces"),
    "bonus": Text("Start bonuses"),
    "tile": Text("?-tiles"),
    "card": Text("?-cards"),
    "end_card": Text("End cards"),
    "lane": Text("Industry lane"),
    "colour": Text("Tracks"),
    "line": Text("Lines"),
    "special": Text("Special spaces of the lines"),
    "locomotive": Text("Locomotives and factories"),
    "table": Text("Set-up by number of players"),
    "supply": Text("Supply"),
    "pass": Text("Points for passing"),
    "majority": Text("Points for the engineers"),
}

FIELD_TITLES = {
    "area": Text("part of the board"),
    "benefit": Text("what it gives"),
    "coins": Text("coins"),
    "colour": Text("colour that must reach it"),
    "colours": Text("colours that may be built"),
    "copies": Text("number of copies"),
    "count": Text("number of copies"),
    "counts": Text("what counts"),
    "display": Text("place of its engineer; 0 is none"),
    "doublers": Text("places for doublers"),
    "effects": Text("effects"),
    "kind": Text("kind"),
    "length": Text("spaces"),
    "letter": Text("letter"),
    "letters": Text("letters of the engineers laid out; - is an empty place"),
    "line": Text("line"),
    "locomotive": Text("locomotives must reach it too"),
    "n": Text("how many"),
    "number": Text("number"),
    "own_place": Text("one's own place may be claimed"),
    "points": Text("points"),
    "lane.points": Text("points; -1 is none"),
    "rounds": Text("rounds"),
    "scale": Text("from how many, for how many points"),
    "seats": Text("players"),
    "slots": Text("places for locomotives"),
    "space": Text("space"),
    "takes": Text("track that becomes available"),
    "unlimited": Text("may be used again and again"),
    "upgraded": Text("value after the revaluation"),
    "value": Text("value"),
    "workers": Text("workers"),
}

KINDS: Mapping[str, type[Any]] = {
    "engineer": c.Engineer,
    "space": c.Space,
    "bonus": c.Card,
    "tile": c.Card,
    "card": c.Card,
    "end_card": c.EndCard,
    "lane": c.Lane,
    "colour": c.Colour,
    "line": c.Line,
    "special": c.Special,
    "locomotive": c.Locomotive,
    "table": c.Table,
    "supply": c.Supply,
    "pass": c.PlacePoints,
    "majority": c.PlacePoints,
}
