"""A game file of 18xx.games as read: players, recorded actions, result. Nothing in here knows our engine.

Files come from archives and by mail, so they may be cut off or edited. Whatever can be read is kept; what cannot is
said in words that name the action.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stellwerk.core import Text
from stellwerk.study.files import PACKED

TITLE = "1880"
LARGEST = 64 * 1024 * 1024
LARGEST_NUMBER = 10**9
RENAMED = {"2P": "2R"}
"""Trains that old files call otherwise."""
NUMBER = re.compile(r"-?\d{1,9}")
NAMES = (str, int)
ENTITIES = ("player", "corporation", "minor", "company")
ABOUT_THE_LOG = frozenset(("undo", "redo", "message", "log", "end_game"))
"""Their entity is only whoever was on turn, and means nothing."""


class BadFile(ValueError):
    """A file that is no game of 1880 at all."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class BadRecord(ValueError):
    """An action that cannot be read or understood."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


@dataclass(frozen=True, slots=True)
class Player:
    id: str
    name: str


@dataclass(slots=True)
class Recorded:
    """One action of the file. `entity` is normalised to "player:2", "corporation:BCR", "minor:3" or "company:P5".

    There is one for every line of a file, so it is not frozen, which takes three times as long to make.
    """

    index: int
    kind: str
    entity: str
    data: Mapping[str, Any] = field(compare=False, repr=False)

    @property
    def who(self) -> str:
        """The id of the entity without its kind."""
        return self.entity.partition(":")[2]

    def has(self, key: str) -> bool:
        return self.data.get(key) not in (None, False)

    def word(self, key: str) -> str:
        value = self.data.get(key)
        if isinstance(value, str):
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        raise BadRecord(Text("the field {field} of {kind} is missing or not a word", field=key, kind=self.kind))

    def number(self, key: str) -> int:
        value = self.data.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER:
            return value
        if isinstance(value, str) and NUMBER.fullmatch(value):
            return int(value)
        raise BadRecord(Text("the field {field} of {kind} is missing or not a number", field=key, kind=self.kind))

    def items(self, key: str) -> list[Any]:
        value = self.data.get(key)
        if isinstance(value, list):
            return value
        raise BadRecord(Text("the field {field} of {kind} is missing or not a list", field=key, kind=self.kind))

    @property
    def automatic(self) -> tuple[Recorded, ...]:
        """What that engine did by itself right after this one."""
        found = self.data.get("auto_actions")
        if not found:
            return ()
        if not isinstance(found, Sequence) or isinstance(found, str):
            raise BadRecord(
                Text("the field {field} of {kind} is missing or not a list", field="auto_actions", kind=self.kind)
            )
        return tuple(recorded(self.index, data) for data in found)


@dataclass(frozen=True, slots=True)
class Source:
    """A file: `raw` is everything recorded, undo included, in the order of the file."""

    id: str
    players: tuple[Player, ...]
    raw: tuple[Any, ...]
    result: Mapping[str, int] | None
    """Final wealth by player id; None while the game runs."""
    cut: Text | None = None
    """Why the end of the file is missing, if it is."""


def recorded(index: int, data: Any) -> Recorded:
    """An action with its kind and entity understood. Raises `BadRecord`."""
    kind = data.get("type") if isinstance(data, dict) else None
    if not isinstance(kind, str):
        raise BadRecord(Text("not an action: it has no type"))
    if kind in ABOUT_THE_LOG:
        return Recorded(index, kind, "", data)
    entity = data.get("entity")
    if type(entity) not in NAMES:  # a bool is an int
        raise BadRecord(Text("{kind}: nobody is named who acts", kind=kind))
    sort = data.get("entity_type") or _sort_of(str(entity))
    if sort not in ENTITIES:
        raise BadRecord(Text("{kind}: {sort} is no kind of actor in this game", kind=kind, sort=str(sort)))
    return Recorded(index, kind, f"{sort}:{entity}", data)


def _sort_of(entity: str) -> str:
    """Very old files name the actor only."""
    if re.fullmatch(r"P[0-7]", entity):
        return "company"
    return "corporation" if re.fullmatch(r"[A-Z]{3}", entity) else "player"


def type_of(copy: str) -> str:
    """Copies of tiles and trains are numbered: `8886-0` is a 8886, `2+2-3` a 2+2."""
    name = copy.rpartition("-")[0] or copy
    return RENAMED.get(name, name)


# --- reading ---------------------------------------------------------------------------------------------------------


def read(path: Path) -> Source:
    """A `.json` or `.json.gz`. Raises `BadFile`, or `OSError` where the disk refuses."""
    return parse(path.read_bytes())


def parse(data: bytes) -> Source:
    plain, cut = _unpacked(data)
    text = plain.decode("utf-8-sig", errors="replace")
    try:
        game = json.loads(text)
    except (ValueError, RecursionError) as error:
        game, cut = _salvaged(text), cut or Text("the file is cut off or damaged: {reason}", reason=_short(error))
    if not isinstance(game, dict):
        raise BadFile(Text("not a game file: no JSON object"))
    return _source(game, cut)


def _unpacked(data: bytes) -> tuple[bytes, Text | None]:
    if data[:2] != PACKED:
        return data[:LARGEST], None
    unpack = zlib.decompressobj(wbits=31)
    try:
        plain = unpack.decompress(data, LARGEST)
    except zlib.error:
        plain, whole = _readable_part(data), False
    else:
        whole = unpack.eof
    return plain, None if whole else Text("the compressed file is cut off or damaged")


def _readable_part(data: bytes) -> bytes:
    """What comes out before the damage: byte by byte only after the fast way has failed."""
    unpack = zlib.decompressobj(wbits=31)
    plain = bytearray()
    try:
        for start in range(0, len(data), 64):
            plain += unpack.decompress(data[start : start + 64], LARGEST)
    except zlib.error:
        pass
    return bytes(plain)


def _short(error: Exception) -> str:
    return str(error)[:120] or type(error).__name__


def _salvaged(text: str) -> dict[str, Any]:
    """The keys that matter from a damaged object: each is looked for by name and read as far as it goes."""
    found: dict[str, Any] = {}
    for key in ("id", "title", "players", "result", "status"):
        match = re.search(rf'"{key}"\s*:\s*', text)
        value = _value(text, match.end()) if match else None
        if value is not None:
            found[key] = value[0]
    start = re.search(r'"actions"\s*:\s*\[', text)
    if start:
        found["actions"] = list(_listed(text, start.end()))
    found.pop("result", None)
    return found


def _value(text: str, at: int) -> tuple[Any, int] | None:
    try:
        return json.JSONDecoder().raw_decode(text, at)
    except (ValueError, RecursionError):
        return None


def _listed(text: str, at: int) -> Iterator[Any]:
    while True:
        blank = re.compile(r"[\s,]*").match(text, at)
        value = _value(text, blank.end() if blank else at)
        if value is None:
            return
        yield value[0]
        at = value[1]


def _source(game: Mapping[str, Any], cut: Text | None) -> Source:
    title = game.get("title")
    if not isinstance(title, str):
        raise BadFile(Text("this is no game file of 18xx.games"))
    if title != TITLE:
        raise BadFile(
            Text(
                "the title is {title}; only games called {wanted} are understood", title=repr(title), wanted=repr(TITLE)
            )
        )
    actions = game.get("actions")
    if not isinstance(actions, list):
        raise BadFile(Text("the list of actions is missing"))
    return Source(str(game.get("id", "")), _players(game.get("players")), tuple(actions), _result(game), cut)


def _players(listed: Any) -> tuple[Player, ...]:
    if not isinstance(listed, list) or not all(isinstance(player, dict) for player in listed):
        raise BadFile(Text("the list of players is missing"))
    players = tuple(_player(player) for player in listed)
    if len({player.id for player in players}) < len(players):
        raise BadFile(Text("two players have the same id"))
    return players


def _player(data: Mapping[str, Any]) -> Player:
    """Old files lack the id: then the name stands for it."""
    name = str(data.get("name", ""))
    return Player(str(data.get("id", name)), name)


def _result(game: Mapping[str, Any]) -> Mapping[str, int] | None:
    result = game.get("result")
    if result in (None, {}, []):
        return None
    if not isinstance(result, dict) or not all(type(value) is int for value in result.values()):
        raise BadFile(Text("the result is not a list of players with their wealth"))
    return {str(key): value for key, value in result.items()}
