"""What players read: questions, options, refusals and the log, word for word."""

from __future__ import annotations

import pytest

from stellwerk.core import advance, events, pending
from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.events import CardShown, OrderDealt, card_text
from stellwerk.locale import translator
from tests.games.helpers import refusal
from tests.games.yokohama.table import BLUE, GREEN, RED, YELLOW, Table
from tests.games.yokohama.test_placement import CORNER


def describe(t: Table, line: str) -> str:
    return str(GAME.describe(t.s, GAME.parse(line)))


def ask(t: Table) -> str:
    return t.question


def test_questions() -> None:
    """turn.2: every question says what is asked and how much of it is left."""
    t = Table(4)
    first = "Additional actions, or placement: up to 3 assistants in different areas, or 2 in one"
    assert ask(t) == first
    assert "up to 4 assistants" in ask(Table(4).own(RED, "newspaper"))
    assert ask(t.play("place bank")) == "Placement: another assistant, or on to the movement"
    assert ask(t.play("done")) == (
        "Movement: your president to an area with an assistant of yours, or back into your supply"
    )
    assert ask(t.play("recall")) == "Take assistants back into your supply as well?"
    assert ask(t.play("done")) == "Additional actions, or end of the turn"
    t = Table(4).act_in("chinatown", 3)
    assert ask(t) == "Chinatown: 3 exchanges left"
    assert ask(t.play("sell tea", "sell fish")) == "Chinatown: 1 exchange left"
    t = Table(4).stock(RED, imports=2).act_in("customs", 4).play("give imports")
    assert ask(t) == "Customs: 1 of at most 3 imports given. Choose a space"
    t = Table(4).act_in("church", 4)
    assert ask(t) == "Church: faith 4. Give something for more faith, or choose a space"
    t = Table(4).act_in("dock", 3)
    assert ask(t) == "Dock: take an order"
    assert ask(t.play(t.offered[0])) == "Dock: take a second order for 2 yen or 1 import?"
    assert ask(Table(4).act_in("laboratory", 4)) == "Laboratory: acquire a technology with industry 4"
    t = Table(4).act_in("employment-agency", 3)
    assert ask(t) == "Out of the warehouse: up to 2 pieces"
    assert ask(t.play("release assistant")) == "Out of the warehouse: 1 piece"


def test_questions_of_rewards() -> None:
    """symbols.1, B.4, B.5, technology.station, technology.telephone: what is left to choose, and where."""
    t = Table(4).tile("bank", "tile-15").own(RED, "telephone").act_in("bank", 5)
    assert ask(t) == "Collect the power-5 tile of Bank?"
    assert ask(t.play("take-tile")) == "Choose trade goods: 2 more"
    assert ask(t.play("choose tea")) == "Choose a trade good: 1 more"
    assert ask(t.play("choose tea")) == "Build in Bank?"
    assert ask(t.play("done")) == "Telephone: leave one assistant in Bank?"
    t = Table(4).act_in("church", 5).play("give tea", "occupy 4 area")
    assert ask(t) == "Move assistants: 2 moves left"
    assert ask(t.play("shift supply bank")) == "Move assistants: 1 move left"
    t = Table(4).show("laboratory", "station").stock(RED, yen=4).act_in("laboratory", 5).play("research station 1 0")
    assert ask(t) == "Choose the area of the station"


def test_questions_of_chance() -> None:
    """setup.9: what is dealt, and for what."""
    s, asked = GAME.setup(3), []
    dealer = Table(3).dealer
    while not s.achieved:
        choice = pending(s)
        assert choice is not None
        asked.append(str(choice.question(s)))
        choice.resolve(s, dealer.answer(choice.options(s)))
        s.agenda.remove(choice)
        while s.agenda and not s.agenda[-1].waits:
            s.agenda.pop().run(s)
    assert list(dict.fromkeys(asked)) == [
        "Next area of the pyramid", "Building-site card for an area", "Power-5 tile for an area", "New card: Port",
        "New card: Dock", "Order for a player", "Choose the order you keep", "New card: Laboratory",
        "Achievement of a stack",
    ]  # fmt: skip


