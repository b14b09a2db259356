"""B.3 and the areas: power, income, Chinatown, Church, Customs, employment agency."""

from __future__ import annotations

import pytest

from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.components import OWN, tables
from stellwerk.games.yokohama.rules.state import Variants
from tests.games.yokohama.table import BLUE, RED, YELLOW, Table


def test_y033_example_of_the_rulebook() -> None:
    """B.3, area.silk-mill: president, three assistants and a shop make power 5 and 4 silk."""
    t = Table(4).put(RED, "silk-mill-1", 3).shop(RED, "silk-mill-1").play("done", "move silk-mill-1")
    assert t.have(RED, "silk") == 1 + 4


def test_y034_power_is_five_at_most() -> None:
    """B.3: president and six assistants are power 5."""
    t = Table(4).put(RED, "tea-plantation-1", 6).play("done", "move tea-plantation-1")
    assert t.have(RED, "tea") == 1 + 5


@pytest.mark.parametrize(
    ("area", "good", "by_power"),
    [
        ("copper-mine-1", "copper", (0, 0, 1, 2, 3)),
        ("copper-mine-2", "copper", (0, 0, 1, 2, 3)),
        ("silk-mill-2", "silk", (0, 1, 2, 3, 4)),
        ("tea-plantation-2", "tea", (1, 2, 3, 4, 5)),
        ("fishing-ground-1", "fish", (1, 2, 3, 4, 5)),
        ("fishing-ground-2", "fish", (1, 2, 3, 4, 5)),
        ("bank", "yen", (1, 2, 3, 4, 5)),
    ],
)
def test_y035_y036_y037_income_by_power(area: str, good: str, by_power: tuple[int, ...]) -> None:
    """area.copper-mine, area.silk-mill, area.tea-plantation, area.fishing-ground, area.bank: nothing asked, all paid.

    Copper mine at power 2 nothing and at 3 one; silk mill at 1 nothing; bank at 4 four yen. Power 1 is an agent's.
    """
    for strength, expected in enumerate(by_power, 1):
        t = Table(4)
        before = t.have(RED, good)
        if strength == 1:
            t.agent(RED, "gb").put(RED, area, 1).play(f"use-agent {area}")
        else:
            t.act_in(area, strength)
        assert t.have(RED, good) == before + expected


def test_y038_the_station_helps_everybody() -> None:
    """B.3, technology.station: one more power for whoever acts there, its owner or not."""
    t = Table(4).own(YELLOW, "station").station("bank").put(RED, "bank", 1).play("done", "move bank")
    assert t.yen(RED) == 3 + 3


def test_y039_trading_house_income() -> None:
    """B.3: another player's trading house earns him 1 yen of the bank; the own one earns nothing."""
    t = Table(4).house(YELLOW, "bank").put(RED, "bank", 1).play("done", "move bank")
    assert (t.yen(RED), t.yen(YELLOW)) == (3 + 2, 4 + 1)
    t = Table(4).house(RED, "tea-plantation-1").put(RED, "tea-plantation-1", 1).play("done", "move tea-plantation-1")
    assert (t.yen(RED), t.have(RED, "tea")) == (3, 1 + 3)


def test_B_3_trading_house_income_from_agents() -> None:
    """B.3, A.a: the house earns as well when an agent acts."""
    t = Table(4).house(YELLOW, "bank").put(RED, "bank", 2).agent(RED, "gb").play("use-agent bank")
    assert (t.yen(RED), t.yen(YELLOW)) == (3 + 2, 5)


def test_B_3_opposing_pieces_give_no_power() -> None:
    """B.3: only own pieces count."""
    t = Table(4).put(BLUE, "bank", 3).shop(BLUE, "bank").house(BLUE, "bank").put(RED, "bank", 1)
    t.play("done", "move bank")
    assert t.yen(RED) == 3 + 2


# --- Chinatown -------------------------------------------------------------------------------------------------------


def test_y040_three_exchanges() -> None:
    """area.chinatown: copper and silk sold, an import bought: no yen left, one import more."""
    t = Table(4).stock(RED, yen=0).act_in("chinatown", 3).play("sell copper", "sell silk", "buy imports")
    assert t.s.stock[RED] == [0, 0, 1, 1, 1, 0]
    assert t.asked != "Trading"


