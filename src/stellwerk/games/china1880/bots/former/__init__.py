"""The judgement of version 0.1, kept as it was: what came after is measured against it, so nothing here is mended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from stellwerk.bots import knowledge
from stellwerk.bots.knowledge import More, Weights
from stellwerk.core import Action, Choice, Game, Seat, after, pending
from stellwerk.games.china1880.bots.former.answers import answers
from stellwerk.games.china1880.bots.former.networks import Networks01
from stellwerk.games.china1880.bots.former.outlook import Foresight, Outlook
from stellwerk.games.china1880.rules.actions import PASS
from stellwerk.games.china1880.rules.chapters.auction import Bidding
from stellwerk.games.china1880.rules.chapters.share_round import Trade
from stellwerk.games.china1880.rules.chapters.shares import price
from stellwerk.games.china1880.rules.chapters.track import BuildTrack
from stellwerk.games.china1880.rules.state import China

FAR = Foresight(circles=4, later=0.3, plans=True)
FINALISTS = 3
RIVALRY = 0.5


class Knowledge01(knowledge.Knowledge):
    scale = 400.0

    def __init__(self, game: Game[Any], weights: Weights | None = None) -> None:
        super().__init__(game, weights)
        self.networks = Networks01()
        self.outlook = Outlook(self.networks)

    def rests(self, choice: Choice[Any]) -> bool:
        fresh_track = isinstance(choice, BuildTrack) and not choice.laid
        return fresh_track or isinstance(choice, Trade | Bidding)

    def deep(self, choice: Choice[Any]) -> bool:
        return False

    def now(self, s: China, seat: Seat) -> float:
        held = sum(parts[seat] * price(s, company) for company, parts in s.shares.items() if parts[seat])
        return s.cash[seat] + held // 10 - s.debt[seat]

    def value(self, s: China, seat: Seat) -> float:
        """What a seat may expect, less a part of what the others may."""
        if pending(s) is None:
            return self.now(s, seat)
        expected = self.outlook.seats(s, FAR)
        return expected[seat] - RIVALRY * (sum(expected) - expected[seat]) / (s.seats - 1)

    def at_first_sight(self, s: China, choice: Choice[Any], move: Action) -> float:
        passes = isinstance(choice, Trade) and move == PASS
        return self.value(s if passes else after(s, move), choice.seat(s))

    def moves(self, s: China, choice: Choice[Any]) -> Sequence[Action]:
        return answers(self.networks, s, choice) or super().moves(s, choice)

    def plans(self, s: China, choice: Choice[Any], more: More) -> Iterable[Sequence[Action]]:
        """The answers that look best at once, as many as time allows, each then played to the end of the turn."""
        looked: dict[Action, float] = {}
        for move in self.moves(s, choice):
            if looked and not more():
                break
            looked[move] = self.at_first_sight(s, choice, move)
        ranked = sorted(looked, key=lambda move: -looked[move])
        return [[move] for move in ranked[: 1 if isinstance(choice, Trade) else FINALISTS]]
