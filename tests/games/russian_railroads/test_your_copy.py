"""What a printed copy may have and ours has not: a coin in the price of an engineer."""

from __future__ import annotations

import re
from pathlib import Path

from stellwerk import draw
from stellwerk.bots.selfplay import Job, play_one
from stellwerk.core import advance
from stellwerk.core.component_sets import ComponentSet, Correction, applied, set_faults
from stellwerk.core.engine import settle
from stellwerk.games.russian_railroads.draw.board import price
from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.state import RussianRailroads
from tests.games.helpers import offered
from tests.games.russian_railroads.positions import DISPLAY

MINE = ComponentSet("russian-railroads", "Mine")
COINS = MINE.with_row("engineer", "Doubler and 3 points", Correction({"workers": 0, "coins": 1})).with_row(
    "engineer", "Industry and 3 points", Correction({"workers": 1, "coins": 2})
)


def table() -> RussianRailroads:
    """At the first turn; both engineers lie on public spaces."""
    s = GAME.setup(4, components=applied(GAME, COINS))
    for line in (*(f"deal-engineer {n}" for n in DISPLAY[4]), *(f"deal-place {seat}" for seat in range(4))):
        advance(s, GAME.parse(line))
    s.agenda = s.agenda[:1]
    settle(s)
    return s


def engineers(s: RussianRailroads) -> list[str]:
    return offered(s, "place engineer_public")


def test_an_engineer_may_cost_coins() -> None:
    """8.2: his price is paid, in workers and coins as printed."""
    s = table()
    assert s.me.coins == 1
    assert engineers(s) == ["place engineer_public_left coin"]
    s.me.coins = 2
    assert sorted(engineers(s)) == ["place engineer_public_left coin", "place engineer_public_right worker+coin+coin"]
    ready = s.me.workers
    advance(s, GAME.parse("place engineer_public_right worker+coin+coin"))
    assert (s.players[0].coins, s.players[0].workers) == (0, ready - 1)


def test_such_a_price_is_drawn_on_the_board() -> None:
    drawn = "".join(part.html.html for part in draw.board(GAME.id, GAME.view(table(), 0)).values())
    assert price(0, 1).html in drawn
    assert price(1, 2).html in drawn


def test_an_engineer_costs_something() -> None:
    free = MINE.with_row("engineer", "Doubler and 3 points", Correction({"workers": 0}))
    assert [(fault.row, fault.field) for fault in set_faults(GAME, free)] == [("Doubler and 3 points", "workers")]


def test_bots_play_with_such_a_copy_to_its_end(tmp_path: Path) -> None:
    own = MINE
    for engineer in GAME.components.table("engineers.toml")["engineer"]:
        own = own.with_row("engineer", engineer["name"], Correction({"workers": 0, "coins": 1}))
    job = Job(GAME.id, 2, 3, ("greedy", "random"), components=applied(GAME, own), log=str(tmp_path))
    assert len(play_one(job).scores) == 2
    (log,) = tmp_path.glob("*.log")
    assert re.search(r"place engineer_(public_\w+|\d+) coin$", log.read_text("utf-8"), re.MULTILINE)
