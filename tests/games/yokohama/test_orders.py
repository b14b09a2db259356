"""Port and Dock, fulfilling orders, pairs of countries."""

from __future__ import annotations

import pytest

from stellwerk.core import CHANCE, Chance, apply, pending
from tests.games.yokohama.table import RED, YELLOW, Table


def shown(board: str = "port", **variants: bool) -> Table:
    return Table(4, **variants).show(board, *(f"order-0{n}" for n in range(1, 7)))


@pytest.mark.parametrize("board", ["port", "dock"])
def test_y050_example_of_the_rulebook(board: str) -> None:
    """area.port: power 3 takes a middle card, then a low one for 2 yen; the high range is out of reach."""
    t = shown(board).act_in(board, 3)
    t.forbidden("take-order order-05 free", "area.port").play("take-order order-03 free")
    assert t.asked == "TakingOrders"
    t.forbidden("take-order order-06 yen", "area.port").play("take-order order-01 yen")
    assert t.s.hand[RED][1:] == ("order-03", "order-01")
    assert t.yen(RED) == 1
    assert t.asked == "Additional"


@pytest.mark.parametrize(("strength", "slots"), [(2, 2), (3, 4), (4, 6), (5, 6)])
def test_area_port_ranges_by_power(strength: int, slots: int) -> None:
    """area.port: low, low and middle, any; the first card is free."""
    t = shown().act_in("port", strength)
    assert t.offered == [*(f"take-order order-0{n} free" for n in range(1, slots + 1))]
    t.forbidden("take-order order-01 yen", "area.port").forbidden("take-order order-20 free", "area.port")
    for n in range(slots + 1, 7):
        assert t.refused(f"take-order order-0{n} free") == f"power {strength} does not reach that slot [area.port]"


def test_y051_three_points_once() -> None:
    """area.port: power 5 brings 3 points, the second card none."""
    t = shown().act_in("port", 5)
    assert t.points(RED) == 3
    t.play("take-order order-06 free", "take-order order-01 yen")
    assert t.points(RED) == 3
    assert Table(4).act_in("dock", 4).points(RED) == 0


def test_area_port_points_with_a_full_hand() -> None:
    """area.port: the points of power 5 are plain income and do not hang on a card."""
    t = Table(4).hold(RED, "order-20", "order-21", "order-22").act_in("dock", 5)
    assert (t.points(RED), t.asked) == (3, "TakingTile")


def test_y052_power_one_is_nothing() -> None:
    """area.port: an agent with a single assistant gets neither a first nor a second card."""
    t = Table(4).stock(RED, imports=3).agent(RED, "gb").put(RED, "port", 1).play("use-agent port")
    assert t.asked == "Placing"
    assert len(t.s.hand[RED]) == 1


def test_y053_hand_limit() -> None:
    """general.3: with three orders in hand none is taken, with two exactly one."""
    t = (
        shown()
        .hold(RED, "order-20", "order-21")
        .stock(RED, imports=2)
        .act_in("port", 3)
        .play("take-order order-01 free")
    )
    assert (len(t.s.hand[RED]), t.asked) == (3, "Additional")
    t = shown().hold(RED, "order-20", "order-21", "order-22").own(RED, "textile-factory").act_in("port", 3)
    assert t.asked == "TakingOrders"
    t.forbidden("take-order order-01 free", "general.3")
    assert t.offered == ["done", "sell-silk"]


def test_y054_second_card_for_an_import() -> None:
    """area.port: an import pays as well as 2 yen; who has neither is not asked."""
    t = shown().stock(RED, imports=1, yen=1).act_in("port", 3).play("take-order order-03 free")
    t.forbidden("take-order order-01 yen", "area.port").forbidden("take-order order-01 free", "area.port")
    t.play("take-order order-01 imports")
    assert (t.have(RED, "imports"), t.yen(RED)) == (0, 1)
    t = shown().stock(RED, imports=0, yen=2).act_in("port", 3).play("take-order order-03 free")
    t.forbidden("take-order order-01 imports", "area.port").play("take-order order-01 yen")
    t = shown().stock(RED, imports=0, yen=1).act_in("port", 3).play("take-order order-03 free")
    assert t.asked == "Additional"


