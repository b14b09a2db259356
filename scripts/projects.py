"""Where the registered games are written: the folder of each package and the project it is developed in.

Our own games share one project; a game of another distribution brings its own, with `tests`, `docs/rules` and `src`
laid out as ours.
"""

from __future__ import annotations

import json
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlparse

from stellwerk import games

ROOT = Path(__file__).resolve().parent.parent


def folder_of(id_: str) -> Path:
    """The folder of a game's package, as it is imported."""
    spec = find_spec(games.package(id_))
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0]).resolve()


def project_of(id_: str) -> Path | None:
    """The project of a game; None where only the finished package is here."""
    above = folder_of(id_).parents[games.package(id_).count(".")]
    if above.name == "src" and (above.parent / "pyproject.toml").is_file():
        return above.parent
    return _installed_from(id_)


def _installed_from(id_: str) -> Path | None:
    """The folder that an installed game was built from, as its installer noted it down."""
    point = next(point for point in entry_points(group=games.GROUP) if point.name == id_)
    note = point.dist.read_text("direct_url.json") if point.dist is not None else None
    address = urlparse(json.loads(note)["url"]) if note else None
    found = Path(unquote(address.path)) if address is not None and address.scheme == "file" else None
    return found if found is not None and (found / "pyproject.toml").is_file() else None


def developed() -> list[str]:
    """The games whose project is here, in the order of the register."""
    return [id_ for id_ in games.ids() if project_of(id_) is not None]


def ours() -> list[str]:
    """The games of this project."""
    return [id_ for id_ in games.ids() if project_of(id_) == ROOT]


def home_of(id_: str) -> Path:
    found = project_of(id_)
    assert found is not None, f"{id_}: only the finished package is here"
    return found


def tests_of(id_: str) -> Path:
    """Tests of our games lie in a folder each, those of a project with one game at its top."""
    tests = home_of(id_) / "tests"
    own = tests / "games" / folder_of(id_).name
    return own if own.is_dir() else tests


def source_of(id_: str) -> Path:
    """The package in its project: what is edited, not what is installed."""
    path = Path(*games.package(id_).split("."))
    return home_of(id_) / "src" / path
