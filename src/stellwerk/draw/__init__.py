"""Drawings: a view, and what is offered, as SVG and HTML. Pure functions; no rule is in here.

Every part has a title in the reader's language and a stable id. Colours and fonts are classes in `static/draw.css`;
what only one game draws is styled by the sheets in its own `draw/static`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from stellwerk import games
from stellwerk.core import Game
from stellwerk.core.action import Action
from stellwerk.core.components import Components
from stellwerk.core.corrections import differences, value_text
from stellwerk.core.provenance import Value, doubts
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
    "doubtful",
    "figure",
    "figure_html",
    "gallery",
    "gallery_html",
    "is_drawn",
    "marks",
    "motif",
    "offers",
    "picture",
    "plates_html",
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
    components: Components | None = None,
) -> Drawing:
    """The whole table as one seat sees it. With options their elements are buttons that carry `data-option`, with the
    components of the table what is not verified of them is marked."""
    sheet = Sheet(words, tuple(names), prefix, doubtful(game_id, components, words) if components else {})
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


def gallery(game_id: str, components: Components, words: Translator = ENGLISH) -> Iterator[Plate]:
    """Every component of a game, plate by plate."""
    sheet = Sheet(words, (), "gallery-", doubtful(game_id, components, words))
    return iter(artist(game_id).plates(sheet, components))


def figure(game_id: str, components: Components, row: tuple[str, str], words: Translator = ENGLISH) -> Figure | None:
    """One component; nothing is drawn that comes after it."""
    drawn = gallery(game_id, components, words) if is_drawn(game_id) else ()
    return next((each for plate in drawn for each in plate.figures if each.row == row), None)


UNVERIFIED = {
    "single": Text("told by a single source: {fields}"),
    "reconstructed": Text("reconstructed, not checked on a printed copy: {fields}"),
}


def doubtful(game_id: str, components: Components, words: Translator) -> Mapping[tuple[str, str], str]:
    """What is not verified of each component, and what was corrected, in words."""
    return _doubtful(game_id, components, words)  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def _doubtful(game_id: str, components: Components, words: Translator) -> Mapping[tuple[str, str], str]:
    game = games.game(game_id)
    found = {row: "≈ " + "; ".join(_doubts(game, values, words)) for row, values in doubts(components).items()}
    for row, changed in _corrected(game, components).items():
        found[row] = "\n".join(filter(None, [found.get(row), changed.render(words)]))
    return found


def _corrected(game: Game[Any], components: Components) -> dict[tuple[str, str], Text]:
    """What was corrected on a component: our words for it may still speak of the old value."""
    found: dict[tuple[str, str], list[Text]] = {}
    for each in differences(game.components, components) if components != game.components else ():
        if each.field:
            name = game.field_title(each.table, each.field)
            ours, theirs = ("–" if value is None else value_text(value) for value in (each.ours, each.theirs))
            change = Text("{field} {ours} → {theirs}", field=name, ours=ours, theirs=theirs)
            found.setdefault((each.table, each.row), []).append(change)
    return {row: Text("corrected: {changes}", changes=tuple(changes)) for row, changes in found.items()}


def _doubts(game: Game[Any], values: Iterable[Value], words: Translator) -> Iterator[str]:
    for provenance, text in UNVERIFIED.items():
        found = tuple(game.field_title(v.table, v.field) for v in values if v.provenance == provenance)
        if found:
            yield Text(text.message, fields=found).render(words)


Link = Callable[[tuple[str, str]], str]
"""Where a component can be corrected."""


def gallery_html(game_id: str, components: Components, words: Translator = ENGLISH, correct: Link | None = None) -> El:
    """The gallery as one element, with what is not verified, and where it can be corrected."""
    return plates_html(game_id, gallery(game_id, components, words), components, words, correct)


def plates_html(
    game_id: str, plates: Iterable[Plate], components: Components, words: Translator, correct: Link | None
) -> El:
    notes = doubtful(game_id, components, words)
    return el("div", [_plate(plate, notes, words, correct) for plate in plates], class_="gallery")


def _plate(plate: Plate, notes: Mapping[tuple[str, str], str], words: Translator, correct: Link | None) -> El:
    return el(
        "section",
        el("h2", plate.title, id=f"{plate.id}-title"),
        el("p", plate.note, class_="quiet") if plate.note else None,
        el("div", [figure_html(figure, notes, words, correct) for figure in plate.figures], class_="figures"),
        id=plate.id,
        class_="d plate-page",
        aria_labelledby=f"{plate.id}-title",
    )


def figure_html(
    figure: Figure, notes: Mapping[tuple[str, str], str], words: Translator, correct: Link | None = None
) -> El:
    note = notes.get(figure.row, "") if figure.row else ""
    doubt = " reconstructed" if note.startswith("≈") else ""
    mark = el("span", note, class_=f"source{doubt}") if note else None
    link = _correct(figure, words, correct(figure.row)) if figure.row and correct is not None else None
    caption = el("figcaption", el("span", figure.caption), mark, link)
    return el(
        "figure",
        figure.picture,
        caption,
        id=figure.id,
        class_=f"figure{' reconstructed' if note.startswith('≈') else ''}",
    )


def _correct(figure: Figure, words: Translator, href: str) -> El:
    name = Text("Correct this").render(words)
    about = f"{name}: {figure.caption or (figure.row or ('', ''))[1]}"
    return el("a", name, href=href, class_="correct", aria_label=about)
