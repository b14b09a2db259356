"""The logs of tables: a row an entry while a game is played, all of it in one row once it is long over.

Everybody reads by `rows`, which does not tell the difference. Whoever writes to a log that was packed unpacks it first.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from stellwerk.table.storage import schema
from stellwerk.table.storage.statements import PreparedSelect

COLUMNS = tuple(column.name for column in schema.log.c if column.name != "table_id")
FINISHED = ("over", "ended")
LONGEST = 2**31 - 1
_c = schema.log.c
LOOSE = PreparedSelect(
    select(schema.log)
    .where(_c.table_id == bindparam("table"), _c.version > bindparam("after"), _c.version <= bindparam("upto"))
    .order_by(_c.version)
)
"""Asked for after every move of a game that somebody looks at."""


def rows(conn: Connection, table_id: str, after: int = 0, upto: int | None = None) -> Sequence[Any]:
    """The entries of a log after one version and up to another, as the columns of `schema.log`."""
    for _ in range(2):  # between two looks somebody may have packed or unpacked it
        found = _loose(conn, table_id, after, upto) or _packed(conn, table_id, after, upto)
        if found:
            return found
    return ()


def _loose(conn: Connection, table_id: str, after: int, upto: int | None) -> Sequence[Any]:
    return LOOSE(conn, {"table": table_id, "after": after, "upto": LONGEST if upto is None else upto})


def _packed(conn: Connection, table_id: str, after: int, upto: int | None) -> Sequence[Any]:
    p = schema.packed.c
    data = conn.execute(select(p.data).where(p.table_id == table_id, p.version > after)).scalar()
    if data is None:
        return ()
    found = (SimpleNamespace(table_id=table_id, **entry) for entry in read(data))
    return [row for row in found if after < row.version and (upto is None or row.version <= upto)]


def read(data: bytes) -> list[dict[str, Any]]:
    kept = json.loads(zlib.decompress(data))
    return [dict(zip(kept["columns"], row, strict=True)) for row in kept["rows"]]


def written(found: Sequence[Any]) -> bytes:
    kept = {"columns": COLUMNS, "rows": [[getattr(row, name) for name in COLUMNS] for row in found]}
    return zlib.compress(json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def pack(conn: Connection, table_id: str) -> None:
    """Make one row of a log; of the stored positions only the last stays."""
    c, s = schema.log.c, schema.snapshots.c
    found = _loose(conn, table_id, 0, None)
    if not found:
        return
    values = {"table_id": table_id, "version": found[-1].version, "data": written(found)}
    conn.execute(insert(schema.packed), values)
    conn.execute(delete(schema.log).where(c.table_id == table_id))
    last = select(func.max(s.version)).where(s.table_id == table_id).scalar_subquery()
    conn.execute(delete(schema.snapshots).where(s.table_id == table_id, s.version < last))


def copy(conn: Connection, table_id: str, other: str, upto: int) -> None:
    """Begin the log of another table like this one."""
    found = rows(conn, table_id, upto=upto)
    if found:
        conn.execute(insert(schema.log), [{"table_id": other, **_entry(row)} for row in found])


def unpack(conn: Connection, table_id: str) -> None:
    """A log as it was before it was packed."""
    found = _packed(conn, table_id, 0, None)
    if found:
        conn.execute(insert(schema.log), [{"table_id": table_id, **_entry(row)} for row in found])
        conn.execute(delete(schema.packed).where(schema.packed.c.table_id == table_id))


def _entry(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in COLUMNS}
