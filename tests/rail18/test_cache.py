"""What is kept, and that several threads may keep it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from stellwerk.rail18.cache import Cache


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads take turns as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def test_what_was_put_in_first_goes_first() -> None:
    cache: Cache[int, int] = Cache(2)
    assert [cache.get(key, lambda: 1) for key in (1, 2, 3)] == [1, 1, 1]
    assert [cache.known(key) for key in (1, 2, 3)] == [None, 1, 1]
    cache.put(2, 5)
    assert (len(cache), cache.known(2), cache.known(3)) == (2, 5, 1)


def test_threads_may_make_room_at_the_same_moment(hasty: None) -> None:
    """A page of a replay was a server error: another thread had forgotten the oldest just before."""
    cache: Cache[int, int] = Cache(3)

    def fill(first: int) -> None:
        for key in range(first, first + 200_000, 4):
            assert cache.get(key, lambda key=key: -key) == -key  # type: ignore[misc]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(fill, range(4)))
    assert len(cache) <= 3 + 4
