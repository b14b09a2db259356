"""Practice positions: they fit the rules, their judges still say the same, and more are made by a command."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from scripts import projects
from stellwerk import games
from stellwerk.cli import app
from stellwerk.core import pending
from stellwerk.learn import checking
from stellwerk.learn.course import Course, mistake
from stellwerk.learn.lesson import Lesson
from stellwerk.learn.posing import checked
from stellwerk.learn.practice import Shelf, lesson_of, practice, shelf_of

ALL = [found for id_ in games.ids() for found in practice(id_)]
PRACTISED = [id_ for id_ in games.ids() if practice(id_)]


def shelf(game: str) -> Shelf:
    return shelf_of(game, files(games.package(game)) / "practice")


@pytest.mark.parametrize("game", projects.ours())
def test_there_are_twelve_positions_a_game_and_more_than_one_kind(game: str) -> None:
    found = shelf(game).problems
    assert len(found) >= 12
    assert len({problem.kind for problem in found}) >= 2
    assert len({problem.id for problem in found}) == len(found)
    sections = {section.id for section in games.game(game).rules}
    assert {kind.section for kind in shelf(game).kinds.values()} <= sections
    steps = {step.__name__ for step in games.game(game).steps}
    assert all(set(kind.asks) <= steps for kind in shelf(game).kinds.values())


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.game}-{lesson.id}")
def test_a_position_fits_the_rules_and_has_wrong_answers(lesson: Lesson) -> None:
    checking.check(lesson, checking.first)
    checking.check(lesson, checking.last)
    course = Course(lesson)
    right = course.right()
    wrong = [action for action in course.legal() if action not in right]
    assert wrong
    for action in wrong:
        told = mistake(lesson, 0, str(action))
        assert told is not None
        assert {"found", "loss", "next"} & set(told.params), f"{action}: no figure in “{told.message}”"


@pytest.mark.parametrize("game", PRACTISED)
@pytest.mark.parametrize("judge", ["turn", "bot"])
def test_the_judge_still_says_the_same(game: str, judge: str) -> None:
    """A few of each, drawn by a fixed seed; `bench/practice.py` asks about all of them."""
    kept = shelf(game)
    found = [problem for problem in kept.problems if kept.kinds[problem.kind].judge == judge]
    for problem in Random(game).sample(found, min(2, len(found))):
        complaint = checked(kept, problem)
        assert not complaint, f"{game} {problem.id}: {complaint}"


def test_more_are_made_by_a_command_and_none_twice(tmp_path: Path) -> None:
    game = PRACTISED[1]
    kept = shelf(game)
    problem = next(one for one in kept.problems if one.at < 150)
    log = tmp_path / problem.log
    whole = (Path(str(kept.folder)) / problem.log).read_text("utf-8").splitlines()
    head = sum(line.startswith("#") for line in whole)
    log.write_text("\n".join(whole[: head + problem.at + 1]) + "\n", "utf-8")
    into = tmp_path / "practice"
    into.mkdir()
    kind = kept.kinds[problem.kind]
    (into / "kinds.toml").write_text(
        f'[[kinds]]\nid = "{kind.id}"\ntitle = "T"\ntext = "x"\ntask = "y"\nasks = ["{kind.asks[0]}"]\n'
        f'judge = "{kind.judge}"\ngap = {kind.gap}\nwhen = "{kind.when}"\n'
        f'measure = "{kind.measure}"\nsteps = {kind.steps}\n',
        "utf-8",
    )
    for _ in range(2):
        made = CliRunner().invoke(app, ["make-practice", game, str(log), "--each", "99", "--into", str(into)])
        assert made.exit_code == 0, made.output
    found = shelf_of(game, into)
    assert problem in found.problems
    assert len({one.id for one in found.problems}) == len(found.problems)
    assert pending(Course(lesson_of(found, problem)).record.state) is not None


def test_a_position_in_the_terminal() -> None:
    lesson = practice(PRACTISED[0])[0]
    course = Course(lesson)
    right = course.right()
    wrong = next(action for action in course.legal() if action not in right)
    typed = "\n".join([str(wrong), "?", str(right[0])]) + "\n"
    said = CliRunner().invoke(app, ["practice", lesson.game, "1"], input=typed).output
    assert "1  " in CliRunner().invoke(app, ["practice", lesson.game]).output
    assert "proof" in said.lower() or "bot" in said.lower()
