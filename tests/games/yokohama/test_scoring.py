"""End of the game and final scoring."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from stellwerk.core import pending
from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.chapters.scoring import set_points
from stellwerk.games.yokohama.rules.state import NEUTRAL
from tests.games.yokohama.table import BLUE, GREEN, RED, YELLOW, Table

# --- the end ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "owners", "ends"), [
    (3, (YELLOW, YELLOW, BLUE, BLUE), True),
    (4, (YELLOW, YELLOW, BLUE, BLUE), False),
    (4, (YELLOW, YELLOW, BLUE, BLUE, GREEN), True),
])  # fmt: skip
@pytest.mark.parametrize("board", ["church", "customs"])
def test_y085_a_board_full_enough(board: str, seats: int, owners: tuple[int, ...], ends: bool) -> None:
    """end.1: the fifth assistant with three players, the sixth with four; then this round and one more."""
    t = Table(seats).board(board, *owners).stock(RED, imports=4, yen=9).act_in(board, 5)
    space = len(owners) + 1
    t.play(*["give imports"] * (3 if board == "customs" else 1), *["give yen", "give tea"] * (board == "church"))
    t.play(f"occupy {space} area").finish()
    assert t.s.last_round == (2 if ends else 0)
    assert t.s.end == (board if ends else "")


@pytest.mark.parametrize("board", ["church", "customs"])
def test_y085_with_two_players_the_neutral_one_counts(board: str) -> None:
    """end.1: with two players five assistants, the neutral one among them."""
    for there, last_round in ((3, 0), (4, 2)):
        t = Table(2)
        spaces = list(t.s.spaces[board])
        free = [n for n, owner in enumerate(spaces) if owner == -1]
        for n in free[:there]:
            spaces[n] = YELLOW
        t.s.spaces[board] = tuple(spaces)
        t.s.supply[YELLOW][0] -= there
        t.finish()
        assert t.s.last_round == last_round


def test_y087_all_shops_or_trading_houses() -> None:
    """end.1: the eighth shop, or the fourth trading house, on the board."""
    areas = [area.id for area in Table(4).s.tables.areas if area.kind != "canal" and area.id != "bank"]
    t = Table(4).ready(RED, shops=6)
    for area in areas[:7]:
        t.shop(RED, area)
    t.act_in("bank", 4).play("build-shop 1").finish()
    assert (t.s.end, t.s.last_round) == ("shops", 2)
    t = Table(4).ready(RED, houses=4)
    for area in areas[:3]:
        t.house(RED, area)
    t.act_in("bank", 4).play("build-house").finish()
    assert (t.s.end, t.s.last_round) == ("houses", 2)
    t = Table(4).ready(RED, houses=4)
    for area in areas[:2]:
        t.house(RED, area)
    t.act_in("bank", 4).play("build-house").finish()
    assert t.s.last_round == 0


def test_end_1_a_trigger_in_the_last_seat() -> None:
    """end.1: the round ends with that turn, and one full round follows."""
    t = Table(3)
    for _ in range(2):
        t.finish()
    t.s.end = "orders"
    t.finish()
    assert (t.s.round, t.s.active, t.s.last_round) == (2, RED, 2)
    for _ in range(3):
        t.finish()
    assert pending(t.s) is None


def test_end_1_a_trigger_in_the_first_seat() -> None:
    """end.1: the others finish the round, then everybody has one more turn."""
    t = Table(3)
    t.s.end = "orders"
    turns = 0
    while pending(t.s) is not None:
        t.finish()
        turns += 1
    assert turns == 6


def test_y098_equally_many_turns() -> None:
    """end.1, turn.1: in finished games everybody had the same number of turns."""
    for seats in (2, 3, 4):
        t = Table(seats)
        t.s.end = "church"
        turns = [0] * seats
        while pending(t.s) is not None:
            turns[t.s.active] += 1
            t.finish()
        assert turns == [2] * seats
        assert (t.s.active, t.s.round) == (0, 3)


# --- majorities ------------------------------------------------------------------------------------------------------


def majorities(t: Table, name: str) -> list[int]:
    return [t.item(seat, name) for seat in range(t.s.seats)]


def test_y088_example_of_the_rulebook() -> None:
    """scoring.1: red 2, blue 2 with the one furthest right, yellow 1: blue 6, red 3."""
    t = Table(4).board("church", RED, RED, YELLOW, BLUE, BLUE)
    assert majorities(t, "Church majority") == [3, 0, 6, 0]


def test_y089_example_of_the_rulebook() -> None:
    """scoring.2: green 3, red 1, yellow 1 further right: green 8, yellow 4."""
    t = Table(4).board("customs", RED, GREEN, GREEN, YELLOW, GREEN)
    assert majorities(t, "Customs majority") == [0, 4, 0, 8]


def test_y090_example_of_the_rulebook() -> None:
    """scoring.3: values 12, 20, 12, 10 in turn order: the second player 10 points, the first 5."""
    t = Table(4).own(0, "station", "telephone").own(1, "exhibition", "tram", "gas-light").own(2, "newspaper", "ball")
    t.own(3, "telegraph", "mining-technology")
    t.s.technologies[0] = ("exhibition", "electric-light")
    t.s.technologies[1] = ("tram", "station", "newspaper")
    t.s.technologies[2] = ("telephone", "newspaper")
    t.s.technologies[3] = ("ball", "telegraph")
    values = [sum(t.s.tables.technologies[card].cost for card in cards) for cards in t.s.technologies]
    assert values == [12, 20, 12, 10]
    assert majorities(t, "Technology majority") == [5, 10, 0, 0]


def test_y091_neutral_technology_value() -> None:
    """scoring.3, scoring.0: 8 and 7 against 7½: first place 10 points, second place is the neutral player's."""
    t = Table(2).own(0, "exhibition").own(1, "tram")
    assert majorities(t, "Technology majority") == [10, 0]
    t = Table(2).own(0, "exhibition").own(1, "electric-light", "brickworks")
    assert majorities(t, "Technology majority") == [10, 5]
    t = Table(2).own(0, "tram").own(1, "station")
    assert majorities(t, "Technology majority") == [5, 0]


