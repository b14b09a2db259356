"""Games judged by the engine of 18xx.games beside ours: a second opinion for whoever has that engine at hand.

Nothing here needs it. Three steps, each on a folder outside this one:

- `python -m bench.referee import FOLDER`: every game file `NAME.json.gz` with a trace `NAME.jsonl.gz` beside it is
  imported, compared at every action, its log folded with all checks, exported, and imported again.
- `python -m bench.referee export FOLDER`: every log of ours in it, `NAME.log`, is written as `NAME.json.gz`; what
  cannot be told there is named with its entry.
- `python -m bench.referee accepted FOLDER`: what that engine said about those files, in `NAME.jsonl.gz`, against ours.
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from stellwerk.core import Illegal, digest
from stellwerk.core.log import BadLog, fold, read, write
from stellwerk.games.china1880.study.xxgames.compare import first_difference, read_trace
from stellwerk.games.china1880.study.xxgames.export import exported
from stellwerk.games.china1880.study.xxgames.importing import Report, import_bytes, import_file
from tests.study.test_conformance import lines_of


def compared(path: Path) -> str:
    """Why an import differs from the trace beside the file, or nothing."""
    return _against(import_file(path, trace=True), _trace(path))


def compared_twice(path: Path) -> str:
    """The same, of its log, and of what comes out of an export of it."""
    report = import_file(path, trace=True)
    return _against(report, _trace(path)) or _folded(report) or _came_back(report)


def _folded(report: Report) -> str:
    """Why the log of an import does not lead where the import has led, or nothing."""
    assert report.record is not None
    document = read(write(report.record))
    try:
        state = fold(report.record.game, document.header, document.entries, check=True)
    except (BadLog, Illegal) as error:
        return f"its log is refused: {error}"
    return "" if digest(state) == digest(report.record.state) else "its log leads elsewhere"


def _came_back(report: Report) -> str:
    """Why `import(export(import(file)))` differs from `import(file)`, or nothing."""
    assert report.record is not None
    made = exported(report.record.header, report.record.entries)
    if made.lost:
        return f"lost: {made.lost[0]}"
    again = import_bytes(made.text().encode(), trace=True)
    if not again.complete:
        return f"comes back incomplete: {again.problem}"
    mine, theirs = lines_of(report), lines_of(again)
    place = next((n for n, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), None)
    if place is not None:
        return f"comes back otherwise at line {place}"
    return "" if len(mine) == len(theirs) else f"comes back with {len(theirs)} lines for {len(mine)}"


def written(path: Path) -> str:
    """Write a log as a file of that site; what cannot be told is returned and nothing is written."""
    document = read(path.read_text(encoding="utf-8"))
    made = exported(document.header, document.entries)
    if made.lost:
        return f"refused here, entry {made.lost[0][0]}: {made.lost[0][1]}"
    path.with_suffix(".json.gz").write_bytes(gzip.compress(made.text().encode(), mtime=0))
    return ""


def _against(report: Report, trace: Path) -> str:
    if report.problem or report.surplus or report.forced:
        return f"problem {report.problem}, surplus {report.surplus}, forced {[str(each) for each in report.forced]}"
    theirs = list(read_trace(trace))
    if found := first_difference(report.trace, theirs):
        return str(found)
    return "" if len(report.trace) == len(theirs) else f"{len(report.trace)} lines, {len(theirs)} there"


def _trace(path: Path) -> Path:
    return path.with_name(path.name.replace(".json.gz", ".jsonl.gz"))


def _judged(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.glob("*.json.gz")) if _trace(path).exists())


STEPS: dict[str, tuple[Callable[[Path], Iterator[Path]], Callable[[Path], str]]] = {
    "import": (_judged, compared_twice),
    "export": (lambda folder: iter(sorted(folder.glob("*.log"))), written),
    "accepted": (_judged, compared),
}


def main(step: str, folder: Path) -> int:
    find, check = STEPS[step]
    wrong = count = 0
    for path in find(folder):
        count += 1
        if found := check(path):
            wrong += 1
            print(f"{path.name}: {found}", flush=True)
    print(f"{step}: {count} files, {count - wrong} as wanted")
    return 1 if wrong else 0


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("step", choices=STEPS)
    arguments.add_argument("folder", type=Path)
    chosen = arguments.parse_args()
    sys.exit(main(chosen.step, chosen.folder))
