"""Component tables checked against each other; an error names file, table and key."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from stellwerk.core import Text
from stellwerk.core.components import BadComponent

if TYPE_CHECKING:
    from stellwerk.games.yokohama.rules.components import Area, Shape, Tables, Technology

SEATS = range(2, 5)
ORDERS_DEALT = 2
STACKS = ("A", "B", "C")


def check(t: Tables) -> None:
    _areas(t)
    _boards(t)
    _countries(t, "orders.toml: order", t.orders)
    _countries(t, "technologies.toml: technology", t.technologies)
    _technologies(t)
    _achievements(t)
    for seats in SEATS:
        _shape(t, seats)
    _scoring(t)


def _require(holds: bool, where: str, text: Text) -> None:
    if not holds:
        raise BadComponent(where, text)


def _areas(t: Tables) -> None:
    canals = [area for area in t.areas if area.kind == "canal"]
    _require(len(t.area_index) == len(t.areas), "areas.toml: area", Text("every area needs an id of its own"))
    _require(len(canals) <= 1, "areas.toml: area", Text("there is one canal at most"))
    for area in t.areas:
        _area(t, area)


def _area(t: Tables, area: Area) -> None:
    where = f"areas.toml: area {area.id}"
    five = Text("five values, for power 1 to 5, are needed")
    _require(len(area.by_power) == 5, f"{where}.by_power", five)
    _require(len(area.points) == 5, f"{where}.points", five)
    _require((area.kind == "canal") == (area.action == "none"), f"{where}.action", Text("only the canal has no action"))
    if area.action == "produce":
        _require(area.good is not None, f"{where}.good", Text("missing"))
    boards: Mapping[str, Mapping[str, Any]] = {
        "church": t.spaces, "customs": t.spaces, "orders": t.order_boards, "research": t.technology_boards,
    }  # fmt: skip
    if area.action in boards:
        _require(area.id in boards[area.action], where, Text("boards.toml has no board called {board}", board=area.id))


def _boards(t: Tables) -> None:
    for board, spaces in t.spaces.items():
        free = Text("a space must be left for the players in a game for two")
        _require(not all(space.neutral for space in spaces), f"boards.toml: {board}", free)
    for id_, row in t.order_boards.items():
        reached = max((max(area.by_power) for area in t.areas if area.id == id_), default=1)
        enough = Text("a range for each number the area reaches is needed: {n}", n=reached)
        _require(len(row.ranges) >= reached, f"boards.toml: order_board {id_}.ranges", enough)


def _countries(t: Tables, where: str, cards: Mapping[str, Any]) -> None:
    for id_, card in cards.items():
        known = Text("no such country; known are: {names}", names=", ".join(t.countries))
        _require(card.country in t.countries, f"{where} {id_}.country", known)


def _technologies(t: Tables) -> None:
    for id_, technology in t.technologies.items():
        where = f"technologies.toml: technology {id_}"
        bonus = technology.effect == "bonus"
        _require(bonus == (technology.on is not None), f"{where}.on", Text("a bonus, and only a bonus, says when"))
        _require(technology.copies > 0, f"{where}.copies", Text("at least one copy is needed"))
        before = list(t.technologies.values())[: list(t.technologies).index(id_)]
        for other in before:
            _kindred(technology, other, where)
        if technology.effect == "station":
            tiles = technology.copies + sum(other.copies for other in before if other.effect == "station")
            _require(tiles == 1, f"{where}.copies", Text("there is one station tile only"))


def _kindred(a: Technology, b: Technology, where: str) -> None:
    """Cards of one name do the same, at whatever cost and for whatever country; and only they do it."""
    if a.name == b.name:
        alike = (a.effect, a.on, a.reward, a.amount) == (b.effect, b.on, b.reward, b.amount)
        _require(alike, f"{where}.effect", Text("cards of the same name must do the same"))
    else:
        same = a.effect == b.effect != "bonus"
        _require(not same, f"{where}.effect", Text("another technology has it"))


def _achievements(t: Tables) -> None:
    for stack in STACKS:
        found = any(card.stack == stack for card in t.achievements.values())
        _require(found, "achievements.toml: achievement", Text("no card in stack {stack}", stack=stack))
    for id_, card in t.achievements.items():
        if card.condition == "goods":
            _require(card.good is not None, f"achievements.toml: achievement {id_}.good", Text("missing"))


def _shape(t: Tables, seats: int) -> None:
    """Enough of everything for a number of players."""
    _require(seats in t.shapes, "setup.toml: table", Text("no row for {n} players", n=seats))
    shape = t.shapes[seats]
    used = [t.areas[area] for area in t.used(seats)]
    where = f"setup.toml: table for {seats}.rows"
    fits = Text("{places} places for {areas} areas", places=sum(shape.rows), areas=len(used))
    _require(sum(shape.rows) == len(used), where, fits)
    sites = sum(area.kind != "canal" for area in used)
    _enough("sites.toml: site", len(t.sites), sites)
    _enough("tiles.toml: tile", len(t.tiles), sites)
    _enough("orders.toml: order", len(t.orders), _orders_needed(t, seats, shape, used))
    slots = sum(len(t.technology_boards[area.id].surcharges) for area in used if area.action == "research")
    _enough("technologies.toml: technology", sum(card.copies for card in t.technologies.values()), slots)


def _orders_needed(t: Tables, seats: int, shape: Shape, used: Iterable[Area]) -> int:
    shown = sum(sum(t.order_boards[area.id].ranges) for area in used if area.action == "orders")
    return shape.orders_removed + shown + seats * ORDERS_DEALT


def _enough(where: str, found: int, needed: int) -> None:
    _require(found >= needed, where, Text("at least {needed} are needed, found {found}", needed=needed, found=found))


def _scoring(t: Tables) -> None:
    for id_ in ("church", "customs", "technology"):
        _require(id_ in t.majorities, "scoring.toml: majority", Text("no row for {id}", id=id_))
    enough = len(t.sets) > len(t.countries)
    _require(enough, "scoring.toml: country_set.points", Text("a value for every number of countries is needed"))
