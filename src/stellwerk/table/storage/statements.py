"""The few statements that every move needs. On SQLite they go to the driver ready-made: putting one together again
takes longer than running it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
    """A prepared selection; answers tuples."""

    def __init__(self, statement: Select[Any]) -> None:
        self.statement = statement
        self._sql, self._values = _compiled(statement)
        self._readers = [column.type.dialect_impl(DIALECT) for column in statement.selected_columns]

    def __call__(self, conn: Connection, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        if conn.dialect.name != "sqlite":
            return [tuple(row) for row in conn.execute(self.statement, values)]
        cursor = conn.connection.cursor()
        cursor.execute(self._sql, self._values(values))
        return [tuple(map(self._read, self._readers, row)) for row in cursor.fetchall()]

    @staticmethod
    def _read(kind: Any, value: Any) -> Any:
        reader = kind.result_processor(DIALECT, None)
        return value if reader is None else reader(value)


def _compiled(
    statement: Insert | Update | Select[Any], *columns: str
) -> tuple[str, Callable[[Mapping[str, Any]], list[Any]]]:
    """The text of a statement, and its parameters in their order as the driver wants them."""
    compiled: Any = statement.compile(dialect=DIALECT, column_keys=list(columns) or None)
    writers = [
        (name, compiled.binds[name].type.dialect_impl(DIALECT).bind_processor(DIALECT)) for name in compiled.positiontup
    ]

    def values(row: Mapping[str, Any]) -> list[Any]:
        return [row[name] if write is None else write(row[name]) for name, write in writers]

    return str(compiled), values
