"""The `stellwerk` command: what can be called. A command is loaded with its room when it is called, not before."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer
from typer.core import TyperGroup

PURPOSE = "Play, study and program 1880: China, Russian Railroads and Yokohama."


class Command(NamedTuple):
    """What the list of commands says of one, and the module whose `app` holds it."""

    name: str
    module: str
    help: str


COMMANDS: dict[str, tuple[Command, ...]] = {
    "Play": (
        Command("games", "stellwerk.game_commands", "List the games."),
        Command(
            "learn", "stellwerk.learn.commands", "Learn a game in chapters: a first game in which you make the moves."
        ),
        Command(
            "practice",
            "stellwerk.learn.practice_commands",
            "Positions of real games in which one answer is the best: find it.",
        ),
        Command(
            "make-practice",
            "stellwerk.learn.practice_commands",
            "Look for practice positions in logs of games, and add them to those of the game.",
        ),
        Command(
            "rules",
            "stellwerk.game_commands",
            "Print our paraphrase of the rules with its tables and examples, or of one section.",
        ),
        Command(
            "play", "stellwerk.terminal", "Play in the terminal, against bots or hot-seat (several seats called “me”)."
        ),
        Command(
            "components",
            "stellwerk.copies",
            "List and show the values of a game's components with their sources; export, check and compare your own.",
        ),
    ),
    "Study": (
        Command(
            "study",
            "stellwerk.web.study_command",
            "Study a game: charts and tables of all of it, each figure with its move.",
        ),
        Command("replay", "stellwerk.study.log_commands", "Tell a log move by move, or verify it."),
        Command(
            "show",
            "stellwerk.study.log_commands",
            "Tell the position at a move of a log, as a seat sees it; or print it as JSON.",
        ),
        Command(
            "why",
            "stellwerk.study.commands",
            "Say why an action is or was illegal at a move of a log, and where that is written.",
        ),
        Command(
            "routes",
            "stellwerk.study.routes_command",
            "The best routes at a move of a log, and whether they are proven best.",
        ),
        Command(
            "advise",
            "stellwerk.study.advise_command",
            "The bot's three best moves at a position with reasons, everybody's chances; "
            "or the blunders of a whole game.",
        ),
        Command("stats", "stellwerk.study.commands", "Count a log: what everybody has and where it came from."),
        Command("import", "stellwerk.study.import_command", "Replay games of 18xx.games move for move."),
        Command(
            "export",
            "stellwerk.study.commands",
            "Write a log as a game file of 18xx.games, as far as it can be expressed there.",
        ),
        Command("library", "stellwerk.study.library.commands", "A library of games: one SQLite file that is yours."),
    ),
    "Bots": (
        Command("selfplay", "stellwerk.bots.commands", "Let bots play games."),
        Command(
            "arena", "stellwerk.bots.commands", "Play a tournament and print a table with 95 % intervals and ratings."
        ),
        Command(
            "leaderboard",
            "stellwerk.bots.commands",
            "Rate bots against each other, for each game and number of seats, with 95 % intervals.",
        ),
        Command(
            "dataset",
            "stellwerk.datasets.commands",
            "Make a data set for learning: Parquet, a row for every decision, with a card.",
        ),
        Command(
            "train",
            "stellwerk.bots.train_commands",
            "Learn the weights of a game from nothing: the bots play, and what they know is fitted to how it ended.",
        ),
        Command(
            "tune",
            "stellwerk.bots.train_commands",
            "Turn the dials by which the expert judges to where points are made: each seat plays by some a bit off.",
        ),
        Command(
            "check-bot",
            "stellwerk.bots.commands",
            "Check that a bot may play: legal, in time, the same for the same seed, nothing used but what it is shown.",
        ),
    ),
    "Host": (
        Command("serve", "stellwerk.web.commands", "Serve tables, pages and the API."),
        Command(
            "worker",
            "stellwerk.web.commands",
            "Play the turns of bots and make studies for servers on PostgreSQL.",
        ),
        Command("tables", "stellwerk.table.commands", "List the tables of a store."),
        Command("user", "stellwerk.table.commands", "Accounts."),
        Command("usage", "stellwerk.table.commands", "Show how much is stored of what, and the bounds that are set."),
        Command(
            "backup",
            "stellwerk.table.commands",
            "Copy the database into one file while the server runs, once or at intervals.",
        ),
        Command("restore", "stellwerk.table.commands", "Put a backup in place of the database."),
        Command("upgrade-check", "stellwerk.table.commands", "Say what the installed version would make of a store."),
        Command("doctor", "stellwerk.doctor", "Say what works on this machine and what is missing."),
    ),
}


def every_command() -> Iterator[Command]:
    for commands in COMMANDS.values():
        yield from commands


def loaded(name: str) -> Any:
    """The command itself, from its room."""
    module = next(command.module for command in every_command() if command.name == name)
    return _plain(typer.main.get_group(import_module(module).app).commands[name])


def _plain(command: Any) -> Any:
    """With help in plain letters: to draw frames around it takes longer than everything else."""
    command.rich_markup_mode = None
    for below in getattr(command, "commands", {}).values():
        _plain(below)
    return command


class LoadedWhenCalled(TyperGroup):
    """What is registered stands for its command in lists; the one that is called is put in its place."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        for panel, commands in COMMANDS.items():
            with formatter.section(panel):
                formatter.write_dl([(command.name, command.help) for command in commands])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, stand_in, rest = super().resolve_command(ctx, args)
        return name, loaded(name) if name and stand_in else stand_in, rest

    def invoke(self, ctx: Any) -> Any:
        """An ordinary mistake is one sentence; what is our own fault keeps its trace."""
        try:
            return super().invoke(ctx)
        except (OSError, ModuleNotFoundError) as error:
            from stellwerk.command_line import mistake, refused
            from stellwerk.locale import language_of_environment, translator

            text = mistake(error)
            if text is None:
                raise
            raise refused(text, translator(language_of_environment())) from error


app = typer.Typer(cls=LoadedWhenCalled, no_args_is_help=True, help=PURPOSE, rich_markup_mode=None)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"stellwerk {version('stellwerk')}")
        raise typer.Exit


@app.callback()
def stellwerk(
    version_: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="print the version and leave")
    ] = False,
) -> None: ...


def _stand_in() -> None:
    """Never called: see `LoadedWhenCalled`."""


for command in every_command():
    app.command(command.name, help=command.help)(_stand_in)


def main() -> None:
    app()
