"""Everything a running server has, opened and closed together."""

from __future__ import annotations

from sqlalchemy.engine import make_url

from stellwerk.core.components import BadComponent, Components
from stellwerk.games.own_components import own_components
from stellwerk.table.background.bot_turns import BotPool, OutboxTurns
from stellwerk.table.background.worker import BackgroundWorker
from stellwerk.table.model import Refused
from stellwerk.table.service.accounts import Accounts
from stellwerk.table.service.arrangements import Arrangements
from stellwerk.table.service.devices import Devices
from stellwerk.table.service.lessons import Lessons
from stellwerk.table.service.limits import Limits
from stellwerk.table.service.mailing import Mailing
from stellwerk.table.service.members import Members
from stellwerk.table.service.operators import Operators
from stellwerk.table.service.pauses import Pauses
from stellwerk.table.service.tables import Tables
from stellwerk.table.service.uploads import Uploads
from stellwerk.table.settings import Settings
from stellwerk.table.storage import migrate
from stellwerk.table.storage.backup import backup
from stellwerk.table.storage.files import data_folder, free_name, own, sqlite_file
from stellwerk.table.storage.postgres import PostgresStore
from stellwerk.table.storage.sqlite import SqliteStore
from stellwerk.table.storage.store import Store


class Runtime:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        prepare(settings.database)
        self.store = open_store_with_turns(settings)
        self.store.most_bytes = settings.database_mb * 1_000_000
        self.store.tables_each, self.store.notes_each = settings.tables_each, settings.notes_each
        self.limits = Limits(settings.rate, self.store)
        self.tables = Tables(self.store, limits=self.limits)
        self.tables.sets.folder = read_components(settings.components)
        self.arrangements = Arrangements(self.tables)
        self.pauses = Pauses(self.arrangements)
        self.uploads = Uploads(self.store, settings)
        self.lessons = Lessons(self.tables)
        self.devices = Devices(self.store, self.limits, settings)
        self.accounts = Accounts(self.store, self.limits, settings, self.devices)
        self.members = Members(self.tables, self.limits)
        self.operators = Operators(self.store, settings)
        self.mailing = Mailing(self.store, self.limits, settings)
        self.pool = BotPool(settings.bots or None, settings.bot_seconds)
        self.worker = BackgroundWorker(self.store, self.pool, settings)
        if isinstance(self.store.turns, OutboxTurns):
            self.store.turns.wake = self.worker.wake

    def start(self) -> None:
        self.store.listen()
        self.worker.start()

    def close(self) -> None:
        self.worker.close()
        self.mailing.close()
        self.store.close()


def open_store(url: str) -> Store:
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite":
        return SqliteStore(url)
    return PostgresStore(parsed.set(drivername="postgresql+psycopg").render_as_string(hide_password=False))


def open_store_with_turns(settings: Settings) -> Store:
    """The store, with the place where bot turns wait in it."""
    store = open_store(settings.database)
    if isinstance(store, PostgresStore):
        from stellwerk.table.background.bot_jobs_postgres import JobTurns

        store.turns = JobTurns(store)
    else:
        store.turns = OutboxTurns()
    return store


def read_components(given: str) -> dict[str, Components]:
    """The operator's own component tables, tried out before anybody plays with them."""
    try:
        return own_components(given) if given else {}
    except BadComponent as error:
        raise Refused("components", error.text, 422) from error


def prepare(database: str) -> None:
    """The file's folder, a copy of an older schema, and the newest schema. PostgreSQL may still be starting."""
    file = sqlite_file(database)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
        own(file)
    name = "postgresql" if file is None else file.name
    migrate.done_when_it_answers(database, lambda: _bring_up_to_date(database, name))


def _bring_up_to_date(database: str, name: str) -> None:
    old = migrate.behind(database)
    if old is not None:
        folder = data_folder(database)
        folder.mkdir(parents=True, exist_ok=True)
        backup(database, free_name(folder / f"{name}.before-{migrate.head()}"))
    migrate.upgrade(database)
