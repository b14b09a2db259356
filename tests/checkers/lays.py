"""Whether a tile may be laid, EN 428-482: the hex, the colour, the stations, the track, the sides, six exits, reach.

Money, permits and the number of tiles in a turn are left aside.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

from tests.checkers.ground import Drawing, Lays, beyond, data, drawing, printed, tiles
from tests.checkers.journeys import Spot

COLOURS = ("yellow", "green", "brown", "grey")
SEA_AND_FAR = ("ferry", "offboard", "harbour")
SHOWN = {
    "plain": ("",),
    "town": ("t",),
    "double_town": ("tt",),
    "city": ("c",),
    "two_cities": ("cc",),
    "boomtown": ("t", "c"),
    "double_boomtown": ("tt", "cc"),
}
"""EN 435-446: what the first tile on a hex shows."""


class Wish(NamedTuple):
    hex: str
    tile: str
    turn: int


class Table(NamedTuple):
    """What lies there, what is left, which colours there are, over which edges the company comes, where it stands."""

    lays: Lays
    left: Mapping[str, int]
    colours: tuple[str, ...]
    arrivals: Mapping[str, set[int]]
    own: tuple[str, ...]
    home: str


@cache
def hexes() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in data("map")["hex"]}


@cache
def facts(tile: str) -> dict[str, Any]:
    return next(row for row in data("tiles")["tile"] if row["number"] == tile)


@cache
def exits(shown: Drawing) -> set[int]:
    return {edge for stop in shown.stops for edge in stop.edges} | {edge for pair in shown.plain for edge in pair}


def letters(shown: Drawing) -> str:
    return "".join(stop.letter for stop in shown.stops)


def is_legal(table: Table, wish: Wish) -> bool:
    row = hexes()[wish.hex]
    if row["kind"] in SEA_AND_FAR or not table.left[wish.tile]:
        return False
    may_lie = _upgrades(table, wish) if _colour(table, wish.hex) else _begins(table, wish)
    return may_lie and _is_reached(table, wish) and _fits(table, wish) and _takes_most_exits(table, wish)


def _colour(table: Table, hex: str) -> str:
    """The colour that lies on a hex; Beijing is printed yellow (EN 481)."""
    if hex in table.lays:
        return str(facts(table.lays[hex][0])["colour"])
    return "yellow" if hexes()[hex]["kind"] == "preprinted" else ""


def _label(table: Table, hex: str) -> str:
    if hex in table.lays:
        return str(facts(table.lays[hex][0]).get("label", ""))
    return str(hexes()[hex].get("label", ""))


def _old(table: Table, hex: str) -> Drawing:
    tile, turn = table.lays.get(hex, ("", 0))
    return drawing(tiles()[tile], turn) if tile else drawing(printed()[hex], 0)


def _begins(table: Table, wish: Wish) -> bool:
    """EN 430, 434-446: yellow, what the hex shows, the letter of a special city, the own home first."""
    row, tile = hexes()[wish.hex], facts(wish.tile)
    shown = letters(drawing(tile["track"], wish.turn))
    letter = "OO" if shown == "cc" else row.get("label", "")
    at_home = wish.hex == table.home or bool(exits(_old(table, table.home)))
    return tile["colour"] == "yellow" and shown in SHOWN[row["kind"]] and tile.get("label", "") == letter and at_home


def _upgrades(table: Table, wish: Wish) -> bool:
    """EN 468-479: the next colour, if there is one yet; the same stations, which only OO and Beijing join."""
    tile, label = facts(wish.tile), _label(table, wish.hex)
    following = COLOURS.index(_colour(table, wish.hex)) + 1
    if COLOURS[following : following + 1] != (tile["colour"],) or tile["colour"] not in table.colours:
        return False
    if tile.get("label", "") != label:
        return False
    old, new = letters(_old(table, wish.hex)), letters(drawing(tile["track"], wish.turn))
    return old == new or label == "B" or (label == "OO" and new == "c")


def _fits(table: Table, wish: Wish) -> bool:
    """EN 447-453, 477: sides that may be met, stubs that must be, and all old track."""
    new = drawing(facts(wish.tile)["track"], wish.turn)
    old, row = _old(table, wish.hex), hexes()[wish.hex]
    open_ = all(_is_open(wish.hex, edge) for edge in exits(new))
    return open_ and set(row.get("stubs", ())) <= exits(new) and _keeps(old, new)


def _is_open(hex: str, edge: int) -> bool:
    other = beyond(hex, edge)
    if other is None or edge in hexes()[hex].get("barriers", ()):
        return False
    across, back = hexes()[other], (edge + 3) % 6
    if back in across.get("barriers", ()):
        return False
    return across["kind"] not in SEA_AND_FAR or back in exits(drawing(printed()[other], 0))


def _keeps(old: Drawing, new: Drawing) -> bool:
    """Plain track is there again; each old station is in one of the new ones, with its track."""
    if not {frozenset(pair) for pair in old.plain} <= {frozenset(pair) for pair in new.plain}:
        return False
    if len(new.stops) == 1:
        return all(set(stop.edges) <= set(new.stops[0].edges) for stop in old.stops)
    orders = permutations(range(len(new.stops)), len(old.stops))
    return any(
        all(set(stop.edges) <= set(new.stops[at].edges) for stop, at in zip(old.stops, order, strict=True))
        for order in orders
    )


def _takes_most_exits(table: Table, wish: Wish) -> bool:
    """EN 481-482: a city becomes brown with six exits if it can; the tile with five only if not."""
    if wish.tile != "611" or not table.left["63"]:
        return True
    return not any(_fits(table, Wish(wish.hex, "63", turn)) for turn in range(6))


def _is_reached(table: Table, wish: Wish) -> bool:
    """EN 433, 476: a journey comes to the tile over one of its exits, or a marker stands on the hex."""
    new = drawing(facts(wish.tile)["track"], wish.turn)
    return wish.hex in table.own or bool(table.arrivals.get(wish.hex, set()) & exits(new))


def arrivals(reached: set[Spot]) -> dict[str, set[int]]:
    """Over which edges journeys come to each hex."""
    found: dict[str, set[int]] = {}
    for kind, hex, number in reached:
        if kind == "edge":
            found.setdefault(hex, set()).add(number)
    return found
