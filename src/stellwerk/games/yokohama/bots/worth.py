"""What a position of Yokohama promises a seat, part by part."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from stellwerk.core import Seat
from stellwerk.games.yokohama.bots.gains import PROOF, READY, gains_of
from stellwerk.games.yokohama.bots.prices import dot, majorities
from stellwerk.games.yokohama.bots.terms import terms_of
from stellwerk.games.yokohama.bots.weights import Weights
from stellwerk.games.yokohama.rules.chapters.additional import areas_built
from stellwerk.games.yokohama.rules.components import ASSISTANT, HOUSE, INDEX, POWERS, SHOP, Achievement
from stellwerk.games.yokohama.rules.state import NOBODY, NOWHERE, Yokohama, built, grounds, roads

PAIR = 2
"""Assistants that may be placed together in one area."""
TEAM = (0, 8, 13, 20)
"""Assistants by which one more is worth less."""


class Outlook:
    """What one seat may expect from one position."""

    def __init__(self, s: Yokohama, seat: Seat, w: Weights) -> None:
        self.s, self.seat, self.t, self.w = s, seat, s.tables, w
        self.terms = terms_of(s, seat, w)
        self.gains = gains_of(s, seat, self.terms)
        self.actions = self.gains.built.setdefault((seat, s.sites, *s.shops, *s.houses, *s.tiles), {})
        """What has been asked of actions of the seat where the same stands."""

    def total(self) -> float:
        return sum(self.counted())

    def counted(self) -> tuple[float, ...]:
        """What the total is made of, part by part."""
        return (
            sum(self.s.points[self.seat]),
            self.majorities(),
            self.countries(),
            self.gains.goods,
            self.gains.orders,
            self.achievements(),
            self.terms.technologies,
            self.pieces(),
            self.places(),
        )

    # --- what there is ---------------------------------------------------------------------------------------------

    def majorities(self) -> float:
        return (1.0 - self.w.unsure * self.terms.pace) * majorities(self.s, self.seat)

    def countries(self) -> float:
        """Sets of countries, agents waiting, and every second symbol that would bring one."""
        s, seat, terms = self.s, self.seat, self.terms
        waiting = len(s.agents[seat]) - s.agents_used[seat]
        return terms.sets + waiting * terms.agent + terms.half_agents

    def achievements(self) -> float:
        return sum([points * self.terms.hope(*self.missing(card)) for points, card in self.gains.open])

    def missing(self, card: Achievement) -> tuple[float, float]:
        """How much a condition lacks, and how much hope each of it leaves."""
        s, seat = self.s, self.seat
        match card.condition:
            case "goods":
                assert card.good is not None
                return card.amount - s.stock[seat][INDEX[card.good]], PROOF
            case "technologies":
                return card.amount - len(s.technologies[seat]), 0.6
            case "tokens":
                return card.amount - len(s.agents[seat]) - len(s.won[seat]), 0.6
            case "orders":
                return card.amount - len(s.fulfilled[seat]), 0.7
        production, trade = areas_built(s, seat)
        return max(0, card.production - production) + max(0, card.trade - trade), 0.65

    def pieces(self) -> float:
        """Assistants, those at hand for the next turn, shops and houses ready to be built or standing."""
        s, seat, terms = self.s, self.seat, self.terms
        supply = s.supply[seat]
        ready = terms.shop_ready * min(supply[SHOP], READY) + terms.house_ready * min(supply[HOUSE], READY)
        standing = built(s, seat, SHOP) + built(s, seat, HOUSE)
        hand, force = supply[ASSISTANT], supply[ASSISTANT] + sum(s.assistants[seat])
        return (
            ready
            + terms.soon * self.w.hand * min(hand, 3)
            + terms.long * (team(self.w, force) + self.w.stronger * standing)
        )

    # --- where assistants stand ------------------------------------------------------------------------------------

    def places(self) -> float:
        """What the turns to come bring, and the assistants that make them stronger."""
        mine, w = self.s.assistants[self.seat], self.w
        useful = sum([min(there, POWERS - 1 - self.buildings(area)) for area, there in enumerate(mine) if there])
        turns = dot(self.followed(), w.ahead) if w.ahead else dot(self.waiting(), w.turns)
        return self.terms.soon * (turns + w.standing * useful)

    def buildings(self, area: int) -> int:
        s, seat = self.s, self.seat
        return (seat in s.shops[area]) + (s.houses[area] == seat)

    def waiting(self) -> list[float]:
        """What the actions prepared bring, the best first."""
        s, mine, seat, w = self.s, self.s.assistants[self.seat], self.seat, self.w
        here = s.presidents[seat]
        near = self.reachable() if here != NOWHERE else grounds(s)
        found: list[float] = []
        for area in grounds(s):
            there = mine[area]
            if not there:
                continue
            worth = self.prepared(area, there + self.buildings(area) + (s.station == area) + 1)
            if area == here:
                worth *= w.leaving
            elif area not in near:
                worth *= w.cut_off
            found.append(max(0.0, worth - w.idle))
        return sorted(found, reverse=True)

    def followed(self) -> list[float]:
        """What the turns to come bring, one after another: each the best action with the assistants then at hand.

        Those of an area come back after its action; where no action is worth a turn all of them are called back.
        """
        s, seat, w = self.s, self.seat, self.w
        here, hand = s.presidents[seat], s.supply[seat][ASSISTANT]
        near = self.reachable() if here != NOWHERE else grounds(s)
        alone = {area: 1 + self.buildings(area) + (s.station == area) for area in grounds(s)}
        there, done = list(s.assistants[seat]), set()
        found: list[float] = []
        for _ in w.ahead:
            more, best, target = min(PAIR, hand), w.idle, NOWHERE
            for area, power in alone.items():
                assistants = there[area] + more
                if not assistants or area == here:
                    continue
                worth = self.action(area, min(POWERS, power + assistants))
                if worth <= best:
                    continue
                if area in done:
                    worth *= w.again
                if not found and area not in near:
                    worth *= w.cut_off
                if worth > best:
                    best, target = worth, area
            found.append(best - w.idle)
            back = sum(there) if target == NOWHERE else there[target]
            hand, here = hand + back, target
            if target == NOWHERE:
                there = [0] * len(there)
            else:
                there[target] = 0
                done.add(target)
        return found

    def prepared(self, area: int, power: int) -> float:
        """What an action brings, by the power there is and by one more."""
        if power >= POWERS:
            return self.action(area, POWERS)
        return (self.action(area, power) + self.action(area, power + 1)) / 2

    def action(self, area: int, power: int) -> float:
        """What an action in an area brings at a power."""
        key = area * POWERS + power
        worth = self.actions.get(key)
        if worth is None:
            worth = self.actions[key] = self._action(area, power)
        return worth

    def _action(self, area: int, power: int) -> float:
        worth, fees = self.gains.action(area, power), self.t.fees
        if power >= fees.shop_power:
            worth += self.building(area)
        if power >= fees.tile_power and self.s.tiles[area]:
            worth += self.terms.priced.tiles[self.s.tiles[area]] + 0.5
        return worth

    def building(self, area: int) -> float:
        """What the best building in an area adds to a piece that is ready anyway."""
        s, seat, terms = self.s, self.seat, self.terms
        shops, house = terms.priced.sites[s.sites[area]]
        best = 0.0
        owners = s.shops[area]
        if s.supply[seat][SHOP] and seat not in owners and NOBODY in owners:
            reward = max([gain for gain, owner in zip(shops, owners, strict=True) if owner == NOBODY])
            best = reward + terms.bonus.get("shop", 0) + self.w.stronger * terms.long - terms.shop_ready
        if s.supply[seat][HOUSE] and s.houses[area] == NOBODY:
            gain = house + terms.bonus.get("house", 0)
            best = max(best, gain + self.w.stronger * terms.long - terms.house_ready)
        return best

    def reachable(self) -> list[int]:
        """Where own assistants lead the president."""
        s, mine, canal = self.s, self.s.assistants[self.seat], self.t.canal
        near, found = roads(s), [s.presidents[self.seat]]
        for area in found:
            for n in near[area]:
                if (mine[n] or n == canal) and n not in found:
                    found.append(n)
        return found


@lru_cache(maxsize=1_000)
def team(w: Weights, force: int) -> float:
    """What assistants add over a whole game."""
    return dot([min(max(0, force - low), high - low) for low, high in pairwise(TEAM)], w.member)
