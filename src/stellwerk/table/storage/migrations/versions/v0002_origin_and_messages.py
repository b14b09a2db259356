"""Where a table comes from, and messages to single people."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("origin", sa.String(10)))
    with op.batch_alter_table("outbox") as batch:
        batch.add_column(sa.Column("person", sa.String(16)))
        batch.create_index("ix_outbox_person", ["person"])


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
