"""Who has ever sat where, who keeps a seat that was given up, and when somebody was last seen."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("people") as batch:
        batch.add_column(sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    with op.batch_alter_table("seats") as batch:
        batch.add_column(sa.Column("keeper", sa.String(16)))
    with op.batch_alter_table("grants") as batch:
        batch.add_column(sa.Column("since", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "sitters",
        sa.Column(
            "table_id", sa.String(16), sa.ForeignKey("tables.id", name=op.f("fk_sitters_table_id")), nullable=False
        ),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", "person", name=op.f("pk_sitters")),
    )
    op.create_index(op.f("ix_sitters_person"), "sitters", ["person"])
    _remember()


def _remember() -> None:
    """Whoever holds a seat of a game that has begun, or has moved for it. Everybody counts as seen just now."""
    conn = op.get_bind()
    conn.execute(sa.text("UPDATE people SET seen = :now"), {"now": time.time_ns() // 1_000_000})
    conn.execute(
        sa.text(
            "INSERT INTO sitters (table_id, seat, person) "
            "SELECT g.table_id, g.seat, g.person FROM grants g JOIN tables t ON t.id = g.table_id "
            "WHERE t.status <> 'waiting' "
            "UNION SELECT table_id, seat, person FROM log WHERE person IS NOT NULL AND seat >= 0"
        )
    )


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
