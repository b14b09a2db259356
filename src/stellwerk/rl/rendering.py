"""A position as text, or as a picture of the boards that the site draws."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from io import BytesIO
from typing import Any

import numpy as np

from stellwerk import draw
from stellwerk.core import CHANCE, Game, Seat, pending
from stellwerk.draw.element import El
from stellwerk.draw.stylesheet import plain_css

WIDTH = 960
"""Of a picture, in pixels."""
BOARD = 400.0
"""Drawings less wide than this are icons, not boards."""
PAPER = "#fbf9f4"


def text(game: Game[Any], s: Any) -> str:
    """The open question and what everybody has."""
    choice = pending(s)
    who = "" if choice is None or choice.seat(s) == CHANCE else f"player_{choice.seat(s)}: "
    lines = [f"{game.title}: {who}{choice.question(s) if choice else 'over'}"]
    for score in game.scores(s):
        items = ", ".join(f"{name} {points}" for name, points in score.items if points)
        lines.append(f"  player_{score.seat}: {score.total}" + (f" ({items})" if items else ""))
    return "\n".join(lines)


def picture(game: Game[Any], s: Any, seat: Seat | None = None) -> np.ndarray[Any, Any]:
    """The boards as a seat (None: a spectator) sees them, one below the other: height, width, colour."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise ImportError("pictures need the extra `render`: pip install 'stellwerk[render]'") from error
    drawn = svg(game.id, game.view(s, seat))
    image = Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=WIDTH, background=PAPER))))
    return np.asarray(image.convert("RGB"))


def svg(game_id: str, view: Any) -> str:
    """The boards of a game as one picture that stands alone."""
    boards, top = [], 0.0
    for board in boards_of(game_id, view):
        wide, tall = (float(number) for number in board.attrs["viewBox"].split()[2:])
        height = WIDTH * tall / wide
        placed = f'<svg x="0" y="{top:.1f}" width="{WIDTH}" height="{height:.1f}" '
        boards.append(f'<g class="d">{placed}{board.html.removeprefix("<svg ")}</g>')
        top += height
    size = f'width="{WIDTH}" height="{top:.0f}" viewBox="0 0 {WIDTH} {top:.0f}"'
    head = f"<style>{style(game_id)}</style>{draw.sprite().html}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{head}{"".join(boards)}</svg>'


def boards_of(game_id: str, view: Any) -> Iterator[El]:
    """Every drawing of the table page that is a board, in reading order."""
    for part in draw.board(game_id, view).values():
        for element in part.html.walk():
            if element.tag == "svg" and float(element.attrs["viewBox"].split()[2]) >= BOARD:
                yield element


@cache
def style(game_id: str) -> str:
    """The style sheets of the drawings."""
    folders = draw.style_folders()
    places = [folders[id_] for id_ in ("", game_id) if id_ in folders]
    sheets = (path.read_text("utf-8") for place in places for path in sorted(place.glob("*.css")))
    return plain_css("\n".join(sheets)).replace("&", "&amp;").replace("<", "&lt;")
