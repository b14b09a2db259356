"""1880 for bots: what companies promise, and which answers are worth a thought."""

from stellwerk.games.china1880.bots.ahead import Expert
from stellwerk.games.china1880.bots.former import Knowledge01
from stellwerk.games.china1880.bots.judgement import Knowledge

__all__ = ["Expert", "Knowledge", "Knowledge01"]
