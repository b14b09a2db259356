"""The command `stellwerk dataset`. What needs numpy and pyarrow is loaded when a set is made."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from stellwerk.bots.bot import BadAnswer
from stellwerk.bots.commands import BotNames, Engine, Workers, known_bots, known_engine, seats_for
from stellwerk.bots.pool import each
from stellwerk.command_line import ExitCode, GameId, Json, Language, print_json, refused, stopped
from stellwerk.consoles import console, progress_bar
from stellwerk.core.log import BadLog, read, written
from stellwerk.core.text import Text, Translator
from stellwerk.locale import translator

app = typer.Typer()


@app.command()
def dataset(
    game: GameId,
    out: Annotated[Path, typer.Option(help="folder of the set; an interrupted one is gone on with")],
    games: Annotated[int, typer.Option(min=1, help="number of games")] = 100,
    bots: BotNames = "random",
    seats: Annotated[int | None, typer.Option(help="number of seats; without it as many as bots are named")] = None,
    iterations: Annotated[int, typer.Option(min=1, help="how much bots think: by count, never by time")] = 10,
    seed: Annotated[int, typer.Option(help="seed of the first game; the next games count on")] = 0,
    logs: Annotated[
        Path | None, typer.Option(help="games that were played instead: a library, or a folder of logs")
    ] = None,
    workers: Workers = 1,
    engine: Engine = "pool",
    json_: Json = False,
    language: Language = "",
) -> None:
    """Make a data set for learning: Parquet, a row for every decision, with a card."""
    words = translator(language)
    names = known_bots(bots, words)
    seats = seats_for(game, seats or (len(names) if len(names) > 1 else None), words)
    known_engine(engine, words)
    try:
        from stellwerk.datasets import card, files
    except ImportError as error:
        how = "pip install 'stellwerk[data]'"
        raise refused(Text("data sets need the extra “data”: {how}", how=how), words) from error
    texts = _gathered(logs, game, words) if logs is not None else []
    digests = tuple(map(_digest, texts))
    by_bots = files.Recipe(game, games, seats, tuple(names), iterations, seed)
    recipe = files.Recipe(game, len(texts), 0, (), 0, 0, digests) if texts else by_bots
    try:
        files.begun(recipe, out)
        _make(recipe, out, texts, workers, engine)
    except files.Mismatch as error:
        raise refused(Text("{reason}", reason=str(error)), words) from error
    except BadAnswer as error:
        raise refused(Text("{reason}", reason=str(error)), words, ExitCode.NO) from error
    except KeyboardInterrupt as error:
        raise stopped(Text("stopped; what is done is kept, the same command goes on"), words) from error
    card.written(recipe, out)
    if json_:
        print_json({"folder": str(out), "game": game, "games": recipe.games})
        return
    line = Text("{folder}: {n} games; {card} says what is in it", folder=out, n=recipe.games, card=out / "README.md")
    console.print(line.render(words))


def _make(recipe: Any, out: Path, texts: list[str], workers: int, engine: str) -> None:
    """The parts that are not there yet."""
    from stellwerk.datasets.files import Part, made

    folder = str(out.resolve())  # a process of a cluster may work in another folder
    parts = [Part(recipe, n, folder, tuple(texts[i] for i in recipe.numbers(n) if texts)) for n in recipe.parts]
    missing = [part for part in parts if not part.path.exists()]
    with progress_bar() as progress, closing(each(made, missing, workers, engine)) as counts:
        there = sum(len(recipe.numbers(part.number)) for part in parts if part not in missing)
        task = progress.add_task(recipe.game, total=recipe.games, completed=there)
        for count in counts:
            progress.advance(task, count)


def _gathered(place: Path, game: str, words: Translator) -> list[str]:
    """Logs in an order that does not depend on where they lie."""
    from stellwerk.study.library.schema import NoLibrary

    try:
        texts = sorted(set(_logs(place, game)), key=_digest)
    except (OSError, NoLibrary) as error:
        raise refused(Text("{place}: neither a folder of logs nor a library", place=place), words) from error
    if not texts:
        raise refused(Text("{place}: no game of {game} in it", place=place, game=game), words)
    return texts


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _logs(place: Path, game: str) -> Iterator[str]:
    """The texts of the logs of a game in a folder or a library, names of people left out."""
    found = (path.read_text("utf-8") for path in sorted(place.rglob("*.log"))) if place.is_dir() else _shelved(place)
    for text in found:
        try:
            document = read(text)
        except BadLog:
            continue
        if document.header.game == game:
            yield written(replace(document.header, names=()), document.entries)


def _shelved(place: Path) -> Iterator[str]:
    """The finished games of a library (`stellwerk import … --into`)."""
    from stellwerk.study.library.catalogue import Library

    with closing(Library(place, make=False)) as library:
        for listed in library.find(limit=library.count()):
            log = library.log(listed.id) if listed.finished else None
            if log is not None:
                yield log
