"""The walks through the house, traced: a click, a bot's turn, an upload. `make walks` writes them into the docs.

A walk is a list of landmarks: moments every such walk must come to, such as the move being made or a page being drawn.
For each it shows the files on the call stack at that moment, so the page names what really ran and cannot grow old
unnoticed.
"""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import httpx
from playwright.sync_api import Page, sync_playwright

from stellwerk import games
from stellwerk.bots import BOTS, Budget
from stellwerk.core import Dealer, pending
from stellwerk.core.log import Record, write
from stellwerk.table import Person, SeatSpec
from stellwerk.table.seating.seats import TableSpec
from stellwerk.table.settings import Settings
from stellwerk.web.view.bundles import scripts
from stellwerk.web.view.foreign_files import followed
from tests.web.browser.conftest import ARGUMENTS, DESKTOP, chromium
from tests.web.conftest import Site, running

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "stellwerk"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- walks: written by scripts/walks.py, not by hand -->\n", "<!-- end of walks -->\n"
DEED = "lay-tile"
INNER = ("core", "rail18", "games")
PATIENCE = 180.0
"""Seconds for whatever is waited for: a traced server is slow, and the machine may be busy."""

Landmark = tuple[str, str, str]
"""What happens there, and the file and function by which it is known."""
CLICK: Sequence[Landmark] = (
    ("it is known who asks", "web/http/auth.py", "visitor"),
    ("the form is read", "web/http/inputs.py", "filled"),
    ("the table is seen through the reader's eyes", "web/view/visit.py", "seen"),
    ("the move waits for the writer", "table/storage/sqlite.py", "run"),
    ("a request counts once", "table/moves/idempotency.py", "once"),
    ("the rules are asked", "core/engine.py", "objection"),
    ("the move is made", "core/engine.py", "advance"),
    ("the table is written", "table/storage/store.py", "save"),
    ("after the commit it is announced", "table/storage/store.py", "announce"),
    ("the open streams get an event", "web/api/events.py", "_put"),
    ("the parts of the page are made", "web/view/templates.py", "page"),
    ("the boards are compared", "draw/drawing.py", "changes"),
)
BOT: Sequence[Landmark] = (
    ("a turn is put into the outbox", "table/background/bot_turns.py", "defer"),
    ("the worker takes it up", "table/background/bot_turns.py", "turn_begun"),
    ("a process is asked to think", "table/background/bot_turns.py", "ask"),
    ("the answer is there", "table/background/bot_turns.py", "await_thought"),
    ("a request counts once", "table/moves/idempotency.py", "once"),
    ("the rules are asked", "core/engine.py", "objection"),
    ("the table is written", "table/storage/store.py", "save"),
    ("after the commit it is announced", "table/storage/store.py", "announce"),
)
UPLOAD: Sequence[Landmark] = (
    ("the file arrives", "web/pages/replay.py", "open"),
    ("a watched process reads it", "web/view/foreign_files.py", "_answer"),
    ("there the log is followed once", "core/timeline.py", "follow"),
    ("the replay is seen through the reader's eyes", "web/pages/replay.py", "perspective_of"),
    ("the parts of the page are made", "web/view/templates.py", "page"),
)


SPY = """() => {
  Error.stackTraceLimit = 60;
  window.walked = [];
  const note = () => window.walked.push(new Error().stack);
  const { fetch } = window;
  window.fetch = (...given) => { note(); return fetch(...given); };
  for (const name of ["innerHTML", "outerHTML"]) {
    const { get, set } = Object.getOwnPropertyDescriptor(Element.prototype, name);
    Object.defineProperty(Element.prototype, name, { get, set(html) { note(); set.call(this, html); } });
  }
  for (const name of ["replaceWith", "replaceChildren", "insertAdjacentHTML"]) {
    const own = Element.prototype[name];
    Element.prototype[name] = function (...given) { note(); return own.apply(this, given); };
  }
}"""
"""In the browser the landmarks are: something is asked of the server, something is put on the page."""


# --- what ran --------------------------------------------------------------------------------------------------------


