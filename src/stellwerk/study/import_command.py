"""`stellwerk import`: one game of another program looked at closely, or many of them taken into a library."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress, TaskID
from rich.table import Table

from stellwerk.command_line import ExitCode, Json, Language, print_json, refused
from stellwerk.consoles import aside, console, narrow_table, progress_bar
from stellwerk.core.log import write
from stellwerk.core.text import Text, Translator
from stellwerk.locale import translator
from stellwerk.processes import collect_rarely
from stellwerk.study.file_errors import saved, unreadable
from stellwerk.study.files import FileKind, Report, kind_of, kinds
from stellwerk.study.library.bulk import Importer, Line, Source, sources
from stellwerk.study.library.catalogue import Library
from stellwerk.study.library.reading import Unfit, unpack
from stellwerk.study.library.schema import NoLibrary

app = typer.Typer()


@app.command(name="import")
def import_(
    paths: Annotated[
        list[Path], typer.Argument(help="game files of 18xx.games (.json or .json.gz), logs, folders or .zip archives")
    ],
    into: Annotated[Path | None, typer.Option(help="keep the games in this library, made if there is none")] = None,
    again: Annotated[bool, typer.Option("--again", help="try files once more that did not fit before")] = False,
    out: Annotated[
        Path | None, typer.Option(help="write the game as a log of ours; for many files a folder of logs")
    ] = None,
    trace: Annotated[Path | None, typer.Option(help="write the state after every action, .jsonl or .jsonl.gz")] = None,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Replay games of 18xx.games move for move. Success means: all of it, and with the same result."""
    words = translator(language)
    collect_rarely()
    if into is not None:
        raise typer.Exit(_into_library(paths, into, again, json_, words))
    path = paths[0]
    if len(paths) > 1 or path.is_dir() or path.suffix.lower() == ".zip":
        raise typer.Exit(_many(paths, out, json_, words))
    kind, report = _imported(path, trace is not None, words)
    if out and report.record:
        _write_log(report, out, words)
    if trace:
        saved(lambda: kind.write_trace(trace, report.trace), words)
    if json_:
        print_json(kind.as_json(report, words))
    else:
        for line in kind.readable(report, words):
            console.print(line)
    raise typer.Exit(ExitCode.DONE if report.complete else ExitCode.NO)


def _imported(path: Path, trace: bool, words: Translator) -> tuple[FileKind, Report]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise unreadable(error, words) from error
    kind = kind_of(data) or kinds()[0]  # the first kind says what is wrong with it
    with progress_bar(transient=True) as progress:
        task = progress.add_task(path.name, total=None)
        return kind, kind.read(data, path.name, partial(_advanced, progress, task), trace)


def _advanced(progress: Progress, task: TaskID, done: int, all_: int) -> None:
    progress.update(task, completed=done, total=all_)


def _write_log(report: Report, out: Path, words: Translator) -> None:
    assert report.record is not None
    log = write(report.record)
    saved(lambda: out.write_text(log, encoding="utf-8"), words)


def _found(paths: list[Path], words: Translator) -> list[Source]:
    try:
        found = list(sources(paths))
    except Unfit as error:
        raise refused(error.text, words) from error
    if not found:
        raise refused(Text("no game files in {folder}", folder=", ".join(map(str, paths))), words)
    return found


# --- many files, looked at -----------------------------------------------------------------------------------------


def _many(paths: list[Path], out: Path | None, json_: bool, words: Translator) -> int:
    """Every game file of a folder or archive; success means that all of them are complete."""
    all_ = _found(paths, words)
    if out is not None:
        saved(lambda: out.mkdir(parents=True, exist_ok=True), words)
    found: list[tuple[Report, dict[str, Any]]] = []
    with progress_bar(transient=True) as progress:
        for source in progress.track(all_, description=paths[0].name):
            found += _looked_at(source, out, words)
    if json_:
        print_json([facts for _, facts in found])
    else:
        console.print(_summary(found, words))
    return 0 if len(found) == len(all_) and all(report.complete for report, _ in found) else 1


