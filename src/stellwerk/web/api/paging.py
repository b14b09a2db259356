"""Long lists in parts: `limit` says how many, the header `Link` where the next part is.

The body stays a plain list. A cursor is where the last part ended, so that what is added or goes away in between
neither repeats nor hides a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from fastapi import Query, Request, Response

from stellwerk.web.api.versions import versioned

T = TypeVar("T")

NUMBER = re.compile("i-?[0-9]+")
PLACE = re.compile(r"i(-?[0-9]{1,18})\.s(\w{0,40})")

Limit = Annotated[int | None, Query(ge=1, le=500, description="at most so many; the header `Link` names the rest")]
Cursor = Annotated[str | None, Query(max_length=80, pattern=r"^[\w.-]+$", description="from `Link`")]


def part(
    rows: Sequence[T], place: Callable[[T], tuple[int | str, ...]], cursor: str | None, limit: int | None
) -> tuple[list[T], str | None]:
    """The rows after the cursor, and the cursor of the next part. `rows` are in the order of their place."""
    begin = None if cursor is None else _read(cursor)
    left = [row for row in rows if begin is None or _key(place(row)) > begin]
    page = left[:limit]
    return page, _written(place(page[-1])) if len(page) < len(left) else None


def _key(place: tuple[int | str, ...]) -> tuple[tuple[int, str], ...]:
    return tuple((each, "") if isinstance(each, int) else (0, each) for each in place)


def _written(place: tuple[int | str, ...]) -> str:
    return ".".join(f"i{each}" if isinstance(each, int) else f"s{each}" for each in place)


def _read(cursor: str) -> tuple[tuple[int, str], ...]:
    """Whatever somebody sends is a place; one that never was is only where the next part begins."""
    return tuple((int(each[1:]), "") if NUMBER.fullmatch(each) else (0, each[1:]) for each in cursor.split("."))


def listed(
    request: Request,
    response: Response,
    rows: Sequence[T],
    place: Callable[[T], tuple[int | str, ...]],
    cursor: str | None,
    limit: int | None,
) -> list[T]:
    """One part of a list, with the way to the next in the header."""
    found, rest = part(sorted(rows, key=lambda row: _key(place(row))), place, cursor, limit)
    response.headers.update(next_part(request, rest))
    return found


def place_in(cursor: str | None) -> tuple[int, str] | None:
    """Where a cursor of a number and an id stands; None at the beginning, and for one that was made up."""
    match = None if cursor is None else PLACE.fullmatch(cursor)
    return None if match is None else (int(match[1]), match[2])


def after(
    request: Request,
    response: Response,
    rows: Sequence[T],
    limit: int,
    number: Callable[[T], int],
    id_: Callable[[T], str],
) -> list[T]:
    """Rows that the database has cut at `limit + 1`: as many as wanted, and the way to the rest."""
    page = list(rows[:limit])
    rest = f"i{number(page[-1])}.s{id_(page[-1])}" if len(rows) > limit else None
    response.headers.update(next_part(request, rest))
    return page


def next_part(request: Request, cursor: str | None) -> dict[str, str]:
    """The header that names the next part, if there is one."""
    if cursor is None:
        return {}
    url: Any = request.url.include_query_params(cursor=cursor)
    return {"Link": f'<{versioned(url.path)}?{url.query}>; rel="next"'}
