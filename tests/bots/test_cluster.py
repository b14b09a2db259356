"""The same tournament and the same data set on a local Ray: equal results for equal seeds, by iterations."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stellwerk.bots.arena import Tournament, played
from stellwerk.bots.bot import Budget
from stellwerk.cli import app

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


@pytest.mark.usefixtures("_cluster")
def test_ray_makes_the_same_data_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte for byte, and into the folder that was meant, wherever its processes work."""
    monkeypatch.chdir(tmp_path)
    for engine in ("pool", "ray"):
        wish = ["dataset", "russian-railroads", "--games", "60", "--seats", "2", "--engine", engine, "--out", engine]
        result = CliRunner().invoke(app, wish)
        assert result.exit_code == 0, result.output
    files = {path.relative_to("pool") for path in Path("pool").rglob("*") if path.is_file()}
    assert len([path for path in files if path.suffix == ".parquet"]) == 2
    assert all(("pool" / path).read_bytes() == ("ray" / path).read_bytes() for path in files)
