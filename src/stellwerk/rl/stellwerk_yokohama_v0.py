"""PettingZoo environment, version 0: `env(num_players=…, render_mode=…)` and `raw_env`."""

from __future__ import annotations

from typing import Any

from stellwerk.rl.environment import StellwerkEnv, wrapped
from stellwerk.rl.yokohama import subject

SUBJECT = subject()


def raw_env(num_players: int = 4, render_mode: str | None = None, reward: str = "rank") -> StellwerkEnv:
    return StellwerkEnv(SUBJECT, num_players, render_mode, reward)


def env(num_players: int = 4, render_mode: str | None = None, reward: str = "rank") -> Any:
    return wrapped(raw_env(num_players, render_mode, reward))
