"""What people wait for at 100 tables and at 10 000 with a million log entries in one SQLite file.

    python -m bench.many_tables [--few 100] [--many 10000]

One real game is played so far that its log has a hundred entries; the other tables are its copies, of other people.
Both files are filled first and asked in turn, so that whatever else the machine does falls on both alike. What counts
is the processor time of the application, without the line to a browser. Cold: nothing of the table is in memory.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from sqlalchemy import text

from stellwerk.core import options
from stellwerk.table import Person, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating.people import guest
from stellwerk.table.service.history import Histories
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.web.app import create_app

GAME, ENTRIES = "russian-railroads", 100
PEOPLE, ROUNDS = 500, 40
OF_A_TABLE = ("seats", "grants", "snapshots", "log")
NUMBERS = "(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < :number) SELECT n FROM c)"


@dataclass
class Site:
    """A file with so many tables, of which one is Ann's."""

    runtime: Runtime
    app: Any
    who: Person
    table: str
    token: str

    @classmethod
    def filled(cls, file: Path, tables: int) -> Site:
        runtime = Runtime(Settings(database=f"sqlite:///{file}", bots=1, rate=0))
        who = runtime.store.do(lambda work: guest(work, "Ann", None))
        token = runtime.accounts.new_token(who, "bench", "all")[1]
        site = cls(runtime, create_app(runtime.settings, runtime), who, play(runtime, who), token)
        runtime.store.do(lambda work: copy(work.conn, site.table, tables))
        runtime.store.do(lambda work: work.conn.execute(text("ANALYZE")))
        return site

    def forget(self) -> None:
        self.runtime.store.cache.clear()
        self.runtime.tables.histories = Histories()

    def ask(self, path: str) -> None:
        asyncio.run(self._ask(path))

    async def _ask(self, path: str) -> None:
        sent: list[dict[str, Any]] = []
        headers = [(b"host", b"here"), (b"accept", b"text/html"), (b"authorization", f"Bearer {self.token}".encode())]
        scope = {"type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b""}
        scope |= {"headers": headers, "http_version": "1.1", "scheme": "http", "root_path": "", "client": ("::1", 1)}
        await self.app(scope, _nothing_more, _kept_in(sent))
        assert sent[0]["status"] == 200, (path, sent)

    def undo(self) -> float:
        """A move, and what taking it back takes."""
        move(self.runtime, self.who, self.table, Random(1))
        loaded = self.runtime.store.table(self.table)
        assert loaded is not None
        began = time.process_time()
        self.runtime.tables.undo(self.who, self.table, loaded.version, f"u{loaded.version}")
        return time.process_time() - began


async def _nothing_more() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


def _kept_in(sent: list[dict[str, Any]]) -> Callable[[Any], Any]:
    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    return send


def play(runtime: Runtime, who: Person) -> str:
    table = runtime.tables.create(who, TableSpec(GAME, [SeatSpec("me")] * 3, hotseat=True)).table
    rng = Random(1)
    while move(runtime, who, table, rng) < ENTRIES:
        pass
    return table


def move(runtime: Runtime, who: Person, table: str, rng: Random) -> int:
    found = runtime.store.table(table)
    assert found is not None
    action = str(options(found.state).sample(rng))
    return runtime.tables.act(who, table, action, found.version, f"r{found.version}", found.to_move).version


def copy(conn: Any, table: str, number: int) -> None:
    """So many more tables like one, each of somebody else."""
    person = "INSERT INTO people (id, name, admin, settings, created, seen)"
    conn.execute(text(f"{person} SELECT 'p' || n, 'P' || n, false, '{{}}', 1, 1 FROM {NUMBERS}"), {"number": PEOPLE})
    owner = f"'p' || (1 + c.n % {PEOPLE})"
    for kind in ("tables", *OF_A_TABLE):
        key = "id" if kind == "tables" else "table_id"
        given = {key: "'c' || c.n", "host": owner, "person": owner, "id": "'c' || c.n"}
        names = [column.name for column in schema.metadata.tables[kind].c]
        values = ", ".join(given.get(name, f"old.{name}") for name in names)
        if kind == "grants":  # one person a table
            source = f"SELECT {values} FROM {kind} AS old, {NUMBERS} AS c WHERE old.{key} = :table AND old.seat = 0"
        else:
            source = f"SELECT {values} FROM {kind} AS old, {NUMBERS} AS c WHERE old.{key} = :table"
        conn.execute(text(f"INSERT INTO {kind} ({', '.join(names)}) {source}"), {"number": number, "table": table})


def spent(deed: Callable[[], object]) -> float:
    began = time.process_time()
    deed()
    return time.process_time() - began


def cold(site: Site) -> float:
    site.forget()
    return spent(lambda: site.ask(f"/table/{site.table}"))


DEEDS: dict[str, Callable[[Site], float]] = {
    "home": lambda site: spent(lambda: site.ask("/")),
    "lobby": lambda site: spent(lambda: site.ask("/lobby")),
    "list of one's tables": lambda site: spent(lambda: site.ask("/api/tables")),
    "one table, cold": cold,
    "one table, warm": lambda site: spent(lambda: site.ask(f"/table/{site.table}")),
    "undo": Site.undo,
    "study": lambda site: spent(lambda: site.ask(f"/study/table/{site.table}")),
}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--few", type=int, default=100)
    parser.add_argument("--many", type=int, default=10_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        sites = [Site.filled(Path(folder) / f"{number}.sqlite", number) for number in (args.few, args.many)]
        with sites[1].runtime.store.reading() as conn:
            entries = conn.execute(text("SELECT count(*) FROM log")).scalar_one()
        print(f"{args.many} tables, {entries} log entries; load {os.getloadavg()[0]:.0f}")
        print(f"| what | ms at {args.few} tables | at {args.many} | factor |\n|---|---|---|---|")
        for name, deed in DEEDS.items():
            pairs = [tuple(deed(site) for site in sites) for _ in range(ROUNDS + 5)][5:]
            few, many = (median(pair[n] for pair in pairs) * 1000 for n in (0, 1))
            print(f"| {name} | {few:.2f} | {many:.2f} | {many / few:.2f} |", flush=True)
        for site in sites:
            site.runtime.close()


if __name__ == "__main__":
    main()
