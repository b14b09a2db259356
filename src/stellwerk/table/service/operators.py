"""What an operator may ask for. Each verb asks first whether it is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stellwerk.table.model import Person
from stellwerk.table.seating import codes, operation
from stellwerk.table.seating.operation import require_operator
from stellwerk.table.storage.store import Store, UnitOfWork


class Operators:
    def __init__(self, store: Store) -> None:
        self.store = store

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

    def people(self, who: Person | None, wanted: str = "") -> list[dict[str, Any]]:
        require_operator(who)
        with self.store.reading() as conn:
            return operation.find_people(conn, wanted.strip())

    def reports(self, who: Person | None) -> list[dict[str, Any]]:
        require_operator(who)
        with self.store.reading() as conn:
            return operation.open_reports(conn)

    def deeds(self, who: Person | None) -> list[dict[str, Any]]:
        require_operator(who)
        with self.store.reading() as conn:
            return operation.deeds(conn)
