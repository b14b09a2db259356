"""`stellwerk routes`: the best routes of a company at a move of a log."""

from __future__ import annotations

import json
import time
from typing import Annotated, Any

import typer

from stellwerk.consoles import aside, console
from stellwerk.core.components import BadComponent
from stellwerk.core.dump import BadPosition
from stellwerk.core.log import BadLog, fold
from stellwerk.core.text import Text
from stellwerk.games.china1880.rules.chapters.income import price_bonus
from stellwerk.games.china1880.rules.chapters.running import best_run, service, train_names, written
from stellwerk.games.china1880.rules.state import China
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
    if not isinstance(s, China):
        raise _wrong(Text("{game} has no routes", game=game.title), language)
    known = runners(s)
    if company is not None and company not in known:
        names = ", ".join(known) or "-"
        raise _wrong(Text("{company} has no train; trains have: {names}", company=company, names=names), language)
    for entity in [company] if company else [s.active] if s.active in known else known:
        found = best(s, entity, budget)
        typer.echo(json.dumps(found, ensure_ascii=False)) if json_ else _tell(found, language)


def runners(s: China) -> list[str]:
    """Who has a train: investors while they are active, and floated companies."""
    investors = s.investors if s.now.investors else ()
    return [entity for entity in (*investors, *s.floated) if train_names(s, entity)]


def best(s: China, entity: str, seconds: float) -> dict[str, Any]:
    """The best run of an entity within so many seconds; the price bonus is not part of the revenue."""
    began = time.monotonic()
    found = best_run(s, entity, stop=lambda: time.monotonic() - began > seconds)
    spent = time.monotonic() - began
    run = written(service(s, entity), train_names(s, entity), found.routes)
    return {
        "company": entity,
        "revenue": found.revenue,
        "bonus": price_bonus(s, entity) if entity in s.cell else 0,
        "routes": list(run.routes),
        "proven": found.proven,
        "bound": found.bound,
        "seconds": round(spent, 4),
    }


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
