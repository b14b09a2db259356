"""What is stored while workers do what takes long, on PostgreSQL; and how keys and indexes of all tables are called."""

from __future__ import annotations

from sqlalchemy import Column, MetaData, Table
from sqlalchemy.types import BigInteger, Integer, LargeBinary, String

NAMES = {kind: f"{kind}_%(table_name)s_%(column_0_N_name)s" for kind in ("ix", "uq", "fk")}
metadata = MetaData(naming_convention={**NAMES, "pk": "pk_%(table_name)s"})

NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""By the one clock all processes share."""
STALLED = 10_000
"""Milliseconds without a sign of life after which a worker's job is given to others."""

jobs = Table(
    "jobs",  # what takes long and is wanted of a worker, on PostgreSQL; whoever asked takes the row away
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("queue", String(10), nullable=False, index=True),
    Column("asker", String(16), nullable=False),  # a hash of the address, so that everybody has a turn
    Column("sent", LargeBinary, nullable=False),
    Column("wanted", BigInteger, nullable=False, index=True),  # until when, unless whoever waits says more
    Column("workshop", String(16)),  # who is at it
    Column("seen", BigInteger, nullable=False, default=0, server_default="0"),  # the last sign of life of that one
    Column("tries", Integer, nullable=False, default=0, server_default="0"),
    Column("done", Integer, nullable=False, default=0, server_default="0"),
    Column("whole", Integer, nullable=False, default=0, server_default="0"),
    Column("answer", LargeBinary),
)

workshops = Table(
    "workshops",  # of workers, where jobs are done
    metadata,
    Column("id", String(16), primary_key=True),
    Column("queue", String(10), nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),
)
