"""1880's aids on the boards: what a player would otherwise count is written down, in words."""

from __future__ import annotations

import pytest

from stellwerk import draw
from stellwerk.core.text import Translator
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.rules.view import view
from stellwerk.locale import translator
from tests.games.china1880.scenes import company, scene


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
