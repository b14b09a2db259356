"""general.2: what a seat sees, and what it imagines."""

from __future__ import annotations

import pickle
import random

import pytest

from stellwerk.core import CHANCE, advance, options, pending
from stellwerk.core.dump import plain
from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.actions import DONE
from stellwerk.games.yokohama.rules.view import UNKNOWN, YokohamaView
from tests.games.yokohama.script import played
from tests.games.yokohama.table import BLUE, RED, YELLOW, Table


def test_general_2_the_first_order_is_hidden() -> None:
    """general.2: its owner sees it and the one he threw away, nobody else does."""
    t = Table(3)
    kept, thrown = t.s.hidden[RED], t.s.thrown[RED]
    mine = GAME.view(t.s, RED)
    assert mine.players[RED].hand == (kept,)
    assert mine.players[RED].thrown == thrown
    assert kept not in mine.unseen_orders
    assert thrown not in mine.unseen_orders
    for seat in (YELLOW, BLUE, None):
        theirs = GAME.view(t.s, seat)
        assert theirs.players[RED].hand == (UNKNOWN,)
        assert theirs.players[RED].thrown == UNKNOWN
        assert theirs.players[RED].hidden
        assert {kept, thrown} <= {*theirs.unseen_orders}


def test_general_2_orders_from_a_display_stay_known() -> None:
    """general.2: who takes an open card shows it; the hidden one stays hidden until it is fulfilled."""
    t = Table(3).show("port", "order-01").hold(RED, "order-03").stock(RED, tea=2, fish=2)
    t.act_in("port", 2).play("take-order order-01 free", "done")
    view = GAME.view(t.s, YELLOW)
    assert view.players[RED].hand == (UNKNOWN, "order-01")
    assert "order-01" not in view.unseen_orders
    t.play("fulfil order-03")
    view = GAME.view(t.s, YELLOW)
    assert view.players[RED].hand == ("order-01",)
    assert view.players[RED].fulfilled == ("order-03",)
    assert "order-03" not in view.unseen_orders
    assert not view.players[RED].hidden


def test_general_2_dealt_orders_are_seen_by_their_owner_only() -> None:
    """general.2, setup.9: before the choice too."""
    s, dealer = GAME.setup(2), Table(2).dealer
    while not all(s.dealt):
        advance(s, dealer.answer(options(s)))
    assert GAME.view(s, RED).players[RED].dealt == s.dealt[RED]
    assert GAME.view(s, YELLOW).players[RED].dealt == (UNKNOWN, UNKNOWN)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_general_2_the_law_of_views(seats: int) -> None:
    """general.2: what is imagined from a view looks the same and offers the same, all along a scripted game."""
    rng = random.Random(seats)
    for s, _ in played(seats, 4):
        if rng.randrange(25):
            continue
        choice = pending(s)
        for seat in (*range(seats), None):
            view = GAME.view(s, seat)
            imagined = GAME.imagine(view, rng)
            assert GAME.view(imagined, seat) == view
            assert all(law.broken(imagined) is None for law in GAME.laws)
            if choice is not None and choice.seat(s) == seat:
                assert list(options(imagined)) == list(options(s))


def test_general_2_imagining_is_fair() -> None:
    """general.2: every order the viewer has not seen may be the hidden one, about equally often."""
    t = Table(2)
    view, rng = GAME.view(t.s, RED), random.Random(5)
    drawn = [GAME.imagine(view, rng).hidden[YELLOW] for _ in range(1500)]
    assert {*drawn} == {*view.unseen_orders}
    expected = len(drawn) / len(view.unseen_orders)
    assert all(expected / 2 < drawn.count(card) < expected * 2 for card in view.unseen_orders)


def test_views_travel() -> None:
    """general.2: a view can be pickled, compared and written as plain data, without the component tables."""
    t = Table(4)
    view = GAME.view(t.s, RED)
    packed = pickle.dumps(view)
    assert pickle.loads(packed) == view
    assert len(packed) < 20_000
    assert "tables" not in plain(view)
    assert [area["id"] for area in plain(view)["areas"]] == [area.id for area in view.areas]


def test_the_view_shows_the_table() -> None:
    """setup.2: areas by position with row and column, pieces by seat."""
    t = Table(4).put(RED, "bank", 2).president(YELLOW, "bank").house(BLUE, "bank").shop(RED, "bank", 3).station("bank")
    view: YokohamaView = GAME.view(t.s, None)
    bank = next(area for area in view.areas if area.id == "bank")
    assert view.areas[bank.position] is bank
    assert (bank.assistants, bank.presidents, bank.house) == ((2, 0, 0, 0), (YELLOW,), BLUE)
    assert bank.shops == (-1, -1, RED, -1)
    assert bank.station
    assert [(area.row, area.column) for area in view.areas][:7] == [*((0, c) for c in range(6)), (1, 0)]
    assert view.players[YELLOW].president == "bank"
    assert view.players[RED].president == ""
    assert pending(t.s) == view.agenda[-1]


def test_a_view_of_replaced_components_travels() -> None:
    """setup.8: tables of changed files are carried along as those files."""
    text = GAME.components.files["setup.toml"].replace("yen_first = 3", "yen_first = 9")
    t = Table(2, components=GAME.components.replacing({"setup.toml": text}))
    assert t.yen(RED) == 9
    view = GAME.view(t.s, RED)
    again = pickle.loads(pickle.dumps(view))
    assert again.tables.start.yen_first == 9
    assert again == view
    assert GAME.imagine(again, random.Random(1)).stock[RED][5] == 9


def test_nothing_of_chance_is_in_the_state() -> None:
    """general.2: the deck is a pool and a number; its order does not exist before a card comes up."""
    t = Table(4)
    assert t.s.unseen_orders == [card for card in t.s.tables.orders if card in t.s.unseen_orders]
    t.act_in("port", 4)
    t.play(t.offered[0])
    advance(t.s, DONE)
    choice = pending(t.s)
    assert choice is not None
    assert choice.seat(t.s) == CHANCE
    assert len(options(t.s)) == len(t.s.unseen_orders)
