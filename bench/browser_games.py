"""Whole games of all three titles in the browser, clicked by chance, until they are over."""

from __future__ import annotations

import time
from random import Random

from bench.pages import visitor

GAMES = (("russian-railroads", 2), ("yokohama", 2), ("1880", 3))
MOST = 4000


def soak(quick: bool = False) -> list[str]:
    found = []
    for game, seats in GAMES[: 1 if quick else None]:
        with visitor() as player:
            began = time.perf_counter()
            player.set_up(game, ["me", *["bot:random"] * (seats - 1)])
            made = player.play(MOST, Random(game).randrange)
            assert player.page.locator(".prompt.over").count() == 1, f"{game} is not over after {made} decisions"
            assert player.complaints == [], player.complaints[:3]
            spent = time.perf_counter() - began
            found.append(f"| browser | a complete game of {game} | {made} decisions | {spent:.0f} s, console clean |")
    return found
