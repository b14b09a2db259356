"""Ways to play without a pointer: keys alone, typed notation alone, and what the accessibility tree says alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Protocol

from playwright.sync_api import Page

from stellwerk.bots import BOTS, Budget
from stellwerk.core import pending
from stellwerk.table.runtime import Runtime

STEP = 60
"""Milliseconds between two looks at a page that has not changed yet."""
PATIENCE = 2000
"""Looks until nothing is expected any more."""
GIVING_UP = 0.25
"""How often somebody passes who could do something else: a game in which all pass shows little."""


class Way(Protocol):
    name: ClassVar[str]

    def set_up(self, game: str, seats: int) -> None:
        """A table against easy bots."""
        ...

    def decide(self) -> bool:
        """One decision of one's own; False when the game is over."""
        ...


def play(way: Way, most: int) -> int:
    """So many decisions, fewer if the game ends. How many were made."""
    for made in range(most):
        if not way.decide():
            return made
    return most


LOOK = """() => {
  const seen = (element) => element.offsetParent !== null;
  const form = document.querySelector("form.offers-form");
  const list = (choice) => [...document.querySelectorAll(choice)].filter(seen).length;
  return {
    at: form?.dataset.at ?? "",
    over: document.querySelector(".prompt.over") !== null,
    numbered: Math.min(9, list("#ask .offer:not([data-passes])")),
    passes: list("#ask .offer[data-passes]") > 0,
    facets: list("#ask .facet"),
    sure: document.querySelector("#dock [data-sure]") !== null,
  };
}"""
FOCUSED = """() => {
  const on = document.activeElement;
  return { facet: on.matches(".facet"), start: on.matches("form.setup .button.primary"),
           seats: on.matches("input[name=seats]") ? on.value : "" };
}"""


class ByKeys:
    """His fingers are on the keys and his eyes on the page."""

    name: ClassVar[str] = "keys"

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.chance, self.press = page, Random(seed), page.keyboard.press

    def set_up(self, game: str, seats: int) -> None:
        self.page.goto(f"/new/{game}")
        chosen = self._tab_to("seats")
        while chosen != str(seats):
            self.press("ArrowLeft" if int(chosen) > seats else "ArrowRight")
            chosen = self.page.evaluate(FOCUSED)["seats"]
        self._tab_to("start")
        self.press("Enter")
        self.page.wait_for_selector("main.table")

    def _tab_to(self, what: str) -> Any:
        """Walk with the tabulator to something; what there is."""
        for _ in range(200):
            found = self.page.evaluate(FOCUSED)[what]
            if found:
                return found
            self.press("Tab")
        raise AssertionError(f"no {what} within reach of the tabulator")

    def decide(self) -> bool:
        seen = self._look("", False)
        if seen["over"]:
            return False
        at = seen["at"]
        while seen["at"] == at:
            before = seen
            self._answer(seen)
            seen = self._look(at, True, before)
        return True

    def _answer(self, seen: dict[str, Any]) -> None:
        may_choose = seen["numbered"] or seen["facets"]
        if seen["sure"]:
            self.press("Enter")  # the focus is there
        elif seen["passes"] and (not may_choose or self.chance.random() < GIVING_UP):
            self.press("p")
        elif seen["numbered"] and (not seen["facets"] or self.chance.random() < 0.5):
            self.press(str(self.chance.randint(1, seen["numbered"])))
        else:
            self._open_facet(seen["facets"])

    def _open_facet(self, count: int) -> None:
        self.press("q")  # to the question
        self._tab_to("facet")
        for _ in range(self.chance.randrange(count)):
            self.press("Tab")
        if self.page.evaluate(FOCUSED)["facet"]:
            self.press("Enter")
        else:
            self._open_facet(1)

    def _look(self, at: str, wants_change: bool, before: dict[str, Any] | None = None) -> dict[str, Any]:
        for _ in range(PATIENCE):
            seen: dict[str, Any] = self.page.evaluate(LOOK)
            is_ready = seen["over"] or (seen["at"] and (seen != before or not wants_change))
            if is_ready or (at and seen["at"] != at):
                return seen
            self.page.wait_for_timeout(STEP)
        raise AssertionError(f"nothing happens at {at}: {before}")


