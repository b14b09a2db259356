"""A full database: 10 000 running tables and 100 000 finished games on PostgreSQL; does any page grow with them?

    python -m bench.scale [--running 10000] [--finished 100000]

One real game is played to its end and packed, one halfway; the others are their copies at other tables of other
people, made inside the database, each touched at another time. Every page is asked for before and after. What counts
is how many blocks the database looks at for it (`EXPLAIN` of its very statements: the same whatever else the machine
does) and processor time, of the server and of the database apart. Disk is what the database has grown by.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import psutil
from fastapi.testclient import TestClient
from sqlalchemy import Connection, Engine, event, text, update

sys.path.insert(0, str(Path(__file__).parent))
from wire import postgres

from stellwerk.core import options
from stellwerk.table import Person, SeatSpec
from stellwerk.table.background import tidying
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating.people import guest
from stellwerk.table.service.state import state_of
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from stellwerk.table.storage import logs, schema
from stellwerk.web.app import create_app

GAME = "russian-railroads"
PEOPLE = 5000
ROUNDS = 15
OF_A_TABLE = ("seats", "grants", "sitters", "snapshots", "log", "packed")


def play(runtime: Runtime, who: Person, moves: int) -> str:
    """A real game at random, to its end or so far."""
    table = runtime.tables.create(who, TableSpec(GAME, [SeatSpec("me")] * 3, hotseat=True)).table
    rng = random.Random(1)
    for n in range(moves):
        found = runtime.store.table(table)
        assert found is not None
        if found.status != "running":
            break
        action = str(options(found.state).sample(rng))
        runtime.tables.act(who, table, action, found.version, f"r{n}", seat=found.to_move)
    return table


def copies(conn: Any, table: str, letter: str, number: int) -> None:
    """So many more tables like one, each of somebody else."""
    numbered = "generate_series(1, :number) AS n"
    for kind in ("tables", *OF_A_TABLE):
        names = [column.name for column in schema.metadata.tables[kind].c]
        given = {
            "id" if kind == "tables" else "table_id": f"'{letter}' || n",
            "host": f"'p' || (n % {PEOPLE})",
            "person": f"'p' || (n % {PEOPLE})",
            "touched": "old.touched - CAST(60000 AS bigint) * n",
        }
        values = ", ".join(given.get(name, f"old.{name}") for name in names)
        key = "id" if kind == "tables" else "table_id"
        source = f"SELECT {values} FROM {kind} AS old, {numbered} WHERE old.{key} = :table"
        conn.execute(text(f"INSERT INTO {kind} ({', '.join(names)}) {source}"), {"number": number, "table": table})


def fill(runtime: Runtime, running: str, over: str, args: argparse.Namespace) -> None:
    with runtime.store.engine.begin() as conn:
        conn.execute(text("SET LOCAL statement_timeout = 0"))
        person = (
            "INSERT INTO people (id, name, admin, settings, created, seen) SELECT 'p' || n, 'P' || n, false, '{}', 1, 1"
        )
        conn.execute(text(f"{person} FROM generate_series(0, :most) AS n"), {"most": PEOPLE - 1})
        copies(conn, running, "r", args.running)
        copies(conn, over, "f", args.finished)
    with runtime.store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as conn:
        conn.execute(text("ANALYZE"))


class Asked(NamedTuple):
    """What one deed cost: blocks the database looked at, milliseconds of the server's and of its processor."""

    blocks: int
    server: float
    database: float


class Meter:
    """Processor seconds of this process, and of PostgreSQL; blocks that a deed looks at."""

    def __init__(self, database: psutil.Process, engine: Engine) -> None:
        self.database, self.engine = database, engine
        self._said: list[tuple[str, Any]] = []
        event.listen(engine, "after_cursor_execute", self._hear)

    def _hear(self, conn: Any, cursor: Any, statement: str, parameters: Any, context: Any, many: bool) -> None:
        self._said.append((statement, parameters))

    def blocks(self, deed: Callable[[], object]) -> int:
        """Of everything it reads, as the planner of now goes about it."""
        self._said.clear()
        deed()
        read = [each for each in self._said if each[0].lstrip().startswith(("SELECT", "WITH"))]
        with self.engine.connect() as conn:
            return sum(_looked_at(conn, *each) for each in read)

    def read(self) -> tuple[float, float]:
        """Of PostgreSQL what works for clients; tidying up after the filling is another matter."""
        clients = [each for each in self.database.children() if "[local]" in "".join(each.cmdline())]
        return time.process_time(), sum(sum(each.cpu_times()[:2]) for each in clients)

    def of(self, deed: Callable[[], object], rounds: int = ROUNDS) -> Asked:
        """For one time; the database's time is counted over all rounds, its clock is coarse."""
        deed()
        blocks = self.blocks(deed)
        mine, before = [], self.read()
        for _ in range(rounds):
            began = time.process_time()
            deed()
            mine.append(time.process_time() - began)
        after = self.read()
        return Asked(blocks, median(mine) * 1000, (after[1] - before[1]) / rounds * 1000)


