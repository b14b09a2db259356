"""Who played: results of bots that have changed since are not theirs.

A bot is told by the version of the package and a digest of what can change how it plays: the bots, and of the game its
knowledge and its rules. Texts of the rules and whatever only measures bots do not count.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from stellwerk import games
from stellwerk.bots.levels import is_from_outside, maker_of, parted

MEASURING = {
    "advice", "arena", "commands", "conformance", "identity", "leaderboard", "pool", "selfplay", "train",
    "train_commands", "tune",
}  # fmt: skip
"""Modules of the bots by which nobody plays."""
TEXTS = "rules.toml"


def identity(game_id: str, bots: Iterable[str]) -> str:
    """Of the bots of these names at one table, whoever sits where."""
    return _identity(game_id, frozenset(parted(bot)[0] for bot in bots if is_from_outside(bot)))


@cache
def _identity(game_id: str, guests: frozenset[str]) -> str:
    digest = sha256()
    for file in sources(game_id, guests):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return f"{version('stellwerk')} {digest.hexdigest()[:12]}"


def sources(game_id: str, guests: Iterable[str] = ()) -> Iterator[Path]:
    """The files by which they play, always in the same order."""
    ours = sorted(Path(__file__).parent.glob("*.py"))
    yield from (file for file in ours if file.stem not in MEASURING)
    package = Path(str(import_module(games.package(game_id)).__file__)).parent
    for room in ("bots", "rules"):
        files = (file for kind in ("py", "json", "toml") for file in (package / room).rglob(f"*.{kind}"))
        yield from sorted(file for file in files if file.name != TEXTS)
    for name in sorted(guests):
        yield Path(inspect.getfile(maker_of(name)))
