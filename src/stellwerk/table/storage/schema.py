"""What is stored: people, tables, their logs, and what is still to be told. Times are milliseconds since 1970."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Table
from sqlalchemy.types import JSON, BigInteger, Boolean, Integer, LargeBinary, String, Text

from stellwerk.table.storage.schema_of_jobs import jobs, metadata, workshops

__all__ = ["jobs", "metadata", "workshops"]

people = Table(
    "people",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("login", String(80), unique=True),  # the name folded to one case; guests have none
    Column("password", String(200)),
    Column("admin", Boolean, nullable=False, default=False),
    Column("lang", String(8)),
    Column("settings", JSON, nullable=False, default=dict),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, default=0, server_default="0"),  # the last sign of life, roughly
    Column("folded", String(80), index=True),  # of accounts: the shown name as it looks, to keep names apart
    Column("mail", String(254)),  # an address that was confirmed
    Column("muted", BigInteger),  # until when somebody may not write to others
    Column("banned", BigInteger),  # since when an account is closed by the operator
    Column("gone", BigInteger),  # since when it is deleted: nothing but the number is left
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
    Column("seen", BigInteger, nullable=False, default=0, server_default="0"),
    Column("agent", String(40), nullable=False, default="", server_default=""),  # browser and system, in two words
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("scope", String(10), nullable=False, default="play", server_default="all"),
    Column("expires", BigInteger),
)

codes = Table(
    "codes",  # what is proved once by knowing it: an address, a lost password, who the operator is
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("person", String(16), index=True),
    Column("value", String(254), nullable=False, default=""),
    Column("expires", BigInteger, nullable=False),
)

letters = Table(
    "letters",  # when mail went to whom, for limits; only a hash of the address
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("recipient", String(64), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index("ix_letters_recipient_at", "recipient", "at"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("person", ForeignKey("people.id"), primary_key=True),
    Column("blocked", ForeignKey("people.id"), primary_key=True, index=True),
    Column("name", String(40), nullable=False),  # as the blocked one was called then
    Column("at", BigInteger, nullable=False),
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("person", String(16), nullable=False, index=True),
    Column("about", String(16), nullable=False, index=True),
    Column("table_id", String(16), nullable=False),
    Column("text", String(1000), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("closed", BigInteger),
)

deeds = Table(
    "deeds",  # what operators have done, to whom or what, and why
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("operator", String(16), nullable=False),
    Column("what", String(20), nullable=False),
    Column("about", String(40), nullable=False),
    Column("why", String(300), nullable=False, default=""),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("name", String(80), nullable=False, default=""),
    Column("status", String(10), nullable=False),
    Column("version", Integer, nullable=False, default=0),
    Column("revision", Integer, nullable=False, default=0),  # counts changes around the table: seats, motions, clock
    Column("header", JSON, nullable=False),
    Column("host", ForeignKey("people.id"), nullable=False, index=True),
    Column("hotseat", Boolean, nullable=False, default=False),
    Column("seating", String(10), nullable=False, default="chosen"),
    Column("spectators", Boolean, nullable=False, default=True),
    Column("listed", Boolean, nullable=False, default=False),  # open seats may be taken from the lobby, without a link
    Column("imagined", Boolean, nullable=False, default=False),
    Column("source", String(16), index=True),  # the table or lesson this one comes from
    Column("origin", String(10)),  # and as what: rematch, what-if or lesson
    Column("clock", JSON(none_as_null=True)),
    Column("to_move", Integer),
    Column("asked_at", BigInteger),
    Column("deadline", BigInteger, index=True),
    Column("rewound", Boolean, nullable=False, default=False),
    Column("archived", Boolean, nullable=False, default=False),
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False, index=True),
    Column("talk", String(10), nullable=False, default="seated", server_default="seated"),  # who may chat
)

Index("ix_tables_lobby", tables.c.listed, tables.c.status, tables.c.touched)
Index("ix_tables_asked", tables.c.status, tables.c.to_move)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("name", String(40), nullable=False, default=""),
    Column("bot", String(40)),
    Column("spent", BigInteger, nullable=False, default=0),
    Column("keeper", String(16)),  # of a seat that was given up: who may give it to somebody else
)

grants = Table(
    "grants",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True, index=True),
    Column("link", String(16)),
    Column("since", BigInteger, nullable=False, default=0, server_default="0"),
)

sitters = Table(
    "sitters",  # everybody who has ever played a seat: they know its secrets
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String(16), primary_key=True, index=True),
)

links = Table(
    "links",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("id", String(16), nullable=False, unique=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
)

log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("readers", JSON(none_as_null=True)),
    Column("undo", Integer),
    Column("question", String(40)),  # which chance question this answers; see play.redealt
    Column("reveals", Boolean, nullable=False, default=False),
    Column("thought", JSON(none_as_null=True)),  # of a bot: why, and what it keeps for the rest of its turn
    Column("note", String(20)),  # who moved for the seat, if not the seat: late, crashed, clock, order
    Column("person", String(16)),
    Column("at", BigInteger, nullable=False),
)
for _column in (log.c.question, log.c.undo):
    _is_there = _column.is_not(None)
    Index(f"ix_log_{_column.name}", log.c.table_id, _column, sqlite_where=_is_there, postgresql_where=_is_there)

packed = Table(
    "packed",  # logs of games that are long over, each in one row; see `storage.logs`
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, nullable=False),  # of the last entry
    Column("data", LargeBinary, nullable=False),
)

requests = Table(
    "requests",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("request_id", String(80), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("fingerprint", String(64), nullable=False),
    Column("answer", JSON, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),  # refusals soon: they are worth little and cost nothing
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("rules", String(40), nullable=False),  # rules version and digest of the components
    Column("state", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer),
    Column("name", String(40), nullable=False),
    Column("text", String(1000), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("person", String(16), index=True),
)

notes = Table(
    "notes",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True, index=True),
    Column("text", Text, nullable=False),
)

put_away = Table(
    "put_away",  # out of somebody's list, until the next move
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("person", ForeignKey("people.id"), primary_key=True, index=True),
    Column("version", Integer, nullable=False),
)

orders = Table(
    "orders",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("program", String(40), primary_key=True),
    Column("argument", String(80), primary_key=True, default=""),
)

motions = Table(
    "motions",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False, index=True),
    Column("kind", String(10), nullable=False),
    Column("details", JSON, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("needs", JSON, nullable=False),
    Column("votes", JSON, nullable=False),
    Column("status", String(10), nullable=False),
    Column("created", BigInteger, nullable=False),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("person", String(16), index=True),  # of messages, by which channel and to whom
    Column("due", BigInteger, nullable=False, index=True),
    Column("tries", Integer, nullable=False, default=0),
    Column("status", String(10), nullable=False, default="open"),
    Column("error", String(300)),
    Column("key", String(80), unique=True),  # of messages: the turn, the addressee and the channel, each once
    Index("ix_outbox_status_due", "status", "due"),
)

devices = Table(
    "devices",  # browsers that want to be told of a turn by push
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("endpoint", String(520), nullable=False, unique=True),
    Column("p256dh", String(90), nullable=False),
    Column("auth", String(30), nullable=False),
    Column("agent", String(40), nullable=False),  # browser and system, in two words
    Column("created", BigInteger, nullable=False),
)

keys = Table(
    "keys",  # secrets of the site itself
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)

uploads = Table(
    "uploads",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("name", String(120), nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("size", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, index=True),  # None: kept until its owner throws it away
)

component_sets = Table(
    "component_sets",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("person", ForeignKey("people.id"), nullable=False, index=True),
    Column("game", String(40), nullable=False),
    Column("name", String(60), nullable=False),
    Column("version", Integer, nullable=False),
    Column("text", Text, nullable=False),  # the file of the set
    Column("used", Boolean, nullable=False),  # somebody plays with this version or has it: the next change is another
    Column("is_default", Boolean, nullable=False),  # the site's new tables are opened with it
    Column("changed", BigInteger, nullable=False),
)

limits = Table(
    "limits",
    metadata,
    Column("key", String(64), primary_key=True),  # what is counted, of whom, in which window of time
    Column("count", Integer, nullable=False),
    Column("ends", BigInteger, nullable=False, index=True),
)
