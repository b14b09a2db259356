"""What an operator may ask for. Each verb asks first whether it is one."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from stellwerk.table.model import Person
from stellwerk.table.seating import codes, operation
from stellwerk.table.seating.operation import require_operator
from stellwerk.table.service.state import ServerState, state_of
from stellwerk.table.settings import Settings
from stellwerk.table.storage.store import Store, UnitOfWork

READ_EVERY = 5.0
"""Seconds for which a message that was read holds."""


class Operators:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self._message: tuple[float, str] | None = None

    def become(self, who: Person, code: str) -> None:
        """By the code the server printed when it started."""
        self.store.do(lambda work: codes.become_operator(work, who, code.strip()))

    def first_code(self) -> str | None:
        """A new code, while there is no operator."""
        return self.store.do(codes.operator_code)

    def _do(self, who: Person | None, deed: Callable[[UnitOfWork, Person], None]) -> None:
        operator = require_operator(who)
        self.store.do(lambda work: deed(work, operator))

    def mute(self, who: Person | None, person: str, days: int, why: str) -> None:
        self._do(who, lambda work, operator: operation.mute(work, operator, person, days, why))

    def ban(self, who: Person | None, person: str, banned: bool, why: str) -> None:
        self._do(who, lambda work, operator: operation.ban(work, operator, person, banned, why))

    def delete_person(self, who: Person | None, person: str, why: str) -> None:
        self._do(who, lambda work, operator: operation.remove_person(work, operator, person, why))

    def delete_table(self, who: Person | None, table: str, why: str) -> None:
        self._do(who, lambda work, operator: operation.remove_table(work, operator, table, why))

    def close_table(self, who: Person | None, table: str, why: str) -> None:
        self._do(who, lambda work, operator: operation.close_table(work, operator, table, why))

    def close_report(self, who: Person | None, report: int) -> None:
        self._do(who, lambda work, operator: operation.close_report(work, operator, report))

    def post_message(self, who: Person | None, message: str) -> None:
        """What everybody reads on top of every page; without words it is taken away."""
        self._do(who, lambda work, operator: operation.post_message(work, operator, message))
        self._message = None

    def message(self) -> str:
        """The message of the day; other processes read a new one within seconds."""
        known = self._message
        if known is None or monotonic() - known[0] > READ_EVERY:
            with self.store.reading() as conn:
                known = self._message = (monotonic(), operation.message_of_the_day(conn))
        return known[1]

    def state(self, who: Person | None) -> ServerState:
        require_operator(who)
        return state_of(self.store, self.settings)

    def people(self, who: Person | None, wanted: str = "") -> list[dict[str, Any]]:
        require_operator(who)
        with self.store.reading() as conn:
            return operation.find_people(conn, wanted.strip())

    def reports(self, who: Person | None) -> list[dict[str, Any]]:
        require_operator(who)
        with self.store.reading() as conn:
            return operation.open_reports(conn)

    def deeds(self, who: Person | None, limit: int = 100, after: tuple[int, str] | None = None) -> list[dict[str, Any]]:
        require_operator(who)
        with self.store.reading() as conn:
            return operation.deeds(conn, limit, after)
