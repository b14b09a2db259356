"""Commands of the bots: `stellwerk selfplay` and `stellwerk arena`."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from stellwerk.bots import conformance, guests
from stellwerk.bots.arena import Mismatch, Standing, Tournament, played, standings
from stellwerk.bots.bot import Budget
from stellwerk.bots.levels import BOTS, LEVELS, UnknownBot, maker_of, player
from stellwerk.bots.selfplay import Job, components_of, play_all, seated
from stellwerk.consoles import aside, console, progress_bar
from stellwerk.core.contract import Broken
from stellwerk.games import UnknownGame, ids
from stellwerk.games import game as game_of

app = typer.Typer()


def refuse(text: str) -> typer.Exit:
    """Say what is wrong on stderr and stop with exit code 2."""
    aside.print(text, style="red")
    return typer.Exit(2)


def found(game: str, seats: int | None, texts: dict[str, str] | None = None) -> int:
    """The number of seats, once the game, the seats and the replaced components have been found to fit."""
    try:
        it = game_of(game)
        seats = seats or min(4, max(it.seats))
        it.setup(seats, components=it.components.replacing(texts or {}))
    except UnknownGame as error:
        raise refuse(f"no game is called {game}: see `stellwerk games`") from error
    except ValueError as error:
        raise refuse(str(error)) from error
    return seats


def known(bots: str) -> list[str]:
    names = bots.split(",")
    for name in names:
        try:
            player(name, Budget())
        except UnknownBot as error:
            there = ", ".join(dict.fromkeys((*BOTS, *LEVELS, *guests.installed())))
            ways = "each also with its seconds: NAME@0.5, or its count: NAME#40; your own: MODULE:CLASS"
            raise refuse(f"no bot is called {error}; there are: {there}, {ways}") from error
    return names


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
    budget: Annotated[float | None, typer.Option(help="seconds of the processor a bot may think about a turn")] = None,
    iterations: Annotated[int | None, typer.Option(help="thinking by count instead of time")] = None,
    components: Annotated[
        Path | None, typer.Option(help="folder with component tables that replace the game's")
    ] = None,
    profile: Annotated[str | None, typer.Option(help="readings to play by, such as 18xx.games for 1880")] = None,
    json_: Annotated[bool, typer.Option("--json", help="accepted for uniformity: the output is always JSON")] = False,
) -> None:
    """Let bots play games. One JSON object a line and game on stdout, progress on stderr."""
    try:
        texts = components_of(components)
    except ValueError as error:
        raise refuse(str(error)) from error
    found(game, seats, texts)
    thinking = Budget(budget, iterations, time.process_time)
    where = str(log) if log else None
    players = seated(known(bots), seats)
    variants = {} if profile is None else {"profile": profile}
    if profile is not None and profile not in game_of(game).profiles:
        raise refuse(f"no such profile: {profile}")
    jobs = [Job(game, seats, seed + n, players, thinking, check, where, variants, texts) for n in range(games)]
    with progress_bar() as progress:
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


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="id of the game, see `stellwerk games`")],
    bots: Annotated[str, typer.Option(help="who sits at the table, separated by commas, rotated from game to game")],
    games: Annotated[int, typer.Option(help="number of games")] = 20,
    seats: Annotated[int | None, typer.Option(help="number of seats; without it as many as bots are named")] = None,
    budget: Annotated[float | None, typer.Option(help="seconds of the processor a bot may think about a turn")] = None,
    iterations: Annotated[int | None, typer.Option(help="thinking by count: equal results for equal seeds")] = None,
    workers: Annotated[int, typer.Option(min=1, help="processes on this machine")] = 1,
    engine: Annotated[str, typer.Option(help="pool (this machine) or ray (a cluster)")] = "pool",
    seed: Annotated[int, typer.Option(help="seed of the first game")] = 0,
    out: Annotated[Path | None, typer.Option(help="file of results; an interrupted tournament goes on from it")] = None,
    json_: Annotated[bool, typer.Option("--json", help="the table as one JSON object")] = False,
) -> None:
    """Play a tournament and print a table with 95 % intervals and ratings."""
    names = known(bots)
    if budget is not None and iterations is not None:
        raise refuse("either --budget or --iterations, not both")
    if engine not in ("pool", "ray"):
        raise refuse(f"no engine is called {engine}; there are: pool, ray")
    number = found(game, seats or (len(names) if len(names) > 1 else None))
    tournament = Tournament(game, tuple(names), games, number, Budget(budget, iterations, time.process_time), seed)
    outcomes = []
    try:
        with progress_bar() as progress:
            task = progress.add_task(f"{game}: {bots}", total=games)
            for outcome in played(tournament, out, workers, engine):
                outcomes.append(outcome)
                progress.advance(task)
    except Mismatch as error:
        raise refuse(str(error)) from error
    except KeyboardInterrupt:
        aside.print(f"stopped after {len(outcomes)} of {games} games; the table shows those")
    table = standings(outcomes)
    if json_:
        rows = [asdict(row) for row in table]
        typer.echo(json.dumps({**tournament.head(), "games": len(outcomes), "standings": rows}))
    else:
        console.print(drawn(tournament, table))


@app.command("check-bot")
def check_bot(
    bot: Annotated[str, typer.Argument(help="MODULE:CLASS, or the name of an installed bot")],
    game: Annotated[str | None, typer.Option(help="id of a game; without it all of them")] = None,
    questions: Annotated[int, typer.Option(min=1, help="questions a game")] = 20,
    seconds: Annotated[float, typer.Option(min=0.01, help="seconds of the processor for an answer")] = 0.5,
    seed: Annotated[int, typer.Option(help="seed of the positions")] = 0,
) -> None:
    """Check that a bot may play: legal, in time, the same for the same seed, nothing used but what it is shown."""
    try:
        make = maker_of(bot)
        titles = [game_of(game)] if game is not None else [game_of(id_) for id_ in ids()]
        for title in titles:
            found = conformance.check(make, title, questions, seconds, seed)
            console.print(f"{found.game}: {found.questions} questions, the slowest answer {found.slowest:.2f} s")
    except UnknownBot as error:
        raise refuse(str(error)) from error
    except UnknownGame as error:
        raise refuse(f"no game is called {game}: see `stellwerk games`") from error
    except conformance.Failed as error:
        aside.print(f"not good yet: {error}", style="red")
        raise typer.Exit(1) from error
    console.print(f"{bot} may play.")


def drawn(tournament: Tournament, rows: list[Standing]) -> Table:
    title = f"{tournament.game}, {tournament.seats} seats, {tournament.by}"
    table = Table("bot", "places", "wins", "share", "95 %", "points", "Elo", title=title)
    for row in rows:
        interval = f"{row.low:.0%} – {row.high:.0%}"
        share = f"{row.wins / row.played:.0%}"
        table.add_row(row.bot, str(row.played), f"{row.wins:g}", share, interval, f"{row.points:.1f}", str(row.elo))
    return table
