"""Component tables: sources, and files of an owner that replace them."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import pytest

from stellwerk.core.components import SOURCES, BadComponent, Components
from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.components import OWN, Goods, Reward, tables
from stellwerk.games.yokohama.rules.state import NEUTRAL
from tests.games.yokohama.table import RED, Table


def changed(file: str, old: str, new: str) -> None:
    """Load the tables with one change in a file."""
    text = OWN.files[file]
    assert old in text
    tables(OWN.replacing({file: text.replace(old, new, 1)}))


@pytest.mark.parametrize(
    ("file", "old", "new", "where"),
    [
        ("orders.toml", 'country = "us"', 'country = "jp"', "orders.toml: order order-01.country"),
        ("orders.toml", "goods = { fish = 4 }", "goods = { rice = 4 }", "orders.toml: order[0].goods.rice"),
        ("orders.toml", "goods = { fish = 4 }", 'goods = { fish = "4" }', "orders.toml: order[0].goods.fish"),
        ("orders.toml", 'id = "order-02"', 'id = "order-01"', "orders.toml: order"),
        ("orders.toml", "[[order]]", "[[card]]\n[[order", "orders.toml"),
        ("technologies.toml", 'effect = "tram"', 'effect = "teleport"', "technologies.toml: technology[17].effect"),
        ("technologies.toml", 'effect = "tram"', 'effect = "telephone"', "technologies.toml: technology tram.effect"),
        ("technologies.toml", 'on = "order"\n', "", "technologies.toml: technology ball.on"),
        ("technologies.toml", "copies = 2", "copies = 0", "technologies.toml: technology ball.copies"),
        ("technologies.toml", 'copies = 1\ncountry = "gb"\neffect = "station"',
         'copies = 2\ncountry = "gb"\neffect = "station"', "technologies.toml: technology station.copies"),
        ("areas.toml", "by_power = [0, 0, 1, 2, 3]", "by_power = [0, 0, 1]", "areas.toml: area copper-mine-1.by_power"),
        ("areas.toml", "points = [0, 0, 0, 0, 3]", "points = [3]", "areas.toml: area port.points"),
        ("areas.toml", 'good = "copper"\n', "", "areas.toml: area copper-mine-1.good"),
        ("areas.toml", 'id = "dock"', 'id = "pier"', "areas.toml: area pier"),
        ("areas.toml", 'id = "silk-mill-2"', 'id = "silk-mill-1"', "areas.toml: area"),
        ("areas.toml", 'kind = "trade"\naction = "produce"', 'kind = "canal"\naction = "none"', "areas.toml: area"),
        ("areas.toml", 'action = "none"', 'action = "trade"', "areas.toml: area canal.action"),
        ("areas.toml", "seats = [2, 3, 4]", "seats = [3, 4]", "setup.toml: table for 2.rows"),
        ("setup.toml", "rows = [4, 3, 2, 1]", "rows = [4, 3, 2]", "setup.toml: table for 2.rows"),
        ("setup.toml", "seats = 3", "seats = 5", "setup.toml: table"),
        ("setup.toml", "orders_removed = 16", "orders_removed = 30", "orders.toml: order"),
        ("setup.toml", "[[player]]\n", "[[player]]\ngoods = 1\n[[player]]\n", "setup.toml: player[0].yen"),
        ("boards.toml", "ranges = [2, 2, 2]", "ranges = [3, 3]", "boards.toml: order_board port.ranges"),
        ("prices.toml", 'piece = "shop"', 'piece = "house"', "prices.toml: release"),
        ("achievements.toml", 'good = "copper"\n', "", "achievements.toml: achievement a-copper.good"),
        ("scoring.toml", 'id = "church"', 'id = "chapel"', "scoring.toml: majority"),
        ("scoring.toml", "points = [0, 2, 4, 8, 12]", "points = [0, 2]", "scoring.toml: country_set.points"),
        ("tiles.toml", "reward = { imports = 1 }", "reward = { import = 1 }", "tiles.toml: tile[0].reward.import"),
        ("sites.toml", 'source = "reconstructed"', 'source = "dreamt"', "sites.toml: site[0].source"),
        ("countries.toml", 'name = "France"\n', "", "countries.toml: country[2].name"),
    ],
)  # fmt: skip
def test_a_bad_file_is_named(file: str, old: str, new: str, where: str) -> None:
    """setup.1: the error names file, table and key."""
    with pytest.raises(BadComponent) as caught:
        changed(file, old, new)
    assert str(caught.value).startswith(where), str(caught.value)


@pytest.mark.parametrize(
    ("file", "key", "keep", "where"),
    [
        ("sites.toml", "[[site]]", 16, "sites.toml: site"),
        ("tiles.toml", "[[tile]]", 9, "tiles.toml: tile"),
        ("technologies.toml", "[[technology]]", 3, "technologies.toml: technology"),
        ("achievements.toml", "[[achievement]]", 8, "achievements.toml: achievement"),
    ],
)
def test_too_few_of_a_kind(file: str, key: str, keep: int, where: str) -> None:
    """setup.4, setup.5, setup.10, setup.11: a set-up that could not be dealt is refused beforehand."""
    parts = OWN.files[file].split(key)
    with pytest.raises(BadComponent) as caught:
        tables(OWN.replacing({file: key.join(parts[: keep + 1])}))
    assert str(caught.value).startswith(where)


def test_not_toml_and_no_such_file() -> None:
    """setup.1: a file that is no TOML, or none of the game's, is refused."""
    with pytest.raises(BadComponent, match=r"tiles\.toml: not valid TOML"):
        tables(OWN.replacing({"tiles.toml": "[[tile"}))
    with pytest.raises(BadComponent, match=r"trains\.toml: no such table"):
        OWN.replacing({"trains.toml": ""})
    with pytest.raises(BadComponent, match=r"prices\.toml: fee: expected exactly one row"):
        changed(
            "prices.toml", "[[fee]]", OWN.files["prices.toml"][OWN.files["prices.toml"].index("[[fee]]") :] + "[[fee]]"
        )


