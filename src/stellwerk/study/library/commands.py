"""`stellwerk library`: find games in a library, tag them, write about them, take them out again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from stellwerk.command_line import Json, Language, complete_game, named_file, print_json, refused
from stellwerk.consoles import console, narrow_table, progress_bar
from stellwerk.core.text import Text, Translator
from stellwerk.locale import translator
from stellwerk.study.file_errors import unreadable
from stellwerk.study.frame import NoParquet, seats_of, write_frame
from stellwerk.study.library.catalogue import Library, Listed, Wanted
from stellwerk.study.library.schema import NoLibrary

app = typer.Typer()
group = typer.Typer(no_args_is_help=True, help="A library of games: one SQLite file that is yours.")
app.add_typer(group, name="library")

Where = Annotated[Path, typer.Argument(help="the library, a file")]
Number = Annotated[int, typer.Argument(help="number of the game in the library")]


@contextmanager
def _opened(path: Path, words: Translator) -> Iterator[Library]:
    try:
        with closing(Library(path, make=False)) as library:
            yield library
    except NoLibrary as error:
        raise refused(error.text, words) from error


def complete_fact(ctx: typer.Context, incomplete: str) -> list[str]:
    """What the games of the library that was named before have in them."""
    with suppress(NoLibrary, IndexError), closing(Library(named_file(ctx, "path"), make=False)) as library:
        known = {value for facts in library.all_facts().values() for _, value in facts}
        return sorted(value for value in known if value.startswith(incomplete))
    return []


def _game(library: Library, number: int, words: Translator) -> Listed:
    found = library.listed(number)
    if found is None:
        raise refused(Text("the library has no game {number}", number=number), words)
    return found


@group.command(name="list")
def list_(
    path: Where,
    player: Annotated[str, typer.Option(help="with this player")] = "",
    game: Annotated[
        str, typer.Option(autocompletion=complete_game, help="id of the game, as in `stellwerk games`")
    ] = "",
    seats: Annotated[int, typer.Option(help="with so many players")] = 0,
    since: Annotated[str, typer.Option(help="from this day on, 2024-05-31")] = "",
    until: Annotated[str, typer.Option(help="up to this day")] = "",
    company: Annotated[
        str,
        typer.Option(autocompletion=complete_fact, help="with this company, private, engineer, technology …"),
    ] = "",
    ending: Annotated[str, typer.Option(help="that ended so")] = "",
    shortest: Annotated[int, typer.Option(help="of at least so many moves")] = 0,
    longest: Annotated[int, typer.Option(help="of at most so many moves")] = 0,
    tag: Annotated[str, typer.Option(help="with this tag")] = "",
    note: Annotated[str, typer.Option(help="with these words in the note")] = "",
    limit: Annotated[int, typer.Option(min=1, help="so many of them")] = 50,
    json_: Json = False,
    language: Language = "",
) -> None:
    """The games of a library that fit, the latest first."""
    words = translator(language)
    wanted = Wanted(player, game, seats, since, until, company, ending, shortest, longest, tag, note)
    with _opened(path, words) as library:
        found, count = library.find(wanted, limit), library.count(wanted)
    if json_:
        print_json([asdict(each) for each in found])
        return
    console.print(_table(found, words))
    console.print(Text("{shown} of {count} games", shown=len(found), count=count).render(words))


def _table(found: list[Listed], words: Translator) -> Table:
    heads = (Text("number"), Text("game"), Text("date"), Text("players"), Text("moves"), Text("ending"), Text("tags"))
    table = narrow_table(*(head.render(words) for head in heads))
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
    language: Language = "",
) -> None:
    """Give a game tags."""
    words = translator(language)
    with _opened(path, words) as library:
        _game(library, number, words)
        library.tag(number, tags or ())


@group.command()
def note(
    path: Where, number: Number, text: Annotated[str, typer.Argument(help="the note")], language: Language = ""
) -> None:
    """Write a note about a game."""
    words = translator(language)
    with _opened(path, words) as library:
        _game(library, number, words)
        library.annotate(number, text)


@group.command()
def log(path: Where, number: Number, json_: Json = False, language: Language = "") -> None:
    """Print the log of a game, for `replay`, `study` and all other commands."""
    words = translator(language)
    with _opened(path, words) as library:
        _game(library, number, words)
        text = library.log(number)
    print_json({"number": number, "log": text}) if json_ else typer.echo(text, nl=False)


@group.command()
def remove(path: Where, number: Number, language: Language = "") -> None:
    """Take a game out of a library."""
    words = translator(language)
    with _opened(path, words) as library:
        _game(library, number, words)
        library.remove(number)


@group.command()
def renew(path: Where, language: Language = "") -> None:
    """Read every game again, so that it is found and counted by all a game is known by in this release."""
    words = translator(language)
    with _opened(path, words) as library, progress_bar(transient=True) as progress:
        for number in progress.track(library.numbers(), description=path.name):
            library.renew(number)


@group.command()
def unfit(path: Where, json_: Json = False, language: Language = "") -> None:
    """The files that were not kept, or not to their end, and why."""
    with _opened(path, translator(language)) as library:
        found = list(library.unfit())
    if json_:
        print_json([{"file": name, "problem": problem} for name, problem in found])
        return
    for name, problem in found:
        console.print(f"{name}: {problem}")


@group.command()
def frame(
    path: Where,
    out: Annotated[Path, typer.Option(help="the file, .csv or .parquet")],
    names: Annotated[bool, typer.Option(help="with the names of the players")] = True,
    language: Language = "",
) -> None:
    """Write every seat of every game as a data frame; `stellwerk.study.frame` documents the columns."""
    words = translator(language)
    with _opened(path, words) as library:
        seats = list(seats_of(library, names=names))
    try:
        write_frame(seats, out)
    except NoParquet as error:
        raise refused(error.text, words) from error
    except OSError as error:
        raise unreadable(error, words) from error
