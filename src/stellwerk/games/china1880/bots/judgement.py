"""1880 for bots: what companies promise, and which answers are worth a thought."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from stellwerk.bots import knowledge
from stellwerk.bots.knowledge import Judge, More, Turn, Weights
from stellwerk.core import Action, Choice, Game, Rng, Seat, Text, after, pending
from stellwerk.games.china1880.bots.answers import Habits, answers
from stellwerk.games.china1880.bots.networks import Networks
from stellwerk.games.china1880.bots.outlook import Foresight, Outlook
from stellwerk.games.china1880.bots.timetable import FOREVER
from stellwerk.games.china1880.rules.actions import PASS, BuyShare, SellShares
from stellwerk.games.china1880.rules.chapters.auction import Bidding
from stellwerk.games.china1880.rules.chapters.share_round import Trade
from stellwerk.games.china1880.rules.chapters.shares import price
from stellwerk.games.china1880.rules.chapters.stations import BuildStation
from stellwerk.games.china1880.rules.chapters.track import BuildTrack
from stellwerk.games.china1880.rules.state import China

FAR = Foresight(circles=FOREVER, plans=True)
"""Of the strong bot: every company to the end of the game."""
SOON = Foresight(circles=1.5, plans=False)
"""Of the greedy bot: the next run of every company, and the train it must have after that."""
FINALISTS = 3
"""Answers played to the end of the turn."""
SERIOUS = 6
"""Tiles and stations looked at for what they mean to every company: those that serve their builder best at first
sight."""
RIVALRY = 0.5
"""How much a yen of the others counts against one's own."""
EQUAL = 2.0
"""Yen within which two answers count as equal: the seed chooses."""
DOUBT = 200.0
"""Yen ahead with which one is first e times as often; only four games were looked at."""
KEENNESS = 25
"""Percent by which bids go beyond what a private company is worth to everybody, or stay below it."""


