"""Commands of the bots: `stellwerk selfplay`, `arena`, `leaderboard` and `check-bot`."""

from __future__ import annotations

import time
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from stellwerk.bots import conformance, guests
from stellwerk.bots.arena import Mismatch, Standing, Tournament, played, resumed, standings
from stellwerk.bots.bot import BadAnswer, Budget
from stellwerk.bots.leaderboard import Board, Place, page, ranked
from stellwerk.bots.levels import BOTS, LEVELS, UnknownBot, maker_of, player
from stellwerk.bots.pool import ENGINES
from stellwerk.bots.selfplay import Job, Outcome, play_all, seated
from stellwerk.command_line import (
    ExitCode,
    GameId,
    Json,
    Language,
    OptionalGameId,
    complete_bot,
    complete_game,
    game_called,
    print_json,
    refused,
    stopped,
)
from stellwerk.consoles import console, narrow_table, progress_bar
from stellwerk.core.components import BadComponent, Components
from stellwerk.core.contract import Broken
from stellwerk.core.text import Text, Translator
from stellwerk.games import ids
from stellwerk.games.own_components import HELP as OWN_COMPONENTS
from stellwerk.games.own_components import components_for
from stellwerk.locale import translator

app = typer.Typer()

BotNames = Annotated[
    str, typer.Option(autocompletion=complete_bot, help="bots by name or MODULE:CLASS, separated by commas")
]
Workers = Annotated[int, typer.Option(min=1, help="processes on this machine")]
Engine = Annotated[str, typer.Option(help="pool (this machine) or ray (a cluster)")]
Seconds = Annotated[float | None, typer.Option(help="seconds of the processor a bot may think about a turn")]


def seats_for(game: str, seats: int | None, words: Translator) -> int:
    """The number of seats, once the game and the seats have been found to fit."""
    it = game_called(game, words)
    seats = seats or min(4, max(it.seats))
    try:
        it.setup(seats)
    except ValueError as error:
        raise refused(Text("{reason}", reason=str(error)), words) from error
    return seats


def own_tables(game: str, given: str | None, words: Translator) -> Components | None:
    """What `--components` names, for one game."""
    try:
        return components_for(game, given)
    except BadComponent as error:
        raise refused(error.text, words) from error


def known_bots(bots: str, words: Translator) -> list[str]:
    names = bots.split(",")
    for name in names:
        try:
            player(name, Budget())
        except UnknownBot as error:
            there = ", ".join(dict.fromkeys((*BOTS, *LEVELS, *guests.installed())))
            text = Text(
                "no bot is called {name}; there are: {known}, each also with its seconds: NAME@0.5, "
                "or its count: NAME#40; your own: MODULE:CLASS",
                name=str(error),
                known=there,
            )
            raise refused(text, words) from error
    return names


def known_engine(engine: str, words: Translator) -> str:
    if engine not in ENGINES:
        known = ", ".join(ENGINES)
        raise refused(Text("no engine is called {name}; there are: {known}", name=engine, known=known), words)
    return engine


@app.command()
def selfplay(
    game: GameId,
    seats: Annotated[int, typer.Option(help="number of seats")],
    games: Annotated[int, typer.Option(help="number of games")] = 1,
    bots: BotNames = "random",
    seed: Annotated[int, typer.Option(help="seed of the first game; the next games count on")] = 0,
    workers: Workers = 1,
    log: Annotated[Path | None, typer.Option(help="folder for the logs of the games")] = None,
    check: Annotated[bool, typer.Option("--check", help="assert every promise and law at every step")] = False,
    budget: Seconds = None,
    iterations: Annotated[int | None, typer.Option(help="thinking by count instead of time")] = None,
    components: Annotated[str | None, typer.Option(help=OWN_COMPONENTS)] = None,
    profile: Annotated[str | None, typer.Option(help="readings to play by, such as 18xx.games for 1880")] = None,
    json_: Annotated[bool, typer.Option("--json", help="accepted for uniformity: the output is always JSON")] = False,
    language: Language = "",
) -> None:
    """Let bots play games. One JSON object a line and game on stdout, progress on stderr."""
    words = translator(language)
    seats_for(game, seats, words)
    own = own_tables(game, components, words)
    thinking = Budget(budget, iterations, time.process_time)
    where = str(log) if log else None
    players = seated(known_bots(bots, words), seats)
    variants = {} if profile is None else {"profile": profile}
    if profile is not None and profile not in game_called(game, words).profiles:
        raise refused(Text("no such profile: {name}", name=profile), words)
    jobs = [Job(game, seats, seed + n, players, thinking, check, where, variants, own) for n in range(games)]
    try:
        with progress_bar() as progress, closing(play_all(jobs, workers)) as outcomes:
            task = progress.add_task(f"{game}, {seats}", total=games)
            for outcome in outcomes:
                print_json(asdict(outcome))
                progress.advance(task)
    except KeyboardInterrupt as error:
        raise stopped(Text("stopped; what is done is written"), words) from error
    except Broken as error:
        raise refused(Text("a promise is broken: {reason}", reason=str(error)), words, ExitCode.NO) from error
    except BadAnswer as error:
        raise refused(Text("{reason}", reason=str(error)), words, ExitCode.NO) from error