def test_scoring_3_few_participants() -> None:
    """scoring.3: without technologies nobody scores; alone, only the first place is given; none is no participant."""
    assert majorities(Table(3), "Technology majority") == [0, 0, 0]
    assert majorities(Table(3).own(YELLOW, "winery"), "Technology majority") == [0, 10, 0]
    assert majorities(Table(2), "Technology majority") == [0, 0]
    assert majorities(Table(2).own(YELLOW, "winery"), "Technology majority") == [0, 5]
    assert majorities(Table(2).own(YELLOW, "exhibition"), "Technology majority") == [0, 10]


def test_y092_alone_on_the_board() -> None:
    """scoring.1: a single player gets 6 points, the second place is not given; nobody there, nothing."""
    assert majorities(Table(3).board("church", BLUE), "Church majority") == [0, 0, 6]
    assert majorities(Table(3), "Church majority") == [0, 0, 0]


def test_scoring_3_one_owner_in_a_game_for_two() -> None:
    """scoring.3: against the neutral 7½ even if the other player owns nothing; a switch gives him the first place."""
    assert [Table(2).own(RED, *cards).item(RED, "Technology majority") for cards in (["ball"], ["tram", "ball"])] == [
        5,
        10,
    ]
    assert Table(2, sole_inventor=True).own(RED, "ball").item(RED, "Technology majority") == 10
    both = Table(2, sole_inventor=True).own(RED, "ball").own(YELLOW, "winery")
    assert [both.item(seat, "Technology majority") for seat in (RED, YELLOW)] == [5, 0]


def test_scoring_0_the_neutral_player_on_a_board() -> None:
    """scoring.0: alone he scores nothing for anybody; otherwise he takes his place by number and by position."""
    t = Table(2)
    assert majorities(t, "Church majority") == majorities(t, "Customs majority") == [0, 0]
    # Equal numbers: the neutral assistant on the fifth space beats one on the fourth and loses to one on the sixth.
    t = Table(2).board("church", -1, -1, -1, RED, NEUTRAL)
    assert majorities(t, "Church majority") == [3, 0]
    t = Table(2).board("church", -1, -1, -1, -1, NEUTRAL, RED)
    assert majorities(t, "Church majority") == [6, 0]
    t = Table(2).board("church", RED, RED, YELLOW, -1, NEUTRAL)
    assert majorities(t, "Church majority") == [6, 0]
    t = Table(2).board("customs", RED, RED, YELLOW, NEUTRAL, YELLOW)
    assert majorities(t, "Customs majority") == [4, 8]


# --- countries and rest ----------------------------------------------------------------------------------------------

VALUES = (0, 0, 2, 4, 8, 12)


