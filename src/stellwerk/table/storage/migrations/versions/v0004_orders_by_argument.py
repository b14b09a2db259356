"""Several standing orders of one kind: pass with this company and with that one."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("orders") as batch:
        batch.drop_constraint("pk_orders", type_="primary")
        batch.create_primary_key("pk_orders", ["table_id", "seat", "program", "argument"])


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
