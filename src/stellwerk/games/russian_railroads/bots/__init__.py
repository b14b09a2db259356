"""Russian Railroads for bots: what they know, and what each bot makes of it."""

from __future__ import annotations

from stellwerk.games.russian_railroads.bots.ahead import Expert
from stellwerk.games.russian_railroads.bots.judgement import Knowledge, Knowledge01, Searched

__all__ = ["Expert", "Knowledge", "Knowledge01", "Searched"]
