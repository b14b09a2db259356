"""yokohama B.3, B.4, B.5, B.6: area action, power-5 bonus, construction, return. Agents carry them out as well."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from stellwerk.core import Action, Illegal, Rule, Step, Text, tell, then
from stellwerk.games.yokohama.rules.actions import (
    BUILD_HOUSE,
    DONE,
    LEAVE_ONE,
    RETURN_ALL,
    TAKE_TILE,
    BuildHouse,
    BuildShop,
    Done,
    LeaveOne,
    ReturnAll,
    TakeTile,
)
from stellwerk.games.yokohama.rules.chapters.orders import RefillOrders, TakingOrders
from stellwerk.games.yokohama.rules.chapters.own_turn import ANY_TIME, OwnTurn, ask
from stellwerk.games.yokohama.rules.chapters.research import Researching
from stellwerk.games.yokohama.rules.chapters.rewards import Releasing, bonus, gain, reward_of
from stellwerk.games.yokohama.rules.chapters.spaces import Delivery, Worship
from stellwerk.games.yokohama.rules.chapters.trade import Trading
from stellwerk.games.yokohama.rules.citation import no, rule
from stellwerk.games.yokohama.rules.components import ASSISTANT, HOUSE, SHOP, SHOP_SITES, YEN
from stellwerk.games.yokohama.rules.events import Acted, Built, HouseIncome, Returned, TileTaken
from stellwerk.games.yokohama.rules.state import NOBODY, Yokohama, owns, power

BUILD_SHOP = tuple(BuildShop(site) for site in range(1, SHOP_SITES + 1))
HOUSE_INCOME = 1


@dataclass(frozen=True, slots=True)
class AreaAction(Step[Yokohama]):
    """yokohama B.3: the power is taken once; what leaves the area during the action does not lower it."""

    area: int

    def run(self, s: Yokohama) -> None:
        strength = power(s, s.active, self.area)
        area = s.tables.areas[self.area]
        tell(s, Acted, s.active, area, strength)
        pay_house(s, self.area)
        then(s, *_afterwards(self.area, strength))
        if area.points[strength - 1]:
            gain(s, reward_of("vp", area.points[strength - 1]), "areas")
        ACTIONS[area.action](s, self.area, strength)


@cache
def _afterwards(area: int, strength: int) -> tuple[Step[Yokohama], ...]:
    return Bonus(area, strength), Construction(area, strength), Recovery(area)


def pay_house(s: Yokohama, area: int) -> None:
    """yokohama B.3: another player's trading house in the area earns its owner one yen of the bank."""
    owner = s.houses[area]
    if owner not in (NOBODY, s.active):
        s.stock[owner][YEN] += HOUSE_INCOME
        tell(s, HouseIncome, owner, s.tables.areas[area], HOUSE_INCOME)


def produce(s: Yokohama, area: int, strength: int) -> None:
    """yokohama area.copper-mine and the other areas with a plain income."""
    row = s.tables.areas[area]
    yielded = row.by_power[strength - 1]
    if yielded and row.good is not None:
        gain(s, reward_of(row.good, yielded), "areas", mined=True)


def trade(s: Yokohama, area: int, strength: int) -> None:
    ask(s, Trading(s.tables.areas[area].by_power[strength - 1], compulsory=s.variants.strict))


def worship(s: Yokohama, area: int, strength: int) -> None:
    ask(s, Worship(area, strength))


def deliver(s: Yokohama, area: int, strength: int) -> None:
    ask(s, Delivery(area, strength))


def take_orders(s: Yokohama, area: int, strength: int) -> None:
    then(s, RefillOrders(s.tables.areas[area].id))
    if s.tables.areas[area].by_power[strength - 1]:
        ask(s, TakingOrders(area, strength))


def hire(s: Yokohama, area: int, strength: int) -> None:
    if pieces := s.tables.areas[area].by_power[strength - 1]:
        ask(s, Releasing(pieces, compulsory=s.variants.strict))


def research(s: Yokohama, area: int, strength: int) -> None:
    ask(s, Researching(area, strength))


ACTIONS: Mapping[str, Callable[[Yokohama, int, int], None]] = {
    "produce": produce,
    "trade": trade,
    "church": worship,
    "customs": deliver,
    "orders": take_orders,
    "hire": hire,
    "research": research,
}


# --- power-5 bonus ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bonus(Step[Yokohama]):
    area: int
    power: int

    def run(self, s: Yokohama) -> None:
        if self.power >= s.tables.fees.tile_power and s.tiles[self.area]:
            then(s, TakingTile(self.area))


