"""`stellwerk components`: the component tables of a game, where their values come from, and an owner's corrections."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from rich.box import SIMPLE
from rich.table import Table

from stellwerk import games
from stellwerk.consoles import console
from stellwerk.core import Game, Text
from stellwerk.core.components import RULES
from stellwerk.core.corrections import Difference, differences, faults, value_text
from stellwerk.core.provenance import Count, confession, counts, values_of
from stellwerk.core.text import Translator
from stellwerk.locale import translator

app = typer.Typer()

PROVENANCE = {
    "rulebook": Text("rulebook"),
    "published": Text("published"),
    "single": Text("single source"),
    "reconstructed": Text("reconstructed"),
}


class Task(StrEnum):
    LIST = "list"
    SHOW = "show"
    EXPORT = "export"
    CHECK = "check"
    DIFF = "diff"


@app.command()
def components(
    game: Annotated[str, typer.Argument(help="id of the game")],
    task: Annotated[Task, typer.Argument(help="what to do")] = Task.LIST,
    what: Annotated[str, typer.Argument(help="a table to show, or the folder to export to, check or compare")] = "",
    language: Annotated[str, typer.Option("--lang", help="en, de or pl")] = "en",
) -> None:
    """List and show the values of a game's components with their sources; export, check and compare your own."""
    words = translator(language)
    try:
        found = games.game(game)
    except games.UnknownGame:
        _leave(Text("no game is called {name}", name=game), words)
    if task is Task.LIST:
        _list(found, words)
    elif not what:
        missing = Text("which table?") if task is Task.SHOW else Text("which folder?")
        _leave(missing, words)
    elif task is Task.SHOW:
        _show(found, what, words)
    elif task is Task.EXPORT:
        _export(found, Path(what), words)
    else:
        _read(found, task, Path(what), words)


def _leave(text: Text, words: Translator, code: int = 2) -> NoReturn:
    _say(text, words, err=True)
    raise typer.Exit(code)


def _say(text: Text, words: Translator, err: bool = False) -> None:
    """A sentence on a line of its own, however long: what is piped is not broken at the width of a terminal."""
    typer.echo(text.render(words), err=err)


# --- built-in ---------------------------------------------------------------------------------------------------------


def _list(game: Game[Any], words: Translator) -> None:
    heads = (Text("table"), Text("file"), Text("rows"), Text("verified"), Text("single source"), Text("reconstructed"))
    table = Table(*(head.render(words) for head in heads), box=SIMPLE, padding=(0, 1, 0, 0))
    table.columns[0].no_wrap = True
    found = counts(game.components)
    for count in found:
        table.add_row(count.table, count.file.removesuffix(".toml"), *map(str, (count.rows, *_numbers(count))))
    table.add_section()
    sums = [sum(column) for column in zip(*map(_numbers, found), strict=True)]
    table.add_row(Text("all").render(words), "", str(sum(count.rows for count in found)), *map(str, sums))
    console.print(table)
    told = confession(game.components, game.titles)
    _say(told or Text("Nothing is reconstructed."), words)


def _numbers(count: Count) -> tuple[int, int, int]:
    return count.verified, count.single, count.reconstructed


def _show(game: Game[Any], name: str, words: Translator) -> None:
    found = [
        value
        for value in values_of(game.components)
        if name in (value.table, value.file, value.file.removesuffix(".toml"))
    ]
    if not found:
        known = ", ".join(count.table for count in counts(game.components))
        _leave(Text("no table is called {name}; there are: {known}", name=name, known=known), words)
    for value in found:
        source = PROVENANCE[value.provenance or "reconstructed"].render(words)
        shown = Text("(left at its default)").render(words) if value.value is None else value_text(value.value)
        typer.echo(f"{value.table} {value.row}  {value.field} = {shown}  [{source}]")


def _export(game: Game[Any], folder: Path, words: Translator) -> None:
    """Below a folder by the game's name, as the site reads it. What is there may be somebody's work: it stays."""
    place = folder / game.id
    texts = {name: text for name, text in game.components.files.items() if name != RULES}
    there = next((place / name for name in texts if (place / name).exists()), None)
    if there is not None:
        _leave(Text("{file} is there already and is not overwritten", file=str(there)), words)
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (place / name).write_text(text, "utf-8")
    except OSError as error:
        _leave(Text("{file} cannot be written: {reason}", file=str(place), reason=error.strerror or ""), words)
    _say(Text("{n} tables are in {folder}", n=len(texts), folder=str(place)), words)


# --- an owner's -------------------------------------------------------------------------------------------------------


def _read(game: Game[Any], task: Task, folder: Path, words: Translator) -> None:
    texts = _texts(game, folder, words)
    found = faults(game, texts)
    for fault in found:
        _say(fault, words, err=task is Task.DIFF)
    if found:
        raise typer.Exit(1)
    if task is Task.CHECK:
        _say(Text("{files}: nothing is wrong", files=", ".join(texts)), words)
    else:
        _diff(game, texts, words)


def _texts(game: Game[Any], folder: Path, words: Translator) -> dict[str, str]:
    """The files of `DIR/GAME`, else of `DIR` itself."""
    if not folder.is_dir():
        _leave(Text("there is no folder {folder}", folder=str(folder)), words)
    place = folder / game.id if (folder / game.id).is_dir() else folder
    found = {path.name: _text(path, words) for path in sorted(place.glob("*.toml"))}
    if not found:
        _leave(Text("there is no .toml file in {folder}", folder=str(place)), words)
    return found


def _text(path: Path, words: Translator) -> str:
    try:
        return path.read_text("utf-8")
    except OSError as error:
        _leave(Text("{file} cannot be read: {reason}", file=str(path), reason=error.strerror or ""), words)
    except UnicodeDecodeError:
        _leave(Text("{file} is not written in UTF-8", file=str(path)), words, 1)


def _diff(game: Game[Any], texts: dict[str, str], words: Translator) -> None:
    found = list(differences(game.components, game.components.replacing(texts)))
    for difference in found:
        _say(_told(difference), words)
    if not found:
        _say(Text("nothing differs from the built-in tables"), words)


def _told(it: Difference) -> Text:
    row = Text("{file}: {table} {row}", file=it.file, table=it.table, row=it.row)
    if it.field:
        where = Text("{row}.{field}", row=row, field=it.field)
        return Text("{where}: {ours} → {theirs}", where=where, ours=_shown(it.ours), theirs=_shown(it.theirs))
    return Text("{row}: a new row", row=row) if it.ours is None else Text("{row}: this row is missing", row=row)


def _shown(value: Any) -> Any:
    return Text("nothing") if value is None else value_text(value)
