"""The few statements that every move, page and tick needs. On SQLite they go to the driver ready-made: putting one
together again takes longer than running it."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Insert, Select, Update
from sqlalchemy.dialects import sqlite

DIALECT = sqlite.dialect()


class Statement:
    def __init__(self, statement: Insert | Update, *columns: str) -> None:
        """`columns` are what an insertion gives values for: all there are, defaults included."""
        self.statement = statement
        self._sql, self._values = _compiled(statement, *columns)

    def __call__(self, conn: Connection, *rows: Mapping[str, Any]) -> None:
        if conn.dialect.name != "sqlite":
            conn.execute(self.statement, list(rows) if len(rows) > 1 else rows[0])
        elif len(rows) == 1:
            conn.connection.cursor().execute(self._sql, self._values(rows[0]))
        else:
            conn.connection.cursor().executemany(self._sql, [self._values(row) for row in rows])


class PreparedSelect:
    """A prepared selection; answers tuples whose fields are named like the columns."""

    def __init__(self, statement: Select[Any]) -> None:
        self.statement = statement
        self._sql, self._values = _compiled(statement)
        columns = statement.selected_columns
        self._row = _row([str(column.key) for column in columns])
        self._readers = [column.type.dialect_impl(DIALECT).result_processor(DIALECT, None) for column in columns]

    def __call__(self, conn: Connection, values: Mapping[str, Any]) -> Sequence[Any]:
        if conn.dialect.name != "sqlite":
            return conn.execute(self.statement, values).all()
        cursor = conn.connection.cursor()
        cursor.execute(self._sql, self._values(values))
        return [self._row._make(map(_read, self._readers, row)) for row in cursor.fetchall()]


def _row(names: Sequence[str]) -> Any:
    return namedtuple("Row", names)


def _read(reader: Callable[[Any], Any] | None, value: Any) -> Any:
    return value if reader is None else reader(value)


def _compiled(
    statement: Insert | Update | Select[Any], *columns: str
) -> tuple[str, Callable[[Mapping[str, Any]], list[Any]]]:
    """The text of a statement, and its parameters in their order as the driver wants them."""
    compiled: Any = statement.compile(dialect=DIALECT, column_keys=list(columns) or None)
    fixed = {name: compiled.params[name] for name in compiled.positiontup if not compiled.binds[name].required}
    writers = [
        (name, compiled.binds[name].type.dialect_impl(DIALECT).bind_processor(DIALECT)) for name in compiled.positiontup
    ]

    def values(row: Mapping[str, Any]) -> list[Any]:
        known = {**fixed, **row} if fixed else row
        return [known[name] if write is None else write(known[name]) for name, write in writers]

    return str(compiled), values
