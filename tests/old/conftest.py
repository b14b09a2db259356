"""The store and the logs of 0.1, as they were left."""

from __future__ import annotations

import lzma
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stellwerk.table.runtime import Runtime
from stellwerk.table.settings import Settings
from stellwerk.table.storage.backup import restore
from tests.old import OLD
from tests.table.conftest import postgres  # noqa: F401


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """The file a server of 0.1 left behind."""
    file = tmp_path / "left.sqlite"
    with closing(sqlite3.connect(file)) as conn:
        conn.executescript(lzma.decompress((OLD / "store.sql.xz").read_bytes()).decode("utf-8"))
    return file


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty one."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/store.sqlite"
    new: Callable[[bool], str] = request.getfixturevalue("postgres")
    return new(False)


@pytest.fixture
def runtime(left: Path, database: str) -> Iterator[Runtime]:
    """That file in a store of today, on SQLite and on PostgreSQL."""
    restore(left, database)
    found = Runtime(Settings(database=database, bots=1, bot_seconds=0.2))
    yield found
    found.close()
