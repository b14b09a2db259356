"""Arrows point one way: who may import whom, and what the engine may not import at all."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "stellwerk"

MAY_USE = {
    "core": set(),
    "rail18": {"core"},
    "games": {"core", "rail18"},
    "locale": {"core"},
    "draw": {"core", "rail18", "games", "locale"},
    "bots": {"core", "rail18", "games", "locale"},
    "study": {"core", "rail18", "games", "draw", "bots", "locale"},
    "rl": {"core", "rail18", "games", "bots", "locale"},
    "table": {"core", "rail18", "games", "bots", "locale"},
    "web": {"core", "rail18", "games", "draw", "bots", "study", "table", "locale"},
}
ENGINE = ("core", "rail18", "games")
BANNED = {"random", "time", "os", "datetime", "asyncio"}
STANDARD = {
    *("__future__", "abc", "bisect", "collections", "copy", "dataclasses", "functools", "gzip", "hashlib", "heapq"),
    *(
        "importlib",
        "itertools",
        "json",
        "math",
        "operator",
        "pickle",
        "re",
        "string",
        "tomllib",
        "types",
        "typing",
        "weakref",
    ),
}


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules(room: str) -> list[Path]:
    return sorted((SOURCE / room).rglob("*.py"))


@pytest.mark.parametrize("room", MAY_USE)
def test_arrows_point_one_way(room: str) -> None:
    for path in modules(room):
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "stellwerk" and len(parts) > 1 and parts[1] in MAY_USE:
                assert parts[1] in MAY_USE[room] | {room}, f"{path}: {name}"
            # What lies beside the rooms (the command line) is on top of the house; nobody below may use it.
            assert not (parts[0] == "stellwerk" and parts[1:2] in (["cli"], ["terminal"], ["doctor"])), (
                f"{path}: {name}"
            )


@pytest.mark.parametrize("room", ENGINE)
def test_the_engine_uses_the_standard_library_only(room: str) -> None:
    for path in modules(room):
        for name in imports(path):
            first = name.split(".")[0]
            assert first not in BANNED, f"{path}: {name}"
            assert first in STANDARD | {"stellwerk"}, f"{path}: {name}"


@pytest.mark.parametrize("room", ENGINE)
def test_no_game_knows_another(room: str) -> None:
    for path in modules(room):
        own = path.relative_to(SOURCE).parts[:2]
        for name in imports(path):
            parts = name.split(".")
            if parts[:2] == ["stellwerk", "games"] and len(parts) > 2:
                assert own == tuple(parts[1:3]) or own[0] != "games", f"{path}: {name}"


@pytest.mark.parametrize("room", ENGINE)
def test_no_floats_in_the_engine(room: str) -> None:
    """Money and points are whole numbers: no float literal, no true division."""
    for path in modules(room):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{path}:{node.lineno}"
            assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), f"{path}:{node.lineno}"


@pytest.mark.parametrize("room", ENGINE)
def test_sets_are_never_iterated_in_the_engine(room: str) -> None:
    """The order of a set of strings changes between processes; a set display or call may be asked, not walked."""
    for path in modules(room):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            walked = [node.iter] if isinstance(node, (ast.For, ast.comprehension)) else []
            for what in walked:
                is_call = (
                    isinstance(what, ast.Call)
                    and isinstance(what.func, ast.Name)
                    and what.func.id in ("set", "frozenset")
                )
                assert not is_call, f"{path}:{what.lineno}"
                assert not isinstance(what, (ast.Set, ast.SetComp)), f"{path}:{what.lineno}"
