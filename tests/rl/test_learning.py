"""The example learns: after some games it beats the bot it lost to."""

from __future__ import annotations

import numpy as np
import pytest

from examples.learn import measured, trained


@pytest.mark.slow
def test_the_example_learns_to_win() -> None:
    rng = np.random.default_rng(1)
    preferences = trained(80, 0.05, rng)
    before, after = (measured(p, 6, rng) for p in (np.zeros_like(preferences), preferences))
    assert before < 0 < after
