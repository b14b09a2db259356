"""`make bench`: figures beside those that were committed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import arena
from bench.builds import end, recorded, searched, traced
from bench.run import committed, compared, figures
from tests.rail18.positions import runs

TABLE = """# Results

| room | what | figure | note |
|---|---|---|---|
| 1880 | copy() | 3.1 µs | quiet |
| 1880 | copy() | 4.0 µs | older |
"""


def test_a_figure_stands_beside_the_committed_one_of_the_same_name() -> None:
    rows = ["| 1880 | copy() | 2.9 µs | busy |", "| 1880 | pickle round trip | 80 µs | |"]
    assert compared(rows, TABLE)[2:] == [
        "| 1880 | copy() | 3.1 µs | 2.9 µs |",
        "| 1880 | pickle round trip | – | 80 µs |",
    ]


def test_the_committed_table_is_read() -> None:
    assert ("1880", "random playouts, 4 seats") in figures(committed().splitlines())


def test_two_builds_are_compared_by_what_does_not_change_from_run_to_run() -> None:
    """Every route with its revenue, how random games end, what recorded games become."""
    run, path = next(runs()), recorded()[0]
    (routes, revenue, bound, _), _ = searched(run)
    assert searched(run)[0][:3] == [routes, revenue, bound]
    assert sum(route[1] for route in routes if route) == revenue >= run.revenue
    assert end(1) == end(1) != end(2)
    assert traced(path) == traced(path)
    assert len(traced(path)[1]) > 10


@pytest.mark.parametrize(
    ("bars", "played"),
    [
        ("four-strong-0.1", ["1880-four-strong-0.1", "russian-railroads-four-strong-0.1", "yokohama-four-strong-0.1"]),
        ("yokohama-time 1880-expert", ["1880-expert", "yokohama-time"]),
    ],
)
def test_of_the_bars_those_are_played_that_are_asked_for(
    bars: str, played: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def named(id_: str, table: arena.Table, folder: Path, quick: bool) -> list[str]:
        return [f"{id_}-{table.name}"]

    monkeypatch.setattr(arena, "told", named)
    monkeypatch.setattr(arena, "RESULTS", tmp_path)
    monkeypatch.setenv("BARS", bars)
    assert sorted(arena.soak()) == played
