"""What a position of Yokohama promises a seat, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from stellwerk.games.yokohama.bots.gains import READY, Gains
from stellwerk.games.yokohama.bots.prices import dot, majorities, sets
from stellwerk.games.yokohama.rules.components import ASSISTANT, HOUSE, IMPORTS, POWERS, SHOP, YEN
from stellwerk.games.yokohama.rules.state import NOWHERE, built, grounds, neighbours

TEAM = (0, 8, 13, 20)
"""Assistants by which one more is worth less."""


class Outlook(Gains):
    """What one seat may expect from one position."""

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
        return (1.0 - self.w.unsure * self.pace) * majorities(self.s, self.seat)

    def countries(self) -> float:
        """Sets of countries, agents waiting, and every second symbol that would bring one."""
        s, seat = self.s, self.seat
        waiting = len(s.agents[seat]) - s.agents_used[seat]
        odd = sum(n % 2 for n, id_ in zip(self.counts, self.known.countries, strict=True) if s.agents_left[id_])
        agent = self.t.rest.agent + self.soon * (self.w.agent - self.t.rest.agent)
        return sets(self.t, self.counts) + waiting * agent + self.w.half_agent * self.pace * odd

    def goods(self) -> float:
        """Stock by its price: what orders ask for in full, a few more nearly so, the rest as ballast."""
        unit, known, w = self.unit, self.known.goods, self.w
        total = self.stock[YEN] * unit[YEN + 1] + self.stock[IMPORTS] * unit[IMPORTS + 1]
        asked = [known[order] for order in self.s.hand[self.seat]]
        for n in range(4):
            have: float = self.stock[n]
            spare = have - sum(goods[n] for goods in asked)
            if spare > 0:
                have = have - spare + w.few * min(spare, 2) + w.ballast * max(0, spare - 2)
            total += unit[n + 1] * have
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
        return sum(points * self.hope(*self.missing(card)) for points, card in self.open())

    def technologies(self) -> float:
        return sum(self.technology(card) for card in self.s.technologies[self.seat])

    def pieces(self) -> float:
        """Assistants, those at hand for the next turn, shops and houses ready to be built or standing."""
        s, seat = self.s, self.seat
        supply = s.supply[seat]
        force = supply[ASSISTANT] + sum(s.assistants[seat])
        ready = self.shop_ready * min(supply[SHOP], READY) + self.house_ready * min(supply[HOUSE], READY)
        standing = built(s, seat, SHOP) + built(s, seat, HOUSE)
        team = dot([min(max(0, force - low), high - low) for low, high in pairwise(TEAM)], self.w.member)
        return (
            ready
            + self.soon * self.w.hand * min(supply[ASSISTANT], 3)
            + self.long * (team + self.w.stronger * standing)
        )

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
        return self.soon * (dot(found, self.w.turns) + self.w.standing * useful)

    def _prepared(self) -> Iterator[float]:
        s, mine, seat, w = self.s, self.s.assistants[self.seat], self.seat, self.w
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
                worth *= w.leaving
            elif near is not None and area not in near:
                worth *= w.cut_off
            yield max(0.0, worth - w.idle)

    def reachable(self) -> list[int]:
        """Where own assistants lead the president."""
        s, mine, canal = self.s, self.s.assistants[self.seat], self.t.canal
        start = s.presidents[self.seat]
        found = [start]
        for area in found:
            found += [n for n in neighbours(s, area) if n not in found and (mine[n] or n == canal)]
        return found