def _looked_at(source: Source, out: Path | None, words: Translator) -> Iterator[tuple[Report, dict[str, Any]]]:
    try:
        data = unpack(source.read())
    except Unfit as error:
        aside.print(f"{source.name}: {error.text.render(words)}", style="red")
        return
    kind = kind_of(data) or kinds()[0]
    report: Report = kind.read(data, source.name, None, False)
    if out is not None and report.record is not None:
        _write_log(report, out / f"{_stem(source.name)}.log", words)
    yield report, kind.as_json(report, words)


def _stem(name: str) -> str:
    """One flat name for a file wherever it lay: `2024/a.json.gz` becomes `2024-a`."""
    return name.removesuffix(".gz").rpartition(".")[0].replace("/", "-").replace("\\", "-").lstrip(".-") or "game"


def _summary(found: list[tuple[Report, dict[str, Any]]], words: Translator) -> Table:
    heads = (Text("file"), Text("players"), Text("actions"), Text("departures"), Text("result"), Text("problem"))
    table = narrow_table(*(head.render(words) for head in heads), whole=0)
    for report, facts in found:
        table.add_row(
            report.name,
            str(len(facts["players"])),
            f"{report.played}/{report.live}",
            str(sum(facts["departures"].values()) + len(facts["rulings"])),
            " ".join(str(total) for total in facts["result"].values()),
            facts["problem"]["text"] if facts["problem"] else "✓",
        )
    return table


# --- many files, kept ----------------------------------------------------------------------------------------------


def _into_library(paths: list[Path], into: Path, again: bool, json_: bool, words: Translator) -> int:
    """One line a file as it is read, then what did not fit. Interrupted, it goes on next time where it stopped."""
    all_ = _found(paths, words)
    lines: list[Line] = []
    try:
        with closing(Library(into)) as library:
            if again:
                library.forget_unfit()
            _take_all(library, all_, lines, json_, words)
    except NoLibrary as error:
        raise refused(error.text, words) from error
    except KeyboardInterrupt:
        left = len(all_) - len(lines)
        aside.print(Text("interrupted, {left} files left: run it again to go on", left=left).render(words))
        return ExitCode.STOPPED
    finally:
        _report(lines, json_, words)
    return 0 if all(not line.problem for line in lines) else 1


def _take_all(library: Library, all_: list[Source], lines: list[Line], json_: bool, words: Translator) -> None:
    with closing(Importer(library, words)) as importer, progress_bar(transient=True) as progress:
        say = progress.console.print if console.is_terminal else console.print
        task = progress.add_task(Text("importing").render(words), total=len(all_))
        for source in all_:
            progress.update(task, description=source.name)
            lines.append(importer.take(source))
            progress.advance(task)
            if not json_:
                say(_told(lines[-1]).render(words))


def _told(line: Line) -> Text:
    if line.status == "unfit" or (line.status == "known" and line.game is None):
        return Text("✗ {file}: {problem}", file=line.name, problem=line.problem)
    if line.status == "known":
        return Text("= {file}: known, game {number}", file=line.name, number=line.game)
    if line.status == "double":
        return Text("= {file}: the same as game {number}", file=line.name, number=line.game)
    assert line.found is not None
    scores = " ".join(str(total) for total, _ in line.found.scores)
    facts = {"file": line.name, "number": line.game, "length": line.found.length, "scores": scores}
    if line.status == "part":
        return Text("! {file}: game {number}, {length} moves: {problem}", problem=line.problem, **facts)
    return Text("✓ {file}: game {number}, {length} moves, {scores}", **facts)


def _report(lines: list[Line], json_: bool, words: Translator) -> None:
    if json_:
        rows = [
            {"file": each.name, "status": each.status, "game": each.game, "problem": each.problem} for each in lines
        ]
        print_json(rows)
        return
    count = {status: sum(line.status == status for line in lines) for status in ("new", "part", "known", "double")}
    unfit = len(lines) - sum(count.values())
    text = Text("{new} new, {part} in part, {known} known, {double} double, {unfit} did not fit", **count, unfit=unfit)
    console.print(text.render(words))
