"""Laboratory and Research center."""

from __future__ import annotations

import pytest

from tests.games.yokohama.table import RED, YELLOW, Table

BOARDS = ["laboratory", "research-center"]


def shown(board: str = "laboratory") -> Table:
    """Costs 3, 4, 5, 4, 8, 6 on slots with surcharges 0, 0, 1, 1, 2, 2."""
    return Table(4).show(board, "winery", "patent-system", "ball", "language-school", "exhibition", "telephone")


@pytest.mark.parametrize("board", BOARDS)
def test_y058_missing_industry(board: str) -> None:
    """area.laboratory: power 4 for cost 5 on the third slot lacks 2: four yen, two imports, or one of each."""
    for imports, yen in ((0, 4), (1, 2), (2, 0)):
        t = shown(board).stock(RED, imports=2, yen=4).act_in(board, 4).play(f"research ball 3 {imports}")
        assert (t.have(RED, "imports"), t.yen(RED)) == (2 - imports, 4 - yen)
        assert t.s.technologies[RED] == ("ball",)
    t = shown(board).stock(RED, imports=0, yen=3).act_in(board, 4)
    t.forbidden("research ball 3 0", "area.laboratory").forbidden("research ball 3 1", "area.laboratory")
    t.stock(RED, imports=5).forbidden("research ball 3 3", "area.laboratory")


def test_area_laboratory_what_is_on_the_slot() -> None:
    """area.laboratory: only a card that lies on the slot named."""
    t = shown().stock(RED, yen=20).act_in("laboratory", 5)
    t.forbidden("research ball 2 0", "area.laboratory").forbidden("research tram 1 0", "area.laboratory")
    t.forbidden("research ball 0 0", "area.laboratory").forbidden("research ball 7 0", "area.laboratory")
    assert "research ball 3 0" in t.offered


def test_y059_fourth_technology() -> None:
    """area.laboratory: from the fourth on an import or 2 yen more, which spare industry does not pay."""
    t = shown().own(RED, "tram", "mining-technology", "station").stock(RED, yen=1, imports=0).act_in("laboratory", 5)
    assert t.asked == "TakingTile"
    t = shown().own(RED, "tram", "mining-technology", "station").stock(RED, yen=2, imports=0).act_in("laboratory", 5)
    assert t.offered == ["research winery 1 0", "research patent-system 2 0", "research language-school 4 0", "done"]
    t.play("research winery 1 0")
    assert t.yen(RED) == 0
    t = shown().own(RED, "tram", "mining-technology", "station").stock(RED, yen=0, imports=1).act_in("laboratory", 5)
    t.play("research winery 1 1")
    assert t.have(RED, "imports") == 0
    t = (
        shown()
        .own(RED, "tram", "mining-technology")
        .stock(RED, yen=0)
        .act_in("laboratory", 5)
        .play("research winery 1 0")
    )
    assert len(t.s.technologies[RED]) == 3


def test_y060_never_the_same_name_twice() -> None:
    """general.4: a technology already owned is refused."""
    t = shown().own(RED, "winery").act_in("laboratory", 5).forbidden("research winery 1 0", "general.4")
    assert not any("winery" in option for option in t.offered)


def test_y061_one_card_and_the_rest_is_lost() -> None:
    """area.laboratory: one card per action; industry left over is gone."""
    t = shown().act_in("laboratory", 5).play("research winery 1 0")
    assert t.asked == "TakingTile"
    assert t.s.technologies[RED] == ("winery",)
    assert t.yen(RED) == 3


def test_area_laboratory_refill() -> None:
    """area.laboratory: cards slide to the left, a new one follows; the other board is left alone."""
    t = shown().act_in("laboratory", 5)
    other = t.s.displays["research-center"]
    t.play("research patent-system 2 0")
    assert t.s.displays["laboratory"][:5] == ("winery", "ball", "language-school", "exhibition", "telephone")
    assert t.s.displays["laboratory"][5]
    assert t.s.displays["research-center"] == other


def test_y062_empty_deck() -> None:
    """area.laboratory: without cards the slot stays empty; that does not end the game."""
    t = shown().act_in("laboratory", 5)
    for card, left in t.s.technology_deck.items():
        t.s.technologies[YELLOW] += (card,) * left
        t.s.technology_deck[card] = 0
    t.play("research winery 1 0")
    assert t.s.displays["laboratory"][5] == ""
    assert t.s.end == ""


def test_area_laboratory_declining() -> None:
    """area.laboratory: nothing need be acquired; no card moves."""
    t = shown().act_in("laboratory", 2).play("done")
    assert t.s.displays["laboratory"][0] == "winery"
    t = shown().act_in("laboratory", 2).stock(RED, yen=0, imports=0)
    t.forbidden("research winery 1 0", "area.laboratory")


def test_area_laboratory_which_of_two_copies() -> None:
    """area.laboratory: of two copies on the board either may be taken, each with its own surcharge."""
    t = Table(4).show("laboratory", "winery", "ball", "tram", "winery").stock(RED, yen=2).act_in("laboratory", 3)
    assert {"research winery 1 0", "research winery 4 0"} <= {*t.offered}
    t.play("research winery 4 0")
    assert t.yen(RED) == 0
    assert t.s.displays["laboratory"][:3] == ("winery", "ball", "tram")


def test_A_d_agent_in_the_middle_of_the_action() -> None:
    """A.d, area.laboratory: the second symbol brings the agent at once, and he may act in this very turn."""
    t = shown().fulfilled(RED, "order-05").put(RED, "bank", 1).act_in("laboratory", 3).play("research winery 1 0")
    assert t.s.agents[RED] == ("de",)
    t.play("use-agent bank")
    assert t.yen(RED) == 3 + 1


def test_y083_patent_and_letterpress_do_not_pay_for_themselves() -> None:
    """technology.patent-system, technology.letterpress: only technologies acquired afterwards."""
    t = Table(4).show("laboratory", "patent-system").act_in("laboratory", 4).play("research patent-system 1 0")
    assert t.points(RED) == 0
    t = Table(4).show("laboratory", "letterpress").act_in("laboratory", 4).play("research letterpress 1 0")
    assert t.yen(RED) == 3
    t = Table(4).show("laboratory", "winery").own(RED, "letterpress", "patent-system").act_in("laboratory", 4)
    t.play("research winery 1 0")
    assert (t.points(RED), t.yen(RED)) == (2, 4)


def test_technology_exhibition() -> None:
    """technology.exhibition: ten points at once, and only once."""
    t = (
        Table(4)
        .show("laboratory", "exhibition")
        .stock(RED, yen=6)
        .act_in("laboratory", 5)
        .play("research exhibition 1 0")
    )
    assert (t.points(RED), t.yen(RED)) == (10, 0)
    t.finish()
    assert t.points(RED) == 10


def test_technology_station_is_placed_at_once() -> None:
    """technology.station: into any area but the canal, before anything else goes on."""
    t = Table(4).show("laboratory", "station").stock(RED, yen=4).act_in("laboratory", 5).play("research station 1 0")
    assert t.asked == "SettingStation"
    t.forbidden("set-station canal", "technology.station").forbidden("set-station nowhere", "setup.1")
    assert len(t.offered) == 17
    t.play("set-station bank")
    assert t.s.station == t.area("bank")
    assert t.s.displays["laboratory"][5]
    t.finish()
    t.put(YELLOW, "bank", 1).play("done", "move bank")
    assert t.yen(YELLOW) == 4 + 3
