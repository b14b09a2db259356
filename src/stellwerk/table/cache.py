"""The one cache of the outer house: values worth keeping for a while; the one unused longest goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import RLock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """Keeps values up to a total weight; each weighs 1 unless `weigh` says otherwise. Any thread may use it.

    A value is weighed when it is put in: whoever lets it grow puts it in again.
    """

    def __init__(self, most: int, weigh: Callable[[V], int] = lambda value: 1) -> None:
        self.most, self._weigh = most, weigh
        self._kept: OrderedDict[K, V] = OrderedDict()
        self._weights: dict[K, int] = {}
        self._weight = 0
        self.lock = RLock()
        self.forgotten = 0
        """Counts what was put away. A reader that began before that may hold stale data and must not store it."""

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K) -> V | None:
        with self.lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def get_or_make(self, key: K, make: Callable[[], V]) -> V:
        """The value kept, or a new one; two threads that ask at once may both make it."""
        with self.lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        self.put(key, made)
        return made

    def put(self, key: K, value: V) -> None:
        with self.lock:
            self._remove(key)
            self._kept[key], self._weights[key] = value, self._weigh(value)
            self._weight += self._weights[key]
            while self._weight > self.most and len(self._kept) > 1:
                self._remove(next(iter(self._kept)))
                self.forgotten += 1

    def drop(self, key: K) -> None:
        with self.lock:
            self._remove(key)
            self.forgotten += 1

    def clear(self) -> None:
        with self.lock:
            self._kept.clear()
            self._weights.clear()
            self._weight = 0
            self.forgotten += 1

    def _remove(self, key: K) -> None:
        if key in self._kept:
            del self._kept[key]
            self._weight -= self._weights.pop(key)
