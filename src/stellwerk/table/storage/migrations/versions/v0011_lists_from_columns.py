"""Indices for lists of tables (the lobby, whoever is asked, what came from a table) and for what has expired."""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(op.f("ix_tables_source"), "tables", ["source"])
    op.create_index("ix_tables_lobby", "tables", ["listed", "status", "touched"])
    op.create_index(op.f("ix_sessions_expires"), "sessions", ["expires"])
    op.create_index(op.f("ix_outbox_due"), "outbox", ["due"])
    op.create_index("ix_tables_asked", "tables", ["status", "to_move"])


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
