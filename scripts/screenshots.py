"""Pictures of the pages for README and docs: `make screenshots`. Bots play up to the positions."""

from __future__ import annotations

import shutil
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

import uvicorn
from playwright.sync_api import Browser, Page, sync_playwright

from stellwerk.bots import BOTS, Budget
from stellwerk.core import pending
from stellwerk.table import Person
from stellwerk.table.runtime import Runtime
from stellwerk.table.settings import Settings
from stellwerk.web.app import create_app
from stellwerk.web.server import Server

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "screenshots"
GAME_FILE = ROOT / "tests/games/china1880/conformance/games/selfplay_4p_002001.json.gz"
NAMES = ("Anna", "Ben", "Clara")
LATE = {"russian-railroads": ("random", 190), "yokohama": ("greedy", 330), "1880": ("greedy", 260)}


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
        storage_state=getattr(visitor, "known", None),
    )
    context.add_cookies([{"name": "curtain", "value": "off", "url": url}])  # nobody passes this screen on
    return context.new_page()


def hot_seat(page: Page, game: str) -> str:
    """A table for three at one screen; its id."""
    page.goto(f"/new/{game}")
    page.locator("input[name=seats][value='3']").check(force=True)
    for number, name in enumerate(NAMES):
        page.locator(f"select[name=seat-{number}]").select_option("me")
        page.locator(f"input[name=name-{number}]").fill(name)
    page.locator("input[name=mode][value=hotseat]").check(force=True)
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("main.table")
    return str(page.locator("main.table").get_attribute("data-table"))


def played(runtime: Runtime, table: str, name: str, entries: int) -> None:
    """Let a bot play all seats up to a length of the log."""
    rng, bot = Random("picture"), BOTS[name]()
    loaded = runtime.store.table(table)
    while loaded is not None and loaded.status == "running" and loaded.version < entries:
        choice: Any = pending(loaded.state)
        view = loaded.rules.view(loaded.state, loaded.to_move)
        answer = bot.answer(loaded.rules, view, choice.options(loaded.state), rng, Budget(iterations=20))
        runtime.tables.act(Person(loaded.host, "Anna"), table, str(answer.action), loaded.version, f"p{loaded.version}")
        loaded = runtime.store.table(table)


def shoot(page: Page, name: str, path: str = "", full: bool = False) -> None:
    if path:
        page.goto(path)
    page.wait_for_timeout(700)
    page.screenshot(path=FOLDER / f"{name}.png", full_page=full)
    print(f"docs/screenshots/{name}.png")


def pictures(browser: Browser, runtime: Runtime, url: str) -> None:
    table = visitor(browser, url, 1440, 900)
    table.goto("/")
    table.wait_for_timeout(2500)  # until the route is set
    shoot(table, "home")
    tables = {}
    for game, (bot, late) in LATE.items():
        tables[game] = hot_seat(table, game)
        table.wait_for_selector("#question")
        shoot(table, f"{game}-early")
        played(runtime, tables[game], bot, late)
        shoot(table, f"{game}-late", f"/table/{tables[game]}")
    visitor.known = table.context.storage_state()  # type: ignore[attr-defined]
    shoot(visitor(browser, url, 1440, 900, dark=True), "1880-late-dark", f"/table/{tables['1880']}")
    shoot(table, "1880-plan", f"/table/{tables['1880']}/plan?hex=M9")
    phone = visitor(browser, url, 390, 844)
    shoot(phone, "phone", f"/table/{tables['russian-railroads']}")
    shoot(visitor(browser, url, 390, 844, dark=True), "home-phone-dark", "/")
    for game in LATE:
        shoot(table, f"gallery-{game}", f"/gallery/{game}")
    shoot(table, "rules", "/rules/1880")
    table.goto("/replay")
    table.get_by_label("File").set_input_files(GAME_FILE)
    table.get_by_role("button", name="Open").click()
    table.wait_for_selector("main.table")
    table.get_by_role("tab", name="Figures").click()
    table.wait_for_selector("#figures svg")
    shoot(table, "replay")


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    chromium = next(path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path)
    with TemporaryDirectory() as folder, served(folder) as (runtime, url), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        pictures(browser, runtime, url)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
