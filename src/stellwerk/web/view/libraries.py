"""The library of each person on this server: a file of its own beside the database, private until a game is shared."""

from __future__ import annotations

from collections import OrderedDict
from pathlib import Path
from threading import Lock

from platformdirs import user_data_dir

from stellwerk.study.library.catalogue import Library
from stellwerk.table.settings import Settings
from stellwerk.table.storage.files import sqlite_file

MOST_GAMES = 20_000
MOST_OPEN = 50


class Libraries:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: OrderedDict[str, Library] = OrderedDict()
        self._lock = Lock()

    @classmethod
    def beside(cls, settings: Settings) -> Libraries:
        file = sqlite_file(settings.database)
        base = file.parent if file is not None else Path(user_data_dir("stellwerk"))
        return cls(base / "libraries")

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
