"""A learned policy as a bot: it spells its moves word by word and may play wherever bots may."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stellwerk.bots.bot import Answer, Budget
from stellwerk.core import Game, Options, Rng, pending
from stellwerk.rl.environment import subject_of
from stellwerk.rl.layout import Spelling
from stellwerk.rl.observation import PREFIX

Choose = Callable[[Any, Any, Rng], int]
"""The flat observation, the mask and the dice → the index of a word."""


class WordBot:
    """A bot that chooses word by word. Pass it `choose`, or override that method."""

    blind = False

    def __init__(self, choose: Choose | None = None) -> None:
        self._choose = choose

    def choose(self, seen: Any, mask: Any, rng: Rng) -> int:
        if self._choose is None:
            raise NotImplementedError
        return self._choose(seen, mask, rng)

    def answer(self, game: Game[Any], view: Any, options: Options, rng: Rng, budget: Budget) -> Answer:
        subject = subject_of(game.id)
        s = game.imagine(view, rng)
        choice = pending(s)
        assert choice is not None
        offered = ((words, move) for words, move in subject.moves(s, choice) if move in options)
        spelling = Spelling(subject.layout, offered)
        if not spelling.open:
            return Answer(options.suggest(1)[0])
        question = [subject.questions[type(choice)], *[0] * PREFIX]
        seen = subject.observations.encode(view, question)
        while spelling.move is None:
            said = [index + 1 for index in spelling.prefix][-PREFIX:]
            seen[len(seen) - PREFIX :] = [*said, *[0] * (PREFIX - len(said))]
            mask = np.zeros(len(subject.layout), bool)
            mask[spelling.next_words] = True
            spelling.say(int(self.choose(seen, mask, rng)))
        return Answer(spelling.move)
