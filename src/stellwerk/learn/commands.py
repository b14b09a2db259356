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
from stellwerk.learn.course import Course, mistake
from stellwerk.learn.lesson import Lesson, lessons
from stellwerk.locale import translator

app = typer.Typer()

HELP = Text("a number picks a move; an action may be typed in full; ? gives a hint; q leaves")


class Classroom:
    """One lesson on one screen."""

    def __init__(self, lesson: Lesson, words: Translator) -> None:
        self.course, self.words = Course(lesson), words
        self.hints = 0

    def say(self, text: Text, style: str = "") -> None:
        console.print(text.render(self.words), style=style, highlight=False)

    def stay(self) -> None:
        """Until the lesson is over or the learner leaves."""
        try:
            self.run()
        except (KeyboardInterrupt, EOFError):
            self.say(Text("left the lesson"))

    def run(self) -> bool:
        """Whether the lesson was taken to its end."""
        self.say(self.course.lesson.title, "bold")
        told = None
        while not self.course.is_over:
            task = self.course.lesson.task_at(self.course.made)
            assert task is not None
            if task is not told:
                self.say(task.text)
                told, self.hints = task, 0
            self.say(Text("→ {task}", task=task.task), "bold cyan")
            if not self.ask():
                return False
        self.say(self.course.lesson.end, "bold green")
        return True

    def ask(self) -> bool:
        """One move of the learner; False to leave."""
        game, state = self.course.record.game, self.course.record.state
        offered = self.course.legal()
        for number, action in enumerate(offered, 1):
            words = game.describe(state, action).render(self.words)
            console.print(Styled.assemble(f"{number:4}  {words}  ", (str(action), "dim")))
        while True:
            line = console.input("> ").strip()
            if line == "q":
                return False
            if line == "?":
                self.hint()
            elif (wanted := self.chosen(line, offered)) is not None and self.judge(wanted):
                return True

    def chosen(self, line: str, offered: list[Action]) -> Action | None:
        if line.isdigit() and 1 <= int(line) <= len(offered):
            return offered[int(line) - 1]
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


def attend(found: tuple[Lesson, ...], number: int | None, json_: bool, words: Translator) -> None:
    """Take a lesson by its number; without one they are listed, and for programs they are always told."""
    if number is not None and not 1 <= number <= len(found):
        raise refused(Text("there are numbers 1 to {last}", last=len(found)), words)
    if json_:
        print_json([_facts(each, lesson, words) for each, lesson in enumerate(found, 1) if number in (None, each)])
    elif number is None:
        _list(found, words)
    else:
        console.print(HELP.render(words), style="dim")
        Classroom(found[number - 1], words).stay()


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
    json_: Json = False,
    language: Language = "",
) -> None:
    """Learn a game in chapters: a first game in which you make the moves."""
    words = translator(language)
    attend(found_or_refused(lessons, game, words), chapter, json_, words)
