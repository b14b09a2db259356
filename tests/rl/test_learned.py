"""A learned policy sits where bots sit: legal in every game, and as it would play in the environment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples import selfplay
from stellwerk import games
from stellwerk.bots import conformance
from stellwerk.core import Rng
from stellwerk.rl.learned import WordBot
from stellwerk.rl.single import against_bots

PLAYED = [id_ for id_ in games.ids() if games.companion(id_, "rl") is not None]


class Chance(WordBot):
    def choose(self, seen: Any, mask: Any, rng: Rng) -> int:
        words = np.flatnonzero(mask)
        return int(words[rng.randrange(len(words))])


@pytest.mark.parametrize("id_", PLAYED)
def test_it_may_play(id_: str) -> None:
    conformance.check(Chance, games.game(id_), 6, 2.0)


def test_what_was_learned_by_playing_oneself_is_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One file for each title, found by the name of the game."""
    learner = selfplay.Learner("yokohama", 0.05, seed=1)
    learner.round(1)
    (tmp_path / "yokohama").mkdir()
    np.save(tmp_path / "yokohama" / "preferences.npy", learner.preferences)
    monkeypatch.setenv("STELLWERK_PREFERENCES", f"{tmp_path}/{{game}}/preferences.npy")
    conformance.check(selfplay.Learned, games.game("yokohama"), 4, 2.0)
    assert np.array_equal(selfplay.kept("yokohama"), learner.preferences)


def test_it_sees_what_an_agent_sees() -> None:
    """Asked as a bot in the second seat, it is shown what the environment shows that seat."""
    seen: list[Any] = []

    def choose(shown: Any, mask: Any, rng: Rng) -> int:
        seen.append((env.env.seen("player_1").tolist(), shown.tolist(), mask.tolist()))
        return int(np.flatnonzero(mask)[0])

    env = against_bots("russian-railroads", bots=[WordBot(choose)])
    env.reset(seed=2)
    for _ in range(12):
        _, _, over, _, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
        if over:
            break
    first_words = [(there, here) for there, here, _ in seen if here[-8] == 0]
    assert len(first_words) > 3
    assert all(there == here for there, here in first_words)
