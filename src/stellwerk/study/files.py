"""Files of other programs: what a game can read and write besides its own logs.

A game's `study` companion offers them as `FILES`. Nobody here knows what is in such a file: the kind that recognises
it reads it, and says in its report how far it came.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from stellwerk import games
from stellwerk.core import Text
from stellwerk.core.log import Entry, Header, Record
from stellwerk.core.text import Translator
from stellwerk.core.timeline import Timeline

PACKED = b"\x1f\x8b"
"""How a gzipped file begins."""
Progress = Callable[[int, int], None]
"""Called with the number of actions played, and of all."""


class Misfit(Protocol):
    """Why a file could not be followed further, and where."""

    @property
    def index(self) -> int: ...
    @property
    def text(self) -> Text: ...


class Report(Protocol):
    """How reading a file went: `record` holds everything up to the problem, `timeline` tells it."""

    @property
    def name(self) -> str: ...
    @property
    def record(self) -> Record[Any] | None: ...
    @property
    def timeline(self) -> Timeline[Any] | None: ...
    @property
    def problem(self) -> Misfit | None: ...
    @property
    def played(self) -> int: ...
    @property
    def live(self) -> int: ...
    @property
    def trace(self) -> Sequence[Mapping[str, Any]]: ...
    @property
    def complete(self) -> bool: ...


class Written(Protocol):
    """A log as such a file; `lost` names the entries that cannot be expressed there, `notes` what counts otherwise."""

    @property
    def lost(self) -> Sequence[tuple[int, Text]]: ...
    @property
    def notes(self) -> Sequence[Text]: ...
    def text(self) -> str: ...


@dataclass(frozen=True)
class FileKind:
    id: str
    """As in `stellwerk export --18xx-games`."""
    game: str
    suffixes: tuple[str, ...]
    recognises: Callable[[bytes], bool]
    """Whether the beginning of a file, unpacked, looks like one of these."""
    read: Callable[[bytes, str, Progress | None, bool], Any]
    """A `Report` from the bytes and the name of a file; with `True` its trace, the state after every action."""
    as_json: Callable[[Any, Translator], dict[str, Any]]
    readable: Callable[[Any, Translator], Iterator[str]]
    write_trace: Callable[[Path, Iterable[Any]], None]
    write: Callable[[Header, Sequence[Entry]], Written]
    date: Callable[[Any], str] | None = None
    """From a report the day the game ended, as 2026-11-17; empty where the file does not say."""
    facts: Callable[[Any], Iterable[Any]] | None = None
    """From a report what only the file knows of the game; it counts more than what the log shows."""


def kinds() -> list[FileKind]:
    """Every kind of file that some game knows."""
    rooms = [games.companion(id_, "study") for id_ in games.ids()]
    return [kind for room in rooms for kind in getattr(room, "FILES", ())]


def kind_of(data: bytes) -> FileKind | None:
    """The kind of an unpacked file."""
    return next((kind for kind in kinds() if kind.recognises(data[:1000])), None)
