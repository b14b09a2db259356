"""Long checked selfplay of every game and seat count, as a soak run."""

from __future__ import annotations

import time

from stellwerk import games
from stellwerk.bots.selfplay import Job, play_all, seated

GAMES = {"1880": 20, "russian-railroads": 100, "yokohama": 100}


def soak(quick: bool = False) -> list[str]:
    rows = []
    for id_ in games.ids():
        for seats in games.game(id_).seats:
            count = 2 if quick else GAMES.get(id_, 100)
            began = time.perf_counter()
            jobs = [Job(id_, seats, seed, seated(["random"], seats), check=True) for seed in range(count)]
            actions = sum(outcome.actions for outcome in play_all(jobs, workers=2))
            spent = time.perf_counter() - began
            rows.append(
                f"| selfplay --check | {id_}, {seats} seats | {count} games, {actions} actions | {spent:.0f} s |"
            )
    return rows
