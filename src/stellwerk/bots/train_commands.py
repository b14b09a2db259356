"""The commands by which the judgement of a game is learned: `stellwerk train` makes weights, `stellwerk tune` turns
dials."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, TypeAlias, TypeVar

import typer

from stellwerk.bots import train as training
from stellwerk.bots import tune as tuning
from stellwerk.bots.commands import Engine, Workers, known_engine, seats_for
from stellwerk.bots.knowledge import expertise_of, knowledge_of
from stellwerk.bots.train import LESSON, Stale
from stellwerk.command_line import GameId, Json, Language, game_called, print_json, refused, stopped
from stellwerk.consoles import console
from stellwerk.core import Game
from stellwerk.core.text import Text, Translator
from stellwerk.locale import translator

app = typer.Typer()

HOUR = 3600.0
T = TypeVar("T")

Out: TypeAlias = Annotated[Path, typer.Option(help="folder of what is learned; the same command goes on from there")]
Hours: TypeAlias = Annotated[float, typer.Option(min=0, help="when no further lesson begins")]
Trials: TypeAlias = Annotated[int, typer.Option(min=2, max=LESSON // 2, help="games new weights play against the old")]
Seed: TypeAlias = Annotated[int, typer.Option(min=0, help="number of the first game")]
Told: TypeAlias = dict[str, object]


@app.command()
def train(
    game: GameId,
    out: Out,
    hours: Hours = 1.0,
    most: Annotated[int | None, typer.Option("--lessons", min=0, help="lessons in all, those done before too")] = None,
    games: Annotated[int, typer.Option(min=1, max=LESSON // 2, help="games a lesson")] = 100,
    trials: Trials = 24,
    seed: Seed = 0,
    workers: Workers = 1,
    engine: Engine = "pool",
    json_: Json = False,
    language: Language = "",
) -> None:
    """Learn the weights of a game from nothing: the bots play, and what they know is fitted to how it ended."""
    words = translator(language)
    title = _learnable(game, engine, words)
    if not knowledge_of(title).features(title.setup(title.seats[0]), 0):
        raise refused(Text("{game} is judged without weights: there is nothing to fit", game=game), words)
    school = _begun(lambda: training.school_at(out / "school.json", game, seed), words)
    clock = _clock(hours)

    def learned() -> Iterable[Told]:
        coming = training.lessons(school, games, trials, workers, engine, lambda now: clock(now.lessons, most))
        with closing(coming):
            for now, outcomes in coming:
                training.keep(now, out / "school.json")
                (out / "weights.json").write_text(json.dumps(training.shipped(now)) + "\n", "utf-8")
                points = [points for outcome in outcomes for points in outcome.final]
                yield {"lesson": now.lessons, "games": now.games, "version": now.version, "points": _mean(points)}

    def line(told: Told) -> Text:
        return Text("lesson {lesson}: {games} games so far, version {version}; {points} points a seat", **told)

    _tell(learned(), line, json_, words)


@app.command()
def tune(
    game: GameId,
    out: Out,
    hours: Hours = 1.0,
    most: Annotated[int | None, typer.Option("--laps", min=0, help="laps in all, those done before too")] = None,
    games: Annotated[int, typer.Option(min=10, max=LESSON // 2, help="games a lap")] = 1000,
    trials: Trials = 60,
    seats: Annotated[int | None, typer.Option(min=2, help="number of seats; without it four")] = None,
    seed: Seed = 0,
    afresh: Annotated[bool, typer.Option("--afresh", help="begin as if nobody had turned anything")] = False,
    workers: Workers = 1,
    engine: Engine = "pool",
    json_: Json = False,
    language: Language = "",
) -> None:
    """Turn the dials by which the expert judges to where points are made: each seat plays by some a bit off."""
    words = translator(language)
    title = _learnable(game, engine, words)
    if not expertise_of(title).dials():
        raise refused(Text("{game} is judged without dials: there is nothing to turn", game=game), words)
    seated = seats_for(game, seats, words)
    place = out / "dials.json"
    found = _begun(lambda: tuning.tuning_at(place, game, seed, afresh), words)
    clock = _clock(hours)

    def turned() -> Iterable[Told]:
        coming = tuning.laps(found, seated, games, trials, workers, engine, lambda now: clock(now.laps, most))
        with closing(coming):
            for now, outcomes in coming:
                tuning.keep(now, place)
                points = [points for outcome in outcomes for points in outcome.points]
                yield {"lap": now.laps, "games": now.games, "version": now.version, "points": _mean(points)}

    def line(told: Told) -> Text:
        return Text("lap {lap}: {games} games so far, version {version}; {points} points a seat", **told)

    _tell(turned(), line, json_, words)


def _learnable(game: str, engine: str, words: Translator) -> Game[Any]:
    title = game_called(game, words)
    known_engine(engine, words)
    if find_spec("numpy") is None:
        raise refused(Text("training needs the extra “rl”: {how}", how="pip install 'stellwerk[rl]'"), words)
    return title


def _begun(read: Callable[[], T], words: Translator) -> T:
    """What an earlier run has left, or a beginning."""
    try:
        return read()
    except Stale as error:
        raise refused(Text("{reason}", reason=str(error)), words) from error


def _clock(hours: float) -> Callable[[int, int | None], bool]:
    end = time.monotonic() + hours * HOUR
    return lambda done, most: time.monotonic() < end and (most is None or done < most)


def _tell(coming: Iterable[Told], line: Callable[[Told], Text], json_: bool, words: Translator) -> None:
    """Every lesson as it is done; Ctrl-C ends the one that is going on."""
    try:
        for told in coming:
            print_json(told) if json_ else console.print(line(told).render(words))
    except KeyboardInterrupt as error:
        raise stopped(Text("stopped; what is done is kept, the same command goes on"), words) from error


def _mean(points: list[int]) -> float:
    return round(sum(points) / len(points), 1)
