"""One agent against bots: a Gymnasium environment made from any of our PettingZoo ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import deepcopy
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.utils import seeding

from stellwerk.bots import Bot, Budget
from stellwerk.bots.levels import player
from stellwerk.bots.turn import Party, Player
from stellwerk.core import Rng, pending
from stellwerk.rl.environment import METADATA, StellwerkEnv, raw_env
from stellwerk.rl.layout import Word
from stellwerk.rl.observation import Named
from stellwerk.rl.start import Snapshot

SHOWN = {key: METADATA[key] for key in ("render_modes", "render_fps")}
ILLEGAL_REWARD = -1.0
COUNT = 10
"""How much bots without a budget of their own think: a count, so that equal seeds give equal games."""


class Moment(NamedTuple):
    """An agent's game at one moment, exactly: it can be pickled, kept and restored in any process."""

    game: Snapshot
    agent: str
    party: Party
    dice: Any
    lost: bool


class AgainstBots(gymnasium.Env[Any, Any]):
    """One seat is the agent's, the others are played by bots: names (`greedy`, `MODULE:CLASS`) or bots themselves.

    `seat` None draws a seat for every game. The mask is in `info["action_mask"]` and in `action_masks()`, as
    sb3-contrib asks for it. An action outside the mask ends the game with a reward of -1 and `info["illegal"]`; with
    `illegal="raise"` it is refused.
    """

    metadata: dict[str, Any] = SHOWN

    def __init__(
        self,
        env: StellwerkEnv,
        seat: int | None = 0,
        bots: Sequence[str | Bot] = ("random",),
        budget: Budget | None = None,
        illegal: str = "lose",
    ) -> None:
        if illegal not in ("lose", "raise"):
            raise ValueError(f"illegal is lose or raise, not {illegal}")
        if not bots:
            raise ValueError("bots names nobody who plays the other seats")
        self.env, self.seat, self.bots, self.illegal = env, seat, tuple(bots), illegal
        self.budget = budget or Budget(iterations=COUNT)
        self.agent = self._agent_at(seat or 0)
        self.observation_space = env.observation_space(self.agent)["observation"]
        self.action_space = env.action_space(self.agent)
        self.render_mode = env.render_mode
        self.lost = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game. `options` begin it elsewhere (`start.begun`), `options["seat"]` says who the agent is.

        A `snapshot` of this environment brings its agent, one of the PettingZoo environment does not.
        """
        if seed is not None:
            self._np_random, seed = seeding.np_random(seed)
        options = dict(options or {})
        if isinstance(kept := options.get("snapshot"), Moment):
            options = {"seat": self.env.possible_agents.index(kept.agent), **options, "snapshot": kept.game}
        number = int(self.np_random.integers(2**31))
        dice = random.Random(number)
        seats = len(self.env.possible_agents)
        drawn = dice.randrange(seats) if self.seat is None else self.seat
        self._sit_down(self._agent_at(options.pop("seat", drawn)))
        self.party = Party(self._players(), [dice] * seats)
        self.lost = False
        self.env.reset(seed=number, options=options)
        self._others()
        return self.now()

    def _sit_down(self, agent: str) -> None:
        self.agent, self.env.bots = agent, {each for each in self.env.possible_agents if each != agent}

    def _agent_at(self, seat: int) -> str:
        agents = self.env.possible_agents
        if seat not in range(len(agents)):
            raise ValueError(f"seat is one of 0 to {len(agents) - 1}, not {seat}")
        return agents[seat]

    def _players(self) -> list[Player | None]:
        """A bot for every seat but the agent's, the list repeated as often as needed."""
        named = iter(range(len(self.env.possible_agents)))
        return [None if agent == self.agent else self._player(next(named)) for agent in self.env.possible_agents]

    def _player(self, n: int) -> Player:
        bot = self.bots[n % len(self.bots)]
        return player(bot, self.budget) if isinstance(bot, str) else Player(bot, self.budget)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if int(action) not in self.env.spelling.next_words and self.illegal == "lose":
            self.lost = True
            observation, info = self.now()
            return observation, ILLEGAL_REWARD, True, False, {**info, "illegal": True}
        self.env.step(action)
        self._others()
        observation, info = self.now()
        return observation, float(self.env._cumulative_rewards[self.agent]), self._is_over(), False, info

    def _is_over(self) -> bool:
        return bool(self.env.terminations[self.agent])

    def _others(self) -> None:
        """Let the bots answer until the agent is asked or the game is over."""
        self.party.interrupt()
        while self.env.agent_selection != self.agent and not self._is_over():
            s = self.env.state_
            choice = pending(s)
            assert choice is not None
            self.env.play(self.party.answer(self.env.subject.game, s, choice).action)

    def now(self) -> tuple[Any, dict[str, Any]]:
        """The observation and the info of this moment, as `reset` and `step` return them."""
        info = {"action_mask": self.action_masks().astype(np.int8), **self.env.infos[self.agent]}
        return self.env.seen(self.agent), info

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Which actions are legal now, as sb3-contrib asks for it; none after the end."""
        mask = np.zeros(len(self.env.subject.layout), bool)
        if not self._is_over() and not self.lost:
            mask[self.env.spelling.next_words] = True
        return mask

    def observation_layout(self) -> tuple[Named, ...]:
        return self.env.observation_layout()

    def action_layout(self) -> tuple[Word, ...]:
        return self.env.action_layout()

    def action_text(self, action: int) -> str:
        return self.env.action_text(action)

    def random_action(self, rng: Rng) -> int:
        return self.env.random_action(rng)

    def snapshot(self) -> Moment:
        """This moment, exactly, the random generators of the game and the bots included."""
        party, dice = deepcopy((self.party, self._np_random))
        return Moment(self.env.snapshot(), self.agent, party, dice, self.lost)

    def restore(self, kept: Moment) -> None:
        self._sit_down(kept.agent)
        self.env.restore(kept.game)
        self.party, self._np_random = deepcopy((kept.party, kept.dice))
        self.lost = kept.lost

    def render(self) -> Any:
        return self.env.render()


def against_bots(
    game: str,
    num_players: int | None = None,
    seat: int | None = 0,
    bots: Sequence[str | Bot] = ("random",),
    illegal: str = "lose",
    **more: Any,
) -> AgainstBots:
    """What `gymnasium.make("stellwerk/…-v0")` makes: by default with as few players as the game allows."""
    from stellwerk.games import game as game_of

    env = raw_env(game, num_players or min(game_of(game).seats), **more)
    return AgainstBots(env, seat, bots, illegal=illegal)
