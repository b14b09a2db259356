"""Faults planted in the sample game are caught: every promise of the contract can be broken, and is then seen."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from stellwerk.core import Action, Game, Illegal, Listed, Rule, Text, pending
from stellwerk.core import contract as laws
from stellwerk.core.options import Options
from tests.sample import rules as sample


@contextmanager
def planted(owner: Any, name: str, fault: Any) -> Iterator[None]:
    right = getattr(owner, name)
    setattr(owner, name, fault)
    try:
        yield
    finally:
        setattr(owner, name, right)


def look(game: Game[Any] = sample.GAME) -> None:
    """Everything the suite looks at, over one game."""
    rng = random.Random(3)
    record = None
    for record, choice, action in laws.play(game, 3, random.Random(5)):
        laws.every_promise(game, record, choice, action, rng)
    assert record is not None
    laws.at_the_end(game, record)


def test_the_sound_sample_passes() -> None:
    look()


def refuse_keeping(self: sample.Turn, s: sample.Sample, a: Action) -> Illegal | None:
    return Illegal(Text("no"), self.rule) if a == sample.KEEP else None


def accept_anything(self: sample.Turn, s: sample.Sample, a: Action) -> Illegal | None:
    return None


def cite_nowhere(self: sample.Turn, s: sample.Sample, a: Action) -> Illegal | None:
    return None if a in (sample.KEEP, sample.SWAP) else Illegal(Text("no"), Rule("sample", "99"))


def offer_twice(self: sample.Turn, s: sample.Sample) -> Options:
    return Listed((sample.KEEP, sample.KEEP))


def offer_nothing(self: sample.Turn, s: sample.Sample) -> Options:
    return Listed(())


def change_by_asking(self: sample.Turn, s: sample.Sample) -> Options:
    s.thrown[0] += 1
    return Listed((sample.KEEP, sample.SWAP))


def share_the_deck(self: sample.Sample) -> sample.Sample:
    return sample.Sample(self.seats, self.deck, self.hand[:], self.thrown[:], self.agenda[:])


def forget_the_thrown(self: sample.Sample) -> sample.Sample:
    return sample.Sample(self.seats, self.deck[:], self.hand[:], [0] * self.seats, self.agenda[:])


FAULTS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "an option that is not accepted": (sample.Turn, "objection", refuse_keeping),
    "a near miss that is accepted": (sample.Turn, "objection", accept_anything),
    "a citation of a rule that is not there": (sample.Turn, "objection", cite_nowhere),
    "an option that stands twice": (sample.Turn, "options", offer_twice),
    "no options": (sample.Turn, "options", offer_nothing),
    "asking that changes the state": (sample.Turn, "options", change_by_asking),
    "a copy that shares a list": (sample.Sample, "copy", share_the_deck),
    "a copy that forgets": (sample.Sample, "copy", forget_the_thrown),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_caught(fault: str) -> None:
    owner, name, wrong = FAULTS[fault]
    with planted(owner, name, wrong), pytest.raises((laws.Broken, AssertionError)):
        look()


def leaking_view(s: sample.Sample, seat: int | None) -> sample.SampleView:
    """Shows everybody's card: nobody could imagine it otherwise."""
    return sample.SampleView(seat, tuple(s.hand), tuple(s.thrown), tuple(s.agenda))


def test_a_leaking_view_is_caught() -> None:
    """Two games that differ only in a foreign card must look alike; the leak makes them differ."""
    record = [record for record, _, _ in laws.play(sample.GAME, 3, random.Random(5))][-1]
    assert laws.unseen_changes_nothing(sample.GAME, record, 0, random.Random(1)) > 0
    with pytest.raises(laws.Broken):
        laws.unseen_changes_nothing(replace(sample.GAME, view=leaking_view), record, 0, random.Random(1))


def forgetful_imagine(v: sample.SampleView, rng: Any) -> sample.Sample:
    """A seat forgets what it threw away: no perfect recall."""
    return replace(sample.imagine(v, rng), thrown=[0] * len(v.hand))


def test_imagination_against_the_view_is_caught() -> None:
    with pytest.raises(laws.Broken):
        look(replace(sample.GAME, imagine=forgetful_imagine))


def test_wrong_scores_are_caught() -> None:
    def unranked(s: sample.Sample) -> Any:
        return [replace(score, rank=1) for score in sample.scores(s)]

    with pytest.raises(laws.Broken):
        look(replace(sample.GAME, scores=unranked))


def test_an_order_that_depends_on_hashing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The options of a planted game come from a set of strings: two hash seeds disagree."""
    from tests.contract.test_contract import replayed

    program = (
        "import tests.sample.rules as sample\n"
        "from stellwerk.core import Listed\n"
        "order = {str(a): a for a in sample.DRAW.values()}\n"
        "sample.Deal.options = lambda self, s: Listed([order[x] for x in set(order) if order[x].card in s.deck])\n"
    )
    import tests.contract.test_contract as contract

    monkeypatch.setattr(contract, "REPLAY", program + contract.REPLAY)
    assert len({replayed("sample", 4, hash_seed) for hash_seed in ("1", "2", "3")}) > 1


def test_a_broken_conservation_law_is_caught() -> None:
    def lose_a_card(self: sample.Deal, s: sample.Sample, a: Action) -> None:
        assert isinstance(a, sample.Draw)
        s.deck.remove(a.card)

    with planted(sample.Deal, "resolve", lose_a_card), pytest.raises(laws.Broken):
        look()


def test_pending_is_none_after_the_end() -> None:
    record = [record for record, _, _ in laws.play(sample.GAME, 2, random.Random(1))][-1]
    assert pending(record.state) is None
