"""Whole games: conservation, options and refusals, copies, speed aside."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import fields

import pytest

from stellwerk.core import CHANCE, advance, apply, options, pending
from stellwerk.core import contract as promises
from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.actions import DONE
from stellwerk.games.yokohama.rules.chapters.own_turn import may_recruit, may_sell_silk, no_recruit, no_silk_sale
from stellwerk.games.yokohama.rules.programs import PROGRAMS
from stellwerk.games.yokohama.rules.state import Yokohama
from tests.games.yokohama.script import played
from tests.games.yokohama.table import RED, YELLOW, Table

END_TURN = next(program for program in PROGRAMS if program.id == "end-turn")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_y100_pieces_are_conserved(seats: int) -> None:
    """setup.8: 20 assistants, 8 shops and 4 trading houses a player after every action; cards and tiles likewise."""
    for seed in range(2):
        rng, s = random.Random(seed), GAME.setup(seats)
        while (choice := pending(s)) is not None:
            advance(s, choice.options(s).sample(rng))
            for law in GAME.laws:
                assert law.broken(s) is None
        assert s.last_round == s.round - 1


def broken(s: Yokohama) -> list[str]:
    return [law.name for law in GAME.laws if law.broken(s)]


def test_the_laws_can_be_broken() -> None:
    """setup.8: each law notices the loss it is there for."""
    t = Table(4)
    assert broken(t.s) == []
    for piece in range(3):
        s = t.s.copy()
        s.supply[RED][piece] += 1
        assert broken(s) == ["pieces"]
    s = t.s.copy()
    s.stock[RED][5] = -1
    assert broken(s) == ["nothing negative"]
    s = t.s.copy()
    s.fulfilled[RED] = s.hand[YELLOW]
    assert broken(s) == ["orders"]
    s = t.s.copy()
    s.order_deck -= 1
    assert broken(s) == ["orders"]
    s = t.s.copy()
    s.technologies[RED] = ("ball",)
    assert broken(s) == ["technologies"]
    s = t.s.copy()
    s.agents[RED] = ("gb",)
    assert broken(s) == ["agents"]
    s = t.s.copy()
    s.hidden[RED] = "order-00"
    assert broken(s) == ["hands"]
    s = t.s.copy()
    s.presidents[RED] = s.tables.canal
    assert broken(s) == ["presidents"]


def test_near_misses_all_along_scripted_games() -> None:
    """B.1, B.2, B.3, B.5: every option is accepted and every near miss refused with a citation, in planned play too."""
    rng = random.Random(3)
    for seats in (2, 3, 4):
        for s, _ in played(seats, seats):
            choice = pending(s)
            if choice is not None and rng.randrange(40) == 0:
                promises.options_are_sound(GAME, s.copy(), choice, rng)
                promises.refusals_are_cited(GAME, s.copy(), choice, rng, most=200)


def test_a_copy_shares_nothing_and_forgets_nothing() -> None:
    """turn.2: `copy` gives what a deep copy gives, field by field, and no list or dict is shared."""
    for seats in (2, 3, 4):
        s = [state for state, _ in played(seats, 5)][-1]
        t, deep = s.copy(), deepcopy(s)
        for f in fields(Yokohama):
            if f.name in ("tables", "heard"):
                continue
            mine = getattr(t, f.name)
            assert mine == getattr(deep, f.name), f.name
            if isinstance(mine, list | dict):
                assert mine is not getattr(s, f.name), f.name
                rows = mine.values() if isinstance(mine, dict) else mine
                theirs = list(map(id, getattr(s, f.name)))
                assert not any(isinstance(row, list) and id(row) in theirs for row in rows), f.name


def test_the_program_ends_a_turn_with_nothing_left_to_do() -> None:
    """A.0: it answers only when ending the turn is all there is."""
    t = Table(4).ready(RED, assistants=0)
    assert END_TURN.answer(t.s, RED, "") is None
    t.play("done", "recall")
    assert t.offered == ["done"]
    assert END_TURN.answer(t.s, RED, "") == DONE
    assert END_TURN.answer(t.s, YELLOW, "") is None
    assert list(END_TURN.choices(t.s, RED)) == []
    t.own(RED, "textile-factory")
    assert END_TURN.answer(t.s, RED, "") is None


def test_a_planned_turn_places_and_moves_unless_a_president_was_there_first() -> None:
    """B.1, B.2: assistants where they were planned, then the president, as long as the way costs nobody anything."""
    plans = {program.id: program for program in PROGRAMS}
    place, move = plans["place-assistant"], plans["move-president"]
    t = Table(4).ready(RED, assistants=5)
    first, second = place.choices(t.s, RED)[:2]
    assert move.answer(t.s, RED, first) is None
    assert str(place.answer(t.s, RED, first)) == f"place {first}"
    assert place.answer(t.s, YELLOW, first) is None
    t.play(f"place {first}", f"place {second}")
    assert move.answer(t.s, RED, first) == DONE
    t.play("done")
    assert str(move.answer(t.s, RED, first)) == f"move {first}"
    assert not move.over(t.s, RED, first, None)
    t.s.presidents[YELLOW] = t.s.tables.area_index[first]
    for program in (place, move):
        assert program.over(t.s, RED, first, None)
        assert not program.over(t.s, RED, second, None)
        assert program.over(t.s, RED, second, GAME.parse("recall"))


def test_an_order_is_fulfilled_as_soon_as_its_goods_are_there() -> None:
    """A.c: the plan waits for the goods and ends with the order."""
    plan = next(program for program in PROGRAMS if program.id == "fulfil-order")
    t = Table(4).ready(RED)
    (order,) = plan.choices(t.s, RED)
    t.s.stock[RED] = [0] * len(t.s.stock[RED])
    assert plan.answer(t.s, RED, order) is None
    t.s.stock[RED] = [9] * len(t.s.stock[RED])
    assert str(plan.answer(t.s, RED, order)) == f"fulfil {order}"
    assert not plan.over(t.s, RED, order, None)
    t.s.hand[RED] = ()
    assert plan.over(t.s, RED, order, None)


def test_only_the_active_player_answers() -> None:
    """turn.1: nobody else is asked in a turn."""
    t = Table(4)
    from stellwerk.core import Illegal

    with pytest.raises(Illegal) as caught:
        apply(t.s, YELLOW, DONE)
    assert str(caught.value.rule) == "stellwerk turn"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_refusals_of_nonsense(seats: int) -> None:
    """setup.1: words that name nothing are refused with a reason wherever they are asked for, never with a crash."""
    nonsense = [
        "place x", "move x 9 9", "fetch x", "buy x", "sell x", "give x", "occupy 99 area", "take-order x free",
        "release x", "research x 99 99", "set-station x", "build-shop 99", "shift x x", "choose x", "use-agent x",
        "achieve x", "fulfil x", "keep-order x", "deal x", "occupy -1 supply", "research x -1 -1", "build-shop -1",
        "take-order - free", "research - 1 0", "occupy 0 area",
    ]  # fmt: skip
    actions = [GAME.parse(line) for line in nonsense]
    seen: set[type] = set()
    for s, _ in played(seats, 2):
        choice = pending(s)
        if choice is None or type(choice) in seen:
            continue
        seen.add(type(choice))
        for action in actions:
            if type(action) in choice.kinds:
                refusal = choice.objection(s, action)
                assert refusal is not None, (choice, action)
                assert refusal.rule in GAME.rules
                assert str(GAME.describe(s, action))
    assert len(seen) > 8


def test_every_choice_offers_something() -> None:
    """turn.2: options are never empty and never stand twice."""
    rng, s = random.Random(11), GAME.setup(4)
    while (choice := pending(s)) is not None:
        found = list(options(s))
        assert found
        assert len(set(found)) == len(found)
        assert choice.seat(s) in (CHANCE, *range(4))
        advance(s, found[rng.randrange(len(found))])


def test_what_may_be_done_at_any_time_is_what_the_law_allows() -> None:
    rng, allowed = random.Random(5), 0
    for seats in (2, 3, 4, 2, 3, 4):
        s = GAME.setup(seats)
        while (choice := pending(s)) is not None:
            assert may_sell_silk(s) == (no_silk_sale(s) is None)
            assert may_recruit(s) == (no_recruit(s) is None)
            allowed += may_sell_silk(s) + may_recruit(s)
            advance(s, choice.options(s).sample(rng))
    assert allowed > 5
