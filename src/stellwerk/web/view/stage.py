"""The stage: which boards an open question is about, and what everybody has meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from stellwerk.core import Seat
from stellwerk.web import companions
from stellwerk.web.companions import Mean, Stage
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader


def stage_of(perspective: Perspective, reader: Reader, notice: Collection[str] = ()) -> Stage:
    """Groups of boards, by id: a group keeps together, groups stand side by side or one above the other.

    The boards of what a lesson wants noticed come first; they may be none that the question is about.
    """
    drawn = perspective.drawing(reader)
    if not drawn:
        return ()
    spotted = frozenset(_with_any(perspective.spots, perspective, reader)) if perspective.my_turn else frozenset[str]()
    wanted = companions.stage(perspective.game.id, perspective.view, _seat(perspective), spotted)
    if wanted is None:
        wanted = tuple((name,) for name in drawn if name in spotted) or (tuple(drawn)[:1],)
    staged = {name for group in wanted for name in group}
    noticed = ((name,) for name in _with_any(notice, perspective, reader) if name not in staged)
    kept = (tuple(name for name in group if name in drawn) for group in (*noticed, *wanted))
    return tuple(group for group in kept if group)


def stage_names(stage: Stage) -> str:
    """As the page's script reads it: groups parted by a bar."""
    return "|".join(" ".join(group) for group in stage)


def _seat(perspective: Perspective) -> Seat:
    """Whose own board belongs on the stage: the reader's, for a spectator that of whoever decides."""
    return next((seat for seat in (perspective.eyes, perspective.asked) if seat is not None), 0)


def _with_any(wanted: Collection[str], perspective: Perspective, reader: Reader) -> Iterable[str]:
    """The boards on which any of these elements is drawn."""
    ids = frozenset(wanted)
    for name, board in perspective.drawing(reader).items() if ids else ():
        if not ids.isdisjoint(board.ids()):
            yield name


def means_of(perspective: Perspective, seat: Seat) -> tuple[Mean, ...]:
    """What a player has, as these eyes may know it."""
    return tuple(companions.means(perspective.game.id, perspective.view, seat))


def beside(perspective: Perspective) -> tuple[Mean, ...]:
    """What belongs to the open question: what the company has that operates."""
    if perspective.asked is None:
        return ()
    return tuple(companions.beside(perspective.game.id, perspective.view))
