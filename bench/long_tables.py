"""Whether an action at a table costs more the longer its log is: the same moves at the same position, with a long log
and with a short one. (`growth` measures the record of a game alone.)

Processor time of the whole unit of work at the table: check, move, chance, everything written, commit.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from dataclasses import dataclass, replace

from stellwerk.core import Dealer, options
from stellwerk.table import Person, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import people, seats
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings

GAME = "yokohama"
ENTRIES, MOVES = 800, 60
PLAN = TableSpec(GAME, [SeatSpec("me")] * 4, hotseat=True)


@dataclass
class Twins:
    """A table with a long log, and one that begins where that one stands."""

    runtime: Runtime
    who: Person
    long: str
    short: str

    @classmethod
    def grown(cls, runtime: Runtime, entries: int, rng: random.Random) -> Twins:
        who = runtime.store.do(lambda work: people.guest(work, "A", None))
        while True:
            table = runtime.tables.create(who, PLAN).table
            while (
                (loaded := runtime.store.table(table)) is not None
                and loaded.status == "running"
                and loaded.version < entries
            ):
                act(runtime, who, table, str(options(loaded.state).sample(rng)))
            if loaded is not None and loaded.status == "running":
                return cls(runtime, who, table, cls._copied(runtime, who, table))

    @staticmethod
    def _copied(runtime: Runtime, who: Person, table: str) -> str:
        loaded = runtime.store.table(table)
        assert loaded is not None
        header = replace(seats.header_of(PLAN), position=loaded.rules.dump(loaded.state))
        made = seats.new_table(who, PLAN, header, runtime.tables.now())
        return runtime.store.do(lambda work: seats.write_new_table(work, made)).table

    def move(self, rng: random.Random) -> tuple[float, float] | None:
        """The same action at both tables, chance the same too: what each took. None once the game is over."""
        loaded = self.runtime.store.table(self.long)
        assert loaded is not None
        if loaded.status != "running":
            return None
        action, seed = str(options(loaded.state).sample(rng)), rng.random()
        taken = {}
        for table in rng.sample((self.long, self.short), 2):
            self.runtime.store.dealer = Dealer(random.Random(seed))
            taken[table] = act(self.runtime, self.who, table, action)
        return taken[self.long], taken[self.short]


def act(runtime: Runtime, who: Person, table: str, action: str) -> float:
    loaded = runtime.store.table(table)
    assert loaded is not None
    began = time.process_time()
    runtime.tables.act(who, table, action, loaded.version, f"r{loaded.version}")
    return time.process_time() - began


def measured(entries: int, moves: int) -> tuple[float, float]:
    """Median milliseconds with the long log and with the short one."""
    rng = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        runtime = Runtime(Settings(database=f"sqlite:///{folder}/long.sqlite", bots=1))
        twins = Twins.grown(runtime, entries, rng)
        taken = [pair for pair in (twins.move(rng) for _ in range(moves)) if pair is not None]
        runtime.close()
    long, short = (statistics.median(each) * 1000 for each in zip(*taken, strict=True))
    return long, short


def main() -> list[str]:
    long, short = measured(ENTRIES, MOVES)
    figure = f"factor {long / short:.2f}"
    return [
        f"| table | an action after {ENTRIES} entries against the same after few | {figure} |"
        f" {GAME}, {long:.2f} ms against {short:.2f}, commit included; goal ≤ 1.2 |"
    ]


if __name__ == "__main__":
    print("\n".join(main()))
