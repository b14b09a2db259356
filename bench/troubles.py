"""Troubles a server outlives, under load: a full disk, a locked file, dead lines, a restart of every process; and a
backup that is tried out.

    python -m bench.troubles [--rounds 5] [--people 4] [--postgres]

People play and listen as in `bench/kill.py`. After each trouble every table must go on and every stream must tell of
everything acknowledged. A full disk and a locked database are told as a 503 with a sentence; a restore over a running
server is refused; a backup made meanwhile is restored into a file of its own and holds everything that was acknowledged
before it began. At the end everything acknowledged must be there.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import httpx
import psutil
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

sys.path.insert(0, str(Path(__file__).resolve().parent))

from kill import settled_in
from players import Visitor, check, hear, settle, until
from post_box import posting
from site_parts import Process, Site

LOCKED = 3.0
"""Seconds for which somebody else holds the database: shorter than anybody's patience with it."""
SILENT = 3.0
"""Seconds for which lines swallow everything before the system gives them up."""


class Lines:
    """Lines to PostgreSQL that can die: they swallow what is sent, and break some seconds later. New ones work."""

    def __init__(self, address: str) -> None:
        url = make_url(address)
        folder = Path(str(url.query["host"]))
        self.target = next(str(p) for p in folder.iterdir() if p.name.startswith(".s.PGSQL") and p.suffix != ".lock")
        self.server = socket.create_server(("127.0.0.1", 0))
        port = self.server.getsockname()[1]
        through = url.set(drivername="postgresql", host="127.0.0.1", port=port, query={"sslmode": "disable"})
        self.address = through.render_as_string(hide_password=False)
        self.open: list[tuple[socket.socket, socket.socket]] = []
        self.dead: set[socket.socket] = set()
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            near, far = self.server.accept()[0], socket.socket(socket.AF_UNIX)
            try:
                far.connect(self.target)
            except OSError:
                near.close()
                continue
            self.open.append((near, far))
            for source, sink in ((near, far), (far, near)):
                Thread(target=self._pass, args=(source, sink), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not {source, sink} & self.dead:
                    sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    async def die(self) -> None:
        lines, self.open = self.open, []
        self.dead.update(end for line in lines for end in line)
        await asyncio.sleep(SILENT)
        for end in (end for line in lines for end in line):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Trouble:
    """What can go wrong at one site."""

    def __init__(self, site: Site, visitors: list[Visitor], folder: Path, lines: Lines | None) -> None:
        self.site, self.visitors, self.folder, self.lines = site, visitors, folder, lines
        self.drills = 0

    @property
    def kinds(self) -> dict[str, Callable[[], Any]]:
        if self.lines is not None:
            found = {"dead lines": self.lines.die, "locked": self.locked_tables}
            return {**found, "rolling restart": self.rolling_restart, "drill": self.drill}
        return {"full disk": self.full_disk, "locked": self.locked_file, "drill": self.drill, "restore": self.restore}

    # --- SQLite ------------------------------------------------------------------------------------------------------

    @property
    def file(self) -> str:
        return self.site.database.removeprefix("sqlite:///")

    async def full_disk(self) -> None:
        """Nothing can be written any more, as on a full disk. Whoever plays and whoever asks for health is told so."""
        server = self.site.parts["server"]
        assert isinstance(server, Process)
        process, away = psutil.Process(server.pid), self._away()
        process.rlimit(resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
        try:
            await until(lambda: self._away() > away, lambda: "nobody was told of a full disk")
            while (await asyncio.to_thread(httpx.get, f"{self.site.urls[0]}/healthz", timeout=60)).status_code != 503:
                await asyncio.sleep(0.2)
        finally:
            process.rlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))

    async def locked_file(self) -> None:
        with closing(sqlite3.connect(self.file, timeout=60, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(LOCKED)
            other.execute("ROLLBACK")

    async def restore(self) -> None:
        """Over a server that runs: refused, and nothing is touched."""
        copy = await self._backup()
        done = await self._command("restore", str(copy), "--database", self.site.database)
        assert done.returncode == 1, done.stdout
        assert "Traceback" not in done.stderr, done.stderr
        copy.unlink()

    def _away(self) -> int:
        return sum(player.away for visitor in self.visitors for player in visitor.players)

    # --- PostgreSQL --------------------------------------------------------------------------------------------------

    async def locked_tables(self) -> None:
        engine = create_engine(make_url(self.site.database).set(drivername="postgresql+psycopg"))
        with engine.begin() as conn:
            conn.execute(text("LOCK TABLE log IN ACCESS EXCLUSIVE MODE"))
            await asyncio.sleep(LOCKED)
        engine.dispose()

    async def rolling_restart(self) -> None:
        """Every process but the database, one by one, each stopped as a service manager does it."""
        for part in self.site.parts.values():
            if isinstance(part, Process):
                await asyncio.to_thread(part.stop)
                await asyncio.to_thread(part.start)
                await hear(self.visitors)

    # --- both --------------------------------------------------------------------------------------------------------

    async def drill(self) -> None:
        """A backup while everybody plays, restored into a file of its own."""
        players = [player for visitor in self.visitors for player in visitor.players]
        promised = [SimpleNamespace(answers={t: [*a] for t, a in player.answers.items() if a}) for player in players]
        copy = await self._backup()
        target = f"sqlite:///{copy}.restored"
        done = await self._command("restore", str(copy), "--database", target)
        assert done.returncode == 0, done.stderr
        found = await asyncio.to_thread(check, target, [SimpleNamespace(players=promised)])
        assert found == sum(len(answers) for each in promised for answers in each.answers.values())
        for file in self.folder.glob(f"{copy.name}*"):
            file.unlink()

    async def _backup(self) -> Path:
        self.drills += 1
        copy = self.folder / f"backup-{self.drills}.sqlite"
        done = await self._command("backup", str(copy), "--database", self.site.database)
        assert done.returncode == 0, done.stderr
        return copy

    async def _command(self, *args: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", "from stellwerk.__main__ import main; main()", *args]
        return await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True)


async def run(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    seen: Counter[str] = Counter()
    async with posting() as box:
        lines: list[Lines] = []

        def through(address: str) -> str:
            lines.append(Lines(address))
            return lines[0].address

        site = await asyncio.to_thread(Site, str(folder), args.postgres, box.port, through)
        try:
            await asyncio.to_thread(site.start)
            visitors = await settled_in(site, args, box)
            stopping = asyncio.Event()
            playing = [task for visitor in visitors for task in visitor.begin(stopping)]
            await hear(visitors)
            trouble = Trouble(site, visitors, folder, lines[0] if lines else None)
            for _ in range(args.rounds):
                for name, happen in trouble.kinds.items():
                    await happen()
                    await hear(visitors)
                    seen[name] += 1
            stopping.set()
            await asyncio.gather(*playing)
            await settle(visitors, box)
            site.stop()
            actions = check(site.database, visitors)
        finally:
            site.stop()
            site.close()
    return {"kind": "PostgreSQL" if args.postgres else "SQLite", "seen": dict(seen), "actions": actions}


def soak(quick: bool = False) -> list[str]:
    rows = []
    for more in ((), ("--postgres",)):
        command = [sys.executable, "-m", "bench.troubles", "--rounds", "1" if quick else "20", *more]
        done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parent.parent)
        assert done.returncode == 0, done.stderr[-1500:]
        found = json.loads(done.stdout.splitlines()[-1])
        times = ", ".join(f"{name} {count}" for name, count in found["seen"].items())
        rows.append(f"| troubles | {found['kind']} | {times}: nothing lost, every stream alive | {found['actions']} |")
    return rows


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--people", type=int, default=4)
    parser.add_argument("--game", default="russian-railroads")
    parser.add_argument("--postgres", action="store_true")
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(asyncio.run(run(parser.parse_args(), Path(folder)))))


if __name__ == "__main__":
    main()
