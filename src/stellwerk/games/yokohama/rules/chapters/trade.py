"""yokohama area.chinatown: exchanges of goods and imports for money."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from stellwerk.core import Action, Illegal, Rule, Text, Texts, tell
from stellwerk.games.yokohama.rules.actions import DONE, Buy, Done, Sell
from stellwerk.games.yokohama.rules.chapters.own_turn import ANY_TIME, OwnTurn, ask
from stellwerk.games.yokohama.rules.chapters.rewards import bonus
from stellwerk.games.yokohama.rules.citation import no, rule
from stellwerk.games.yokohama.rules.components import INDEX, STOCK, YEN
from stellwerk.games.yokohama.rules.events import Bought, Sold
from stellwerk.games.yokohama.rules.state import Yokohama

BUY: Mapping[str, Buy] = {good: Buy(good) for good in STOCK}
SELL: Mapping[str, Sell] = {good: Sell(good) for good in STOCK}


@dataclass(frozen=True, slots=True)
class Trading(OwnTurn):
    """yokohama area.chinatown: as many exchanges as the power allows, each one purchase or one sale.

    `mined`: the mining technology has already worked in this action; it matters only where it works once an action.
    """

    left: int
    mined: bool = False
    compulsory: bool = False
    rule: ClassVar[Rule] = rule("area.chinatown")
    kinds: ClassVar = (Buy, Sell, Done, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        return Texts("Chinatown: {n} exchange left", "Chinatown: {n} exchanges left", self.left)

    def own_candidates(self, s: Yokohama) -> list[Action]:
        found: list[Action] = []
        mine = s.stock[s.active]
        for good, price in s.tables.exchanges.items():
            if mine[YEN] >= price.buy:
                found.append(BUY[good])
            if price.sell is not None and mine[INDEX[good]]:
                found.append(SELL[good])
        if not (found and self.compulsory):
            found.append(DONE)
        return found

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        if isinstance(a, Done):
            must = self.compulsory and DONE not in self.own_candidates(s)
            return no("B.3", Text("the action must be carried out")) if must else None
        assert isinstance(a, Buy | Sell)
        price = s.tables.exchanges.get(a.good)
        if price is None:
            return no(self.rule, Text("that is not traded in Chinatown"))
        if isinstance(a, Buy):
            poor = s.stock[s.active][YEN] < price.buy
            return no(self.rule, Text("{yen} yen are needed", yen=price.buy)) if poor else None
        if price.sell is None:
            return no(self.rule, Text("imports are bought here, never sold"))
        return None if s.stock[s.active][INDEX[a.good]] else no(self.rule, Text("you have none of it to sell"))

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        if isinstance(a, Done):
            return
        assert isinstance(a, Buy | Sell)
        price, mine = s.tables.exchanges[a.good], s.stock[s.active]
        mined = self.mined
        if isinstance(a, Buy):
            mine[YEN] -= price.buy
            mine[INDEX[a.good]] += 1
            tell(s, Bought, s.active, a.good, price.buy)
            mined = self._mine(s, a.good)
        else:
            assert price.sell is not None
            mine[INDEX[a.good]] -= 1
            mine[YEN] += price.sell
            tell(s, Sold, s.active, a.good, price.sell)
        if self.left > 1:
            ask(s, replace(self, left=self.left - 1, mined=mined, compulsory=False))

    def _mine(self, s: Yokohama, good: str) -> bool:
        """yokohama technology.mining-technology: one more copper for each purchase of copper."""
        if good != "copper":
            return self.mined
        if not (self.mined and s.variants.mining_once):
            bonus(s, "copper")
        return True