def test_y093_example_of_the_rulebook() -> None:
    """scoring.4: two sets that together give 16 points, five and three, or four and four different countries."""
    t = Table(4).fulfilled(
        RED, "order-03", "order-01", "order-04", "order-05", "order-06", "order-02", "order-10", "order-09"
    )
    assert t.item(RED, "Country sets") == 12 + 4
    t = Table(4).fulfilled(
        RED, "order-03", "order-01", "order-04", "order-05", "order-02", "order-10", "order-09", "order-08"
    )
    assert t.item(RED, "Country sets") == 8 + 8


def test_y094_three_of_a_kind() -> None:
    """scoring.4: three British, one American, one French: one set of three and two single ones, 4 points."""
    t = Table(4).fulfilled(RED, "order-02", "order-03", "order-01", "order-04").own(RED, "newspaper")
    assert t.item(RED, "Country sets") == 4


def test_scoring_4_hand_orders_are_dropped() -> None:
    """scoring.4: orders in hand show no symbols."""
    t = Table(4).hold(RED, "order-01", "order-03", "order-04").fulfilled(RED, "order-05")
    assert t.item(RED, "Country sets") == 0


@cache
def best_split(counts: tuple[int, ...]) -> int:
    """Every way to split symbols into sets, tried out."""
    options = [
        tuple(n - chosen for n, chosen in zip(counts, pattern, strict=True))
        for pattern in product((0, 1), repeat=len(counts))
        if any(pattern) and all(n >= chosen for n, chosen in zip(counts, pattern, strict=True))
    ]
    sizes = [sum(counts) - sum(left) for left in options]
    return max((VALUES[size] + best_split(left) for size, left in zip(sizes, options, strict=True)), default=0)


@pytest.mark.parametrize(
    "counts", [(1, 1, 1, 1, 1), (2, 2, 1, 1, 0), (3, 1, 1, 0, 0), (2, 2, 2, 1, 1), (2, 1, 1, 1, 1)]
)
def test_scoring_4_largest_sets_first_are_best(counts: tuple[int, ...]) -> None:
    """scoring.4: no other way to split the symbols gives more."""
    assert set_points(counts, VALUES) == best_split(counts)


def test_y095_example_of_the_rulebook() -> None:
    """scoring.5: one import, 3 yen and 7 goods: 1 + 1 + 2 points."""
    t = Table(4).stock(RED, imports=1, yen=3, copper=2, silk=1, tea=1, fish=3)
    assert [t.item(RED, name) for name in ("Imports", "Yen", "Trade goods", "Unused agents")] == [1, 1, 2, 0]


def test_scoring_5_imports_are_no_trade_goods() -> None:
    """scoring.5: two imports and seven goods are 2 and 2 points, not three threes."""
    t = Table(4).stock(RED, imports=2, yen=5, copper=2, silk=1, tea=1, fish=3)
    assert [t.item(RED, name) for name in ("Imports", "Yen", "Trade goods")] == [2, 2, 2]


def test_y096_agents() -> None:
    """scoring.5: one point for each unused agent, none for a used one."""
    t = Table(4).agent(RED, "gb", "us", "fr")
    t.s.agents_used[RED] = 2
    assert t.item(RED, "Unused agents") == 1


def test_y097_the_earlier_seat_wins_a_tie() -> None:
    """scoring.6: equal totals are ranked in turn order."""
    t = Table(3).stock(RED, yen=4)
    assert [score.rank for score in t.scores()] == [1, 2, 3]
    assert len({score.total for score in t.scores()}) == 1
    t.s.points[BLUE][0] = 1
    assert [score.rank for score in t.scores()] == [2, 3, 1]


def test_scoring_5_scores_are_itemised_at_any_time() -> None:
    """scoring.5, scoring.6: every item has a name of its own, and the items add up."""
    t = Table(4).own(RED, "ball").hold(RED, "order-03").stock(RED, tea=2, fish=2).play("fulfil order-03")
    for score in t.scores():
        assert score.total == sum(points for _, points in score.items)
        assert len({str(label) for label, _ in score.items}) == len(score.items) == 16
    assert t.item(RED, "Orders") == 4
    assert t.item(RED, "Technology effects") == 2


def test_scoring_is_told_at_the_end() -> None:
    """scoring.1, scoring.5: the last answer of the game tells what final scoring gave, and nothing is left to do."""
    t = Table(2).board("church", RED, RED, -1, -1, NEUTRAL)
    t.s.end = "church"
    for _ in range(3):
        t.finish()
    t.play("done", "recall")
    told = t.told("done")
    assert "seat 1: Church majority: 6 points" in told
    assert any("Trade goods" in line for line in told)
    t.play("done")
    assert pending(t.s) is None
    assert GAME.scores(t.s)[RED].rank == 1
