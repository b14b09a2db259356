"""The `stellwerk` command. Sub-commands live in the rooms they belong to and are collected here."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text as Styled

from stellwerk import games as register
from stellwerk.consoles import aside, console
from stellwerk.core import Game, RuleBook
from stellwerk.core.example import moves_of
from stellwerk.core.text import Text, Translator
from stellwerk.locale import translator

app = typer.Typer(no_args_is_help=True, help="Play, study and program 1880: China, Russian Railroads and Yokohama.")

ROOMS = (
    "stellwerk.terminal",
    "stellwerk.copies",
    "stellwerk.bots.commands",
    "stellwerk.learn.commands",
    "stellwerk.study.log_commands",
    "stellwerk.study.import_command",
    "stellwerk.study.library.commands",
    "stellwerk.study.commands",
    "stellwerk.study.routes_command",
    "stellwerk.study.advise_command",
    "stellwerk.table.commands",
    "stellwerk.web.commands",
    "stellwerk.web.study_command",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        console.print(f"stellwerk {version('stellwerk')}", highlight=False)
        raise typer.Exit


@app.callback()
def stellwerk(
    version_: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="print the version and leave")
    ] = False,
) -> None:
    """Play, study and program 1880: China, Russian Railroads and Yokohama."""


Language = Annotated[str, typer.Option("--lang", help="en, de or pl")]


@app.command()
def games(language: Language = "en") -> None:
    """List the games."""
    words = translator(language)
    table = Table("id", Text("game").render(words), Text("seats").render(words))
    for id_ in register.ids():
        game = register.game(id_)
        table.add_row(id_, game.title.render(words), f"{min(game.seats)}–{max(game.seats)}")
    console.print(table)


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="id of the game")],
    section: Annotated[str | None, typer.Argument(help="a section, or the beginning of its id")] = None,
    language: Language = "en",
) -> None:
    """Print our paraphrase of the rules with its tables and examples, or of one section."""
    words = translator(language)
    try:
        found = register.game(game)
    except register.UnknownGame as error:
        aside.print(Text("no game is called {name}", name=game).render(words), style="red")
        raise typer.Exit(2) from error
    if section is None:
        _print_lessons(found.rules, words)
    wanted = {s.id for s in found.rules if section is None or s.id == section or s.id.startswith(f"{section}.")}
    if not wanted:
        known = ", ".join(s.id for s in found.rules)
        aside.print(Text("no section {section}; there are: {known}", section=section, known=known).render(words))
        raise typer.Exit(2)
    _print_tables(found, wanted, words)
    _print_examples(found, wanted, words)
    _print_sections(found.rules, wanted, words)


def _print_lessons(book: RuleBook, words: Translator) -> None:
    for lesson in book.lessons:
        console.print(lesson.title.render(words), style="bold")
        console.print(lesson.text.render(words), highlight=False)
        console.print()


def _print_tables(game: Game[Any], wanted: set[str], words: Translator) -> None:
    for facts in game.reference(game.components):
        if facts.section in wanted:
            heads = [head.render(words) for head in facts.heads]
            table = Table(*heads, title=f"{facts.title.render(words)} ({facts.section})", title_justify="left")
            for row in facts.rows:
                table.add_row(*(cell.render(words) if isinstance(cell, Text) else str(cell) for cell in row))
            console.print(table)
            console.print()


def _print_examples(game: Game[Any], wanted: set[str], words: Translator) -> None:
    for example in game.rules.examples:
        if example.section in wanted:
            title = Text("Example: {title}", title=example.title).render(words)
            console.print(f"{title} ({example.section})", style="bold")
            console.print(example.text.render(words), highlight=False)
            for move in moves_of(game, example):
                console.print(f"  · {move.text.render(words)}", highlight=False)
                for event in move.events:
                    console.print(f"      {event.render(words)}", highlight=False)
            console.print()


def _print_sections(book: RuleBook, wanted: set[str], words: Translator) -> None:
    for s in book:
        if s.id in wanted:
            console.print(f"{s.id}  {s.title.render(words)}", style="bold")
            console.print(s.text.render(words))
            if s.ruling is not None:
                console.print(Text("Ruling: {text}", text=s.ruling).render(words), style="dim")
            console.print()


@app.command()
def doctor(language: Language = "en") -> None:
    """Say what works on this machine and what is missing."""
    from stellwerk.doctor import examined

    words = translator(language)
    for finding in examined():
        mark = Styled("✓", "green") if finding.works else Styled("–", "yellow")
        console.print(mark, finding.text.render(words))


def collect() -> None:
    for room in ROOMS:
        if find_spec(room) is not None:
            app.add_typer(import_module(room).app)


collect()


def main() -> None:
    app()