def test_area_port_second_card_from_the_display_as_it_is() -> None:
    """area.port: nothing slides before the action is over, so a high card stays out of reach."""
    t = shown().act_in("port", 2).play("take-order order-01 free")
    assert t.s.displays["port"][0] == ""
    assert t.offered == ["take-order order-02 yen", "done"]
    t.forbidden("take-order order-03 yen", "area.port").play("done")
    assert t.s.displays["port"][:5] == ("order-02", "order-03", "order-04", "order-05", "order-06")


def test_y055_refill() -> None:
    """area.port: cards slide to the left in their order, new ones come from the deck on the right."""
    t = shown().act_in("port", 4)
    deck = t.s.order_deck
    t.play("take-order order-02 free", "take-order order-04 yen")
    display = t.s.displays["port"]
    assert display[:4] == ("order-01", "order-03", "order-05", "order-06")
    assert "" not in display
    assert t.s.order_deck == deck - 2
    assert not {*display[4:]} & {f"order-0{n}" for n in range(1, 7)}


def test_area_port_declining() -> None:
    """area.port, B.3: by the lax reading no card need be taken; nothing moves then."""
    t = shown(lax=True).act_in("port", 3).play("done")
    assert t.s.displays["port"] == tuple(f"order-0{n}" for n in range(1, 7))
    assert t.asked == "Additional"


def test_area_port_answers_that_turn_cards_over() -> None:
    """area.port: an answer that leads to new cards reveals something, a first card with a second in sight does not."""
    t = shown().act_in("port", 3)
    choice = pending(t.s)
    assert choice is not None
    assert not choice.reveals(t.s, t.s.tables.menu.take["order-01"]["free"])
    t.play("take-order order-01 free")
    choice = pending(t.s)
    assert choice is not None
    assert choice.reveals(t.s, t.s.tables.menu.take["order-02"]["yen"])


# --- fulfilling ------------------------------------------------------------------------------------------------------


def test_A_c_fulfilling() -> None:
    """A.c: the goods are paid, the reward is taken, the card lies open."""
    t = Table(4).hold(RED, "order-14").stock(RED, copper=1, tea=3, fish=1).play("fulfil order-14")
    assert t.s.stock[RED] == [0, 1, 1, 0, 0, 3 + 2]
    assert t.points(RED) == 4
    assert (t.s.hand[RED], t.s.fulfilled[RED], t.s.hidden[RED]) == ((), ("order-14",), "")


def test_A_c_import_as_reward() -> None:
    """A.c: rewards of orders may hold imports; after the main action it works as well."""
    t = Table(4).hold(RED, "order-31").stock(RED, copper=2, silk=2).act_in("bank", 2).play("fulfil order-31")
    assert (t.have(RED, "imports"), t.points(RED)) == (2, 1)
    assert t.asked == "Additional"


def test_y080_missing_goods_and_bonuses() -> None:
    """A.c, technology.ball, technology.language-school: not without all goods; 2 points and 1 yen more."""
    t = Table(4).hold(RED, "order-03").stock(RED, tea=2, fish=1)
    t.forbidden("fulfil order-03", "A.c").forbidden("fulfil order-04", "A.c")
    t = Table(4).hold(RED, "order-03").own(RED, "ball", "language-school").stock(RED, tea=2, fish=2)
    t.play("fulfil order-03")
    assert (t.points(RED), t.yen(RED)) == (4 + 2, 3 + 1)


def test_A_c_any_number_of_orders() -> None:
    """A.c, A.0: several orders one after the other, in the same phase."""
    t = Table(4).hold(RED, "order-03", "order-09").stock(RED, tea=2, fish=2, silk=2)
    t.play("fulfil order-03", "fulfil order-09")
    assert t.points(RED) == 4 + 1
    assert t.asked == "Placing"


