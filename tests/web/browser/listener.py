"""Somebody who plays by ear: roles, names and keys are all there is. No selector, no pointer, no place on a screen."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Page

STEP = 40
GIVING_UP = ("Pass", "Done", "Take the president back")
"""Done now and then, else a game is over before anything has happened."""


class Listener:
    def __init__(self, page: Page, seed: int) -> None:
        self.page, self.chance = page, Random(seed)
        self.asked = page.get_by_role("region", name="What is asked now")
        self.moves = page.get_by_role("slider", name="Move")
        self.dialog = page.get_by_role("dialog")
        self.done: dict[str, int] = {}
        """How often a decision of each kind was made, by the name of its group."""

    def set_up(self, game: str, seats: int) -> None:
        """All seats at this screen."""
        self.page.goto(f"/new/{game}")
        self.page.get_by_role("radio", name=str(seats), exact=True).press("Space")
        for seat in range(seats):
            self.page.get_by_role("combobox", name=f"Seat {seat + 1}").press("Home")  # Me comes first
        self.page.get_by_role("radio", name="All at this screen").press("Space")
        self.page.get_by_role("button", name="Start").press("Enter")
        self.settle()

    def settle(self) -> list[str]:
        """Wait until something can be done: its kinds; none when the game is over.

        Whoever is called to the screen says that he is there.
        """
        there = self.dialog.get_by_role("button", name=re.compile("^I am"))
        for _ in range(1500):
            if there.is_visible():
                there.press("Enter")
                there.wait_for(state="hidden")
            elif self._over():  # what is listed then is no longer asked
                return []
            elif kinds := self._kinds():
                return kinds
            self.page.wait_for_timeout(STEP)
        raise AssertionError("nothing is asked")

    def _over(self) -> bool:
        return self.asked.get_by_role("heading", name="The game is over").is_visible()

    def _kinds(self) -> list[str]:
        return [name for group in self.asked.get_by_role("region").all() if (name := group.get_attribute("aria-label"))]

    def decide(self) -> str:
        """A decision of the kind made least often so far."""
        kinds = self.settle()
        question = self.asked.get_by_role("heading", level=2).inner_text()
        assert question.strip()
        kind = min(kinds, key=lambda name: self.done.get(name, 0) * (5 if name in GIVING_UP else 1))
        group = self.asked.get_by_role("region", name=kind, exact=True)
        buttons = group.get_by_role("listitem").get_by_role("button").all()
        button = self.chance.choice(buttons)
        assert button.inner_text().strip()
        before = self.moves.input_value()
        button.press("Enter")
        self._until_moved(before)
        self.done[kind] = self.done.get(kind, 0) + 1
        self.settle()
        return kind

    def _until_moved(self, before: str) -> None:
        """A list to narrow things down puts the focus on its first option; what surprises is confirmed."""
        narrowed = self.asked.get_by_role("button", name="Show all")
        sure = self.dialog.get_by_role("button", name="Do it")
        chosen = False
        for _ in range(1500):
            if self.moves.input_value() != before:
                return
            if sure.is_visible():
                sure.press("Enter")
                sure.wait_for(state="hidden")
            elif narrowed.is_visible() and not chosen:
                self.page.keyboard.press("Enter")
                chosen = True
            self.page.wait_for_timeout(STEP)
        raise AssertionError("nothing happens")
