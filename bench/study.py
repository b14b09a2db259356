"""Archives and studies measured: many files into a library, a library of ten thousand games, a long study; and every
recorded game compared, of which `make test` takes a sample.

`python -m bench.study` prints rows for `bench/results.md`.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from starlette.testclient import TestClient

from stellwerk.games.china1880.study.xxgames.importing import import_file
from stellwerk.study.analysis.walk import studied
from stellwerk.study.library.bulk import Importer, sources
from stellwerk.study.library.catalogue import Library
from stellwerk.study.library.reading import Shelved, shelve
from stellwerk.table.settings import Settings
from stellwerk.web.app import create_app
from tests.study.conformance import ALL, GAMES

FILES, GAMES_KEPT = 100, 10_000


def soak(quick: bool = False) -> list[str]:
    rows = [imported(20 if quick else FILES), *large(1_000 if quick else GAMES_KEPT), long_study()]
    return rows if quick else [*rows, everything()]


def imported(count: int) -> str:
    """Recorded games, some of them under a second name: those are read too, and found to be doubles."""
    paths = [path for path in ALL.values() if path.exists()]
    with tempfile.TemporaryDirectory() as folder:
        for n in range(count):
            # A comment at the end of the packed bytes makes another file of the same game.
            (Path(folder) / f"{n:03}.json.gz").write_bytes(paths[n % len(paths)].read_bytes() + bytes(n // len(paths)))
        began, used = time.perf_counter(), os.times()
        with closing(Library(Path(folder) / "own.sqlite")) as library, closing(Importer(library)) as importer:
            lines = [importer.take(source) for source in sources([Path(folder)]) if source.path.suffix == ".gz"]
        wall, now = time.perf_counter() - began, os.times()
    spent = sum(now[:4]) - sum(used[:4])
    bad = sum(bool(line.problem) for line in lines)
    assert len(lines) == count
    figure = f"{spent:.0f} s of one processor, {wall:.0f} s by the clock"
    return f"| study | {count} files into a library | {figure} | {bad} with a problem; goal ≤ 60 s |"


def large(count: int) -> list[str]:
    """Every page of a library of so many games, as its owner's browser asks for them."""
    name = "selfplay_4p_002001"
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/site.sqlite", bots=0, rate=0)
        with TestClient(create_app(settings)) as client:
            sent = {"file": (f"{name}.json.gz", GAMES[name].read_bytes())}
            client.post("/study", files=sent).raise_for_status()
            _fill(next((Path(folder) / "libraries").glob("*.sqlite")), name, count)
            times = {page: _milliseconds(client, page) for page in PAGES}
    slow = max(times, key=lambda page: times[page])
    for page, spent in sorted(times.items(), key=lambda pair: -pair[1]):
        print(f"  {spent:6.0f} ms  {page}", file=sys.stderr)
    figure = f"{times[slow]:.0f} ms of one processor (`{slow}`)"
    what = f"a library of {count} games, slowest of {len(PAGES)} pages"
    return [f"| study | {what} | {figure} | goal ≤ 300 ms |"]


def _fill(path: Path, name: str, count: int) -> None:
    made = shelve((GAMES[name].read_bytes(), name))
    with closing(Library(path)) as library:
        for n in range(1, count):
            library.add(_other(made, n), f"{n}.json", str(n))


def _other(made: Shelved, n: int) -> Shelved:
    header = replace(made.header, names=tuple(f"{name} {n % 200}" for name in made.header.names))
    return replace(
        made, header=header, log=f"{made.log}# {n}\n", date=f"20{n % 25:02}-{n % 12 + 1:02}-01", length=n % 900
    )


PAGES = (
    "/study",
    "/study?page=200",
    "/study?player=player 1 7",
    "/study?fact=BCR",
    "/study?ending=last train&seats=4",
    "/study?shortest=100&longest=200&since=2010-01-01",
    "/study?note=nothing",
    "/study?tag=nothing",
    "/study/game/1",
    "/study/game/1?at=100",
    "/study/game/1/position?at=101&since=100",
    "/study/game/1/part/wealth.csv",
    "/stats",
    "/stats?game=1880&seats=4&players=Player 1 7, Player 2 7",
    "/stats/seats.csv",
)


def _milliseconds(client: TestClient, page: str) -> float:
    """Of the second answer: the first may have waited for a study."""
    client.get(page).raise_for_status()
    began = time.process_time()
    client.get(page).raise_for_status()
    return (time.process_time() - began) * 1000


def long_study() -> str:
    """The longest recorded game with every best run searched for."""
    reports = [import_file(path) for name, path in ALL.items() if name in ("fixture1", "lazy_6p_007003")]
    record = max((r.record for r in reports if r.record is not None), key=lambda r: len(r.entries))
    began = time.process_time()
    made = studied(record.game, record.header, record.entries)
    seconds = time.process_time() - began
    runs = made.part("runs")
    proof = str(runs.rows[-1].cells[5]) if runs is not None and hasattr(runs, "rows") else "–"
    what = f"study of {len(record.entries)} entries"
    return f"| study | {what} | {seconds:.1f} s of one processor | best runs proven: {proof}; goal ≤ 20 s |"


def everything() -> str:
    """Every recorded game in and out again, and every figure of its study against the trace."""
    words = [sys.executable, "-m", "pytest", "-q", "tests/study/test_conformance.py", "tests/study/test_analysis.py"]
    done = subprocess.run(words, env={**os.environ, "STELLWERK_EVERY_GAME": "1"}, capture_output=True, text=True)
    last = (done.stdout.strip().splitlines() or [""])[-1]
    assert done.returncode == 0, last
    return (
        f"| study | {len(ALL)} recorded games in and out, every figure of their studies that of the trace | {last} | |"
    )


if __name__ == "__main__":
    for row in soak("--quick" in sys.argv):
        print(row)
