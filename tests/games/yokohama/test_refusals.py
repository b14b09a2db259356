"""Every kind of illegal action is refused in its own words, with its own section."""

from __future__ import annotations

from stellwerk.core import pending
from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.components import HOUSE, SHOP
from tests.games.yokohama.table import BLUE, GREEN, RED, YELLOW, Table
from tests.games.yokohama.test_placement import CORNER


def elsewhere(t: Table) -> str:
    """An area that does not lie on this table."""
    return next(area.id for area in t.s.tables.areas if t.area(area.id) not in t.s.layout)


def test_setup_2_and_setup_9_what_is_dealt() -> None:
    s, seen = GAME.setup(2), {}
    dealer = Table(2).dealer
    while (choice := pending(s)) is not None and not s.achieved:
        line = "deal nothing" if choice.seat(s) < 0 else "keep-order order-xx"
        action = GAME.parse(line)
        seen[str(choice.objection(s, action))] = line
        choice.resolve(s, dealer.answer(choice.options(s)))
        s.agenda.remove(choice)
        while s.agenda and not s.agenda[-1].waits:
            s.agenda.pop().run(s)
    assert [line.replace("[yokohama ", "[") for line in seen] == [
        "nothing cannot come up [setup.2]",
        "that order was not dealt to you [setup.9]",
    ]


def test_B_1_placement() -> None:
    t = Table(3)
    absent = elsewhere(t)
    assert t.refused(f"place {absent}") == "that area is not in this game [setup.1]"
    assert t.refused("place canal") == "assistants never go to the canal [area.canal]"
    assert t.play("place bank").refused("fulfil order-01") == (
        "additional actions come before or after the main action [A.0]"
    )
    t = Table(4).ready(RED, assistants=0)
    assert t.refused("place port") == "no assistant is left in your supply [general.6]"
    t = Table(4, CORNER).own(RED, "telegraph").play("place dock", "place dock")
    assert t.refused("place dock") == "after two in one area: one more in an area next to it [technology.telegraph]"


def test_B_2_movement() -> None:
    t = Table(4, CORNER).president(RED, "tea-plantation-1").put(RED, "dock", 1).put(RED, "laboratory", 1)
    t.put(RED, "silk-mill-1", 1).put(RED, "church", 1).president(BLUE, "laboratory").president(GREEN, "church")
    t.play("done")
    assert t.refused("move tea-plantation-1") == (
        "the president may not stay in or return to the area he starts from [B.2]"
    )
    assert t.refused("move silk-mill-1") == "no path meets exactly these presidents [B.2]"
    assert t.refused("move bank") == "you have no assistant there [B.2]"
    assert t.refused("move church") == "an opposing president is there [B.2]"
    assert t.refused("move dock") == "no path of own assistants that you can pay leads there [B.2]"
    assert t.refused("move canal") == "the move may not end on the canal [area.canal]"
    t = Table(3).put(RED, "bank", 1)
    absent = elsewhere(t)
    assert t.play("done").refused(f"move {absent}") == "that area is not in this game [setup.1]"
    t.play("recall")
    assert t.refused(f"fetch {absent}") == "that area is not in this game [setup.1]"
    assert t.refused("fetch port") == "you have no assistant there [B.2]"


def test_area_chinatown_trades() -> None:
    t = Table(4).stock(RED, yen=3, tea=0).act_in("chinatown", 3)
    assert t.refused("buy yen") == "that is not traded in Chinatown [area.chinatown]"
    assert t.refused("buy imports") == "4 yen are needed [area.chinatown]"
    assert t.refused("sell imports") == "imports are bought here, never sold [area.chinatown]"
    assert t.refused("sell tea") == "you have none of it to sell [area.chinatown]"
    strict = Table(4, strict=True).act_in("chinatown", 3)
    assert strict.refused("done") == "the action must be carried out [B.3]"


