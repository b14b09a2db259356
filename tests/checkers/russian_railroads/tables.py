"""The data files of Russian Railroads, as plain rows."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[3] / "src" / "stellwerk" / "games" / "russian_railroads" / "rules" / "data"


@cache
def rows(file: str, table: str) -> tuple[dict[str, Any], ...]:
    with (DATA / f"{file}.toml").open("rb") as opened:
        return tuple(tomllib.load(opened)[table])


def row(file: str, table: str, **wanted: Any) -> dict[str, Any]:
    return next(each for each in rows(file, table) if all(each[key] == value for key, value in wanted.items()))


LINES = tuple(each["id"] for each in rows("lines", "line"))
COLOURS = tuple(each["id"] for each in rows("lines", "colour"))
GAPS = tuple(n for n, each in enumerate(rows("industry", "lane")) if each["kind"] == "gap")
