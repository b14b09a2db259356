"""Commands over logs: `stellwerk replay` and `stellwerk show`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from stellwerk.command_line import Json, Language, print_json, refused
from stellwerk.consoles import aside, console
from stellwerk.core import CHANCE, REFEREE, Game, Seat, digest
from stellwerk.core.dump import plain
from stellwerk.core.editions import played_by
from stellwerk.core.log import Document, UnknownRules, fold
from stellwerk.core.text import Text, Translator
from stellwerk.draw import board, is_drawn
from stellwerk.locale import translator
from stellwerk.study.file_errors import refusal, refusing_bad_files
from stellwerk.study.positions import print_position
from stellwerk.study.replay import Told, open_log, retold, verified

app = typer.Typer()

Log = Annotated[Path, typer.Argument(help="a log file, plain or .gz")]
At = Annotated[int | None, typer.Option(min=0, help="only up to this entry")]


def _say_edition(game: Game[Any], document: Document, words: Translator) -> None:
    """Where a log is played by other rules than today's, it is said beside the output."""
    edition = played_by(game, document.header)
    if edition is not None:
        aside.print(Text("Played by the rules of {release}", release=edition).render(words), style="dim")


def who(seat: Seat) -> Text:
    names = {CHANCE: Text("chance"), REFEREE: Text("ruling")}
    return names.get(seat, Text("seat {number}", number=seat + 1))


def shown(told: Told, words: Translator) -> dict[str, object]:
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
    language: Language = "",
) -> None:
    """Tell a log move by move, or verify it."""
    words = translator(language)
    with refusing_bad_files(words):
        game, document = open_log(log)
        try:
            _say_edition(game, document, words)
            if verify:
                _verify(game, document, at, json_, words)
                return
            for told in retold(game, document, at):
                _tell(told, json_, words)
        except UnknownRules as error:  # what it says can be read all the same
            for entry in document.entries if not verify else ():
                console.print(str(entry))
            raise refusal(error, words) from error


def _verify(game: Game[Any], document: Document, at: int | None, json_: bool, words: Translator) -> None:
    count = verified(game, document)
    state = fold(game, document.header, document.entries, at)
    found = digest(state, document.header.rules_version)
    result = {"entries": len(document.entries), "digests": count, "digest": found}
    line = Text("legal throughout: {entries} entries, {digests} digests equal, state {digest}", **result)
    print_json({**result, "verified": True}) if json_ else typer.echo(line.render(words))


def _tell(told: Told, json_: bool, words: Translator) -> None:
    if json_:
        print_json(shown(told, words))
        return
    line = Text("{entry}. {who}: {words}", entry=told.number, who=who(told.entry.seat), words=told.words)
    console.print(line.render(words))
    for text in told.happened:
        console.print("    " + text.render(words), style="dim")


@app.command()
def show(
    log: Log,
    at: At = None,
    seat: Annotated[
        int | None, typer.Option(min=0, help="as this seat (from 0) sees it; without it, as a spectator")
    ] = None,
    part: Annotated[str, typer.Option(help="only this part of the table, line by line")] = "",
    state: Annotated[bool, typer.Option("--state", help="the full state as JSON, nothing hidden")] = False,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Tell the position at a move of a log, as a seat sees it; or print it as JSON."""
    words = translator(language)
    with refusing_bad_files(words):
        game, document = open_log(log)
        _say_edition(game, document, words)
        s = fold(game, document.header, document.entries, at)
    if seat is not None and seat >= document.header.seats:
        raise refused(Text("the seats of this game are 0 to {last}", last=document.header.seats - 1), words)
    if state or json_ or not is_drawn(game.id):
        data = game.dump(s) if state else plain(game.view(s, seat))
        typer.echo(json.dumps(data, ensure_ascii=False, indent=1))
        return
    print_position(board(game.id, game.view(s, seat), words, document.header.names), part, words, console)
