"""What is asked of a bot from outside: legal, in time, the same for the same seed, and nothing but the view used.

Games are played by chance from seeds; at some of their questions the bot is asked, each time made anew. A question is
put twice: once from the position itself, once from an imagined one that looks the same to the seat.
"""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from stellwerk.bots.bot import Answer, Bot, Budget, flaw
from stellwerk.core import CHANCE, Action, Choice, Game, Options, Seat, advance, pending

EVERY = 5
"""Of the decisions of a game the bot is asked every so manieth."""
GRACE = 1.0
"""Seconds beyond its budget that are forgiven."""
PATIENCE = 20.0
"""Seconds of the processor after which an answer is not waited for any longer."""


class Failed(Exception):
    """What a bot did that it may not do."""


class Endless(BaseException):
    """No answer comes. It is no `Exception`, so that a bot that catches those does not go on for ever."""


class Asked(NamedTuple):
    game: Game[Any]
    s: Any
    choice: Choice[Any]
    seat: Seat
    number: int

    def __str__(self) -> str:
        return f"{self.game.id}, question {self.number} ({type(self.choice).__name__}, seat {self.seat})"


class Found(NamedTuple):
    """What a check of one game found."""

    game: str
    questions: int
    slowest: float
    """Seconds of the processor."""


def check(make: Callable[[], Bot], game: Game[Any], questions: int, seconds: float, seed: int = 0) -> Found:
    """Raises `Failed` with what was wrong."""
    try:
        bot = make()
    except Exception as error:
        raise Failed(f"it cannot be made: {type(error).__name__}: {error}") from error
    if not isinstance(getattr(bot, "blind", None), bool):
        raise Failed("a bot says whether it is `blind` (True or False)")
    slowest, asked = 0.0, 0
    for question in questions_of(game, questions, seed):
        slowest = max(slowest, _check(make, question, seconds))
        asked += 1
    return Found(game.id, asked, slowest)


def questions_of(game: Game[Any], most: int, seed: int) -> Iterator[Asked]:
    """Questions of games played by chance, with every number of seats in turn."""
    number = decisions = 0
    while number < most:
        rng = random.Random(f"check {seed} {decisions}")
        s = game.setup(game.seats[decisions % len(game.seats)])
        while (choice := pending(s)) is not None and number < most:
            options = choice.options(s)
            decisions += choice.seat(s) != CHANCE
            if choice.seat(s) != CHANCE and decisions % EVERY == 0 and not (options.finite and len(options) == 1):
                number += 1
                yield Asked(game, s, choice, choice.seat(s), number)
            advance(s, options.sample(rng))


def _check(make: Callable[[], Bot], asked: Asked, seconds: float) -> float:
    """Seconds one answer took."""
    game, s = asked.game, asked.s
    dice = random.getstate()
    began = time.process_time()
    _answer(make, asked, s, Budget(seconds=seconds, clock=time.process_time))
    took = time.process_time() - began
    if took > seconds + GRACE:
        raise Failed(f"{asked}: {took:.1f} s instead of {seconds} s")
    if random.getstate() != dice:
        raise Failed(f"{asked}: it throws the dice of the module `random`; use the `rng` it is given")
    first = _same(make, asked, _answer(make, asked, s, Budget(iterations=3)))
    other = game.imagine(game.view(s, asked.seat), random.Random(asked.number))
    second = _answer(make, asked, other, Budget(iterations=3))
    if first != second:
        _same(make, asked, first)  # a moody bot may have answered alike by chance
        raise Failed(f"{asked}: {first}, but {second} where the same is to be seen and something hidden differs")
    return took


def _same(make: Callable[[], Bot], asked: Asked, first: Action) -> Action:
    again = _answer(make, asked, asked.s, Budget(iterations=3))
    if first != again:
        raise Failed(f"{asked}: with the same seed and count once {first}, once {again}")
    return first


def _answer(make: Callable[[], Bot], asked: Asked, s: Any, budget: Budget) -> Action:
    """A legal answer of a fresh bot that leaves everything as it was."""
    choice = pending(s)
    assert choice is not None
    bot, options, view = make(), choice.options(s), asked.game.view(s, asked.seat)
    before = asked.game.dump(s)
    rng = random.Random(asked.number)
    try:
        with _patience():
            answer = bot.answer(asked.game, None if bot.blind else view, options, rng, budget)
    except Endless as error:
        raise Failed(f"{asked}: no answer after {PATIENCE:g} s of the processor") from error
    except (Exception, SystemExit) as error:
        raise Failed(f"{asked}: {type(error).__name__}: {error}") from error
    _legal(asked, options, answer)
    if view != asked.game.view(s, asked.seat) or before != asked.game.dump(s):
        raise Failed(f"{asked}: it changed what it was shown")
    return answer.action


@contextmanager
def _patience() -> Iterator[None]:
    """Ends an answer that never comes; where there is no such timer it is waited for."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _give_up)
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _give_up(*_: object) -> None:
    raise Endless


def _legal(asked: Asked, options: Options, answer: object) -> None:
    wrong = flaw(answer)
    if wrong is not None:
        raise Failed(f"{asked}: {wrong}")
    assert isinstance(answer, Answer)
    if answer.action not in options:
        raise Failed(f"{asked}: {answer.action!r} is not among the options")
    for action, _ in answer.policy:
        if action not in options:
            raise Failed(f"{asked}: policy: {action!r} is not among the options")
