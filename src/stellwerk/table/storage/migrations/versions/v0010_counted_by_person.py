"""Tables and notes are counted by person before another is kept."""

from __future__ import annotations

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(op.f("ix_tables_host"), "tables", ["host"])
    op.create_index(op.f("ix_notes_person"), "notes", ["person"])


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
