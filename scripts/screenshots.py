"""Pictures of the pages for README and docs: `make screenshots`. Bots play up to the positions."""

from __future__ import annotations

import base64
import re
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.browser import SHELL, WHOLE
from scripts.browser import found as browser_called
from scripts.film import animated, step_by_step
from stellwerk.bots import BOTS, Budget
from stellwerk.core import pending
from stellwerk.table import Person
from stellwerk.table.runtime import Runtime
from stellwerk.table.settings import Settings
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.web.app import create_app
from stellwerk.web.server import Server

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "screenshots"
README = (ROOT / "README.md").read_text("utf-8")
"""Only pictures that it shows are made of stages."""
GAME_FILE = ROOT / "tests/games/china1880/conformance/games/selfplay_4p_002001.json.gz"
NAMES = ("Anna", "Ben", "Clara")
LATE = {"russian-railroads": ("random", 190), "yokohama": ("greedy", 330), "1880": ("random", 200)}
QUALITY = 50
"""Of the pictures, of a hundred: words stay sharp, and a visitor of the README loads little."""
FILM, FILMED, STEPS = (960, 600), 70, 3
"""The window of the animated picture, how many entries a game has from which a turn is taken, its most moves."""
SMALL = 600
"""A narrower window is a phone: pressed with fingers."""
WORTH = 0.5
"""The share of a game after which the boards of a stage are worth another picture: there is more on them."""


@contextmanager
def served(folder: str) -> Iterator[tuple[Runtime, str]]:
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    settings = Settings(database=f"sqlite:///{folder}/pictures.sqlite", base_url=url, bots=1, rate=0)
    runtime = Runtime(settings)
    app = create_app(settings, runtime)
    server = Server(uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=3), app)
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield runtime, url
    finally:
        server.handle_exit(15, None)
        thread.join()
        runtime.close()


def visitor(browser: Browser, url: str, width: int, height: int, dark: bool = False) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        base_url=url,
        locale="en",
        has_touch=width < SMALL,
        storage_state=getattr(visitor, "known", None),
    )
    context.add_cookies([{"name": "curtain", "value": "off", "url": url}])  # nobody passes this screen on
    context.add_init_script("localStorage.setItem('notes-off', 'yes')")  # somebody who has played before
    return context.new_page()


def hot_seat(page: Page, game: str, names: Sequence[str] = NAMES) -> str:
    """A table for three at one screen; its id."""
    page.goto(f"/new/{game}")
    page.locator("input[name=seats][value='3']").check(force=True)
    for number, name in enumerate(names):
        page.locator(f"select[name=seat-{number}]").select_option("me")
        page.locator(f"input[name=name-{number}]").fill(name)
    page.locator("input[name=mode][value=hotseat]").check(force=True)
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("main.table")
    return str(page.locator("main.table").get_attribute("data-table"))


def played(runtime: Runtime, table: str, name: str, entries: int) -> Iterator[LoadedTable]:
    """A bot plays all seats up to a length of the log; the table before every decision."""
    rng, bot = Random("picture"), BOTS[name]()
    loaded = runtime.store.table(table)
    while loaded is not None and loaded.status == "running" and loaded.version < entries:
        choice: Any = pending(loaded.state)
        yield loaded
        view = loaded.rules.view(loaded.state, loaded.to_move)
        answer = bot.answer(loaded.rules, view, choice.options(loaded.state), rng, Budget(iterations=20))
        runtime.tables.act(Person(loaded.host, "Anna"), table, str(answer.action), loaded.version, f"p{loaded.version}")
        loaded = runtime.store.table(table)


