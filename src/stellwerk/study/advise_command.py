"""`stellwerk advise`: what a bot thinks of a position of a log, or which moves of a whole game it calls blunders."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer

from stellwerk.command_line import ExitCode, Language, refused
from stellwerk.consoles import aside, console, progress_bar
from stellwerk.core import Game, Text
from stellwerk.core.log import Document
from stellwerk.core.text import Translator
from stellwerk.locale import translator
from stellwerk.study.file_errors import refusing_bad_files
from stellwerk.study.log_commands import Log
from stellwerk.study.opinion import USUAL, Opinion, decisions, opinion_at, opinions
from stellwerk.study.replay import open_log

app = typer.Typer()


@app.command()
def advise(
    log: Log,
    at: Annotated[
        int | None, typer.Option(min=0, help="the position after this entry, and the move played there")
    ] = None,
    blunders: Annotated[bool, typer.Option("--blunders", help="walk through the game and list its blunders")] = False,
    every: Annotated[int, typer.Option(min=1, help="with --blunders: look only at every so-manyth move")] = 1,
    iterations: Annotated[int, typer.Option(min=1, help="thinking by count: equal on every machine")] = USUAL,
    json_: Annotated[bool, typer.Option("--json", help="one JSON object a line and opinion")] = False,
    language: Language = "",
) -> None:
    """The bot's three best moves at a position with reasons, everybody's chances; or the blunders of a whole game."""
    words = translator(language)
    if (at is None) != blunders:
        raise refused(Text("say either --at with a move or --blunders"), words)
    with refusing_bad_files(words):
        game, document = open_log(log)
        if at is None:
            stopped, found = _blunders(game, document, iterations, every, words)
        else:
            stopped, found = False, [opinion_at(game, document.header, document.entries, at, iterations)]
    tell = _tell_blunder if blunders else _tell
    for opinion in found:
        typer.echo(_as_json(opinion, words)) if json_ else tell(opinion, document.header.names, words)
    if stopped:
        raise typer.Exit(ExitCode.STOPPED)


def _blunders(
    game: Game[Any], document: Document, iterations: int, every: int, words: Translator
) -> tuple[bool, list[Opinion]]:
    """Whether somebody stopped it, and the blunders found until then."""
    found, done, most = [], 0, len(decisions(document.entries, every))
    with progress_bar(transient=True) as progress:
        task = progress.add_task(game.title.render(words), total=most)
        try:
            for opinion in opinions(game, document.header, document.entries, iterations, every):
                done += 1
                progress.advance(task)
                if opinion is not None and opinion.is_blunder:
                    found.append(opinion)
        except KeyboardInterrupt:
            pass
    line = Text("moves looked at: {done} of {most}; blunders: {count}", done=done, most=most, count=len(found))
    aside.print(line.render(words))
    return done < most, found


def _as_json(opinion: Opinion, words: Translator) -> str:
    return json.dumps(asdict(opinion), default=lambda text: text.render(words), ensure_ascii=False)


def _tell(opinion: Opinion, names: Sequence[str], words: Translator) -> None:
    console.print(opinion.asked_line(names).render(words))
    for rank, line in enumerate(opinion.best_lines(), 1):
        console.print(f"  {rank}. {line.render(words)}")
    played = opinion.played_line()
    if played is not None:
        console.print(played.render(words))
    for line in opinion.outlook_lines(names):
        console.print(f"  {line.render(words)}")


def _tell_blunder(opinion: Opinion, names: Sequence[str], words: Translator) -> None:
    console.print(opinion.blunder_line(names).render(words))