@dataclass
class Tracer:
    """Notes the call stack the first time each landmark is reached, in every thread that starts after `install`."""

    landmarks: Sequence[Landmark] = ()
    stacks: dict[str, list[str]] = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)

    def install(self) -> None:
        threading.setprofile(self.note)

    def note(self, frame: FrameType, event: str, arg: Any) -> None:
        place = _place(frame)
        if event != "call" or place is None or not self.landmarks:
            return
        self.touched.add(place)
        for label, file, function in self.landmarks:
            if (place, frame.f_code.co_name) == (file, function):
                self.stacks.setdefault(label, _stack(frame))

    @contextmanager
    def tracing(self, landmarks: Sequence[Landmark]) -> Iterator[None]:
        self.landmarks, self.stacks, self.touched = landmarks, {}, set()
        yield
        self.landmarks = ()

    def await_all(self) -> None:
        """Until every landmark was reached."""
        until = time.monotonic() + PATIENCE
        while len(self.stacks) < len(self.landmarks):
            if time.monotonic() > until:
                raise TimeoutError({label for label, *_ in self.landmarks} - self.stacks.keys())
            time.sleep(0.05)


def _place(frame: FrameType) -> str | None:
    """The file of ours a frame is in; templates are none."""
    name = frame.f_code.co_filename
    return name[len(str(SOURCE)) + 1 :] if name.startswith(str(SOURCE)) and name.endswith(".py") else None


def _stack(frame: FrameType | None) -> list[str]:
    """`file: function` from the outside in, one for each file in a row."""
    found: list[str] = []
    while frame is not None:
        place = _place(frame)
        if place is not None and not frame.f_code.co_name.startswith("<"):
            if found and found[-1].startswith(f"{place}: "):
                found.pop()
            found.append(f"{place}: {frame.f_code.co_name}")
        frame = frame.f_back
    return found[::-1]


@dataclass(frozen=True)
class Walk:
    title: str
    stacks: dict[str, list[str]]
    touched: set[str]
    scripts: Sequence[str] = ()

    @property
    def files(self) -> set[str]:
        """On the way, outside the engine and the games."""
        found = {step.split(": ")[0] for stack in self.stacks.values() for step in stack}
        return {file for file in found if not file.startswith(INNER)}

    def markdown(self) -> str:
        rows = [f"| {label} | {' → '.join(map(_shown, stack))} |" for label, stack in self.stacks.items()]
        aside = {file for file in self.touched - self.files if not file.startswith(INNER)}
        lines = [
            f"### {self.title}",
            "",
            "| what happens | files and functions on the way there |",
            "|---|---|",
            *rows,
            "",
        ]
        if self.scripts:
            lines += [f"In the browser: {', '.join(f'`{name}`' for name in self.scripts)}.", ""]
        scripts = f" and {len(self.scripts)} scripts" if self.scripts else ""
        lines += [f"{len(self.files)} Python files outside `core` and the games{scripts} are on the way;", ""]
        lines[-2] += f" {len(aside)} more are asked for something small beside it."
        return "\n".join(lines)


def _shown(step: str) -> str:
    file, function = step.split(": ")
    return f"`{file}` {function}"


# --- the walks -------------------------------------------------------------------------------------------------------


def with_a_tile_to_lay() -> Record[Any]:
    """A game in which a tile may be laid now, played that far by a bot."""
    found = [game for game in map(games.game, games.ids()) if any(kind.verb == DEED for kind in game.actions)]
    rng, bot, record = Random(1), BOTS["greedy"](), Record.new(found[0], 3)
    record.deal(Dealer(rng))
    while (choice := pending(record.state)) is not None and not _has_deed(record, choice):
        view, offered = record.game.view(record.state, choice.seat(record.state)), choice.options(record.state)
        record.trust(bot.answer(record.game, view, offered, rng, Budget(iterations=5)).action)
        record.deal(Dealer(rng))
    return record


def _has_deed(record: Record[Any], choice: Any) -> bool:
    is_asked = any(kind.verb == DEED for kind in choice.kinds)
    return is_asked and any(action.verb == DEED for action in choice.options(record.state))


def person_of(client: httpx.Client) -> Person:
    client.post("/api/tokens", json={"name": "walk"})
    me = client.get("/api/me").json()["person"]
    return Person(me["id"], me["name"])


def open_table(site: Site, who: Person, record: Record[Any]) -> str:
    header = replace(record.header, position=record.game.dump(record.state))
    plan = TableSpec(record.game.id, [SeatSpec("me", name=name) for name in ("Anna", "Ben", "Clara")])
    return site.runtime.arrangements.play_on(who, header, plan).table


