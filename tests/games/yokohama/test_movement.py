"""B.2: movement of the president."""

from __future__ import annotations

import random
from itertools import product

import pytest

from stellwerk.core import pending
from stellwerk.games.yokohama.rules.chapters.movement import Ways, all_ways
from stellwerk.games.yokohama.rules.components import YEN
from stellwerk.games.yokohama.rules.state import Yokohama, guests, neighbours, owns
from tests.games.yokohama.table import BLUE, GREEN, RED, YELLOW, Table
from tests.games.yokohama.test_placement import CORNER


def walking(**stock: int) -> Table:
    """Red's president on the tea plantation in the corner, placement over."""
    return Table(4, CORNER).president(RED, "tea-plantation-1").stock(RED, **stock)


def test_y019_example_of_the_rulebook() -> None:
    """B.2: through the agency with its blue president for 1 yen to the silk mill; the laboratory has no assistant."""
    t = walking().put(RED, "employment-agency", 1).put(RED, "silk-mill-1", 1).president(BLUE, "employment-agency")
    t.play("done")
    assert t.offered == ["move silk-mill-1 2", "recall"]
    t.forbidden("move silk-mill-1", "B.2").forbidden("move laboratory", "B.2")
    t.play("move silk-mill-1 2")
    assert (t.yen(RED), t.yen(BLUE)) == (2, 5)
    assert t.s.presidents[RED] == t.area("silk-mill-1")


def test_y020_stopping_beside_an_opposing_president() -> None:
    """B.2, technology.postal-system, technology.stagecoach: refused; with the post for 1 yen; with both for nothing."""
    t = walking().put(RED, "laboratory", 1).president(BLUE, "laboratory").play("done")
    t.forbidden("move laboratory", "B.2").forbidden("move laboratory 2", "B.2")
    t = walking().own(RED, "postal-system").put(RED, "laboratory", 1).president(BLUE, "laboratory").play("done")
    t.forbidden("move laboratory", "B.2").play("move laboratory 2")
    assert (t.yen(RED), t.yen(BLUE)) == (2, 5)
    t = walking().own(RED, "postal-system", "stagecoach").put(RED, "laboratory", 1).president(BLUE, "laboratory")
    t.play("done").forbidden("move laboratory 2", "B.2").play("move laboratory")
    assert (t.yen(RED), t.yen(BLUE)) == (3, 4)


def test_y021_never_back_to_the_start() -> None:
    """B.2: neither standing still nor a round trip."""
    t = walking().put(RED, "tea-plantation-1", 1).put(RED, "laboratory", 1).put(RED, "employment-agency", 1)
    t.play("done").forbidden("move tea-plantation-1", "B.2")


def test_y022_buildings_are_no_assistants() -> None:
    """B.2: an area with an own shop and trading house but no assistant is neither entered nor crossed."""
    t = walking().shop(RED, "laboratory").house(RED, "laboratory").put(RED, "silk-mill-1", 1).play("done")
    t.forbidden("move laboratory", "B.2").forbidden("move silk-mill-1", "B.2")
    assert t.offered == ["recall"]


def test_y023_the_canal_costs_a_yen() -> None:
    """area.canal: crossing takes 1 yen to the bank and no assistant; without money there is no way across."""
    layout = ["tea-plantation-1", "canal", "bank", "port", "dock", "church", "customs", "chinatown"]
    t = Table(4, layout).president(RED, "tea-plantation-1").put(RED, "bank", 1).stock(RED, yen=0).play("done")
    t.forbidden("move bank", "B.2")
    t = Table(4, layout).president(RED, "tea-plantation-1").put(RED, "bank", 1).stock(RED, yen=1).play("done")
    t.play("move bank")
    assert t.yen(RED) == 1 - 1 + 2
    assert [t.yen(seat) for seat in (YELLOW, BLUE, GREEN)] == [4, 4, 4]


