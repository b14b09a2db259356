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
from stellwerk.table import Person, SeatSpec, people, seats
from stellwerk.table.house import House
from stellwerk.table.service import Plan
from stellwerk.table.settings import Settings

GAME = "yokohama"
ENTRIES, MOVES = 800, 60
PLAN = Plan(GAME, [SeatSpec("me")] * 4, hotseat=True)


@dataclass
class Twins:
    """A table with a long log, and one that begins where that one stands."""

    house: House
    who: Person
    long: str
    short: str

    @classmethod
    def grown(cls, house: House, entries: int, rng: random.Random) -> Twins:
        who = house.store.do(lambda tx: people.guest(tx, "A", None, house.tables.now()))
        while True:
            table = house.tables.create(who, PLAN).table
            while (desk := house.store.desk(table)) is not None and desk.status == "running" and desk.version < entries:
                act(house, who, table, str(options(desk.state).sample(rng)))
            if desk is not None and desk.status == "running":
                return cls(house, who, table, cls._copied(house, who, table))

    @staticmethod
    def _copied(house: House, who: Person, table: str) -> str:
        desk = house.store.desk(table)
        assert desk is not None
        header = replace(seats.header_of(PLAN), position=desk.rules.dump(desk.state))
        made = seats.new_desk(who, PLAN, header, house.tables.now())
        return house.store.do(lambda tx: seats.open_desk(tx, made, house.tables.now(), house.tables.dealer)).table

    def move(self, rng: random.Random) -> tuple[float, float] | None:
        """The same action at both tables, chance the same too: what each took. None once the game is over."""
        desk = self.house.store.desk(self.long)
        assert desk is not None
        if desk.status != "running":
            return None
        action, seed = str(options(desk.state).sample(rng)), rng.random()
        taken = {}
        for table in rng.sample((self.long, self.short), 2):
            self.house.tables.dealer = Dealer(random.Random(seed))
            taken[table] = act(self.house, self.who, table, action)
        return taken[self.long], taken[self.short]


def act(house: House, who: Person, table: str, action: str) -> float:
    desk = house.store.desk(table)
    assert desk is not None
    began = time.process_time()
    house.tables.act(who, table, action, desk.version, f"r{desk.version}")
    return time.process_time() - began


def measured(entries: int, moves: int) -> tuple[float, float]:
    """Median milliseconds with the long log and with the short one."""
    rng = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        house = House(Settings(database=f"sqlite:///{folder}/long.sqlite", bots=1))
        twins = Twins.grown(house, entries, rng)
        taken = [pair for pair in (twins.move(rng) for _ in range(moves)) if pair is not None]
        house.close()
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
