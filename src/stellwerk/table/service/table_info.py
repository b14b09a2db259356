"""A table as a visitor may see it from outside: a view of the record in memory, never a copy of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Generic, TypeVar

from stellwerk.core import Choice, Rule, Seat, Text, pending
from stellwerk.table.model import Clock, Motion, Person, Place, Refused
from stellwerk.table.storage.loaded import LoadedTable, following

T = TypeVar("T")


class Shown(Generic[T]):
    """A field of the table that everybody may see."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, info: TableInfo, owner: type) -> T:
        found: T = getattr(info._table, self.name)
        return found


class TableInfo:
    """Who sits where, what is asked of whom. `mine` are the seats of whoever asks."""

    id = Shown[str]()
    game = Shown[str]()
    title = Shown[Text]()
    name = Shown[str]()
    status = Shown[str]()
    version = Shown[int]()
    revision = Shown[int]()
    places = Shown[tuple[Place, ...]]()
    to_move = Shown[Seat | None]()
    hotseat = Shown[bool]()
    spectators = Shown[bool]()
    listed = Shown[bool]()
    imagined = Shown[bool]()
    source = Shown[str | None]()
    origin = Shown[str | None]()
    clock = Shown[Clock | None]()
    asked_at = Shown[int | None]()
    deadline = Shown[int | None]()
    created = Shown[int]()
    touched = Shown[int]()
    motions = Shown[tuple[Motion, ...]]()
    talk = Shown[str]()

    def __init__(
        self,
        table: LoadedTable,
        who: Person | None,
        whole: Callable[[], LoadedTable | None] | None = None,
        is_put_away: bool = False,
    ) -> None:
        """In a list the table comes from its columns; `whole` reads its log too, where more is asked than they tell."""
        self._table = table
        self._load = whole
        self.archived = table.archived or is_put_away
        self.mine: tuple[Seat, ...] = table.seats_of(who.id) if who else ()
        self.host = who is not None and who.id == table.host

    @property
    def variants(self) -> Mapping[str, Any]:
        return self._table.header.variants

    @property
    def my_turn(self) -> bool:
        return self.to_move in self.mine

    @cached_property
    def _whole(self) -> LoadedTable:
        return (self._load() if self._load is not None else None) or self._table

    @property
    def problem(self) -> Text | None:
        """Why it can only be read here, if so."""
        return self._whole.unknown

    @property
    def edition(self) -> str | None:
        """The release whose rules it is played by, where they are not today's."""
        return self._whole.edition

    @property
    def _choice(self) -> Choice[Any] | None:
        is_played = self.status == "running" and self.problem is None
        return pending(self._whole.state) if is_played else None

    @property
    def question(self) -> Text | None:
        """What is asked. A game that fails to say it must not take the list of tables away."""
        choice = self._choice
        if choice is None:
            return None
        try:
            with following(self._whole):
                return choice.question(self._whole.state)
        except Refused:
            return None

    @property
    def rule(self) -> Rule | None:
        choice = self._choice
        return None if choice is None else choice.rule

    @property
    def shared(self) -> Mapping[Seat, int]:
        """Seats of one's own that several people hold by the same link, and how many."""
        held = {seat: len(self._table.place(seat).people) for seat in self.mine}
        return {seat: people for seat, people in held.items() if people > 1}
