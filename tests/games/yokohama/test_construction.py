"""B.4, B.5, B.6: power-5 bonus, construction, return."""

from __future__ import annotations

import pytest

from tests.games.yokohama.table import BLUE, RED, YELLOW, Table


def at_the_mill() -> Table:
    """The example of the rulebook: president, three assistants and a shop in the silk mill, an import on its tile."""
    t = Table(4).tile("silk-mill-1", "tile-01").site("silk-mill-1", "site-03")
    return t.put(RED, "silk-mill-1", 3).shop(RED, "silk-mill-1", 2).play("done", "move silk-mill-1")


def test_y063_example_of_the_rulebook() -> None:
    """B.4: the tile gives an import and stays with the player."""
    t = at_the_mill().play("take-tile")
    assert t.have(RED, "imports") == 1
    assert t.s.won[RED] == ("tile-01",)
    assert t.s.tiles[t.area("silk-mill-1")] == ""


def test_y064_the_tile_is_gone() -> None:
    """B.4: a second action of power 5 finds no tile."""
    t = at_the_mill().play("take-tile").finish().president(RED, "port")
    t.put(YELLOW, "silk-mill-1", 4).play("done", "move silk-mill-1")
    assert t.have(YELLOW, "silk") == 5
    assert t.asked == "Building"


def test_B_4_tiles_are_collected() -> None:
    """B.4: a second tile joins the first."""
    t = at_the_mill()
    t.s.won[RED] = ("tile-20",)
    t.play("take-tile")
    assert t.s.won[RED] == ("tile-20", "tile-01")


def test_B_4_the_tile_may_be_left() -> None:
    """B.4: collecting is optional; the tile stays for the next one."""
    t = at_the_mill().play("done")
    assert t.s.tiles[t.area("silk-mill-1")] == "tile-01"
    assert t.have(RED, "imports") == 0


def test_y065_power_four() -> None:
    """B.4, B.5: no tile, but building."""
    t = Table(4).act_in("silk-mill-1", 4)
    assert t.asked == "Building"
    assert t.s.won[RED] == ()


def test_y066_power_three() -> None:
    """B.5: no building."""
    assert Table(4).ready(RED, houses=1).act_in("silk-mill-1", 3).asked == "Additional"


def test_y067_example_of_the_rulebook() -> None:
    """B.5: a second own shop in the area is refused although a site is free."""
    t = at_the_mill().ready(RED, houses=1).play("done").forbidden("build-shop 1", "B.5")
    assert t.offered == ["build-house", "done"]


def test_y068_example_of_the_rulebook() -> None:
    """B.5: a trading house on the site of the silk mill is worth 9 points."""
    t = at_the_mill().ready(RED, houses=1).play("done", "build-house")
    assert t.points(RED) == 9
    assert t.s.houses[t.area("silk-mill-1")] == RED
    assert t.supply(RED)[2] == 0


def test_y069_one_trading_house_per_area() -> None:
    """B.5: neither a second one of the own nor one beside another player's."""
    t = Table(4).house(BLUE, "bank").ready(RED, houses=1).act_in("bank", 4).forbidden("build-house", "B.5")
    t = Table(4).house(RED, "bank").ready(RED, houses=1).act_in("bank", 4).forbidden("build-house", "B.5")
    assert t.offered == [*(f"build-shop {n}" for n in range(1, 5)), "done"]


def test_y070_either_shop_or_trading_house() -> None:
    """B.5: after one building the action goes on to the return."""
    t = Table(4).site("bank", "site-01").ready(RED, houses=1).act_in("bank", 4).play("build-shop 1")
    assert t.asked == "Additional"
    assert t.supply(RED)[1:] == (1, 1)


def test_y071_never_from_the_warehouse() -> None:
    """general.6: what is in the warehouse is not built."""
    t = Table(4).act_in("bank", 4).forbidden("build-house", "general.6")
    t = Table(4).shop(RED, "port").shop(RED, "dock").ready(RED, houses=1).act_in("bank", 4)
    t.forbidden("build-shop 1", "general.6")
    t = Table(4).shop(RED, "port").shop(RED, "dock").act_in("bank", 4)
    assert t.asked == "Additional"


def test_B_5_free_sites_only() -> None:
    """B.5: a site with another player's shop is taken; there are four of them."""
    t = Table(4).shop(BLUE, "bank", 2).act_in("bank", 4).forbidden("build-shop 2", "B.5")
    t.forbidden("build-shop 0", "B.5").forbidden("build-shop 5", "B.5")
    assert t.offered == ["build-shop 1", "build-shop 3", "build-shop 4", "done"]


@pytest.mark.parametrize("site", [1, 2, 3, 4])
def test_B_5_each_site_has_its_reward(site: int) -> None:
    """B.5: 4 points, 3 points, two tea, or a point and a yen."""
    t = Table(4).site("port", "site-01").hold(RED, "order-20", "order-21", "order-22")
    t.act_in("port", 4).play(f"build-shop {site}")
    assert t.s.shops[t.area("port")][site - 1] == RED
    expected = {1: (4, 0, 0), 2: (3, 0, 0), 3: (0, 2, 0), 4: (1, 0, 1)}[site]
    assert (t.points(RED), t.have(RED, "tea") - 1, t.yen(RED) - 3) == expected


