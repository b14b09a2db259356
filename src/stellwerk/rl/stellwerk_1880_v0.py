"""PettingZoo environment, version 0: `env(num_players=…, render_mode=…)` and `raw_env`."""

from __future__ import annotations

from functools import partial

from stellwerk.rl import environment

raw_env = partial(environment.raw_env, "1880")
env = partial(environment.env, "1880")
