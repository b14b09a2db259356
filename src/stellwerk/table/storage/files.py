"""Database files: their owner's alone, whole or not there at all, and looked at before they are trusted."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from platformdirs import user_data_dir
from sqlalchemy.engine import make_url

from stellwerk.core import Text
from stellwerk.table.model import Refused

TAILS = ("-wal", "-shm", "-journal")


def sqlite_file(database: str) -> Path | None:
    url = make_url(database)
    return Path(url.database or "") if url.get_backend_name() == "sqlite" else None


def data_folder(database: str) -> Path:
    """Where files of a store lie: beside its own, or in the data directory of whoever runs the server."""
    file = sqlite_file(database)
    return file.parent if file is not None else Path(user_data_dir("stellwerk"))


def libraries_folder(database: str) -> Path:
    """Libraries of games, a file a person."""
    return data_folder(database) / "libraries"


def require_file(database: str) -> None:
    """Looking at a store must not make an empty one."""
    file = sqlite_file(database)
    if file is not None and not file.exists():
        raise Refused("file", Text("there is no database at {file}", file=str(file)))


def own(file: Path) -> None:
    """Make a file readable by its owner only. A file that belongs to another user is left as it is."""
    with suppress(PermissionError):
        file.touch(0o600)
        file.chmod(0o600)


def require_sound(file: Path, named: Path | None = None) -> None:
    """Raises where SQLite finds a fault in the file; -wal and -shm beside it are taken in."""
    try:
        with closing(sqlite3.connect(file)) as conn:
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            found = conn.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        reason = found.splitlines()[-1]
        raise Refused("damaged", Text("{file} is damaged: {reason}", file=str(named or file), reason=reason))


@contextmanager
def growing(file: Path) -> Iterator[Path]:
    """Another name to write under. The file gets its own name when the block has ended well and all of it is on disk;
    a failure leaves nothing behind."""
    part = file.with_name(f".{file.name}.part")
    try:
        remove(part)
        own(part)
        yield part
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(file)
        _sync_folder(file.parent)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Refused("file", Text("{file} cannot be written: {reason}", file=str(file), reason=reason)) from error
    finally:
        with suppress(OSError):
            remove(part)


def _sync_folder(folder: Path) -> None:
    """A new name counts once its folder is on disk; where folders cannot be opened the system sees to it."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def remove(file: Path) -> None:
    for tail in ("", *TAILS):
        file.with_name(file.name + tail).unlink(missing_ok=True)


def free_name(file: Path) -> Path:
    """This name, or the first one with a number that is not taken."""
    names = (file, *(file.with_name(f"{file.name}.{n}") for n in range(2, 10_000)))
    return next(name for name in names if not name.exists())


def keep_old(file: Path) -> Path | None:
    """A second name for what is there, damaged or not: nothing is thrown away when the first is taken over."""
    if not file.exists():
        return None
    kept = free_name(file.with_name(f"{file.name}.old"))
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(file)) as old:
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for tail in TAILS:
        beside = file.with_name(file.name + tail)
        if beside.exists() and beside.stat().st_size:
            beside.replace(kept.with_name(kept.name + tail))
        beside.unlink(missing_ok=True)
    _link(file, kept)
    return kept


def _link(file: Path, other: Path) -> None:
    try:
        os.link(file, other)
    except OSError:  # no hard links here: for a moment there is no file of this name
        file.rename(other)