def test_area_church_and_area_customs() -> None:
    t = Table(4).board("church", YELLOW).stock(RED, tea=1, silk=0).act_in("church", 4)
    assert t.refused("give points") == "that is no gift to the Church [area.church]"
    assert t.refused("give silk") == "you do not have enough of it [area.church]"
    assert t.refused("occupy 99 area") == "there is no such space [area.church]"
    assert t.refused("occupy 1 area") == "the space is taken [area.church]"
    t.play("give tea")
    assert t.refused("give tea") == "each kind of gift is accepted once [area.church]"
    assert t.refused("done") == "you have given something: an assistant must go on the board [area.church]"
    t.s.assistants[RED][t.area("church")] = 0
    t.s.supply[RED][0] += 3
    assert t.refused("occupy 2 area") == "you have no assistant there [area.church]"
    t = Table(4).stock(RED, imports=1).act_in("customs", 3)
    assert t.refused("give tea") == "only imports are given to Customs [area.customs]"
    t.board("customs", *[4] * len(t.s.spaces["customs"]))
    assert t.refused("give imports") == "no free space can be reached [area.customs]"
    strict = Table(4, strict=True).act_in("church", 4)
    assert strict.refused("done") == "the action must be carried out [B.3]"


def test_area_port_and_area_dock() -> None:
    t = Table(4).show("port", "order-01", "order-02").stock(RED, imports=0, yen=2).act_in("port", 2)
    assert t.refused("take-order order-30 free") == "that order is not on this board [area.port]"
    assert t.refused("take-order order-01 yen") == "the first order is free, the second one is not [area.port]"
    t.play("take-order order-01 free")
    assert t.refused("take-order order-02 free") == "the first order is free, the second one is not [area.port]"
    assert t.refused("take-order order-02 imports") == "you have no import [area.port]"
    t = Table(4).show("port", "order-01").hold(RED, "order-20", "order-21", "order-22").own(RED, "textile-factory")
    assert t.act_in("port", 2).refused("take-order order-01 free") == "3 orders in hand at most [general.3]"
    strict = Table(4, strict=True).act_in("port", 2)
    assert strict.refused("done") == "the action must be carried out [B.3]"


def test_area_laboratory() -> None:
    t = Table(4).own(RED, "ball").show("laboratory", "winery", "ball").stock(RED, yen=9).act_in("laboratory", 5)
    assert t.refused("research ball 1 0") == "that technology is not on this slot [area.laboratory]"
    assert t.refused("research ball 9 0") == "that technology is not on this slot [area.laboratory]"
    assert t.refused("research ball 2 0") == "you own that technology already [general.4]"
    strict = Table(4, strict=True).show("laboratory", "winery").stock(RED, yen=20).act_in("laboratory", 5)
    assert strict.refused("done") == "the action must be carried out [B.3]"
    t = Table(3).show("laboratory", "station").stock(RED, yen=4).act_in("laboratory", 5).play("research station 1 0")
    absent = elsewhere(t)
    assert t.refused(f"set-station {absent}") == "that area is not in this game [setup.1]"
    assert t.refused("set-station canal") == "the station does not stand on the canal [technology.station]"


def test_area_employment_agency() -> None:
    t = Table(4).stock(RED, yen=0).act_in("employment-agency", 3)
    assert t.refused("release house") == "you cannot pay for that piece [area.employment-agency]"
    t.s.supply[RED][2] += t.s.warehouse[RED][2]
    t.s.warehouse[RED][2] = 0
    assert t.refused("release house") == "no such piece is left in your warehouse [area.employment-agency]"
    strict = Table(4, strict=True).stock(RED, yen=9).act_in("employment-agency", 3)
    assert strict.refused("done") == "the action must be carried out [B.3]"