class ByNotation:
    """He types what he wants in words of the log; a bot tells him what to want."""

    name: ClassVar[str] = "notation"

    def __init__(self, page: Page, runtime: Runtime) -> None:
        self.page, self.runtime, self.bot, self.chance = page, runtime, BOTS["greedy"](), Random(1)
        self.table = ""

    def set_up(self, game: str, seats: int) -> None:
        ByKeys(self.page).set_up(game, seats)
        self.table = self.page.locator("main.table").get_attribute("data-table") or ""

    def decide(self) -> bool:
        found = self.page.wait_for_selector("form.offers-form, .prompt.over", state="attached")
        at = found.get_attribute("data-at") if found else None
        if at is None:
            return False
        keyboard = self.page.keyboard
        keyboard.press("t")
        self.page.wait_for_selector("#why-text:focus")
        keyboard.insert_text(self._wish())
        keyboard.press("Enter")
        self.page.wait_for_selector("#why-answer .offer:focus")
        keyboard.press("Enter")
        moved = "at => document.querySelector('form.offers-form')?.dataset.at !== at"
        self.page.wait_for_function(f"at => ({moved})(at) || document.querySelector('#dock [data-sure]:focus')", arg=at)
        if self.page.locator("#dock [data-sure]").count():
            keyboard.press("Enter")
        self.page.wait_for_function(moved, arg=at)
        return True

    def _wish(self) -> str:
        loaded = self.runtime.store.table(self.table)
        assert loaded is not None
        choice: Any = pending(loaded.state)
        view = loaded.rules.view(loaded.state, loaded.to_move)
        options = choice.options(loaded.state)
        return str(self.bot.answer(loaded.rules, view, options, self.chance, Budget(iterations=5)).action)


@dataclass(frozen=True)
class Node:
    """What assistive technology is told about a thing."""

    id: int
    role: str
    name: str
    value: str
    children: tuple[Node, ...]

    def all(self, role: str) -> Iterator[Node]:
        """Everything in it of a role, in reading order."""
        for child in self.children:
            if child.role == role:
                yield child
            yield from child.all(role)

    def one(self, role: str, name: str) -> Node | None:
        return next((node for node in self.all(role) if node.name == name), None)


def tree_of(nodes: list[dict[str, Any]]) -> Node:
    known = {node["nodeId"]: node for node in nodes}

    def text(node: dict[str, Any], field: str) -> str:
        return str(node.get(field, {}).get("value", ""))

    def made(node: dict[str, Any]) -> Node:
        inner = tuple(made(known[id]) for id in node.get("childIds", ()) if id in known)
        role = "" if node.get("ignored") else text(node, "role")
        return Node(node.get("backendDOMNodeId", 0), role, text(node, "name"), text(node, "value"), inner)

    return made(nodes[0])


class ByTree:
    """Names, roles and values are all he gets, as from a screen reader; he focuses a thing and presses a key."""

    name: ClassVar[str] = "tree"

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page, self.chance = page, Random(seed)
        self.devices = page.context.new_cdp_session(page)
        self.devices.send("Accessibility.enable")

    def read(self) -> Node:
        return tree_of(self.devices.send("Accessibility.getFullAXTree")["nodes"])

    def use(self, node: Node, key: str = "Enter") -> None:
        self.devices.send("DOM.focus", {"backendNodeId": node.id})
        self.page.keyboard.press(key)

    def _wait_for(self, role: str, name: str) -> Node:
        for _ in range(PATIENCE):
            found = self.read().one(role, name)
            if found:
                return found
            self.page.wait_for_timeout(STEP)
        raise AssertionError(f"no {role} {name}")

    def set_up(self, game: str, seats: int) -> None:
        self.page.goto(f"/new/{game}")
        self.use(self._wait_for("radio", str(seats)), "Space")
        self.use(self._wait_for("button", "Start"))
        self._wait_for("region", "What is asked now")

    def decide(self) -> bool:
        """A button of the list is pressed until the move has been made: some lead to a shorter list first."""
        began: str | None = None
        pressed: tuple[str, ...] = ()
        waited = 0
        for _ in range(PATIENCE):
            tree = self.read()
            asked, moves = tree.one("region", "What is asked now"), tree.one("slider", "Move")
            if asked is None or moves is None:
                continue
            if began is not None and moves.value != began:
                return True
            if asked.one("heading", "The game is over"):
                return False
            buttons = self._answers(tree, asked)
            names = tuple(button.name for button in buttons)
            if not buttons or (names == pressed and waited < LEADS_NOWHERE):
                waited += 1
                self.page.wait_for_timeout(STEP)
                continue
            began, pressed, waited = moves.value, names, 0
            self._press_one(buttons)
        raise AssertionError(f"nothing happens after {pressed}")

    def _answers(self, tree: Node, asked: Node) -> list[Node]:
        """What can be pressed now: a confirmation comes before the list."""
        for dialog in tree.all("dialog"):
            sure = dialog.one("button", "Do it")
            if sure:
                return [sure]
        return [button for item in asked.all("listitem") for button in item.all("button") if button.name not in QUIET]

    def _press_one(self, buttons: list[Node]) -> None:
        passing = [button for button in buttons if button.name.endswith(PASSING)]
        others = [button for button in buttons if button not in passing]
        is_over = not others or (passing and self.chance.random() < GIVING_UP)
        self.use(self.chance.choice(passing if is_over else others))


LEADS_NOWHERE = 100
"""Steps after which another button is tried: the one that was pressed offers to draw a route by hand, or the like."""
QUIET = ("Stop", "Close")
"""Buttons of plans that stand beside the question."""
PASSING = ("Pass", "Done", "End the turn")
