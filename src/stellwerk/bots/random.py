"""The random bot: uniform over the options, by `sample` where they are not listed."""

from __future__ import annotations

from typing import Any

from stellwerk.bots.bot import Answer, Budget
from stellwerk.core import Game, Options, Rng


class RandomBot:
    blind = True
    uniform = True
    """Whatever is listed is equally likely: data sets write so, and it need not list it."""

    def answer(self, game: Game[Any], view: Any, options: Options, rng: Rng, budget: Budget) -> Answer:
        return Answer(options.sample(rng))
