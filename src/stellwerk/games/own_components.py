"""Component tables and sets of an owner, as `--components` names them: one layout for all commands.

A folder holds the tables of each game in a folder of its own, `DIR/GAME/NAME.toml`, as `stellwerk components GAME
export DIR` writes them. A file is a component set. A word that is neither is a set some game brings along.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stellwerk import games
from stellwerk.core import Game, Text
from stellwerk.core.component_sets import ComponentSet, applied, read_set
from stellwerk.core.components import BadComponent, Components
from stellwerk.core.corrections import try_out

MOST_BYTES = 1_000_000
HELP = "your corrected components: a folder with GAME/NAME.toml, a component set (a file), or the id of a built-in set"


def own_components(given: str) -> dict[str, Components]:
    """The tables by game, tried out. Raises `BadComponent` in one clear sentence."""
    place = Path(given)
    if place.is_dir():
        return {folder.name: _of_folder(folder) for folder in _folders(place)}
    found = _brought_along().get(given) if not place.exists() else read_set(text_of(place))
    if found is None:
        raise BadComponent(given, Text("there is no such folder or file, and no component set of this name"))
    return {found.game: applied(_game(found.game, given), found)}


def components_for(game: str, given: str | None) -> Components | None:
    """Those of one game; None where nothing is given. What is there for other games only is refused, not ignored."""
    if given is None:
        return None
    found = own_components(given)
    if game not in found:
        wanted = str(Path(given) / game)
        raise BadComponent(
            given, Text("nothing for {game} in it; its tables belong into {folder}", game=game, folder=wanted)
        )
    return found[game]


def texts_of(folder: Path) -> dict[str, str]:
    """The tables in the folder of one game."""
    found = {path.name: text_of(path) for path in sorted(folder.glob("*.toml"))}
    if not found:
        raise BadComponent(str(folder), Text("there is no .toml file in it"))
    return found


def text_of(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadComponent(str(path), Text("more than {most} bytes", most=MOST_BYTES))
        return path.read_text("utf-8")
    except OSError as error:
        raise BadComponent(str(path), Text("cannot be read: {reason}", reason=error.strerror or "")) from error
    except UnicodeDecodeError as error:
        raise BadComponent(str(path), Text("not written in UTF-8")) from error


def _folders(place: Path) -> list[Path]:
    """One for each game. Tables that lie beside them would be ignored in silence, so they are refused."""
    found = sorted(each for each in place.iterdir() if each.is_dir() and not each.name.startswith("."))
    if not found or any(place.glob("*.toml")):
        example = str(place / games.ids()[0])
        raise BadComponent(
            str(place), Text("the tables of a game belong into a folder by its name: {folder}", folder=example)
        )
    return found


def _of_folder(folder: Path) -> Components:
    game = _game(folder.name, str(folder))
    own = game.components.replacing(texts_of(folder))
    try_out(game, own)
    return own


def _game(name: str, where: str) -> Game[Any]:
    try:
        return games.game(name)
    except games.UnknownGame as error:
        raise BadComponent(where, Text("no game is called {game}", game=name[:40])) from error


def _brought_along() -> Mapping[str, ComponentSet]:
    return {id_: found for game in games.ids() for id_, found in games.game(game).sets().items()}
