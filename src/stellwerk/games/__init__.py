"""The register of games: every package in the entry-point group `stellwerk.games`, loaded when it is first asked for.

A game is one package with its `TITLE` and `SEATS`. Its `rules` hold `GAME` and use the standard library only; its
companions (`draw`, `bots`, `rl`, `web`, `study`, `lessons`) may use the libraries. The rooms of the house ask for a
companion by name and do without it where a game has none.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from threading import RLock
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stellwerk.core import Game
    from stellwerk.core.text import Text

GROUP = "stellwerk.games"
PACKAGES = {point.name: point.value for point in entry_points(group=GROUP)}
"""Id → package, in the order the games are offered."""
LOADING = RLock()
"""Held by whoever loads: modules of a game know each other, and two threads that begin at different ends would each
find what the other has loaded half done."""


class UnknownGame(KeyError):
    """No game of that id."""


def package(id_: str) -> str:
    if id_ not in PACKAGES:
        raise UnknownGame(id_)
    return PACKAGES[id_]


@cache
def game(id_: str) -> Game[Any]:
    return game_in(package(id_))


@cache
def game_in(package: str) -> Game[Any]:
    """The game of a package, registered or not."""
    with LOADING:
        found: Game[Any] = import_module(f"{package}.rules").GAME
    return found


def title(id_: str) -> Text:
    """What a game is called; its rules are not loaded for it."""
    found: Text = import_module(package(id_)).TITLE
    return found


def seats(id_: str) -> range:
    """How many may play; the rules are not loaded for it."""
    found: range = import_module(package(id_)).SEATS
    return found


def companion(id_: str, room: str) -> ModuleType | None:
    """What a game brings for a room of the house, or None."""
    return _companion(f"{package(id_)}.{room}")


@cache
def _companion(name: str) -> ModuleType | None:
    with LOADING:
        return import_module(name) if find_spec(name) is not None else None


def ids() -> tuple[str, ...]:
    """The ids of all games, in the order they are offered."""
    return tuple(PACKAGES)