def test_B_5_declining() -> None:
    """B.5: building is optional."""
    t = Table(4).act_in("bank", 4).play("done")
    assert t.asked == "Additional"
    assert t.supply(RED)[1] == 2


def test_B_5_a_piece_just_released_is_built() -> None:
    """B.4, B.5: the tile of step 4 brings a trading house out that step 5 builds."""
    t = Table(4).tile("bank", "tile-17").site("bank", "site-04").shop(RED, "port").shop(RED, "dock")
    t.act_in("bank", 5).play("take-tile", "release house", "done", "build-house")
    assert t.points(RED) == 10


def test_y072_gas_light_and_electric_light() -> None:
    """technology.gas-light, technology.electric-light: 2 points more for a shop, 3 for a trading house."""
    t = Table(4).site("bank", "site-01").own(RED, "gas-light", "electric-light").act_in("bank", 4).play("build-shop 1")
    assert t.points(RED) == 4 + 2
    t = Table(4).site("bank", "site-01").own(RED, "gas-light", "electric-light").ready(RED, houses=1)
    t.act_in("bank", 4).play("build-house")
    assert t.points(RED) == 7 + 3


def test_y073_return() -> None:
    """B.6, technology.telephone: all three assistants return; with the telephone one may stay."""
    t = at_the_mill().play("done")
    assert (t.at(RED, "silk-mill-1"), t.supply(RED)[0]) == (0, 8)
    assert t.s.presidents[RED] == t.area("silk-mill-1")
    for line, staying in (("leave-one", 1), ("return-all", 0)):
        t = Table(4).own(RED, "telephone").put(RED, "silk-mill-1", 2).play("done", "move silk-mill-1")
        assert t.asked == "Recovering"
        t.play(line)
        assert (t.at(RED, "silk-mill-1"), t.supply(RED)[0]) == (staying, 8 - staying)


def test_technology_telephone_with_an_agent() -> None:
    """technology.telephone: the return of an agent's action counts too; a single assistant may stay alone."""
    t = Table(4).own(RED, "telephone").agent(RED, "gb").put(RED, "bank", 1).play("use-agent bank", "leave-one")
    assert (t.at(RED, "bank"), t.supply(RED)[0], t.asked) == (1, 7, "Placing")


def test_B_6_other_areas_and_players_are_left_alone() -> None:
    """B.6: only own assistants of the area of the action return."""
    t = Table(4).put(RED, "port", 1).put(BLUE, "bank", 2).act_in("bank", 3)
    assert (t.at(RED, "port"), t.at(BLUE, "bank"), t.at(RED, "bank")) == (1, 2, 0)


def test_B_6_nobody_left_to_return() -> None:
    """B.6, technology.telephone: when the last assistant went on a board there is nothing to ask."""
    t = Table(4).own(RED, "telephone").stock(RED, imports=1).put(RED, "customs", 1).play("done", "move customs")
    t.play("give imports", "occupy 1 area")
    assert t.asked == "Additional"


def test_y074_mining_technology() -> None:
    """technology.mining-technology: two copper of a tile become three."""
    t = Table(4).own(RED, "mining-technology").tile("bank", "tile-09").act_in("bank", 5).play("take-tile")
    assert t.have(RED, "copper") == 1 + 3
    t = Table(4).tile("bank", "tile-09").act_in("bank", 5).play("take-tile")
    assert t.have(RED, "copper") == 1 + 2


def test_technology_mining_technology_sources() -> None:
    """technology.mining-technology: mine, building site and goods of choice; nothing where no copper comes."""
    t = Table(4).own(RED, "mining-technology").act_in("copper-mine-1", 4)
    assert t.have(RED, "copper") == 1 + 3
    t = Table(4).own(RED, "mining-technology").act_in("copper-mine-1", 2)
    assert t.have(RED, "copper") == 1
    t = Table(4).own(RED, "mining-technology").site("bank", "site-03").act_in("bank", 4).play("build-shop 1")
    assert t.have(RED, "copper") == 1 + 2
    t = Table(4).own(RED, "mining-technology").tile("bank", "tile-15").act_in("bank", 5)
    t.play("take-tile", "choose copper", "choose copper")
    assert t.have(RED, "copper") == 1 + 2 + 1
    t = Table(4).own(RED, "mining-technology").tile("bank", "tile-15").act_in("bank", 5)
    t.play("take-tile", "choose tea", "choose copper")
    assert (t.have(RED, "tea"), t.have(RED, "copper")) == (2, 3)


def test_technology_mining_technology_in_chinatown() -> None:
    """technology.mining-technology: each purchase of copper; with the switch the first of an action only."""
    for once, expected in ((False, 1 + 4), (True, 1 + 3)):
        t = Table(4, mining_once=once).own(RED, "mining-technology").stock(RED, yen=9).act_in("chinatown", 5)
        t.play("buy tea", "buy copper", "sell tea", "buy copper")
        assert t.have(RED, "copper") == expected


def test_technology_mining_technology_not_from_orders() -> None:
    """technology.mining-technology: its sources are listed; selling copper is none of them."""
    t = Table(4).own(RED, "mining-technology").act_in("chinatown", 2).play("sell copper")
    assert t.have(RED, "copper") == 0