def test_an_owner_corrects_a_value() -> None:
    """area.copper-mine: a replaced table is played with, nothing else changes."""
    text = OWN.files["areas.toml"].replace("by_power = [0, 0, 1, 2, 3]", "by_power = [0, 0, 0, 0, 9]", 1)
    t = Table(4, components=OWN.replacing({"areas.toml": text}))
    t.act_in("copper-mine-1", 5)
    assert t.have(RED, "copper") == 10
    assert Table(4).act_in("copper-mine-1", 5).have(RED, "copper") == 4


def test_setup_12_an_owner_finds_several_marked_spaces() -> None:
    """setup.12: all marked spaces are blocked, however many there are; but somebody must find a free one."""
    first = "needs = 3\n"
    marked = OWN.files["boards.toml"].replace(first, first + "neutral = true\n", 1)
    t = Table(2, components=OWN.replacing({"boards.toml": marked}))
    assert t.s.spaces["church"].count(NEUTRAL) == 2
    none = OWN.files["boards.toml"].replace("neutral = true\n", "")
    assert NEUTRAL not in Table(2, components=OWN.replacing({"boards.toml": none})).s.spaces["customs"]
    everything = re.sub(r"(needs = \d+\n)", r"\1neutral = true\n", none)
    with pytest.raises(BadComponent, match=r"boards.toml: church: a space must be left"):
        tables(OWN.replacing({"boards.toml": everything}))


def with_second(id_: str, **changes: Any) -> Components:
    """The tables with one more card of a technology's name, at another cost and for another country."""
    rows = tomllib.loads(OWN.files["technologies.toml"])["technology"]
    row = {**next(row for row in rows if row["id"] == id_), "id": f"{id_}-2", "cost": 1, "country": "nl", **changes}
    del row["known"]
    lines = "".join(f"{key} = {_toml(value)}\n" for key, value in row.items())
    return OWN.replacing({"technologies.toml": OWN.files["technologies.toml"] + f"\n[[technology]]\n{lines}"})


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    return json.dumps(value)


def test_general_4_the_same_name_is_what_counts() -> None:
    """general.4: an owner may find one name with several countries and costs; nobody owns two of them."""
    t = Table(4, components=with_second("ball")).own(RED, "ball").show("laboratory", "ball-2")
    t.stock(RED, yen=9).act_in("laboratory", 4)
    assert t.refused("research ball-2 1 0") == "you own that technology already [general.4]"
    assert not [line for line in t.offered if "ball" in line]


