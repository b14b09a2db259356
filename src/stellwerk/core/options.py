"""Options: what a choice offers, as a collection.

`a in options` always works. Iteration and `len` work where `options.finite`; `sample` and `suggest` work everywhere.
Options come in a fixed order and are never empty.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, islice

from stellwerk.core.action import Action
from stellwerk.core.chance import Rng, pick


class Options(ABC):
    __slots__ = ()
    finite: bool = True

    @abstractmethod
    def __contains__(self, action: object) -> bool: ...

    @abstractmethod
    def __iter__(self) -> Iterator[Action]: ...

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def sample(self, rng: Rng) -> Action:
        """One of them by chance; uniform where they are listed."""

    def suggest(self, n: int) -> list[Action]:
        """n of them, or all where they are fewer, for people and for search: the first in their order. Of amounts those
        at even steps, ends included; of several kinds some of each; of what is not listed as many as are found."""
        return list(islice(self, n))

    def __bool__(self) -> bool:
        return True


class Listed(Options):
    """All of them, one by one."""

    __slots__ = ("actions",)

    def __init__(self, actions: Iterable[Action]) -> None:
        self.actions: Sequence[Action] = actions if isinstance(actions, (tuple, list)) else tuple(actions)

    def __contains__(self, action: object) -> bool:
        return action in self.actions

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __bool__(self) -> bool:
        return bool(self.actions)

    def sample(self, rng: Rng) -> Action:
        actions = self.actions
        return actions[rng.randrange(len(actions))]


class Sifted(Options):
    """The candidates that the law allows. It is asked about all of them only when somebody wants the list.

    A draw takes one candidate after another until the law allows one. Each allowed one is as likely as the next, as in
    a draw from the list, but mostly the law is asked once or twice. It looks at the position when it is asked: options
    serve one question.
    """

    __slots__ = ("_allowed", "allows", "candidates")

    def __init__(self, candidates: Sequence[Action], allows: Callable[[Action], bool]) -> None:
        self.candidates, self.allows = candidates, allows
        self._allowed: tuple[Action, ...] | None = None

    @property
    def allowed(self) -> tuple[Action, ...]:
        if self._allowed is None:
            self._allowed = tuple(filter(self.allows, self.candidates))
        return self._allowed

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and action in self.candidates and self.allows(action)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.allowed)

    def __len__(self) -> int:
        return len(self.allowed)

    def __bool__(self) -> bool:
        return any(map(self.allows, self.candidates))

    def sample(self, rng: Rng) -> Action:
        left = list(self.candidates)
        while True:
            n = rng.randrange(len(left))
            if self.allows(left[n]):
                return left[n]
            left[n] = left[-1]
            left.pop()


class Weighted(Listed):
    """Listed with weights: what a chance question offers when its answers are not equally likely."""

    __slots__ = ("weights",)

    def __init__(self, actions: Sequence[Action], weights: Sequence[int]) -> None:
        super().__init__(actions)
        self.weights = tuple(weights)

    def sample(self, rng: Rng) -> Action:
        sums = list(accumulate(self.weights))
        return self.actions[bisect_right(sums, rng.randrange(sums[-1]))]


class Amount(Options):
    """A number from low to high in steps, each made into an action by `make`, which puts it into one of its fields."""

    __slots__ = ("high", "low", "make", "step")

    def __init__(self, make: Callable[[int], Action], low: int, high: int, step: int = 1) -> None:
        self.make, self.low, self.step = make, low, step
        self.high = low + (high - low) // step * step

    @property
    def numbers(self) -> range:
        return range(self.low, self.high + 1, self.step)

    def __contains__(self, action: object) -> bool:
        numbers = self.numbers
        values = [getattr(action, name) for name in getattr(action, "__dataclass_fields__", ())]
        return any(type(n) is int and n in numbers and self.make(n) == action for n in values)

    def __iter__(self) -> Iterator[Action]:
        return map(self.make, self.numbers)

    def __len__(self) -> int:
        return len(self.numbers)

    def __bool__(self) -> bool:
        return self.low <= self.high

    def sample(self, rng: Rng) -> Action:
        return self.make(pick(rng, self.numbers))

    def suggest(self, n: int) -> list[Action]:
        """Evenly spread, both ends included."""
        numbers = self.numbers
        if len(numbers) <= n or n < 2:
            return [self.make(number) for number in numbers[:n]]
        return [self.make(numbers[i * (len(numbers) - 1) // (n - 1)]) for i in range(n)]


class Subset(Options):
    """Between `least` and `most` of the items, in their order, each choice made into an action by `make`."""

    __slots__ = ("allows", "items", "least", "make", "most")
    finite = False

    def __init__(
        self,
        make: Callable[[tuple[str, ...]], Action],
        items: Sequence[str],
        least: int,
        most: int,
        allows: Callable[[Action], bool],
    ) -> None:
        self.make, self.items, self.least, self.most, self.allows = make, items, least, most, allows

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and self.allows(action)

    def __iter__(self) -> Iterator[Action]:
        raise TypeError("these options are not listed: use sample or suggest")

    __len__ = None  # type: ignore[assignment]

    def sample(self, rng: Rng) -> Action:
        size = self.least + rng.randrange(min(self.most, len(self.items)) - self.least + 1)
        left = list(range(len(self.items)))
        chosen = sorted(left.pop(rng.randrange(len(left))) for _ in range(size))
        return self.make(tuple(self.items[i] for i in chosen))

    def suggest(self, n: int) -> list[Action]:
        """The smallest, the largest, and single items."""
        sizes = (self.items[: self.least], self.items[: self.most], *((item,) for item in self.items))
        made = dict.fromkeys(self.make(tuple(items)) for items in sizes)
        return [action for action in made if action in self][:n]


class Either(Options):
    """One of several collections, for example an amount or a pass."""

    __slots__ = ("parts",)

    def __init__(self, *parts: Options) -> None:
        self.parts = tuple(part for part in parts if part)

    @property
    def finite(self) -> bool:  # type: ignore[override]
        return all(part.finite for part in self.parts)

    def __contains__(self, action: object) -> bool:
        return any(action in part for part in self.parts)

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(self.parts)

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def __bool__(self) -> bool:
        return bool(self.parts)

    def sample(self, rng: Rng) -> Action:
        """First which kind, then which of it: a long list of bids must not drown the pass."""
        return pick(rng, self.parts).sample(rng)

    def suggest(self, n: int) -> list[Action]:
        """As many of each kind; what a short one leaves goes to the others."""
        parts, left = self.parts[:n], n
        sizes = [len(part) if part.finite else n for part in parts]
        shares = [0] * len(parts)
        for rank, i in enumerate(sorted(range(len(parts)), key=sizes.__getitem__)):
            shares[i] = min(sizes[i], left // (len(parts) - rank))
            left -= shares[i]
        return [action for part, share in zip(parts, shares, strict=True) for action in part.suggest(share)]
