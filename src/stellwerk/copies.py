"""`stellwerk components`: the component tables of a game, where their values come from, and an owner's corrections."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from stellwerk.command_line import ExitCode, GameId, Json, Language, game_called, print_json, refused
from stellwerk.consoles import console, narrow_table
from stellwerk.core import Game, Text
from stellwerk.core.component_sets import applied, read_set, set_faults
from stellwerk.core.components import RULES, BadComponent, Components
from stellwerk.core.corrections import Difference, Fault, differences, faults, value_text
from stellwerk.core.provenance import Count, confession, counts, values_of
from stellwerk.core.text import Translator
from stellwerk.games.own_components import HELP as OWN_COMPONENTS
from stellwerk.games.own_components import components_for, text_of, texts_of
from stellwerk.locale import translator

app = typer.Typer()

PROVENANCE = {
    "rulebook": Text("rulebook"),
    "published": Text("published"),
    "copy": Text("printed copy"),
    "single": Text("single source"),
    "reconstructed": Text("reconstructed"),
}


class Task(StrEnum):
    LIST = "list"
    SHOW = "show"
    EXPORT = "export"
    CHECK = "check"
    DIFF = "diff"


@app.command("components")
def tables(
    game: GameId,
    task: Annotated[Task, typer.Argument(help="what to do")] = Task.LIST,
    what: Annotated[
        str,
        typer.Argument(help="a table to show; the folder to export to; what to check or compare, if not --components"),
    ] = "",
    components: Annotated[str | None, typer.Option(help=OWN_COMPONENTS)] = None,
    json_: Json = False,
    language: Language = "",
) -> None:
    """List and show the values of a game's components with their sources; export, check and compare your own."""
    words = translator(language)
    found = game_called(game, words)
    if task in (Task.CHECK, Task.DIFF):
        what = what or components or ""
    if task is not Task.LIST and not what:
        raise refused(Text("which table?") if task is Task.SHOW else Text("which folder?"), words)
    if task in (Task.CHECK, Task.DIFF):
        _read(found, task, what, json_, words)
        return
    try:
        own = components_for(game, components) or found.components
    except BadComponent as error:
        raise refused(error.text, words) from error
    if task is Task.LIST:
        _list(found, own, json_, words)
    elif task is Task.SHOW:
        _show(own, what, json_, words)
    else:
        _export(game, own, Path(what), json_, words)


def _say(text: Text, words: Translator, err: bool = False) -> None:
    """A sentence on a line of its own, however long: what is piped is not broken at the width of a terminal."""
    typer.echo(text.render(words), err=err)


# --- built-in ---------------------------------------------------------------------------------------------------------


def _list(game: Game[Any], own: Components, json_: bool, words: Translator) -> None:
    if json_:
        print_json([asdict(count) for count in counts(own)])
        return
    heads = (Text("table"), Text("file"), Text("rows"), Text("verified"), Text("single source"), Text("reconstructed"))
    table = narrow_table(*(head.render(words) for head in heads))
    found = counts(own)
    for count in found:
        table.add_row(count.table, count.file.removesuffix(".toml"), *map(str, (count.rows, *_numbers(count))))
    table.add_section()
    sums = [sum(column) for column in zip(*map(_numbers, found), strict=True)]
    table.add_row(Text("all").render(words), "", str(sum(count.rows for count in found)), *map(str, sums))
    console.print(table)
    _say(confession(own, game.titles) or Text("Nothing is reconstructed."), words)
    for id_, brought in game.sets().items():
        _say(Text("component set {id}: {name}", id=id_, name=Text(brought.name)), words)


def _numbers(count: Count) -> tuple[int, int, int]:
    return count.verified, count.single, count.reconstructed


def _show(own: Components, name: str, json_: bool, words: Translator) -> None:
    found = [value for value in values_of(own) if name in (value.table, value.file, value.file.removesuffix(".toml"))]
    if not found:
        known = ", ".join(count.table for count in counts(own))
        raise refused(Text("no table is called {name}; there are: {known}", name=name, known=known), words)
    if json_:
        print_json([asdict(value) for value in found])
        return
    for value in found:
        source = PROVENANCE[value.provenance or "reconstructed"].render(words)
        shown = Text("(left at its default)").render(words) if value.value is None else value_text(value.value)
        typer.echo(f"{value.table} {value.row}  {value.field} = {shown}  [{source}]")


def _export(game: str, own: Components, folder: Path, json_: bool, words: Translator) -> None:
    """Below a folder by the game's name, as the site reads it. What is there may be somebody's work: it stays."""
    place = folder / game
    texts = {name: text for name, text in own.files.items() if name != RULES}
    there = next((place / name for name in texts if (place / name).exists()), None)
    if there is not None:
        raise refused(Text("{file} is there already and is not overwritten", file=str(there)), words)
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (place / name).write_text(text, "utf-8")
    except OSError as error:
        reason = error.strerror or ""
        raise refused(Text("{file} cannot be written: {reason}", file=str(place), reason=reason), words) from error
    if json_:
        print_json({"folder": str(place), "files": list(texts)})
        return
    _say(Text("{n} tables are in {folder}", n=len(texts), folder=str(place)), words)


# --- an owner's -------------------------------------------------------------------------------------------------------


def _read(game: Game[Any], task: Task, given: str, json_: bool, words: Translator) -> None:
    """What `--components` takes, or the folder of one game: named with or without that word."""
    try:
        found, files = _faults(game, given)
    except BadComponent as error:
        raise refused(error.text, words, ExitCode.NO if Path(given).exists() else ExitCode.MISUSED) from error
    if json_ and (found or task is Task.CHECK):
        print_json({"files": files, "faults": [fault.text.render(words) for fault in found]})
    for fault in () if json_ else found:
        _say(fault.text, words, err=task is Task.DIFF)
    if found:
        raise typer.Exit(ExitCode.NO)
    if json_ and task is Task.DIFF:
        print_json([asdict(each) for each in differences(game.components, _own(game, given))])
    elif json_:
        return
    elif task is Task.CHECK:
        _say(Text("{files}: nothing is wrong", files=", ".join(files)), words)
    else:
        _diff(game, _own(game, given), words)


def _faults(game: Game[Any], given: str) -> tuple[list[Fault], list[str]]:
    """What is wrong, and in which files it was looked for. A set that comes with the game is right."""
    place = Path(given)
    if place.is_dir():
        texts = texts_of(_folder(game, place))
        return faults(game, texts), list(texts)
    if not place.exists():
        components_for(game.id, given)
        return [], [given]
    return set_faults(game, read_set(text_of(place))), [place.name]


def _own(game: Game[Any], given: str) -> Components:
    place = Path(given)
    if place.is_dir():
        return game.components.replacing(texts_of(_folder(game, place)))
    if place.exists():
        return applied(game, read_set(text_of(place)))
    return components_for(game.id, given) or game.components


def _folder(game: Game[Any], place: Path) -> Path:
    return place / game.id if (place / game.id).is_dir() else place


def _diff(game: Game[Any], own: Components, words: Translator) -> None:
    found = list(differences(game.components, own))
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
