"""Bots by name, and the levels players choose from: a bot and how long it may think about a turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from stellwerk.bots import guests
from stellwerk.bots.bot import Bot, Budget
from stellwerk.bots.expert import ExpertBot
from stellwerk.bots.greedy import GreedyBot
from stellwerk.bots.random import RandomBot
from stellwerk.bots.search import StrongBot
from stellwerk.bots.strong01 import Strong01Bot
from stellwerk.bots.turn import Player

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "strong": StrongBot,
    "expert": ExpertBot,
    "paranoid": partial(ExpertBot, paranoid=True),
    "strong-0.1": Strong01Bot,
}


class Level(NamedTuple):
    bot: Callable[[], Bot]
    seconds: float


MISSED = 50
"""Percent of its answers that the medium level overlooks: by its time alone it would hardly differ from hard."""
LEVELS = {
    "easy": Level(GreedyBot, 0.2),
    "medium": Level(partial(StrongBot, MISSED), 0.2),
    "hard": Level(StrongBot, 1.0),
    "expert": Level(ExpertBot, 3.0),
}
USUAL = "hard"
"""How long a bot thinks that is named without a level, as in tables of version 0.1."""
SEATED = (*LEVELS, "random", "greedy", "strong")
"""What of ours may sit at a table: the levels, and the names of version 0.1."""


class UnknownBot(ValueError):
    pass


def player(name: str, budget: Budget) -> Player:
    """A bot or a level by name, or `NAME@SECONDS`, or `NAME#COUNT`.

    Where seconds count, those of a level or after the @ replace those of the budget; a count after the # always holds.
    """
    known, sign, own = parted(name)
    level = LEVELS.get(known)
    bot = level.bot if level else maker_of(known)
    if sign == "#":
        return Player(bot(), replace(budget, seconds=None, iterations=int(own)))
    seconds = float(own) if sign else level.seconds if level else None
    if seconds is None or budget.iterations is not None:
        return Player(bot(), budget)
    return Player(bot(), replace(budget, seconds=seconds))


def maker_of(name: str) -> Callable[[], Bot]:
    """Ours by name, or one from outside."""
    try:
        return BOTS.get(name) or guests.maker(name)
    except guests.NoSuchBot as error:
        raise UnknownBot(str(error)) from error


def is_from_outside(name: str) -> bool:
    known = parted(name)[0]
    return known not in BOTS and known not in LEVELS


def parted(name: str) -> tuple[str, str, str]:
    """Bot, sign and number of a name; the last two empty where it has no budget of its own."""
    sign = next((sign for sign in "@#" if sign in name), "")
    known, _, own = name.partition(sign) if sign else (name, "", "")
    if (sign == "@" and not _is_positive(own)) or (sign == "#" and not own.isdecimal()):
        raise UnknownBot(name)
    return known, sign, own


def _is_positive(text: str) -> bool:
    try:
        return 0 < float(text) < float("inf")
    except ValueError:
        return False


def short_name(name: str) -> str:
    """What people call a bot: of `MODULE:CLASS` the class."""
    return name.rpartition(":")[2]


def seated() -> tuple[str, ...]:
    """What may sit at a table: ours, those installed beside us, and those the operator has invited."""
    return *SEATED, *guests.installed(), *guests.invited()


def player_at_table(name: str, most: float, trusted: bool = False) -> Player:
    """As people meet it: with the time of its level, but never more than the operator allows.

    A name from a stored table is not trusted: it may not say what is imported.
    """
    if ":" in name and not trusted and name not in seated():
        raise UnknownBot(name)
    bot, budget = player(name, Budget(seconds=LEVELS[USUAL].seconds))
    return Player(bot, replace(budget, seconds=min(budget.seconds or 0.0, most)))
