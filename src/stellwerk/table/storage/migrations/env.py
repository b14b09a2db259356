"""Runs on the connection it is handed (see `migrate.upgrade`); batch mode, because SQLite alters tables by copying."""

from __future__ import annotations

from alembic import context

from stellwerk.table.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True, compare_type=True)
with context.begin_transaction():
    context.run_migrations()