def test_y024_no_stop_on_the_canal() -> None:
    """area.canal: the move never ends there."""
    layout = ["tea-plantation-1", "canal"]
    t = Table(4, layout).president(RED, "tea-plantation-1").play("done")
    t.forbidden("move canal", "area.canal")


def test_y025_from_the_supply_anywhere() -> None:
    """B.2: entering the board is free and goes to any area with an own assistant and no opposing president."""
    t = Table(4).put(RED, "bank", 1).put(RED, "port", 1).put(RED, "dock", 1).president(BLUE, "dock").play("done")
    assert sorted(t.offered) == ["move bank", "move port", "recall"]
    t.play("move port")
    assert t.yen(RED) == 3


def test_y026_recall_when_nothing_can_be_reached() -> None:
    """B.2: with no permitted area in reach only the recall is left."""
    t = walking().put(RED, "silk-mill-1", 2).play("done")
    assert t.offered == ["recall"]
    t.play("recall")
    assert t.s.presidents[RED] == -1


def test_y027_recall_takes_any_assistants() -> None:
    """B.2: of three assistants two come back, no area action follows, the additional actions do."""
    t = walking().put(RED, "bank", 1).put(RED, "port", 1).put(RED, "dock", 1).play("done", "recall")
    t.play("fetch bank", "fetch port")
    assert t.asked == "Recalling"
    t.play("done")
    assert (t.supply(RED)[0], t.at(RED, "dock"), t.s.presidents[RED]) == (7, 1, -1)
    assert t.asked == "Additional"
    assert t.s.stock[RED] == [1, 1, 1, 1, 0, 3]


def test_B_2_recall_of_everything_and_of_nothing() -> None:
    """B.2: all at once, or the president alone; several of one area come one by one; also from the supply."""
    t = walking().put(RED, "bank", 2).put(RED, "port", 1).play("done", "recall", "fetch-all")
    assert (t.supply(RED)[0], t.asked) == (8, "Additional")
    t = walking().put(RED, "bank", 2).play("done", "recall", "done")
    assert (t.at(RED, "bank"), t.asked) == (2, "Additional")
    t = Table(4).put(RED, "bank", 2).play("done", "recall", "fetch bank")
    assert t.at(RED, "bank") == 1
    t.forbidden("fetch port", "B.2").forbidden("fetch nowhere", "setup.1").play("fetch bank")
    assert t.asked == "Additional"


def test_B_2_recall_is_always_allowed() -> None:
    """B.2: although a permitted area is in reach."""
    t = walking().put(RED, "laboratory", 1).play("done")
    assert t.offered == ["move laboratory", "recall"]


def test_y028_boards_and_achievements_keep_their_assistants() -> None:
    """B.2: a recall reaches areas only."""
    t = walking().board("church", RED).board("customs", RED).put(RED, "bank", 1)
    t.s.achieved[0] = (RED,)
    t.s.supply[RED][0] -= 1
    t.play("done", "recall")
    assert t.offered == ["fetch bank", "fetch-all", "done"]
    t.forbidden("fetch church", "B.2").play("fetch-all")
    assert t.s.spaces["church"][0] == t.s.spaces["customs"][0] == RED
    assert t.s.achieved[0] == (RED,)


def test_y029_tram() -> None:
    """technology.tram: straight to a distant permitted area, free of charge; not beside an opposing president."""
    t = walking().own(RED, "tram").put(RED, "dock", 1).put(RED, "church", 1).president(BLUE, "church").play("done")
    assert t.offered == ["move dock", "recall"]
    t.play("move dock")
    assert t.yen(RED) == 3


def test_technology_tram_does_not_share_a_stop() -> None:
    """technology.tram, technology.postal-system: the tram avoids presidents even with the post, and never stays."""
    t = walking().own(RED, "tram", "postal-system").put(RED, "dock", 1).put(RED, "tea-plantation-1", 1)
    t.president(BLUE, "dock").play("done")
    assert t.offered == ["recall"]
    t.forbidden("move dock", "B.2").forbidden("move tea-plantation-1", "B.2")


