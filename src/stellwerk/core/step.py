"""Steps on an agenda: what the rulebook says is still to happen, next on top.

A step is frozen and holds only ids, numbers and tuples; progress is a new step. It never stores what the state knows:
it looks when it runs. A `Choice` waits for a seat; every other step runs by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, Protocol, TypeVar, TypeVarTuple

from stellwerk.core.action import Action
from stellwerk.core.chance import CHANCE, Seat
from stellwerk.core.options import Listed, Options
from stellwerk.core.rule import Illegal, Rule
from stellwerk.core.text import Text


class State(Protocol):
    """What the engine needs of a state. States are slotted dataclasses: flat, ids and ints, never references."""

    agenda: list[Step[Any]]
    heard: list[Any] | None
    """Events told while somebody listens; None, and free of charge, in playouts."""

    def copy(self) -> Any: ...


S = TypeVar("S", bound=State)
Ts = TypeVarTuple("Ts")


class Step(Generic[S]):
    __slots__ = ()
    waits: ClassVar[bool] = False

    def run(self, s: S) -> None:
        """Do it; may put further steps on the agenda."""
        raise NotImplementedError


class Choice(Step[S]):
    """Waits for a seat. It is off the agenda when `resolve` is called; whoever goes on asking puts it back."""

    __slots__ = ()
    waits: ClassVar[bool] = True
    rule: ClassVar[Rule]
    kinds: ClassVar[tuple[type[Action], ...]]

    def seat(self, s: S) -> Seat:
        """Who decides. Asked of the state each time, never stored."""
        raise NotImplementedError

    def question(self, s: S) -> Text:
        """What is being asked, in words."""
        raise NotImplementedError

    def candidates(self, s: S) -> Iterable[Action]:
        """Everything worth asking the law about, in a fixed order, each once."""
        raise NotImplementedError

    def options(self, s: S) -> Options:
        return Listed([a for a in self.candidates(s) if self.objection(s, a) is None])

    def objection(self, s: S, a: Action) -> Illegal | None:
        """The law: why not, or None. `a` is of one of `kinds`."""
        raise NotImplementedError

    def resolve(self, s: S, a: Action) -> None:
        raise NotImplementedError

    def is_public(self, s: S) -> bool:
        """Whether everybody can tell which answers there are, whatever its seat keeps secret."""
        return False

    def readers(self, s: S, a: Action) -> tuple[Seat, ...] | None:
        """The seats that may read this answer in the log; None is everybody."""
        return None

    def reveals(self, s: S, a: Action) -> bool:
        """Whether this answer shows its seat something it did not know: no free undo past it."""
        return False


class Chance(Choice[S]):
    """A choice of the dealer; options may carry weights."""

    __slots__ = ()

    def seat(self, s: S) -> Seat:
        return CHANCE


def then(s: State, *steps: Step[Any]) -> None:
    """These next, in reading order, before whatever is on the agenda already."""
    if len(steps) == 1:  # mostly
        s.agenda.append(steps[0])
    else:
        s.agenda.extend(steps[::-1])


def tell(s: State, event: Callable[[*Ts], Any], *args: *Ts) -> None:
    """Something has happened. The event is made only if somebody listens."""
    if s.heard is not None:
        s.heard.append(event(*args))
