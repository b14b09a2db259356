"""Static files: the site's own, and the style sheets and scripts that games bring along."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from stellwerk import draw, games
from stellwerk.web import companions

STATIC = Path(__file__).parent.parent / "static"
BUNDLER = Path(__file__).with_name("bundles.py")


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
    digest = hashlib.sha256(BUNDLER.read_bytes())
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
