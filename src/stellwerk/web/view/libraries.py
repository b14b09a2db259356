"""The library of each person on this server: a file of its own beside the database, private until a game is shared."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import asdict
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import select

from stellwerk.core import Text
from stellwerk.study.library.catalogue import Library, Wanted
from stellwerk.study.library.comments import Share, comments_of, share_of, share_with
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.table.storage.files import libraries_folder
from stellwerk.table.storage.store import Store

MOST_GAMES = 20_000
MOST_OPEN = 50


class Libraries:
    def __init__(self, folder: Path, each: int = 0, total: int = 0) -> None:
        """`each` and `total` are bytes of one library and of all; 0 is no bound."""
        self.folder, self.each, self.total = folder, each, total
        self._open: OrderedDict[str, Library] = OrderedDict()
        self._lock = Lock()

    @classmethod
    def beside(cls, settings: Settings) -> Libraries:
        folder = libraries_folder(settings.database)
        return cls(folder, settings.library_mb * 1_000_000, settings.libraries_total_mb * 1_000_000)

    def of(self, person: str, make: bool = False) -> Library | None:
        """Somebody's library; None where there is none and none shall be made."""
        path = self.folder / f"{_safe(person)}.sqlite"
        with self._lock:
            if person not in self._open:
                if not path.exists() and not make:
                    return None
                self.folder.mkdir(parents=True, exist_ok=True)
                self._open[person] = Library(path)
                path.touch()  # it is used
            self._open.move_to_end(person)
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)[1].close()
            return self._open[person]

    def no_room(self, library: Library) -> Text | None:
        """Why a library takes no more games."""
        if library.count() >= MOST_GAMES:
            return Text("a library here has at most {most} games", most=MOST_GAMES)
        return self.no_bytes(library)

    def no_bytes(self, library: Library) -> Text | None:
        """Why nothing more is written into a library."""
        if self.each and library.size >= self.each:
            return Text("a library here has at most {most} MB", most=self.each // 1_000_000)
        if self.total and sum(file.stat().st_size for file in self.folder.glob("*.sqlite")) >= self.total:
            return Text("the libraries of this server are full")
        return None

    def everything_of(self, person: str) -> list[dict[str, Any]]:
        """All that a library says of each of its games; the logs themselves are in the file one can take along."""
        library = self.of(person)
        games = library.find(Wanted(), MOST_GAMES, 0) if library is not None else []
        return [
            {**asdict(game), "comments": comments_of(library, game.id), "shared": share_of(library, game.id)}
            for game in games
            if library is not None
        ]

    # --- links --------------------------------------------------------------------------------------------------------

    def publish(self, share: Share, person: str) -> None:
        """A link says nothing about whose it is, so a small file beside the libraries does; the library decides."""
        folder = self.folder / "shared"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / share.token).write_text(_safe(person), encoding="utf-8")

    def withdraw(self, share: Share | None) -> None:
        if share is not None:
            (self.folder / "shared" / _safe(share.token)).unlink(missing_ok=True)

    def shared(self, token: str) -> tuple[Library, Share] | None:
        """The library and the game a link is for, as long as it is shared."""
        try:
            person = (self.folder / "shared" / _safe(token)).read_text("utf-8")
            library = self.of(person)
        except (OSError, ValueError):
            return None
        share = share_with(library, token) if library is not None else None
        if library is None or share is None:
            (self.folder / "shared" / token).unlink(missing_ok=True)
            return None
        return library, share

    def tidy(self, store: Store, days: int) -> None:
        """The libraries of people who are gone go with them, and those nobody has opened for so many days; 0: never."""
        files = {file.stem: file for file in self.folder.glob("*.sqlite")}
        with store.reading() as conn:
            here = set(conn.execute(select(schema.people.c.id).where(schema.people.c.gone.is_(None))).scalars())
        old = store.now() / 1000 - days * 86_400 if days else 0
        for person, file in files.items():
            if person not in here or file.stat().st_mtime < old:
                self._remove(person, file)
        for link in (self.folder / "shared").glob("*"):
            if not (self.folder / f"{link.read_text('utf-8')}.sqlite").exists():
                link.unlink(missing_ok=True)

    def _remove(self, person: str, file: Path) -> None:
        with self._lock:
            if (library := self._open.pop(person, None)) is not None:
                library.close()
            for end in ("", "-wal", "-shm"):
                file.with_name(file.name + end).unlink(missing_ok=True)

    def close(self) -> None:
        with self._lock:
            for library in self._open.values():
                library.close()
            self._open.clear()


def _safe(name: str) -> str:
    """Ids are ours, but a file name is a file name."""
    if not 0 < len(name) <= 80 or not all((letter.isascii() and letter.isalnum()) or letter in "-_" for letter in name):
        raise ValueError(name)
    return name
