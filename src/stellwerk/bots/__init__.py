"""Bots by name. They see `Game`, a view and options only."""

from __future__ import annotations

from collections.abc import Callable

from stellwerk.bots.bot import Answer, Bot, Budget
from stellwerk.bots.greedy import GreedyBot
from stellwerk.bots.random import RandomBot
from stellwerk.bots.search import StrongBot

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
    "greedy": GreedyBot,
    "strong": StrongBot,
}

LEVELS = {
    "easy": ("greedy", Budget(seconds=0.2)),
    "medium": ("strong", Budget(seconds=0.2)),
    "hard": ("strong", Budget(seconds=2.0)),
}
"""What players choose from: a bot and how long it may think about a turn."""

__all__ = ["BOTS", "LEVELS", "Answer", "Bot", "Budget"]
