"""What accounts, mail, chat and operators need. Sessions and tokens of before go on as they were."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from stellwerk.table.seating.names import fold

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("people") as batch:
        batch.add_column(sa.Column("folded", sa.String(80)))
        batch.add_column(sa.Column("mail", sa.String(254)))
        for name in ("muted", "banned", "gone"):
            batch.add_column(sa.Column(name, sa.BigInteger))
        batch.create_index(batch.f("ix_people_folded"), ["folded"])
    with op.batch_alter_table("sessions") as batch:
        batch.add_column(sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
        batch.add_column(sa.Column("agent", sa.String(40), nullable=False, server_default=""))
    with op.batch_alter_table("tokens") as batch:
        batch.add_column(sa.Column("scope", sa.String(10), nullable=False, server_default="all"))
        batch.add_column(sa.Column("expires", sa.BigInteger))
    with op.batch_alter_table("tables") as batch:
        batch.add_column(sa.Column("talk", sa.String(10), nullable=False, server_default="seated"))
    with op.batch_alter_table("chat") as batch:
        batch.add_column(sa.Column("person", sa.String(16)))
        batch.create_index(batch.f("ix_chat_person"), ["person"])
    _new_tables()
    _fold_names()
    _name_speakers()


def _new_tables() -> None:
    op.create_table(
        "codes",
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("person", sa.String(16)),
        sa.Column("value", sa.String(254), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_codes")),
    )
    op.create_index(op.f("ix_codes_person"), "codes", ["person"])
    op.create_table(
        "letters",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("recipient", sa.String(64), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letters")),
    )
    op.create_index("ix_letters_recipient_at", "letters", ["recipient", "at"])
    op.create_table(
        "blocks",
        sa.Column("person", sa.String(16), sa.ForeignKey("people.id", name=op.f("fk_blocks_person")), nullable=False),
        sa.Column("blocked", sa.String(16), sa.ForeignKey("people.id", name=op.f("fk_blocks_blocked")), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "blocked", name=op.f("pk_blocks")),
    )
    op.create_index(op.f("ix_blocks_blocked"), "blocks", ["blocked"])
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("about", sa.String(16), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index(op.f("ix_reports_person"), "reports", ["person"])
    op.create_index(op.f("ix_reports_about"), "reports", ["about"])
    op.create_table(
        "deeds",
        sa.Column("id", sa.Integer, autoincrement=True, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("operator", sa.String(16), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("about", sa.String(40), nullable=False),
        sa.Column("why", sa.String(300), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deeds")),
    )


def _fold_names() -> None:
    """Accounts keep the names they show; new ones must look different."""
    conn = op.get_bind()
    for row in conn.execute(sa.text("SELECT id, name FROM people WHERE login IS NOT NULL")).all():
        values = {"folded": fold(row.name)[:80], "id": row.id}
        conn.execute(sa.text("UPDATE people SET folded = :folded WHERE id = :id"), values)


def _name_speakers() -> None:
    """Who said something was not written down; where one person alone ever held the seat, it is clear."""
    op.get_bind().execute(
        sa.text(
            "UPDATE chat SET person = (SELECT MIN(s.person) FROM (SELECT table_id, seat, person FROM sitters "
            "UNION SELECT table_id, seat, person FROM grants) s "
            "WHERE s.table_id = chat.table_id AND s.seat = chat.seat GROUP BY s.table_id, s.seat HAVING COUNT(*) = 1)"
        )
    )


def downgrade() -> None:
    raise NotImplementedError("restore the backup made before the upgrade")
