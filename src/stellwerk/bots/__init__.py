"""Bots and levels by name. Bots see `Game`, a view and options only."""

from __future__ import annotations

from stellwerk.bots.bot import Answer, Bot, Budget
from stellwerk.bots.levels import BOTS, LEVELS

__all__ = ["BOTS", "LEVELS", "Answer", "Bot", "Budget"]
