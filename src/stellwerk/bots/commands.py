"""Commands of the bots: `stellwerk selfplay`."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from stellwerk.bots import BOTS
from stellwerk.bots.bot import Budget
from stellwerk.bots.selfplay import Job, components_of, play_all, seated
from stellwerk.core.components import BadComponent
from stellwerk.core.contract import Broken
from stellwerk.games import UnknownGame
from stellwerk.games import game as game_of

app = typer.Typer()
aside = Console(stderr=True)


def refuse(text: str) -> typer.Exit:
    """Say what is wrong on stderr and stop with exit code 2."""
    aside.print(text, style="red", markup=False, highlight=False)
    return typer.Exit(2)


@app.command()
def selfplay(
    game: Annotated[str, typer.Argument(help="id of the game, see `stellwerk games`")],
    seats: Annotated[int, typer.Option(help="number of seats")],
    games: Annotated[int, typer.Option(help="number of games")] = 1,
    bots: Annotated[str, typer.Option(help="bots by name, separated by commas, repeated over the seats")] = "random",
    seed: Annotated[int, typer.Option(help="seed of the first game; the next games count on")] = 0,
    workers: Annotated[int, typer.Option(min=1, help="processes")] = 1,
    log: Annotated[Path | None, typer.Option(help="folder for the logs of the games")] = None,
    check: Annotated[bool, typer.Option("--check", help="assert every promise and law at every step")] = False,
    budget: Annotated[float | None, typer.Option(help="seconds a bot may think about a decision")] = None,
    iterations: Annotated[int | None, typer.Option(help="thinking by count instead of time")] = None,
    components: Annotated[
        Path | None, typer.Option(help="folder with component tables that replace the game's")
    ] = None,
    json_: Annotated[bool, typer.Option("--json", help="accepted for uniformity: the output is always JSON")] = False,
) -> None:
    """Let bots play games. One JSON object a line and game on stdout, progress on stderr."""
    names = bots.split(",")
    try:
        found = game_of(game)
        found.components.replacing(texts := components_of(components, lambda text: aside.print(text)))
        found.setup(seats, components=found.components.replacing(texts))
    except UnknownGame as error:
        raise refuse(f"no game is called {game}: see `stellwerk games`") from error
    except (BadComponent, ValueError) as error:
        raise refuse(str(error)) from error
    for name in names:
        if name not in BOTS:
            raise refuse(f"no bot is called {name}; there are: {', '.join(BOTS)}")
    thinking = Budget(budget, iterations)
    where = str(log) if log else None
    players = seated(names, seats)
    jobs = [Job(game, seats, seed + n, players, thinking, check, where, {}, texts) for n in range(games)]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=aside, disable=not aside.is_terminal) as progress:
        task = progress.add_task(f"{game}, {seats} seats", total=games)
        try:
            for outcome in play_all(jobs, workers):
                typer.echo(json.dumps(asdict(outcome)))
                progress.advance(task)
        except KeyboardInterrupt as error:
            aside.print("stopped; what is done is written")
            raise typer.Exit(130) from error
        except Broken as error:
            raise refuse(f"a promise is broken: {error}") from error
