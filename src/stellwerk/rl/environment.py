"""A game as a PettingZoo environment (agents take turns), for any game with a layout and an encoder."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from stellwerk import games
from stellwerk.core import CHANCE, Action, Choice, Game, Score, advance, pending
from stellwerk.rl.layout import Layout, Spelled, Spelling, spelled

PREFIX = 8
LISTED = 4000
"""More options than this are thinned out by `suggest`: nobody spells a move among ten thousand."""


@dataclass(frozen=True)
class Subject:
    """What the environment needs to know about a game beside its rules."""

    game: Game[Any]
    layout: Layout
    size: int
    """Room for the encoded view."""
    encode: Callable[[Any], Sequence[int]]
    """A view as whole numbers."""
    moves: Callable[[Any, Choice[Any]], Iterable[Spelled]]
    """The moves offered with their words; those the layout cannot express are left out."""

    @property
    def length(self) -> int:
        """Of a whole observation: the view, the open question, and the words said so far."""
        return self.size + 1 + PREFIX


def listed_moves(s: Any, choice: Choice[Any]) -> Iterable[Spelled]:
    options = choice.options(s)
    listed = options if options.finite and len(options) <= LISTED else options.suggest(LISTED)
    return ((spelled(move), move) for move in listed)


def rank_reward(score: Score, scores: Sequence[Score]) -> float:
    """1 for the first, -1 for the last, evenly between; shared places share."""
    equal = sum(other.rank == score.rank for other in scores)
    place = score.rank - 1 + (equal - 1) / 2
    return 1 - 2 * place / (len(scores) - 1)


def score_reward(score: Score, scores: Sequence[Score]) -> float:
    return float(score.total)


METADATA = {"render_modes": ["ansi", "human"], "is_parallelizable": False, "render_fps": 1}
REWARDS = {"rank": rank_reward, "score": score_reward}


class StellwerkEnv(AECEnv):  # type: ignore[misc]
    """One game. An action is the index of a word of the layout; the mask shows which words lead to a legal move."""

    metadata: dict[str, Any] = METADATA

    def __init__(
        self, subject: Subject, num_players: int, render_mode: str | None = None, reward: str = "rank"
    ) -> None:
        super().__init__()
        if num_players not in subject.game.seats:
            low, high = min(subject.game.seats), max(subject.game.seats)
            raise ValueError(f"{subject.game.title}: {low} to {high} players, not {num_players}")
        if reward not in REWARDS:
            raise ValueError(f"reward is one of {', '.join(REWARDS)}, not {reward}")
        self.subject = subject
        self.render_mode = render_mode
        self.reward = REWARDS[reward]
        self.metadata = {**METADATA, "name": f"stellwerk_{subject.game.id.replace('-', '_')}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(num_players)]
        self.agents: list[str] = []
        self.rng = random.Random()
        words = len(subject.layout)
        box = spaces.Box(-(2**31), 2**31 - 1, (subject.length,), np.int32)
        mask = spaces.Box(0, 1, (words,), np.int8)
        space = spaces.Dict({"observation": box, "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(words) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.rng = random.Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_ = self.subject.game.setup(len(self.agents))
        self._ask()

    def _ask(self) -> None:
        """Up to the next decision of an agent; moves without alternative are made at once."""
        s = self.state_
        while (choice := pending(s)) is not None:
            if choice.seat(s) == CHANCE:
                advance(s, choice.options(s).sample(self.rng))
                continue
            self.spelling = Spelling(self.subject.layout, self.subject.moves(s, choice))
            if len(self.spelling.open) > 1:
                self.agent_selection = self.possible_agents[choice.seat(s)]
                return
            # A position the layout cannot express goes on with the first legal move.
            advance(s, self.spelling.open[0][1] if self.spelling.open else choice.options(s).suggest(1)[0])
        self._end()

    def _end(self) -> None:
        scores = self.subject.game.scores(self.state_)
        for score in scores:
            self.rewards[f"player_{score.seat}"] = self.reward(score, scores)
            self.infos[f"player_{score.seat}"] = {"score": score.total, "rank": score.rank}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        view = self.subject.game.view(self.state_, seat)
        values = np.zeros(self.subject.length, np.int32)
        encoded = self.subject.encode(view)
        values[: len(encoded)] = encoded
        values[self.subject.size :] = self._question()
        mask = np.zeros(len(self.subject.layout), np.int8)
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            mask[self.spelling.next_words] = 1
        return {"observation": values, "action_mask": mask}

    def _question(self) -> list[int]:
        """Which kind of question is open (from 1, 0 after the end), and what has been said of the answer, from 1."""
        choice = pending(self.state_)
        if choice is None:
            return [0] * (1 + PREFIX)
        said = [index + 1 for index in self.spelling.prefix][-PREFIX:]
        return [self.subject.game.steps.index(type(choice)) + 1, *said, *[0] * (PREFIX - len(said))]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.spelling.next_words:
            raise ValueError(f"action {action} is not in the mask of {agent}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.spelling.say(int(action))
        move = self.spelling.move
        if move is not None:
            self.play(move)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def play(self, move: Action) -> None:
        """A whole move at once, as bots answer."""
        advance(self.state_, move)
        self._ask()

    def render(self) -> str | None:
        text = self._shown()
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _shown(self) -> str:
        choice = pending(self.state_)
        scores = ", ".join(f"player_{s.seat}: {s.total}" for s in self.subject.game.scores(self.state_))
        return f"{choice.question(self.state_) if choice else 'over'} [{scores}]"

    def close(self) -> None:
        pass


def wrapped(raw: StellwerkEnv) -> Any:
    """As PettingZoo's own environments come: an illegal action loses, calls out of order are refused."""
    ended = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ended))


def subject_of(game_id: str) -> Subject:
    """What a registered game says about itself as an environment."""
    room = games.companion(game_id, "rl")
    if room is None:
        raise games.UnknownGame(game_id)
    found: Subject = room.subject()
    return found


def raw_env(game_id: str, num_players: int = 4, render_mode: str | None = None, reward: str = "rank") -> StellwerkEnv:
    """The environment of any registered game, bare."""
    return StellwerkEnv(subject_of(game_id), num_players, render_mode, reward)


def env(game_id: str, num_players: int = 4, render_mode: str | None = None, reward: str = "rank") -> Any:
    """The environment of any registered game, wrapped as PettingZoo's own."""
    return wrapped(raw_env(game_id, num_players, render_mode, reward))
