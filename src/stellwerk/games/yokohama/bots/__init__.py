"""Yokohama for bots: what goods, orders, technologies, buildings and assistants in the right places are worth.

All worths are in points and read off the component tables: goods by their price in Chinatown, orders by what they bring
beyond their goods, areas by what an action of the power gathered there would bring.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from stellwerk.bots import knowledge
from stellwerk.bots.knowledge import Dials, Judge, More, dials_of
from stellwerk.bots.knowledge import Weights as FittedWeights
from stellwerk.core import Action, Choice, Game, Rng, Seat, Text, after, settle
from stellwerk.games.yokohama.bots import plans
from stellwerk.games.yokohama.bots.prices import majorities, rest, rounds_left, sets, symbols
from stellwerk.games.yokohama.bots.weights import FOLLOWED, LEARNED, OF_01
from stellwerk.games.yokohama.bots.worth import Outlook
from stellwerk.games.yokohama.rules.actions import UseAgent
from stellwerk.games.yokohama.rules.chapters.additional import Additional
from stellwerk.games.yokohama.rules.chapters.movement import Moving
from stellwerk.games.yokohama.rules.chapters.orders import TakingOrders
from stellwerk.games.yokohama.rules.chapters.placement import Placing
from stellwerk.games.yokohama.rules.chapters.rewards import Shifting
from stellwerk.games.yokohama.rules.chapters.turn import Turn
from stellwerk.games.yokohama.rules.components import YEN
from stellwerk.games.yokohama.rules.state import Yokohama

FRESH = Placing()
YEN_WORTH, ORDER, MANY = 0.5, 1.5, 4
"""What the greedy bot gives for a yen and for an order in hand, and how many goods of a kind it counts."""

DOUBT, DOUBT_LATER = 3.6, 1.8
"""Points ahead with which one is first e times as often: at the end, and more with every round; from twelve games."""
TITLES = (
    Text("points so far"),
    Text("majorities"),
    Text("countries and foreign agents"),
    Text("goods and yen"),
    Text("orders in hand"),
    Text("achievements in sight"),
    Text("technologies"),
    Text("assistants and pieces at hand"),
    Text("actions prepared"),
)
"""What `Outlook.counted` counts, in words."""


class Knowledge(knowledge.Knowledge):
    counts = LEARNED
    scale = 6.0
    blunder = 5.0
    finalists, following = 4, 6
    width, replies = 16, 3
    keeps_plan, trust = True, 3.0

    def seats(self, s: Yokohama) -> int:
        return s.seats

    def sight(self, s: Yokohama, choice: Choice[Any]) -> Hashable | None:
        """What the seat has, and the spaces of Church and Customs; cards that others take are found out in play."""
        if choice != FRESH:
            return None
        seat = s.active
        return (
            seat, s.last_round, sum(s.points[seat]), *s.stock[seat], *s.supply[seat], *s.warehouse[seat],
            *s.assistants[seat], s.presidents[seat], s.hand[seat], s.fulfilled[seat], s.technologies[seat],
            s.agents_used[seat], s.won[seat], s.spaces["church"], s.spaces["customs"],
        )  # fmt: skip

    def ends_soon(self, s: Yokohama) -> bool:
        """In the last turn of the game, once the president has moved: where to, the search says."""
        return s.round == s.last_round and s.active == s.seats - 1 and isinstance(s.agenda[-1], Additional)

    def rests(self, choice: Choice[Any]) -> bool:
        return choice == FRESH

    def deep(self, choice: Choice[Any]) -> bool:
        """Where assistants and the president go: what that brings comes after; all else shows at once."""
        return isinstance(choice, Placing | Moving)

    def now(self, s: Yokohama, seat: Seat) -> float:
        """Points so far and what a final scoring would bring now."""
        return sum(s.points[seat]) + majorities(s, seat) + sets(s.tables, symbols(s, seat)) + rest(s, seat)

    def value(self, s: Yokohama, seat: Seat) -> float:
        return Outlook(s, seat, self.counts).total() if s.agenda else self.now(s, seat)

    def parts(self, s: Yokohama, seat: Seat) -> Mapping[Text, float]:
        return (
            dict(zip(TITLES, Outlook(s, seat, self.counts).counted(), strict=True))
            if s.agenda
            else {TITLES[0]: self.now(s, seat)}
        )

    def doubt(self, s: Yokohama) -> float:
        return DOUBT + DOUBT_LATER * rounds_left(s, 0, self.counts)

    def tempting(self, s: Yokohama, seat: Seat) -> float:
        """The position as it lies: points, stock at its price, pieces, assistants standing together."""
        if not s.agenda:
            return self.now(s, seat)
        stock, prices = s.stock[seat], s.tables.exchanges
        goods = sum(min(n, MANY) * row.buy for n, row in zip(stock[:YEN], prices.values(), strict=True))
        return (
            self.now(s, seat) + YEN_WORTH * (goods + stock[YEN]) + ORDER * len(s.hand[seat]) + sum(s.supply[seat]) / 2
        )

    def plans(self, s: Yokohama, choice: Choice[Any], more: More) -> Iterable[Sequence[Action]]:
        return plans.plans(s, self.counts) if choice == FRESH else ()

    def turns(self, s: Yokohama, choice: Choice[Any], rng: Rng) -> Iterable[Sequence[Action]]:
        return plans.plans(s, self.counts) if choice == FRESH else super().turns(s, choice, rng)

    def again(self, s: Yokohama, seat: Seat) -> Yokohama | None:
        if not s.agenda or (s.last_round and s.round + (s.active > seat) > s.last_round):
            return None
        following = s.copy()
        following.round += s.active > seat
        following.active, following.agenda = seat, [Turn()]
        settle(following)
        return following

    def moves(self, s: Yokohama, choice: Choice[Any]) -> Sequence[Action]:
        moves = super().moves(s, choice)
        match choice:
            case Shifting():
                return plans.shifts(s, moves, self.counts)
            case Additional():
                return plans.additions(s, moves, self.counts)
        return moves

    def appeal(self, s: Yokohama, seat: Seat, action: Action, rng: Rng, judge: Judge) -> float:
        """As everywhere, but what an agent does shows only after his action, and so does what he lacks money for."""
        if not self.spares_for_agent(s, seat):
            return self._appeal(s, seat, action, rng, judge)
        following = after(s, action)
        self._finish(following, seat, rng, judge)
        return judge(following, seat)

    def _appeal(self, s: Yokohama, seat: Seat, action: Action, rng: Rng, judge: Judge) -> float:
        following = after(s, action)
        if isinstance(action, UseAgent):
            self._finish(following, seat, rng, judge)
        return judge(following, seat)

    def _finish(self, s: Yokohama, seat: Seat, rng: Rng, judge: Judge) -> None:
        """Orders that follow are not spared for once more: there would be no end of it."""
        self.finish_by(s, seat, rng, lambda moves: max(moves, key=lambda a: self._appeal(s, seat, a, rng, judge)))

    def spares_for_agent(self, s: Yokohama, seat: Seat) -> bool:
        """Whether a second order is on offer while an agent could use what it costs."""
        choice = s.agenda[-1]
        is_free = len(s.agents[seat]) > s.agents_used[seat] and "agent" not in s.spent
        return is_free and isinstance(choice, TakingOrders) and choice.taken > 0


class Expert(Knowledge):
    """Of the expert: weights that `stellwerk tune` can turn; as they are while nobody has.

    It goes for its own points: what it could spoil for others costs it more than them.
    """

    rivalry = 0.0

    def __init__(self, game: Game[Any], weights: FittedWeights | None = None, dials: Dials | None = None) -> None:
        super().__init__(game, weights)
        self.counts = FOLLOWED.turned(dials_of(game.id) if dials is None else dials)

    def dials(self) -> Dials:
        return self.counts.dials()

    def turned(self, dials: Dials) -> Expert:
        return Expert(self.game, dials=dials)


class Knowledge01(Knowledge):
    """Of the strong bot of version 0.1: its own weights, and no thought for what an agent may need."""

    counts = OF_01

    def moves(self, s: Yokohama, choice: Choice[Any]) -> Sequence[Action]:
        return knowledge.Knowledge.moves(self, s, choice)

    def spares_for_agent(self, s: Yokohama, seat: Seat) -> bool:
        return False
