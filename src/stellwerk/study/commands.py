"""`stellwerk export`, `why`, `stats`: games as files of 18xx.games, objections explained, logs counted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from stellwerk.consoles import aside, console
from stellwerk.core.components import BadComponent
from stellwerk.core.dump import BadPosition, plain
from stellwerk.core.log import BadLog
from stellwerk.core.text import Text, Translator
from stellwerk.locale import translator
from stellwerk.study.file_errors import saved
from stellwerk.study.files import kinds
from stellwerk.study.many_command import count_many, is_many
from stellwerk.study.replay import open_log
from stellwerk.study.statistics import Statistics, statistics
from stellwerk.study.why import why as judged

app = typer.Typer()

Language = Annotated[str, typer.Option("--lang", help="en, de or pl")]


@app.command()
def export(
    log: Annotated[Path, typer.Argument(help="a log, plain or .gz")],
    site: Annotated[bool, typer.Option("--18xx-games", help="in the format of 18xx.games")] = False,
    out: Annotated[Path | None, typer.Option(help="write here instead of to the screen")] = None,
    language: Language = "en",
) -> None:
    """Write a log as a game file of 18xx.games, as far as it can be expressed there."""
    words = translator(language)
    if not site:
        aside.print(Text("say which format is wanted: {formats}", formats="--18xx-games").render(words))
        raise typer.Exit(2)
    try:
        game, document = open_log(log)
        kind = next(kind for kind in kinds() if kind.id == "18xx-games")
        if game.id != kind.game:
            raise BadLog(0, Text("only logs of {game} can be written in that format", game=kind.game))
        made = kind.write(document.header, document.entries)
    except (BadLog, BadPosition, BadComponent) as error:
        raise _bad(error, words) from error
    if out:
        saved(lambda: out.write_text(made.text(), encoding="utf-8"), words)
    else:
        typer.echo(made.text())
    for note in made.notes:
        aside.print(note.render(words))
    for entry, text in made.lost:
        line = Text("entry {entry}: {problem}", entry=entry, problem=text).render(words)
        aside.print(line, style="yellow")
    raise typer.Exit(1 if made.lost else 0)


@app.command()
def why(
    log: Annotated[Path, typer.Argument(help="a log of any game, plain or .gz")],
    action: Annotated[str, typer.Argument(help="an action in notation, e.g. “lay-tile F8 57 2”")],
    at: Annotated[int | None, typer.Option(min=0, help="after this entry; at the end if not given")] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="by this seat, counted from 0; by whoever is asked")] = None,
    json_: Annotated[bool, typer.Option("--json", help="the answer as JSON")] = False,
    language: Language = "en",
) -> None:
    """Say why an action is or was illegal at a move of a log, and where that is written."""
    words = translator(language)
    try:
        game, document = open_log(log)
        verdict = judged(game, document, len(document.entries) if at is None else at, action, seat)
    except (BadLog, BadPosition, BadComponent) as error:
        raise _bad(error, words) from error
    if json_:
        typer.echo(json.dumps(plain(verdict), ensure_ascii=False))
    else:
        for text in verdict.lines():
            console.print(text.render(words))
    raise typer.Exit(0 if verdict.legal else 1)


@app.command()
def stats(
    log: Annotated[Path, typer.Argument(help="a log of any game, plain or .gz; or a folder, .zip or library of games")],
    json_: Annotated[bool, typer.Option("--json", help="every curve of a log as JSON")] = False,
    csv: Annotated[Path | None, typer.Option(help="many games: a folder for one CSV file a table")] = None,
    game: Annotated[str, typer.Option(help="many games: only this title")] = "",
    seats: Annotated[int, typer.Option(help="many games: only with so many players")] = 0,
    player: Annotated[list[str] | None, typer.Option(help="many games: count this name too, and head to head")] = None,
    language: Language = "en",
) -> None:
    """Count a log: what everybody has and where it came from. Or many games: by seat, length and what was owned."""
    words = translator(language)
    if is_many(log):
        saved(lambda: count_many(log, game, seats, player or (), csv, words), words)
        return
    try:
        rules, document = open_log(log)
        found = statistics(rules, document)
    except (BadLog, BadPosition, BadComponent) as error:
        raise _bad(error, words) from error
    if json_:
        typer.echo(json.dumps(plain(found), ensure_ascii=False))
        return
    for table in _tables(found, words):
        console.print(table)


def _tables(found: Statistics, words: Translator) -> Iterator[Table]:
    table = Table("", *(curve.name.render(words) for curve in found.totals))
    rows = dict.fromkeys(curve.name for curves in found.sources for curve in curves)
    for source in rows:
        last = [next((c.values[-1] for c in curves if c.name == source), 0) for curves in found.sources]
        if any(last):
            table.add_row(source.render(words), *map(str, last))
    table.add_row(Text("total").render(words), *(str(curve.values[-1]) for curve in found.totals), style="bold")
    yield table
    if found.income is None:
        return
    sheet = Table(Text("income").render(words), *map(str, range(1, found.income.circles + 1)))
    for entity, values in found.income.rows:
        sheet.add_row(entity, *("" if value is None else str(value) for value in values))
    yield sheet


def _bad(error: BadLog | BadPosition | BadComponent, words: Translator) -> typer.Exit:
    aside.print(error.text.render(words), style="red")
    return typer.Exit(1)
