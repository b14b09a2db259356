"""What takes long is done by workers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("queue", sa.String(10), nullable=False),
        sa.Column("asker", sa.String(16), nullable=False),
        sa.Column("sent", sa.LargeBinary, nullable=False),
        sa.Column("wanted", sa.BigInteger, nullable=False),
        sa.Column("workshop", sa.String(16)),
        sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"),
        sa.Column("tries", sa.Integer, nullable=False, server_default="0"),
        sa.Column("done", sa.Integer, nullable=False, server_default="0"),
        sa.Column("whole", sa.Integer, nullable=False, server_default="0"),
        sa.Column("answer", sa.LargeBinary),
    )
    op.create_index(op.f("ix_jobs_queue"), "jobs", ["queue"])
    op.create_index(op.f("ix_jobs_wanted"), "jobs", ["wanted"])
    op.create_table(
        "workshops",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("queue", sa.String(10), nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_index(op.f("ix_workshops_seen"), "workshops", ["seen"])


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
