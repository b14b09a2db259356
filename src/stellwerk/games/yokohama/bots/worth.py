"""What a position of Yokohama promises a seat, part by part."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from stellwerk.core import Seat
from stellwerk.games.yokohama.bots.prices import (
    bonuses,
    dot,
    majorities,
    priced,
    rounds_left,
    sets,
    symbols,
    tabled,
    units,
)
from stellwerk.games.yokohama.rules.chapters.additional import areas_built
from stellwerk.games.yokohama.rules.components import ASSISTANT, HOUSE, IMPORTS, INDEX, POWERS, SHOP, YEN, Achievement
from stellwerk.games.yokohama.rules.state import NOBODY, NOWHERE, Yokohama, built, grounds, neighbours

FEW, BALLAST = 0.8, 0.35
"""What goods count that no order in hand asks for: the first two of a kind, and more."""
AGENT, HALF_AGENT = 4.0, 1.2
"""An agent, and a symbol of which a second one would bring him."""
SHOP_READY, HOUSE_READY, READY = 2.5, 6.0, 2
"""A shop and a house ready to be built, and how many of a kind count."""
ADDED = 0.7
"""How much of what a technology adds to a building counts before it is built."""
HAND = 0.6
"""An assistant at hand for the next turn."""
TEAM, MEMBER = (0, 8, 13, 20), (1.8, 1.4, 0.5)
"""What every assistant adds over a whole game: the first eight, the next five, more."""
STRONGER = 1.2
"""A building makes its area stronger for the rest of the game."""
ENOUGH, SOON, LONG = 4.0, 2.5, 12.0
"""Rounds in which goods, pieces and engines pay."""
OCCASIONS = {"order": 0.4, "technology": 0.2, "shop": 0.35, "house": 0.15, "church": 0.2, "customs": 0.2, "copper": 0.3}
"""How often in a round something happens a technology adds to."""
ENGINE, SYMBOL, RANK = 0.5, 1.5, 0.5
"""What a technology that changes rules gives over a whole game, its symbol, its part in the majority; by its cost."""
EXCHANGE = 0.35
"""What an exchange in Chinatown gains."""
TURNS = (0.5, 0.35, 0.22, 0.14, 0.1, 0.07, 0.05, 0.03)
"""What the best, the second best… action prepared counts for."""
IDLE = 2.5
"""What any turn brings; an action prepared is worth what it brings beyond that."""
STANDING = 0.75
"""What each assistant adds to an action to come."""
LEAVING, CUT_OFF = 0.6, 0.7
"""What is left of an action where the president stands, and where he cannot go."""
MET, HOPE = 0.45, 0.6
"""How much of an achievement counts before it is taken: with its condition met, and before."""
READY_ORDER, FAR_ORDER, NEAR_ORDER = 0.75, 0.15, 0.45
"""How much of an order counts that could be fulfilled, that lacks a lot, and more of one that lacks little."""
UNSURE = 0.4
"""How much of a majority is not yet won."""


class Outlook:
    """What one seat may expect from one position."""

    def __init__(self, s: Yokohama, seat: Seat) -> None:
        self.s, self.seat, self.t = s, seat, s.tables
        self.known = tabled(s.tables)
        self.left = rounds_left(s, seat)
        self.pace = min(1.0, self.left / ENOUGH)
        self.soon = min(1.0, self.left / SOON)
        self.long = min(1.0, self.left / LONG)
        self.unit = units(s.tables, round(10 * self.pace))
        self.priced = priced(s.tables, round(10 * self.pace))
        self.stock = s.stock[seat]
        self.counts = symbols(s, seat)
        self.symbols: dict[int, float] = {}
        self.member = MEMBER[0] * self.long
        self.fits: dict[str, float] = {}
        mine = s.technologies[seat]
        self.bonus = bonuses(s.tables, mine, tuple(OCCASIONS), round(10 * self.pace)) if mine else {}
        self.shop_ready = self.soon * (SHOP_READY + ADDED * self.bonus.get("shop", 0))
        self.house_ready = self.soon * (HOUSE_READY + ADDED * self.bonus.get("house", 0))

    def total(self) -> float:
        return sum(self.counted())

    def counted(self) -> tuple[float, ...]:
        """What the total is made of, part by part."""
        return (
            sum(self.s.points[self.seat]),
            self.majorities(),
            self.countries(),
            self.goods(),
            self.orders(),
            self.achievements(),
            self.technologies(),
            self.pieces(),
            self.places(),
        )

    # --- what there is ---------------------------------------------------------------------------------------------

    def majorities(self) -> float:
        return (1.0 - UNSURE * self.pace) * majorities(self.s, self.seat)

    def countries(self) -> float:
        """Sets of countries, agents waiting, and every second symbol that would bring one."""
        s, seat = self.s, self.seat
        waiting = len(s.agents[seat]) - s.agents_used[seat]
        odd = sum(n % 2 for n, id_ in zip(self.counts, self.known.countries, strict=True) if s.agents_left[id_])
        agent = self.t.rest.agent + self.soon * (AGENT - self.t.rest.agent)
        return sets(self.t, self.counts) + waiting * agent + HALF_AGENT * self.pace * odd

    def goods(self) -> float:
        """Stock by its price: what orders ask for in full, a few more nearly so, the rest as ballast."""
        unit, known = self.unit, self.known.goods
        total = self.stock[YEN] * unit[YEN + 1] + self.stock[IMPORTS] * unit[IMPORTS + 1]
        asked = [known[order] for order in self.s.hand[self.seat]]
        for n in range(4):
            have: float = self.stock[n]
            spare = have - sum(goods[n] for goods in asked)
            if spare > 0:
                have = have - spare + FEW * min(spare, 2) + BALLAST * max(0, spare - 2)
            total += unit[n + 1] * have
        return total

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
            gain += self.soon * (AGENT - HALF_AGENT if self.counts[n] % 2 else HALF_AGENT)
        return gain

    def likely(self, lacking: float) -> float:
        """How likely an order will be fulfilled that still lacks goods at this price."""
        if not lacking:
            return READY_ORDER
        return (FAR_ORDER + NEAR_ORDER * math.exp(-lacking / 5)) * min(1.0, self.left / (2 + lacking / 3))

    def lacking(self, order: str, have: Sequence[int]) -> int:
        """The price of the goods an order asks for beyond these."""
        total = 0
        for good, price, asked in self.known.asked[order]:
            if asked > have[good]:
                total += price * (asked - have[good])
        return total

    def orders(self) -> float:
        """The best orders first, each with the goods the ones before it leave."""
        hand = self.s.hand[self.seat]
        if not hand:
            return 0.0
        have = self.stock[:5]
        total = 0.0
        for gain, order in sorted(((self.surplus(order), order) for order in hand), reverse=True):
            total += gain * self.likely(self.lacking(order, have))
            for good, _, asked in self.known.asked[order]:
                have[good] = max(0, have[good] - asked)
        return total

    def achievements(self) -> float:
        s, seat = self.s, self.seat
        total = 0.0
        for n, id_ in enumerate(s.achievements):
            if seat in s.achieved[n]:
                continue
            card = self.t.achievements[id_]
            points = card.later if s.achieved[n] else card.first
            missing, patience = self.missing(card)
            hope = MET if missing <= 0 else HOPE * patience**missing * min(1.0, self.left / (1 + missing))
            total += points * hope
        return total

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

    def technologies(self) -> float:
        return sum(self.technology(card) for card in self.s.technologies[self.seat])

    def technology(self, card: str) -> float:
        """What a technology will still bring."""
        row = self.t.technologies[card]
        if row.on in OCCASIONS:
            return OCCASIONS[row.on] * max(0.0, self.left - 1) * self.priced.technologies[card]
        return ENGINE * row.cost * self.long if row.on is None else 0.0

    def pieces(self) -> float:
        """Assistants, those at hand for the next turn, shops and houses ready to be built or standing."""
        s, seat = self.s, self.seat
        supply = s.supply[seat]
        force = supply[ASSISTANT] + sum(s.assistants[seat])
        ready = self.shop_ready * min(supply[SHOP], READY) + self.house_ready * min(supply[HOUSE], READY)
        standing = built(s, seat, SHOP) + built(s, seat, HOUSE)
        team = dot([min(max(0, force - low), high - low) for low, high in pairwise(TEAM)], MEMBER)
        return ready + self.soon * HAND * min(supply[ASSISTANT], 3) + self.long * (team + STRONGER * standing)

    # --- where assistants stand ------------------------------------------------------------------------------------

    def places(self) -> float:
        """The actions prepared, the best first."""
        s, mine, seat = self.s, self.s.assistants[self.seat], self.seat
        useful = sum(
            min(there, POWERS - 1 - (seat in s.shops[a]) - (s.houses[a] == seat))
            for a, there in enumerate(mine)
            if there
        )
        found = sorted(self._prepared(), reverse=True)
        return self.soon * (dot(found, TURNS) + STANDING * useful)

    def _prepared(self) -> Iterator[float]:
        s, mine, seat = self.s, self.s.assistants[self.seat], self.seat
        here = s.presidents[seat]
        near = self.reachable() if here != NOWHERE else None
        for area in grounds(s):
            there = mine[area]
            if not there:
                continue
            power = there + (seat in s.shops[area]) + (s.houses[area] == seat) + (s.station == area) + 1
            worth = self.action(area, min(power, POWERS))
            if power < POWERS:
                worth = (worth + self.action(area, power + 1)) / 2
            if area == here:
                worth *= LEAVING
            elif near is not None and area not in near:
                worth *= CUT_OFF
            yield max(0.0, worth - IDLE)

    def reachable(self) -> list[int]:
        """Where own assistants lead the president."""
        s, mine, canal = self.s, self.s.assistants[self.seat], self.t.canal
        start = s.presidents[self.seat]
        found = [start]
        for area in found:
            found += [n for n in neighbours(s, area) if n not in found and (mine[n] or n == canal)]
        return found

    def action(self, area: int, power: int) -> float:
        """What an action in an area brings at a power."""
        row = self.t.areas[area]
        strength = row.by_power[power - 1]
        match row.action:
            case "produce":
                assert row.good is not None
                worth = strength * self.unit[INDEX[row.good] + 1]
            case "trade":
                worth = EXCHANGE * strength
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

    def hiring(self, count: int) -> float:
        """The best pieces out of the warehouse that can be paid."""
        s, locked, yen = self.s, self.s.warehouse[self.seat], self.stock[YEN]
        found = []
        for piece, worth in ((SHOP, self.shop_ready), (HOUSE, self.house_ready)):
            ready, costs = s.supply[self.seat][piece], self.t.releases[piece]
            cost = costs[min(self.t.start.warehouse.counts()[piece] - locked[piece], len(costs) - 1)]
            if locked[piece] and yen >= cost and ready < READY:
                found.append(worth - cost * self.unit[YEN + 1])
        found += [HAND + MEMBER[1] * self.long] * min(count, locked[ASSISTANT])
        return sum(sorted(found, reverse=True)[:count])

    def building(self, area: int) -> float:
        """What the best building in an area adds to a piece that is ready anyway."""
        s, seat = self.s, self.seat
        shops, house = self.priced.sites[s.sites[area]]
        best = 0.0
        owners = s.shops[area]
        if s.supply[seat][SHOP] and seat not in owners and NOBODY in owners:
            reward = max(gain for gain, owner in zip(shops, owners, strict=True) if owner == NOBODY)
            best = reward + self.bonus.get("shop", 0) + STRONGER * self.long - self.shop_ready
        if s.supply[seat][HOUSE] and s.houses[area] == NOBODY:
            gain = house + self.bonus.get("house", 0)
            best = max(best, gain + STRONGER * self.long - self.house_ready)
        return best

    def church(self, faith: int) -> float:
        """The best free space for the power and the cheapest gifts."""
        gifts = self.t.gifts
        costs = sorted(self.unit[INDEX[g.good] + 1] * g.amount for g in gifts if self.stock[INDEX[g.good]] >= g.amount)
        best, extra = 0.0, self.bonus.get("church", 0)
        for (needs, reward), owner in zip(self.priced.spaces["church"], self.s.spaces["church"], strict=True):
            lacks = max(0, needs - faith)
            if owner == NOBODY and lacks <= len(costs):
                best = max(best, reward + extra - sum(costs[:lacks]) - self.member)
        return best

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
        """The best technology that can be paid: its effect, its symbol and its part in the majority."""
        s, t = self.s, self.t
        mine = s.technologies[self.seat]
        extra = len(mine) >= t.fees.technologies_without_surcharge
        means = self.stock[IMPORTS] + self.stock[YEN] // t.fees.instead_of_import
        best = 0.0
        for card, more in zip(s.displays[board], t.technology_boards[board].surcharges, strict=True):
            if not card or card in mine:
                continue
            row = t.technologies[card]
            lacks = max(0, row.cost + more - industry) + extra
            if lacks <= means:
                gain = self.technology(card) + SYMBOL + RANK * row.cost + self.bonus.get("technology", 0)
                if row.on == "acquired":
                    gain += self.priced.technologies[card]
                best = max(best, gain - lacks * t.fees.instead_of_import * self.unit[YEN + 1])
        return best
