"""`stellwerk learn`: the lessons of a game in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich.text import Text as Styled

from stellwerk.command_line import GameId, Json, Language, game_called, print_json, refused
from stellwerk.consoles import console
from stellwerk.core import Action, BadNotation, Text
from stellwerk.core.text import Translator
from stellwerk.draw import board, is_drawn
from stellwerk.learn.course import Course, mistake
from stellwerk.learn.lesson import Lesson, lessons
from stellwerk.locale import translator
from stellwerk.study.positions import print_position

app = typer.Typer()
SHOWN = 24
"""Moves that are listed before a learner is told to type."""

HELP = Text(
    "a number picks a move; an action may be typed in full; v what you see, v PART more of it; ? gives a hint; q leaves"
)


class Classroom:
    """One lesson on one screen. `command` is what takes the learner there again."""

    def __init__(self, lesson: Lesson, words: Translator, command: str, tasks_done: int = 0) -> None:
        self.course, self.words, self.command = Course(lesson), words, command
        self.hints = 0
        while lesson.tasks_done(self.course.made) < tasks_done:
            self.course.take(self.course.right()[0])

    def say(self, text: Text, style: str = "") -> None:
        console.print(text.render(self.words), style=style, highlight=False)

    def stay(self) -> None:
        """Until the lesson is over or the learner leaves."""
        try:
            self.run()
        except (KeyboardInterrupt, EOFError):
            console.print()
        if not self.course.is_over:
            task = self.course.lesson.tasks_done(self.course.made) + 1
            self.say(Text("to go on here: {command}", command=f"{self.command} --task {task}"))

    def run(self) -> None:
        self.say(self.course.lesson.title, "bold")
        told = None
        while not self.course.is_over:
            task = self.course.lesson.task_at(self.course.made)
            assert task is not None
            if task is not told:
                self.say(task.text)
                told, self.hints = task, 0
            if not self.ask(task.task):
                return
        self.say(self.course.lesson.end, "bold green")

    def ask(self, task: Text) -> bool:
        """One move of the learner; False to leave. The task stands below the list, where it is still in sight."""
        game, state = self.course.record.game, self.course.record.state
        offered = self.listed()
        for number, action in enumerate(offered, 1):
            words = game.describe(state, action).render(self.words)
            console.print(Styled.assemble(f"{number:4}  {words}  ", (str(action), "dim")))
        if len(offered) < len(self.course.legal()):
            self.say(Text("… and more: type an action in full"), "dim")
        self.say(Text("→ {task}", task=task), "bold cyan")
        while True:
            line = console.input("> ").strip()
            if line == "q":
                return False
            if line == "?":
                self.hint()
            elif line in ("", "h", "help"):
                self.say(HELP, "dim")
            elif line == "v" or line.startswith("v "):
                self.see(line[2:].strip())
            elif (wanted := self.chosen(line, offered)) is not None and self.judge(wanted):
                return True

    def listed(self) -> list[Action]:
        """Of a long list its beginning and what the task asks for; a practice position shows all, it tells nothing."""
        legal, right = self.course.legal(), self.course.right()
        most = len(legal) if self.course.lesson.is_practice else SHOWN
        return [action for number, action in enumerate(legal) if number < most or action in right]

    def see(self, part: str) -> None:
        """The position in words, as the learner's seat sees it; of a practice position too."""
        record = self.course.record
        if is_drawn(record.game.id):
            view = record.game.view(record.state, self.course.lesson.pupil)
            print_position(board(record.game.id, view, self.words, self.course.lesson.names), part, self.words, console)

    def chosen(self, line: str, offered: list[Action]) -> Action | None:
        if line.isdigit() and 1 <= int(line) <= len(offered):
            return offered[int(line) - 1]
        if line.isdigit():
            self.say(Text("there are numbers 1 to {last}", last=len(offered)), "red")
            return None
        try:
            return self.course.record.game.parse(line)
        except BadNotation as error:
            self.say(error.text, "red")
            return None

    def judge(self, action: Action) -> bool:
        """Do a right move; say what is wrong with another one."""
        problem = self.course.objection(action) or mistake(self.course.lesson, self.course.made, str(action))
        if problem is not None:
            self.say(problem, "yellow")
            return False
        for event in self.course.take(action):
            self.say(Text("   {text}", text=event.text()), "dim")
        return True

    def hint(self) -> None:
        task = self.course.lesson.task_at(self.course.made)
        hints = task.hints if task is not None else ()
        if self.course.lesson.is_practice:
            game, state = self.course.record.game, self.course.record.state
            hints = tuple(game.describe(state, a) for a in self.course.right())
        self.say(hints[min(self.hints, len(hints) - 1)] if hints else Text("no more hints here"), "yellow")
        self.hints += 1


def found_or_refused(of: Callable[[str], tuple[Lesson, ...]], game: str, words: Translator) -> tuple[Lesson, ...]:
    """What there is to learn, or a word that there is nothing."""
    found = of(game_called(game, words).id)
    if not found:
        raise refused(Text("there are no lessons for {name}", name=game), words)
    return found


def attend(
    command: str, found: tuple[Lesson, ...], number: int | None, task: int, json_: bool, words: Translator
) -> None:
    """Take a lesson by its number; without one they are listed, and for programs they are always told."""
    if number is not None and not 1 <= number <= len(found):
        raise refused(Text("there are numbers 1 to {last}", last=len(found)), words)
    if number is not None and task > len(found[number - 1].tasks):
        raise refused(Text("there are tasks 1 to {last}", last=len(found[number - 1].tasks)), words)
    if json_:
        print_json([_facts(each, lesson, words) for each, lesson in enumerate(found, 1) if number in (None, each)])
    elif number is None:
        _list(found, words)
    else:
        console.print(HELP.render(words), style="dim")
        lesson = found[number - 1]
        room = Classroom(lesson, words, f"{command} {lesson.game} {number}", task - 1)
        room.stay()
        if room.course.is_over and number < len(found):
            room.say(Text("next: {command}", command=f"{command} {lesson.game} {number + 1}"))


def _facts(number: int, lesson: Lesson, words: Translator) -> dict[str, Any]:
    return {"number": number, "title": lesson.title.render(words), "minutes": lesson.minutes}


def _list(found: tuple[Lesson, ...], words: Translator) -> None:
    for number, lesson in enumerate(found, 1):
        line = Text("{number}  {title} ({minutes} minutes)", number=number, title=lesson.title, minutes=lesson.minutes)
        console.print(line.render(words), highlight=False)


@app.command()
def learn(
    game: GameId,
    chapter: Annotated[int | None, typer.Argument(help="number of the chapter; without it they are listed")] = None,
    task: Annotated[int, typer.Option(min=1, help="begin with this task of the chapter")] = 1,
    json_: Json = False,
    language: Language = "",
) -> None:
    """Learn a game in chapters: a first game in which you make the moves."""
    words = translator(language)
    attend("stellwerk learn", found_or_refused(lessons, game, words), chapter, task, json_, words)
