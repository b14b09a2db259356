"""What single things would bring a seat of Yokohama: an order, a symbol, a technology, an action in an area."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import accumulate

from stellwerk.core import Seat
from stellwerk.games.yokohama.bots.prices import bonuses, priced, rounds_left, sets, symbols, tabled, units
from stellwerk.games.yokohama.bots.weights import Weights
from stellwerk.games.yokohama.rules.chapters.additional import areas_built
from stellwerk.games.yokohama.rules.components import ASSISTANT, HOUSE, IMPORTS, INDEX, SHOP, YEN, Achievement
from stellwerk.games.yokohama.rules.state import NOBODY, Yokohama

READY = 2
"""How many shops and houses ready to be built count."""


class Gains:
    """Of one seat in one position."""

    def __init__(self, s: Yokohama, seat: Seat, w: Weights) -> None:
        self.s, self.seat, self.t, self.w = s, seat, s.tables, w
        self.known = tabled(s.tables)
        self.left = rounds_left(s, seat, w)
        self.pace = min(1.0, self.left / w.enough)
        self.soon = min(1.0, self.left / w.soon)
        self.long = min(1.0, self.left / w.long)
        self.unit = units(s.tables, w, round(10 * self.pace))
        self.priced = priced(s.tables, w, round(10 * self.pace))
        self.stock = s.stock[seat]
        self.counts = symbols(s, seat)
        self.symbols: dict[int, float] = {}
        self.member = w.member[0] * self.long
        self.fits: dict[str, float] = {}
        self.gifts: list[float] = []
        self.offered: dict[str, list[tuple[int, float]]] = {}
        mine = s.technologies[seat]
        self.bonus = bonuses(s.tables, w, mine, round(10 * self.pace)) if mine else {}
        self.shop_ready = self.soon * (w.shop_ready + w.added * self.bonus.get("shop", 0))
        self.house_ready = self.soon * (w.house_ready + w.added * self.bonus.get("house", 0))

    def surplus(self, order: str) -> float:
        """What an order brings beyond its goods: reward, symbol, agent, technologies."""
        gained = self.priced.orders[order] + self.symbol(self.known.country[order])
        return gained + self.bonus.get("order", 0) - self.priced.goods[order]

    def symbol(self, n: int) -> float:
        if n not in self.symbols:
            self.symbols[n] = self._one_more(n)
        return self.symbols[n]

    def _one_more(self, n: int) -> float:
        """What one more symbol of a country brings: a larger set, and every second time an agent."""
        counts = (*self.counts[:n], self.counts[n] + 1, *self.counts[n + 1 :])
        gain = float(sets(self.t, counts) - sets(self.t, self.counts))
        if self.s.agents_left[self.known.countries[n]]:
            gain += self.soon * (self.w.agent - self.w.half_agent if self.counts[n] % 2 else self.w.half_agent)
        return gain

    def likely(self, lacking: float) -> float:
        """How likely an order will be fulfilled that still lacks goods at this price."""
        if not lacking:
            return self.w.ready_order
        return (self.w.far_order + self.w.near_order * math.exp(-lacking / 5)) * min(1.0, self.left / (2 + lacking / 3))

    def lacking(self, order: str, have: Sequence[int]) -> int:
        """The price of the goods an order asks for beyond these."""
        total = 0
        for good, price, asked in self.known.asked[order]:
            if asked > have[good]:
                total += price * (asked - have[good])
        return total

    def open(self) -> Iterator[tuple[int, Achievement]]:
        """The achievements still to be had, with their points."""
        for id_, seats in zip(self.s.achievements, self.s.achieved, strict=True):
            if self.seat not in seats:
                card = self.t.achievements[id_]
                yield card.later if seats else card.first, card

    def hope(self, missing: float, patience: float) -> float:
        """How much of an achievement counts that lacks so much."""
        if missing <= 0:
            return self.w.met
        return self.w.hope * math.pow(patience, missing) * min(1.0, self.left / (1 + missing))

    def missing(self, card: Achievement) -> tuple[float, float]:
        """How much a condition lacks, and how much hope each of it leaves."""
        s, seat = self.s, self.seat
        match card.condition:
            case "goods":
                assert card.good is not None
                return card.amount - self.stock[INDEX[card.good]], 0.6
            case "technologies":
                return card.amount - len(s.technologies[seat]), 0.6
            case "tokens":
                return card.amount - len(s.agents[seat]) - len(s.won[seat]), 0.6
            case "orders":
                return card.amount - len(s.fulfilled[seat]), 0.7
        production, trade = areas_built(s, seat)
        return max(0, card.production - production) + max(0, card.trade - trade), 0.65

    def technology(self, card: str) -> float:
        """What a technology will still bring."""
        row, w = self.t.technologies[card], self.w
        if row.on is None:
            return w.engine * row.cost * self.long
        return w.occasions.get(row.on, 0.0) * max(0.0, self.left - 1) * self.priced.technologies[card]

    # --- actions ---------------------------------------------------------------------------------------------------

    def action(self, area: int, power: int) -> float:
        """What an action in an area brings at a power."""
        row = self.t.areas[area]
        strength = row.by_power[power - 1]
        match row.action:
            case "produce":
                assert row.good is not None
                worth = self.producing(INDEX[row.good], strength)
            case "trade":
                worth = self.w.exchange * strength
            case "church":
                worth = self.church(strength)
            case "customs":
                worth = self.customs(strength)
            case "orders":
                worth = self.taking(row.id, strength) + row.points[power - 1]
            case "hire":
                worth = self.hiring(strength)
            case "research":
                worth = self.research(row.id, strength)
            case _:
                worth = 0.0
        if power >= self.t.fees.shop_power:
            worth += self.building(area)
        if power >= self.t.fees.tile_power and self.s.tiles[area]:
            worth += self.priced.tiles[self.s.tiles[area]] + 0.5
        return worth

    def producing(self, good: int, count: int) -> float:
        """Goods at their price, and the order or achievement they help to."""
        worth = count * self.unit[good + 1]
        return worth + self.w.ripening * (self.ripened(good, count) + self.proven(good, count)) if count else worth

    def ripened(self, good: int, count: int) -> float:
        """What the order gains most of those in hand that ask for a good, if there were more of it."""
        best = 0.0
        for order in self.s.hand[self.seat]:
            lacks = self.known.goods[order][good] - self.stock[good] if good < YEN else 0
            if lacks > 0:
                before = self.lacking(order, self.stock)
                after = before - self.known.prices[good] * min(count, lacks)
                later = self.likely(after) if after else 1.0
                best = max(best, self.surplus(order) * (later - self.likely(before)))
        return best

    def proven(self, good: int, count: int) -> float:
        """What the achievements gain that ask for a good, if there were more of it."""
        total = 0.0
        for points, card in self.open():
            if card.good is not None and INDEX[card.good] == good:
                missing, patience = self.missing(card)
                if missing > 0:
                    later = 1.0 if missing <= count else self.hope(missing - count, patience)
                    total += points * (later - self.hope(missing, patience))
        return total

    def hiring(self, count: int) -> float:
        """The best pieces out of the warehouse that can be paid."""
        s, locked, yen = self.s, self.s.warehouse[self.seat], self.stock[YEN]
        found = []
        for piece, worth in ((SHOP, self.shop_ready), (HOUSE, self.house_ready)):
            ready, costs = s.supply[self.seat][piece], self.t.releases[piece]
            cost = costs[min(self.t.start.warehouse.counts()[piece] - locked[piece], len(costs) - 1)]
            if locked[piece] and yen >= cost and ready < READY:
                found.append(worth - cost * self.unit[YEN + 1])
        found += [self.w.hand + self.w.member[1] * self.long] * min(count, locked[ASSISTANT])
        return sum(sorted(found, reverse=True)[:count])

    def building(self, area: int) -> float:
        """What the best building in an area adds to a piece that is ready anyway."""
        s, seat = self.s, self.seat
        shops, house = self.priced.sites[s.sites[area]]
        best = 0.0
        owners = s.shops[area]
        if s.supply[seat][SHOP] and seat not in owners and NOBODY in owners:
            reward = max(gain for gain, owner in zip(shops, owners, strict=True) if owner == NOBODY)
            best = reward + self.bonus.get("shop", 0) + self.w.stronger * self.long - self.shop_ready
        if s.supply[seat][HOUSE] and s.houses[area] == NOBODY:
            gain = house + self.bonus.get("house", 0)
            best = max(best, gain + self.w.stronger * self.long - self.house_ready)
        return best

    def church(self, faith: int) -> float:
        """The best free space for the power and the cheapest gifts."""
        costs = self.gifts = self.gifts or self.giving()
        best, extra = 0.0, self.bonus.get("church", 0) - self.member
        for (needs, reward), owner in zip(self.priced.spaces["church"], self.s.spaces["church"], strict=True):
            lacks = max(0, needs - faith)
            if owner == NOBODY and lacks < len(costs):
                best = max(best, reward + extra - costs[lacks])
        return best

    def giving(self) -> list[float]:
        """What no gift to the Church costs, the cheapest one, the two cheapest…"""
        unit, stock = self.unit, self.stock
        costs = sorted(unit[INDEX[g.good] + 1] * g.amount for g in self.t.gifts if stock[INDEX[g.good]] >= g.amount)
        return [0.0, *accumulate(costs)]

    def customs(self, limit: int) -> float:
        able = min(limit, self.stock[IMPORTS])
        best, extra = 0.0, self.bonus.get("customs", 0)
        for (needs, reward), owner in zip(self.priced.spaces["customs"], self.s.spaces["customs"], strict=True):
            if owner == NOBODY and needs <= able:
                best = max(best, reward + extra + 1.0 - needs * self.unit[IMPORTS + 1] - self.member)
        return best

    def taking(self, board: str, ranges: int) -> float:
        """The best order within reach of the power, if the hand has room."""
        s = self.s
        if len(s.hand[self.seat]) >= self.t.fees.hand_limit:
            return 0.0
        slots = self.t.order_boards[board].slots(ranges)
        found = sorted([self.fit(order) for order in s.displays[board][:slots] if order], reverse=True)
        return found[0] + (0.4 * found[1] if len(found) > 1 else 0.0) if found else 0.0

    def fit(self, order: str) -> float:
        """What an order would be worth in hand."""
        if order not in self.fits:
            self.fits[order] = self.surplus(order) * self.likely(self.lacking(order, self.stock))
        return self.fits[order]

    def research(self, board: str, industry: int) -> float:
        """The best technology that can be paid."""
        fees = self.t.fees
        extra = len(self.s.technologies[self.seat]) >= fees.technologies_without_surcharge
        means = self.stock[IMPORTS] + self.stock[YEN] // fees.instead_of_import
        price = fees.instead_of_import * self.unit[YEN + 1]
        best = 0.0
        for needs, gain in self.offers(board):
            lacks = max(0, needs - industry) + extra
            if lacks <= means:
                best = max(best, gain - lacks * price)
        return best

    def offers(self, board: str) -> list[tuple[int, float]]:
        """The industry every technology on a board needs, and what it brings."""
        if board not in self.offered:
            mine, row = self.s.technologies[self.seat], self.t.technology_boards[board]
            shown = zip(self.s.displays[board], row.surcharges, strict=True)
            self.offered[board] = [
                (self.t.technologies[card].cost + more, self.acquired(card))
                for card, more in shown
                if card and card not in mine
            ]
        return self.offered[board]

    def acquired(self, card: str) -> float:
        """What a technology brings: its effect, its symbol and its part in the majority."""
        row, w = self.t.technologies[card], self.w
        gain = self.technology(card) + w.symbol + w.rank * row.cost + self.bonus.get("technology", 0)
        if w.shown:
            gain += w.shown * self.symbol(self.known.country[card])
        return gain + self.priced.technologies[card] if row.on == "acquired" else gain
