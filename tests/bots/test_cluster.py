"""The same tournament on a local Ray: equal results for equal seeds, by iterations."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator

import pytest

from stellwerk.bots.arena import Tournament, played
from stellwerk.bots.bot import Budget

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning", "ignore::FutureWarning"),
]


@pytest.fixture(scope="module")
def _cluster() -> Iterator[None]:
    """One worker process of its own, stopped at the end."""
    assert importlib.util.find_spec("ray"), "the extra `cluster` belongs to what the tests need"
    import ray

    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.mark.usefixtures("_cluster")
@pytest.mark.parametrize("bots", [("random", "random"), ("strong", "greedy")])
def test_ray_plays_the_same_games(bots: tuple[str, ...]) -> None:
    tournament = Tournament("russian-railroads", bots, 2, 2, Budget(iterations=4), seed=3)
    here = {o.seed: o.scores for o in played(tournament, None)}
    there = {o.seed: o.scores for o in played(tournament, None, engine="ray")}
    assert there == here