def test_y041_imports_are_not_sold() -> None:
    """area.chinatown: buying only; yen themselves are no ware."""
    t = Table(4).stock(RED, imports=2).act_in("chinatown", 2)
    t.forbidden("sell imports", "area.chinatown").forbidden("buy yen", "area.chinatown").forbidden(
        "sell gold", "area.chinatown"
    )


def test_y042_as_many_exchanges_as_power() -> None:
    """area.chinatown: at power 2 there is no third exchange."""
    t = Table(4).stock(RED, yen=9).act_in("chinatown", 2).play("buy tea", "buy tea")
    assert t.asked == "Additional"
    t.forbidden("buy tea", "kind")


@pytest.mark.parametrize(("good", "price"), [("copper", 2), ("silk", 2), ("tea", 1), ("fish", 1)])
def test_area_chinatown_prices(good: str, price: int) -> None:
    """area.chinatown: each good is bought and sold at its price, and only by who has money or goods for it."""
    t = Table(4).stock(RED, yen=price).act_in("chinatown", 4).play(f"buy {good}")
    assert (t.have(RED, good), t.yen(RED)) == (2, 0)
    t.forbidden(f"buy {good}", "area.chinatown").play(f"sell {good}", f"sell {good}")
    assert (t.have(RED, good), t.yen(RED)) == (0, 2 * price)
    t.forbidden(f"sell {good}", "area.chinatown")


def test_area_chinatown_may_be_left() -> None:
    """area.chinatown: fewer exchanges than the power allows are fine; who can do nothing is not asked."""
    t = Table(4).act_in("chinatown", 3).play("done")
    assert t.asked == "Additional"
    t = Table(4).stock(RED, copper=0, silk=0, tea=0, fish=0, yen=0).act_in("chinatown", 3)
    assert t.asked == "Additional"


# --- Church ----------------------------------------------------------------------------------------------------------


def test_y043_example_of_the_rulebook() -> None:
    """area.church: power 3, copper, silk and 2 yen make faith 6: 5 points and two assistant moves."""
    t = Table(4).act_in("church", 3)
    t.play("give copper", "give silk", "give yen", "occupy 4 area")
    assert (t.points(RED), t.yen(RED), t.have(RED, "copper"), t.have(RED, "silk")) == (5, 1, 0, 0)
    assert t.asked == "Shifting"
    t.play("shift supply bank", "shift supply port")
    assert (t.at(RED, "bank"), t.at(RED, "port"), t.at(RED, "church")) == (1, 1, 0)
    assert t.s.spaces["church"][3] == RED
    assert t.asked == "Additional"


def test_y044_each_gift_once() -> None:
    """area.church: no second fish, no second 2 yen, nothing one does not have."""
    t = Table(4).stock(RED, fish=5, yen=9, copper=0).act_in("church", 2).play("give fish", "give yen")
    t.forbidden("give fish", "area.church").forbidden("give yen", "area.church")
    t.forbidden("give copper", "area.church").forbidden("give incense", "area.church")


def test_y045_taken_spaces() -> None:
    """area.church, setup.12: a space of another player, or of the neutral one, is not free."""
    t = (
        Table(4)
        .board("church", BLUE)
        .act_in("church", 4)
        .forbidden("occupy 1 area", "area.church")
        .play("occupy 2 area")
    )
    t = Table(2).stock(RED, imports=1, yen=9).act_in("church", 5).play("give yen", "give tea", "give fish")
    t.forbidden("occupy 5 area", "area.church").play("occupy 6 area")


def test_y046_the_greatest_faith() -> None:
    """area.church: power 5 and all six gifts are faith 11."""
    t = Table(4).stock(RED, imports=1).act_in("church", 5)
    t.play("give copper", "give silk", "give tea", "give fish", "give imports", "give yen")
    assert "faith 11" in t.question
    assert t.s.stock[RED] == [0, 0, 0, 0, 0, 1]
    t.forbidden("occupy 9 area", "area.church").play("occupy 8 supply")
    assert t.points(RED) == 12


def test_area_church_too_little_faith() -> None:
    """area.church: a space needs its faith; more than it needs is allowed."""
    t = Table(4).act_in("church", 3).forbidden("occupy 2 area", "area.church").play("give tea")
    t.play("occupy 1 area")
    assert t.points(RED) == 2


