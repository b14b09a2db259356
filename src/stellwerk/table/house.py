"""The house: everything a running server has, opened and closed together."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy.engine import make_url

from stellwerk.table import migrate
from stellwerk.table.affairs import Affairs
from stellwerk.table.outbox import Clerk
from stellwerk.table.service import Tables
from stellwerk.table.settings import Settings
from stellwerk.table.store import Store, open_store
from stellwerk.table.turns import BotPool, OutboxTurns


class House:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        prepare(settings.database)
        self.store: Store = open_store(settings.database)
        turns = OutboxTurns()
        self.store.turns = turns
        self.tables = Tables(self.store)
        self.affairs = Affairs(self.tables)
        pool = BotPool(settings.bots or None, settings.bot_seconds)
        self.clerk = Clerk(self.store, pool, self.tables.dealer, self.tables.now)
        turns.wake = self.clerk.wake

    def start(self) -> None:
        self.clerk.start()

    def close(self) -> None:
        self.clerk.close()
        self.store.close()


def prepare(database: str) -> None:
    """The file's folder, and the newest schema."""
    url = make_url(database)
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    migrate.upgrade(database)
