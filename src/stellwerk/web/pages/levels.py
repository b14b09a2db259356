"""What the pages say about bots."""

from __future__ import annotations

from stellwerk.bots.levels import SEATED, seated, short_name
from stellwerk.core import Text

LEVELS = {
    "random": (Text("beginner"), Text("beginner: plays at random")),
    "easy": (Text("easy"), Text("easy: takes what pays at once")),
    "medium": (Text("medium"), Text("medium: thinks ahead for a moment and overlooks things")),
    "hard": (Text("hard"), Text("hard: thinks for a second a turn")),
    "expert": (Text("expert"), Text("expert: thinks for three seconds a turn")),
}
"""What a level is called on a seat, and where it is chosen."""
FORMER = {"greedy": "easy", "strong": "hard"}
"""Bots of version 0.1 by the level they play at."""


def level_name(bot: str | None) -> Text:
    known = FORMER.get(bot or "", bot or "")
    return LEVELS[known][0] if known in LEVELS else Text("{bot}", bot=short_name(known))


def level_words(bot: str) -> Text:
    return LEVELS[bot][1] if bot in LEVELS else Text("{bot}", bot=bot)


def bots_offered() -> tuple[str, ...]:
    """What may be chosen: the levels, and the bots from outside that may sit at tables here."""
    return *LEVELS, *(name for name in seated() if name not in SEATED)
