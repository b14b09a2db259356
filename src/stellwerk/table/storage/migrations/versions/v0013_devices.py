"""People are told on their devices, by a key of the site."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "keys",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.Text(), nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(16), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("endpoint", sa.String(520), nullable=False, unique=True),
        sa.Column("p256dh", sa.String(90), nullable=False),
        sa.Column("auth", sa.String(30), nullable=False),
        sa.Column("agent", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
    )
    op.create_index(op.f("ix_devices_person"), "devices", ["person"])


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