def test_refusals_with_numbers() -> None:
    """B.1, area.port, area.laboratory: the numbers in a refusal are those of the case."""
    t = Table(4).president(YELLOW, "bank").president(BLUE, "bank").stock(RED, yen=1)
    assert t.refused("place bank") == "2 yen are needed for the presidents there [B.1]"
    t = Table(4).own(RED, "newspaper").play("place bank", "place port", "place dock")
    assert t.refused("place dock") == "up to 4 assistants, each in another area [B.1]"
    t = Table(4).play("place bank", "place port")
    assert t.refused("place port") == "up to 3 assistants, each in another area [B.1]"
    t = Table(4).show("port", "order-01", "order-02", "order-03").act_in("port", 2)
    assert t.refused("take-order order-03 free") == "power 2 does not reach that slot [area.port]"
    t = Table(4).show("port", "order-01").hold(RED, "order-20", "order-21", "order-22").own(RED, "textile-factory")
    assert t.act_in("port", 2).refused("take-order order-01 free") == "3 orders in hand at most [general.3]"
    t = Table(4).show("port", "order-01", "order-02").stock(RED, imports=1, yen=1).act_in("port", 2)
    t.play("take-order order-01 free")
    assert t.refused("take-order order-02 yen") == "2 yen are needed [area.port]"
    t = Table(4).show("laboratory", "exhibition", "winery").stock(RED, yen=3).act_in("laboratory", 5)
    assert t.refused("research exhibition 1 0") == "6 yen are needed [area.laboratory]"
    assert t.refused("research exhibition 1 4") == "3 imports or pairs of yen are to be paid [area.laboratory]"
    assert t.refused("research exhibition 1 2") == "you do not have so many imports [area.laboratory]"
    t = Table(4).act_in("church", 3)
    assert t.refused("occupy 4 area") == "the space needs 6 [area.church]"
    t = Table(4).stock(RED, imports=3).act_in("customs", 2).play("give imports")
    assert t.refused("give imports") == "power 2: 1 imports at most [area.customs]"
    t = Table(4).stock(RED, yen=3).act_in("chinatown", 2)
    assert t.refused("buy imports") == "4 yen are needed [area.chinatown]"


def test_refusals_of_movement_say_why() -> None:
    """B.2: each obstacle has its own words."""
    t = Table(4, CORNER).president(RED, "tea-plantation-1").put(RED, "dock", 1).put(RED, "laboratory", 1)
    t.put(RED, "silk-mill-1", 1).president(BLUE, "laboratory").president(GREEN, "church").put(RED, "church", 1).play(
        "done"
    )
    said = [t.refused(line) for line in (
        "move tea-plantation-1", "move silk-mill-1", "move bank", "move church", "move dock", "move canal",
    )]  # fmt: skip
    assert said == [
        "the president may not stay in or return to the area he starts from [B.2]",
        "no path meets exactly these presidents [B.2]",
        "you have no assistant there [B.2]",
        "an opposing president is there [B.2]",
        "no path of own assistants that you can pay leads there [B.2]",
        "the move may not end on the canal [area.canal]",
    ]
    t = Table(4, CORNER).own(RED, "postal-system").president(RED, "tea-plantation-1").put(RED, "dock", 1)
    t.president(BLUE, "dock").play("done")
    assert t.refused("move dock") == "no path of own assistants that you can pay leads there [B.2]"


def test_refusal_of_an_empty_recall() -> None:
    """B.2: with nobody left in the areas there is nobody to take back."""
    t = Table(4).put(RED, "bank", 1).play("done", "recall")
    t.s.assistants[RED][t.area("bank")] = 0
    t.s.supply[RED][0] += 1
    assert t.refused("fetch-all") == "none of your assistants is in an area [B.2]"


def test_options_say_what_they_bring() -> None:
    """B.1, B.2, B.3: fees, power and yield stand in the option."""
    t = Table(4, CORNER).president(YELLOW, "laboratory")
    assert describe(t, "place laboratory") == "Assistant to Laboratory for 1 yen"
    assert describe(t, "place bank") == "Assistant to Bank"
    t = Table(4, CORNER).president(RED, "tea-plantation-1").put(RED, "laboratory", 1).put(RED, "silk-mill-1", 3)
    t.president(BLUE, "laboratory").play("done")
    assert describe(t, "move silk-mill-1 2") == "President to Silk mill I for 1 yen (seat 3): power 4, 3 silk"
    assert describe(t, "recall") == "President back into the supply; no area action"


@pytest.mark.parametrize(
    ("area", "said"),
    [
        ("chinatown", "power 3, 3 exchanges"),
        ("church", "power 3, faith 3"),
        ("customs", "power 3, up to 2 imports to give"),
        ("port", "power 3, order of the low or middle range"),
        ("employment-agency", "power 3, 2 pieces out of the warehouse"),
        ("research-center", "power 3, industry 3"),
        ("copper-mine-2", "power 3, 1 copper"),
    ],
)
def test_options_of_movement_by_area(area: str, said: str) -> None:
    """B.3: what the action of each kind of area will bring, for the president and for an agent."""
    t = Table(4).agent(RED, "gb").stock(RED, imports=2).put(RED, area, 2)
    name = str(t.s.tables.areas[t.area(area)].name)
    t.put(RED, area, 1)
    assert describe(t, f"use-agent {area}") == f"Agent to {name}: {said}"
    t = Table(4).stock(RED, imports=2).put(RED, area, 2).play("done")
    assert describe(t, f"move {area}") == f"President to {name}: {said}"


