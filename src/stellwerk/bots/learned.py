"""Knowledge that was learned: points still to come as a weighted sum of features, the weights fitted to games played.

A game names its features and where positions can be compared; `scripts/learn.py` plays, fits and writes the weights to
`data/<game>.json`. Features are read off the component tables and the state, never off particular cards.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from operator import mul
from typing import Any

from stellwerk.bots.knowledge import LISTED, SUGGESTED
from stellwerk.core import CHANCE, Action, Choice, Game, Options, Rng, Seat, advance, after, pending


@cache
def weights_of(game_id: str) -> dict[int, list[float]]:
    """The fitted weights by stage; none before the first lesson."""
    place = files("stellwerk.bots").joinpath("data", f"{game_id}.json")
    if not place.is_file():
        return {}
    table = json.loads(place.read_text("utf-8"))
    return {int(stage): row for stage, row in table["weights"].items()}


class Learned:
    """Knowledge by features. A game's module derives from it and says `features`, `stage`, `points` and `rests`."""

    scale = 20.0
    horizon = 0

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.weights = weights_of(game.id)

    def features(self, s: Any, seat: Seat) -> Sequence[float]:
        """What the points still to come may depend on, in a fixed order."""
        raise NotImplementedError

    def stage(self, s: Any) -> int:
        """How far the game is: each stage has weights of its own."""
        raise NotImplementedError

    def points(self, s: Any, seat: Seat) -> float:
        """What a seat has for certain."""
        raise NotImplementedError

    def rests(self, choice: Choice[Any]) -> bool:
        """Whether a fresh turn begins here, so that positions can be compared."""
        raise NotImplementedError

    def value(self, s: Any, seat: Seat) -> float:
        """Points a seat may expect at the end."""
        points = self.points(s, seat)
        if pending(s) is None or not self.weights:
            return points
        row = self.weights[min(max(self.stage(s), min(self.weights)), max(self.weights))]
        return points + sum(map(mul, row, self.features(s, seat)))

    def outlook(self, s: Any) -> Sequence[float]:
        return [self.value(s, seat) for seat in range(self.seats(s))]

    def seats(self, s: Any) -> int:
        return len(s.players)

    def moves(self, s: Any, choice: Choice[Any]) -> Sequence[Action]:
        options = choice.options(s)
        return list(options) if options.finite and len(options) <= LISTED else options.suggest(SUGGESTED)

    def quick(self, s: Any, choice: Choice[Any], options: Options, rng: Rng) -> Action:
        return options.sample(rng)

    def finish(self, s: Any, seat: Seat, rng: Rng) -> Any:
        """Play a turn that has begun to its end: at every step what promises most at once. Changes `s`."""
        while (choice := pending(s)) is not None:
            asked = choice.seat(s)
            if asked == CHANCE:
                advance(s, choice.options(s).sample(rng))
                continue
            if asked != seat or self.rests(choice):
                break
            moves = self.moves(s, choice)
            advance(s, moves[0] if len(moves) == 1 else max(moves, key=lambda a: self.value(after(s, a), seat)))
        return s

    def deep(self, choice: Choice[Any]) -> bool:
        """Whether the answers show their worth only at the end of the turn."""
        return True

    def promise(self, s: Any, seat: Seat, action: Action, rng: Rng) -> float:
        """What an answer is worth to its seat, at once or once the turn is over."""
        choice = pending(s)
        following = after(s, action)
        if choice is not None and self.deep(choice):
            self.finish(following, seat, rng)
        return self.value(following, seat)
