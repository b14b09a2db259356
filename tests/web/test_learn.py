"""Lessons at a table over HTTP: the chapters, a task failed and done, going on later, beginning again."""

from __future__ import annotations

import re
from uuid import uuid4

import httpx
import pytest

from stellwerk import games
from stellwerk.learn.course import Course
from stellwerk.learn.lesson import Lesson, lessons
from stellwerk.learn.practice import practice
from tests.web.conftest import Site

ALL = [lesson for id_ in games.ids() for lesson in lessons(id_)]


def begun(client: httpx.Client, lesson: Lesson, **more: str) -> str:
    client.get("/")
    answer = client.post(f"/learn/{lesson.game}/{lesson.id}", data=more)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


def act(client: httpx.Client, table: str, line: str) -> httpx.Response:
    at = client.get(f"/api/tables/{table}").json()["version"]
    return client.post(f"/api/tables/{table}/act", json={"action": line, "at": at, "request_id": uuid4().hex})


def go_through(client: httpx.Client, table: str, lesson: Lesson, moves: int | None = None) -> None:
    course = Course(lesson)
    for _ in range(len(lesson.moves) if moves is None else moves):
        right = course.right()
        answer = act(client, table, str(right[0]))
        assert answer.status_code == 200, answer.text
        course.take(right[0])


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: f"{lesson.game}-{lesson.id}")
def test_a_chapter_is_taken_to_its_end_at_a_table(client: httpx.Client, lesson: Lesson) -> None:
    table = begun(client, lesson)
    page = client.get(f"/table/{table}").text
    assert str(lesson.tasks[0].task).split("“")[0] in page
    assert str(lesson.tasks[0].text)[:30] in page
    assert "asked-for" in page
    go_through(client, table, lesson)
    assert "Chapter done" in client.get(f"/table/{table}").text
    assert "✓" in client.get(f"/learn/{lesson.game}").text


@pytest.fixture
def first() -> Lesson:
    return ALL[0]


def test_a_wrong_move_is_refused_with_its_reason_and_nothing_is_lost(client: httpx.Client, first: Lesson) -> None:
    table, course = begun(client, first), Course(first)
    right = course.right()
    wrong = next(action for action in course.legal() if action not in right)
    answer = act(client, table, str(wrong))
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "lesson")
    assert act(client, table, str(right[0])).status_code == 200


def test_a_chapter_is_left_resumed_and_begun_again(client: httpx.Client, first: Lesson) -> None:
    table = begun(client, first)
    go_through(client, table, first, 1)
    assert begun(client, first) == table
    assert "Go on" in client.get(f"/learn/{first.game}").text
    again = begun(client, first, anew="yes")
    assert again != table
    assert client.get(f"/api/tables/{again}").json()["version"] == len(first.start)
    assert begun(client, first) == again


def test_nothing_is_taken_back_and_nothing_goes_on_after_the_end(client: httpx.Client, first: Lesson) -> None:
    table = begun(client, first)
    go_through(client, table, first, 1)
    at = client.get(f"/api/tables/{table}").json()["version"]
    answer = client.post(f"/api/tables/{table}/undo", json={"at": at, "request_id": uuid4().hex})
    assert answer.json()["error"]["code"] == "lesson"


@pytest.mark.parametrize("by_page", [True, False], ids=["page", "api"])
def test_what_a_guest_has_learnt_goes_with_him_into_his_account(
    site: Site, client: httpx.Client, first: Lesson, by_page: bool
) -> None:
    """Two chapters were begun in both places: of each the further one counts, whoever has come further."""
    second = lessons(first.game)[1]
    client.get("/")
    client.post("/api/register", json={"name": "Ann", "password": "long enough"})
    go_through(client, begun(client, first), first, 1)
    kept = begun(client, second)
    go_through(client, kept, second, 2)
    guest = site.browser()
    brought = begun(guest, first)
    go_through(guest, brought, first, 2)
    begun(guest, second)
    position = practice(first.game)[0]
    tried = begun(guest, position)
    if by_page:
        guest.post("/settings/login", data={"name": "Ann", "password": "long enough"})
    else:
        guest.post("/api/login", json={"name": "Ann", "password": "long enough"})
    assert "Ann" in guest.get("/settings").text
    for one in (guest, client):
        assert [begun(one, lesson) for lesson in (first, second, position)] == [brought, kept, tried]
    go_through(client, tried, position)
    assert "Solved" in guest.get(f"/table/{tried}").text


def test_a_stranger_brings_nothing_and_an_account_nothing_of_another(
    site: Site, client: httpx.Client, first: Lesson
) -> None:
    taken = begun(client, first)
    client.post("/api/register", json={"name": "Ann", "password": "long enough"})
    other = site.browser()
    other.get("/")
    other.post("/api/register", json={"name": "Ben", "password": "long enough"})
    client.post("/api/login", json={"name": "Ben", "password": "long enough"})
    assert begun(client, first) != taken


def test_lessons_are_not_among_the_tables_of_anybody(site: Site, client: httpx.Client, first: Lesson) -> None:
    table = begun(client, first)
    assert table not in client.get("/").text
    assert client.get("/api/tables").json() == []
    stranger = site.browser()
    stranger.get("/")
    assert stranger.get(f"/table/{table}").status_code == 404


def test_what_does_not_exist_is_said(client: httpx.Client, first: Lesson) -> None:
    client.get("/")
    assert client.get("/learn/nothing").status_code == 404
    assert client.get("/learn/sample").status_code == 404
    assert client.post(f"/learn/{first.game}/nothing").status_code == 404
    assert re.search(r"/learn/" + first.game, client.get("/").text)


@pytest.mark.parametrize("game", [id_ for id_ in games.ids() if practice(id_)])
def test_a_practice_position_tells_nothing_before_it_is_solved(client: httpx.Client, game: str) -> None:
    lesson = practice(game)[0]
    table, course = begun(client, lesson), Course(lesson)
    page = client.get(f"/table/{table}").text
    assert " asked-for" not in page
    assert 'id="advice"' not in page
    assert str(lesson.tasks[0].task) in page.replace("&#39;", "'")
    right = course.right()
    wrong = next(action for action in course.legal() if action not in right)
    assert act(client, table, str(wrong)).json()["error"]["code"] == "lesson"
    go_through(client, table, lesson)
    solved = client.get(f"/table/{table}").text
    assert "Solved" in solved
    assert "Next position" in solved
    assert "✓" in client.get(f"/learn/{game}").text