def test_an_action_says_beforehand_that_it_is_not_enough() -> None:
    """B.3: whoever walks there for nothing should know it before."""
    t = Table(4).show("laboratory", "ball").stock(RED, imports=0, yen=3).put(RED, "laboratory", 2).play("done")
    assert describe(t, "move laboratory") == "President to Laboratory: power 3, industry 3, not enough for anything"
    t.stock(RED, imports=1)
    assert describe(t, "move laboratory") == "President to Laboratory: power 3, industry 3"
    t = Table(4).stock(RED, imports=0).put(RED, "customs", 2).play("done")
    assert describe(t, "move customs").endswith("up to 2 imports to give, not enough for anything")


def test_options_of_actions() -> None:
    """B.4, B.5, A.b, A.c: rewards and prices in words."""
    t = Table(4).hold(RED, "order-14").achievements("a-tea", "b-yen", "c-prod4").stock(RED, copper=1, tea=7, fish=1)
    order = "order GB: 1 copper, 2 tea, 1 fish for 2 yen, 4 points"
    assert describe(t, "fulfil order-14") == f"Fulfil {order}"
    assert describe(t, "achieve a-tea") == "Achievement Own 7 tea: 10 points"
    t.s.achieved[0] = (BLUE,)
    assert describe(t, "achieve a-tea") == "Achievement Own 7 tea: 6 points"
    t = Table(4).tile("bank", "tile-19").site("bank", "site-02").ready(RED, houses=1).act_in("bank", 5)
    assert describe(t, "take-tile") == "Collect the tile: 2 points, 2 assistant moves"
    assert describe(t, "done") == "Leave the tile"
    t.play("done")
    assert describe(t, "build-shop 1") == "Shop on site 1: 1 import"
    assert describe(t, "build-house") == "Trading house: 8 points"
    assert describe(t, "done") == "Build nothing"
    t = Table(4).show("laboratory", "ball").stock(RED, imports=1, yen=4).act_in("laboratory", 3)
    assert describe(t, "research ball 1 1") == "Ball (FR) for 1 import, 2 yen: Each fulfilled order: 2 points more."
    t = Table(4).show("port", "order-14").stock(RED, yen=9).act_in("port", 4)
    assert describe(t, "take-order order-14 yen") == f"Take for 2 yen: {order}"
    t = Table(4).stock(RED, yen=9).act_in("chinatown", 3)
    assert describe(t, "buy imports") == "Buy 1 import for 4 yen"
    assert describe(t, "sell silk") == "Sell 1 silk for 2 yen"
    t = Table(4).act_in("employment-agency", 3)
    assert describe(t, "release house") == "Out of the warehouse: trading house for 4 yen"
    t = Table(4).act_in("church", 3)
    assert describe(t, "give yen") == "Give 2 yen"
    assert describe(t, "occupy 1 area") == "Space 1, assistant from the area: 2 points, 1 assistant move"
    assert describe(t, "occupy 1 supply") == "Space 1, assistant from the supply: 2 points, 1 assistant move"


def test_area_port_power_five_brings_an_order_and_points() -> None:
    """area.port: the option says both."""
    t = Table(4).put(RED, "port", 4).put(RED, "dock", 3).play("done")
    assert describe(t, "move port") == "President to Port: power 5, any order and 3 points"
    assert describe(t, "move dock") == "President to Dock: power 4, any order"


def test_the_log_of_a_turn() -> None:
    """B.1 to B.6: who did what, what was paid, what came of it."""
    t = Table(4).president(YELLOW, "bank").house(BLUE, "silk-mill-1")
    assert t.told("place bank") == ["seat 1: assistant to Bank for 1 yen", "seat 1: 1 yen to seat 2"]
    t.put(RED, "silk-mill-1", 3).play("done")
    assert t.told("move silk-mill-1") == [
        "seat 1: president to Silk mill I",
        "seat 1: action Silk mill I with power 4",
        "seat 3: 1 yen for the trading house in Silk mill I",
        "seat 1: gets 3 silk",
    ]
    t.site("silk-mill-1", "site-01").own(RED, "gas-light").play("move silk-mill-1")
    assert t.told("build-shop 1") == [
        "seat 1: builds in Silk mill I: shop",
        "seat 1: Gas light gives 2 points",
        "seat 1: gets 4 points",
        "seat 1: 3 assistants return from Silk mill I",
    ]
    t.play("build-shop 1")
    assert t.told("done") == ["seat 2: turn in round 1"]


