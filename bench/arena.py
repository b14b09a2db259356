"""The tournaments of the bots, as a soak run: 0.2 s a turn, four seats, rotated. Results can be resumed."""

from __future__ import annotations

import time
from pathlib import Path

from stellwerk import games
from stellwerk.bots import Budget
from stellwerk.bots.arena import Tournament, played, standings

ROOT = Path(__file__).resolve().parent.parent
TABLES = (("greedy", "random", "random", "random"), ("strong", "greedy", "greedy", "greedy"), ("strong",) * 4)


def soak(quick: bool = False) -> list[str]:
    folder = ROOT / ".soak"
    folder.mkdir(exist_ok=True)
    rows = []
    for id_ in games.ids():
        for bots in TABLES:
            count = 2 if quick else 100
            tournament = Tournament(id_, bots, count, 4, Budget(seconds=0.2, clock=time.process_time))
            file = folder / f"arena-{id_}-{bots[0]}-{bots[1]}.jsonl"
            for row in standings(played(tournament, file, workers=2)):
                share = f"{row.wins:g} of {row.played} ({row.low:.0%}–{row.high:.0%})"
                rows.append(f"| arena | {id_}: {row.bot} among {bots[1]} | {share} | {row.points:.0f} points |")
    return rows
