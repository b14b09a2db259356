"""`stellwerk library`: find games in a library, tag them, write about them, take them out again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from stellwerk.consoles import aside, console
from stellwerk.core.text import Text, Translator
from stellwerk.locale import translator
from stellwerk.study.frame import NoParquet, seats_of, write_frame
from stellwerk.study.library.catalogue import Library, Listed, Wanted
from stellwerk.study.library.schema import NoLibrary

app = typer.Typer()
group = typer.Typer(no_args_is_help=True, help="A library of games: one SQLite file that is yours.")
app.add_typer(group, name="library")

Where = Annotated[Path, typer.Argument(help="the library, a file")]
Number = Annotated[int, typer.Argument(help="number of the game in the library")]
Language = Annotated[str, typer.Option("--lang", help="en, de or pl")]


@contextmanager
def _opened(path: Path, words: Translator) -> Iterator[Library]:
    try:
        with closing(Library(path, make=False)) as library:
            yield library
    except NoLibrary as error:
        aside.print(error.text.render(words), style="red")
        raise typer.Exit(2) from error


def _game(library: Library, number: int, words: Translator) -> Listed:
    found = library.listed(number)
    if found is None:
        aside.print(Text("the library has no game {number}", number=number).render(words), style="red")
        raise typer.Exit(2)
    return found


@group.command(name="list")
def list_(
    path: Where,
    player: Annotated[str, typer.Option(help="with this player")] = "",
    game: Annotated[str, typer.Option(help="id of the game, as in `stellwerk games`")] = "",
    seats: Annotated[int, typer.Option(help="with so many players")] = 0,
    since: Annotated[str, typer.Option(help="from this day on, 2024-05-31")] = "",
    until: Annotated[str, typer.Option(help="up to this day")] = "",
    company: Annotated[str, typer.Option(help="with this company, private, engineer, technology …")] = "",
    ending: Annotated[str, typer.Option(help="that ended so")] = "",
    shortest: Annotated[int, typer.Option(help="of at least so many moves")] = 0,
    longest: Annotated[int, typer.Option(help="of at most so many moves")] = 0,
    tag: Annotated[str, typer.Option(help="with this tag")] = "",
    note: Annotated[str, typer.Option(help="with these words in the note")] = "",
    limit: Annotated[int, typer.Option(min=1, help="so many of them")] = 50,
    json_: Annotated[bool, typer.Option("--json", help="as JSON")] = False,
    language: Language = "en",
) -> None:
    """The games of a library that fit, the latest first."""
    words = translator(language)
    wanted = Wanted(player, game, seats, since, until, company, ending, shortest, longest, tag, note)
    with _opened(path, words) as library:
        found, count = library.find(wanted, limit), library.count(wanted)
    if json_:
        typer.echo(json.dumps([asdict(each) for each in found], ensure_ascii=False, indent=1))
        return
    console.print(_table(found, words))
    console.print(Text("{shown} of {count} games", shown=len(found), count=count).render(words))


def _table(found: list[Listed], words: Translator) -> Table:
    heads = (Text("number"), Text("game"), Text("date"), Text("players"), Text("moves"), Text("ending"), Text("tags"))
    table = Table(*(head.render(words) for head in heads))
    for each in found:
        ranked = sorted(each.players, key=lambda player: player.place)
        names = ", ".join(f"{player.name or player.seat + 1} {player.score}" for player in ranked)
        table.add_row(str(each.id), each.game, each.date, names, str(each.length), each.ending, ", ".join(each.tags))
    return table


@group.command()
def tag(
    path: Where,
    number: Number,
    tags: Annotated[list[str] | None, typer.Argument(help="its tags from now on; none takes them away")] = None,
    language: Language = "en",
) -> None:
    """Give a game tags."""
    words = translator(language)
    with _opened(path, words) as library:
        _game(library, number, words)
        library.tag(number, tags or ())


@group.command()
def note(
    path: Where, number: Number, text: Annotated[str, typer.Argument(help="the note")], language: Language = "en"
) -> None:
    """Write a note about a game."""
    words = translator(language)
    with _opened(path, words) as library:
        _game(library, number, words)
        library.annotate(number, text)


@group.command()
def log(path: Where, number: Number, language: Language = "en") -> None:
    """Print the log of a game, for `replay`, `study` and all other commands."""
    words = translator(language)
    with _opened(path, words) as library:
        _game(library, number, words)
        typer.echo(library.log(number), nl=False)


@group.command()
def remove(path: Where, number: Number, language: Language = "en") -> None:
    """Take a game out of a library."""
    words = translator(language)
    with _opened(path, words) as library:
        _game(library, number, words)
        library.remove(number)


@group.command()
def unfit(path: Where, language: Language = "en") -> None:
    """The files that were not kept, or not to their end, and why."""
    words = translator(language)
    with _opened(path, words) as library:
        for name, problem in library.unfit():
            console.print(f"{name}: {problem}")


@group.command()
def frame(
    path: Where,
    out: Annotated[Path, typer.Option(help="the file, .csv or .parquet")],
    names: Annotated[bool, typer.Option(help="with the names of the players")] = True,
    language: Language = "en",
) -> None:
    """Write every seat of every game as a data frame; `stellwerk.study.frame` documents the columns."""
    words = translator(language)
    with _opened(path, words) as library:
        seats = list(seats_of(library, names=names))
    try:
        write_frame(seats, out)
    except NoParquet as error:
        aside.print(error.text.render(words), style="red")
        raise typer.Exit(2) from error
    except OSError as error:
        aside.print(Text("cannot be read or written: {reason}", reason=str(error)).render(words), style="red")
        raise typer.Exit(2) from error
