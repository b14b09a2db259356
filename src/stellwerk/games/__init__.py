"""The register of games: id → where it lives. A game is loaded when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from stellwerk.core import Game

PACKAGES = {
    "russian-railroads": "stellwerk.games.russian_railroads",
    "1880": "stellwerk.games.china1880",
    "yokohama": "stellwerk.games.yokohama",
}


class UnknownGame(KeyError):
    """No game of that id."""


@cache
def game(id_: str) -> Game[Any]:
    if id_ not in PACKAGES:
        raise UnknownGame(id_)
    found: Game[Any] = import_module(PACKAGES[id_]).GAME
    return found


def ids() -> tuple[str, ...]:
    """The ids of all games, in the order they are offered."""
    return tuple(PACKAGES)
