"""A bounded cache: what was put in first goes first. Caches stand beside the state, never in it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    def __init__(self, size: int) -> None:
        self.size = size
        self._kept: dict[K, V] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """What is kept under a key, made on first asking."""
        try:
            return self._kept[key]
        except KeyError:
            return self.put(key, make())

    def known(self, key: K) -> V | None:
        """What is kept under a key, if anything."""
        return self._kept.get(key)

    def put(self, key: K, value: V) -> V:
        while len(self._kept) >= self.size and key not in self._kept:
            self._forget_oldest()
        self._kept[key] = value
        return value

    def _forget_oldest(self) -> None:
        """Another thread may do so at the same moment."""
        try:
            self._kept.pop(next(iter(self._kept)), None)
        except (RuntimeError, StopIteration):
            return  # it has just put something in, or taken the last one
