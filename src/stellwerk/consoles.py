"""Where commands print: names and texts come out as they are, what stands in brackets is no markup."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

console = Console(markup=False, highlight=False)
aside = Console(stderr=True, markup=False, highlight=False)


def progress_bar(transient: bool = False) -> Progress:
    """On the side, so that what is printed can be piped."""
    said = TextColumn("{task.description}", markup=False)
    columns = (said, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=aside, transient=transient, disable=not aside.is_terminal)
