"""yokohama area.port, A.c, A.d: orders taken and fulfilled; the symbols of countries and their agents."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from stellwerk.core import Action, Illegal, Rule, Step, Text, tell, then
from stellwerk.games.yokohama.rules.actions import DONE, Done, Fulfil, TakeOrder
from stellwerk.games.yokohama.rules.chapters.dealing import Draw
from stellwerk.games.yokohama.rules.chapters.own_turn import ANY_TIME, OwnTurn, ask, may_deliver
from stellwerk.games.yokohama.rules.chapters.rewards import bonus, gain
from stellwerk.games.yokohama.rules.citation import no, rule
from stellwerk.games.yokohama.rules.components import GOODS, IMPORTS, YEN
from stellwerk.games.yokohama.rules.events import AgentGained, Fulfilled, OrderTaken
from stellwerk.games.yokohama.rules.state import Yokohama


@dataclass(frozen=True, slots=True)
class TakingOrders(OwnTurn):
    """yokohama area.port: one order within the ranges the power opens, then maybe a second one for a price."""

    area: int
    power: int
    taken: int = 0
    rule: ClassVar[Rule] = rule("area.port")
    kinds: ClassVar = (TakeOrder, Done, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        name = Text(s.tables.areas[self.area].name)
        if self.taken:
            return Text("{area}: take a second order for 2 yen or 1 import?", area=name)
        return Text("{area}: take an order", area=name)

    def _board(self, s: Yokohama) -> str:
        return s.tables.areas[self.area].id

    def _open(self, s: Yokohama) -> int:
        """How many slots from the left the power opens."""
        return s.tables.order_boards[self._board(s)].slots(s.tables.areas[self.area].by_power[self.power - 1])

    def own_candidates(self, s: Yokohama) -> list[Action]:
        found: list[Action] = []
        fees, take = s.tables.fees, s.tables.menu.take
        if len(s.hand[s.active]) < fees.hand_limit:
            mine = s.stock[s.active]
            payments = self._payments(mine[YEN] >= fees.instead_of_import, mine[IMPORTS] > 0)
            shown = s.displays[self._board(s)][: self._open(s)]
            found += [take[order][payment] for order in shown if order for payment in payments]
        if not (found and self._compulsory(s)):
            found.append(DONE)
        return found

    def _payments(self, yen: bool, imports: bool) -> tuple[str, ...]:
        if not self.taken:
            return ("free",)
        return ("yen",) * yen + ("imports",) * imports

    def _compulsory(self, s: Yokohama) -> bool:
        """yokohama B.3: the player takes an order; a second one he may take."""
        return not self.taken and (s.variants.strict or not s.variants.lax)

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        if isinstance(a, Done):
            must = self._compulsory(s) and DONE not in self.own_candidates(s)
            return no("B.3", Text("the action must be carried out")) if must else None
        assert isinstance(a, TakeOrder)
        return self._not_there(s, a.order) or self._not_paid(s, a.payment)

    def _not_there(self, s: Yokohama, order: str) -> Illegal | None:
        display = s.displays[self._board(s)]
        if not order or order not in display:
            return no(self.rule, Text("that order is not on this board"))
        if display.index(order) >= self._open(s):
            return no(self.rule, Text("power {power} does not reach that slot", power=self.power))
        limit = s.tables.fees.hand_limit
        if len(s.hand[s.active]) >= limit:
            return no("general.3", Text("{limit} orders in hand at most", limit=limit))
        return None

    def _not_paid(self, s: Yokohama, payment: str) -> Illegal | None:
        if (payment == "free") != (not self.taken):
            return no(self.rule, Text("the first order is free, the second one is not"))
        mine, price = s.stock[s.active], s.tables.fees.instead_of_import
        if payment == "yen" and mine[YEN] < price:
            return no(self.rule, Text("{yen} yen are needed", yen=price))
        if payment == "imports" and not mine[IMPORTS]:
            return no(self.rule, Text("you have no import"))
        return None

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        if isinstance(a, Done):
            return
        assert isinstance(a, TakeOrder)
        if a.payment == "yen":
            s.stock[s.active][YEN] -= s.tables.fees.instead_of_import
        elif a.payment == "imports":
            s.stock[s.active][IMPORTS] -= 1
        board = self._board(s)
        s.displays[board] = tuple("" if order == a.order else order for order in s.displays[board])
        s.hand[s.active] += (a.order,)
        tell(s, OrderTaken, s.active, s.tables.orders[a.order])
        if not self.taken:
            ask(s, replace(self, taken=1))


@dataclass(frozen=True, slots=True)
class RefillOrders(Step[Yokohama]):
    """yokohama area.port: cards slide to the left, new ones follow; a deck too small for that ends the game."""

    board: str

    def run(self, s: Yokohama) -> None:
        gaps = slide(s, self.board)
        if gaps > s.order_deck and not s.end:
            s.end = "orders"
        slots = len(s.displays[self.board])
        first = slots - gaps
        then(s, *(Draw(self.board, slot) for slot in range(first, first + min(gaps, s.order_deck))))


def slide(s: Yokohama, board: str) -> int:
    """Cards of a display to the left; how many slots are empty then."""
    cards = tuple(filter(None, s.displays[board]))
    gaps = len(s.displays[board]) - len(cards)
    s.displays[board] = cards + ("",) * gaps
    return gaps


# --- fulfilling ------------------------------------------------------------------------------------------------------


def no_fulfilment(s: Yokohama, order: str) -> Illegal | None:
    section = "A.c"
    if order not in s.hand[s.active]:
        return no(section, Text("that order is not in your hand"))
    return None if may_deliver(s, order) else no(section, Text("goods of the order are missing"))


def fulfil(s: Yokohama, a: Fulfil) -> None:
    """yokohama A.c: lay the order open, pay all its goods, take its reward."""
    order, seat = s.tables.orders[a.order], s.active
    for n, good in enumerate((*GOODS, "imports")):
        s.stock[seat][n] -= getattr(order.goods, good)
    s.hand[seat] = tuple(card for card in s.hand[seat] if card != a.order)
    if s.hidden[seat] == a.order:
        s.hidden[seat] = ""
    s.fulfilled[seat] += (a.order,)
    tell(s, Fulfilled, seat, order)
    bonus(s, "order")
    gain(s, order.reward, "orders")
    welcome_agent(s, order.country)


def symbols(s: Yokohama, seat: int, country: str) -> int:
    """How often a player's open cards show a country."""
    t = s.tables
    orders = sum(t.orders[card].country == country for card in s.fulfilled[seat])
    return orders + sum(t.technologies[card].country == country for card in s.technologies[seat])


def welcome_agent(s: Yokohama, country: str) -> None:
    """yokohama A.d: every second symbol of a country brings one of its agents, while there are any."""
    if symbols(s, s.active, country) % 2 or not s.agents_left[country]:
        return
    s.agents_left[country] -= 1
    s.agents[s.active] += (country,)
    tell(s, AgentGained, s.active, s.tables.countries[country])