def test_general_4_cards_of_one_name_do_the_same() -> None:
    """technology.university: either card works, and its own number counts."""
    t = Table(4, components=with_second("university")).own(RED, "university-2")
    assert "recruit" in t.offered
    with pytest.raises(BadComponent, match=r"technology university-2.effect: cards of the same name must do the same"):
        tables(with_second("university", amount=7))
    with pytest.raises(BadComponent, match=r"technology station-2.copies: there is one station tile only"):
        tables(with_second("station"))


def test_area_canal_a_negative_fee_is_refused() -> None:
    """area.canal: a walk that earns money would never end."""
    text = OWN.files["prices.toml"]
    assert "canal = 1" in text
    with pytest.raises(BadComponent, match=r"prices.toml.*-1"):
        tables(OWN.replacing({"prices.toml": text.replace("canal = 1", "canal = -1")}))


def test_A_c_rewards_of_the_orders_follow_the_one_card_known() -> None:
    """A.c: in points, an import for 3 and a yen for a half: three quarters of the goods in yen, and one more."""
    worth = {"copper": 2, "silk": 2, "tea": 1, "fish": 1}
    known = tables(OWN).orders["order-32"]
    assert (known.country, known.goods, known.reward) == ("de", Goods(1, 2, 2, 0), Reward(vp=6, yen=2))
    for order in tables(OWN).orders.values():
        goods = sum(worth[good] * getattr(order.goods, good) for good in worth)
        points = order.reward.vp + 3 * order.reward.imports + order.reward.yen / 2
        assert abs(points - (0.75 * goods + 1)) <= 0.75, order.id


def test_every_row_says_where_it_is_from() -> None:
    """general.1: every component row has a source, and what the rulebook's examples show is marked as such."""
    t = tables(OWN)
    rows: list[Any] = [
        *t.areas, *t.shapes.values(), *t.spaces["church"], *t.spaces["customs"], *t.orders.values(), *t.tiles.values(),
        *t.sites.values(), *t.technologies.values(), *t.achievements.values(), *t.countries.values(), *t.gifts,
    ]  # fmt: skip
    assert all(row.source in SOURCES for row in rows)
    assert [order.id for order in t.orders.values() if order.source != "reconstructed"] == ["order-32"]
    assert t.spaces["church"][3].source == t.spaces["customs"][1].source == t.tiles["tile-01"].source == "rulebook"
    for technology in t.technologies.values():
        assert {"name", "text", "effect"} <= {*technology.known}
        assert "cost" not in technology.known
        assert all(hasattr(technology, name) for name in technology.known)
    for card in t.achievements.values():
        assert all(hasattr(card, name) for name in card.known)


def test_the_values_of_the_examples() -> None:
    """area.church, area.customs, A.b, B.4, B.5: what the rulebook's examples print is in the tables."""
    t = tables(OWN)
    assert (t.spaces["church"][3].needs, t.spaces["church"][3].reward) == (6, Reward(vp=5, move=2))
    assert (t.spaces["customs"][1].needs, t.spaces["customs"][1].reward) == (1, Reward(vp=4, yen=2))
    assert t.achievements["a-copper"].later == 6
    assert Reward(imports=1) in [tile.reward for tile in t.tiles.values()]
    assert Reward(vp=9) in [site.house for site in t.sites.values()]


def test_orders_never_give_copper() -> None:
    """technology.mining-technology: orders, Church and Customs are none of its sources, so they give no copper."""
    t = tables(OWN)
    rewards = [order.reward for order in t.orders.values()]
    rewards += [space.reward for spaces in t.spaces.values() for space in spaces]
    assert all(not reward.copper and not reward.any_good for reward in rewards)


def test_the_game_is_registered_with_its_rules() -> None:
    """turn.2: every citation in the code stands in the rule book."""
    assert GAME.id == "yokohama"
    assert list(GAME.seats) == [2, 3, 4]
    assert {kind.rule.section for kind in GAME.steps if hasattr(kind, "rule")} <= {*GAME.rules.sections}


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [("prices.toml", "canal = 1", "canal = -1"), ("technologies.toml", "cost = 3", "cost = 250000000")],
)
def test_a_number_outside_all_bounds_is_refused_before_a_table_is_built(file: str, old: str, new: str) -> None:
    """A negative fee would make walks endless, a price of millions as many actions."""
    assert old in OWN.files[file]
    with pytest.raises(BadComponent, match=rf"{file}: .*{new.split()[2]} is not between 0 and 100"):
        OWN.replacing({file: OWN.files[file].replace(old, new, 1)})
