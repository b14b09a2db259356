"""A game as a PettingZoo environment (agents take turns), for any game with an action layout and named observations."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping
from copy import copy, deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from stellwerk import games
from stellwerk.core import CHANCE, Action, Choice, Game, Rng, advance, pending
from stellwerk.rl import rendering
from stellwerk.rl.layout import Layout, Spelled, Spelling, Word, spelled
from stellwerk.rl.observation import KINDS, PREFIX, Block, Named, Observations, question_block
from stellwerk.rl.rewards import REWARDS, reward_called
from stellwerk.rl.start import Snapshot, begun, dice_of, setup_of

LISTED = 4000
"""Where a question has more answers than this, `suggest` picks that many of them."""


@dataclass(frozen=True)
class Subject:
    """What the environment needs to know about a game beside its rules."""

    game: Game[Any]
    layout: Layout
    blocks: tuple[Block, ...]
    """What an agent sees of a view."""
    moves: Callable[[Any, Choice[Any]], Iterable[Spelled]]
    """The moves offered with their words; those the layout cannot express are left out."""
    offered_for: Callable[[Any, Action], Action] = lambda s, action: action
    """The move that is offered in place of a legal one that comes to the same, such as a tile turned to look alike."""

    @cached_property
    def observations(self) -> Observations:
        """The view, the open question, and the words said so far."""
        steps = [step.__name__ for step in self.game.steps]
        return Observations(self.blocks, question_block(steps, len(self.layout)))

    @cached_property
    def questions(self) -> Mapping[Any, int]:
        return {step: number for number, step in enumerate(self.game.steps, 1)}


def listed_moves(s: Any, choice: Choice[Any]) -> Iterable[Spelled]:
    options = choice.options(s)
    listed = options if options.finite and len(options) <= LISTED else options.suggest(LISTED)
    return ((spelled(move), move) for move in listed)


METADATA = {"render_modes": ["ansi", "rgb_array", "human"], "is_parallelizable": False, "render_fps": 1}
BOOKS = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "agent_selection", "paid")
"""What an environment keeps besides the state of its game; a snapshot holds all of it."""


class StellwerkEnv(AECEnv):  # type: ignore[misc]
    """One game. An action is the index of a word in the layout; the mask shows which words lead to a legal move.

    `reward` is one of `rewards.REWARDS`, `observation` one of `observation.KINDS`; `variants` are set-up switches by
    name, `components` a folder with component tables that replace the game's.
    """

    metadata: dict[str, Any] = METADATA

    def __init__(
        self,
        subject: Subject,
        num_players: int,
        render_mode: str | None = None,
        reward: str = "rank",
        observation: str = "flat",
        variants: Mapping[str, Any] | None = None,
        components: str | Path | None = None,
    ) -> None:
        super().__init__()
        if num_players not in subject.game.seats:
            low, high = min(subject.game.seats), max(subject.game.seats)
            raise ValueError(f"{subject.game.title}: {low} to {high} players, not {num_players}")
        if observation not in KINDS:
            raise ValueError(f"observation is one of {', '.join(KINDS)}, not {observation}")
        if render_mode not in (None, *METADATA["render_modes"]):  # type: ignore[misc]
            raise ValueError(f"render_mode is one of ansi, rgb_array, human, not {render_mode}")
        self.subject = subject
        self.render_mode = render_mode
        self.reward = reward_called(reward)
        self.observation = observation
        self.wanted = setup_of(subject.game, num_players, variants, components)
        """The set-up of new games. `setup` is that of the game being played: a log may bring its own."""
        self.metadata = {**METADATA, "name": f"stellwerk_{subject.game.id.replace('-', '_')}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(num_players)]
        self.agents: list[str] = []
        self.bots: Collection[str] = ()
        """Agents that answer with moves, not with words: every question is left to them, and nothing is spelled."""
        self.rng = random.Random()
        words = len(subject.layout)
        mask = spaces.Box(0, 1, (words,), np.int8)
        space = spaces.Dict({"observation": subject.observations.space(observation), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(words) for agent in self.possible_agents}

    # --- what the numbers mean ---

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def observation_layout(self) -> tuple[Named, ...]:
        """Every number of the flat observation: name, range, unit and source in the view."""
        return self.subject.observations.numbers

    def action_layout(self) -> tuple[Word, ...]:
        """Every action index: the word it says, and the same in a sentence."""
        return self.subject.layout.explained(self.subject.game)

    def action_text(self, action: int) -> str:
        """What an action means now: the move where it leads to one only, else the word."""
        words = self.spelling.layout.words
        left = [move for said, move in self.spelling.open if said[self.spelling.said :][:1] == (words[action],)]
        if len(left) == 1:
            return str(self.subject.game.describe(self.state_, left[0]))
        return self.action_layout()[action].text

    def random_action(self, rng: Rng) -> int:
        """A word as the bot `random` would say it: all moves that go on from here are equally likely, not all words."""
        return self.spelling.drawn(rng)

    # --- a game ---

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. `options` (see `start.begun`) begin it at a position, in a log, or in an imagined world."""
        if seed is not None:
            self.rng = random.Random(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.setup, self.state_ = begun(self.subject.game, self.wanted, options or {}, self.rng)
        self.paid = self._worth() if self.reward.dense else {}
        self._ask()
        self._show()

    def _ask(self) -> None:
        """Play on to the next decision of an agent. A move without alternative is made at once."""
        s = self.state_
        while (choice := pending(s)) is not None:
            if choice.seat(s) == CHANCE:
                advance(s, choice.options(s).sample(self.rng))
                continue
            agent = self.possible_agents[choice.seat(s)]
            is_bot = agent in self.bots
            self.spelling = Spelling(self.subject.layout, () if is_bot else self.subject.moves(s, choice))
            if is_bot or len(self.spelling.open) > 1:
                self.agent_selection = agent
                return
            # A position the layout cannot express goes on with the first legal move.
            advance(s, self.spelling.open[0][1] if self.spelling.open else choice.options(s).suggest(1)[0])
        self._end()

    def _end(self) -> None:
        scores = self.subject.game.scores(self.state_)
        for score in scores:
            self.infos[f"player_{score.seat}"] = {"score": score.total, "rank": score.rank}
            if not self.reward.dense:
                self.rewards[f"player_{score.seat}"] = self.reward.of(score, scores)
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _worth(self) -> dict[str, float]:
        scores = self.subject.game.scores(self.state_)
        return {f"player_{score.seat}": self.reward.of(score, scores) for score in scores}

    def observe(self, agent: str) -> dict[str, Any]:
        mask = np.zeros(len(self.subject.layout), np.int8)
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            mask[self.spelling.next_words] = 1
        return {"observation": self.seen(agent), "action_mask": mask}

    def seen(self, agent: str) -> Any:
        """The observation without the mask."""
        view = self.subject.game.view(self.state_, self.possible_agents.index(agent))
        layout = self.subject.observations
        return layout.shown(layout.encode(view, self._question()), self.observation)

    def _question(self) -> list[int]:
        """The number of the open question (from 1; 0 after the end), then the words said so far (index plus 1)."""
        choice = pending(self.state_)
        if choice is None:
            return [0] * (1 + PREFIX)
        said = [index + 1 for index in self.spelling.prefix][-PREFIX:]
        return [self.subject.questions[type(choice)], *said, *[0] * (PREFIX - len(said))]

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.spelling.next_words:
            raise ValueError(f"action {action} is not in the mask of {agent}")
        self._cumulative_rewards[agent] = 0.0
        self.spelling.say(int(action))
        move = self.spelling.move
        if move is not None:
            self.play(move)
        else:
            self._clear_rewards()
            self._show()

    def play(self, move: Action) -> None:
        """Make a whole move at once, as bots answer."""
        advance(self.state_, move)
        self._go_on()
        self._show()

    def _go_on(self) -> None:
        """To the next decision, with what is paid on the way."""
        self._clear_rewards()
        self._ask()
        if self.reward.dense:
            worth = self._worth()
            self.rewards = {agent: worth[agent] - self.paid[agent] for agent in self.agents}
            self.paid = worth
        self._accumulate_rewards()

    # --- kept, copied, imagined ---

    def snapshot(self) -> Snapshot:
        """This moment, exactly. It can be restored here or in another process."""
        books = {name: deepcopy(getattr(self, name)) for name in BOOKS}
        said = tuple(self.spelling.prefix) if pending(self.state_) is not None else ()
        return Snapshot(self.setup, self.subject.game.dump(self.state_), self.rng.getstate(), said, books)

    def restore(self, kept: Snapshot) -> None:
        """Go on from a snapshot. The same actions lead to the same game."""
        self.setup, self.rng = kept.setup, dice_of(kept.dice)
        self.state_ = self.subject.game.load(kept.position, kept.setup)
        for name, value in kept.books.items():
            setattr(self, name, deepcopy(value))
        choice = pending(self.state_)
        if choice is not None:
            self.spelling = Spelling(self.subject.layout, self.subject.moves(self.state_, choice))
            self.spelling.repeat(kept.said)

    def imagined(self, agent: str, count: int, seed: int = 0) -> list[StellwerkEnv]:
        """Environments at this moment as an agent may imagine it: everything hidden from it dealt anew.

        Another agent that is asked has not said a word yet: its words and what it may choose from are hidden too.
        """
        return [self._imagined(agent, random.Random(f"{seed}/{n}")) for n in range(count)]

    def _imagined(self, agent: str, rng: random.Random) -> StellwerkEnv:
        view = self.subject.game.view(self.state_, self.possible_agents.index(agent))
        world = deepcopy(self)
        world.rng = rng
        world.state_ = self.subject.game.imagine(view, rng)
        world.paid = world._worth() if self.reward.dense else {}
        if agent != self.agent_selection and pending(world.state_) is not None:
            world._go_on()
        return world

    def __deepcopy__(self, memo: dict[int, Any]) -> StellwerkEnv:
        twin = copy(self)
        memo[id(self)] = twin
        if hasattr(self, "state_"):
            twin.rng = dice_of(self.rng.getstate())
            twin.state_ = self.state_.copy()
            for name in BOOKS:
                setattr(twin, name, deepcopy(getattr(self, name)))
            if hasattr(self, "spelling"):
                twin.spelling = copy(self.spelling)
        return twin

    def __copy__(self) -> StellwerkEnv:
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        fixed = {
            "game": self.subject.game.id,
            "render_mode": self.render_mode,
            "reward": next(name for name, reward in REWARDS.items() if reward is self.reward),
            "observation": self.observation,
            "wanted": self.wanted,
            "bots": self.bots,
        }
        return {**fixed, "dice": self.rng.getstate(), "kept": self.snapshot() if hasattr(self, "state_") else None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        wanted = state["wanted"]
        subject = subject_of(state["game"])
        StellwerkEnv.__init__(self, subject, wanted.seats, state["render_mode"], state["reward"], state["observation"])
        self.wanted, self.bots, self.rng = wanted, state["bots"], dice_of(state["dice"])
        if state["kept"] is not None:
            self.restore(state["kept"])

    # --- shown ---

    def render(self) -> Any:
        """Text (`ansi`), a picture as an array (`rgb_array`), or the text printed (`human`)."""
        if self.render_mode == "rgb_array":
            return rendering.picture(self.subject.game, self.state_)
        text = rendering.text(self.subject.game, self.state_)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

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


def raw_env(game_id: str, num_players: int = 4, render_mode: str | None = None, **more: Any) -> StellwerkEnv:
    """The environment of any registered game, bare: an action outside the mask raises. More as `StellwerkEnv` takes."""
    return StellwerkEnv(subject_of(game_id), num_players, render_mode, **more)


def env(game_id: str, num_players: int = 4, render_mode: str | None = None, **more: Any) -> Any:
    """The environment of any registered game, wrapped as PettingZoo's own: an action outside the mask loses."""
    return wrapped(raw_env(game_id, num_players, render_mode, **more))
