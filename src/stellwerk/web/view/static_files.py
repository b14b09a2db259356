"""Static files: the site's own, and the style sheets and scripts that games bring along."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

from markupsafe import Markup

from stellwerk import draw, games
from stellwerk.web import companions

STATIC = Path(__file__).parent.parent / "static"
IMPORT = re.compile(r"""^(?:import|export)\s[^"';]*?["'](\.{1,2}/[^"']+)["'];?$""", re.M)


@cache
def static_folders() -> dict[str, Path]:
    """Prefix of the address → folder; the longest prefixes first."""
    styles = {f"draw/{id_}/" if id_ else "draw/": folder for id_, folder in draw.style_folders().items()}
    brought = {f"games/{id_}/": companions.folder(id_, "static") for id_ in games.ids()}
    scripts = {prefix: folder for prefix, folder in brought.items() if folder is not None}
    return {**dict(sorted((styles | scripts).items(), reverse=True)), "": STATIC}


@cache
def static_digest() -> str:
    """Names the present state of all static files, so that browsers may keep them for ever."""
    digest = hashlib.sha256()
    for prefix, folder in static_folders().items():
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(f"{prefix}{path.name}".encode() + path.read_bytes())
    return digest.hexdigest()[:10]


def static_url(name: str) -> str:
    return f"/static/{static_digest()}/{name}"


@cache
def drawing_styles(game_id: str) -> tuple[str, ...]:
    """The addresses of the style sheets that a drawing of the game needs, in order."""
    folders = draw.style_folders()
    own = sorted(folders[game_id].glob("*.css")) if game_id in folders else []
    return static_url("draw/draw.css"), *(static_url(f"draw/{game_id}/{path.name}") for path in own)


@cache
def script(name: str) -> Markup:
    """A module, and word of all it imports, so that none of them is asked for only after another was read."""
    ahead = Markup("").join(
        Markup('<link rel="modulepreload" href="{}">').format(static_url(other)) for other in imported_by(name)
    )
    return ahead + Markup('<script type="module" src="{}"></script>').format(static_url(name))


@cache
def game_script(game_id: str) -> Markup:
    """What a game adds to the page of a table; it comes before the page's own script, which finds it in place."""
    own = companions.script(game_id)
    return Markup("") if own is None else script(own)


@cache
def imported_by(name: str) -> tuple[str, ...]:
    """The names of all modules that come with a module, nearest first, without itself."""
    found: dict[str, None] = {}
    ahead = [name]
    while ahead:
        module = ahead.pop(0)
        for other in IMPORT.findall(_file(module).read_text("utf-8")):
            there = normpath(PurePosixPath(module).parent / other)
            if there != name and there not in found:
                found[there] = None
                ahead.append(there)
    return tuple(found)


def _file(name: str) -> Path:
    prefix = next(prefix for prefix in static_folders() if name.startswith(prefix))
    return static_folders()[prefix] / name.removeprefix(prefix)
