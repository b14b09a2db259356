"""What the pages say about games and bots where the rules are silent."""

from __future__ import annotations

from stellwerk.core import Text

BLURBS = {
    "russian-railroads": Text(
        "Send workers to build three railway lines out of Moscow. Locomotives, industry, engineers:"
        " every round pays for all you have built."
    ),
    "1880": Text(
        "Found railways in China, lay track, run trains, trade shares. Trains drive the game:"
        " buy too slowly and yours are scrap."
    ),
    "yokohama": Text(
        "Place assistants in the streets, walk your president through them,"
        " and trade silk, tea, fish and copper in Meiji Japan."
    ),
}

LEVELS = {
    "random": Text("beginner: plays at random"),
    "greedy": Text("easy: takes what pays at once"),
    "search": Text("strong: thinks ahead"),
}


def level(bot: str) -> Text:
    return LEVELS.get(bot, Text("{bot}", bot=bot))
