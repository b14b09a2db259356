"""1880 III, IV: the component tables, the set-up choices, the laws, the view."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import fields

import pytest

from stellwerk.core.components import BadComponent
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.chapters.money import charge, receive
from stellwerk.games.china1880.rules.components import tables
from stellwerk.games.china1880.rules.state import EIGHTEEN_XX_GAMES, PROFILES, China, Departures, Variants

from .scenes import begin, company, investor, new_game, scene

T = tables(GAME.components)


def test_III_the_manifest_of_tiles() -> None:
    colours = Counter(dict.fromkeys(("yellow", "green", "brown", "grey"), 0))
    for row in T.tiles.values():
        colours[row.colour] += row.count
    assert colours == {"yellow": 86, "green": 64, "brown": 20, "grey": 9}
    assert len(T.tiles) == 57


def test_III_hexes_companies_investors_privates() -> None:
    counts = (len(T.hexes), len(T.companies), len(T.investors), len(T.privates))
    assert counts == (121, 14, 7, 8)


def test_III_the_share_price_chart_has_87_cells_and_the_bonuses_of_the_book() -> None:
    assert len(T.market.prices) == 87
    assert T.bonuses.keys() == T.market.prices.keys()
    assert max(T.market.prices.values()) == 200
    assert min(T.market.prices.values()) == 40


@pytest.mark.parametrize(
    ("train", "count", "price"), [("2", 10, 100), ("3", 5, 180), ("6E", 5, 700), ("8", 2, 800), ("2R", 10, 250)]
)
def test_XI_trains(train: str, count: int, price: int) -> None:
    assert (T.trains[train].count, T.trains[train].price) == (count, price)


def test_X_buy_2_an_old_price_list_is_named_in_the_set_up() -> None:
    old = new_game(prices="old").tables
    assert (old.trains["6E"].price, old.trains["2R"].price, old.trains["8"].price) == (600, 100, 800)


@pytest.mark.parametrize(
    ("file", "found", "put", "named"),
    [
        ("companies.toml", 'home = "B8"', 'home = "Z9"', "BZU"),
        ("phases.toml", 'train = "3+3"', 'train = "5"', "train"),
        ("market.toml", "price = 90", "price = 92", "par"),
        ("investors.toml", 'id = "A2"', 'id = "A1"', "A1"),
        ("trains.toml", "stops = 2, price = 100", 'stops = "two", price = 100', "stops"),
    ],
)
def test_a_component_file_that_contradicts_another_is_refused(file: str, found: str, put: str, named: str) -> None:
    text = GAME.components.files[file]
    assert found in text
    with pytest.raises(BadComponent, match=named):
        tables(GAME.components.replacing({file: text.replace(found, put, 1)}))


def test_a_corrected_component_file_is_played() -> None:
    text = GAME.components.files["players.toml"].replace("cash = 480", "cash = 481")
    assert GAME.setup(4, components=GAME.components.replacing({"players.toml": text})).cash == [481] * 4


def test_tables_are_shared_and_survive_pickling() -> None:
    assert pickle.loads(pickle.dumps(T)) is T
    assert new_game().tables is T


# --- departures ------------------------------------------------------------------------------------------------------


def test_departures_are_off_by_default_where_the_site_leaves_the_book() -> None:
    switches = [f.name for f in fields(Departures)]
    assert len(switches) <= 30
    assert [name for name in switches if getattr(Departures(), name)] == ["listed_homes"]  # there they agree
    assert all(getattr(EIGHTEEN_XX_GAMES, f.name) for f in fields(Departures))
    assert Variants().prices == "2022"
    assert not PROFILES["18xx.games"].frozen_directors
    assert not PROFILES["18xx.games"].rising_rocket


def test_variants_are_read_by_name() -> None:
    assert GAME.variants_from({"free_row": True}) == Variants(free_row=True)


# --- laws ------------------------------------------------------------------------------------------------------------


def broken(s: China) -> list[str]:
    return [law.name for law in GAME.laws if law.broken(s) is not None]


def lawful() -> China:
    s = scene()
    company(s, "BZU", {0: 30, 1: 20}, certificate=30, trains=("2",))
    s.depot["2"] -= 1
    investor(s, "A3", 0, reserved="BZU")
    begin(s)
    assert broken(s) == []
    return s


def test_law_of_money() -> None:
    for spoil in (
        lambda s: receive(s, 0, -1001),
        lambda s: charge(s, "BZU", 5),
        lambda s: s.debt.__setitem__(1, -1),
        lambda s: s.cash.__setitem__(0, 1001),  # of nothing
        lambda s: s.treasury.update(BZU=5),
        lambda s: setattr(s, "bank", s.bank - 1),
    ):
        s = lawful()
        spoil(s)
        assert broken(s) == ["money"]


@pytest.mark.parametrize("held", [(30, 20, 0, 60), (20, 10, 0, 0), (30, 40, 0, 0), (35, 15, 0, 0), (40, -10, 0, 0)])
def test_law_of_shares(held: tuple[int, ...]) -> None:
    s = lawful()
    s.shares["BZU"] = held
    assert broken(s) == ["shares"]


def test_law_of_trains() -> None:
    s = lawful()
    s.trains["BZU"] = ("2", "2")
    assert broken(s) == ["trains"]
    s = lawful()
    s.depot["8"] = -1
    assert broken(s) == ["trains"]


def test_law_of_tiles() -> None:
    s = lawful()
    s.stock["57"] -= 1
    assert broken(s) == ["tiles"]


def test_law_of_stations() -> None:
    s = lawful()
    s.stations["BZU"] = ()
    assert broken(s) == ["stations"]
    s = lawful()
    s.board = s.board.with_station("B8", 0, "A7")
    assert broken(s) == ["stations"]


# --- view ------------------------------------------------------------------------------------------------------------


def test_IV_everything_lies_open_and_a_view_is_a_copy_of_its_own() -> None:
    s = lawful()
    seen = GAME.view(s, 1)
    assert seen.position == s
    assert seen == GAME.view(s, 1)
    s.cash[0] += 5
    assert seen.position.cash[0] == 1000
    imagined = GAME.imagine(seen, None)  # type: ignore[arg-type]
    imagined.cash[0] = 0
    assert seen.position.cash[0] == 1000
