"""Where commands print, and log: names and texts come out as they are, what stands in brackets is no markup."""

from __future__ import annotations

import json
import logging
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

console = Console(markup=False, highlight=False)
aside = Console(stderr=True, markup=False, highlight=False)


@contextmanager
def progress_bar(transient: bool = False) -> Iterator[Progress]:
    """On the side, so that what is printed can be piped. What takes long enough to have one stops by SIGTERM as it does
    by Ctrl-C: with what is done."""
    said = TextColumn("{task.description}", markup=False)
    columns = (said, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with (
        _ended_politely(),
        Progress(*columns, console=aside, transient=transient, disable=not aside.is_terminal) as bar,
    ):
        yield bar


@contextmanager
def _ended_politely() -> Iterator[None]:
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def narrow_table(*heads: str, title: str | None = None, whole: int = 1) -> Table:
    """A table without lines between columns, so that 80 letters are enough; the first `whole` columns never break."""
    table = Table(*heads, title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for number, column in enumerate(table.columns):
        column.no_wrap = number < whole
        column.overflow = "fold"
    return table


def wide_tables(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int | None = None) -> Iterator[Table]:
    """A table with more columns than fit, as several below each other; each begins with the first column."""
    sizes = [max(map(len, column)) + 2 for column in zip(heads, *rows, strict=True)]  # and two blanks between columns
    room = (width or console.width) - sizes[0] - 1
    begin = 1
    while begin < len(heads):
        end = begin + 1
        while end < len(heads) and sum(sizes[begin : end + 1]) <= room:
            end += 1
        table = narrow_table(heads[0], *heads[begin:end], whole=1 + end - begin)
        for row in rows:
            table.add_row(row[0], *row[begin:end])
        yield table
        begin = end


def configure_logging() -> None:
    """Structured logs, one JSON object a line.

    In a terminal sits somebody who wants to play: there only what went wrong is told, and the address stays in sight.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    level = logging.WARNING if sys.stderr.isatty() else logging.INFO
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in ("alembic", "httpx", "apprise", "procrastinate"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


MOST_TRACE = 20_000
"""Characters of a traceback: its end says what went wrong, whatever an exception carries along."""


class Lines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        if record.name == "stellwerk.access":  # a JSON line already
            return record.getMessage()
        facts = {"at": round(record.created, 3), "level": record.levelname, "from": record.name}
        trace = {"trace": self.formatException(record.exc_info)[-MOST_TRACE:]} if record.exc_info else {}
        return json.dumps({**facts, "text": record.getMessage(), **trace}, ensure_ascii=False)
