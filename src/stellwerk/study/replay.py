"""Replay: what happened in a log, move by move, in the reader's language; and the state at any move."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stellwerk.core import Game, Seat, digest
from stellwerk.core.log import BadLog, Document, Entry, beginning, fold, live, read
from stellwerk.core.text import Text
from stellwerk.core.timeline import follow
from stellwerk.games import UnknownGame
from stellwerk.games import game as game_of
from stellwerk.study.files import PACKED, kind_of


class NoLog(BadLog):
    """Something else altogether: a picture, a damaged archive."""

    def __init__(self) -> None:
        super().__init__(0, Text("this is no log of a game"))


@dataclass(frozen=True)
class Told:
    """One entry of a log and what it brought about."""

    number: int
    entry: Entry
    words: Text
    """The answer in words."""
    happened: tuple[Text, ...]


def open_log(path: Path) -> tuple[Game[Any], Document]:
    """A log file (plain or gzipped) with its game. Raises `BadLog`, or `OSError` where there is none."""
    document = _document(path.read_bytes())
    try:
        return game_of(document.header.game), document
    except UnknownGame as error:
        raise BadLog(0, Text("no game is called {name}", name=document.header.game)) from error


def decoded(data: bytes) -> str:
    """A log, unpacked, as text. Raises `NoLog` where it is none."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NoLog from error


def _document(raw: bytes) -> Document:
    try:
        plain = gzip.decompress(raw) if raw[:2] == PACKED else raw
    except (OSError, EOFError, zlib.error) as error:
        raise NoLog from error
    try:
        return read(decoded(plain))
    except BadLog as error:
        if kind_of(plain) is None:
            raise
        raise BadLog(0, Text("this is no log; {way} makes one of it", way="stellwerk import --out")) from error


def retold(game: Game[Any], document: Document, at: int | None = None, check: bool = False) -> Iterator[Told]:
    """The live entries up to a version with their events."""
    s = beginning(game, document.header)
    for number, entry in live(document.entries, at):
        said, caused = follow(game, s, entry, number, check)
        words = said or Text("{action}", action=entry.text)
        yield Told(number, entry, words, tuple(event.text() for event in caused))


def verified(game: Game[Any], document: Document, last: Any = None) -> int:
    """Replay through the checked door and compare every digest the log claims; how many were compared. `last` is the
    state at the end, where somebody has come to it through that door."""
    for version, claimed in document.digests.items():
        is_last = last is not None and version == len(document.entries)
        state = last if is_last else fold(game, document.header, document.entries, version, check=True)
        found = digest(state, document.header.rules_version)
        if found != claimed:
            raise BadLog(version, Text("the state is {found}, the log says {claimed}", found=found, claimed=claimed))
    if not document.digests and last is None:
        fold(game, document.header, document.entries, check=True)
    return len(document.digests)


def view_at(game: Game[Any], document: Document, at: int | None, seat: Seat | None) -> Any:
    return game.view(fold(game, document.header, document.entries, at), seat)
