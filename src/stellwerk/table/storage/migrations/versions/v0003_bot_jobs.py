"""On PostgreSQL, the tables of the job queue for bot turns."""

from __future__ import annotations

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    from procrastinate.schema import SchemaManager

    # past SQLAlchemy: the text has signs that look like parameters
    connection.connection.cursor().execute(SchemaManager.get_schema())


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
