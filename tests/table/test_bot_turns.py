"""A bot at a table is the bot of the arena: one clock, one plan and one seed a turn, whoever takes up its decisions."""

from __future__ import annotations

import itertools
from concurrent.futures import Future
from random import Random

import pytest

from stellwerk.bots import BOTS, Budget
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.bots.turn import Party, Player, Turn
from stellwerk.core import Dealer, Text, pending
from stellwerk.games import PACKAGES
from stellwerk.table import Person, SeatSpec, turns, undo
from stellwerk.table.desk import Desk
from stellwerk.table.house import House
from stellwerk.table.service import Plan

GAMES = ("russian-railroads", "yokohama", "1880")


def bots_only(house: House, ann: Person, game: str) -> str:
    return house.tables.create(ann, Plan(game, [SeatSpec("bot", "hard")] * 3)).table


def standing(house: House, table: str) -> Desk:
    """As another process finds it."""
    house.store.shelf.clear()
    desk = house.store.desk(table)
    assert desk is not None
    return desk


def begun(house: House, desk: Desk) -> Turn | None:
    with house.store.reading() as conn:
        return turns.turn_begun(conn, desk)


def play(house: House, desk: Desk, thought: turns.Thought) -> None:
    future: Future[turns.Thought] = Future()
    future.set_result(thought)
    house.store.do(lambda tx: turns.answered(tx, desk, future, Dealer(Random(9)), 0))


def thought_of(house: House, desk: Desk, dice: Random | None = None) -> turns.Thought:
    assert desk.to_move is not None
    view = desk.rules.view(desk.state, desk.to_move)
    bot = desk.places[desk.to_move].bot
    assert bot is not None
    return turns.think(PACKAGES[desk.game], view, bot, 3.0, begun(house, desk), dice)


@pytest.mark.parametrize("game", GAMES)
def test_equal_views_seeds_and_counts_give_the_turn_of_the_arena(
    house: House, ann: Person, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Also where every decision is taken up by another process that knows only what is stored."""
    strong = Player(BOTS["strong"](), Budget(iterations=12))
    monkeypatch.setattr(turns, "player_at_table", lambda name, most: strong)
    here, there = ([Random(f"1/{seat}") for seat in range(3)] for _ in range(2))
    party = Party([strong] * 3, there)
    table, planned = bots_only(house, ann, game), 0
    for _ in range(40):
        desk = standing(house, table)
        choice = pending(desk.state)
        assert choice is not None
        assert desk.to_move is not None
        thought = thought_of(house, desk, here[desk.to_move])
        assert thought.line == str(party.answer(desk.rules, desk.state, choice).action)
        planned += thought.why == Text("as planned when the turn began")
        play(house, desk, thought)
    assert planned or game == "1880", "a plan was followed"


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_turn_at_a_table_takes_no_more_than_the_time_of_the_level(
    house: House, ann: Person, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """By a clock that ticks whenever somebody looks at it."""
    ticks = itertools.count()
    level = Player(BOTS["strong"](), Budget(seconds=60.0, clock=lambda: float(next(ticks))))
    monkeypatch.setattr(turns, "player_at_table", lambda name, most: level)
    table, last, decisions, spent, longest = bots_only(house, ann, game), None, 0, 0, 0
    for _ in range(40):
        desk = standing(house, table)
        choice = pending(desk.state)
        assert choice is not None
        if desk.to_move != last or knowledge_of(desk.rules).rests(choice):
            decisions, spent = 0, 0
        last, decisions = desk.to_move, decisions + 1
        before = next(ticks)
        play(house, desk, thought_of(house, desk))
        spent += next(ticks) - before - 4  # looks at the clock that are nobody's thinking: begin, end, first, this one
        longest = max(longest, decisions)
        assert spent <= 60 + decisions
    assert longest > 1


def kept(house: House, table: str, turn: Turn) -> None:
    play(house, standing(house, table), turns.Thought("keep", Text("because"), turn))


def test_what_a_bot_keeps_ends_when_another_seat_has_answered(house: House, ann: Person) -> None:
    table = house.tables.create(ann, Plan("sample", [SeatSpec("bot", "hard"), SeatSpec("me")])).table
    assert begun(house, standing(house, table)) is None
    kept(house, table, Turn(7, 1, 0.5, ("keep",)))
    desk = standing(house, table)
    assert desk.to_move == 1
    assert begun(house, desk) is None


def test_what_a_bot_keeps_ends_when_moves_are_taken_back(house: House, ann: Person) -> None:
    """An undo by the seat itself, as when a person took it over, is no decision of the bot's turn."""
    table = bots_only(house, ann, "yokohama")
    turn = Turn(7, 1, 0.5, ("done",))
    asked = None
    for _ in range(20):  # until a bot is asked again after its own move
        desk = standing(house, table)
        if desk.to_move == asked:
            break
        asked = desk.to_move
        thought = thought_of(house, desk)
        play(house, desk, turns.Thought(thought.line, None, turn))
    assert begun(house, desk) == turn
    assert asked is not None
    seat, back = asked, desk.version - 1
    house.store.do(lambda tx: undo.rewind(tx, tx.desk(table), seat, back, 0, Dealer(Random(9))))
    assert begun(house, standing(house, table)) is None


@pytest.mark.parametrize(("game", "open_"), [("1880", True), ("yokohama", False)])
def test_why_is_read_where_nothing_is_given_away(house: House, ann: Person, game: str, open_: bool) -> None:
    """In 1880 everything lies open; in Yokohama a reason could speak of orders in hand."""
    table = bots_only(house, ann, game)
    for _ in range(3):
        desk = standing(house, table)
        play(house, desk, turns.Thought(thought_of(house, desk).line, Text("because"), Turn(7)))
    assert reasons(house, ann, table) == {Text("because") if open_ else None}


def reasons(house: House, ann: Person, table: str) -> set[Text | None]:
    return {line.why for line in house.tables.history(ann, table) if line.seat >= 0}


def test_once_a_game_is_over_everybody_reads_why(house: House, ann: Person) -> None:
    table = bots_only(house, ann, "sample")
    while (desk := standing(house, table)).status == "running":
        assert reasons(house, ann, table) <= {None}
        play(house, desk, turns.Thought("keep", Text("because"), Turn(7)))
    assert reasons(house, ann, table) == {Text("because")}