def test_area_church_assistant_from_area_or_supply() -> None:
    """area.church: either the area or the supply gives the assistant; power stays what it was."""
    t = Table(4).act_in("church", 4).play("occupy 2 supply")
    assert t.supply(RED)[0] == 8 - 3 - 1
    t = Table(4).act_in("church", 4).play("occupy 2 area")
    assert t.asked == "Building"
    t = Table(4).put(RED, "church", 4).ready(RED, assistants=0).play("done", "move church")
    t.forbidden("occupy 2 supply", "area.church").play("occupy 2 area")


def test_area_church_gifts_are_not_for_nothing() -> None:
    """area.church: after a gift a space must follow; where none can be reached nothing is asked at all."""
    t = Table(4).act_in("church", 2).play("give tea").forbidden("done", "area.church").play("occupy 1 area")
    full = (BLUE, BLUE, BLUE, BLUE, BLUE, YELLOW, YELLOW, YELLOW)
    t = Table(4).board("church", *full[:4]).stock(RED, copper=0, silk=0, tea=0, fish=0, yen=0).act_in("church", 3)
    assert t.asked == "Additional"
    t = Table(4, lax=True).act_in("church", 3).play("done")
    assert (t.asked, t.points(RED)) == ("Additional", 0)


def test_area_church_a_lost_way_out() -> None:
    """area.church, technology.university: if the money for the last gift is spent elsewhere the gifts are lost."""
    t = Table(4).own(RED, "university").stock(RED, copper=0, silk=0, tea=1, fish=0, yen=2)
    t.board("church", BLUE).act_in("church", 2).play("give tea").forbidden("done", "area.church")
    t.play("recruit").forbidden("give yen", "area.church").play("done")
    assert t.asked == "Additional"


def test_area_church_cannot_give_without_a_space_in_reach() -> None:
    """area.church, technology.university: once no space is in reach nothing more is accepted."""
    t = Table(4).own(RED, "university").stock(RED, copper=1, silk=0, tea=1, fish=0, yen=2)
    t.board("church", BLUE, BLUE).act_in("church", 2).play("give tea", "recruit").forbidden(
        "give copper", "area.church"
    )
    assert t.offered == ["done"]


# --- Customs ---------------------------------------------------------------------------------------------------------


def test_y047_example_of_the_rulebook() -> None:
    """area.customs: power 3, one import, second space: 4 points, 2 yen, the assistant leaves the area."""
    t = Table(4).stock(RED, imports=1).act_in("customs", 3).play("give imports", "occupy 2 area")
    assert (t.points(RED), t.yen(RED), t.have(RED, "imports")) == (4, 5, 0)
    assert t.s.spaces["customs"][1] == RED
    assert t.supply(RED)[0] == 8 - 1
    assert t.asked == "Additional"


def test_y048_limit_by_power() -> None:
    """area.customs: nothing at power 1; of three imports two count at power 3."""
    t = Table(4).stock(RED, imports=3).agent(RED, "gb").put(RED, "customs", 1).play("use-agent customs")
    assert t.asked == "Placing"
    t = Table(4).stock(RED, imports=3).act_in("customs", 3).play("give imports", "give imports")
    t.forbidden("give imports", "area.customs").forbidden("occupy 5 area", "area.customs").play("occupy 3 area")
    assert t.have(RED, "imports") == 1
    assert t.points(RED) == 8


def test_area_customs_more_than_needed() -> None:
    """area.customs: a space that needs less may be chosen; only imports are given, and only those one has."""
    t = Table(4).stock(RED, imports=2).act_in("customs", 5).forbidden("give tea", "area.customs")
    t.forbidden("occupy 1 area", "area.customs").play("give imports", "give imports")
    t.forbidden("give imports", "area.customs").play("occupy 1 supply")
    assert (t.points(RED), t.yen(RED), t.have(RED, "imports")) == (4, 4, 0)


def test_area_customs_neutral_space() -> None:
    """area.customs, setup.12: the blocked space is taken."""
    t = Table(2).stock(RED, imports=2).act_in("customs", 3).play("give imports", "give imports")
    t.forbidden("occupy 4 area", "area.customs").play("occupy 3 area")


