"""Many files at once: found in folders and archives, read one by one in a watched process, each written when read.

An interrupted import loses nothing; running it again reads only what is new.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from stellwerk.core import Text
from stellwerk.core.text import ENGLISH, Translator
from stellwerk.study.files import kinds
from stellwerk.study.library.catalogue import Library, digest_of
from stellwerk.study.library.reading import LARGEST, Shelved, Unfit, shelve
from stellwerk.study.watched import Progress, TookTooMuch, Watched

LOGS = (".log", ".txt", ".log.gz", ".txt.gz")
MOST_FILES = 100_000
MOST_MEMBERS = 500
MOST_SENT = 100_000_000
"""Bytes that an archive sent to a server may unpack to."""
SECONDS = 60.0
MEMORY = 600_000_000
TOO_MUCH = Text("this file takes too much time or memory to follow")


@dataclass(frozen=True, slots=True)
class Source:
    """A file somewhere: on the disk, or inside an archive."""

    name: str
    path: Path
    member: str = ""

    def read(self) -> bytes:
        """Its bytes. Raises `Unfit` for what is too large or cannot be read."""
        try:
            return self._member() if self.member else self._file()
        except Unfit:
            raise
        except Exception as error:
            raise Unfit(Text("cannot be read: {reason}", reason=str(error)[:200])) from error

    def _file(self) -> bytes:
        if self.path.stat().st_size > LARGEST:
            raise Unfit(Text("a file has at most {most} bytes", most=LARGEST))
        return self.path.read_bytes()

    def _member(self) -> bytes:
        with zipfile.ZipFile(self.path) as archive, archive.open(self.member) as member:
            data = member.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise Unfit(Text("a file has at most {most} bytes", most=LARGEST))
        return data


def sources(paths: Iterable[Path]) -> Iterator[Source]:
    """Every file that may be a game: those named, those in folders, those in archives. Raises `Unfit`."""
    for path in paths:
        if path.is_dir():
            inside = sorted(each for each in path.rglob("*") if each.is_file() and _may_be_game(each.name))
            for each in inside[:MOST_FILES]:
                yield from _opened(each, str(each.relative_to(path)))
        else:
            yield from _opened(path, path.name)


def members(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """The files of an archive that was sent, each bounded; or the one file that it is. Raises `Unfit`."""
    if data[:4] != b"PK\x03\x04":
        yield name, data
        return
    left, too_much = MOST_SENT, Unfit(Text("{file}: too much in one archive", file=name))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            wanted = [each for each in archive.infolist()[:MOST_MEMBERS] if _may_be_game(each.filename)]
            if sum(each.file_size for each in wanted) > MOST_SENT:  # as it says itself, which need not be true
                raise too_much
            for each in wanted:
                with archive.open(each) as member:
                    inner = member.read(min(LARGEST, left) + 1)
                left -= len(inner)
                if left <= 0:
                    raise too_much
                yield each.filename, inner
    except Unfit:
        raise
    except Exception as error:  # a stranger's archive may be wrong in any way
        raise _unreadable(name, error) from error


def _unreadable(name: str, error: Exception) -> Unfit:
    return Unfit(Text("{file} cannot be read: {reason}", file=name, reason=str(error)[:200]))


def _opened(path: Path, name: str) -> Iterator[Source]:
    if path.suffix.lower() != ".zip":
        yield Source(name, path)
        return
    try:
        with zipfile.ZipFile(path) as archive:
            members = [each for each in archive.infolist() if not each.is_dir() and _may_be_game(each.filename)]
    except Exception as error:
        raise _unreadable(name, error) from error
    if len(members) > MOST_FILES:
        raise Unfit(Text("{file}: an archive has at most {most} files", file=name, most=MOST_FILES))
    yield from (Source(each.filename, path, each.filename) for each in sorted(members, key=lambda m: m.filename))


def _may_be_game(name: str) -> bool:
    suffixes = (*LOGS, *(suffix for kind in kinds() for suffix in kind.suffixes), ".zip")
    return name.lower().endswith(suffixes) and not name.rpartition("/")[2].startswith(".")


@dataclass(frozen=True, slots=True)
class Line:
    """What became of one file: new, known (read before), double (the same game in another file), part, unfit."""

    name: str
    status: str
    game: int | None = None
    found: Shelved | None = None
    problem: str = ""


class Importer:
    """Reads files into a library; close it to end its process."""

    def __init__(self, library: Library, words: Translator = ENGLISH) -> None:
        self.library, self.words = library, words
        self._reader = Watched(shelve, SECONDS, MEMORY)

    def take(self, source: Source, progress: Progress | None = None) -> Line:
        """One file, whatever it is."""
        try:
            return self.take_bytes(source.read(), source.name, progress)
        except Unfit as error:
            return Line(source.name, "unfit", problem=error.text.render(self.words))

    def take_bytes(self, data: bytes, name: str, progress: Progress | None = None) -> Line:
        digest = digest_of(data)
        known = self.library.has_file(digest)
        if known is not None:
            return Line(name, "known", known[0], problem=known[1])
        try:
            found = self._reader.do((data, name), progress)
        except (Unfit, TookTooMuch) as error:
            text = error.text if isinstance(error, Unfit) else TOO_MUCH
            self.library.add_unfit(text, name, digest, self.words)
            return Line(name, "unfit", problem=text.render(self.words))
        return self._add(found, name, digest)

    def _add(self, found: Shelved, name: str, digest: str) -> Line:
        number, is_new = self.library.add(found, name, digest, self.words)
        problem = found.problem.render(self.words) if found.problem is not None else ""
        status = "double" if not is_new else "part" if problem else "new"
        return Line(name, status, number, found, problem)

    def close(self) -> None:
        self._reader.end()
