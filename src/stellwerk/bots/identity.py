"""Who played: results of bots that have changed since are not theirs.

A bot is told by the version of the package and a digest of what can change how it plays: its module with all that this
imports of the bots, how turns and levels are made, and of the game its knowledge and its rules. Texts of the rules,
other bots, and whatever only measures bots do not count.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from stellwerk import games
from stellwerk.bots.levels import LEVELS, maker_of, parted

HERE = Path(__file__).parent
PACKAGE = "stellwerk.bots"
TURN, NAMES = HERE / "turn.py", HERE / "levels.py"
"""How every bot is asked. What levels import are the bots, each of which counts only where it plays."""
TEXTS = "rules.toml"


def identity(game_id: str, bots: Iterable[str]) -> str:
    """Of the bots of these names at one table, whoever sits where."""
    return _identity(game_id, frozenset(parted(bot)[0] for bot in bots))


@cache
def _identity(game_id: str, bots: frozenset[str]) -> str:
    digest = sha256()
    for file in sources(game_id, bots):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return f"{version('stellwerk')} {digest.hexdigest()[:12]}"


def sources(game_id: str, bots: Iterable[str]) -> Iterator[Path]:
    """The files by which they play, always in the same order."""
    modules = {module for start in (TURN, *map(_module, bots)) for module in reached(start)}
    yield from sorted({*modules, NAMES}, key=lambda file: (file.parent != HERE, file.name))
    package = Path(str(import_module(games.package(game_id)).__file__)).parent
    for room in ("bots", "rules"):
        files = (file for kind in ("py", "json", "toml") for file in (package / room).rglob(f"*.{kind}"))
        yield from sorted(file for file in files if file.name != TEXTS)


def _module(bot: str) -> Path:
    known = parted(bot)[0]
    made = LEVELS[known].bot if known in LEVELS else maker_of(known)
    return Path(inspect.getfile(made.func if isinstance(made, partial) else made))


@cache
def reached(module: Path) -> frozenset[Path]:
    """A module and what it imports of the bots, directly or by others."""
    found, open_ = {module}, [module]
    for file in open_:
        for imported in _imported(file):
            if imported.exists() and imported not in found:
                found.add(imported)
                open_.append(imported)
    return frozenset(found)


def _imported(file: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
            yield from (HERE / f"{name.name}.py" for name in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{PACKAGE}."):
            yield HERE / f"{str(node.module).removeprefix(f'{PACKAGE}.')}.py"
