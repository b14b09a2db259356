"""`stellwerk routes`: the best routes of a company at a move of a log."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from stellwerk import games
from stellwerk.consoles import aside, console
from stellwerk.core.components import BadComponent
from stellwerk.core.dump import BadPosition
from stellwerk.core.log import BadLog, fold
from stellwerk.core.text import Text
from stellwerk.locale import translator
from stellwerk.study.log_commands import At, Language, Log, refusal
from stellwerk.study.replay import open_log

app = typer.Typer()


@app.command()
def routes(
    log: Log,
    at: At = None,
    company: Annotated[
        str | None, typer.Option(help="a company or an investor; without it the one on turn, or all")
    ] = None,
    budget: Annotated[float, typer.Option(min=0, help="seconds for each")] = 2.0,
    json_: Annotated[bool, typer.Option("--json", help="one JSON object a line and company")] = False,
    language: Language = "en",
) -> None:
    """The best routes at a move of a log, and whether they are proven best."""
    try:
        game, document = open_log(log)
        if at is not None and at > len(document.entries):
            raise _wrong(Text("the log has only {n} entries", n=len(document.entries)), language)
        s = fold(game, document.header, document.entries, at)
    except (BadLog, BadPosition, BadComponent) as error:
        raise refusal(error, language) from error
    room = games.companion(game.id, "study")
    if room is None or not hasattr(room, "best_routes"):
        raise _wrong(Text("{game} has no routes", game=game.title), language)
    known = room.runners(s)
    if company is not None and company not in known:
        names = ", ".join(known) or "-"
        raise _wrong(Text("{company} has no train; trains have: {names}", company=company, names=names), language)
    for entity in [company] if company else room.running_now(s):
        found = room.best_routes(s, entity, budget)
        typer.echo(json.dumps(found, ensure_ascii=False)) if json_ else _tell(found, language)


def _tell(found: dict[str, Any], language: str) -> None:
    words = translator(language)
    proof = Text("proven best") if found["proven"] else Text("at most ¥{bound}", bound=found["bound"])
    line = Text("{company}: ¥{revenue} + ¥{bonus} ({proof}, {seconds} s)", **{**found, "proof": proof, "routes": ""})
    console.print(line.render(words))
    for route in found["routes"]:
        console.print(f"    {route}")


def _wrong(text: Text, language: str) -> typer.Exit:
    aside.print(text.render(translator(language)), style="red")
    return typer.Exit(2)
