"""Drawings: a view, and what is offered, as SVG and HTML. Pure functions; no rule is in here.

Every part has a title in the reader's language and a stable id. Colours and fonts are classes in `static/draw.css`;
what only one game draws is styled by the sheets in its own `draw/static`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from stellwerk import games
from stellwerk.core.action import Action
from stellwerk.core.components import Components
from stellwerk.core.text import ENGLISH, Text, Translator
from stellwerk.draw.drawing import Artist, Drawing, Figure, Fragment, Plate, changes
from stellwerk.draw.element import Changes, El, el
from stellwerk.draw.icons import sprite
from stellwerk.draw.marks import marks
from stellwerk.draw.seats import seat_mark
from stellwerk.draw.sheet import Sheet

__all__ = [
    "Changes",
    "Drawing",
    "El",
    "Figure",
    "Fragment",
    "Plate",
    "board",
    "changes",
    "gallery",
    "gallery_html",
    "is_drawn",
    "marks",
    "motif",
    "offers",
    "picture",
    "preview",
    "seat_mark",
    "spots",
    "sprite",
    "style_folders",
]

STATIC = Path(__file__).parent / "static"


def artist(game_id: str) -> Artist:
    """What draws a game, loaded when it is first asked for."""
    return cast(Artist, games.companion(game_id, "draw"))


@cache
def is_drawn(game_id: str) -> bool:
    """A game need not be drawn to be played: the list of options is enough."""
    return artist(game_id) is not None


@cache
def style_folders() -> dict[str, Path]:
    """Where style sheets lie: the common one, then each game's own under its id. No game is loaded for it."""
    found = {"": STATIC}
    for id_ in games.ids():
        spec = find_spec(f"{games.package(id_)}.draw")
        places = spec.submodule_search_locations if spec else None
        folder = Path(places[0]) / "static" if places else None
        if folder and folder.is_dir():
            found[id_] = folder
    return found


@cache
def motif(game_id: str) -> str:
    """A small picture that stands for the game, as SVG; empty where it has none."""
    place = files(games.package(game_id)).joinpath("draw", "motif.svg")
    return place.read_text("utf-8") if place.is_file() else ""


def board(
    game_id: str,
    view: Any,
    words: Translator = ENGLISH,
    names: Sequence[str] = (),
    prefix: str = "",
    options: Iterable[Action] = (),
) -> Drawing:
    """The whole table as one seat sees it. With options their elements are buttons that carry `data-option`."""
    sheet = Sheet(words, tuple(names), prefix)
    drawing = Drawing(artist(game_id).fragments(sheet, view))
    found = offers(game_id, view, options, prefix)
    return drawing.offering(found) if found else drawing


def spots(game_id: str, view: Any, action: Action, prefix: str = "") -> tuple[str, ...]:
    """The ids of the elements that stand for an option, most specific first; none: plain list only."""
    return tuple(f"{prefix}{id}" for id in artist(game_id).spots(view, action))


def offers(game_id: str, view: Any, options: Iterable[Action], prefix: str = "") -> dict[str, list[Action]]:
    """Element id → the options it stands for."""
    found: dict[str, list[Action]] = {}
    for action in options:
        for id in spots(game_id, view, action, prefix):
            found.setdefault(id, []).append(action)
    return found


def picture(game_id: str, view: Any, action: Action, words: Translator = ENGLISH) -> El | None:
    """A small picture of an option for a list; it says nothing that the words beside it do not say."""
    return artist(game_id).picture(Sheet(words), view, action)


def preview(game_id: str, view: Any, action: Action | None, words: Translator = ENGLISH, prefix: str = "") -> Changes:
    """What an option would look like, drawn over the board; None takes it away again."""
    layers = artist(game_id).preview(Sheet(words, (), prefix), view, action)
    return Changes(replace={f"{prefix}{id}": layer.html for id, layer in layers.items()})


def gallery(game_id: str, components: Components, words: Translator = ENGLISH) -> list[Plate]:
    """Every component of a game, with the source of its values."""
    return list(artist(game_id).plates(Sheet(words, (), "gallery-"), components))


SOURCES = {
    "rulebook": Text("from the rulebook"),
    "published": Text("from published material"),
    "reconstructed": Text("reconstructed: not verified on a printed game"),
}


def gallery_html(game_id: str, components: Components, words: Translator = ENGLISH) -> El:
    """The gallery as one element, reconstructed values marked."""
    plates = gallery(game_id, components, words)
    return el("div", [_plate(plate, words) for plate in plates], class_="gallery")


def _plate(plate: Plate, words: Translator) -> El:
    return el(
        "section",
        el("h2", plate.title, id=f"{plate.id}-title"),
        el("p", plate.note, class_="quiet") if plate.note else None,
        el("div", [_figure(figure, words) for figure in plate.figures], class_="figures"),
        id=plate.id,
        class_="d plate-page",
        aria_labelledby=f"{plate.id}-title",
    )


def _figure(figure: Figure, words: Translator) -> El:
    source = SOURCES[figure.source].render(words)
    mark = el("span", "≈ ", source, class_="source reconstructed") if figure.source == "reconstructed" else None
    caption = el("figcaption", el("span", figure.caption), mark)
    return el("figure", figure.picture, caption, id=figure.id, class_=f"figure {figure.source}", title=source)
