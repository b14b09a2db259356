"""Every lesson of every game fits the rules, and a learner is judged by it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stellwerk import draw, games
from stellwerk.cli import app
from stellwerk.learn import checking
from stellwerk.learn.course import Course, mistake, moves_made
from stellwerk.learn.lesson import BadLesson, Lesson, Task, lessons, read

SMALL = """
title = "Counting"
minutes = 1
names = ["Ann", "Ben"]
text = "You can count."
start = "* deal 3"

[[tasks]]
text = "A card lies there."
task = "Do it."
section = "1.1"
hints = [{text = "Look."}]
wrong = [{like = "pass", text = "No passing."}]
moves = [{like = "give *", after = "1 give 2"}, {like = ["a", "b"]}]

[[tasks]]
text = "More."
task = "Again."
moves = [{like = "c"}]
"""

ALL = [lesson for id_ in games.ids() for lesson in lessons(id_)]
TAUGHT = [id_ for id_ in games.ids() if games.companion(id_, "lessons") is not None]


@pytest.fixture
def small(tmp_path: Path) -> Lesson:
    file = tmp_path / "1-counting.toml"
    file.write_text(SMALL, "utf-8")
    return read("sample", file)


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.game}-{lesson.id}")
@pytest.mark.parametrize("pick", [checking.first, checking.last], ids=["first", "last"])
def test_a_lesson_fits_the_rules(lesson: Lesson, pick: checking.Pick) -> None:
    checking.check(lesson, pick)


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.game}-{lesson.id}")
def test_every_task_has_a_hint_and_can_be_failed_unless_only_one_thing_can_be_done(lesson: Lesson) -> None:
    course = Course(lesson)
    for task in lesson.tasks:
        assert task.hints, task.task
        choices = list[tuple[int, int]]()
        for _ in task.moves:
            right, legal = course.right(), course.legal()
            choices.append((len(right), len(legal)))
            course.take(right[0])
        assert any(right < legal for right, legal in choices) or choices == [(1, 1)], (
            f"nothing can go wrong in “{task.task}”"
        )


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.game}-{lesson.id}")
def test_what_is_to_be_noticed_is_on_the_boards(lesson: Lesson) -> None:
    course = Course(lesson)
    for task in lesson.tasks:
        assert task.notice, f"{lesson.game} {lesson.id}, task “{task.task}”: nothing to notice"
        view = course.record.game.view(course.record.state, lesson.pupil)
        missing = set(task.notice) - set(draw.board(lesson.game, view).ids())
        assert not missing, f"{lesson.game} {lesson.id}, task “{task.task}”: {missing}"
        for _ in task.moves:
            course.take(course.right()[0])


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.game}-{lesson.id}")
def test_a_chapter_takes_five_to_eight_minutes(lesson: Lesson) -> None:
    """By its own word, and by what there is to read and to do: 160 words and four moves a minute at the quickest."""
    assert 5 <= lesson.minutes <= 8
    texts = [lesson.end, *(text for task in lesson.tasks for text in (task.text, task.task, *task.hints))]
    words = sum(len(text.message.split()) for text in texts)
    assert words / 160 + len(lesson.moves) / 4 <= lesson.minutes


@pytest.mark.parametrize("game", TAUGHT)
def test_every_subject_of_a_game_is_done_by_the_learner(game: str) -> None:
    companion = games.companion(game, "lessons")
    assert companion is not None
    taught = set[str]().union(*(checking.check(lesson) for lesson in lessons(game)))
    assert taught == set(companion.SUBJECTS)
    assert sum(lesson.minutes for lesson in lessons(game)) <= companion.MINUTES


def test_where_a_learner_stands_is_told_by_the_log(small: Lesson) -> None:
    assert [moves_made(small, version) for version in (1, 3, 4, 5)] == [0, 1, 2, 3]
    assert [small.tasks_done(n) for n in range(4)] == [0, 0, 1, 2]
    first, second = small.tasks
    assert [small.task_at(n) for n in range(4)] == [first, first, second, None]


def test_a_wrong_move_is_told_why(small: Lesson) -> None:
    assert mistake(small, 0, "give 4") is None
    assert str(mistake(small, 0, "pass")) == "No passing."
    assert "Do it." in str(mistake(small, 0, "take"))
    assert mistake(small, 1, "b") is None
    assert mistake(small, 1, "give 4") is not None
    assert mistake(small, 3, "anything") is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('task = "Again."', "", "counting: KeyError: 'task'"),
        ("* deal 3", "deal", "not a log entry"),
        ("minutes = 1", "minutes = ", "TOMLDecodeError"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "1-counting.toml"
    file.write_text(SMALL.replace(old, new), "utf-8")
    with pytest.raises(BadLesson, match="lesson sample counting") as caught:
        read("sample", file)
    assert said in str(caught.value)


@pytest.mark.parametrize("lesson", ALL[:1], ids=lambda lesson: f"{lesson.game}-{lesson.id}")
def test_a_lesson_in_the_terminal(lesson: Lesson) -> None:
    course, typed = Course(lesson), ["?"]
    while not course.is_over:
        right = course.right()
        typed += [str(action) for action in course.legal() if action not in right][:1]
        typed.append(str(right[0]))
        course.take(right[0])
    said = CliRunner().invoke(app, ["learn", lesson.game, "1"], input="\n".join(typed) + "\n").output
    assert str(lesson.tasks[0].hints[0])[:30] in said.replace("\n", " ")
    assert str(lesson.end)[:30] in said.replace("\n", " ")
    assert f"next: stellwerk learn {lesson.game} 2" in said


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_in_the_terminal_is_seen_left_and_resumed(game: str) -> None:
    lesson = lessons(game)[0]
    first = drawn(lesson)
    typed = f"v\nv {first}\n" + "".join(f"{move}\n" for move in right_moves(lesson.tasks[0], Course(lesson))) + "q\n"
    left = CliRunner().invoke(app, ["learn", game, "1"], input=typed).output
    assert f"({first})" in left
    assert f"stellwerk learn {game} 1 --task 2" in left
    resumed = CliRunner().invoke(app, ["learn", game, "1", "--task", "2"], input="q\n").output
    assert str(lesson.tasks[1].task)[:30] in resumed
    assert str(lesson.tasks[0].task)[:30] not in resumed
    assert CliRunner().invoke(app, ["learn", game, "1", "--task", "99"]).exit_code == 2


def drawn(lesson: Lesson) -> str:
    """A part of the drawing, by its id."""
    record = Course(lesson).record
    return next(iter(draw.board(lesson.game, record.game.view(record.state, lesson.pupil))))


def right_moves(task: Task, course: Course) -> Iterator[str]:
    for _ in task.moves:
        right = course.right()[0]
        yield str(right)
        course.take(right)


def test_a_game_without_lessons_or_chapters_says_so() -> None:
    assert CliRunner().invoke(app, ["learn", "nothing"]).exit_code == 2


@pytest.mark.parametrize("lesson", ALL[:1] + ALL[-1:], ids=lambda lesson: f"{lesson.game}-{lesson.id}")
def test_a_lesson_that_no_longer_fits_is_named(lesson: Lesson) -> None:
    """Its position, its task, its section or its subject: each fails with the name of the lesson."""
    name = f"lesson {lesson.game} {lesson.id}"
    task = lesson.tasks[0]
    moved = replace(lesson, start=(*lesson.start, *lesson.start[-1:]))
    undoable = replace(task, moves=(replace(task.moves[0], like=("nothing",)),))
    broken = [
        moved,
        replace(lesson, tasks=(undoable,)),
        replace(lesson, tasks=(replace(task, section="99.99"),)),
        replace(lesson, tasks=(replace(task, subjects={"something": "NothingHappened"}),)),
    ]
    for one in broken:
        with pytest.raises(BadLesson, match=name):
            checking.check(one)
