"""Answers are found by the id of their request, undone draws by their question; a message about a turn exists once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("requests") as batch:
        batch.drop_constraint("pk_requests", type_="primary")
        batch.create_primary_key("pk_requests", ["table_id", "request_id", "seat"])
    with op.batch_alter_table("outbox") as batch:
        batch.add_column(sa.Column("key", sa.String(80)))
        batch.create_unique_constraint("uq_outbox_key", ["key"])
    for name in ("question", "undo"):
        filled = sa.text(f'"{name}" IS NOT NULL')
        op.create_index(f"ix_log_{name}", "log", ["table_id", name], sqlite_where=filled, postgresql_where=filled)


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
