"""One agent against bots: a Gymnasium environment over any of ours."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import gymnasium
from gymnasium.utils import seeding

from stellwerk.bots import Budget
from stellwerk.bots.levels import player
from stellwerk.bots.turn import Party
from stellwerk.core import pending
from stellwerk.rl.environment import StellwerkEnv


class AgainstBots(gymnasium.Env[Any, Any]):
    """The seat `seat` is the agent's, the others are played by bots. Illegal actions raise; `info` carries the mask."""

    def __init__(
        self,
        env: StellwerkEnv,
        seat: int = 0,
        bots: Sequence[str] = ("random",),
        budget: Budget | None = None,
    ) -> None:
        self.env = env
        self.agent = env.possible_agents[seat]
        self.bots = [bots[n % len(bots)] for n in range(len(env.possible_agents) - 1)]
        self.bots.insert(seat, "")
        self.budget = budget or Budget(iterations=10)
        self.observation_space = env.observation_space(self.agent)
        self.action_space = env.action_space(self.agent)
        self.render_mode = env.render_mode

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        if seed is not None:
            self._np_random, seed = seeding.np_random(seed)
        number = int(self.np_random.integers(2**31))
        dice = random.Random(number)
        players = [player(name, self.budget) if name else None for name in self.bots]
        self.party = Party(players, [dice] * len(players))
        self.env.reset(seed=number)
        self._others()
        return self._seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        self.env.step(action)
        self._others()
        over = self.env.terminations[self.agent]
        observation, info = self._seen()
        return observation, float(self.env.rewards[self.agent]) if over else 0.0, over, False, info

    def _others(self) -> None:
        """Let the bots answer until the agent is asked or the game is over."""
        self.party.interrupt()
        while self.env.agent_selection != self.agent and not any(self.env.terminations.values()):
            s = self.env.state_
            choice = pending(s)
            assert choice is not None
            self.env.play(self.party.answer(self.env.subject.game, s, choice).action)

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        observation = self.env.observe(self.agent)
        return observation, {"action_mask": observation["action_mask"], **self.env.infos[self.agent]}

    def render(self) -> Any:
        return self.env.render()
