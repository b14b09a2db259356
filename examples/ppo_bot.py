"""What `examples/ppo.py` has learned, as a bot: it enters arenas, leaderboards and tables like any other.

STELLWERK_MODEL='runs/{game}/model.zip' stellwerk arena russian-railroads --bots ppo_bot:PpoBot,greedy
"""

from __future__ import annotations

import os
from functools import cache
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO

from stellwerk.rl.environment import subject_of
from stellwerk.rl.learned import WordBot


@cache
def model(game: str) -> MaskablePPO:
    return MaskablePPO.load(os.environ["STELLWERK_MODEL"].format(game=game), device="cpu")


class PpoBot(WordBot):
    def answer(self, game: Any, view: Any, options: Any, rng: Any, budget: Any) -> Any:
        self.layout, self.model = subject_of(game.id).observations, model(game.id)
        return super().answer(game, view, options, rng, budget)

    def choose(self, seen: Any, mask: Any, rng: Any) -> int:
        # The likeliest word: the network's own dice would not follow ours.
        word, _ = self.model.predict(self.layout.scaled(seen), action_masks=mask, deterministic=True)
        return int(np.asarray(word))
