"""The examples learn: after some games they beat whom they lost to, and long games do not throw them off."""

from __future__ import annotations

import numpy as np
import pytest

from examples.learn import measured, trained
from examples.selfplay import LONGEST, Learner


@pytest.mark.slow
def test_the_example_learns_to_win() -> None:
    rng = np.random.default_rng(1)
    preferences = trained(80, 0.05, rng)
    before, after = (measured(p, 6, rng) for p in (np.zeros_like(preferences), preferences))
    assert before < 0 < after


def test_a_long_game_moves_the_policy_no_further_than_a_short_one() -> None:
    """The first game has nothing to be compared with; a second one of Yokohama says hundreds of words."""
    learner = Learner("yokohama", 0.05, seed=1)
    learner.round(2)
    assert 0 < np.linalg.norm(learner.preferences) <= 0.05 * LONGEST * 1.001


@pytest.mark.slow
def test_by_playing_itself_it_learns_to_beat_what_it_was() -> None:
    learner = Learner("yokohama", 0.05, seed=1)
    learner.round(30)
    assert learner.mean > 0
