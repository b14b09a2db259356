"""The command that makes the weights of a game: `stellwerk train`."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from stellwerk.bots.commands import Engine, Workers, known_engine
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.bots.train import LESSON, Played, School, Stale, keep, lessons, school_at, shipped
from stellwerk.command_line import GameId, Json, Language, game_called, print_json, refused, stopped
from stellwerk.consoles import console
from stellwerk.core.text import Text
from stellwerk.locale import translator

app = typer.Typer()

HOUR = 3600.0


@app.command()
def train(
    game: GameId,
    out: Annotated[Path, typer.Option(help="folder of what is learned; the same command goes on from there")],
    hours: Annotated[float, typer.Option(min=0, help="when no further lesson begins")] = 1.0,
    most: Annotated[int | None, typer.Option("--lessons", min=0, help="lessons in all, those done before too")] = None,
    games: Annotated[int, typer.Option(min=1, max=LESSON // 2, help="games a lesson")] = 100,
    trials: Annotated[int, typer.Option(min=2, max=LESSON // 2, help="games new weights play against the old")] = 24,
    seed: Annotated[int, typer.Option(min=0, help="number of the first game")] = 0,
    workers: Workers = 1,
    engine: Engine = "pool",
    json_: Json = False,
    language: Language = "",
) -> None:
    """Learn the weights of a game from nothing: the bots play, and what they know is fitted to how it ended."""
    words = translator(language)
    title = game_called(game, words)
    known_engine(engine, words)
    if not knowledge_of(title).features(title.setup(title.seats[0]), 0):
        raise refused(Text("{game} is judged without weights: there is nothing to fit", game=game), words)
    if find_spec("numpy") is None:
        raise refused(Text("training needs the extra “rl”: {how}", how="pip install 'stellwerk[rl]'"), words)
    place = out / "school.json"
    try:
        school = school_at(place, game, seed)
    except Stale as error:
        raise refused(Text("{reason}", reason=str(error)), words) from error
    end = time.monotonic() + hours * HOUR

    def more(school: School) -> bool:
        return time.monotonic() < end and (most is None or school.lessons < most)

    try:
        with closing(lessons(school, games, trials, workers, engine, more)) as coming:
            for learned, outcomes in coming:
                keep(learned, place)
                (out / "weights.json").write_text(json.dumps(shipped(learned)) + "\n", "utf-8")
                told = _told(learned, outcomes)
                print_json(told) if json_ else console.print(_line(told).render(words))
    except KeyboardInterrupt as error:
        raise stopped(Text("stopped; what is done is kept, the same command goes on"), words) from error


def _told(school: School, outcomes: Sequence[Played]) -> dict[str, object]:
    totals = [points for outcome in outcomes for points in outcome.final]
    mean = round(sum(totals) / len(totals), 1)
    return {"lesson": school.lessons, "games": school.games, "version": school.version, "points": mean}


def _line(told: dict[str, object]) -> Text:
    return Text("lesson {lesson}: {games} games so far, version {version}; {points} points a seat", **told)
