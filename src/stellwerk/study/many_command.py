"""`stellwerk stats DIR|LIBRARY`: many games counted; and `stellwerk library frame`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from stellwerk.command_line import ExitCode, print_json, refused
from stellwerk.consoles import aside, console, narrow_table, progress_bar
from stellwerk.core.text import Text, Translator
from stellwerk.study.analysis.model import Table
from stellwerk.study.analysis.tables import as_csv, say
from stellwerk.study.library.bulk import Importer, sources
from stellwerk.study.library.catalogue import Library
from stellwerk.study.library.reading import Unfit
from stellwerk.study.library.schema import NoLibrary
from stellwerk.study.many import over_many


def is_many(path: Path) -> bool:
    """A folder, an archive or a library, rather than one log."""
    return path.is_dir() or path.suffix.lower() in (".zip", ".sqlite", ".db")


@contextmanager
def library_of(path: Path, words: Translator) -> Iterator[Library]:
    """The library at a path; a folder or an archive is read into one that is thrown away afterwards."""
    try:
        if path.is_file() and path.suffix.lower() != ".zip":
            with closing(Library(path, make=False)) as library:
                yield library
            return
        with tempfile.TemporaryDirectory() as folder, closing(Library(Path(folder) / "all.sqlite")) as library:
            _fill(library, path, words)
            yield library
    except (NoLibrary, Unfit) as error:
        raise refused(error.text, words) from error


def _fill(library: Library, path: Path, words: Translator) -> None:
    with closing(Importer(library, words)) as importer, progress_bar(transient=True) as progress:
        for source in progress.track(list(sources([path])), description=path.name):
            line = importer.take(source)
            if line.problem:
                aside.print(f"{line.name}: {line.problem}", style="yellow")


def count_many(
    path: Path, game: str, seats: int, players: Sequence[str], out: Path | None, json_: bool, words: Translator
) -> None:
    """Every table, on the screen or as a file each."""
    with library_of(path, words) as library:
        tables = over_many(library, game, seats, players)
    if not tables:
        raise refused(Text("no finished games in {folder}", folder=str(path)), words, ExitCode.NO)
    if json_:
        print_json([_as_json(table, words) for table in tables])
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        for table in tables:
            (out / f"{table.id}.csv").write_text(as_csv(table, words), encoding="utf-8")
    if json_ or out is not None:
        return
    for table in tables:
        shown = narrow_table(*(say(head, words) for head in table.heads), title=say(table.title, words), whole=0)
        for row in table.rows:
            shown.add_row(*(say(cell, words) for cell in row.cells))
        console.print(shown)


def _as_json(table: Table, words: Translator) -> dict[str, Any]:
    heads = [say(head, words) for head in table.heads]
    rows = [[cell.render(words) if isinstance(cell, Text) else cell for cell in row.cells] for row in table.rows]
    return {"id": table.id, "title": say(table.title, words), "heads": heads, "rows": rows}