def test_area_customs_without_imports() -> None:
    """area.customs: who has none is not asked."""
    assert Table(4).act_in("customs", 3).asked == "Additional"


def test_y049_winery_and_brickworks() -> None:
    """technology.winery, technology.brickworks: 3 points more on the Church board, 4 on the Customs board."""
    t = Table(4).own(RED, "winery", "brickworks").act_in("church", 3).play("occupy 1 area", "done")
    assert t.points(RED) == 2 + 3
    t = Table(4).own(RED, "winery", "brickworks").stock(RED, imports=1).act_in("customs", 2)
    t.play("give imports", "occupy 1 area")
    assert t.points(RED) == 4 + 4


SPACES = [(board, n) for board, spaces in tables(OWN).spaces.items() for n in range(1, len(spaces) + 1)]


@pytest.mark.parametrize(("board", "space"), SPACES)
def test_area_church_area_customs_every_space(board: str, space: int) -> None:
    """area.church, area.customs: each space asks for what it needs, no less, and gives its own reward."""
    t = Table(4).stock(RED, imports=4, yen=2).act_in(board, 5)
    row = t.s.tables.spaces[board][space - 1]
    gifts = ("copper", "silk", "tea", "fish", "imports") if board == "church" else ("imports",) * 4
    for good in gifts[: max(0, row.needs - (5 if board == "church" else 0))]:
        t.forbidden(f"occupy {space} area", f"area.{board}").play(f"give {good}")
    yen = t.yen(RED)
    imports = t.have(RED, "imports")
    t.play(f"occupy {space} area")
    assert (t.points(RED), t.yen(RED) - yen) == (row.reward.vp, row.reward.yen)
    assert t.have(RED, "imports") - imports == row.reward.imports
    asked = {"warehouse": "Releasing", "move": "Shifting"}
    expected = next((asked[kind] for kind in asked if getattr(row.reward, kind)), "TakingTile")
    assert t.asked == expected


# --- employment agency -----------------------------------------------------------------------------------------------


def test_y056_shop_and_trading_house() -> None:
    """area.employment-agency: at power 3 a shop for 2 and a trading house for 4 yen."""
    t = Table(4).stock(RED, yen=6).act_in("employment-agency", 3).play("release shop", "release house")
    assert t.yen(RED) == 0
    assert t.supply(RED)[1:] == (3, 1)
    assert t.s.warehouse[RED] == [12, 5, 3]
    assert t.asked == "Additional"


def test_y057_trading_houses_get_dearer() -> None:
    """area.employment-agency: 4, 5, 6, 7 yen in that order, also when earlier ones are built."""
    t = Table(4).stock(RED, yen=30).act_in("employment-agency", 5)
    t.play("release house").house(RED, "bank")
    assert t.yen(RED) == 26
    t.play("release house")
    assert t.yen(RED) == 21
    t.play("release house")
    assert t.yen(RED) == 15
    t.stock(RED, yen=6).forbidden("release house", "area.employment-agency")
    t.stock(RED, yen=7).play("release house")
    assert t.yen(RED) == 0


@pytest.mark.parametrize(("strength", "pieces"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 4)])
def test_area_employment_agency_by_power(strength: int, pieces: int) -> None:
    """area.employment-agency: 0 to 4 pieces; assistants are free."""
    t = Table(4)
    if strength == 1:
        t.agent(RED, "gb").put(RED, "employment-agency", 1).play("use-agent employment-agency")
    else:
        t.act_in("employment-agency", strength)
    released = 0
    while t.asked == "Releasing":
        t.play("release assistant")
        released += 1
    assert released == pieces
    assert t.s.warehouse[RED][0] == 12 - pieces


def test_area_employment_agency_refusals() -> None:
    """area.employment-agency: nothing that is not there or not paid for; fewer pieces are fine."""
    t = Table(4).stock(RED, yen=1).act_in("employment-agency", 4)
    t.forbidden("release shop", "area.employment-agency").forbidden("release palace", "area.employment-agency")
    t.s.supply[RED][0] += 12
    t.s.warehouse[RED][0] = 0
    t.forbidden("release assistant", "area.employment-agency")
    assert t.offered == ["done"]


