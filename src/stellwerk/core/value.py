"""Values that a game makes by the thousand: steps, events, entries of a log."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(cls: type[T]) -> type[T]:
    """A slotted dataclass, compared and hashed by its fields, that nobody changes: mypy sees to it.

    Nothing refuses it at run time: a dataclass that does sets every field of itself through `object.__setattr__`,
    and takes four times as long to make.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
