"""What the pages say about bots."""

from __future__ import annotations

from stellwerk.core import Text

LEVELS = {
    "random": Text("beginner: plays at random"),
    "greedy": Text("easy: takes what pays at once"),
    "strong": Text("strong: thinks ahead"),
}


def level(bot: str) -> Text:
    return LEVELS.get(bot, Text("{bot}", bot=bot))