class Knowledge(knowledge.Knowledge):
    scale = 400.0
    blunder = 150.0
    slack = EQUAL
    habits = Habits()
    careful = False

    def __init__(self, game: Game[Any], weights: Weights | None = None) -> None:
        super().__init__(game, weights)
        self.networks = Networks()
        self.outlook = Outlook(self.networks)

    def rests(self, choice: Choice[Any]) -> bool:
        """Before the first tile of a company, a bid, or a trade: who has sold shares goes on with his turn."""
        match choice:
            case BuildTrack():
                return not choice.laid
            case Trade():
                return not choice.acted
        return isinstance(choice, Bidding)

    def deep(self, choice: Choice[Any]) -> bool:
        return False

    def now(self, s: China, seat: Seat) -> float:
        held = sum(parts[seat] * price(s, company) for company, parts in s.shares.items() if parts[seat])
        return s.cash[seat] + held // 10 - s.debt[seat]

    def value(self, s: China, seat: Seat) -> float:
        """What a seat may expect, less a part of what the others may."""
        return self.now(s, seat) if pending(s) is None else self._ahead(s, seat)

    def _ahead(self, s: China, seat: Seat, idle: Collection[Seat] = ()) -> float:
        return ahead(self.outlook.seats(s, FAR, idle))[seat]

    def seats(self, s: China) -> int:
        return s.seats

    def standings(self, s: China, last: Mapping[Seat, Turn]) -> Sequence[float]:
        """Whoever has just passed does not count on shares he has not bought."""
        if pending(s) is None:
            return ahead(self.expected(s))
        return ahead(self.outlook.seats(s, FAR, [seat for seat, turn in last.items() if turn == (PASS,)]))

    def horizon(self, s: China, choice: Choice[Any]) -> int:
        """Trades are answered by the others at once; what a company does is judged at the end of its turn."""
        return s.seats + 1 if isinstance(choice, Trade) else 1

    def goes_on(self, s: China, choice: Choice[Any]) -> bool:
        return isinstance(choice, Trade)

    def expected(self, s: China) -> Sequence[float]:
        """Without rivalry: what everybody may call his own."""
        return [self.now(s, seat) for seat in range(s.seats)] if pending(s) is None else self.outlook.seats(s, FAR)

    def parts(self, s: China, seat: Seat) -> Mapping[Text, float]:
        return {Text("cash and shares"): self.now(s, seat)} if pending(s) is None else self._accounted(s, seat)

    def _accounted(self, s: China, seat: Seat, idle: Collection[Seat] = ()) -> Mapping[Text, float]:
        found = self.outlook.parts(s, FAR, seat, idle)
        found[Text("what the others get")] = self._ahead(s, seat, idle) - sum(found.values())
        return found

    def doubt(self, s: China) -> float:
        return DOUBT

    def estimate(self, s: China, choice: Choice[Any], turn: Sequence[Action], rng: Rng) -> float:
        return self.at_first_sight(s, choice, turn[0])

    def outcome(self, s: China, choice: Choice[Any], turn: Sequence[Action], rng: Rng) -> Mapping[Text, float]:
        if isinstance(choice, Trade) and turn[0] == PASS:
            return self._accounted(s, choice.seat(s), idle=(choice.seat(s),))
        return super().outcome(s, choice, turn, rng)

    def tempting(self, s: China, seat: Seat) -> float:
        """What a seat may expect soon."""
        return self.now(s, seat) if pending(s) is None else self.outlook.seats(s, SOON)[seat]

    def plans(self, s: China, choice: Choice[Any], more: More) -> Iterable[Sequence[Action]]:
        """The answers that look best at once, each then played to the end of the turn; of trades only the best."""
        looked: dict[Action, float] = {}
        for move in self.moves(s, choice):
            if looked and self.stops(choice) and not more():
                break
            looked[move] = self.at_first_sight(s, choice, move)
        ranked = sorted(looked, key=lambda move: -looked[move])
        if isinstance(choice, Trade):
            looked |= self._after_sales(s, choice.seat(s), ranked)
            ranked.sort(key=lambda move: -looked[move])
        if isinstance(choice, BuildTrack | BuildStation) and len(ranked) > FINALISTS:
            ranked = sorted(ranked[:SERIOUS], key=lambda move: -self._at_once(s, choice, move))
        return [
            [move]
            for move in (
                self._trades(s, choice.seat(s), ranked, looked) if isinstance(choice, Trade) else ranked[:FINALISTS]
            )
        ]

    def _after_sales(self, s: China, seat: Seat, ranked: Sequence[Action]) -> dict[Action, float]:
        """What sales are worth with the rest of the turn: only the best are looked at that closely, no other counts."""
        sales = [move for move in ranked if isinstance(move, SellShares)]
        looked: dict[Action, float] = dict.fromkeys(sales, -math.inf)
        for sale in sales[:FINALISTS]:
            then = after(s, sale)
            following = pending(then)
            looked[sale] = (
                max(self._at_once(then, following, move) for move in self.moves(then, following))
                if following is not None and following.seat(then) == seat and not self.rests(following)
                else self.value(then, seat)
            )
        return looked

    def _trades(self, s: China, seat: Seat, ranked: Sequence[Action], looked: dict[Action, float]) -> Sequence[Action]:
        """The best, and those as good; of these first what one's own company lacks to float: nobody else must buy it.

        What follows a pass is not its doing: it is not compared by playing on.
        """
        best = ranked[0]
        if best == PASS:
            return ranked[:1]
        equal = [move for move in ranked if looked[move] >= looked[best] - self.slack and move != PASS]
        return [move for move in equal if _floats_own(s, seat, move)] or equal

    def stops(self, choice: Choice[Any]) -> bool:
        """Whether looking ends with the time: tiles come with the most appealing first and take long to judge."""
        return isinstance(choice, BuildTrack)

    def at_first_sight(self, s: China, choice: Choice[Any], move: Action) -> float:
        """Tiles and stations are many: first only what they do for the company they are built for."""
        if not isinstance(choice, BuildTrack | BuildStation):
            return self._at_once(s, choice, move)
        seat, builder = choice.seat(s), choice.entity
        company = s.reserved.get(builder, builder)
        return ahead(self.outlook.after_work(s, after(s, move), FAR, company))[seat]

    def _at_once(self, s: China, choice: Choice[Any], move: Action) -> float:
        seat = choice.seat(s)
        return (
            self._of_pass(s, seat) if isinstance(choice, Trade) and move == PASS else self.value(after(s, move), seat)
        )

    def _of_pass(self, s: China, seat: Seat) -> float:
        """A pass may end the share round: whoever passes does not count on shares he has not bought."""
        return self._ahead(s, seat, idle=(seat,))

    def appeal(self, s: China, seat: Seat, action: Action, rng: Rng, judge: Judge) -> float:
        choice = pending(s)
        passes = isinstance(choice, Trade) and action == PASS
        return self._of_pass(s, seat) if passes else super().appeal(s, seat, action, rng, judge)

    def moves(self, s: China, choice: Choice[Any]) -> Sequence[Action]:
        return answers(self.networks, s, choice, self.habits) or super().moves(s, choice)

    def options(self, s: China, choice: Choice[Any], rng: Rng) -> Sequence[Action]:
        """Bidders differ in how keen they are; all else is looked at as it lies."""
        if not isinstance(choice, Bidding):
            return self.moves(s, choice)
        keen = 1 + (rng.randrange(2 * KEENNESS + 1) - KEENNESS) / 100
        return answers(self.networks, s, choice, self.habits._replace(keen=keen))


def _floats_own(s: China, seat: Seat, move: Action) -> bool:
    return isinstance(move, BuyShare) and move.company not in s.floated and s.director[move.company] == seat


def ahead(expected: Sequence[float]) -> list[float]:
    """What every seat may expect, less a part of what the others may in the mean."""
    total, others = sum(expected), len(expected) - 1
    return [points - RIVALRY * (total - points) / others for points in expected]
