"""Set-up and general rules."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from stellwerk.core import CHANCE, apply, pending
from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.chapters.setup import KeepingOrder
from stellwerk.games.yokohama.rules.components import OWN, YEN, tables
from stellwerk.games.yokohama.rules.pyramid import adjacency
from stellwerk.games.yokohama.rules.state import NEUTRAL, neighbours
from tests.games.yokohama.table import GREEN, RED, YELLOW, Table


def kinds(t: Table) -> Counter[str]:
    return Counter(t.s.tables.areas[area].name.removesuffix(" II").removesuffix(" I") for area in t.s.layout)


def technologies_left(t: Table) -> int:
    return sum(t.s.technology_deck.values())


def test_y001_two_players() -> None:
    """setup.1, setup.9, setup.10: 10 areas without canal, 6 orders shown, 10 left, 24 technologies left."""
    t = Table(2)
    assert len(t.s.layout) == 10
    assert "Canal" not in kinds(t)
    assert set(kinds(t).values()) == {1}
    assert set(t.s.displays) == {"port", "laboratory"}
    assert len(set(t.s.displays["port"])) == 6
    assert t.s.order_deck == 10
    assert technologies_left(t) == 24
    assert t.s.displays["port"].count("") == t.s.displays["laboratory"].count("") == 0


def test_y002_three_players() -> None:
    """setup.1, setup.9: 14 areas with canal and two fishing grounds, 12 orders shown, 13 left."""
    t = Table(3)
    assert len(t.s.layout) == 14
    assert {name for name, n in kinds(t).items() if n == 2} == {"Fishing ground"}
    assert kinds(t)["Canal"] == kinds(t)["Chinatown"] == kinds(t)["Dock"] == 1
    assert "Research center" not in kinds(t)
    assert len({*t.s.displays["port"], *t.s.displays["dock"]}) == 12
    assert t.s.order_deck == 13
    assert technologies_left(t) == 24


def test_y003_four_players() -> None:
    """setup.1, setup.10: all 18 areas, 12 technologies shown, 18 left, 16 orders left."""
    t = Table(4)
    assert sorted(t.s.layout) == list(range(18))
    assert len(t.s.displays["laboratory"] + t.s.displays["research-center"]) == 12
    assert technologies_left(t) == 18
    assert t.s.order_deck == 16


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_y004_start_material(seats: int) -> None:
    """setup.7, setup.8: the start player 3 yen, others 4; one of each good, 8 assistants, 2 shops; the rest locked."""
    t = Table(seats)
    assert t.s.active == RED
    for seat in range(seats):
        assert t.s.stock[seat] == [1, 1, 1, 1, 0, 3 if seat == RED else 4]
        assert t.s.supply[seat] == [8, 2, 0]
        assert t.s.warehouse[seat] == [12, 6, 4]
        assert t.s.presidents[seat] == -1


@pytest.mark.parametrize(("seats", "grounds"), [(2, 10), (3, 13), (4, 17)])
def test_y005_sites_and_tiles(seats: int, grounds: int) -> None:
    """setup.4, setup.5, setup.6: a site card and a tile on every area, none on the canal, all different."""
    t = Table(seats)
    sites, tiles = [site for site in t.s.sites if site], [tile for tile in t.s.tiles if tile]
    assert len(sites) == len(set(sites)) == grounds
    assert len(tiles) == len(set(tiles)) == grounds
    assert t.s.sites[t.s.tables.canal] == t.s.tiles[t.s.tables.canal] == ""
    assert all(bool(t.s.sites[area]) == (area in t.s.layout and area != t.s.tables.canal) for area in range(18))


def test_y006_neutral_assistants() -> None:
    """setup.12: with two players exactly one on Church and Customs, on the marked spaces; otherwise none."""
    t = Table(2)
    assert [owner for owner in t.s.spaces["church"] if owner != -1] == [NEUTRAL]
    assert [owner for owner in t.s.spaces["customs"] if owner != -1] == [NEUTRAL]
    assert t.s.spaces["church"].index(NEUTRAL) == 4
    assert t.s.spaces["customs"].index(NEUTRAL) == 3
    for seats in (3, 4):
        assert set(Table(seats).s.spaces["church"] + Table(seats).s.spaces["customs"]) == {-1}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_y007_order_draft(seats: int) -> None:
    """setup.9: two dealt, one kept, the other out of the game; nobody keeps what he was not dealt."""
    s = GAME.setup(seats)
    dealer = Table(seats).dealer
    while not isinstance(choice := pending(s), KeepingOrder):
        assert choice is not None
        apply(s, CHANCE, dealer.answer(choice.options(s)))
    assert [len(cards) for cards in s.dealt] == [2] * seats
    dealt = list(s.dealt)
    refusal = choice.objection(s, s.tables.menu.keep[dealt[YELLOW][0]])
    assert refusal is not None
    assert refusal.rule.section == "setup.9"
    for seat in range(seats):
        apply(s, seat, s.tables.menu.keep[dealt[seat][1]])
        assert s.hand[seat] == (dealt[seat][1],)
        assert s.thrown[seat] == dealt[seat][0]
        assert s.hidden[seat] == dealt[seat][1]
    gone = {card for cards in dealt for card in cards}
    assert gone.isdisjoint(s.unseen_orders)


def test_y008_neighbours_of_corner_and_middle() -> None:
    """setup.2: with four players the corner has two neighbours, an inner area six."""
    t = Table(4)
    assert len(neighbours(t.s, t.s.layout[0])) == 2
    inner = t.s.layout[7]
    assert len(neighbours(t.s, inner)) == 6
    assert sorted(t.s.layout.index(area) for area in neighbours(t.s, inner)) == [1, 2, 6, 8, 11, 12]


@pytest.mark.parametrize("rows", [(4, 3, 2, 1), (5, 4, 3, 2), (6, 5, 4, 3)])
def test_y009_adjacency_is_symmetric(rows: tuple[int, ...]) -> None:
    """setup.2: whoever touches is touched; nobody touches itself."""
    near = adjacency(rows)
    assert len(near) == sum(rows)
    assert all(a in near[b] for a, found in enumerate(near) for b in found)
    assert all(a not in found for a, found in enumerate(near))


def test_setup_2_every_pyramid_has_the_neighbours_of_a_brick_wall() -> None:
    """setup.2: an inverted pyramid of 10 bricks, neighbour by neighbour."""
    assert adjacency((4, 3, 2, 1)) == (
        (1, 4), (0, 2, 4, 5), (1, 3, 5, 6), (2, 6), (0, 1, 5, 7), (1, 2, 4, 6, 7, 8), (2, 3, 5, 8),
        (4, 5, 8, 9), (5, 6, 7, 9), (7, 8),
    )  # fmt: skip
    assert tables(OWN).adjacent[3][13] == (10, 11, 12)
    assert tables(OWN).adjacent[4][16] == (12, 13, 15, 17)


def test_setup_11_one_achievement_of_each_stack() -> None:
    """setup.3, setup.11: one card each of A, B and C."""
    for seed in range(5):
        t = Table(3, seed=seed)
        assert [t.s.tables.achievements[card].stack for card in t.s.achievements] == ["A", "B", "C"]


def test_setup_2_areas_are_laid_out_by_chance() -> None:
    """setup.2: different deals, different pyramids, each with every area once."""
    layouts = {Table(4, seed=seed).s.layout for seed in range(6)}
    assert len(layouts) == 6
    assert all(len(set(layout)) == 18 for layout in layouts)


def test_y099_numbers_of_components() -> None:
    """general.1: 36 orders, 30 technologies of 20 kinds, 24 sites, 20 tiles, 12 achievements, 10 agents."""
    t = tables(OWN)
    assert len(t.orders) == 36
    assert len(t.technologies) == 20
    assert sum(card.copies for card in t.technologies.values()) == 30
    assert len(t.sites) == 24
    assert all(len(site.shops) == 4 for site in t.sites.values())
    assert len(t.tiles) == 20
    assert Counter(card.stack for card in t.achievements.values()) == {"A": 4, "B": 4, "C": 4}
    assert {country.id: country.agents for country in t.countries.values()} == {
        "gb": 3, "us": 2, "fr": 2, "de": 2, "nl": 1,
    }  # fmt: skip
    assert Counter(area.kind for area in t.areas) == {"production": 8, "trade": 9, "canal": 1}


def test_general_1_stock_is_unlimited() -> None:
    """general.1: more copper than there are wooden pieces can be owned."""
    t = Table(4).stock(RED, copper=60)
    t.act_in("copper-mine-1", 5)
    assert t.have(RED, "copper") == 63


def test_general_5_points_pass_one_hundred() -> None:
    """general.5: the hundred-point marker turns; the sum simply goes on."""
    t = Table(4).own(RED, "ball").stock(RED, tea=9, fish=9).hold(RED, "order-03")
    t.s.points[RED][0] = 97
    t.play("fulfil order-03")
    assert t.points(RED) == 97 + 4 + 2


def test_turn_2_the_phases_of_a_turn() -> None:
    """turn.1, turn.2: placement, movement, action, bonus, construction, additional actions; then the next seat."""
    t = Table(4).put(RED, "tea-plantation-1", 4)
    assert t.asked == "Placing"
    t.play("done")
    assert t.asked == "Moving"
    t.play("move tea-plantation-1")
    assert t.asked == "TakingTile"
    t.play("done")
    assert t.asked == "Building"
    t.play("done")
    assert t.asked == "Additional"
    assert t.at(RED, "tea-plantation-1") == 0
    t.play("done")
    assert (t.s.active, t.asked, t.s.round) == (YELLOW, "Placing", 1)
    for _ in range(3):
        t.finish()
    assert (t.s.active, t.s.round) == (RED, 2)


def test_setup_9_the_log_hides_the_first_orders() -> None:
    """setup.9, general.2: dealing and keeping are read by their owner alone."""
    s = GAME.setup(3)
    dealer = Table(3).dealer
    hidden = 0
    while (choice := pending(s)) is not None and not s.achievements:
        action = dealer.answer(choice.options(s))
        readers = choice.readers(s, action)
        if readers is not None:
            hidden += 1
            assert len(readers) == 1
        apply(s, choice.seat(s), action)
    assert hidden == 3 * 3
    assert s.stock[GREEN - 1][YEN] == 4


def test_a_dumped_position_loads() -> None:
    """turn.2: any position is saved and loaded again, in the middle of an action too."""
    from stellwerk.core import Setup, digest

    t = Table(4).stock(RED, yen=8).act_in("chinatown", 4)
    data = json.loads(json.dumps(GAME.dump(t.s)))
    loaded = GAME.load(data, Setup(4, t.s.variants, GAME.components))
    assert digest(loaded) == digest(t.s)
    t.s = loaded
    t.play("buy tea", "sell tea").finish()
    assert t.s.active == YELLOW
