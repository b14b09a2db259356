"""Income of 1880 by round and by turn, from what was told."""

from __future__ import annotations

from stellwerk.games.china1880.rules import events as china
from stellwerk.games.china1880.study.income import Turn, income, turns

TOLD = [
    china.RevenuePaid(0, 10),
    china.ShareRoundBegan(1),
    china.TurnBegan("A1", 0),
    china.IncomeKept("A1", 40),
    china.TurnBegan("BCR", 0),
    china.DividendPaid("BCR", 100),
    china.DividendReceived(0, 30),
    china.DividendReceived(1, 20),
    china.TurnBegan("QSR", 1),
    china.RevenuePaid(1, 25),
    china.RevenuePaid(0, 10),
    china.ShareRoundBegan(2),
    china.TurnBegan("BCR", 0),
]


def test_every_turn_with_what_it_brought_to_whom() -> None:
    assert turns(TOLD) == [
        Turn("", 0, over=True, received={0: 10}),
        Turn("A1", 1, 40, over=True),
        Turn("BCR", 1, 100, paid=True, over=True, received={0: 30, 1: 20}),
        Turn("QSR", 1, over=True),
        Turn("", 1, over=True, received={1: 25, 0: 10}),
        Turn("BCR", 2),
    ]


def test_a_log_that_begins_within_a_turn() -> None:
    assert turns([china.DividendPaid("BCR", 50), china.DividendReceived(2, 5)]) == [
        Turn("BCR", 0, 50, paid=True, over=True, received={2: 5})
    ]


def test_rounds_add_up_what_the_turns_brought() -> None:
    rounds = income(TOLD)
    assert [each.number for each in rounds] == [0, 1]
    assert rounds[1].received == {0: 40, 1: 45}
    assert rounds[1].kept == {"A1": 40}
    whole = sum(amount for turn in turns(TOLD) for amount in turn.received.values())
    assert whole == sum(amount for each in rounds for amount in each.received.values())