@dataclass(frozen=True, slots=True)
class TakingTile(OwnTurn):
    """yokohama B.4: after an action of power 5 the tile of the area may be collected; it works at once."""

    area: int
    rule: ClassVar[Rule] = rule("B.4")
    kinds: ClassVar = (TakeTile, Done, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        return Text("Collect the power-5 tile of {area}?", area=Text(s.tables.areas[self.area].name))

    def own_candidates(self, s: Yokohama) -> list[Action]:
        return [TAKE_TILE, DONE]

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        return None

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        if isinstance(a, Done):
            return
        tile = s.tables.tiles[s.tiles[self.area]]
        s.tiles[self.area] = ""
        s.won[s.active] += (tile.id,)
        tell(s, TileTaken, s.active, s.tables.areas[self.area], tile)
        gain(s, tile.reward, "tiles", mined=True)


# --- construction ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Construction(Step[Yokohama]):
    area: int
    power: int

    def run(self, s: Yokohama) -> None:
        if self.power >= s.tables.fees.shop_power:
            ask(s, Building(self.area))


@dataclass(frozen=True, slots=True)
class Building(OwnTurn):
    """yokohama B.5: after an action of power 4 or 5 one shop or one trading house may be built in the area."""

    area: int
    rule: ClassVar[Rule] = rule("B.5")
    kinds: ClassVar = (BuildShop, BuildHouse, Done, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        return Text("Build in {area}?", area=Text(s.tables.areas[self.area].name))

    def own_candidates(self, s: Yokohama) -> list[Action]:
        found: list[Action] = []
        sites, supply = s.shops[self.area], s.supply[s.active]
        if supply[SHOP] and s.active not in sites:
            found += [a for a, owner in zip(BUILD_SHOP, sites, strict=True) if owner == NOBODY]
        if supply[HOUSE] and s.houses[self.area] == NOBODY:
            found.append(BUILD_HOUSE)
        found.append(DONE)
        return found

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        match a:
            case BuildShop():
                return self._no_shop(s, a.site)
            case BuildHouse():
                return self._no_house(s)
        return None

    def _no_shop(self, s: Yokohama, site: int) -> Illegal | None:
        if not s.supply[s.active][SHOP]:
            return no("general.6", Text("you have no shop in your supply"))
        if s.active in s.shops[self.area]:
            return no(self.rule, Text("you have a shop in this area already"))
        if not 1 <= site <= SHOP_SITES or s.shops[self.area][site - 1] != NOBODY:
            return no(self.rule, Text("that site is not free"))
        return None

    def _no_house(self, s: Yokohama) -> Illegal | None:
        if not s.supply[s.active][HOUSE]:
            return no("general.6", Text("you have no trading house in your supply"))
        taken = s.houses[self.area] != NOBODY
        return no(self.rule, Text("the area has a trading house already")) if taken else None

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        site = s.tables.sites[s.sites[self.area]]
        match a:
            case BuildShop():
                owners = s.shops[self.area]
                s.shops[self.area] = (*owners[: a.site - 1], s.active, *owners[a.site :])
                s.supply[s.active][SHOP] -= 1
                tell(s, Built, s.active, s.tables.areas[self.area], "shop")
                bonus(s, "shop")
                gain(s, site.shops[a.site - 1], "buildings", mined=True)
            case BuildHouse():
                s.houses[self.area] = s.active
                s.supply[s.active][HOUSE] -= 1
                tell(s, Built, s.active, s.tables.areas[self.area], "house")
                bonus(s, "house")
                gain(s, site.house, "buildings", mined=True)


# --- return ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Recovery(Step[Yokohama]):
    """yokohama B.6: the assistants of the area return to the supply; the telephone lets one of them stay."""

    area: int

    def run(self, s: Yokohama) -> None:
        there = s.assistants[s.active][self.area]
        if there and owns(s, s.active, "telephone"):
            then(s, Recovering(self.area))
        elif there:
            bring_back(s, self.area, there)


def bring_back(s: Yokohama, area: int, assistants: int) -> None:
    s.assistants[s.active][area] -= assistants
    s.supply[s.active][ASSISTANT] += assistants
    tell(s, Returned, s.active, s.tables.areas[area], assistants)


@dataclass(frozen=True, slots=True)
class Recovering(OwnTurn):
    """yokohama technology.telephone: all assistants return, or all but one."""

    area: int
    rule: ClassVar[Rule] = rule("technology.telephone")
    kinds: ClassVar = (ReturnAll, LeaveOne, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        return Text("Telephone: leave one assistant in {area}?", area=Text(s.tables.areas[self.area].name))

    def own_candidates(self, s: Yokohama) -> list[Action]:
        return [RETURN_ALL, LEAVE_ONE]

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        return None

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        returning = s.assistants[s.active][self.area] - isinstance(a, LeaveOne)
        if returning:
            bring_back(s, self.area, returning)
