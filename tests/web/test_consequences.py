"""1880: what an option leads to is said before it is taken, over HTTP, one kind of option after the other."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from stellwerk.games.china1880.rules.chapters.share_round import ShareRound
from stellwerk.games.china1880.rules.state import China
from tests.games.china1880.scenes import begin, circle, company, reach, scene
from tests.web.china import table
from tests.web.conftest import Site
from tests.web.test_running import LONG, railway


@pytest.fixture
def at(site: Site, client: httpx.Client) -> Any:
    """What the page says about an option at a position."""

    def said(s: China, action: str) -> str:
        place = table(site, client, s)
        answer = client.get(f"/table/{place}/preview", params={"action": action, "at": 0}).json()
        assert answer["html"], f"not offered: {action}"
        return " ".join(re.sub(r"<[^>]*>", " ", answer["html"]).split())

    return said


def trading(**more: Any) -> China:
    s = scene(phase="B1", cash=300)
    company(s, "BCR", {0: 30, 1: 20}, certificate=20, trains=("3",), **more)
    s.priority = 0
    return begin(s, ShareRound())


def test_XII_4_a_purchase_its_price_the_new_holding_and_certificates(at: Any) -> None:
    said = at(trading(), "buy-share BCR")
    assert "share of BCR bought for ¥100" in said
    assert "your cash: ¥300 → ¥200" in said
    assert "your part of BCR: 30 % → 40 %" in said
    assert "your certificates: 3 of 16" in said


def test_XIII_3_a_sale_its_receipts_less_the_fee_and_the_new_price(at: Any) -> None:
    said = at(trading(), "sell-shares BCR 10")
    assert "¥300 → ¥395" in said
    assert re.search(r"price of BCR: ¥100 → ¥\d+", said)
    assert "director" not in said


def test_VIII_3_this_sale_changes_the_director(at: Any) -> None:
    said = at(trading(), "sell-shares BCR 20")
    assert "new director of BCR: Ben" in said
    assert "you direct BCR no longer" in said
    assert "More happens than you might expect" in said


def test_X_founding_its_cost_and_the_capital(at: Any) -> None:
    said = at(trading(), "found QSR 20 100 1 ABC")
    assert "your cash: ¥300 → ¥100" in said
    assert "your part of QSR: 0 % → 20 %" in said


def test_X_track_9_a_tile_its_terrain_and_what_it_earns(at: Any) -> None:
    s = scene(phase="D1")
    company(s, "BCR", {0: 30}, permits="ABCD", treasury=500, trains=("3",))
    s.board = s.tables.atlas.lay(s.board, "M3", "57", 2)
    said = at(reach(circle(s, "BCR"), "BuildTrack"), "lay-tile L2 9 2")
    assert "BCR: ¥40 for terrain" in said
    assert "BCR: ¥500 → ¥460" in said
    assert "best routes ¥0 → ¥100" in said


def test_X_station_2_a_marker_its_price_and_what_it_earns(at: Any) -> None:
    said = at(reach(railway(), "BuildStation"), "place-marker M7 0")
    assert "marker on M7 for ¥" in said
    assert re.search(r"BCR: ¥900 → ¥8\d\d", said)
    assert "best routes ¥180 as before" in said


def test_X_income_4_routes_their_income(at: Any) -> None:
    assert f"BCR: ¥150 by 8:{LONG}" in at(reach(railway(), "Operate"), f"run 8:{LONG}")


def test_X_income_4_pay_out_or_keep_with_the_new_price(site: Site, client: httpx.Client, at: Any) -> None:
    place = table(site, client, reach(railway(), "Operate"))
    client.post(f"/api/tables/{place}/act", json={"action": f"run 8:{LONG}", "at": 0, "request_id": "earn-150"})
    loaded = site.runtime.store.table(place)
    assert loaded is not None
    paid, kept = (at(loaded.state, action) for action in ("pay-out", "withhold"))
    assert "Anna: ¥45 received" in paid
    assert "your cash: ¥1000 → ¥1045" in paid
    assert "BCR: ¥900 → ¥1050" in kept
    moves = [int(new) for said in (paid, kept) for new in re.findall(r"price of BCR: ¥100 → ¥(\d+)", said)]
    assert len(moves) == 2
    assert moves[0] > 100 > moves[1]


def buying(top: str, **more: Any) -> China:
    """BCR of Anna may buy the last train of one kind or the first of the next."""
    s = scene(phase="B1", cash=500)
    company(s, "BCR", {0: 30}, treasury=900, permits="", trains=("3",))
    company(s, "QSR", {0: 30}, par=90, treasury=0, permits="", trains=("2",))
    company(s, "NJR", {1: 30}, par=80, treasury=0, permits="", trains=("2",))
    for train in s.tables.ladder:
        s.depot[train] = 0 if s.tables.ladder.index(train) < s.tables.ladder.index(top) else s.depot[train]
    for key, value in more.items():
        setattr(s, key, value)
    return s


def test_XI_2_this_purchase_rusts_your_trains_and_begins_a_phase(at: Any) -> None:
    s = reach(circle(buying("4"), "BCR"), "Purchase")
    said = at(s, "buy-train 4")
    assert "BCR: 4-train for ¥300" in said
    assert "2-trains rust: QSR, NJR" in said
    assert "your QSR loses: 2" in said
    assert "your QSR is left without a train and must buy one" in said
    assert "NJR loses" not in said
    assert "BCR: ¥900 → ¥600" in said
    assert "More happens than you might expect" in said


def test_XII_1_this_purchase_opens_a_share_round(at: Any) -> None:
    s = buying("3")
    s.depot["3"] = 1
    said = at(reach(circle(s, "BCR"), "Purchase"), "buy-train 3")
    assert "share round 2" in said
    assert "More happens than you might expect" in said


def test_X_forced_4_a_forced_purchase_with_debt(at: Any) -> None:
    s = scene(phase="B1", cash=30)
    company(s, "BCR", {0: 30}, treasury=50, permits="")
    said = at(reach(circle(s, "BCR"), "Purchase"), "buy-train 3")
    assert "Anna: ¥30 added for BCR" in said
    assert "your cash: ¥30 → ¥0" in said
    assert "your debt: ¥0 → ¥150" in said


@pytest.mark.parametrize(("language", "words"), [("de", "dein Bargeld"), ("pl", "twoja gotówka")])
def test_figures_in_every_language(client: httpx.Client, at: Any, language: str, words: str) -> None:
    client.cookies.set("lang", language)
    assert words in at(trading(), "buy-share BCR")
