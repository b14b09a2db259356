"""A bot's move says why, and carries what the bot keeps for the rest of its turn."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("log") as batch:
        batch.add_column(sa.Column("thought", sa.JSON(none_as_null=True)))


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
