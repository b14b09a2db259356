"""The library of each person on this server: a file of its own beside the database, private until a game is shared."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock

from platformdirs import user_data_dir

from stellwerk.core import Text
from stellwerk.study.library.catalogue import Library
from stellwerk.table.settings import Settings
from stellwerk.table.storage.files import sqlite_file

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
        file = sqlite_file(settings.database)
        base = file.parent if file is not None else Path(user_data_dir("stellwerk"))
        return cls(base / "libraries", settings.library_mb * 1_000_000, settings.libraries_total_mb * 1_000_000)

    def of(self, person: str, make: bool = False) -> Library | None:
        """Somebody's library; None where there is none and none shall be made."""
        path = self.folder / f"{_safe(person)}.sqlite"
        with self._lock:
            if person not in self._open:
                if not path.exists() and not make:
                    return None
                self.folder.mkdir(parents=True, exist_ok=True)
                self._open[person] = Library(path)
            self._open.move_to_end(person)
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)[1].close()
            return self._open[person]

    def no_room(self, library: Library) -> Text | None:
        """Why a library takes no more games."""
        if library.count() >= MOST_GAMES:
            return Text("a library here has at most {most} games", most=MOST_GAMES)
        if self.each and library.size >= self.each:
            return Text("a library here has at most {most} MB", most=self.each // 1_000_000)
        if self.total and sum(file.stat().st_size for file in self.folder.glob("*.sqlite")) >= self.total:
            return Text("the libraries of this server are full")
        return None

    def close(self) -> None:
        with self._lock:
            for library in self._open.values():
                library.close()
            self._open.clear()


def _safe(person: str) -> str:
    """Ids are ours, but a file name is a file name."""
    if not person or not all(letter.isalnum() or letter in "-_" for letter in person):
        raise ValueError(person)
    return person
