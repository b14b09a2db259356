"""Options in words, so that a newcomer understands what each of them does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.core import Action, Text, Texts, pending
from stellwerk.games.yokohama.rules import actions as act
from stellwerk.games.yokohama.rules.chapters.additional import Additional
from stellwerk.games.yokohama.rules.chapters.area_action import Building, TakingTile
from stellwerk.games.yokohama.rules.chapters.movement import Recalling, ways
from stellwerk.games.yokohama.rules.chapters.orders import TakingOrders
from stellwerk.games.yokohama.rules.chapters.placement import Placing
from stellwerk.games.yokohama.rules.chapters.research import Researching
from stellwerk.games.yokohama.rules.chapters.rewards import Releasing, Shifting, release_cost
from stellwerk.games.yokohama.rules.chapters.spaces import AtBoard, Delivery, Worship
from stellwerk.games.yokohama.rules.chapters.trade import Trading
from stellwerk.games.yokohama.rules.components import PIECE_INDEX, POWERS, Area, Reward
from stellwerk.games.yokohama.rules.events import order_text
from stellwerk.games.yokohama.rules.state import Yokohama, area_of, guests, power
from stellwerk.games.yokohama.rules.words import PIECE_NAMES, amount, contents, player


def describe(s: Yokohama, a: Action) -> Text:
    return WORDS[type(a)](s, a)


def _area(s: Yokohama, id_: str) -> Text:
    n = s.tables.area_index.get(id_)
    return Text("unknown area") if n is None else Text(s.tables.areas[n].name)


def _deal(s: Yokohama, a: act.Deal) -> Text:
    t = s.tables
    if a.card in t.orders:
        return order_text(t.orders[a.card])
    if a.card in t.technologies:
        return Text(t.technologies[a.card].name)
    if a.card in t.achievements:
        return Text(t.achievements[a.card].name)
    if a.card in t.area_index:
        return _area(s, a.card)
    return Text("{card}", card=a.card)


def _keep(s: Yokohama, a: act.KeepOrder) -> Text:
    return Text("Keep {order}", order=_order(s, a.order))


def _order(s: Yokohama, id_: str) -> Text:
    order = s.tables.orders.get(id_)
    return Text("unknown order") if order is None else order_text(order)


def _place(s: Yokohama, a: act.Place) -> Text:
    fee = guests(s, s.active, area_of(s, a.area)).bit_count() * s.tables.fees.president
    if fee:
        return Text("Assistant to {area} for {yen}", area=_area(s, a.area), yen=amount("yen", fee))
    return Text("Assistant to {area}", area=_area(s, a.area))


def _move(s: Yokohama, a: act.Move) -> Text:
    area = area_of(s, a.area)
    price = ways(s).get((area, act.PAYEES.index(a.payees)), 0) if a.payees in act.PAYEES else 0
    strength = min(power(s, s.active, area) + 1, POWERS)
    action = Text("power {power}, {outlook}", power=strength, outlook=outlook(s, area, strength))
    if not price:
        return Text("President to {area}: {action}", area=_area(s, a.area), action=action)
    payees = tuple(map(player, a.payees)) or (Text("the bank"),)
    return Text(
        "President to {area} for {yen} ({payees}): {action}",
        area=_area(s, a.area), yen=amount("yen", price), payees=payees, action=action,
    )  # fmt: skip


def outlook(s: Yokohama, area: int, strength: int) -> Text:
    """What the action of an area brings at a power."""
    row = s.tables.areas[area]
    n = row.by_power[strength - 1]
    if row.action == "produce":
        return amount(row.good or "", n)
    if row.action == "orders":
        return order_outlook(row, strength)
    brought, asked = OUTLOOKS[row.action](n), ASKED.get(row.action)
    if asked is None or asked(area, strength).own_candidates(s) != [act.DONE]:
        return brought
    return Text("{outlook}, not enough for anything", outlook=brought)


def order_outlook(row: Area, strength: int) -> Text:
    """Which order a power brings, and the points that come with it."""
    order, points = RANGES[row.by_power[strength - 1]], row.points[strength - 1]
    if not points:
        return order
    return Texts("{order} and {n} point", "{order} and {n} points", points, order=order)


RANGES = (
    Text("no order"), Text("order of the low range"), Text("order of the low or middle range"), Text("any order"),
)  # fmt: skip
OUTLOOKS: Mapping[str, Callable[[int], Text]] = {
    "trade": lambda n: Texts("{n} exchange", "{n} exchanges", n),
    "church": lambda n: Text("faith {n}", n=n),
    "customs": lambda n: Texts("up to {n} import to give", "up to {n} imports to give", n),
    "hire": lambda n: Texts("{n} piece out of the warehouse", "{n} pieces out of the warehouse", n),
    "research": lambda n: Text("industry {n}", n=n),
    "none": lambda n: Text("no action"),
}
ASKED: Mapping[str, type[Researching] | type[AtBoard]] = {
    "research": Researching, "church": Worship, "customs": Delivery,
}  # fmt: skip
"""What is chosen there: with too little power, money or gifts there is nothing to choose."""


def _occupy(s: Yokohama, a: act.Occupy) -> Text:
    choice = pending(s)
    reward: tuple[Text, ...] = ()
    if isinstance(choice, AtBoard):
        spaces = s.tables.spaces[choice.board]
        reward = contents(spaces[a.space - 1].reward) if 1 <= a.space <= len(spaces) else ()
    if a.origin == "area":
        return Text("Space {space}, assistant from the area: {reward}", space=a.space, reward=reward)
    return Text("Space {space}, assistant from the supply: {reward}", space=a.space, reward=reward)


def _give(s: Yokohama, a: act.Give) -> Text:
    amounts = {str(gift.good): gift.amount for gift in s.tables.gifts}
    return Text("Give {what}", what=amount(a.good, amounts.get(a.good, 1)))


def _take(s: Yokohama, a: act.TakeOrder) -> Text:
    order = _order(s, a.order)
    if a.payment == "free":
        return Text("Take {order}", order=order)
    price = amount("imports", 1) if a.payment == "imports" else amount("yen", s.tables.fees.instead_of_import)
    return Text("Take for {price}: {order}", order=order, price=price)


def _release(s: Yokohama, a: act.Release) -> Text:
    cost = amount("yen", release_cost(s, PIECE_INDEX.get(a.piece, 0)))
    return Text("Out of the warehouse: {piece} for {yen}", piece=PIECE_NAMES.get(a.piece, a.piece), yen=cost)


def _research(s: Yokohama, a: act.Research) -> Text:
    technology, choice = s.tables.technologies.get(a.technology), pending(s)
    if technology is None or not isinstance(choice, Researching):
        return Text("{action}", action=str(a))
    yen = (choice.missing(s, a.technology, a.slot) - a.imports) * s.tables.fees.instead_of_import
    return Text(
        "{technology} ({country}) for {price}: {effect}",
        technology=Text(technology.name), country=technology.country.upper(),
        price=contents(Reward(imports=a.imports, yen=max(0, yen))), effect=Text(technology.text),
    )  # fmt: skip


def _tile(s: Yokohama, a: act.TakeTile) -> Text:
    choice = pending(s)
    if isinstance(choice, TakingTile) and s.tiles[choice.area]:
        return Text("Collect the tile: {reward}", reward=contents(s.tables.tiles[s.tiles[choice.area]].reward))
    return Text("Collect the tile")


def _shop(s: Yokohama, a: act.BuildShop) -> Text:
    choice = pending(s)
    if not isinstance(choice, Building) or not 1 <= a.site <= 4:
        return Text("Shop on site {site}", site=a.site)
    reward = contents(s.tables.sites[s.sites[choice.area]].shops[a.site - 1])
    return Text("Shop on site {site}: {reward}", site=a.site, reward=reward)


def _house(s: Yokohama, a: act.BuildHouse) -> Text:
    choice = pending(s)
    if not isinstance(choice, Building):
        return Text("Trading house")
    return Text("Trading house: {reward}", reward=contents(s.tables.sites[s.sites[choice.area]].house))


def _shift(s: Yokohama, a: act.Shift) -> Text:
    if a.origin == act.SUPPLY:
        return Text("Assistant from the supply to {area}", area=_area(s, a.area))
    return Text("Assistant from {origin} to {area}", origin=_area(s, a.origin), area=_area(s, a.area))


def _agent(s: Yokohama, a: act.UseAgent) -> Text:
    area = area_of(s, a.area)
    strength = max(1, power(s, s.active, area))
    action = Text("power {power}, {outlook}", power=strength, outlook=outlook(s, area, strength))
    return Text("Agent to {area}: {action}", area=_area(s, a.area), action=action)


def _achieve(s: Yokohama, a: act.Achieve) -> Text:
    card = s.tables.achievements.get(a.achievement)
    if card is None or a.achievement not in s.achievements:
        return Text("{action}", action=str(a))
    points = card.later if s.achieved[s.achievements.index(a.achievement)] else card.first
    return Text("Achievement {name}: {points}", name=Text(card.name), points=amount("vp", points))


def _exchange(sentence: Text, price: Callable[[Yokohama, str], int]) -> Callable[[Yokohama, Any], Text]:
    def words(s: Yokohama, a: Any) -> Text:
        if a.good not in s.tables.exchanges:
            return Text("{action}", action=str(a))
        yen = amount("yen", price(s, a.good))
        return Text(sentence.message, good=amount(a.good, 1), yen=yen)

    return words


DONE_WORDS: Mapping[type[Any], Text] = {
    Placing: Text("Place no more assistants"),
    Recalling: Text("Leave the other assistants where they are"),
    Trading: Text("No more exchanges"),
    Worship: Text("Put no assistant on the board"),
    Delivery: Text("Put no assistant on the board"),
    TakingOrders: Text("Take no order"),
    Researching: Text("Acquire no technology"),
    Releasing: Text("Take nothing more out of the warehouse"),
    Shifting: Text("Move no more assistants"),
    TakingTile: Text("Leave the tile"),
    Building: Text("Build nothing"),
    Additional: Text("End the turn"),
}


def _done(s: Yokohama, a: act.Done) -> Text:
    return DONE_WORDS.get(type(pending(s)), Text("Done"))


WORDS: Mapping[type[Action], Callable[[Yokohama, Any], Text]] = {
    act.Deal: _deal,
    act.KeepOrder: _keep,
    act.Place: _place,
    act.Move: _move,
    act.Recall: lambda s, a: Text("President back into the supply; no area action"),
    act.Fetch: lambda s, a: Text("Take back one assistant: {area}", area=_area(s, a.area)),
    act.FetchAll: lambda s, a: Text("Take back all assistants"),
    act.Buy: _exchange(Text("Buy {good} for {yen}"), lambda s, good: s.tables.exchanges[good].buy),
    act.Sell: _exchange(Text("Sell {good} for {yen}"), lambda s, good: s.tables.exchanges[good].sell or 0),
    act.Give: _give,
    act.Occupy: _occupy,
    act.TakeOrder: _take,
    act.Release: _release,
    act.Research: _research,
    act.SetStation: lambda s, a: Text("Station to {area}", area=_area(s, a.area)),
    act.TakeTile: _tile,
    act.BuildShop: _shop,
    act.BuildHouse: _house,
    act.LeaveOne: lambda s, a: Text("Leave one assistant there"),
    act.ReturnAll: lambda s, a: Text("All assistants return"),
    act.Shift: _shift,
    act.Choose: lambda s, a: Text("Take {good}", good=amount(a.good, 1)),
    act.UseAgent: _agent,
    act.Achieve: _achieve,
    act.Fulfil: lambda s, a: Text("Fulfil {order}", order=_order(s, a.order)),
    act.SellSilk: lambda s, a: Text("Textile factory: sell {good}", good=amount("silk", 1)),
    act.Recruit: lambda s, a: Text("University: assistant out of the warehouse"),
    act.Done: _done,
}
