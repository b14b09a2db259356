"""What a library holds, and how one is opened. A library of a later release is not touched by an older one."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from stellwerk.core import Text

VERSION = 3

TABLES = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    date TEXT NOT NULL DEFAULT '',
    length INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    ending TEXT NOT NULL DEFAULT '',
    rulings INTEGER NOT NULL DEFAULT 0,
    problem TEXT NOT NULL DEFAULT '',
    source TEXT NOT NULL,
    added TEXT NOT NULL,
    note TEXT NOT NULL DEFAULT '',
    log BLOB NOT NULL
);
CREATE TABLE player (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    score INTEGER NOT NULL,
    place INTEGER NOT NULL,
    win REAL NOT NULL,
    PRIMARY KEY (game, seat)
);
CREATE TABLE fact (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    seat INTEGER NOT NULL
);
CREATE TABLE tag (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (game, tag)
);
CREATE TABLE tally (
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    kind TEXT NOT NULL,
    value TEXT NOT NULL,
    games INTEGER NOT NULL,
    wins REAL NOT NULL,
    score INTEGER NOT NULL,
    PRIMARY KEY (game, seats, kind, value)
);
CREATE TABLE file (
    digest TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    problem TEXT NOT NULL DEFAULT '',
    game INTEGER REFERENCES game ON DELETE CASCADE
);
CREATE INDEX game_date ON game (date DESC, id DESC);
CREATE INDEX game_title ON game (game, seats, finished);
CREATE INDEX player_name ON player (name COLLATE NOCASE, game);
CREATE INDEX fact_value ON fact (kind, value, game);
CREATE INDEX fact_game ON fact (game);
CREATE INDEX tag_tag ON tag (tag, game);
"""
SHARED = """
CREATE TABLE comment (
    game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,
    at INTEGER NOT NULL,
    language TEXT NOT NULL,
    title TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (game, at, language)
);
CREATE TABLE share (
    game INTEGER PRIMARY KEY REFERENCES game ON DELETE CASCADE,
    token TEXT NOT NULL UNIQUE,
    names INTEGER NOT NULL
);
"""
"""What version 3 brought: comments on positions, and games that are shared by a link."""


class NoLibrary(ValueError):
    """A file that is there but is no library we can use."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


def connect(path: Path, make: bool = True) -> sqlite3.Connection:
    """The library at a path, made if there is none. Raises `NoLibrary`."""
    if not make and not (path.is_file() and path.stat().st_size):
        raise NoLibrary(Text("there is no library at {path}", path=str(path)))
    try:
        db = sqlite3.connect(path, timeout=30, check_same_thread=False)
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA journal_mode = WAL")
        _prepare(db)
    except sqlite3.DatabaseError as error:
        raise NoLibrary(Text("{path} is no library: {reason}", path=str(path), reason=str(error))) from error
    return db


def _prepare(db: sqlite3.Connection) -> None:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version == VERSION:
        return
    is_new = not version and not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if not is_new and version != VERSION - 1:
        raise sqlite3.DatabaseError(f"version {version}")
    tables = f"{TABLES} {SHARED}" if is_new else SHARED
    db.executescript(f"BEGIN; {tables} PRAGMA user_version = {VERSION}; COMMIT;")
