"""`stellwerk study`: a whole study of a game as one file that opens without a network, or as tables."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress, TaskID

from stellwerk.command_line import ExitCode, Json, Language, print_json, refused
from stellwerk.consoles import aside, console, progress_bar
from stellwerk.core import Text
from stellwerk.core.text import Translator
from stellwerk.core.timeline import Timeline
from stellwerk.locale import translator
from stellwerk.study.analysis.model import Study
from stellwerk.study.analysis.tables import as_csv, say
from stellwerk.study.analysis.verdicts import with_judgement
from stellwerk.study.analysis.walk import studied
from stellwerk.study.file_errors import unreadable
from stellwerk.study.judgement import BUDGETS, Judgement, Step, last_of, steps
from stellwerk.web.pages.replay import Opened, perspective_of
from stellwerk.web.pages.study import moves
from stellwerk.web.view.foreign_files import followed
from stellwerk.web.view.study_files import whole_file
from stellwerk.web.view.templates import Reader

app = typer.Typer()


@app.command()
def study(
    log: Annotated[Path, typer.Argument(help="a log of any game or a game file of 18xx.games, plain or .gz")],
    html: Annotated[Path | None, typer.Option(help="the study as one HTML file")] = None,
    csv: Annotated[Path | None, typer.Option(help="a folder for one CSV file a chart or table")] = None,
    judge: Annotated[
        str | None, typer.Option(help="the bot's opinion of every move as well: quick, usual or thorough")
    ] = None,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Study a game: charts and tables of all of it, each figure with its move."""
    words, reader = translator(language), Reader(language)
    if judge is not None and judge not in BUDGETS:
        raise refused(Text("say quick, usual or thorough"), words)
    story = _story(log, words)
    with progress_bar(transient=True) as progress:
        task = progress.add_task(log.name, total=len(story.entries))
        made = studied(story.game, story.header, story.entries, progress=partial(_advanced, progress, task))
    judgement = _judged(story, made, BUDGETS[judge], words) if judge is not None else None
    made = with_judgement(made, judgement)
    try:
        if html is not None:
            now = perspective_of(Opened("study", story), reader, None)
            html.write_text(whole_file(made, now, moves(now, reader, judgement), now.title, reader), encoding="utf-8")
        if csv is not None:
            _write_tables(made, csv, json_, words)
    except OSError as error:
        raise unreadable(error, words) from error
    if json_:
        tables = [part.id for part in made.every()]
        print_json({"scores": dict(zip(made.names, made.scores, strict=True)), "tables": tables})
        return
    for name, score in zip(made.names, made.scores, strict=True):
        console.print(f"{name}: {score}")


def _judged(story: Timeline[Any], study: Study, count: int, words: Translator) -> Judgement:
    """Every move judged; whoever interrupts it gets what was found until then."""
    found: list[Step] = []
    with progress_bar(transient=True) as progress, suppress(KeyboardInterrupt):
        task = progress.add_task(Text("The bot's opinion").render(words), total=last_of(story.entries))
        for step in steps(story.game, story.header, story.entries, count):
            found.append(step)
            progress.update(task, completed=step.number)
    return Judgement(study.names, count, tuple(found))


def _advanced(progress: Progress, task: TaskID, done: int, all_: int) -> None:
    progress.update(task, completed=done, total=all_)


def _story(path: Path, words: Translator) -> Timeline[Any]:
    try:
        story, note, _ = followed(path.read_bytes(), path.name)
    except OSError as error:
        raise unreadable(error, words) from error
    if note is not None:
        aside.print(note.render(words), style="yellow" if story is not None else "red")
    if story is None:
        raise typer.Exit(ExitCode.NO)
    return story


def _write_tables(made: Study, folder: Path, json_: bool, words: Translator) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for part in made.every():
        (folder / f"{part.id}.csv").write_text(as_csv(part, words), encoding="utf-8")
        if not json_:
            console.print(f"{part.id}.csv: {say(part.title, words)}")
