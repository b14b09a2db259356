"""The cost of an action does not grow with the log: one position reached by 8 and by 800 logged actions.

The pair of records holds the same state; only their logs differ in length. Each next action is acted on both in turn,
so that whatever else the machine does falls on both alike.
"""

from __future__ import annotations

import gzip
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from stellwerk.core import digest
from stellwerk.core.log import Record, fold
from stellwerk.games.china1880.study.xxgames.importing import import_bytes

GAMES = Path(__file__).parents[1] / "tests" / "games" / "china1880" / "conformance" / "games"
SHORT, LONG = 8, 800
ROUNDS = 6


def whole_game() -> Record[Any]:
    """The longest of the recorded games."""
    paths = sorted(
        GAMES.glob("*.json.gz"), key=lambda path: -len(json.loads(gzip.decompress(path.read_bytes()))["actions"])
    )
    record = import_bytes(paths[0].read_bytes()).record
    assert record is not None
    return record


def reached(record: Record[Any], entries: int, at: int) -> Record[Any]:
    """The position after `at` entries, with a log of only the last `entries` of them."""
    start = fold(record.game, record.header, record.entries, at - entries)
    header = replace(record.header, position=record.game.dump(start)) if at > entries else record.header
    kept = list(record.entries[at - entries : at])
    return Record(record.game, header, fold(record.game, header, kept), kept)


def spent(record: Record[Any], entry: Any) -> float:
    action = record.game.parse(entry.text)
    began = time.process_time()
    record.act(entry.seat, action)
    return time.process_time() - began


def factor(record: Record[Any]) -> tuple[float, int]:
    """How much longer the same actions take behind the long log, and how many they were."""
    at = min(LONG, len(record.entries) - 100)
    least = {}
    for turn in range(ROUNDS):
        pair = [reached(record, SHORT, at), reached(record, at, at)]
        assert digest(pair[0].state) == digest(pair[1].state)
        for number, entry in enumerate(record.entries[at:]):
            for which in ((0, 1), (1, 0))[turn % 2]:  # the second finds what the first left in caches
                took = spent(pair[which], entry)
                least[number, which] = min(took, least.get((number, which), took))
    short, long = (sum(took for (_, which), took in least.items() if which == side) for side in (0, 1))
    return long / short, at


def main() -> list[str]:
    record = whole_game()
    ratio, at = factor(record)
    return [f"| 1880 | an action after {at} logged actions against after {SHORT} | factor {ratio:.2f} | goal ≤ 1.2 |"]


if __name__ == "__main__":
    print("\n".join(main()))
