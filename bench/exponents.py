"""How what depends on the length of a log grows with it: each at four sizes, and the exponent that fits.

1 is linear, 2 is square. Least of some rounds by processor time; sizes in turn.
"""

from __future__ import annotations

import math
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from bench.long_tables import act
from stellwerk import games
from stellwerk.core import Dealer, options, pending
from stellwerk.core.log import Document, Record
from stellwerk.games.china1880.study.xxgames.live import live
from stellwerk.study.statistics import statistics
from stellwerk.table import Person, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people
from stellwerk.table.service.history import Histories
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from stellwerk.table.storage.loaded import state_at

GAME, SEATS = "yokohama", 4
SIZES = (100, 200, 400, 800)
PAIRS = (2_000, 4_000, 8_000, 16_000)
REDEALT = (4, 8, 16, 32)
ROUNDS = 2
Deed = Callable[[], float]


def spent(deed: Callable[[], object]) -> float:
    began = time.process_time()
    deed()
    return time.process_time() - began


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """The slope of the straight line through both on logarithmic scales."""
    x, y = [math.log(size) for size in sizes], [math.log(took) for took in times]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    above = sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True))
    return above / sum((a - mean_x) ** 2 for a in x)


def row(what: str, sizes: Sequence[int], deeds: Sequence[Deed]) -> str:
    least = [math.inf] * len(deeds)
    for _ in range(ROUNDS):
        least = [min(before, deed()) for before, deed in zip(least, deeds, strict=True)]
    times = ", ".join(f"{took * 1000:.1f}" for took in least)
    note = f"{times} ms at {', '.join(map(str, sizes))}; load {os.getloadavg()[0]:.0f}; 1 is linear"
    return f"| growth | {what} | exponent {exponent(sizes, least):.2f} | {note} |"


# --- logs by themselves -----------------------------------------------------------------------------------------------


def undone_and_redone(pairs: int) -> list[dict[str, Any]]:
    """A file of the other site: so many actions, then as many pairs of undo and redo."""
    played = [{"type": "pass", "entity": 1, "entity_type": "player", "id": n + 1} for n in range(pairs)]
    other = [{"type": kind, "entity": 1, "entity_type": "player"} for kind in ("undo", "redo")]
    return played + [{**each, "id": pairs + n + 1} for n, each in enumerate(other * pairs)]


def played(entries: int) -> Record[Any]:
    game, rng = games.game(GAME), random.Random(3)
    record = Record.new(game, SEATS)
    record.deal(Dealer(rng))
    while record.version < entries and (choice := pending(record.state)) is not None:
        record.act(choice.seat(record.state), options(record.state).sample(rng))
        record.deal(Dealer(rng))
    return record


def redealt(times: int) -> float:
    """The first draw of a game, undone and drawn again so often."""
    record = Record.new(games.game(GAME), SEATS)
    record.deal(Dealer(random.Random(3)))
    return spent(lambda: [_again(record) for _ in range(times)])


def _again(record: Record[Any]) -> None:
    record.undo(0, 0)
    record.deal(Dealer(random.Random(4)))


# --- at a table -------------------------------------------------------------------------------------------------------


def grown(runtime: Runtime, who: Person, entries: int) -> str:
    """A table with so many entries; chance falls as it must for a game that long."""
    rng = random.Random(7)
    while True:
        plan = TableSpec(GAME, [SeatSpec("me")] * SEATS, hotseat=True)
        table = runtime.tables.create(who, plan).table
        while (loaded := runtime.store.table(table)) is not None and loaded.status == "running":
            if loaded.version >= entries:
                return table
            act(runtime, who, table, str(options(loaded.state).sample(rng)))


def undo(runtime: Runtime, who: Person, table: str) -> float:
    loaded = runtime.store.table(table)
    assert loaded is not None
    act(runtime, who, table, str(options(loaded.state).sample(random.Random(1))))
    loaded = runtime.store.table(table)
    assert loaded is not None
    return spent(lambda: runtime.tables.undo(who, table, loaded.version, f"u{loaded.version}"))


def state_before(runtime: Runtime, who: Person, table: str) -> float:
    loaded = runtime.store.table(table)
    assert loaded is not None
    with runtime.store.reading() as conn:
        return spent(lambda: state_at(conn, loaded, loaded.version - 5))


def story(runtime: Runtime, who: Person, table: str) -> float:
    loaded = runtime.store.table(table)
    assert loaded is not None
    with runtime.store.reading() as conn:
        return spent(lambda: Histories().story(conn, loaded))


@contextmanager
def tables() -> Iterator[tuple[Runtime, Person, list[str]]]:
    with tempfile.TemporaryDirectory() as folder:
        runtime = Runtime(Settings(database=f"sqlite:///{folder}/grown.sqlite", bots=1))
        who = runtime.store.do(lambda work: people.guest(work, "A", None))
        yield runtime, who, [grown(runtime, who, entries) for entries in SIZES]
        runtime.close()


def main() -> Iterator[str]:
    files = [undone_and_redone(pairs) for pairs in PAIRS]
    yield row("a file with pairs of undo and redo", PAIRS, [partial(spent, partial(live, file)) for file in files])
    yield row("a draw undone and drawn again", REDEALT, [partial(redealt, times) for times in REDEALT])
    records = [played(entries) for entries in SIZES]
    logs = [Document(record.header, record.entries, {}) for record in records]
    counted = [partial(spent, partial(statistics, games.game(GAME), log)) for log in logs]
    yield row("statistics of a log", SIZES, counted)
    with tables() as (runtime, who, ids):
        for what, deed in (
            ("undo at a table", undo),
            ("the state five entries ago", state_before),
            ("a log first told", story),
        ):
            yield row(what, SIZES, [partial(deed, runtime, who, table) for table in ids])


if __name__ == "__main__":
    for found in main():
        print(found, flush=True)
