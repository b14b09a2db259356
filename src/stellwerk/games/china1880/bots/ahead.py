"""What the expert of 1880 searches by: what a company pays and buys is judged on the way to the next share round.

Until then all companies go on by a fast policy that builds nothing: what they pay and buy says which trains are gone
and what has rusted. Their directors are not quite sure of themselves, so that every continuation is another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from stellwerk.bots.knowledge import dealt
from stellwerk.core import Action, Choice, Rng, advance, after, pending
from stellwerk.games.china1880.bots.judgement import SERIOUS, Knowledge
from stellwerk.games.china1880.rules.actions import PASS
from stellwerk.games.china1880.rules.chapters.income import PayOrKeep
from stellwerk.games.china1880.rules.chapters.purchase import Purchase
from stellwerk.games.china1880.rules.chapters.running import Operate
from stellwerk.games.china1880.rules.chapters.share_round import Trade
from stellwerk.games.china1880.rules.chapters.stations import BuildStation
from stellwerk.games.china1880.rules.chapters.track import BuildTrack
from stellwerk.games.china1880.rules.state import China

BUILDING = 0.3
"""What part of the time left for a turn building takes."""
TEMPER = 40
"""Yen by which directors may misjudge an answer."""
CIRCLES = 2
"""Turns of every company that are looked at, if no share round comes before."""


class Expert(Knowledge):
    def horizon(self, s: China, choice: Choice[Any]) -> int:
        """Trades are answered by the others at once. What a company pays and buys is tried again and again."""
        return 2 if isinstance(choice, PayOrKeep | Purchase) else super().horizon(s, choice)

    def looks_farther(self, choice: Choice[Any]) -> bool:
        """What a company pays and buys is followed to the next share round anyway."""
        return isinstance(choice, Trade)

    def share(self, choice: Choice[Any]) -> float:
        """Tiles and stations are judged at the end of the turn; what is paid and bought needs the time."""
        return BUILDING if isinstance(choice, BuildTrack | BuildStation) else super().share(choice)

    def scene(self, s: China) -> bool:
        """Share rounds and circles are looked at apart."""
        return isinstance(pending(s), Trade)

    def turns(self, s: China, choice: Choice[Any], rng: Rng) -> Iterable[Sequence[Action]]:
        """Tiles and stations that serve their builder best; what a company pays together with what it buys then."""
        turns = list(super().turns(s, choice, rng))
        if isinstance(choice, BuildTrack | BuildStation) and len(turns) > SERIOUS:
            return sorted(turns, key=lambda turn: -self.at_first_sight(s, choice, turn[0]))[:SERIOUS]
        return (
            chain.from_iterable(self._purchases(s, turn) for turn in turns) if isinstance(choice, PayOrKeep) else turns
        )

    def _purchases(self, s: China, turn: Sequence[Action]) -> Iterable[Sequence[Action]]:
        then = after(s, turn[0])
        following = pending(then)
        if not isinstance(following, Purchase) or following.company != s.active:
            return [turn]
        return [(*turn, move) for move in self.moves(then, following)]

    def estimate(self, s: China, choice: Choice[Any], turn: Sequence[Action], rng: Rng) -> float:
        if len(turn) == 1:
            return super().estimate(s, choice, turn, rng)
        trial = s.copy()
        for action in turn:
            advance(trial, action)
        return self.value(trial, choice.seat(s))

    def plays_on(self, s: China, choice: Choice[Any], rng: Rng) -> Iterator[None]:
        """All companies until a share round begins, but not for long; in the last turns to the end of the game.

        They are judged after every half circle, and where it ends.
        """
        if not isinstance(choice, PayOrKeep | Purchase):
            return
        companies, turns = len(s.floated), 0
        while (turns < CIRCLES * companies or s.turns_left >= 0) and (asked := dealt(s, rng)) is not None:
            if isinstance(asked, Trade) and s.turns_left < 0:
                break
            advance(s, self._answered(s, asked, rng))
            if isinstance(asked, Operate) and asked.entity in s.par:
                turns += 1
                if turns % max(1, companies // 2) == 0:
                    yield
        yield

    def _answered(self, s: China, choice: Choice[Any], rng: Rng) -> Action:
        if isinstance(choice, BuildTrack | BuildStation | Trade) and PASS in choice.options(s):
            return PASS
        moves = self.moves(s, choice)
        if len(moves) == 1:
            return moves[0]
        return max(moves, key=lambda move: self._at_once(s, choice, move) + rng.randrange(TEMPER))
