"""The two doors, the agenda, chance and events, on the sample game."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from stellwerk.core import (
    CHANCE,
    Dealer,
    Endless,
    Illegal,
    Step,
    advance,
    after,
    apply,
    digest,
    events,
    objection,
    options,
    pending,
    settle,
    then,
)
from stellwerk.core.log import Record
from stellwerk.locale import LANGUAGES, translator
from tests.sample import rules as sample
from tests.sample.rules import DRAW, KEEP, SWAP


def dealt(*cards: int) -> sample.Sample:
    s = sample.GAME.setup(len(cards))
    for card in cards:
        advance(s, DRAW[card])
    return s


def test_the_agenda_runs_in_reading_order() -> None:
    s = dealt(3, 5)
    assert s.hand == [3, 5]
    assert pending(s) == sample.Turn(0)


def test_a_step_may_put_further_steps_before_the_rest() -> None:
    s = dealt(3, 5)
    advance(s, SWAP)
    assert pending(s) == sample.Deal(0)
    advance(s, DRAW[9])
    assert pending(s) == sample.Turn(1)
    assert s.hand == [9, 5]


@pytest.mark.parametrize(
    ("seat", "action", "rule"),
    [(1, KEEP, "turn"), (CHANCE, KEEP, "turn"), (0, DRAW[4], "kind"), (0, sample.Swap(2), "2")],
)
def test_the_checked_door_refuses_and_leaves_the_state_untouched(seat: int, action: sample.Action, rule: str) -> None:
    s = dealt(3, 5)
    before = digest(s)
    with pytest.raises(Illegal) as caught:
        apply(s, seat, action)
    assert caught.value.rule.section == rule
    assert digest(s) == before


def test_a_refusal_gives_reason_and_rule_in_three_languages() -> None:
    refusal = objection(dealt(3, 5), 1, KEEP)
    assert refusal is not None
    assert len({refusal.text.render(translator(language)) for language in LANGUAGES}) == 3
    assert str(refusal.rule) == "stellwerk turn"


def test_nothing_can_be_done_after_the_end() -> None:
    s = dealt(3, 5)
    apply(s, 0, KEEP)
    apply(s, 1, KEEP)
    assert pending(s) is None
    with pytest.raises(Illegal, match="over"):
        apply(s, 0, KEEP)
    with pytest.raises(Illegal, match="over"):
        options(s)


def test_after_works_on_a_copy() -> None:
    s = dealt(3, 5)
    before = digest(s)
    assert digest(after(s, KEEP)) != before
    assert digest(s) == before


def test_events_are_told_to_whoever_listens_and_change_nothing() -> None:
    s = dealt(3, 5)
    before = digest(s)
    assert [str(event.text()) for event in events(s, SWAP)] == ["1 swaps"]
    assert digest(s) == before
    assert s.heard is None


def test_the_dealer_answers_first_with_what_was_fixed() -> None:
    s = sample.GAME.setup(2)
    dealer = Dealer(random.Random(0), fixed=[DRAW[7], DRAW[7], DRAW[2]])
    advance(s, dealer.answer(options(s)))
    assert s.hand[0] == 7
    # The second seven is no longer in the deck: the generator answers, the fixed answer waits.
    assert dealer.answer(options(s)) != DRAW[7]


@dataclass(frozen=True, slots=True)
class Treadmill(Step[sample.Sample]):
    """A step that is never done."""

    def run(self, s: sample.Sample) -> None:
        then(s, self)


@dataclass(frozen=True, slots=True)
class Heap(Step[sample.Sample]):
    """A step that leaves more to do than it does."""

    def run(self, s: sample.Sample) -> None:
        then(s, self, self)


@pytest.mark.parametrize("step", [Treadmill(), Heap()])
def test_what_never_comes_to_a_decision_is_an_error(step: Step[sample.Sample]) -> None:
    s = dealt(3, 5)
    then(s, step)
    with pytest.raises(Endless, match="no decision"):
        settle(s)


def test_chance_that_never_ends_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample.Deal, "resolve", lambda self, s, a: then(s, self))
    record = Record.new(sample.GAME, 2)
    with pytest.raises(Endless):
        record.deal(Dealer(random.Random(1)))
