"""On what terms a seat of Yokohama judges: what counts for how much, by the time left, its technologies and symbols.

Most positions that are compared differ in none of these, so terms are made once and kept.
"""

from __future__ import annotations

import math
from functools import lru_cache

from stellwerk.core import Seat
from stellwerk.games.yokohama.bots.prices import bonuses, priced, rounds_left, sets, symbols, tabled, units
from stellwerk.games.yokohama.bots.weights import Weights
from stellwerk.games.yokohama.rules.components import Tables
from stellwerk.games.yokohama.rules.state import Yokohama


class Terms:
    """Compared by identity: equal ones are the same as long as they are kept."""

    def __init__(
        self,
        t: Tables,
        w: Weights,
        left: float,
        technologies: tuple[str, ...],
        counts: tuple[int, ...],
        agents_left: tuple[int, ...],
    ) -> None:
        self.t, self.w, self.left, self.mine = t, w, left, technologies
        self.counts, self.agents_left = counts, agents_left
        self.known = tabled(t)
        self.pace = min(1.0, left / w.enough)
        self.soon = min(1.0, left / w.soon)
        self.long = min(1.0, left / w.long)
        tenths = round(10 * self.pace)
        self.unit = units(t, w, tenths)
        self.priced = priced(t, w, tenths)
        self.bonus = bonuses(t, w, technologies, tenths) if technologies else {}
        self.member = w.member[0] * self.long
        self.shop_ready = self.soon * (w.shop_ready + w.added * self.bonus.get("shop", 0))
        self.house_ready = self.soon * (w.house_ready + w.added * self.bonus.get("house", 0))
        self.agent = t.rest.agent + self.soon * (w.agent - t.rest.agent)
        self.sets = sets(t, counts)
        self.symbols = [self._one_more(n) for n in range(len(counts))]
        """What one more symbol of each country brings."""
        odd = sum(n % 2 for n, left in zip(counts, agents_left, strict=True) if left)
        self.half_agents = w.half_agent * self.pace * odd
        self.technologies = sum(map(self.technology, technologies))
        """What the technologies of the seat will still bring."""
        self.surpluses: dict[str, float] = {}
        self.likelihoods: dict[int, float] = {}

    def _one_more(self, n: int) -> float:
        """What one more symbol of a country brings: a larger set, and every second time an agent."""
        counts = (*self.counts[:n], self.counts[n] + 1, *self.counts[n + 1 :])
        gain = float(sets(self.t, counts) - self.sets)
        if self.agents_left[n]:
            gain += self.soon * (self.w.agent - self.w.half_agent if self.counts[n] % 2 else self.w.half_agent)
        return gain

    def surplus(self, order: str) -> float:
        """What an order brings beyond its goods: reward, symbol, agent, technologies."""
        if order not in self.surpluses:
            gained = self.priced.orders[order] + self.symbols[self.known.country[order]]
            self.surpluses[order] = gained + self.bonus.get("order", 0) - self.priced.goods[order]
        return self.surpluses[order]

    def likely(self, lacking: int) -> float:
        """How likely an order will be fulfilled that still lacks goods at this price."""
        if lacking not in self.likelihoods:
            self.likelihoods[lacking] = self._likely(lacking)
        return self.likelihoods[lacking]

    def _likely(self, lacking: int) -> float:
        if not lacking:
            return self.w.ready_order
        return (self.w.far_order + self.w.near_order * math.exp(-lacking / 5)) * min(1.0, self.left / (2 + lacking / 3))

    def hope(self, missing: float, patience: float) -> float:
        """How much of an achievement counts that lacks so much."""
        if missing <= 0:
            return self.w.met
        return self.w.hope * math.pow(patience, missing) * min(1.0, self.left / (1 + missing))

    def technology(self, card: str) -> float:
        """What a technology will still bring."""
        row, w = self.t.technologies[card], self.w
        if row.on is None:
            return w.engine * row.cost * self.long
        return w.occasions.get(row.on, 0.0) * max(0.0, self.left - 1) * self.priced.technologies[card]

    def acquired(self, card: str) -> float:
        """What a new technology brings: its effect, its symbol and its part in the majority."""
        row, w = self.t.technologies[card], self.w
        gain = self.technology(card) + w.symbol + w.rank * row.cost + self.bonus.get("technology", 0)
        if w.shown:
            gain += w.shown * self.symbols[self.known.country[card]]
        return gain + self.priced.technologies[card] if row.on == "acquired" else gain


kept = lru_cache(maxsize=2_000)(Terms)


def terms_of(s: Yokohama, seat: Seat, w: Weights) -> Terms:
    agents_left = tuple(map(s.agents_left.__getitem__, s.tables.countries))
    return kept(s.tables, w, rounds_left(s, seat, w), s.technologies[seat], symbols(s, seat), agents_left)
