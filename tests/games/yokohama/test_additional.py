"""A and C: agents, achievements; technologies of the own turn."""

from __future__ import annotations

import pytest

from tests.games.yokohama.table import BLUE, GREEN, RED, YELLOW, Table


def test_y075_example_of_the_rulebook() -> None:
    """A.a: two assistants and a trading house in the copper mine: power 3, one copper, no more, both return."""
    t = Table(4).agent(RED, "gb").put(RED, "copper-mine-1", 2).house(RED, "copper-mine-1")
    t.play("use-agent copper-mine-1")
    assert (t.have(RED, "copper"), t.at(RED, "copper-mine-1"), t.supply(RED)[0]) == (2, 0, 8)
    assert (t.s.agents_used[RED], t.asked) == (1, "Placing")
    assert t.s.presidents[RED] == -1


def test_y076_where_an_agent_acts() -> None:
    """A.a: not where the own president is, not without an assistant; opposing presidents cost nothing."""
    t = Table(4).agent(RED, "gb").put(RED, "bank", 1).put(RED, "port", 1).president(RED, "bank").president(BLUE, "port")
    t.forbidden("use-agent bank", "A.a").forbidden("use-agent dock", "A.a").forbidden("use-agent nowhere", "setup.1")
    t.play("use-agent port")
    assert (t.yen(RED), t.yen(BLUE)) == (3, 4)


def test_y077_one_agent_a_turn() -> None:
    """A.a: not in both halves of a turn; the next turn is a new one. Without an unused agent there is none."""
    t = Table(4).agent(RED, "gb", "us").put(RED, "bank", 1).put(RED, "port", 1).play("use-agent bank")
    t.forbidden("use-agent port", "A.a").play("done", "recall", "done").forbidden("use-agent port", "A.a")
    t.play("done")
    for _ in range(3):
        t.finish()
    t.play("use-agent port")
    assert t.s.agents_used[RED] == 2
    Table(4).put(RED, "bank", 1).forbidden("use-agent bank", "A.a")


def test_A_a_steps_three_to_six() -> None:
    """A.a: with power 5 an agent collects the tile and builds, before or after the main action."""
    t = Table(4).agent(RED, "gb").tile("bank", "tile-04").site("bank", "site-01").put(RED, "bank", 5)
    t.play("done", "recall", "done", "use-agent bank", "take-tile", "build-shop 1")
    assert (t.yen(RED), t.points(RED), t.supply(RED)[0], t.asked) == (8, 8, 8, "Additional")


# --- achievements ----------------------------------------------------------------------------------------------------


def achieved(t: Table, *seats: int) -> Table:
    """Seats that are on the first achievement already."""
    for seat in seats:
        t.s.supply[seat][0] -= 1
    t.s.achieved[0] = seats
    return t


def test_y078_example_of_the_rulebook() -> None:
    """A.b: the third player with 5 copper gets 6 points, keeps the copper, and an assistant stays on the card."""
    t = achieved(Table(4).achievements("a-copper", "b-yen", "c-prod4").stock(RED, copper=5), YELLOW, BLUE)
    t.play("achieve a-copper")
    assert (t.points(RED), t.have(RED, "copper"), t.supply(RED)[0]) == (6, 5, 7)
    assert t.s.achieved[0] == (YELLOW, BLUE, RED)


def test_A_b_the_first_gets_more() -> None:
    """A.b: the higher value for the first player, also after the main action."""
    t = Table(4).achievements("a-copper", "b-yen", "c-prod4").stock(RED, copper=5).play("done", "recall")
    t.play("achieve a-copper")
    assert t.points(RED) == 10


def test_y079_refusals() -> None:
    """A.b: not without an assistant in the supply, not twice, not a card that is not in the game, not too early."""
    t = Table(4).achievements("a-copper", "b-yen", "c-prod4").stock(RED, copper=5)
    t.forbidden("achieve a-tea", "A.b").forbidden("achieve b-yen", "A.b").play("achieve a-copper")
    t.forbidden("achieve a-copper", "A.b")
    t = Table(4).achievements("a-copper", "b-yen", "c-prod4").stock(RED, copper=5).ready(RED, assistants=0)
    t.forbidden("achieve a-copper", "A.b")


@pytest.mark.parametrize(
    ("card", "good", "needed"),
    [("a-copper", "copper", 5), ("a-silk", "silk", 6), ("a-tea", "tea", 7), ("a-fish", "fish", 7)],
)
def test_achievements_A(card: str, good: str, needed: int) -> None:
    """achievements.A: exactly so many of the good are enough, one fewer is not."""
    t = Table(4).achievements(card, "b-yen", "c-prod4").stock(RED, **{good: needed - 1})
    t.forbidden(f"achieve {card}", "A.b").stock(RED, **{good: needed}).play(f"achieve {card}")
    assert t.points(RED) == 10


def test_achievements_B() -> None:
    """achievements.B: 10 yen, 4 technologies, 5 agents and tiles together (used ones too), 5 fulfilled orders."""
    t = Table(4).achievements("a-tea", "b-yen", "c-prod4").stock(RED, yen=9).forbidden("achieve b-yen", "A.b")
    t.stock(RED, yen=10).play("achieve b-yen")
    t = Table(4).achievements("a-tea", "b-tech", "c-prod4").own(RED, "ball", "tram", "winery")
    t.forbidden("achieve b-tech", "A.b").own(RED, "telephone").play("achieve b-tech")
    t = Table(4).achievements("a-tea", "b-tokens", "c-prod4").agent(RED, "gb", "us")
    t.s.agents_used[RED] = 2
    t.s.won[RED] = ("tile-01", "tile-02")
    t.forbidden("achieve b-tokens", "A.b")
    t.s.won[RED] += ("tile-03",)
    t.play("achieve b-tokens")
    t = (
        Table(4)
        .achievements("a-tea", "b-orders", "c-prod4")
        .fulfilled(RED, "order-01", "order-02", "order-03", "order-04")
    )
    t.forbidden("achieve b-orders", "A.b").fulfilled(RED, "order-05").play("achieve b-orders")
    assert t.points(RED) == 10


