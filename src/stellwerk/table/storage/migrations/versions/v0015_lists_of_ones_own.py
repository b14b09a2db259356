"""A table is put away by one person for himself; I, l, 1 and | in names are one stroke, O and 0 one ring."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from stellwerk.table.seating.names import fold

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "put_away",
        sa.Column("table_id", sa.String(16), sa.ForeignKey("tables.id", name=op.f("fk_put_away_table_id"))),
        sa.Column("person", sa.String(16), sa.ForeignKey("people.id", name=op.f("fk_put_away_person"))),
        sa.Column("version", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "person", name=op.f("pk_put_away")),
    )
    op.create_index(op.f("ix_put_away_person"), "put_away", ["person"])
    _fold_names()


def _fold_names() -> None:
    """Accounts keep the names they show; new ones must look different."""
    conn = op.get_bind()
    for row in conn.execute(sa.text("SELECT id, name FROM people WHERE login IS NOT NULL")).all():
        values = {"folded": fold(row.name)[:80], "id": row.id}
        conn.execute(sa.text("UPDATE people SET folded = :folded WHERE id = :id"), values)


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
