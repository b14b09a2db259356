"""How much is stored of what, and the bounds an operator has set: for `stellwerk usage`."""

from __future__ import annotations

from sqlalchemy import Connection, func, select

from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.files import libraries_folder

BOUNDS = (
    "database_mb",
    "tables_each",
    "notes_each",
    "guest_days",
    "chat_lines",
    "upload_days",
    "uploads_each",
    "uploads_each_mb",
    "uploads_total_mb",
    "library_mb",
    "library_days",
    "libraries_total_mb",
    "keep_guests_days",
    "keep_chat_days",
    "keep_messages_days",
    "archive_days",
    "rate",
)


def counted(conn: Connection) -> dict[str, int]:
    """Rows of every kind."""
    kinds = schema.metadata.sorted_tables
    return {kind.name: conn.execute(select(func.count()).select_from(kind)).scalar_one() for kind in kinds}


def library_bytes(settings: Settings) -> int:
    """What the libraries of games take, beside the database."""
    return sum(file.stat().st_size for file in libraries_folder(settings.database).glob("*.sqlite*"))


def bounds(settings: Settings) -> dict[str, str]:
    """As the variables are called that set them."""
    return {f"STELLWERK_{name.upper()}": str(getattr(settings, name)) for name in BOUNDS}