@app.command()
def arena(
    game: GameId,
    bots: BotNames,
    games: Annotated[int, typer.Option(help="number of games")] = 20,
    seats: Annotated[int | None, typer.Option(help="number of seats; without it as many as bots are named")] = None,
    budget: Seconds = None,
    iterations: Annotated[int | None, typer.Option(help="thinking by count: equal results for equal seeds")] = None,
    workers: Workers = 1,
    engine: Engine = "pool",
    seed: Annotated[int, typer.Option(help="seed of the first game")] = 0,
    out: Annotated[Path | None, typer.Option(help="file of results; an interrupted tournament goes on from it")] = None,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Play a tournament and print a table with 95 % intervals and ratings."""
    words = translator(language)
    names = known_bots(bots, words)
    if budget is not None and iterations is not None:
        raise refused(Text("either --budget or --iterations, not both"), words)
    known_engine(engine, words)
    number = seats_for(game, seats or (len(names) if len(names) > 1 else None), words)
    tournament = Tournament(game, tuple(names), games, number, Budget(budget, iterations, time.process_time), seed)
    outcomes: list[Outcome] = []
    try:
        with progress_bar() as progress, closing(played(tournament, out, workers, engine)) as coming:
            task = progress.add_task(f"{game}: {bots}", total=games)
            for outcome in coming:
                outcomes.append(outcome)
                progress.advance(task)
    except Mismatch as error:
        raise refused(Text("{reason}", reason=str(error)), words) from error
    except BadAnswer as error:
        raise refused(Text("{reason}", reason=str(error)), words, ExitCode.NO) from error
    except KeyboardInterrupt as error:
        _print_standings(tournament, outcomes, json_, words)
        text = Text("stopped after {done} of {all} games; the table shows those", done=len(outcomes), all=games)
        raise stopped(text, words) from error
    _print_standings(tournament, outcomes, json_, words)
    former = resumed(tournament, out)[1] if out is not None else 0
    if former and not json_:
        text = Text("games of earlier versions of these bots in {file}, not counted: {n}", file=out, n=former)
        console.print(text.render(words))


def _print_standings(tournament: Tournament, outcomes: list[Outcome], json_: bool, words: Translator) -> None:
    table = standings(outcomes)
    if json_:
        rows = [asdict(row) for row in table]
        print_json({**tournament.head(), "games": len(outcomes), "standings": rows})
    elif table:
        console.print(drawn(tournament, table, words))


@app.command()
def leaderboard(
    out: Annotated[Path, typer.Option(help="folder of the games and the table; what is there is not played again")],
    game: Annotated[
        list[str] | None, typer.Argument(autocompletion=complete_game, help="ids of games; without them all")
    ] = None,
    bots: BotNames = "random,greedy,strong,expert,paranoid,strong-0.1",
    seats: Annotated[str | None, typer.Option(help="numbers of seats, separated by commas; without them all")] = None,
    games: Annotated[int, typer.Option(min=1, help="games each pair plays")] = 10,
    iterations: Annotated[
        int, typer.Option(min=1, help="how much bots think: by count, so that anybody gets this")
    ] = 10,
    seed: Annotated[int, typer.Option(help="seed of the first game of each pair")] = 0,
    workers: Workers = 1,
    engine: Engine = "pool",
    json_: Json = False,
    language: Language = "",
) -> None:
    """Rate bots against each other, for each game and number of seats, with 95 % intervals."""
    words = translator(language)
    names = known_bots(bots, words)
    known_engine(engine, words)
    if len(set(names)) < 2:
        raise refused(Text("a leaderboard needs two bots at least"), words)
    wanted = [(id_, n) for id_ in game or ids() for n in sizes(id_, seats, words)]
    boards = [Board(id_, n, tuple(names), games, iterations, seed) for id_, n in wanted]
    ratings: list[tuple[Board, list[Place]]] = []
    try:
        with progress_bar() as progress:
            task = progress.add_task("", total=sum(board.total for board in boards))
            for board in boards:
                outcomes = []
                with closing(board.play(out, workers, engine)) as coming:
                    for outcome in coming:
                        outcomes.append(outcome)
                        progress.advance(task)
                ratings.append((board, ranked(outcomes)))
    except Mismatch as error:
        raise refused(Text("{reason}", reason=str(error)), words) from error
    except BadAnswer as error:
        raise refused(Text("{reason}", reason=str(error)), words, ExitCode.NO) from error
    except KeyboardInterrupt as error:
        raise stopped(Text("stopped; what is done is kept, the same command goes on"), words) from error
    (out / "README.md").write_text(page(out), "utf-8")
    if json_:
        print_json([{**asdict(board), "places": [asdict(place) for place in places]} for board, places in ratings])
        return
    for board, places in ratings:
        console.print(_drawn_board(board, places, words))


def _drawn_board(board: Board, places: list[Place], words: Translator) -> Table:
    head = Text("{game}, {seats} seats, {games} games a pair", game=board.game, seats=board.seats, games=board.games)
    heads = (Text("bot"), Text("rating"), Text("95 %"), Text("first places"), Text("95 %"), Text("mean score"))
    table = narrow_table(*(each.render(words) for each in heads), title=head.render(words))
    for place in places:
        row = place.standing
        wins, interval = f"{row.wins:g}/{row.played}", f"{row.low:.0%} – {row.high:.0%}"
        table.add_row(row.bot, str(place.rating), f"{place.low} – {place.high}", wins, interval, f"{row.points:.1f}")
    return table


def sizes(game: str, wanted: str | None, words: Translator) -> list[int]:
    """The numbers of seats that were asked for and that the game has."""
    seats = game_called(game, words).seats
    try:
        asked = list(seats) if wanted is None else [int(number) for number in wanted.split(",")]
    except ValueError as error:
        text = Text("--seats takes numbers, separated by commas, not {given}", given=wanted)
        raise refused(text, words) from error
    return [number for number in asked if number in seats]


@app.command("check-bot")
def check_bot(
    bot: Annotated[
        str, typer.Argument(autocompletion=complete_bot, help="MODULE:CLASS, or the name of an installed bot")
    ],
    game: OptionalGameId = None,
    questions: Annotated[int, typer.Option(min=1, help="questions a game")] = 20,
    seconds: Annotated[float, typer.Option(min=0.01, help="seconds of the processor for an answer")] = 0.5,
    seed: Annotated[int, typer.Option(help="seed of the positions")] = 0,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Check that a bot may play: legal, in time, the same for the same seed, nothing used but what it is shown."""
    words = translator(language)
    titles = [game_called(id_, words) for id_ in ([game] if game is not None else ids())]
    checked: list[dict[str, Any]] = []
    try:
        make = maker_of(bot)
        for title in titles:
            checked.append(conformance.check(make, title, questions, seconds, seed)._asdict())
            if not json_:
                line = Text("{game}: {questions} questions, the slowest answer {slowest} s", **_rounded(checked[-1]))
                console.print(line.render(words))
    except UnknownBot as error:
        raise refused(Text("{reason}", reason=str(error)), words) from error
    except conformance.Failed as error:
        if json_:
            print_json({"bot": bot, "may_play": False, "problem": str(error), "games": checked})
        raise refused(Text("not good yet: {reason}", reason=str(error)), words, ExitCode.NO) from error
    if json_:
        print_json({"bot": bot, "may_play": True, "problem": None, "games": checked})
    else:
        console.print(Text("{bot} may play.", bot=bot).render(words))


def _rounded(checked: dict[str, Any]) -> dict[str, Any]:
    return {**checked, "slowest": f"{checked['slowest']:.2f}"}


def drawn(tournament: Tournament, rows: list[Standing], words: Translator) -> Table:
    title = Text("{game}, {seats} seats, {by}", game=tournament.game, seats=tournament.seats, by=tournament.by).render(
        words
    )
    heads = (Text("bot"), Text("places"), Text("wins"), Text("share"), Text("95 %"), Text("points"), Text("Elo"))
    table = narrow_table(*(head.render(words) for head in heads), title=title)
    for row in rows:
        interval = f"{row.low:.0%} – {row.high:.0%}"
        share = f"{row.wins / row.played:.0%}"
        table.add_row(row.bot, str(row.played), f"{row.wins:g}", share, interval, f"{row.points:.1f}", str(row.elo))
    return table
