"""Many games at once: a Gymnasium vector environment whose processes write observations into shared memory.

Each process has many games, so that one message per step serves all of them and quick games wait little for slow ones.
An environment that has ended begins its next game in the same step (`AutoresetMode.SAME_STEP`); what was seen last is
`infos["final_obs"]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from ctypes import c_byte
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from stellwerk.processes import collect_rarely
from stellwerk.rl.single import Moment, against_bots

AUTORESET = {"autoreset_mode": AutoresetMode.SAME_STEP}
Array = np.ndarray[Any, Any]
KINDS: Mapping[str, Any] = {
    "seen": np.int32,
    "final": np.int32,
    "masks": np.int8,
    "actions": np.int64,
    "rewards": np.float64,
    "over": np.bool_,
}
"""The arrays in the shared memory; each has one row for every environment."""


class Row(NamedTuple):
    """How many numbers a row has: those of an observation, those of a mask."""

    numbers: int
    words: int

    def width(self, name: str) -> int:
        return {"seen": self.numbers, "final": self.numbers, "masks": self.words}.get(name, 1)


def board(memory: Mapping[str, Any], row: Row, count: int) -> dict[str, Array]:
    """The shared memory as arrays."""
    arrays = {name: np.frombuffer(memory[name], kind).reshape(count, -1) for name, kind in KINDS.items()}
    return {name: array if row.width(name) > 1 else array[:, 0] for name, array in arrays.items()}


class Crew:
    """The environments that one process looks after."""

    def __init__(self, arguments: Mapping[str, Any], places: range, arrays: Mapping[str, Array]) -> None:
        # Every environment is asked for its flat numbers: how they are shown is the business of whoever collects them.
        self.envs = {place: against_bots(**{**arguments, "observation": "flat"}) for place in places}
        self.arrays = arrays

    def reset(self, seeds: Sequence[int | None], options: dict[str, Any] | None) -> None:
        for place, env in self.envs.items():
            self._note(place, *env.reset(seed=seeds[place], options=options))

    def _note(self, place: int, seen: Any, info: Mapping[str, Any]) -> None:
        self.arrays["seen"][place], self.arrays["masks"][place] = seen, info["action_mask"]

    def step(self) -> dict[int, dict[str, Any]]:
        """One step of each environment. Returns the last `info` of the games that ended."""
        ended = {}
        for place, env in self.envs.items():
            seen, reward, over, _, info = env.step(self.arrays["actions"][place])
            self.arrays["rewards"][place], self.arrays["over"][place] = reward, over
            if over:
                self.arrays["final"][place] = seen
                ended[place] = {key: value for key, value in info.items() if key != "action_mask"}
                seen, info = env.reset()
            self._note(place, seen, info)
        return ended

    def restore(self, kept: Sequence[Moment]) -> None:
        for place, env in self.envs.items():
            env.restore(kept[place])
            self._note(place, *env.now())

    def call(self, name: str, *arguments: Any) -> list[Any]:
        return [getattr(env, name)(*arguments) for env in self.envs.values()]


def work(pipe: Connection, arguments: Mapping[str, Any], places: range, memory: Any, row: Row, count: int) -> None:
    """What a process does: it carries out one order after the other until the other end of the pipe is closed."""
    crew = Crew(arguments, places, board(memory, row, count))
    collect_rarely()
    while True:
        try:
            order, *details = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            pipe.send((getattr(crew, order)(*details), None))
        except Exception as error:
            pipe.send((None, f"{type(error).__name__}: {error}"))


class StellwerkVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` games of one agent against bots, in `workers` processes; with 0 all in this one.

    Every step waits for the slowest process: one for each core is best, and the more games each has, the less they
    differ.

    Everything else is as `gymnasium.make("stellwerk/…-v0")` takes it. Masks are `infos["action_mask"]` and
    `action_masks()`, one row for each environment. With `reset(options={"snapshot": …, "imagine": seat})` every
    environment begins in another world that looks the same to the seat: imagining in bulk.
    """

    metadata: dict[str, Any] = AUTORESET

    def __init__(self, game: str, num_envs: int, workers: int = 2, observation: str = "flat", **more: Any) -> None:
        arguments = {"game": game, **more}
        self.pipes: list[Connection] = []
        self.processes: list[Any] = []
        self.num_envs, self.kind = num_envs, observation
        first = against_bots(game, observation=observation, **more)
        self.layout = first.env.subject.observations
        self.single_observation_space, self.single_action_space = first.observation_space, first.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.render_mode = None
        row = Row(self.layout.size, len(first.env.subject.layout))
        context = get_context("spawn")
        sizes = {name: num_envs * row.width(name) * np.dtype(kind).itemsize for name, kind in KINDS.items()}
        memory = {name: context.RawArray(c_byte, size) for name, size in sizes.items()}
        self.arrays = board(memory, row, num_envs)
        shares = [range(n * num_envs // workers, (n + 1) * num_envs // workers) for n in range(workers)]
        for places in filter(len, shares):
            ours, theirs = context.Pipe()
            details = (theirs, arguments, places, memory, row, num_envs)
            self.processes.append(context.Process(target=work, args=details, daemon=True))
            self.processes[-1].start()
            theirs.close()
            self.pipes.append(ours)
        self.crew = None if self.pipes else Crew(arguments, range(num_envs), self.arrays)

    def _all(self, order: str, *details: Any) -> Iterator[Any]:
        """What every process answers to an order; they work at the same time."""
        if self.crew is not None:
            yield getattr(self.crew, order)(*details)
            return
        for pipe in self.pipes:
            pipe.send((order, *details))
        # Everybody is heard before anything is raised, so that no answer is left in a pipe.
        answers = [self._heard(pipe) for pipe in self.pipes]
        for answer, problem in answers:
            if problem is not None:
                raise RuntimeError(f"in a process of the vector environment: {problem}")
            yield answer

    def _heard(self, pipe: Connection) -> tuple[Any, str | None]:
        try:
            answer: tuple[Any, str | None] = pipe.recv()
        except (EOFError, ConnectionError):
            return None, "it has ended"
        return answer

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """One seed counts on from environment to environment."""
        seeds = [None] * self.num_envs if seed is None else seed
        if isinstance(seeds, int):
            super().reset(seed=seeds)
            seeds = [seeds + n for n in range(self.num_envs)]
        for _ in self._all("reset", seeds, options):
            pass
        return self._shown("seen"), self._masks()

    def step(self, actions: Any) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        self.step_async(actions)
        return self.step_wait()

    def step_async(self, actions: Any) -> None:
        self.arrays["actions"][:] = actions

    def step_wait(self) -> tuple[Any, Array, Array, Array, dict[str, Any]]:
        ended = {place: info for answer in self._all("step") for place, info in answer.items()}
        rewards, over = self.arrays["rewards"].copy(), self.arrays["over"].copy()
        infos = self._masks()
        if ended:
            infos |= {"final_obs": self._final(over), "_final_obs": over.copy()}
            infos |= {"final_info": self._final_info(ended), "_final_info": over.copy()}
        return self._shown("seen"), rewards, over, np.zeros(self.num_envs, np.bool_), infos

    def _masks(self) -> dict[str, Any]:
        return {"action_mask": self.arrays["masks"].copy(), "_action_mask": np.ones(self.num_envs, np.bool_)}

    def _shown(self, name: str) -> Any:
        flat = self.arrays[name].copy()
        if self.kind != "dict":
            return self.layout.shown(flat, self.kind)
        rows = [self.layout.structured(row) for row in flat]
        return {block: np.stack([row[block] for row in rows]) for block in rows[0]}

    def _final(self, over: Array) -> Array:
        """What was seen last in the games that ended, None in the others."""
        final = np.full(self.num_envs, None, object)
        for place in np.flatnonzero(over):
            final[place] = self.layout.shown(self.arrays["final"][place].copy(), self.kind)
        return final

    def _final_info(self, ended: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        for place, info in ended.items():
            infos = self._add_info(infos, dict(info), place)
        return infos

    def action_masks(self) -> Array:
        """Which actions are legal now, one row for each environment."""
        masks: Array = self.arrays["masks"].astype(bool)
        return masks

    def call(self, name: str, *arguments: Any) -> tuple[Any, ...]:
        """A method of every environment, in order: `call("snapshot")`."""
        return tuple(deepcopy(found) for answer in self._all("call", name, *arguments) for found in answer)

    def snapshot(self) -> tuple[Moment, ...]:
        """This moment of every environment, exactly."""
        return self.call("snapshot")

    def restore(self, kept: Sequence[Moment]) -> tuple[Any, dict[str, Any]]:
        """Go on from a snapshot, one moment for each environment: what is seen there, and the masks."""
        if len(kept) != self.num_envs:
            raise ValueError(f"{len(kept)} moments for {self.num_envs} environments")
        for _ in self._all("restore", kept):
            pass
        return self._shown("seen"), self._masks()

    def close_extras(self, **kwargs: Any) -> None:
        for pipe in self.pipes:
            pipe.close()
        for process in self.processes:
            process.join(5)
            if process.is_alive():
                process.terminate()
                process.join()
        self.pipes, self.processes = [], []
