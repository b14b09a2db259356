"""A player at a browser: what he does at every table, whatever the game."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Response, expect

Choose = Callable[[int], int]
"""How many options there are → the index of the one to take."""

QUESTION = "form.offers-form"
CURTAIN = "dialog.curtain"
DRAWN_TWICE = """() => [...document.querySelectorAll("#boards [id]")].map((element) => element.id)
  .filter((id, place, all) => all.indexOf(id) !== place)"""
"""The ids that stand on the boards more than once: what has moved must have left its old place."""


class Player:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        """Everything the browser had to complain about: errors on the console, refused content, failed answers."""
        self.listen(page)

    def listen(self, page: Page) -> None:
        # A click before the scripts of a page have run would be lost: nothing is touched before they have.
        page.add_init_script("addEventListener('load', () => { document.documentElement.dataset.loaded = '' })")
        page.add_locator_handler(page.locator("html:not([data-loaded])"), lambda: None)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.complaints.append(f"script: {error}"))
        page.on("response", self._answered)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.complaints.append(f"{response.status}: {response.url}")

    @property
    def context(self) -> BrowserContext:
        return self.page.context

    def tab(self, url: str) -> Player:
        """A second tab of the same browser."""
        other = Player(self.context.new_page())
        other.complaints = self.complaints
        other.page.goto(url)
        return other

    # --- sitting down ------------------------------------------------------------------------------------------------

    def play_against_bots(self, game: str) -> None:
        self.page.goto("/")
        self.page.get_by_role("button", name=f"Play against bots: {game}").click()
        self.page.wait_for_url(re.compile(r"/table/"))

    def set_up(self, game: str, seats: list[str], mode: str = "online", names: list[str] | None = None) -> None:
        """Through the wizard; seats by their value: me, open, bot:random."""
        self.page.goto(f"/new/{game}")
        self.page.locator(f"input[name=seats][value='{len(seats)}']").check(force=True)
        for number, kind in enumerate(seats):
            self.page.locator(f"select[name=seat-{number}]").select_option(kind)
            if names:
                self.page.locator(f"input[name=name-{number}]").fill(names[number])
        self.page.locator(f"input[name=mode][value={mode}]").check(force=True)
        self.page.get_by_role("button", name="Start").click()
        self.page.wait_for_url(re.compile(r"/table/"))

    # --- playing -----------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return int(self.page.locator("main.table").get_attribute("data-version") or 0)

    @property
    def question(self) -> Locator:
        return self.page.locator("#question")

    def asked(self) -> bool:
        """Wait until it is his decision (True) or the game is over (False)."""
        found = self.page.wait_for_selector(f"{QUESTION}, .prompt.over, {CURTAIN}", state="attached")
        if found and found.evaluate("(element, curtain) => element.matches(curtain)", CURTAIN):
            self.lift()
            return True
        return bool(found and found.evaluate("(element, question) => element.matches(question)", QUESTION))

    def lift(self) -> None:
        """Say that he is the one the screen was passed to."""
        self.page.get_by_role("dialog").get_by_role("button", name=re.compile("^I am")).click()
        self.page.wait_for_selector(QUESTION, state="attached")

    def open_list(self) -> None:
        """On a phone the board is in front of the list of options."""
        if not self.page.locator("#ask").is_visible():
            self.page.locator(".panes [data-pane=ask]").click()

    def offers(self) -> list[Locator]:
        return [offer for offer in self.page.locator("#ask .offer").all() if offer.is_visible()]

    def decide(self, choose: Choose = lambda count: 0) -> None:
        """Take an option from the list, and confirm it where that is asked for."""
        self.open_list()
        at = self.page.locator(QUESTION).get_attribute("data-at")
        facets = self.page.locator("#ask .facet")
        if facets.count():
            facets.nth(choose(facets.count())).click()
            self.page.wait_for_selector("#offers .found .offer")
        found = self.page.locator("#ask .found .offer:visible, #ask .group:not([hidden]) .offer:visible")
        found.first.wait_for()  # other payments are folded away
        found.nth(choose(found.count())).click()
        self.confirm(at)

    def confirm(self, at: str | None) -> None:
        """Until the question that was open at a version is answered."""
        moved = f"at => document.querySelector('{QUESTION}')?.dataset.at !== at"
        self.page.wait_for_function(f"at => ({moved})(at) || !document.getElementById('dock').hidden", arg=at)
        sure = self.page.locator("#dock [data-sure]")
        if sure.count():
            sure.click()
        self.page.wait_for_function(moved, arg=at)

    def play(self, turns: int, choose: Choose = lambda count: 0) -> int:
        """So many decisions, fewer if the game ends. How many were made."""
        for made in range(turns):
            if not self.asked():
                return made
            self.decide(choose)
            twice = self.page.evaluate(DRAWN_TWICE)
            assert not twice, twice
        return turns

    def expect_no_sideways_scroll(self) -> None:
        width = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert width <= 0, f"{self.page.url}: {width} px too wide"

    def expect_asked(self) -> None:
        expect(self.question).to_be_visible()
