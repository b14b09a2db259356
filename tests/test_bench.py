"""`make bench`: figures beside those that were committed."""

from __future__ import annotations

from bench.run import committed, compared, figures

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