PRODUCTION = ("copper-mine-1", "silk-mill-1", "tea-plantation-1", "fishing-ground-1")
TRADE = ("bank", "port", "dock", "church")


@pytest.mark.parametrize(
    ("card", "production", "trade"), [("c-prod4", 4, 0), ("c-trade4", 0, 4), ("c-3p2t", 3, 2), ("c-2p3t", 2, 3)]
)
def test_achievements_C(card: str, production: int, trade: int) -> None:
    """achievements.C: buildings in so many areas of each kind; shop and trading house in one area count once."""
    t = Table(4).achievements("a-tea", "b-yen", card)
    areas = [*PRODUCTION[:production], *TRADE[:trade]]
    t.house(RED, areas[0])
    for area in areas[:-1]:
        t.shop(RED, area)
    t.forbidden(f"achieve {card}", "A.b").shop(RED, areas[-1]).play(f"achieve {card}")
    assert t.points(RED) == 12


def test_achievements_C_the_wrong_kind() -> None:
    """achievements.C: many buildings of the other kind do not help."""
    t = Table(4).achievements("a-tea", "b-yen", "c-3p2t")
    for area in (*TRADE, *PRODUCTION[:2]):
        t.shop(RED, area)
    t.forbidden("achieve c-3p2t", "A.b")


def test_A_b_all_three() -> None:
    """A.b: one player may have every achievement."""
    t = Table(4).achievements("a-tea", "b-yen", "c-trade4").stock(RED, tea=7, yen=10)
    for area in TRADE:
        t.shop(RED, area)
    t.play("achieve a-tea", "achieve b-yen", "achieve c-trade4")
    assert (t.points(RED), t.supply(RED)[0]) == (32, 5)


# --- once a turn -----------------------------------------------------------------------------------------------------


def test_y084_stock_market() -> None:
    """technology.stock-market: one yen at the start of the turn becomes two; two or more stay."""
    for yen, expected in ((0, 2), (1, 2), (2, 2), (5, 5)):
        t = Table(4).own(YELLOW, "stock-market").stock(YELLOW, yen=yen).finish()
        assert (t.s.active, t.yen(YELLOW)) == (YELLOW, expected)
    t = Table(4).own(BLUE, "stock-market").stock(BLUE, yen=0).finish()
    assert t.yen(BLUE) == 0


def test_technology_textile_factory() -> None:
    """technology.textile-factory: one silk for 2 yen once a turn, at any decision, silk of this turn included."""
    t = Table(4).own(RED, "textile-factory").stock(RED, silk=0, yen=0)
    t.forbidden("sell-silk", "technology.textile-factory").act_in("silk-mill-1", 4)
    t.play("sell-silk")
    assert (t.have(RED, "silk"), t.yen(RED), t.asked) == (2, 2, "Building")
    t.forbidden("sell-silk", "technology.textile-factory").finish()
    for _ in range(3):
        t.finish()
    t.play("sell-silk")
    assert t.yen(RED) == 4
    Table(4).forbidden("sell-silk", "technology.textile-factory")


def test_technology_textile_factory_pays_a_fee() -> None:
    """technology.textile-factory, B.1: the money is there for the very next assistant."""
    t = Table(4).own(RED, "textile-factory").stock(RED, yen=0).president(BLUE, "bank")
    t.forbidden("place bank", "B.1").play("sell-silk", "place bank")
    assert (t.yen(RED), t.yen(BLUE)) == (1, 5)


def test_technology_university() -> None:
    """technology.university: one yen for one assistant, once a turn; not without money, nor from an empty warehouse."""
    t = Table(4).own(RED, "university").play("recruit")
    assert (t.yen(RED), t.supply(RED)[0], t.s.warehouse[RED][0]) == (2, 9, 11)
    t.forbidden("recruit", "technology.university")
    Table(4).own(RED, "university").stock(RED, yen=0).forbidden("recruit", "technology.university")
    t = Table(4).own(RED, "university").ready(RED, assistants=20).forbidden("recruit", "technology.university")
    Table(4).own(GREEN, "university").forbidden("recruit", "technology.university")


def test_technology_university_and_textile_factory_in_one_turn() -> None:
    """technology.university, technology.textile-factory: each once, the last yen will do, and an agent besides."""
    t = Table(4).own(RED, "university", "textile-factory").agent(RED, "gb").put(RED, "port", 1).stock(RED, yen=1)
    t.play("recruit", "sell-silk", "use-agent port")
    assert (t.yen(RED), t.supply(RED)[0], t.have(RED, "silk")) == (2, 9, 0)
    assert t.s.spent == ("recruit", "sell-silk", "agent")
    t.forbidden("recruit", "technology.university").forbidden("sell-silk", "technology.textile-factory")
    t = Table(4).own(RED, "university", "textile-factory").play("sell-silk", "recruit")
    t.stock(RED, silk=1).forbidden("sell-silk", "technology.textile-factory")


def test_technologies_of_others_do_not_help() -> None:
    """technology.ball, technology.gas-light: only the owner gets their bonus."""
    t = Table(4).own(YELLOW, "gas-light").site("bank", "site-01").act_in("bank", 4).play("build-shop 1")
    assert (t.points(RED), t.points(YELLOW)) == (4, 0)