def click(tracer: Tracer, site: Site, record: Record[Any]) -> Walk:
    """Somebody lays a tile; somebody else watches the table and sees it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        contexts = [browser.new_context(viewport=DESKTOP, base_url=site.url, locale="en") for _ in range(2)]
        contexts[0].add_cookies([{"name": "confirm", "value": "never", "url": site.url}])
        client = site.browser()
        table = open_table(site, person_of(client), record)
        contexts[0].add_cookies(
            [{"name": name, "value": value, "url": site.url} for name, value in client.cookies.items()]
        )
        pages = [context.new_page() for context in contexts]
        for page in pages:
            page.set_default_timeout(1000 * PATIENCE)
            page.goto(f"/table/{table}")
            page.wait_for_selector("#ask")
        ran = _laid(tracer, pages)
        browser.close()
    return Walk("A click on “lay tile” until the others' pages have changed", tracer.stacks, tracer.touched, ran)


def _laid(tracer: Tracer, pages: list[Page]) -> list[str]:
    """The scripts that ran on both pages from the click until the last of them had changed."""
    before = pages[0].locator("main.table").get_attribute("data-version")
    if not pages[0].locator(f"#ask .offer[value^='{DEED}']").count():
        pages[0].locator(f"#ask .facet[data-facet^='{DEED}']").first.click()
        pages[0].wait_for_selector(f".offer[value^='{DEED}']")
    for page in pages:
        page.evaluate(SPY)
    with tracer.tracing(CLICK):
        pages[0].locator(f".offer[value^='{DEED}']").first.dispatch_event("click")  # hovering is another walk
        for page in pages:
            page.wait_for_function(
                "before => document.querySelector('main.table').dataset.version !== before", arg=before
            )
        tracer.await_all()
    stacks = "".join(stack for page in pages for stack in page.evaluate("window.walked"))
    bundle = pages[0].request.get(pages[0].evaluate("document.querySelector('script[type=module]').src")).text()
    lines = {int(line) for line in re.findall(r"/bundle/[^\s)]*?:(\d+):\d+", stacks)}
    return sorted({_module_at(bundle.splitlines()[:line]) for line in lines})


def _module_at(lines: list[str]) -> str:
    """The module that the last of some lines of a bundle comes from: its name stands above it."""
    return next(text.removeprefix("// ") for text in reversed(lines) if text.removeprefix("// ") in scripts())


def bot_turn(tracer: Tracer, site: Site) -> Walk:
    client = site.browser()
    person_of(client)
    game = games.game(games.ids()[0])
    seats = [{"kind": "bot", "bot": "random"}] * min(game.seats)
    with tracer.tracing(BOT):
        client.post("/api/tables", json={"game": game.id, "seats": seats}).raise_for_status()
        tracer.await_all()
    return Walk("A bot's turn", tracer.stacks, tracer.touched)


def upload(tracer: Tracer, site: Site, record: Record[Any]) -> Walk:
    client, log = site.browser(), write(record)
    with tracer.tracing(UPLOAD):
        client.post("/replay", files={"file": ("log.txt", log.encode())}, follow_redirects=True).raise_for_status()
        inside = threading.Thread(target=followed, args=(log.encode(), "log.txt"))  # as the process does it
        inside.start()
        inside.join()
        tracer.await_all()
    return Walk("An upload", tracer.stacks, tracer.touched)


def walks() -> list[Walk]:
    tracer, record = Tracer(), with_a_tile_to_lay()
    tracer.install()
    with TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/walks.sqlite", bots=1, bot_seconds=0.2, rate=0)
        with running(settings) as site:
            return [click(tracer, site, record), upload(tracer, site, record), bot_turn(tracer, site)]


def in_order(walk: Walk, landmarks: Sequence[Landmark]) -> Walk:
    """The landmarks as they are listed, not as threads came to them."""
    return replace(walk, stacks={label: walk.stacks[label] for label, *_ in landmarks})


def main() -> int:
    found = [in_order(walk, marks) for walk, marks in zip(walks(), (CLICK, UPLOAD, BOT), strict=True)]
    text = PAGE.read_text("utf-8")
    head, _, rest = text.partition(BEGIN)
    body = "\n".join(walk.markdown() for walk in found)
    PAGE.write_text(f"{head}{BEGIN}\n{body}\n{END}{rest.partition(END)[2]}", "utf-8")
    for walk in found:
        print(f"{walk.title}: {len(walk.files)} files, {len(walk.scripts)} scripts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
