"""What a seat of Yokohama has in goods and orders, and what actions would bring it, wherever its pieces stand.

Where assistants and buildings stand is not asked here: positions that differ in nothing else share their gains.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from stellwerk.core import Seat
from stellwerk.games.yokohama.bots.terms import Terms
from stellwerk.games.yokohama.rules.components import ASSISTANT, HOUSE, IMPORTS, INDEX, POWERS, SHOP, YEN, Achievement
from stellwerk.games.yokohama.rules.state import NOBODY, Yokohama

READY = 2
"""How many shops and houses ready to be built count."""
PROOF = 0.6
"""How much hope every good leaves that an achievement lacks."""


class Gains:
    """Of one seat. Nothing in here changes with a state it was made from."""

    def __init__(
        self,
        terms: Terms,
        stock: tuple[int, ...],
        hand: tuple[str, ...],
        locked: tuple[int, ...],
        supply: tuple[int, int],
        spaces: tuple[tuple[str, tuple[int, ...]], ...],
        displays: tuple[tuple[str, tuple[str, ...]], ...],
        open_: tuple[tuple[int, str], ...],
    ) -> None:
        self.terms, self.t, self.w, self.known = terms, terms.t, terms.w, terms.known
        self.unit = terms.unit
        self.stock, self.hand, self.locked = stock, hand, locked
        self.shops, self.houses = supply
        """Those in supply."""
        self.spaces, self.displays = dict(spaces), dict(displays)
        self.open: list[tuple[int, Achievement]] = [(points, self.t.achievements[id_]) for points, id_ in open_]
        """The achievements still to be had, with their points."""
        self.lacks = {order: self.lacking(order, stock) for order in hand}
        self.goods = self._goods()
        self.orders = self._orders()
        self.gifts = self._gifts()
        self.pieces = self._pieces()
        self.actions: dict[tuple[int, int], float] = {}
        self.built: dict[tuple[object, ...], dict[int, float]] = {}
        """What actions bring with what may be built and won there, by what stands on the board."""

    # --- what there is ---------------------------------------------------------------------------------------------

    def _goods(self) -> float:
        """Stock by its price: what orders ask for in full, a few more nearly so, the rest as ballast.

        What cannot be used any more in the rounds to come is worth what is left over at the end.
        """
        unit, known, rest, w = self.unit, self.known.goods, self.known.rest, self.w
        rounds, yen = 1 + self.terms.left, self.stock[YEN]
        useful: float = min(yen, w.purse * rounds)
        total = useful * unit[YEN + 1] + (yen - useful) * rest[YEN] + self.stock[IMPORTS] * unit[IMPORTS + 1]
        asked = [known[order] for order in self.hand]
        for n in range(4):
            have: float = self.stock[n]
            spare = have - sum(goods[n] for goods in asked)
            if spare > 0:
                useful = min(spare, 2 + w.store * rounds)
                total += (spare - useful) * rest[n]
                have = have - spare + w.few * min(useful, 2) + w.ballast * max(0, useful - 2)
            total += unit[n + 1] * have
        return total

    def _orders(self) -> float:
        """The best orders first, each with the goods the ones before it leave."""
        terms, have = self.terms, list(self.stock)
        total = 0.0
        for gain, order in sorted([(terms.surplus(order), order) for order in self.hand], reverse=True):
            total += gain * terms.likely(self.lacking(order, have))
            for good, _, asked in self.known.asked[order]:
                have[good] = max(0, have[good] - asked)
        return total

    def lacking(self, order: str, have: Sequence[int]) -> int:
        """The price of the goods an order asks for beyond these."""
        total = 0
        for good, price, asked in self.known.asked[order]:
            if asked > have[good]:
                total += price * (asked - have[good])
        return total

    def _gifts(self) -> list[float]:
        """What no gift to the Church costs, the cheapest one, the two cheapest…"""
        unit, stock = self.unit, self.stock
        costs = sorted(unit[INDEX[g.good] + 1] * g.amount for g in self.t.gifts if stock[INDEX[g.good]] >= g.amount)
        return [0.0, *accumulate(costs)]

    def _pieces(self) -> list[float]:
        """What the pieces in the warehouse that can be paid are worth, the best first."""
        terms, w, locked, yen = self.terms, self.w, self.locked, self.stock[YEN]
        ready = (SHOP, terms.shop_ready, self.shops), (HOUSE, terms.house_ready, self.houses)
        found = [w.hand + w.member[1] * terms.long] * min(POWERS, locked[ASSISTANT])
        for piece, worth, there in ready:
            costs = self.t.releases[piece]
            cost = costs[min(self.known.locked[piece] - locked[piece], len(costs) - 1)]
            if locked[piece] and yen >= cost and there < READY:
                found.append(worth - cost * self.unit[YEN + 1])
        return sorted(found, reverse=True)

    # --- actions ---------------------------------------------------------------------------------------------------

    def action(self, area: int, power: int) -> float:
        """What an action in an area brings at a power, without what may be built or won there."""
        key = area, power
        if key not in self.actions:
            self.actions[key] = self._action(area, power)
        return self.actions[key]

    def _action(self, area: int, power: int) -> float:
        row = self.t.areas[area]
        strength = row.by_power[power - 1]
        match row.action:
            case "produce":
                assert row.good is not None
                return self.producing(INDEX[row.good], strength)
            case "trade":
                return self.w.exchange * strength
            case "church":
                return self.church(strength)
            case "customs":
                return self.customs(strength)
            case "orders":
                return self.taking(row.id, strength) + row.points[power - 1]
            case "hire":
                return sum(self.pieces[:strength])
            case "research":
                return self.research(row.id, strength)
        return 0.0

    def producing(self, good: int, count: int) -> float:
        """Goods at their price, and the order or achievement they help to."""
        worth = count * self.unit[good + 1]
        return worth + self.w.ripening * (self.ripened(good, count) + self.proven(good, count)) if count else worth

    def ripened(self, good: int, count: int) -> float:
        """What the order gains most of those in hand that ask for a good, if there were more of it."""
        terms, best = self.terms, 0.0
        for order, before in self.lacks.items():
            lacks = self.known.goods[order][good] - self.stock[good] if good < YEN else 0
            if lacks > 0:
                after = before - self.known.prices[good] * min(count, lacks)
                later = terms.likely(after) if after else 1.0
                best = max(best, terms.surplus(order) * (later - terms.likely(before)))
        return best

    def proven(self, good: int, count: int) -> float:
        """What the achievements gain that ask for a good, if there were more of it."""
        total = 0.0
        for points, card in self.open:
            if card.good is not None and INDEX[card.good] == good:
                missing = card.amount - self.stock[good]
                if missing > 0:
                    later = 1.0 if missing <= count else self.terms.hope(missing - count, PROOF)
                    total += points * (later - self.terms.hope(missing, PROOF))
        return total

    def church(self, faith: int) -> float:
        """The best free space for the power and the cheapest gifts."""
        costs, terms = self.gifts, self.terms
        best, extra = 0.0, terms.bonus.get("church", 0) - terms.member
        for (needs, reward), owner in zip(terms.priced.spaces["church"], self.spaces["church"], strict=True):
            lacks = max(0, needs - faith)
            if owner == NOBODY and lacks < len(costs):
                best = max(best, reward + extra - costs[lacks])
        return best

    def customs(self, limit: int) -> float:
        terms, able = self.terms, min(limit, self.stock[IMPORTS])
        best, extra = 0.0, terms.bonus.get("customs", 0)
        for (needs, reward), owner in zip(terms.priced.spaces["customs"], self.spaces["customs"], strict=True):
            if owner == NOBODY and needs <= able:
                best = max(best, reward + extra + 1.0 - needs * self.unit[IMPORTS + 1] - terms.member)
        return best

    def taking(self, board: str, ranges: int) -> float:
        """The best order within reach of the power, if the hand has room."""
        if len(self.hand) >= self.t.fees.hand_limit:
            return 0.0
        slots = self.t.order_boards[board].slots(ranges)
        found = sorted([self.fit(order) for order in self.displays[board][:slots] if order], reverse=True)
        return found[0] + (0.4 * found[1] if len(found) > 1 else 0.0) if found else 0.0

    def fit(self, order: str) -> float:
        """What an order would be worth in hand."""
        return self.terms.surplus(order) * self.terms.likely(self.lacking(order, self.stock))

    def research(self, board: str, industry: int) -> float:
        """The best technology that can be paid."""
        fees, mine = self.t.fees, self.terms.mine
        extra = len(mine) >= fees.technologies_without_surcharge
        means = self.stock[IMPORTS] + self.stock[YEN] // fees.instead_of_import
        price = fees.instead_of_import * self.unit[YEN + 1]
        best = 0.0
        for card, more in zip(self.displays[board], self.t.technology_boards[board].surcharges, strict=True):
            if card and card not in mine:
                lacks = max(0, self.t.technologies[card].cost + more - industry) + extra
                if lacks <= means:
                    best = max(best, self.terms.acquired(card) - lacks * price)
        return best


kept = lru_cache(maxsize=2_000)(Gains)


def gains_of(s: Yokohama, seat: Seat, terms: Terms) -> Gains:
    supply = s.supply[seat]
    return kept(
        terms,
        tuple(s.stock[seat]),
        s.hand[seat],
        tuple(s.warehouse[seat]),
        (supply[SHOP], supply[HOUSE]),
        tuple(s.spaces.items()),
        tuple(s.displays.items()),
        open_to(s, seat),
    )


def open_to(s: Yokohama, seat: Seat) -> tuple[tuple[int, str], ...]:
    """The achievements a seat may still have, with their points."""
    cards = s.tables.achievements
    return tuple(
        [
            (cards[id_].later if seats else cards[id_].first, id_)
            for id_, seats in zip(s.achievements, s.achieved, strict=True)
            if seat not in seats
        ]
    )
