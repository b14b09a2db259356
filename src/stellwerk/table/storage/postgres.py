"""The store on PostgreSQL: several processes or machines on one database.

Every unit has a transaction of its own and locks the row of the table it works on.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, select, text
from sqlalchemy.exc import IntegrityError, OperationalError

from stellwerk.table.storage import schema
from stellwerk.table.storage.ear import LINE, Ear
from stellwerk.table.storage.loaded import LoadedTable, load
from stellwerk.table.storage.store import SESSIONS_ENDED, Change, Job, Kind, Store, UnitOfWork

T = TypeVar("T")
POSTGRES_UNITS = 8
STATEMENT = "30s"
"""The longest a single statement may take."""
MOST_PEOPLE = 200
"""At a table, in word of a change: PostgreSQL passes on 8000 letters."""


def postgres_engine(url: str) -> Engine:
    engine = create_engine(
        url, hide_parameters=True, pool_size=POSTGRES_UNITS + 4, pool_pre_ping=True, connect_args=LINE
    )

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, record: Any) -> None:
        connection.execute(f"SET statement_timeout = '{STATEMENT}'")
        connection.commit()

    return engine


@dataclass(frozen=True, slots=True)
class News:
    """A change as every process hears of it, with the people at the table: most processes need not look at it."""

    table: str
    kind: Kind
    version: int
    revision: int = -1
    touched: int = 0
    people: tuple[str, ...] | None = None
    """None where they are not known."""

    @classmethod
    def of(cls, told: Change, table: LoadedTable) -> News:
        people = tuple(dict.fromkeys(person for place in table.places for person in place.people))
        few = people if len(people) <= MOST_PEOPLE else None
        return cls(told.table, told.kind, told.version, table.revision, table.touched, few)

    def __str__(self) -> str:
        people = "*" if self.people is None else ",".join(self.people)
        return f"{self.table} {self.kind} {self.version} {self.revision} {self.touched} {people}"

    @classmethod
    def read(cls, payload: str) -> News:
        """Also as earlier versions wrote it, who knew of no people."""
        table, kind, *rest = payload.split(" ")
        version, revision, touched, people = rest if len(rest) == 4 else (rest[0], "-1", "0", "*")
        seated = None if people == "*" else tuple(filter(None, people.split(",")))
        return cls(table, kind, int(version), int(revision), int(touched), seated)  # type: ignore[arg-type]


class PostgresStore(Store):
    """Several processes or machines on one database."""

    sole = False

    def __init__(self, url: str) -> None:
        super().__init__()
        self.engine = postgres_engine(url)
        self._units = ThreadPoolExecutor(POSTGRES_UNITS, "unit")
        self._ear = Ear(self.conninfo, self._heard, self._catch_up)

    @property
    def conninfo(self) -> str:
        """The address as libpq reads it, and what is asked of the line."""
        from psycopg.conninfo import make_conninfo

        address = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        return make_conninfo(address, **LINE)

    def listen(self) -> None:
        """Hear what this and other processes have committed."""
        self._ear.start(self.now())

    def size(self, conn: Connection) -> int:
        return int(conn.execute(text("SELECT pg_database_size(current_database())")).scalar_one())

    @property
    def deaf(self) -> bool:
        return self._ear.deaf

    def _heard(self, payload: str) -> None:
        news = News.read(payload)
        if news.kind == SESSIONS_ENDED.kind:
            self.announce(SESSIONS_ENDED)
        elif self.concerned(news.table, news.people) and self._is_known(news):
            self.announce(Change(news.table, news.kind, news.version, news.touched, news.people))

    def _is_known(self, news: News) -> bool:
        """Who may look on changes with the revision: for a move memory need not be brought up to date. Whoever asks for
        the table reads it then."""
        known = self.cache.get(news.table)
        if known is not None and known.revision == news.revision:
            return True
        return self.table(news.table) is not None

    def _catch_up(self, since: int) -> None:
        """After a lost connection: whatever was touched since the last of what was known then."""
        self.announce(SESSIONS_ENDED)
        t = schema.tables.c
        with self.reading() as conn:
            rows = list(conn.execute(select(t.id, t.version).where(t.touched >= since - 10_000)))
        for row in rows:
            self._heard(str(News(row.id, "log", row.version)))

    def run(self, job: Job[T]) -> Future[T]:
        return self._units.submit(self._unit, job)

    def locked(self, work: UnitOfWork, table_id: str) -> LoadedTable | None:
        c = schema.tables.c
        row = work.conn.execute(select(c.version, c.revision).where(c.id == table_id).with_for_update()).one_or_none()
        if row is None:
            return None
        known = self.cache.get(table_id)
        if known is not None and (known.version, known.revision) == (row.version, row.revision):
            return known
        return load(work.conn, table_id, known)

    def close(self) -> None:
        self._ear.close()
        self._units.shutdown()
        self.engine.dispose()

    def _unit(self, job: Job[T], tries: int = 3) -> T:
        """The unique key (table, version) decides conflicts: the loser reads the table again and retries."""
        try:
            with self.engine.begin() as conn:
                work = UnitOfWork(self, conn)
                answer = job(work)
                self._notify(work)
        except (IntegrityError, OperationalError):
            if tries <= 1:
                raise
            return self._unit(job, tries - 1)
        self.keep(work)
        return answer

    def _notify(self, work: UnitOfWork) -> None:
        """Every process, this one included, hears of changes from the database."""
        for told in dict.fromkeys(work.told):
            table = work.tables.get(told.table)
            news = News(told.table, told.kind, told.version) if table is None else News.of(told, table)
            work.conn.execute(text("SELECT pg_notify('stellwerk', :payload)"), {"payload": str(news)})
