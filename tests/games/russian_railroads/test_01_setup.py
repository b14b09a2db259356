"""Chapter 1: set-up, start bonuses, the boards for two and for three or four players."""

from __future__ import annotations

import pytest

from stellwerk.core import CHANCE, pending
from stellwerk.games.russian_railroads.rules import GAME
from tests.games.helpers import offered, play, section
from tests.games.russian_railroads.positions import setup, spaces, table

MISSING_FOR_TWO = {
    "track_black_1",
    "track_grey_1",
    "loco_2",
    "industry_3",
    "temporary_workers",
    "engineer_public_left",
    "turn_order_second",
}


@pytest.mark.parametrize(("seats", "workers", "coins", "rounds"), [(4, 5, 1, 7), (3, 6, 1, 6), (2, 6, 2, 6)])
def test_r105_1_4_workers_coins_and_rounds(seats: int, workers: int, coins: int, rounds: int) -> None:
    """1.2, 1.4: two workers more are in the supply of everybody."""
    s = table(seats)
    assert [(p.workers, p.crew, p.coins) for p in s.players] == [(workers, workers, coins)] * seats
    assert s.table.rounds == rounds
    for _ in range(rounds):
        assert s.agenda
        play(s, *["pass"] * seats)
    assert not s.agenda


def test_1_2_what_everybody_starts_with() -> None:
    s = table()
    for p in s.players:
        assert p.tracks == [1, 0, 0, 0, 0] * 3
        assert p.locomotives == (1, 0, 0, 0)
        assert (p.markers, p.factories, p.doublers, p.engineers, p.tiles) == ((0,), (0,) * 5, 0, (), ())
        assert p.points == 0
    assert len(s.box.tiles) == 7


@pytest.mark.parametrize(("seats", "choosers"), [(4, [3, 2, 1]), (3, [2, 1]), (2, [1])])
def test_r106_1_3_start_bonuses_from_the_last_place_to_the_second(seats: int, choosers: list[int]) -> None:
    s = setup(seats)
    found = []
    for bonus in ("coin", "doubler", "industry_step")[: len(choosers)]:
        choice = pending(s)
        assert choice is not None
        found.append(choice.seat(s))
        play(s, f"choose-bonus {bonus}")
        if bonus == "industry_step":
            play(s, "advance 1")
    assert found == choosers
    assert s.round == 1
    assert s.active == 0


def test_1_3_a_bonus_is_there_once() -> None:
    s = play(setup(4), "choose-bonus coin")
    assert section(s, "choose-bonus coin") == "1.3"
    assert offered(s) == ["choose-bonus black_step", "choose-bonus industry_step", "choose-bonus doubler"]


def test_14_1_bonuses_are_carried_out() -> None:
    """14.1: the steps are compulsory once chosen."""
    s = play(setup(4), "choose-bonus black_step")
    assert offered(s) == ["build transsib black", "build petersburg black", "build kiev black"]
    play(s, "build transsib black", "choose-bonus doubler", "choose-bonus coin")
    assert s.players[3].tracks[0] == 2
    assert s.players[2].doublers == 1
    assert s.players[1].coins == 2


def test_1_3_bonuses_go_by_place_not_by_seat() -> None:
    s = setup(3, order=(2, 0, 1))
    play(s, "choose-bonus coin", "choose-bonus doubler")
    assert [p.coins for p in s.players] == [1, 2, 1]
    assert s.active == 2


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_1_1_engineers_by_letter(seats: int) -> None:
    """1.1, 1.4: A next to the hire space, then B; with three players the outermost place stays empty."""
    s = GAME.setup(seats)
    letters = ""
    while isinstance(choice := pending(s), object) and choice is not None and "deal-engineer" in offered(s)[0]:
        assert choice.seat(s) == CHANCE
        numbers = [int(line.split()[1]) for line in offered(s)]
        kinds = {s.box.engineers[number].letter for number in numbers}
        assert len(kinds) == 1
        letters += kinds.pop()
        play(s, offered(s)[0])
    assert letters == {2: "AAABBB", 3: "AAABBB", 4: "AAABBBB"}[seats]
    assert len(s.display) == {2: 6, 3: 7, 4: 7}[seats]
    assert s.display.count(0) == (seats == 3)


def test_1_1_an_engineer_lies_in_one_place_only() -> None:
    s = GAME.setup(4)
    first = offered(s)[0]
    play(s, first)
    assert section(s, first) == "1.1"


def test_1_2_every_seat_gets_one_place() -> None:
    s = GAME.setup(2)
    for number in (4, 9, 10, 3, 5, 6):
        play(s, f"deal-engineer {number}")
    play(s, "deal-place 1")
    assert section(s, "deal-place 1") == "1.2"
    play(s, "deal-place 0")
    assert s.order == [1, 0]


def test_r107_1_1_end_cards() -> None:
    """14.5: eight cards are in the stack, and nobody sees one before somebody looks."""
    s = table()
    for seat in (None, 0, 3):
        view = GAME.view(s, seat)
        assert view.stack == 8
        assert (view.seen, view.takes) == ((), ())
    assert sum(card.copies for card in s.box.end_cards.values()) == 10


def test_r114_1_4_spaces_of_the_two_boards() -> None:
    """1.4: 26 spaces for three and four, 19 for two; the last-round tile comes on top."""
    box = table().box
    for seats, n in ((2, 19), (3, 26), (4, 26)):
        assert len(box.in_play[seats, False]) == n
    two = {space.id for space in box.in_play[2, False]}
    four = {space.id for space in box.in_play[4, False]}
    assert four - two == MISSING_FOR_TWO
    s = table(2)
    for missing in sorted(MISSING_FOR_TWO):
        assert missing not in spaces(s)
        assert section(s, f"place {missing} worker") == "1.4"
