"""`stellwerk practice`: positions to think about; `stellwerk make-practice`: more of them, from logs of games."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from stellwerk import games
from stellwerk.command_line import GameId, Json, Language, game_called, out_of_reach, print_json, refused
from stellwerk.consoles import aside
from stellwerk.core import Text
from stellwerk.core.log import BadLog
from stellwerk.learn.commands import attend, found_or_refused
from stellwerk.learn.posing import problems
from stellwerk.learn.practice import Problem, Shelf, practice, shelf_of
from stellwerk.locale import translator

app = typer.Typer()

HEAD = (
    "# Written by `stellwerk make-practice`, not by hand: positions of the logs beside it, and what the judges said.\n"
)


@app.command(name="practice")
def practise(
    game: GameId,
    number: Annotated[int | None, typer.Argument(help="number of the position; without it they are listed")] = None,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Positions of real games in which one answer is the best: find it."""
    words = translator(language)
    attend("stellwerk practice", found_or_refused(practice, game, words), number, 1, json_, words)


@app.command(name="make-practice")
def make_practice(
    game: GameId,
    logs: Annotated[list[Path], typer.Argument(help="logs of games, for example of `stellwerk selfplay --log`")],
    each: Annotated[int, typer.Option(min=1, help="most positions of one kind from one log")] = 2,
    into: Annotated[Path | None, typer.Option(help="a folder `practice`; without it the game's own")] = None,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Look for practice positions in logs of games, and add them to those of the game."""
    words = translator(language)
    game_called(game, words)
    try:
        own = Path(str(files(games.package(game)) / "practice"))
        folder = into or own
        shelf = shelf_of(game, folder if (folder / "kinds.toml").is_file() else own)
        made = [problem for log in logs for problem in _from_log(shelf, log, each)]
    except BadLog as error:
        raise refused(error.text, words) from error
    except OSError as error:
        raise refused(out_of_reach(error), words) from error
    _keep(folder, shelf, made, logs)
    if json_:
        print_json({"folder": str(folder), "new": [problem.id for problem in made]})
    else:
        aside.print(Text("new positions: {count}", count=len(made)).render(words))


def _from_log(shelf: Shelf, path: Path, each: int) -> list[Problem]:
    """The clearest problems of each kind, in the order of the game."""
    found = list(problems(shelf, path.name, Shelf(shelf.game, path.parent).log(path.name)))
    kept = list[Problem]()
    for kind in shelf.kinds:
        kept += sorted((one for one in found if one.kind == kind), key=_clarity)[:each]
    return sorted(kept, key=lambda one: one.at)


def _clarity(problem: Problem) -> tuple[float, int]:
    """The best first: how far the answer is ahead of all others, as a part of what it brings."""
    ahead = problem.next if problem.why else problem.best - problem.next
    return -ahead / max(1, abs(problem.best)), problem.at


def _keep(folder: Path, shelf: Shelf, made: Sequence[Problem], logs: Sequence[Path]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    old = shelf_of(shelf.game, folder).problems
    known = {problem.id for problem in old}
    rows = [*old, *(problem for problem in made if problem.id not in known)]
    (folder / "problems.toml").write_text(HEAD + "".join(map(_row, rows)), "utf-8")
    for log in logs:
        if any(problem.log == log.name for problem in made) and not (folder / log.name).exists():
            (folder / log.name).write_text(log.read_text("utf-8"), "utf-8")


def _row(problem: Problem) -> str:
    values = ((key, value) for key, value in asdict(problem).items() if value != ())
    lines = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values)
    return "\n[[problems]]\n" + "\n".join(lines) + "\n"
