"""Bots from outside the package: `module:Class`, or a name under the entry-point group `stellwerk.bots`.

Whoever starts a program may name any bot. At a table of a server only those may sit that are installed or that its
operator has invited by name (`stellwerk serve --bots`): a guest of the site must not choose what is imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from operator import attrgetter
from typing import Any

from stellwerk.bots.bot import Bot

GROUP = "stellwerk.bots"
INVITED = "STELLWERK_GUEST_BOTS"
"""The environment variable with the bots an operator has invited; processes that think for a table read it too."""


class NoSuchBot(ValueError):
    """The named object cannot be loaded, or is not a bot."""


@cache
def installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def invited() -> tuple[str, ...]:
    return tuple(name for name in os.environ.get(INVITED, "").split(",") if name)


def invite(names: str) -> None:
    """Let bots sit at the tables of this server. Refuses what cannot be loaded, before anybody waits for it."""
    for name in names.split(","):
        maker(name)
    os.environ[INVITED] = names


def maker(name: str) -> Callable[[], Bot]:
    point = installed().get(name)
    try:
        made: Any = point.load() if point is not None else _imported(name)
    except Exception as error:
        raise NoSuchBot(f"{name}: {type(error).__name__}: {error}") from error
    if not callable(made) or not callable(getattr(made, "answer", None)):
        raise NoSuchBot(f"{name}: not a class with a method `answer`")
    return made  # type: ignore[no-any-return]


def _imported(name: str) -> Any:
    module, colon, attribute = name.partition(":")
    if not colon:
        raise ModuleNotFoundError("no bot of that name")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    return attrgetter(attribute)(import_module(module))