# --- the strict switch -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("area", "strength", "stock"),
    [
        ("chinatown", 2, {}),
        ("church", 3, {}),
        ("customs", 2, {"imports": 1}),
        ("employment-agency", 2, {}),
        ("port", 2, {}),
        ("laboratory", 5, {"yen": 9}),
    ],
)
def test_B_3_strict_actions_are_carried_out(area: str, strength: int, stock: dict[str, int]) -> None:
    """B.3: with the strict switch, what can be afforded may not be declined; with the lax one it may."""
    t = Table(4, strict=True).stock(RED, **stock).act_in(area, strength)
    t.forbidden("done", "B.3")
    assert "done" not in t.offered
    assert "done" in Table(4, lax=True).stock(RED, **stock).act_in(area, strength).offered
    assert "done" not in Table(4, strict=True, lax=True).stock(RED, **stock).act_in(area, strength).offered


@pytest.mark.parametrize(
    ("area", "strength", "stock", "must"),
    [
        ("port", 2, {}, True),
        ("dock", 4, {}, True),
        ("church", 3, {}, True),
        ("church", 2, {}, False),
        ("customs", 2, {"imports": 1}, True),
        ("customs", 5, {"imports": 1}, True),
        ("chinatown", 3, {"yen": 9}, False),
        ("employment-agency", 3, {"yen": 9}, False),
    ],
)
def test_B_3_what_areas_take_and_place_is_compulsory(
    area: str, strength: int, stock: dict[str, int], must: bool
) -> None:
    """B.3, turn.2: orders and cards are taken, assistants set; gifts, purchases, exchanges and pieces are offers."""
    t = Table(4).stock(RED, **stock).act_in(area, strength)
    assert ("done" not in t.offered) == must
    if must:
        assert t.refused("done") == "the action must be carried out [B.3]"


DEAR = ("exhibition", "station", "ball", "tram", "telephone", "newspaper")
"""Technologies that cost more than 4 industry, with the surcharges of their slots."""


@pytest.mark.parametrize("board", ["laboratory", "research-center"])
def test_B_3_a_technology_that_the_power_pays_for_is_taken(board: str) -> None:
    """B.3, area.laboratory: with industry 4 the brickworks are taken; what costs more may be paid for or left alone."""
    t = Table(4).show(board, *DEAR).stock(RED, imports=2, yen=9).act_in(board, 4)
    assert {"research ball 3 2", "done"} <= {*t.offered}
    t = Table(4).show(board, "brickworks", *DEAR[1:]).stock(RED, imports=2, yen=9).act_in(board, 4)
    assert t.refused("done") == "the action must be carried out [B.3]"
    assert "research ball 3 2" in t.offered, "another one may be paid for instead"
    t = Table(4).own(RED, "gas-light", "winery", "letterpress").show(board, "brickworks", *DEAR[1:]).stock(RED, yen=9)
    assert "done" in t.act_in(board, 4).offered, "the fourth one always costs something"


def test_B_3_a_second_order_is_an_offer() -> None:
    """B.3, area.port: the first order is taken, the second may be."""
    t = Table(4).act_in("port", 3)
    t.play(t.offered[0], "done")
    assert t.asked == "Additional"


def test_B_3_what_cannot_be_done_is_not_asked_for() -> None:
    """B.3, general.3: with a full hand, a full board, no assistant or no import the step is simply over."""
    t = Table(4).hold(RED, "order-20", "order-21", "order-22").act_in("port", 4)
    assert t.asked == "Building"
    assert Table(4).act_in("customs", 3).asked == "Additional"
    full = Table(4).board("church", *[BLUE] * 4, *[YELLOW] * 4).act_in("church", 3)
    assert full.asked == "Additional"


def test_B_3_of_old_logs_is_lax() -> None:
    """B.3, B.2: a game opened with rules version 1 goes on as it was begun."""
    old = GAME.variants_from({"strict": False}, 1)
    assert (old.strict, old.lax, old.detours, old.sole_inventor) == (False, True, True, False)
    assert GAME.variants_from({}) == Variants()
    assert Variants().by_the_letter


def test_B_3_strict_asks_for_one_only() -> None:
    """B.3: a first exchange is compulsory, a second one is not; nor is what cannot be paid."""
    t = Table(4, strict=True).act_in("chinatown", 3).play("sell tea", "done")
    assert t.asked == "Additional"
    t = Table(4, strict=True).act_in("employment-agency", 3).play("release assistant", "done")
    assert t.asked == "Additional"
    assert Table(4, strict=True).act_in("customs", 3).asked == "Additional"


