"""A turn of a bot: one seed, one clock, one plan, wherever it is played: table, terminal, arena or environment.

A turn begins with a question the game rests at, or when another seat has answered in between. What is kept from one
decision to the next are plain values, so that another process can go on where this one stopped.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from stellwerk.bots.bot import Answer, BadAnswer, Bot, Budget, flaw
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.core import Choice, Game, Options, Rng, Seat, Text

SEEDS = 1 << 62


@dataclass(frozen=True, slots=True)
class Turn:
    """What a bot keeps between the decisions of one turn. `plan` is in notation."""

    seed: int
    decisions: int = 0
    spent: float = 0.0
    plan: tuple[str, ...] = ()

    def left(self, budget: Budget) -> Budget:
        """What remains of the time of the turn. A count is per decision, so all of it."""
        if budget.seconds is None:
            return budget
        return replace(budget, seconds=max(0.0, budget.seconds - self.spent))

    def rng(self) -> random.Random:
        """The dice of the next decision: they depend on the seed of the turn only, not on who asks."""
        return random.Random(f"{self.seed}/{self.decisions}")

    def after(self, seconds: float, plan: Sequence[str]) -> Turn:
        return Turn(self.seed, self.decisions + 1, self.spent + seconds, tuple(plan))


class Asked(NamedTuple):
    """A question to a bot. `view` is None for a blind one."""

    game: Game[Any]
    view: Any
    choice: Choice[Any]
    options: Options


class Player(NamedTuple):
    bot: Bot
    budget: Budget


def decide(player: Player, asked: Asked, turn: Turn | None, dice: Rng) -> tuple[Answer, Turn]:
    """One decision of the turn a bot is in; of a new one if `turn` is None or one begins with this question."""
    if turn is None or _begins(player.bot, asked):
        turn = Turn(dice.randrange(SEEDS))
    if turn.plan:
        planned = asked.game.parse(turn.plan[0])
        if planned in asked.options:
            return Answer(planned, Text("as planned when the turn began")), turn.after(0.0, turn.plan[1:])
    if asked.options.finite and len(asked.options) == 1:
        return Answer(next(iter(asked.options))), turn.after(0.0, ())
    clock = player.budget.clock
    began = clock()
    answer = player.bot.answer(asked.game, asked.view, asked.options, turn.rng(), turn.left(player.budget))
    if not isinstance(answer, Answer):
        raise BadAnswer(f"{type(player.bot).__module__}:{type(player.bot).__name__}: {flaw(answer)}")
    return answer, turn.after(clock() - began, [str(action) for action in answer.plan])


def _begins(bot: Bot, asked: Asked) -> bool:
    # Until version 0.1 a turn lasted until another seat was asked; the bot kept from then is measured as it was.
    return not getattr(bot, "rests_only_between_seats", False) and knowledge_of(asked.game).rests(asked.choice)


class Party:
    """The bots of one game in this process; None where somebody else plays."""

    def __init__(self, players: Sequence[Player | None], dice: Sequence[Rng]) -> None:
        self.players, self.dice = players, dice
        self._acting: Seat | None = None
        self._turn: Turn | None = None

    def answer(self, game: Game[Any], s: Any, choice: Choice[Any]) -> Answer:
        seat = choice.seat(s)
        player = self.players[seat]
        assert player is not None
        turn = self._turn if seat == self._acting else None
        view = None if player.bot.blind else game.view(s, seat)
        answer, self._turn = decide(player, Asked(game, view, choice, choice.options(s)), turn, self.dice[seat])
        self._acting = seat
        return answer

    def interrupt(self) -> None:
        """Another player has answered, or an answer was taken back: end the current turn."""
        self._acting = None


def knows_no_secret(game: Game[Any], s: Any, seat: Seat) -> bool:
    """Whether a seat sees just what a spectator sees: then its reasons give nothing away."""
    return bool(replace(game.view(s, seat), seat=None) == game.view(s, None))
