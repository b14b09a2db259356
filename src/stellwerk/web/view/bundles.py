"""All scripts of a page in one file: on a slow line forty small ones cost forty times the way there and back.

Nothing is built beforehand: a bundle is made of the modules when it is first asked for. Each becomes a function that
gives what the module exports, in the order in which they need each other, so that what several of them import is there
once. Comments stay behind. Our modules import and export in few ways (a test looks at all of them), and none of them
imports one that imports it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

from markupsafe import Markup

from stellwerk import games
from stellwerk.web import companions
from stellwerk.web.view.static_files import static_folders, static_url

BASE = "base.js"
"""Of every page."""
COMMENTS = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.M | re.S)
IMPORT = re.compile(r"""^import\s+(?:\{([^}]*)\}\s*from\s*)?["'](\.{1,2}/[^"']+)["'];[^\n]*$""", re.M)
EXPORT = re.compile(r"^export\s+((?:async\s+)?(?:function|const|let|class)\s+([\w$]+))", re.M)
AGAIN = re.compile(r"^export\s*\{([^}]*)\};\s*$", re.M)
"""What is exported that was imported."""


@cache
def script(entry: str, game_id: str | None = None) -> Markup:
    """For the head of a page: its script with all it needs."""
    game = f"?game={game_id}" if game_id is not None and companions.script(game_id) is not None else ""
    return Markup('<script type="module" src="{}"></script>').format(static_url(f"bundle/{entry}{game}"))


def exists(entry: str, game_id: str | None) -> bool:
    """Whether there is such a script, and such a game that brings one: a stranger makes us build no more than these."""
    brings_one = game_id in games.ids() and companions.script(str(game_id)) is not None
    return entry in scripts() and (game_id is None or brings_one)


@cache
def entries_of(entry: str, game_id: str | None) -> tuple[str, ...]:
    """What a page runs: the script of every page, that of the game, which the page's own finds in place, its own."""
    own = companions.script(game_id) if game_id is not None else None
    return tuple(dict.fromkeys(name for name in (BASE, own, entry) if name is not None))


def bundle(entry: str, game_id: str | None = None) -> str:
    modules = needed_by(entries_of(entry, game_id))
    parts = [f"// {name}\nconst {_variable(name)} = (() => {{\n{_body(name)}}})();\n" for name in modules]
    whole = ", ".join(f'"{name}": {_variable(name)}' for name in modules)
    return "".join(parts) + f"export default {{ {whole} }};\n"


def needed_by(names: tuple[str, ...]) -> tuple[str, ...]:
    """All modules that come with some, each after those it needs: the order in which a browser runs them."""
    found: dict[str, None] = {}

    def add(name: str) -> None:
        if name not in found:
            for _, other in IMPORT.findall(_text(name)):
                add(_there(name, other))
            found[name] = None

    for name in names:
        add(name)
    return tuple(found)


@cache
def scripts() -> frozenset[str]:
    """The names of all scripts of the site and of games."""
    folders = static_folders().items()
    return frozenset(prefix + path.relative_to(at).as_posix() for prefix, at in folders for path in at.rglob("*.js"))


def _body(name: str) -> str:
    text = COMMENTS.sub("", _text(name))
    given = EXPORT.findall(text)
    names = [each for _, each in given] + [each.strip() for found in AGAIN.findall(text) for each in found.split(",")]
    text = AGAIN.sub("", EXPORT.sub(r"\1", IMPORT.sub(lambda found: _taken(name, *found.groups()), text)))
    return f"{text.strip()}\nreturn {{ {', '.join(names)} }};\n"


def _taken(name: str, what: str | None, other: str) -> str:
    """What a module imports, from the one that was run before it."""
    if what is None:
        return ""
    return f"const {{{what.replace(' as ', ': ')}}} = {_variable(_there(name, other))};"


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name)


def _there(name: str, other: str) -> str:
    return normpath(PurePosixPath(name).parent / other)


@cache
def _text(name: str) -> str:
    return _file(name).read_text("utf-8")


def _file(name: str) -> Path:
    prefix = next(prefix for prefix in static_folders() if name.startswith(prefix))
    return static_folders()[prefix] / name.removeprefix(prefix)
