"""Commands over logs: `stellwerk replay` and `stellwerk show`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from stellwerk.consoles import aside, console
from stellwerk.core import CHANCE, REFEREE, Game, Seat, digest
from stellwerk.core.components import BadComponent
from stellwerk.core.dump import BadPosition, plain
from stellwerk.core.editions import played_by
from stellwerk.core.log import BadLog, Document, UnknownRules, fold
from stellwerk.core.text import Text
from stellwerk.locale import translator
from stellwerk.study.replay import Told, open_log, retold, verified

app = typer.Typer()

Log = Annotated[Path, typer.Argument(help="a log file, plain or .gz")]
At = Annotated[int | None, typer.Option(min=0, help="only up to this entry")]
Language = Annotated[str, typer.Option("--lang", help="en, de or pl")]


def refusal(error: BadLog | BadPosition | BadComponent, language: str) -> typer.Exit:
    """What is wrong with the file, in the reader's language, with the rule if one is broken."""
    rule = f" [{error.illegal.rule}]" if isinstance(error, BadLog) and error.illegal else ""
    aside.print(error.text.render(translator(language)) + rule, style="red")
    return typer.Exit(1)


def _say_edition(game: Game[Any], document: Document, language: str) -> None:
    """Where a log is played by other rules than today's, it is said beside the output."""
    edition = played_by(game, document.header)
    if edition is not None:
        aside.print(Text("Played by the rules of {release}", release=edition).render(translator(language)), style="dim")


def who(seat: Seat) -> Text:
    names = {CHANCE: Text("chance"), REFEREE: Text("ruling")}
    return names.get(seat, Text("seat {number}", number=seat + 1))


def shown(told: Told, language: str) -> dict[str, object]:
    words = translator(language)
    return {
        "entry": told.number,
        "seat": told.entry.seat,
        "action": told.entry.text,
        "words": told.words.render(words),
        "events": [text.render(words) for text in told.happened],
    }


@app.command()
def replay(
    log: Log,
    at: At = None,
    verify: Annotated[bool, typer.Option("--verify", help="check every action and every digest")] = False,
    json_: Annotated[bool, typer.Option("--json", help="one JSON object a line and entry")] = False,
    language: Language = "en",
) -> None:
    """Tell a log move by move, or verify it."""
    words = translator(language)
    try:
        game, document = open_log(log)
        _say_edition(game, document, language)
        if verify:
            count = verified(game, document)
            state = fold(game, document.header, document.entries, at)
            result = {
                "entries": len(document.entries),
                "digests": count,
                "digest": digest(state, document.header.rules_version),
            }
            line = Text("legal throughout: {entries} entries, {digests} digests equal, state {digest}", **result)
            typer.echo(json.dumps({**result, "verified": True}) if json_ else line.render(words))
            return
        for told in retold(game, document, at):
            if json_:
                typer.echo(json.dumps(shown(told, language), ensure_ascii=False))
                continue
            line = Text("{entry}. {who}: {words}", entry=told.number, who=who(told.entry.seat), words=told.words)
            console.print(line.render(words))
            for text in told.happened:
                console.print("    " + text.render(words), style="dim")
    except UnknownRules as error:
        if not verify:  # what it says can be read all the same
            for entry in document.entries:
                console.print(str(entry))
        raise refusal(error, language) from error
    except (BadLog, BadPosition, BadComponent) as error:
        raise refusal(error, language) from error


@app.command()
def show(
    log: Log,
    at: At = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="as this seat (from 0) sees it; without it, as a spectator")
    ] = None,
    state: Annotated[bool, typer.Option("--state", help="the full state instead of a view")] = False,
    language: Language = "en",
) -> None:
    """Print the view of a seat, or the full state, at a move of a log."""
    try:
        game, document = open_log(log)
        _say_edition(game, document, language)
        s = fold(game, document.header, document.entries, at)
    except (BadLog, BadPosition, BadComponent) as error:
        raise refusal(error, language) from error
    if seat is not None and seat >= document.header.seats:
        text = Text("the seats of this game are 0 to {last}", last=document.header.seats - 1)
        aside.print(text.render(translator(language)), style="red")
        raise typer.Exit(2)
    data = game.dump(s) if state else plain(game.view(s, seat))
    typer.echo(json.dumps(data, ensure_ascii=False, indent=1))
