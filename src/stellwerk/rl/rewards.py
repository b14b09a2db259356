"""The rewards an environment can pay; the default is the final place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from stellwerk.core import Score


@dataclass(frozen=True)
class Reward:
    """What a seat gets. Dense rewards are paid at every step, as the change since the last one; others at the end."""

    text: str
    of: Callable[[Score, Sequence[Score]], float]
    dense: bool = False


def rank_reward(score: Score, scores: Sequence[Score]) -> float:
    """1 for the first, -1 for the last, evenly between; shared places share."""
    equal = sum(other.rank == score.rank for other in scores)
    place = score.rank - 1 + (equal - 1) / 2
    return 1 - 2 * place / (len(scores) - 1)


def win_reward(score: Score, scores: Sequence[Score]) -> float:
    return 1 / sum(other.rank == 1 for other in scores) if score.rank == 1 else 0.0


def score_reward(score: Score, scores: Sequence[Score]) -> float:
    return float(score.total)


def margin_reward(score: Score, scores: Sequence[Score]) -> float:
    return float(score.total - max(other.total for other in scores if other.seat != score.seat))


REWARDS = {
    "rank": Reward(
        "the final place: 1 for the first, -1 for the last, evenly between; shared places share", rank_reward
    ),
    "win": Reward("1 for the first place, a part of it where it is shared, else 0", win_reward),
    "score": Reward("the final points", score_reward),
    "margin": Reward("the final points less those of the best other player", margin_reward),
    "progress": Reward(
        "points as they come: the change since the last step; in all the final points", score_reward, True
    ),
    "lead": Reward("the change of the margin since the last step; in all the final margin", margin_reward, True),
}


def reward_called(name: str) -> Reward:
    if name not in REWARDS:
        raise ValueError(f"reward is one of {', '.join(REWARDS)}, not {name}")
    return REWARDS[name]
