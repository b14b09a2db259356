"""What a game adds to the table page: its `web` companion, asked for whatever of this it has.

| name | what |
|---|---|
| `PANELS` | tabs beside the boards, see `Panel` |
| `LINKS` | pages of the game's own, linked above the boards of a table |
| `router` | routes below `/table/{table_id}` |
| `help_with(perspective)` | the route whose HTML helps with the open question, or None |
| `consequences(state, seat, action)` | what an action would change, in words |
| `way(state, action)` | what an option brings about, and how dear its payment is, see `Way`; None: nothing is paid |
| `tries(state, kinds)` | what somebody might want to do at closed places, among the kinds of actions asked for |
| `piece(action)` | the piece an option lays in one of several ways, None for other options: it can be turned |
| `stage(view, seat, spotted)` | the boards the open question is about, see `Stage`; `spotted` have spots |
| `means(view, seat)` | what a player has, see `Mean` |
| `TRACED` | kinds of actions that leave nothing on the boards: their preview is shown once more when they are made |
| `beside(view)` | what whoever is asked about has, beside the question: the treasury of a company |
| `SCRIPT` | that of its scripts which every page of a table loads; it fills `table/desk.js` |
| `templates/` | its templates, known as `<id of the game>/<name>`; they may extend and include those of the site |
| `static/` | its scripts, known as `games/<id of the game>/<name>`; they may import the site's (`../../base.js`) |
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from fastapi import APIRouter

from stellwerk import games
from stellwerk.core import Action, Seat, Text
from stellwerk.draw import El

if TYPE_CHECKING:
    from stellwerk.web.view.perspective import Perspective
    from stellwerk.web.view.templates import Reader


@dataclass(frozen=True, slots=True)
class Panel:
    """A tab beside the boards; `show` makes its HTML from what a reader sees."""

    id: str
    title: Text
    show: Callable[[Perspective, Reader], str]


@dataclass(frozen=True, slots=True)
class Link:
    """A page below the table's own address."""

    id: str
    title: Text


Stage: TypeAlias = tuple[tuple[str, ...], ...]
"""Boards by id, in groups. Groups stand side by side or one above the other, whichever leaves them larger."""


Way: TypeAlias = tuple[Hashable, Any]
"""Options with the same first part bring about the same; the least second part is what most people would pay."""


@dataclass(frozen=True, slots=True)
class Mean:
    """Something somebody has: a small picture or a word for it, how much, and what it is."""

    sign: El | str
    value: str
    title: Text

    @property
    def is_told(self) -> bool:
        """Whether the title says how much already: it is not said to ears twice."""
        return bool(self.title.params)


def room_of(game_id: str) -> ModuleType | None:
    return games.companion(game_id, "web") if game_id in games.PACKAGES else None


def folder(game_id: str, name: str) -> Path | None:
    """A folder beside the modules of a game's `web` companion, which is not loaded for it."""
    spec = find_spec(f"{games.package(game_id)}.web")
    places = spec.submodule_search_locations if spec is not None else None
    found = Path(places[0]) / name if places else None
    return found if found is not None and found.is_dir() else None


def panels(game_id: str) -> Sequence[Panel]:
    return getattr(room_of(game_id), "PANELS", ())


def links(game_id: str) -> Sequence[Link]:
    return getattr(room_of(game_id), "LINKS", ())


def routers() -> list[APIRouter]:
    """The routes of all games."""
    rooms = map(room_of, games.ids())
    return [room.router for room in rooms if room is not None and hasattr(room, "router")]


def script(game_id: str) -> str | None:
    """The script of a game that the page of a table loads, by its name among the static files."""
    own = getattr(room_of(game_id), "SCRIPT", None)
    return None if own is None else f"games/{game_id}/{own}"


def help_with(perspective: Perspective) -> str | None:
    helps = getattr(room_of(perspective.game.id), "help_with", None)
    return helps(perspective) if helps is not None else None


def consequences(game_id: str, state: Any, seat: Seat, action: Action) -> Sequence[Text]:
    counts = getattr(room_of(game_id), "consequences", None)
    return counts(state, seat, action) if counts is not None else ()


def way(game_id: str, state: Any, action: Action) -> Way | None:
    finds = getattr(room_of(game_id), "way", None)
    return finds(state, action) if finds is not None else None


def tries(game_id: str, state: Any, kinds: tuple[type[Action], ...]) -> Iterable[Action]:
    finds = getattr(room_of(game_id), "tries", None)
    return finds(state, kinds) if finds is not None else ()


def piece(game_id: str, action: Action) -> tuple[str, ...] | None:
    finds = getattr(room_of(game_id), "piece", None)
    return finds(action) if finds is not None else None


def stage(game_id: str, view: Any, seat: Seat, spotted: frozenset[str]) -> Stage | None:
    sets = getattr(room_of(game_id), "stage", None)
    found: Stage | None = sets(view, seat, spotted) if sets is not None else None
    return found


def means(game_id: str, view: Any, seat: Seat) -> Sequence[Mean]:
    counts = getattr(room_of(game_id), "means", None)
    return counts(view, seat) if counts is not None else ()


def is_traced(game_id: str, action: Action) -> bool:
    """Whether an action is drawn over the boards when it has been made: routes that were run."""
    return isinstance(action, tuple(getattr(room_of(game_id), "TRACED", ())))


def beside(game_id: str, view: Any) -> Sequence[Mean]:
    counts = getattr(room_of(game_id), "beside", None)
    return counts(view) if counts is not None else ()
