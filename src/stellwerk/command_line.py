"""What all commands have in common: the language, JSON, exit codes, and the names a shell completes.

`tests/test_conventions.py` walks over every command of `stellwerk.cli` and holds it to this.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from stellwerk import games
from stellwerk.consoles import aside
from stellwerk.core.text import Text, Translator
from stellwerk.locale import LANGUAGES, language_of_environment, translator

if TYPE_CHECKING:
    from stellwerk.core import Game


class ExitCode(IntEnum):
    """What a command says to the shell; `docs/commands.md` tells it to people."""

    DONE = 0
    NO = 1
    """It was looked at, and the answer is no: an illegal move, a file that does not fit, a table that cannot go on."""
    MISUSED = 2
    """It could not begin: an unknown word, a file that cannot be read, something that is not installed."""
    STOPPED = 130
    """Ctrl-C. What was done until then is printed or kept."""


EXTRAS = {
    "fast": ("brotli",),
    "notices": ("pywebpush",),
    "postgres": ("psycopg", "procrastinate"),
    "rl": ("pettingzoo", "gymnasium", "numpy"),
    "data": ("pyarrow",),
    "render": ("resvg_py", "PIL"),
    "cluster": ("ray",),
}
"""What is installed only where it is wanted, and the packages of each."""

# --- languages --------------------------------------------------------------------------------------------------------


def _chosen(given: str) -> str:
    if given and given not in LANGUAGES:
        raise typer.BadParameter(f"{given}: {', '.join(LANGUAGES)}")
    return given or language_of_environment()


def complete_language(incomplete: str) -> Iterator[tuple[str, str]]:
    return ((id_, name) for id_, name in LANGUAGES.items() if id_.startswith(incomplete))


Language = Annotated[
    str,
    typer.Option(
        "--lang",
        callback=_chosen,
        show_default="that of LANG",
        autocompletion=complete_language,
        help=f"language: {', '.join(LANGUAGES)}",
    ),
]


# --- what is printed --------------------------------------------------------------------------------------------------

Json = Annotated[bool, typer.Option("--json", help="for programs: JSON instead of words")]


def print_json(data: Any) -> None:
    """One value on one line, texts as they read."""
    typer.echo(json.dumps(data, ensure_ascii=False))


def refused(text: Text, words: Translator, code: ExitCode = ExitCode.MISUSED) -> typer.Exit:
    """Say in one sentence what is wrong, beside the output. To be raised."""
    aside.print(text.render(words), style="red", soft_wrap=True)
    return typer.Exit(code)


def mistake(error: OSError | ModuleNotFoundError) -> Text | None:
    """What whoever called can mend, as a sentence: a file or folder that is not as it should be, a missing extra."""
    if isinstance(error, OSError):
        return out_of_reach(error) if error.filename is not None else None
    package = (error.name or "").partition(".")[0]
    extra = next((extra for extra, packages in EXTRAS.items() if package in packages), None)
    if extra is None:
        return None
    return Text("this needs {package}, get it by pip install 'stellwerk[{extra}]'", package=package, extra=extra)


def out_of_reach(error: OSError) -> Text:
    """A file or folder that is not there, not ours, or full."""
    reason = error.strerror or type(error).__name__
    return Text("{file} cannot be read or written: {reason}", file=error.filename, reason=reason)


def stopped(text: Text, words: Translator) -> typer.Exit:
    """Say what became of an interrupted job. To be raised when what is done has been printed."""
    aside.print(text.render(words), style="yellow", soft_wrap=True)
    return typer.Exit(ExitCode.STOPPED)


# --- names the shell completes ----------------------------------------------------------------------------------------


def complete_game(incomplete: str) -> Iterator[tuple[str, str]]:
    found = (id_ for id_ in games.ids() if id_.startswith(incomplete))
    return ((id_, games.title(id_).render(translator(language_of_environment()))) for id_ in found)


def complete_bot(incomplete: str) -> list[str]:
    """The last of several names separated by commas."""
    from stellwerk.bots.guests import installed
    from stellwerk.bots.levels import BOTS, LEVELS

    return _completed(incomplete, dict.fromkeys((*LEVELS, *BOTS, *installed())))


def complete_player(incomplete: str) -> list[str]:
    """As a seat of a game in the terminal: a person, or a bot."""
    return [*_completed(incomplete, ["me"]), *complete_bot(incomplete)]


def named_file(ctx: typer.Context, argument: str) -> Path:
    """The file a command was given first; the parser has not come to it when it stops at an option without value."""
    return Path(ctx.params.get(argument) or ctx.args[0])


def _completed(incomplete: str, names: Iterable[str]) -> list[str]:
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(last)]


GameId = Annotated[
    str, typer.Argument(autocompletion=complete_game, help="id of the game, see `stellwerk games`", show_default=False)
]
OptionalGameId = Annotated[
    str | None, typer.Option("--game", autocompletion=complete_game, help="id of a game; without it all of them")
]


def game_called(id_: str, words: Translator) -> Game[Any]:
    """The game of an id, or one sentence with the ids there are."""
    try:
        return games.game(id_)
    except games.UnknownGame as error:
        known = ", ".join(games.ids())
        raise refused(Text("no game is called {name}; there are: {known}", name=id_, known=known), words) from error
