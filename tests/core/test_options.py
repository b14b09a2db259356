"""Options as a collection: membership, order, sampling."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest

from stellwerk.core import Action, Amount, Either, Listed, Sifted, Subset, Weighted


@dataclass(frozen=True, slots=True)
class Bid(Action):
    amount: int


@dataclass(frozen=True, slots=True)
class Take(Action):
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pass(Action):
    pass


RNG = random.Random(1)


def test_listed_options_keep_their_order() -> None:
    options = Listed((Bid(3), Bid(1)))
    assert list(options) == [Bid(3), Bid(1)]
    assert Bid(1) in options
    assert Bid(2) not in options
    assert len(options) == 2


def test_an_amount_runs_in_steps_up_to_its_highest() -> None:
    options = Amount(Bid, 5, 23, 5)
    assert [a.amount for a in options if isinstance(a, Bid)] == [5, 10, 15, 20]
    assert Bid(12) not in options
    assert Bid(25) not in options
    assert options.sample(RNG) in options


def test_an_amount_suggests_both_ends() -> None:
    assert [str(a) for a in Amount(Bid, 0, 100).suggest(3)] == ["bid 0", "bid 50", "bid 100"]
    assert len(Amount(Bid, 0, 1).suggest(5)) == 2


def test_an_empty_amount_is_false() -> None:
    assert not Amount(Bid, 10, 5)


def test_weights_are_kept_in_sampling() -> None:
    options = Weighted((Bid(1), Bid(2)), (1, 9))
    drawn = Counter(options.sample(RNG) for _ in range(2000))
    assert 1600 < drawn[Bid(2)] < 2000


def is_even(action: Action) -> bool:
    return isinstance(action, Bid) and action.amount % 2 == 0


def test_sifted_options_are_the_candidates_the_law_allows() -> None:
    options = Sifted([*map(Bid, range(7))], is_even)
    assert list(options) == [*map(Bid, (0, 2, 4, 6))]
    assert len(options) == 4
    assert Bid(2) in options
    assert Bid(3) not in options
    assert Bid(8) not in options
    assert not Sifted([Bid(1)], is_even)


def test_the_law_is_asked_until_it_allows_a_candidate_and_no_longer() -> None:
    asked: list[Action] = []

    def allows(action: Action) -> bool:
        asked.append(action)
        return is_even(action)

    drawn = Sifted([*map(Bid, range(9))], allows).sample(random.Random(2))
    assert [a for a in asked if is_even(a)] == [drawn]
    assert asked[-1] == drawn
    assert len(set(asked)) == len(asked)


def test_every_allowed_candidate_is_as_likely_as_the_next() -> None:
    """Pearson's chi-square with 9 degrees of freedom: a fair draw stays below 27.9 in 999 of 1 000 seeds."""
    options, rng, draws = Sifted([*map(Bid, range(20))], is_even), random.Random(1), 5000
    drawn = Counter(options.sample(rng) for _ in range(draws))
    fair = draws / len(options)
    assert set(drawn) == set(options)
    assert sum((n - fair) ** 2 / fair for n in drawn.values()) < 27.9


def test_either_samples_the_kind_first() -> None:
    options = Either(Amount(Bid, 0, 10_000), Listed((Pass(),)))
    drawn = Counter(type(options.sample(RNG)) for _ in range(400))
    assert drawn[Pass] > 100
    assert options.finite
    assert len(options) == 10_002
    assert Pass() in options


def test_either_drops_empty_parts() -> None:
    assert list(Either(Amount(Bid, 5, 0), Listed((Pass(),)))) == [Pass()]


def test_what_a_short_kind_leaves_goes_to_the_others() -> None:
    either = Either(Listed((Pass(),)), Amount(Bid, 0, 120))
    assert [str(a) for a in either.suggest(5)] == ["pass", "bid 0", "bid 40", "bid 80", "bid 120"]
    assert [len(either.suggest(n)) for n in (0, 1, 2, 121, 122, 500)] == [0, 1, 2, 121, 122, 122]
    assert either.suggest(1) == [Pass()]


def test_a_subset_is_sampled_and_suggested_but_not_listed() -> None:
    def allows(action: Action) -> bool:
        return isinstance(action, Take) and 1 <= len(action.cards) <= 2

    options = Subset(Take, ("a", "b", "c"), 1, 2, allows)
    assert not options.finite
    assert all(options.sample(RNG) in options for _ in range(50))
    assert Take(("a", "b", "c")) not in options
    assert Take(("a",)) in options.suggest(5)
    with pytest.raises(TypeError):
        iter(options)
