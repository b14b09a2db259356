"""`stellwerk export`, `why`, `stats`: games as files of 18xx.games, objections explained, logs counted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from stellwerk.command_line import ExitCode, Json, Language, complete_game, print_json, refused
from stellwerk.consoles import aside, console, wide_tables
from stellwerk.core.dump import plain
from stellwerk.core.log import BadLog
from stellwerk.core.text import Text, Translator
from stellwerk.locale import translator
from stellwerk.study.file_errors import refusing_bad_files, saved
from stellwerk.study.files import kinds
from stellwerk.study.many_command import count_many, is_many
from stellwerk.study.replay import open_log
from stellwerk.study.statistics import Statistics, statistics
from stellwerk.study.why import why as judged

app = typer.Typer()


@app.command()
def export(
    log: Annotated[Path, typer.Argument(help="a log, plain or .gz")],
    site: Annotated[bool, typer.Option("--18xx-games", help="in the format of 18xx.games")] = False,
    out: Annotated[Path | None, typer.Option(help="write here instead of to the screen")] = None,
    json_: Annotated[
        bool, typer.Option("--json", help="with --out: what was written and what is lost; without it the file is JSON")
    ] = False,
    language: Language = "",
) -> None:
    """Write a log as a game file of 18xx.games, as far as it can be expressed there."""
    words = translator(language)
    if not site:
        raise refused(Text("say which format is wanted: {formats}", formats="--18xx-games"), words)
    with refusing_bad_files(words):
        game, document = open_log(log)
        kind = next(kind for kind in kinds() if kind.id == "18xx-games")
        if game.id != kind.game:
            raise BadLog(0, Text("only logs of {game} can be written in that format", game=kind.game))
        made = kind.write(document.header, document.entries)
    if out:
        saved(lambda: out.write_text(made.text(), encoding="utf-8"), words)
    else:
        typer.echo(made.text())
    if out and json_:
        lost = [{"entry": entry, "problem": text.render(words)} for entry, text in made.lost]
        print_json({"file": str(out), "notes": [note.render(words) for note in made.notes], "lost": lost})
        raise typer.Exit(ExitCode.NO if made.lost else ExitCode.DONE)
    for note in made.notes:
        aside.print(note.render(words))
    for entry, text in made.lost:
        line = Text("entry {entry}: {problem}", entry=entry, problem=text).render(words)
        aside.print(line, style="yellow")
    raise typer.Exit(ExitCode.NO if made.lost else ExitCode.DONE)


@app.command()
def why(
    log: Annotated[Path, typer.Argument(help="a log of any game, plain or .gz")],
    action: Annotated[str, typer.Argument(help="an action in notation, e.g. “lay-tile F8 57 2”")],
    at: Annotated[int | None, typer.Option(min=0, help="after this entry; at the end if not given")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="by this seat, counted from 0; by whoever is asked")] = None,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Say why an action is or was illegal at a move of a log, and where that is written."""
    words = translator(language)
    with refusing_bad_files(words):
        game, document = open_log(log)
        verdict = judged(game, document, len(document.entries) if at is None else at, action, seat)
    if json_:
        print_json(plain(verdict))
    else:
        for text in verdict.lines():
            console.print(text.render(words))
    raise typer.Exit(ExitCode.DONE if verdict.legal else ExitCode.NO)


@app.command()
def stats(
    log: Annotated[Path, typer.Argument(help="a log of any game, plain or .gz; or a folder, .zip or library of games")],
    json_: Json = False,
    csv: Annotated[Path | None, typer.Option(help="many games: a folder for one CSV file a table")] = None,
    game: Annotated[str, typer.Option(autocompletion=complete_game, help="many games: only this title")] = "",
    seats: Annotated[int, typer.Option(help="many games: only with so many players")] = 0,
    player: Annotated[list[str] | None, typer.Option(help="many games: count this name too, and head to head")] = None,
    language: Language = "",
) -> None:
    """Count a log: what everybody has and where it came from. Or many games: by seat, length and what was owned."""
    words = translator(language)
    if is_many(log):
        saved(lambda: count_many(log, game, seats, player or (), csv, json_, words), words)
        return
    with refusing_bad_files(words):
        rules, document = open_log(log)
        found = statistics(rules, document)
    if json_:
        print_json(plain(found))
        return
    for table in _tables(found, words):
        console.print(table)


def _tables(found: Statistics, words: Translator) -> Iterator[Table]:
    heads = ["", *(curve.name.render(words) for curve in found.totals)]
    sources = dict.fromkeys(curve.name for curves in found.sources for curve in curves)
    rows = []
    for source in sources:
        last = [next((c.values[-1] for c in curves if c.name == source), 0) for curves in found.sources]
        if any(last):
            rows.append([source.render(words), *map(str, last)])
    rows.append([Text("total").render(words), *(str(curve.values[-1]) for curve in found.totals)])
    yield from wide_tables(heads, rows)
    if found.income is None:
        return
    circles = [Text("income").render(words), *map(str, range(1, found.income.circles + 1))]
    sheet = [
        [entity, *("" if value is None else str(value) for value in values)] for entity, values in found.income.rows
    ]
    yield from wide_tables(circles, sheet)
