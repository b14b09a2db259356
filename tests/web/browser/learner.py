"""A learner at a browser, who knows nothing but the page: he clicks what it marks as asked for, and errs on purpose."""

from __future__ import annotations

from collections.abc import Iterator

from playwright.sync_api import Locator, expect

from stellwerk.learn.course import Course
from stellwerk.learn.lesson import Lesson, lessons
from tests.web.browser.player import QUESTION, Player

LIST = "#ask .group:not([hidden])"
FOUND = "#ask .found .offer"
ANSWERED = """([form, at]) =>
  document.querySelector(form)?.dataset.at !== at || document.querySelector("#offers .found")"""
DONE = ".lesson[data-done]"
MARKED = """(ids) => ids.every((id) => {
  const element = document.getElementById(id), ring = element?.querySelector(":scope > .ring");
  if (!element?.closest("#stage")) return false;
  const { outlineStyle, outlineColor } = getComputedStyle(element);
  const accent = getComputedStyle(document.querySelector(".lesson")).borderLeftColor;
  const isRinged = element.matches(".asked-for") && ring && getComputedStyle(ring).stroke === accent;
  return isRinged || (["dotted", "solid"].includes(outlineStyle) && outlineColor === accent);
})"""


def first_game(player: Player, game: str) -> int:
    """All chapters of a title in order. How many tasks were failed on purpose before they were done."""
    player.page.goto(f"/learn/{game}")
    player.page.locator(".chapter form button").first.click()
    failed = 0
    for lesson in lessons(game):
        failed += take(player, lesson)
        if lesson != lessons(game)[-1]:
            player.page.locator(f"{DONE} form button").click()
    return failed


def failable(game: str) -> int:
    """How many tasks have a move beside which something else may be done."""
    return sum(any(found) for lesson in lessons(game) for found in _beside(lesson))


def _beside(lesson: Lesson) -> Iterator[list[bool]]:
    course = Course(lesson)
    for task in lesson.tasks:
        found = []
        for _ in task.moves:
            right = course.right()
            found.append(len(right) < len(course.legal()))
            course.take(right[0])
        yield found


def take(player: Player, lesson: Lesson) -> int:
    """One chapter: every task is failed once, where anything can go wrong in it, and then done."""
    failed = 0
    for task in lesson.tasks:
        is_failed = False
        look(player)
        for number in range(len(task.moves)):
            is_failed = is_failed or fail(player)
            do(player, by_board=number % 2 == 0)
        failed += is_failed
    expect(player.page.locator(DONE)).to_be_visible()
    return failed


def look(player: Player) -> None:
    """What there is to notice is marked on the boards of the question, and the marks can be told from all others."""
    lesson = player.page.locator(".lesson")
    named = (lesson.get_attribute("data-notice") or "").split()
    assert named, lesson.inner_text()
    player.page.wait_for_function(MARKED, arg=named)
    for id_ in named:
        marked = player.page.locator(f"#stage [id='{id_}'], #stage[id='{id_}']")
        if not is_phone(player):  # there the text lies over the boards
            expect(marked).to_be_visible()


def do(player: Player, by_board: bool) -> None:
    """What is marked: on the boards where it is marked and in sight there, else in the list."""
    page = player.page
    at = page.locator(QUESTION).get_attribute("data-at")
    on_board = page.locator("#stage .option.asked-for")
    if by_board and on_board.count() and on_board.first.is_visible() and not is_phone(player):
        on_board.first.dispatch_event("click")  # the middle of an outline may lie on another piece
        narrowed = page.locator(f"{FOUND}.asked-for, #ask .offer.asked-for >> visible=true")
        page.wait_for_function(ANSWERED, arg=[QUESTION, at])
        if page.locator("#offers .found").count():
            narrowed.first.click()
    else:
        marked = page.locator(f"{LIST} .asked-for").first
        is_narrower = "facet" in (marked.get_attribute("class") or "")
        click(player, marked)
        if is_narrower:
            page.locator(f"{FOUND}.asked-for").first.click()
    expect(page.locator(f"{QUESTION}[data-at='{at}']")).to_have_count(0)


def fail(player: Player) -> bool:
    """Try something that is not marked: nothing happens, and the page says why not, by which rule, and gives a hint."""
    page = player.page
    at = page.locator(QUESTION).get_attribute("data-at")
    facet = page.locator(f"{LIST} .facet:not(.asked-for)")
    offer = page.locator(f"{LIST} .offer:not(.asked-for)")
    if offer.count():
        click(player, offer.first)
    elif facet.count():
        click(player, facet.first)
        page.locator(FOUND).first.click()
    else:
        return False
    expect(page.locator("#dock .hint").first).to_be_visible()
    assert len(page.locator("#dock .hint").first.inner_text()) > 10
    expect(page.locator("#dock a[target=rules]")).to_be_visible()
    page.locator("#dock [data-cancel]").click()
    expect(page.locator(f"{QUESTION}[data-at='{at}']")).to_have_count(1)
    if page.locator("#narrowed [data-all]").is_visible():
        page.locator("#narrowed [data-all]").click()
    return True


def click(player: Player, button: Locator) -> None:
    player.open_list()
    button.click()


def is_phone(player: Player) -> bool:
    return (player.page.viewport_size or {"width": 0})["width"] < 700
