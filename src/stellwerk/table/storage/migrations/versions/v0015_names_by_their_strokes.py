"""Names that look alike are told apart by more: I, l, 1 and | are one stroke, O and 0 one ring."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from stellwerk.table.seating.names import fold

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Accounts keep the names they show; new ones must look different."""
    conn = op.get_bind()
    for row in conn.execute(sa.text("SELECT id, name FROM people WHERE login IS NOT NULL")).all():
        values = {"folded": fold(row.name)[:80], "id": row.id}
        conn.execute(sa.text("UPDATE people SET folded = :folded WHERE id = :id"), values)


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
