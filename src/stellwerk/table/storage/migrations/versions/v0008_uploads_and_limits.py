"""Files people brought along, and answers to requests, with an expiry; limits that all web processes share."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "uploads",
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("person", sa.String(16), sa.ForeignKey("people.id", name=op.f("fk_uploads_person")), nullable=False),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_uploads")),
    )
    op.create_index(op.f("ix_uploads_person"), "uploads", ["person"])
    op.create_index(op.f("ix_uploads_expires"), "uploads", ["expires"])
    op.create_table(
        "limits",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("ends", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_limits")),
    )
    op.create_index(op.f("ix_limits_ends"), "limits", ["ends"])
    with op.batch_alter_table("requests") as batch:
        batch.add_column(sa.Column("expires", sa.BigInteger, nullable=False, server_default="0"))
    op.execute(sa.text(f"UPDATE requests SET expires = at + {30 * 86_400_000}"))
    op.create_index(op.f("ix_requests_expires"), "requests", ["expires"])


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