def test_symbols_1_rewards() -> None:
    t = Table(4).tile("bank", "tile-15").act_in("bank", 5).play("take-tile")
    assert t.refused("choose yen") == "only trade goods may be chosen here [symbols.1]"
    t = Table(3).act_in("church", 5).play("give tea", "occupy 4 area")
    absent = elsewhere(t)
    assert t.refused(f"shift supply {absent}") == "that area is not in this game [setup.1]"
    assert t.refused("shift supply canal") == "assistants never go to the canal [area.canal]"
    assert t.refused("shift bank bank") == "an assistant moves into another area [symbols.1]"
    assert t.refused("shift bank port") == "you have no assistant there [symbols.1]"


def test_B_5_construction() -> None:
    t = Table(4).shop(BLUE, "bank", 1).house(BLUE, "bank").ready(RED, shops=1, houses=1).act_in("bank", 4)
    assert t.refused("build-shop 1") == "that site is not free [B.5]"
    assert t.refused("build-shop 9") == "that site is not free [B.5]"
    assert t.refused("build-house") == "the area has a trading house already [B.5]"
    t = Table(4).shop(RED, "bank", 1).ready(RED, shops=1, houses=1).act_in("bank", 4)
    assert t.refused("build-shop 2") == "you have a shop in this area already [B.5]"
    t = Table(4).ready(RED, shops=-Table(4).supply(RED)[SHOP], houses=1).act_in("bank", 4)
    assert t.refused("build-shop 1") == "you have no shop in your supply [general.6]"
    t = Table(4).ready(RED, shops=1, houses=-Table(4).supply(RED)[HOUSE]).act_in("bank", 4)
    assert t.refused("build-house") == "you have no trading house in your supply [general.6]"


def test_A_additional_actions() -> None:
    t = Table(3).achievements("a-tea", "b-yen", "c-prod4").stock(RED, tea=7, yen=0, copper=0).hold(RED, "order-14")
    assert t.refused("use-agent bank") == "you have no unused agent [A.a]"
    assert t.refused("achieve c-xx") == "that achievement is not in this game [A.b]"
    assert t.refused("achieve b-yen") == "its condition is not met [A.b]"
    t.play("achieve a-tea")
    assert t.refused("achieve a-tea") == "you have that achievement already [A.b]"
    assert t.refused("fulfil order-01") == "that order is not in your hand [A.c]"
    assert t.refused("fulfil order-14") == "goods of the order are missing [A.c]"
    absent = elsewhere(t)
    t = Table(3).agent(RED, "gb", "us").president(RED, "port").put(RED, "port", 1).put(RED, "bank", 1)
    assert t.refused(f"use-agent {absent}") == "that area is not in this game [setup.1]"
    assert t.refused("use-agent port") == "your president is there [A.a]"
    assert t.refused("use-agent dock") == "you have no assistant there [A.a]"
    t.play("use-agent bank")
    assert t.refused("use-agent port") == "one agent a turn only [A.a]"
    t = Table(4).achievements("a-tea", "b-yen", "c-prod4").stock(RED, tea=7).ready(RED, assistants=0)
    assert t.refused("achieve a-tea") == "no assistant is left in your supply [A.b]"


def test_technologies_of_ones_own_turn() -> None:
    t = Table(4).stock(RED, silk=0)
    assert t.refused("sell-silk") == "you do not own the textile factory [technology.textile-factory]"
    assert t.refused("recruit") == "you do not own the university [technology.university]"
    t = Table(4).own(RED, "textile-factory", "university").stock(RED, silk=0, yen=0)
    assert t.refused("sell-silk") == "you have no silk [technology.textile-factory]"
    assert t.refused("recruit") == "you cannot pay the university [technology.university]"
    t.stock(RED, silk=2, yen=9).play("sell-silk", "recruit")
    assert t.refused("sell-silk") == "the textile factory sells once a turn [technology.textile-factory]"
    assert t.refused("recruit") == "the university works once a turn [technology.university]"
    t = Table(4).own(RED, "university").stock(RED, yen=9)
    t.ready(RED, assistants=sum(p[RED][0] for p in (t.s.supply, t.s.warehouse)))
    assert t.refused("recruit") == "no assistant is left in your warehouse [technology.university]"
