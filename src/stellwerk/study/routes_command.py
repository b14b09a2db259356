"""`stellwerk routes`: the best routes of a company at a move of a log."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

import typer

from stellwerk import games
from stellwerk.command_line import Language, named_file, print_json, refused
from stellwerk.consoles import console
from stellwerk.core.log import fold
from stellwerk.core.text import Text, Translator
from stellwerk.locale import translator
from stellwerk.study.file_errors import BAD_FILE, refusing_bad_files
from stellwerk.study.log_commands import At, Log
from stellwerk.study.replay import open_log

app = typer.Typer()


def complete_company(ctx: typer.Context, incomplete: str) -> list[str]:
    """Those with trains at the move of the log that was named before."""
    with suppress(*BAD_FILE, OSError, AttributeError, IndexError):
        game, document = open_log(named_file(ctx, "log"))
        s = fold(game, document.header, document.entries, ctx.params.get("at"))
        return [name for name in games.companion(game.id, "study").runners(s) if name.startswith(incomplete)]  # type: ignore[union-attr]
    return []


@app.command()
def routes(
    log: Log,
    at: At = None,
    company: Annotated[
        str | None,
        typer.Option(
            autocompletion=complete_company, help="a company or an investor; without it the one on turn, or all"
        ),
    ] = None,
    budget: Annotated[float, typer.Option(min=0, help="seconds for each")] = 2.0,
    json_: Annotated[bool, typer.Option("--json", help="one JSON object a line and company")] = False,
    language: Language = "",
) -> None:
    """The best routes at a move of a log, and whether they are proven best."""
    words = translator(language)
    with refusing_bad_files(words):
        game, document = open_log(log)
        if at is not None and at > len(document.entries):
            raise refused(Text("the log has only {n} entries", n=len(document.entries)), words)
        s = fold(game, document.header, document.entries, at)
    room = games.companion(game.id, "study")
    if room is None or not hasattr(room, "best_routes"):
        raise refused(Text("{game} has no routes", game=game.title), words)
    known = room.runners(s)
    if company is not None and company not in known:
        names = ", ".join(known) or "-"
        raise refused(Text("{company} has no train; trains have: {names}", company=company, names=names), words)
    for entity in [company] if company else room.running_now(s):
        found = room.best_routes(s, entity, budget)
        print_json(found) if json_ else _tell(found, words)


def _tell(found: dict[str, Any], words: Translator) -> None:
    proof = Text("proven best") if found["proven"] else Text("at most ¥{bound}", bound=found["bound"])
    line = Text("{company}: ¥{revenue} + ¥{bonus} ({proof}, {seconds} s)", **{**found, "proof": proof, "routes": ""})
    console.print(line.render(words))
    for route in found["routes"]:
        console.print(f"    {route}")