def test_B_3_strict_does_not_ask_for_the_impossible() -> None:
    """B.3: what cannot be afforded may be declined, although another question keeps the action open."""
    poor = {"copper": 0, "tea": 0, "fish": 0, "yen": 0, "imports": 0}
    t = Table(4, strict=True).own(RED, "textile-factory").stock(RED, **poor, silk=1)
    t.show("laboratory", *["exhibition", "tram", "telephone"]).act_in("laboratory", 2)
    assert t.offered[-2:] == ["done", "sell-silk"]
    t.play("done")
    t = (
        Table(4, strict=True)
        .own(RED, "textile-factory")
        .hold(RED, "order-20", "order-21", "order-22")
        .act_in("port", 3)
    )
    assert t.offered == ["done", "sell-silk"]
    t.play("done")
    t = Table(4, strict=True).own(RED, "textile-factory").ready(RED, assistants=20).stock(RED, yen=1)
    t.act_in("employment-agency", 3).play("done")
    t = Table(4, strict=True).own(RED, "textile-factory", "university").stock(RED, **poor, silk=1)
    t.act_in("chinatown", 3).play("sell silk", "done")
    assert t.asked == "Additional"


# --- symbols ---------------------------------------------------------------------------------------------------------


def test_symbols_1_assistant_moves() -> None:
    """symbols.1: from supply or area to another area, past presidents free of charge, never to the canal."""
    t = Table(4).put(RED, "bank", 1).president(BLUE, "port").act_in("church", 3).play("occupy 1 area")
    t.forbidden("shift bank bank", "symbols.1").forbidden("shift dock port", "symbols.1").forbidden(
        "shift attic port", "symbols.1"
    )
    t.forbidden("shift bank canal", "area.canal").forbidden("shift bank nowhere", "setup.1")
    t.play("shift bank port")
    assert (t.at(RED, "bank"), t.at(RED, "port"), t.yen(RED), t.yen(BLUE)) == (0, 1, 3, 4)


def test_symbols_1_moves_may_be_declined() -> None:
    """symbols.1: one of two moves, or none."""
    t = Table(4).act_in("church", 5).play("give tea", "occupy 4 area", "shift supply bank", "done")
    assert t.at(RED, "bank") == 1
    assert t.asked == "TakingTile"


def test_symbols_1_empty_supply_moves_from_areas_only() -> None:
    """symbols.1: no assistant in the supply, none moves from there."""
    t = Table(4).put(RED, "bank", 1).put(RED, "church", 3).ready(RED, assistants=0)
    t.play("done", "move church", "occupy 1 area").forbidden("shift supply port", "symbols.1")
    assert all(option.startswith(("shift bank", "shift church", "done")) for option in t.offered)


def test_symbols_1_every_way_to_move() -> None:
    """symbols.1: from the supply and from each area with an own assistant into every other area."""
    t = Table(2).put(RED, "bank", 1).put(RED, "port", 1).act_in("church", 3).play("occupy 1 area")
    origins = ("supply", "bank", "port", "church")
    areas = [area.id for area in t.s.tables.areas if t.s.tables.area_index[area.id] in t.s.layout]
    expected = {f"shift {origin} {area}" for origin in origins for area in areas if area != origin}
    assert {*t.offered} == {*expected, "done"}


def test_symbols_1_pieces_out_of_the_warehouse() -> None:
    """symbols.1: the reward of a Church space brings one piece out for its cost."""
    t = Table(4).act_in("church", 5).play("occupy 3 area")
    assert (t.points(RED), t.asked) == (4, "Releasing")
    t.play("release shop")
    assert (t.yen(RED), t.supply(RED)[1]) == (1, 3)


def test_symbols_1_goods_of_choice() -> None:
    """symbols.1: each good of choice is chosen anew; imports are no trade goods."""
    t = Table(4).tile("tea-plantation-1", "tile-15").act_in("tea-plantation-1", 5).play("take-tile")
    t.forbidden("choose imports", "symbols.1").play("choose copper", "choose silk")
    assert t.s.stock[RED][:2] == [2, 2]
    assert t.asked == "Building"
