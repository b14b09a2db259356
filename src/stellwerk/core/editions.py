"""What was begun goes on as it was begun: a log is folded with the tables and the readings it was opened with.

The tables of a release stay under `data/<release>/` of the game: `edition.toml` and the files that have changed since.
A file that is not there is the one of the next release, or of today.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from stellwerk.core.components import BadComponent, Components
from stellwerk.core.dump import plain
from stellwerk.core.game import Edition, Game, Setup
from stellwerk.core.header import Header, UnknownRules
from stellwerk.core.text import Text

ABOUT = "edition.toml"

Editions = Callable[[], tuple[Edition, ...]]


def editions_in(folder: Traversable) -> Iterator[tuple[Edition, dict[str, Any]]]:
    """The editions below a folder of tables with what their `edition.toml` says, the newest first."""
    texts = _texts(folder)
    releases = [each for each in folder.iterdir() if each.is_dir() and each.joinpath(ABOUT).is_file()]
    for release in sorted(releases, key=lambda each: tuple(map(int, each.name.split("."))), reverse=True):
        texts |= _texts(release)
        about = tomllib.loads(texts.pop(ABOUT))
        own = {name: texts[name] for name in about["files"] if name in texts}
        yield Edition(release.name, about["rules_version"], Components(own)), about


def _texts(folder: Traversable) -> dict[str, str]:
    return {each.name: each.read_text(encoding="utf-8") for each in folder.iterdir() if each.name.endswith(".toml")}


@cache
def editions_of(package: str) -> tuple[Edition, ...]:
    """The editions of a game's package, the oldest first. One whose files are no longer what they were is left out:
    a log of it is refused, not folded by something else."""
    found = editions_in(files(package).joinpath("data"))
    return tuple(edition for edition, about in found if edition.components.digest == about["digest"])[::-1]


def opening(game: Game[Any], header: Header) -> Setup:
    """What a log was opened with. Raises `UnknownRules` where this program does not have it."""
    if not 1 <= header.rules_version <= game.rules_version:
        raise UnknownRules(
            Text(
                "this game is played by version {version} of the rules; this program knows them up to version {known}",
                version=header.rules_version,
                known=game.rules_version,
            )
        )
    variants = game.variants_from(header.variants, header.rules_version)
    return Setup(header.seats, variants, _edition(game, header).components)


def tables_of(game: Game[Any], header: Header) -> Components:
    """The component tables a log is played with. Raises `UnknownRules` where this program does not have them."""
    return _edition(game, header).components


def played_by(game: Game[Any], header: Header) -> str | None:
    """The release whose rules a log is played by, where they differ from today's; None where they do not."""
    edition = _edition(game, header)
    today = plain(game.variants_from(header.variants))
    then = plain(game.variants_from(header.variants, header.rules_version))
    own = _replacing(game.components, header.components)
    if then == today and own is not None and own.digest == edition.components.digest:
        return None
    return edition.name or _release(game, header.rules_version)


def _release(game: Game[Any], version: int) -> str:
    """The first release with a rules version; before it is released, the version itself."""
    return next((each.name for each in game.editions() if each.rules_version == version), f"#{version}")


def _edition(game: Game[Any], header: Header) -> Edition:
    replaced = tuple(sorted(header.components.items()))
    found = _find(game.components, game.editions, header.digest, header.rules_version, replaced)
    if found is None:
        game.components.replacing(header.components)
        raise UnknownRules(
            Text("this game was opened with tables this program does not have ({digest})", digest=header.digest)
        )
    return found


@lru_cache(maxsize=64)
def _find(
    own: Components, editions: Editions, digest: str, version: int, replaced: tuple[tuple[str, str], ...]
) -> Edition | None:
    """The tables of a digest, some of them replaced; the name is empty where they are today's.

    A header without a digest means the tables of the first release with its rules version.
    """
    today = _replacing(own, dict(replaced))
    for edition in _candidates(Edition("", version, own), editions, digest):
        tables = _replacing(edition.components, dict(replaced))
        if tables is not None and (not digest or digest in (tables.digest, tables.written)):
            same = today is not None and today.digest == tables.digest
            return Edition("", version, today) if same and today else replace(edition, components=tables)
    return None


def _candidates(today: Edition, editions: Editions, digest: str) -> Iterator[Edition]:
    """Older tables are read only if it is not today's."""
    if digest:
        yield today
        yield from reversed(editions())
    else:
        yield next((each for each in editions() if each.rules_version == today.rules_version), today)


def _replacing(components: Components, texts: Mapping[str, str]) -> Components | None:
    """None where the tables have no such file."""
    try:
        return components.replacing(texts)
    except BadComponent:
        return None