def _looked_at(conn: Connection, statement: str, parameters: Any) -> int:
    plan = conn.exec_driver_sql(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}", parameters).scalar_one()
    return int(plan[0]["Plan"]["Shared Hit Blocks"] + plan[0]["Plan"]["Shared Read Blocks"])


def size(runtime: Runtime) -> int:
    with runtime.store.reading() as conn:
        return runtime.store.size(conn)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--running", type=int, default=10_000)
    parser.add_argument("--finished", type=int, default=100_000)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, postgres(folder) as database:
        runtime = Runtime(Settings(database=database, bots=1, rate=0))
        measure(runtime, args, Path(folder))
        runtime.close()


def measure(runtime: Runtime, args: argparse.Namespace, folder: Path) -> None:
    with runtime.store.reading() as conn:
        backend = psutil.Process(conn.execute(text("SELECT pg_backend_pid()")).scalar_one()).parent()
    assert backend is not None
    meter = Meter(backend, runtime.store.engine)
    client = TestClient(create_app(runtime.settings, runtime))
    client.get("/settings")
    who = runtime.store.do(lambda work: guest(work, "Ann", None))
    token = runtime.accounts.new_token(who, "bench", "all")[1]
    client.headers["authorization"] = f"Bearer {token}"
    promote = update(schema.people).where(schema.people.c.id == who.id).values(admin=True)
    runtime.store.do(lambda work: work.conn.execute(promote))
    running, over = play(runtime, who, 60), play(runtime, who, 5000)
    entries = size_of_log(runtime, over)
    runtime.store.do(lambda work: logs.pack(work.conn, over))
    print(f"a finished game: {entries[0]} entries, {entries[1]} bytes as rows, {packed_bytes(runtime, over)} packed")
    paths = [
        *("/", "/lobby", "/new/" + GAME, "/turns", "/api/v1/tables", "/api/v1/turns", "/api/v1/lobby", "/settings"),
        *(f"/table/{running}", f"/table/{over}", f"/api/v1/tables/{over}/history", f"/api/v1/tables/{running}"),
        *("/operator", "/api/v1/admin/tables", "/metrics", "/readyz"),
    ]
    deeds: dict[str, Callable[[], object]] = {path: lambda path=path: asked(client, path) for path in paths}  # type: ignore[misc]
    deeds["(tidying: looking for games to pack)"] = lambda: tidying.pack_finished(runtime.store, runtime.store.now())
    deeds["(what the operator's page counts)"] = lambda: state_of(runtime.store, runtime.settings)
    before = {name: meter.of(deed) for name, deed in deeds.items()}
    bytes_before, began = size(runtime), time.monotonic()
    fill(runtime, running, over, args)
    print(f"filled in {time.monotonic() - began:.0f} s; {(size(runtime) - bytes_before) / 1e6:.0f} MB more")
    print(
        f"load {os.getloadavg()[0]:.0f}\n"
        "| page | blocks: empty | full | server: empty | full | PostgreSQL: empty | full |\n"
        "|---|---|---|---|---|---|---|"
    )
    for name, deed in deeds.items():
        after = meter.of(deed)
        was = before[name]
        shown = name.replace(running, "… (running)").replace(over, "… (over, packed)")
        print(
            f"| {shown} | {was.blocks} | {after.blocks} | {was.server:.1f} | {after.server:.1f}"
            f" | {was.database:.1f} | {after.database:.1f} |"
        )


def asked(client: TestClient, path: str) -> None:
    answer = client.get(path, headers={"accept": "text/html"})
    assert answer.status_code == 200, (path, answer.status_code, answer.text[:200])


def size_of_log(runtime: Runtime, table: str) -> tuple[int, int]:
    with runtime.store.reading() as conn:
        rows = logs.rows(conn, table)
    return len(rows), sum(len(str(row)) for row in rows)


def packed_bytes(runtime: Runtime, table: str) -> int:
    with runtime.store.reading() as conn:
        return int(conn.execute(text("SELECT length(data) FROM packed WHERE table_id = :t"), {"t": table}).scalar_one())


if __name__ == "__main__":
    main()