def test_A_0_not_between_placement_and_return() -> None:
    """A.0: once the first assistant is placed, additional actions wait for the end of the main action."""
    t = Table(4).hold(RED, "order-03").stock(RED, tea=2, fish=2).play("place bank").forbidden("fulfil order-03", "A.0")
    t.forbidden("use-agent bank", "A.0").forbidden("achieve a-tea", "A.0").play("done")
    t.forbidden("fulfil order-03", "kind")
    t.play("move bank", "fulfil order-03")


# --- pairs of countries ----------------------------------------------------------------------------------------------


def test_y081_example_of_the_rulebook() -> None:
    """A.d: a British technology and a British order fulfilled bring a British agent; orders in hand do not count."""
    t = Table(4).own(RED, "newspaper").hold(RED, "order-03", "order-07").stock(RED, tea=2, fish=2)
    assert t.s.agents[RED] == ()
    t.play("fulfil order-03")
    assert t.s.agents[RED] == ("gb",)
    assert t.s.agents_left["gb"] == 2


def test_y082_every_second_symbol() -> None:
    """A.d: the third brings none, the fourth a second agent; when none is left nothing comes."""
    t = Table(4).own(RED, "newspaper", "exhibition").hold(RED, "order-03", "order-02").stock(RED, tea=9, fish=9)
    t.play("fulfil order-03")
    assert t.s.agents[RED] == ()
    t.play("fulfil order-02")
    assert t.s.agents[RED] == ("gb",)
    t = Table(4).own(RED, "letterpress").agent(YELLOW, "nl").hold(RED, "order-06").stock(RED, copper=1, fish=2)
    t.play("fulfil order-06")
    assert t.s.agents[RED] == ()


# --- the end of the deck ---------------------------------------------------------------------------------------------


def drained(t: Table, left: int) -> Table:
    """All but some cards of the order deck are fulfilled by yellow."""
    while t.s.order_deck > left:
        t.s.fulfilled[YELLOW] += (t.s.unseen_orders.pop(),)
        t.s.order_deck -= 1
    return t


def test_y086_a_deck_too_small() -> None:
    """end.1, area.port: one card for two gaps triggers the end; a deck that suffices exactly does not."""
    t = drained(shown(), 1).act_in("port", 4).play("take-order order-01 free", "take-order order-02 yen")
    assert t.s.end == "orders"
    assert t.s.displays["port"].count("") == 1
    t.finish()
    assert t.s.last_round == 2
    t = drained(shown(), 2).act_in("port", 4).play("take-order order-01 free", "take-order order-02 yen")
    assert (t.s.end, t.s.order_deck) == ("", 0)
    t.finish()
    assert t.s.last_round == 0


def test_end_1_the_order_condition_is_noticed_once() -> None:
    """end.1, area.port: an agent and the main action each refill; the end is set by the first that fails."""
    t = drained(shown(), 0).agent(RED, "gb").put(RED, "port", 2).put(RED, "dock", 2)
    t.play("use-agent port", "take-order order-01 free", "done")
    assert t.s.end == "orders"
    t.play("done", "move dock")
    t.play(t.offered[0]).finish()
    assert (t.s.end, t.s.last_round) == ("orders", 2)


def test_area_port_chance_fills_slot_by_slot() -> None:
    """area.port: what comes up is answered by chance alone, from cards nobody has seen."""
    t = shown().act_in("port", 4).play("take-order order-01 free")
    choice = pending(t.s)
    assert choice is not None
    apply(t.s, RED, t.s.tables.menu.take["order-02"]["yen"])
    draw = pending(t.s)
    assert isinstance(draw, Chance)
    refusal = draw.objection(t.s, t.s.tables.deals["order-03"])
    assert refusal is not None
    assert [a.card for a in draw.options(t.s)] == t.s.unseen_orders  # type: ignore[attr-defined]
    apply(t.s, CHANCE, t.s.tables.deals[t.s.unseen_orders[0]])
