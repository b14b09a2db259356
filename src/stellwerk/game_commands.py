"""`stellwerk games, rules`: what can be played, and its rules in our words."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from stellwerk import games as register
from stellwerk.command_line import GameId, Json, Language, game_called, print_json, refused
from stellwerk.consoles import console, narrow_table
from stellwerk.core import Game, RuleBook
from stellwerk.core.example import moves_of
from stellwerk.core.text import Text, Translator
from stellwerk.game_list import lines
from stellwerk.locale import translator

app = typer.Typer()


@app.command()
def games(json_: Json = False, language: Language = "") -> None:
    """List the games."""
    words = translator(language)
    if json_:
        titles = {id_: register.title(id_).render(words) for id_ in register.ids()}
        print_json([{"id": id_, "title": titles[id_], "seats": list(register.seats(id_))} for id_ in titles])
        return
    typer.echo("\n".join(lines(words)))


@app.command()
def rules(
    game: GameId,
    section: Annotated[str | None, typer.Argument(help="a section, or the beginning of its id")] = None,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Print our paraphrase of the rules with its tables and examples, or of one section."""
    words = translator(language)
    found = game_called(game, words)
    wanted = {s.id for s in found.rules if section is None or s.id == section or s.id.startswith(f"{section}.")}
    if not wanted:
        known = ", ".join(s.id for s in found.rules)
        raise refused(Text("no section {section}; there are: {known}", section=section, known=known), words)
    if json_:
        print_json(_as_json(found, wanted, words))
        return
    if section is None:
        _print_lessons(found.rules, words)
    _print_tables(found, wanted, words)
    _print_examples(found, wanted, words)
    _print_sections(found.rules, wanted, words)


def _as_json(game: Game[Any], wanted: set[str], words: Translator) -> dict[str, Any]:
    sections = [section for section in game.rules if section.id in wanted]
    told = [
        {"id": section.id, "title": section.title.render(words), "text": section.text.render(words)}
        for section in sections
    ]
    tables = [
        {
            "section": facts.section,
            "title": facts.title.render(words),
            "heads": [head.render(words) for head in facts.heads],
            "rows": [[_cell(cell, words) for cell in row] for row in facts.rows],
        }
        for facts in game.reference(game.components)
        if facts.section in wanted
    ]
    return {"game": game.id, "title": game.title.render(words), "sections": told, "tables": tables}


def _cell(cell: Any, words: Translator) -> str:
    return cell.render(words) if isinstance(cell, Text) else str(cell)


def _print_lessons(book: RuleBook, words: Translator) -> None:
    for lesson in book.lessons:
        console.print(lesson.title.render(words), style="bold")
        console.print(lesson.text.render(words), highlight=False)
        console.print()


def _print_tables(game: Game[Any], wanted: set[str], words: Translator) -> None:
    for facts in game.reference(game.components):
        if facts.section in wanted:
            heads = [head.render(words) for head in facts.heads]
            table = narrow_table(*heads, title=f"{facts.title.render(words)} ({facts.section})", whole=0)
            for row in facts.rows:
                table.add_row(*(_cell(cell, words) for cell in row))
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
