"""Bots by name. They see `Game`, a view and options only."""

from __future__ import annotations

from collections.abc import Callable

from stellwerk.bots.bot import Answer, Bot, Budget
from stellwerk.bots.random import RandomBot

BOTS: dict[str, Callable[[], Bot]] = {
    "random": RandomBot,
}

__all__ = ["BOTS", "Answer", "Bot", "Budget", "RandomBot"]