def stages(page: Page, runtime: Runtime, game: str, table: str) -> None:
    """A picture of every set of boards that some question of a game is about, early or from its second half."""
    bot, late = LATE[game]
    seen: set[tuple[str, bool]] = set()
    for loaded in played(runtime, table, bot, late):
        kind, is_rich = type(pending(loaded.state)).__name__, loaded.version > WORTH * late
        if (kind, is_rich) in seen:
            continue
        seen.add((kind, is_rich))
        page.goto(f"/table/{table}")
        page.wait_for_selector("#question")
        boards = "-".join(re.findall("[a-z]+", str(page.locator("#boards").get_attribute("data-shown"))))
        if (boards, is_rich) not in seen:  # whosever board it is
            seen.add((boards, is_rich))
            name = f"{game}-{boards}"[:40].rstrip("-")
            if f"/{name}.webp" in README:
                shoot(page, name)
    page.goto(f"/table/{table}")


def shoot(page: Page, name: str, path: str = "") -> None:
    if path:
        page.goto(path)
    page.wait_for_timeout(700)
    (FOLDER / f"{name}.webp").write_bytes(picture(page))
    print(f"docs/screenshots/{name}.webp")


def picture(page: Page, quality: int = QUALITY) -> bytes:
    """What is in sight, as WebP."""
    camera = page.context.new_cdp_session(page)
    taken = camera.send("Page.captureScreenshot", {"format": "webp", "quality": quality, "optimizeForSpeed": False})
    camera.detach()
    return base64.b64decode(taken["data"])


def pictures(browser: Browser, runtime: Runtime, url: str) -> None:
    table = visitor(browser, url, 1440, 900)
    table.goto("/")
    table.wait_for_timeout(2500)  # until the route is set
    shoot(table, "home")
    tables = {}
    for game in LATE:
        tables[game] = hot_seat(table, game)
        stages(table, runtime, game, tables[game])
    visitor.known = table.context.storage_state()  # type: ignore[attr-defined]
    shoot(visitor(browser, url, 1440, 900, dark=True), "1880-dark", f"/table/{tables['1880']}")
    shoot(table, "1880-plan", f"/table/{tables['1880']}/plan?hex=M9")
    phone = visitor(browser, url, 390, 844)
    shoot(phone, "phone", f"/table/{tables['russian-railroads']}")
    shoot(visitor(browser, url, 390, 844, dark=True), "home-phone-dark", "/")
    shoot(table, "gallery-1880", "/gallery/1880")
    table.goto("/replay")
    table.get_by_label("File").set_input_files(GAME_FILE)
    table.get_by_role("button", name="Open").click()
    table.wait_for_selector("main.table")
    table.get_by_role("tab", name="Figures").click()
    table.wait_for_selector("#figures svg")
    shoot(table, "replay")
    film(browser, runtime, url, "russian-railroads")


def film(browser: Browser, runtime: Runtime, url: str, game: str) -> None:
    """A long turn of a bot, as somebody sees it who watches."""
    table, (bot, _) = hot_seat(visitor(browser, url, *FILM), game, ("Anna", "Bot 1", "Bot 2")), LATE[game]
    asked = [(loaded.version, loaded.to_move) for loaded in played(runtime, table, bot, FILMED)]
    turns = [[version for version, _ in turn] for seat, turn in groupby(asked, lambda each: each[1]) if seat]
    longest = max((turn for turn in turns[:-1] if len(turn) <= STEPS), key=len)
    page = browser.new_context(viewport={"width": FILM[0], "height": FILM[1]}, base_url=url, locale="en").new_page()
    page.goto(f"/table/{table}")
    page.wait_for_selector("#boards [id]")
    frames = list(step_by_step(page, longest[0], longest[-1] + 1, lambda seen: picture(seen, QUALITY // 3)))
    (FOLDER / "bot-turn.svg").write_text(animated(frames, *FILM, "A bot's turn"), encoding="utf-8")
    print("docs/screenshots/bot-turn.svg")


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()  # stages have other names when other boards are shown
    chromium = browser_called((*SHELL, *WHOLE))
    with TemporaryDirectory() as folder, served(folder) as (runtime, url), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        pictures(browser, runtime, url)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
