"""1880's aids on the boards: what a player would otherwise count is written down, in words."""

from __future__ import annotations

import re

import pytest

from stellwerk import draw
from stellwerk.core.text import Translator
from stellwerk.games import game
from stellwerk.games.china1880.draw.trains import rules_of
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.rules.view import view
from stellwerk.locale import translator
from tests.games.china1880.scenes import company, investor, scene


def shown(s: China, part: str, language: str = "en") -> str:
    words: Translator = translator(language)
    return draw.board("1880", view(s, 0), words, ("Anna", "Ben", "Clara", "Dora"))[part].html.html


def table() -> China:
    s = scene(phase="A2", cash=200)
    company(s, "BCR", {0: 40, 1: 20}, trains=("2",))
    company(s, "QSR", {1: 30}, par=90, row=1, floated=False)
    s.full = ("BCR",)
    s.marker = s.active = "BCR"
    return s


def test_players_with_cash_liquidity_and_certificates() -> None:
    s = table()
    s.privates["P1"] = 0  # counts for nothing
    anna = shown(s, "players").split('id="player-0"')[1].split('id="player-1"')[0]
    assert "<dt>cash</dt><dd>200</dd>" in anna
    assert "<dt>liquid</dt><dd>580</dd>" in anna  # all of it: Ben holds enough to direct BCR
    assert "<dt>certificates</dt><dd>3/16</dd>" in anna


def test_companies_say_whether_they_float_and_whether_their_capital_is_complete() -> None:
    s = table()
    page = shown(s, "companies")
    bcr, qsr = page.split('id="company-QSR"')[0], page.split('id="company-QSR"')[1]
    assert "second capital paid" in bcr
    assert "second capital open" in qsr
    assert ("floats at the end of the share round" in qsr) == (s.now.float <= 30)
    s.shares["QSR"] = (0, 10, 0, 0)
    assert "not floated: director has 10 of" in shown(s, "companies")


def test_par_rows_taken_and_free() -> None:
    page = shown(table(), "order")
    assert "par 100, row 1: BCR, operates" in page
    assert "par 90, row 2: QSR, not floated yet" in page
    assert "par 90, row 1: free" in page


def test_trains_until_the_next_phase_and_until_they_leave() -> None:
    s = table()
    page = shown(s, "trains")
    left = s.depot["2+2"]
    assert f"{left} more trains, then the first 3-train begins phase B1" in page
    assert "unsold trains leave the bank at the end of this turn, unless BCR buys" in page
    s.bought = True
    assert "unsold trains leave the bank after 2 turns without a purchase, this one included (BCR)" in shown(
        s, "trains"
    )


def test_a_phase_that_begins_with_the_very_next_train() -> None:
    s = table()
    s.depot["2+2"] = 0
    assert "the next train, the first 3-train, begins phase B1" in shown(s, "trains")
    assert "phase B2" not in outlook(s)


def outlook(s: China) -> str:
    return shown(s, "trains").split('id="outlook"')[1].split("</ul>")[0]


def test_X_buy_6_an_investor_s_turn_is_not_the_one_that_removes_trains() -> None:
    s = table()
    investor(s, "A3", 1)
    s.active = "A3"
    assert "unsold trains leave the bank at the end of the next turn of BCR, unless BCR buys" in outlook(s)
    company(s, "NJR", {1: 20}, par=80)
    s.marker = "NJR"
    expected = (
        "unsold trains leave the bank after 2 turns of companies without a purchase, this investor not counted (NJR)"
    )
    assert expected in outlook(s)


def says(phase: str) -> list[str]:
    return [text.render() for text in rules_of(scene().tables.phases[phase])]


FACTS = {
    "one yellow tile a turn, two for BCR": ("A1", "A2"),
    "two yellow tiles a turn, or one upgrade": ("B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2", "D3"),
    "trains traded between companies": ("B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2", "D3"),
    "second half of the capital with at most five shares in the bank": (
        "B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2", "D3",
    ),
    "communism: prices stand still": ("B3", "C1"),
    "directors may not sell their companies' shares": ("B3", "C1"),
    "private companies pay nothing": ("B3", "C1", "C2", "C3", "D1", "D2", "D3"),
    "investors only merge": ("B3", "C1", "C2", "C3", "D1", "D2", "D3"),
    "the last 8-train brings the last share round, then three turns each and the end": ("D1",),
    "unsold trains stay": ("D2", "D3"),
}  # fmt: skip


@pytest.mark.parametrize("fact", FACTS)
def test_XI_1_the_phase_panel_says_what_holds_in_a_phase(fact: str) -> None:
    assert tuple(phase for phase in scene().tables.phases if fact in says(phase)) == FACTS[fact]


@pytest.mark.parametrize(
    ("language", "part", "words"),
    [
        ("de", "players", "flüssig"),
        ("pl", "players", "płynne"),
        ("de", "trains", "noch 4 Loks, dann beginnt die erste 3-Lok Phase B1"),
        ("pl", "trains", "jeszcze 4 pociągi, potem pierwszy pociąg 3 zaczyna fazę B1"),
    ],
)
def test_aids_speak_every_language(language: str, part: str, words: str) -> None:
    assert words in shown(table(), part, language)


def test_the_map_says_where_track_leads() -> None:
    """A reader who sees no picture hears the neighbours that every piece of track goes to."""
    rules = game("1880")
    s = rules.setup(3)
    told = [element for element in draw.board("1880", rules.view(s, 0))["map"].html.walk() if element.tag == "desc"]
    beijing = next(words.html for words in told if "four cities" in words.html)
    assert beijing.count("track to ") == 4
    ferry = next(words.html for words in told if "ferry" in words.html)
    assert re.search(r"track to [A-Z]\d+ and [A-Z]\d+", ferry)