def test_the_log_of_other_things() -> None:
    """A.a, A.c, A.d, area.canal, area.church, technology.textile-factory: each with its own line."""
    t = Table(4).own(RED, "newspaper", "textile-factory", "university").hold(RED, "order-03").stock(RED, tea=2, fish=2)
    assert t.told("fulfil order-03") == [
        "seat 1: fulfils order GB: 2 tea, 2 fish for 4 points",
        "seat 1: gets 4 points",
        "seat 1: pair of symbols, new agent: Great Britain",
    ]
    assert t.told("sell-silk") == ["seat 1: sells 1 silk for 2 yen"]
    assert t.told("recruit") == ["seat 1: out of the warehouse: assistant, 1 yen"]
    t = Table(4).agent(RED, "us").put(RED, "bank", 1)
    assert t.told("use-agent bank")[:2] == [
        "seat 1: agent of United States in Bank",
        "seat 1: action Bank with power 1",
    ]
    layout = ["tea-plantation-1", "canal", "bank"]
    t = Table(4, layout).president(RED, "tea-plantation-1").put(RED, "bank", 1).play("done")
    assert t.told("move bank")[0] == "seat 1: president to Bank, canal 1 yen"
    assert t.told("recall") == ["seat 1: president back to the supply"]
    t.play("recall")
    assert t.told("fetch-all") == ["seat 1: 1 assistant back from Bank"]
    t = Table(4).act_in("church", 3)
    assert t.told("give yen") == ["seat 1: gives 2 yen"]
    assert t.told("occupy 1 area")[0] == "seat 1: assistant on space 1 of the board Church"


def test_the_log_of_trade_and_pieces() -> None:
    """area.chinatown, area.employment-agency, area.laboratory, symbols.1, B.4: goods, prices and places are named."""
    t = Table(4).stock(RED, yen=4).act_in("chinatown", 3)
    assert t.told("buy copper") == ["seat 1: buys 1 copper for 2 yen"]
    assert t.told("sell tea") == ["seat 1: sells 1 tea for 1 yen"]
    t = Table(4).stock(RED, yen=4).act_in("employment-agency", 3)
    assert t.told("release house") == ["seat 1: out of the warehouse: trading house, 4 yen"]
    t = Table(4).show("laboratory", "exhibition").stock(RED, yen=4, imports=1).act_in("laboratory", 5)
    assert t.told("research exhibition 1 1")[0] == "seat 1: technology Exhibition (GB), paid: 1 import, 4 yen"
    t = Table(4).put(RED, "bank", 1).act_in("church", 3).play("occupy 1 area")
    assert t.told("shift bank port")[0] == "seat 1: assistant from Bank to Port"
    assert t.told("shift supply port")[0] == "seat 1: assistant from the supply to Port"
    t = Table(4).tile("bank", "tile-15").achievements("a-tea", "b-yen", "c-prod4").act_in("bank", 5)
    assert t.told("take-tile") == ["seat 1: power-5 tile of Bank", "seat 1: gets 2 goods of choice"]
    assert t.play("take-tile").told("choose tea") == ["seat 1: gets 1 tea"]
    t = Table(4).achievements("a-tea", "b-yen", "c-prod4").stock(RED, tea=7)
    assert t.told("achieve a-tea") == ["seat 1: achievement Own 7 tea: 10 points"]


def test_words_in_german_and_polish() -> None:
    """B.2, general.3: the nouns of the German rulebook; Polish numbers in their three forms."""
    t = Table(4).put(RED, "bank", 2).play("done")
    text = GAME.describe(t.s, GAME.parse("move bank"))
    assert text.render(translator("de")) == "Präsident: Bank; Stärke 3, 3 Yen"
    assert text.render(translator("pl")) == "Prezes: Bank; siła 3, 3 jeny"
    t = Table(4).put(RED, "bank", 5).play("done")
    assert "5 jenów" in GAME.describe(t.s, GAME.parse("move bank")).render(translator("pl"))
    objection = refusal(Table(4).s, "place canal")
    assert objection is not None
    assert objection.text.render(translator("de")) == "auf den Kanal kommen nie Assistenten"


def test_setup_cards_laid_open_are_told() -> None:
    """setup.5, setup.9: every card on a board is told with the board, the orders dealt to a hand as well."""
    s, dealer, told = GAME.setup(3), Table(3).dealer, []
    while not s.achieved:
        choice = pending(s)
        assert choice is not None
        action = dealer.answer(choice.options(s))
        told += [str(event.text()) for event in events(s, action) if isinstance(event, CardShown | OrderDealt)]
        advance(s, action)
    expected = [
        f"{area}: new card, {card_text(cards[card])}"
        for board, area, cards in (
            ("port", "Port", s.tables.orders),
            ("dock", "Dock", s.tables.orders),
            ("laboratory", "Laboratory", s.tables.technologies),
        )
        for card in s.displays[board]
    ]
    assert [line for line in told if line in expected] == expected
    assert len(told) == sum(map(len, s.displays.values())) + 2 * s.seats