def test_y030_stagecoach() -> None:
    """technology.stagecoach: past two presidents without a yen."""
    t = walking(yen=0).own(RED, "stagecoach").put(RED, "laboratory", 1).put(RED, "silk-mill-1", 1)
    t.president(BLUE, "laboratory").president(GREEN, "laboratory").play("done")
    assert t.offered == ["move silk-mill-1", "recall"]
    t.play("move silk-mill-1")
    assert (t.yen(RED), t.yen(BLUE), t.yen(GREEN)) == (0, 4, 4)


def test_y031_straight_to_the_own_station() -> None:
    """technology.station: even to opposing presidents, free, and the action follows."""
    t = walking().own(RED, "station").station("bank").put(RED, "bank", 1).president(BLUE, "bank").play("done")
    assert t.offered == ["move bank", "recall"]
    t.play("move bank")
    assert (t.yen(RED), t.yen(BLUE)) == (3 + 3, 4)


def test_y032_nobody_else_goes_straight_to_the_station() -> None:
    """technology.station: only the owner of the card."""
    t = walking().own(YELLOW, "station").station("bank").put(RED, "bank", 1).play("done")
    assert t.offered == ["recall"]
    t.forbidden("move bank", "B.2")


def test_technology_station_needs_an_assistant() -> None:
    """technology.station: an own assistant must be there, unless the switch says otherwise; also from the supply."""
    t = walking().own(RED, "station").station("bank").play("done")
    assert t.offered == ["recall"]
    t.forbidden("move bank", "B.2")
    t = Table(4, CORNER, station_without_assistant=True).president(RED, "tea-plantation-1")
    t.own(RED, "station").station("bank").play("done", "move bank")
    assert t.yen(RED) == 3 + 2
    t = Table(4).own(RED, "station").station("bank").put(RED, "bank", 1).president(BLUE, "bank").play("done")
    assert t.offered == ["move bank", "recall"]


def test_technology_station_is_no_standing_still() -> None:
    """technology.station, B.2: from the station area itself there is no move to it."""
    t = Table(4).own(RED, "station").station("bank").put(RED, "bank", 1).president(RED, "bank").play("done")
    t.forbidden("move bank", "B.2")


def test_technology_postal_system_from_the_supply() -> None:
    """technology.postal-system: entering beside presidents pays each of them; with too little money it is refused."""
    t = Table(4).own(RED, "postal-system").put(RED, "bank", 1).president(BLUE, "bank").president(GREEN, "bank")
    t.stock(RED, yen=1).play("done").forbidden("move bank 2 3", "B.2")
    t.stock(RED, yen=2).play("move bank 2 3")
    assert [t.yen(seat) for seat in (RED, BLUE, GREEN)] == [0 + 2, 5, 5]


def test_B_2_whom_to_pay_is_chosen() -> None:
    """B.2: two paths past different presidents are two options; the way past both only pays somebody."""
    t = walking().put(RED, "laboratory", 1).put(RED, "employment-agency", 1).put(RED, "silk-mill-1", 1)
    t.president(YELLOW, "laboratory").president(BLUE, "employment-agency").play("done")
    assert t.offered == ["move silk-mill-1 1", "move silk-mill-1 2", "recall"]
    assert t.refused("move silk-mill-1 1 2") == "a way there pays fewer presidents and costs no more [B.2]"
    t.forbidden("move silk-mill-1", "B.2").forbidden("move silk-mill-1 2 1", "B.2").forbidden(
        "move silk-mill-1 7", "B.2"
    )
    t.play("move silk-mill-1 2")
    assert [t.yen(seat) for seat in (RED, YELLOW, BLUE)] == [2, 4, 5]


