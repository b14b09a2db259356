"""Arrows point one way: who may import whom, and what the engine may not import at all."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import projects
from stellwerk import games

SOURCE = Path(__file__).parent.parent / "src" / "stellwerk"

MAY_USE = {
    "core": set(),
    "rail18": {"core"},
    "games": {"core"},
    "locale": {"core", "games"},
    "draw": {"core", "rail18", "games", "locale"},
    "bots": {"core", "rail18", "games", "locale"},
    "learn": {"core", "rail18", "games", "draw", "bots", "study", "locale"},
    "study": {"core", "rail18", "games", "draw", "bots", "locale"},
    "rl": {"core", "rail18", "games", "draw", "bots", "locale"},
    "datasets": {"core", "rail18", "games", "bots", "rl", "study", "locale"},
    "table": {"core", "rail18", "games", "bots", "learn", "locale"},
    "web": {"core", "rail18", "games", "draw", "bots", "learn", "study", "table", "locale"},
}
"""Who may use whom. `games` is the register; a game itself is its rules and its companions, see `may_use`."""
COMPANIONS = ("draw", "bots", "rl", "web", "study", "lessons", "practice", "guide")
ROOMS = {"lessons": "learn", "practice": "learn", "guide": "learn"}
"""Of companions that are called otherwise than their room."""
FOLDERS = {folder: games.package(id_) for id_ in games.ids() if (folder := projects.folder_of(id_))}
"""Every registered game, wherever it is installed: its folder and its package."""
RULES = sorted(folder / "rules" for folder in FOLDERS)
ENGINE = [SOURCE / "core", SOURCE / "rail18", *RULES]
BANNED = {"random", "time", "os", "datetime", "asyncio"}
STANDARD = {
    *("__future__", "abc", "bisect", "collections", "copy", "dataclasses", "functools", "gzip", "hashlib", "heapq"),
    *(
        "importlib",
        "inspect",
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
    """The modules of a room; games are looked at one by one."""
    return [p for p in sorted((SOURCE / room).rglob("*.py")) if room != "games" or p.parent.name == "games"]


def belongs(module: Path) -> tuple[str, str]:
    """(package, half) of a module of a game."""
    folder = next(folder for folder in FOLDERS if module.is_relative_to(folder))
    parts = module.relative_to(folder).parts
    return FOLDERS[folder], parts[0] if len(parts) > 1 else ""


def is_inside(name: str, package: str) -> bool:
    return f"{name}.".startswith(f"{package}.")


def may_use(half: str) -> set[str]:
    """Rules stand on the engine alone; a companion may use its room and all that its room may use."""
    room = ROOMS.get(half, half)
    return {"core", "rail18"} if half in ("", "rules") else MAY_USE.get(room, set()) | {room}


@pytest.mark.parametrize("room", MAY_USE)
def test_arrows_point_one_way(room: str) -> None:
    for path in modules(room):
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "stellwerk" and len(parts) > 1 and parts[1] in MAY_USE:
                assert parts[1] in MAY_USE[room] | {room}, f"{path}: {name}"
            # What lies beside the rooms (the command line) is on top of the house; nobody below may use it.
            assert not (parts[0] == "stellwerk" and parts[1:2] in (["cli"], ["terminal"], ["copies"], ["doctor"])), (
                f"{path}: {name}"
            )


MODULES = sorted(module for folder in FOLDERS for module in folder.rglob("*.py"))


@pytest.mark.parametrize("module", MODULES, ids=lambda p: "/".join(p.parts[-4:]))
def test_a_game_is_rules_and_companions(module: Path) -> None:
    """Nobody knows another game; rules know no companion; a companion knows what its room knows."""
    game, half = belongs(module)
    assert half in ("", "rules", *COMPANIONS), f"{module}: not a room of the house"
    for name in imports(module):
        parts = name.split(".")
        known = next((package for package in FOLDERS.values() if is_inside(name, package)), None)
        if known is not None:
            assert known == game, f"{module}: {name}"
            is_card = name in (game, f"{game}.TITLE", f"{game}.SEATS")
            is_free = half not in ("", "rules") or is_card or is_inside(name, f"{game}.rules")
            assert is_free, f"{module}: {name}"
        elif parts[0] == "stellwerk" and len(parts) > 1 and parts[1] in MAY_USE:
            assert parts[1] in may_use(half), f"{module}: {name}"


@pytest.mark.parametrize("room", ENGINE, ids=lambda p: "/".join(p.parts[-2:]))
def test_the_engine_uses_the_standard_library_only(room: Path) -> None:
    for path in sorted(room.rglob("*.py")):
        for name in imports(path):
            first = name.split(".")[0]
            assert first not in BANNED, f"{path}: {name}"
            is_ours = first == "stellwerk" or any(
                name in (package, f"{package}.TITLE", f"{package}.SEATS") or is_inside(name, f"{package}.rules")
                for package in FOLDERS.values()
            )
            assert first in STANDARD or is_ours, f"{path}: {name}"


@pytest.mark.parametrize("room", ENGINE, ids=lambda p: "/".join(p.parts[-2:]))
def test_no_floats_in_the_engine(room: Path) -> None:
    """Money and points are whole numbers: no float literal, no true division."""
    for path in sorted(room.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{path}:{node.lineno}"
            assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)), f"{path}:{node.lineno}"


@pytest.mark.parametrize("room", ENGINE, ids=lambda p: "/".join(p.parts[-2:]))
def test_sets_are_never_iterated_in_the_engine(room: Path) -> None:
    """The order of a set of strings changes between processes; a set display or call may be asked, not walked."""
    for path in sorted(room.rglob("*.py")):
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


# --- only a game knows a game -----------------------------------------------------------------------------------------

ROOT = SOURCE.parent.parent
HOUSE = (SOURCE / "web", SOURCE / "table", SOURCE / "study", ROOT / "scripts")
PACKAGES = {package.split(".")[-1] for package in FOLDERS.values()}
NAMES = {*games.ids(), *PACKAGES}
QUOTED = re.compile(rf"""(["'])({"|".join(map(re.escape, NAMES))})\1""")

STILL_NAMING = {
    "scripts/screenshots.py",
}
"""The files that still name a game. Whoever mends one takes it off; nothing is ever added."""


def names_a_game(path: Path) -> bool:
    """An import out of a game's package, or a game's id or package as a constant."""
    if path.suffix != ".py":
        return bool(QUOTED.search(path.read_text("utf-8")))
    tree = ast.parse(path.read_text("utf-8"))
    constants = {
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    parts = {part for name in imports(path) if name.startswith("stellwerk.") for part in name.split(".")}
    return bool(constants & NAMES or parts & PACKAGES)


def test_nothing_in_the_house_names_a_game() -> None:
    """What the house knows about a game comes from the game itself."""
    files = [path for room in HOUSE for kind in ("py", "html", "js", "css") for path in room.rglob(f"*.{kind}")]
    naming = {path.relative_to(ROOT).as_posix() for path in files if names_a_game(path)}
    assert naming - STILL_NAMING == set(), "these name a game"
    assert STILL_NAMING - naming == set(), "mended: take these off the list"


def test_the_migrations_form_one_line() -> None:
    """Two that follow the same one would stop every server from starting: renumber the later, and call its file so."""
    from alembic.script import ScriptDirectory

    from stellwerk.table.storage.migrate import MIGRATIONS, known

    scripts = ScriptDirectory(str(MIGRATIONS))
    assert len(scripts.get_heads()) == 1, scripts.get_heads()
    numbers = [script.revision for script in scripts.walk_revisions()]
    assert numbers == sorted(numbers, reverse=True)
    assert known() == tuple(reversed(numbers))


# --- small pieces -----------------------------------------------------------------------------------------------------

OUTER = [path for room in ("table", "web") for path in sorted((SOURCE / room).rglob("*.py"))]
LONGEST_MODULE, LONGEST_SCRIPT = 350, 250


def lines_of_functions(path: Path) -> Iterator[int]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield (node.end_lineno or node.lineno) - node.lineno + 1


def test_functions_of_the_outer_rooms_are_short() -> None:
    """Half of them have at most 6 lines, and 95 of 100 at most 18."""
    found = sorted(lines for path in OUTER if "migrations" not in path.parts for lines in lines_of_functions(path))
    assert found[len(found) // 2] <= 6
    assert found[len(found) * 95 // 100] <= 18


@pytest.mark.parametrize(
    ("files", "longest"),
    [(OUTER, LONGEST_MODULE), (sorted(SOURCE.rglob("static/**/*.js")), LONGEST_SCRIPT)],
    ids=["modules", "scripts"],
)
def test_no_file_of_the_outer_rooms_is_long(files: list[Path], longest: int) -> None:
    lengths = {path.name: len(path.read_text("utf-8").splitlines()) for path in files}
    assert {name: lines for name, lines in lengths.items() if lines > longest} == {}


def test_the_templates_of_the_site_are_the_site_s() -> None:
    """What only a game shows lies with the game, in `web/templates` of its folder."""
    web = SOURCE / "web"
    folder = web / "templates"
    shown = "".join(path.read_text("utf-8") for suffix in ("py", "html") for path in web.rglob(f"*.{suffix}"))
    quoted = set(re.findall(r"""["']([\w/.]+)["']""", shown))
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*.html")]
    spare = [name for name in names if not {name, Path(name).stem} & quoted]
    assert names
    assert not spare, f"shown by no module or template of the site: {spare}"
