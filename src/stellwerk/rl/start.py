"""Where a game begins: at the set-up, at a dumped position, in a log, or at a snapshot of another environment."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from stellwerk.core import Game, Rng
from stellwerk.core.editions import opening
from stellwerk.core.game import Setup
from stellwerk.core.log import fold, read
from stellwerk.games.own_components import components_for


class Begun(NamedTuple):
    """A state with the set-up it was made by."""

    setup: Setup
    state: Any


@dataclass(frozen=True)
class Snapshot:
    """An environment at one moment, exactly: it can be pickled, kept and restored in any process."""

    setup: Setup
    position: Any
    """The state, dumped."""
    dice: Any
    said: tuple[int, ...]
    """Words said so far of the move that is being spelled."""
    books: Mapping[str, Any]
    """Rewards, terminations and the like."""


def setup_of(game: Game[Any], seats: int, variants: Mapping[str, Any] | None, components: str | Path | None) -> Setup:
    """By the switches (`profile` among them) and the component tables or set that were asked for."""
    own = components_for(game.id, None if components is None else str(components))
    return Setup(seats, game.variants_from(variants or {}), own or game.components)


def begun(game: Game[Any], setup: Setup, options: Mapping[str, Any], rng: Rng) -> Begun:
    """Where the options of a reset say: `position` (dumped), `log` (text or file) at `version`, or `snapshot`.

    With `imagine`, the number of a seat, the game goes on in a world that looks the same to that seat, with everything
    hidden dealt anew. Unknown options are ignored, because PettingZoo's own test passes some.
    """
    found = _position(game, setup, options)
    if "imagine" not in options:
        return found
    return Begun(found.setup, game.imagine(game.view(found.state, int(options["imagine"])), rng))


def _position(game: Game[Any], setup: Setup, options: Mapping[str, Any]) -> Begun:
    if "snapshot" in options:
        kept: Snapshot = options["snapshot"]
        return _checked(setup, Begun(kept.setup, game.load(kept.position, kept.setup)))
    if "position" in options:
        return Begun(setup, game.load(options["position"], setup))
    if "log" in options:
        return _checked(setup, of_log(game, options["log"], options.get("version")))
    return Begun(setup, game.setup(setup.seats, setup.variants, setup.components))


def of_log(game: Game[Any], log: str | Path, version: int | None = None) -> Begun:
    """The position of a log, its text or a file, at a version; by the rules it was played by."""
    document = read(log if isinstance(log, str) and "\n" in log else Path(log).read_text("utf-8"))
    if document.header.game != game.id:
        raise ValueError(f"a log of {document.header.game}, not of {game.id}")
    return Begun(opening(game, document.header), fold(game, document.header, document.entries, version))


def _checked(setup: Setup, found: Begun) -> Begun:
    if found.setup.seats != setup.seats:
        raise ValueError(f"a game of {found.setup.seats} players, not of {setup.seats}")
    return found


def dice_of(state: Any) -> random.Random:
    dice = random.Random()
    dice.setstate(state)
    return dice