def test_B_2_detours_as_a_switch() -> None:
    """B.2: games of 0.1 may pay whom they like."""
    t = Table(4, CORNER, detours=True).president(RED, "tea-plantation-1")
    t.put(RED, "laboratory", 1).put(RED, "employment-agency", 1).put(RED, "silk-mill-1", 1)
    t.president(YELLOW, "laboratory").president(BLUE, "employment-agency").play("done")
    assert t.offered == ["move silk-mill-1 1", "move silk-mill-1 2", "move silk-mill-1 1 2", "recall"]
    t.play("move silk-mill-1 1 2")
    assert [t.yen(seat) for seat in (RED, YELLOW, BLUE)] == [1, 5, 5]


def test_B_2_paying_a_president_instead_of_the_canal_is_no_detour() -> None:
    """B.2, area.canal: of two ways for 1 yen one pays the bank, the other a player; both are offered."""
    layout = ["tea-plantation-1", "canal", "bank", "port", "dock", "church", "laboratory", "silk-mill-1"]
    t = Table(4, layout).president(RED, "tea-plantation-1").put(RED, "bank", 1)
    t.put(RED, "laboratory", 1).put(RED, "silk-mill-1", 1).president(BLUE, "laboratory").play("done")
    assert [line for line in t.offered if "bank" in line] == ["move bank", "move bank 2"]


def test_B_2_a_free_way_round_the_canal() -> None:
    """B.2, area.canal: of two ways that meet the same presidents the cheaper one is taken."""
    layout = ["tea-plantation-1", "canal", "bank", "port", "dock", "church", "laboratory", "silk-mill-1"]
    t = Table(4, layout).president(RED, "tea-plantation-1").put(RED, "bank", 1)
    t.put(RED, "laboratory", 1).put(RED, "silk-mill-1", 1).play("done", "move bank")
    assert t.yen(RED) == 3 + 2


def test_setup_1_a_move_to_an_unknown_area() -> None:
    """setup.1: areas of other player counts are refused."""
    Table(2).play("done").forbidden("move canal", "setup.1")


# --- the cheapest way per destination and payees, against walking every path ----------------------------------------


def every_walk(s: Yokohama) -> Ways:
    """All paths that enter each area once, one after the other: slow and plain."""
    seat, start = s.active, s.presidents[s.active]
    found: Ways = {}

    def walk(area: int, entered: tuple[int, ...], paid: int, price: int) -> None:
        for near in neighbours(s, area):
            if near in (start, *entered):
                continue
            canal = near == s.tables.canal
            if not canal and not s.assistants[seat][near]:
                continue
            met = 0 if owns(s, seat, "no-fees") else guests(s, seat, near)
            total = price + (1 if canal else met.bit_count())
            if total > s.stock[seat][YEN]:
                continue
            if not canal and (not guests(s, seat, near) or owns(s, seat, "shared-stop")):
                way = near, paid | met
                found[way] = min(total, found.get(way, 99))
            walk(near, (*entered, near), paid | met, total)

    walk(start, (), 0, 0)
    return found


@pytest.mark.parametrize(("seed", "technologies"), product(range(12), [(), ("stagecoach",), ("postal-system",)]))
def test_B_2_ways_are_those_of_every_walk(seed: int, technologies: tuple[str, ...]) -> None:
    """B.2: the search finds each destination of the plain walk at the same price.

    It may know more sets of payees: those of a detour that enters an empty area twice.
    """
    rng = random.Random(seed)
    t = Table(4, seed=seed).own(RED, *technologies).stock(RED, yen=rng.randrange(4))
    grounds = [area.id for area in t.s.tables.areas if area.kind != "canal"]
    for seat in range(4):
        t.president(seat, rng.choice(grounds))
    for id_ in rng.sample(grounds, 8):
        t.put(RED, id_, 1)
    t.play("done")
    assert pending(t.s) is not None
    plain, found = every_walk(t.s), all_ways(t.s)
    assert {area for area, _ in plain} == {area for area, _ in found}
    assert all(found[way] == price for way, price in plain.items())
    assert all(price <= t.s.stock[RED][YEN] for price in found.values())
