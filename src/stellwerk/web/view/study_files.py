"""Studies as files: a chart or a position as a picture, a whole study as one page that opens without a network."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from stellwerk import draw
from stellwerk.core import Text
from stellwerk.draw.element import El, el, number
from stellwerk.draw.sheet import svg, words_at
from stellwerk.draw.stylesheet import plain_css
from stellwerk.study.analysis.model import Chart, Part, Study, Table, Timeline
from stellwerk.study.analysis.page import Press
from stellwerk.study.analysis.pictures import WIDE, picture
from stellwerk.study.analysis.timelines import timeline_picture
from stellwerk.table import Refused
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.static_files import STATIC
from stellwerk.web.view.templates import Reader, page

PIXELS = 1600
"""Width of a position or chart as PNG."""
LEAST = 200
"""Width and height of a drawing that says something by itself."""
TITLE = 30
"""Room for the title of a board in a picture of several."""
NAMESPACE = "http://www.w3.org/2000/svg"


@cache
def styles(game_id: str) -> str:
    """Every style that a drawing of the game and its charts need, as one text."""
    folders = draw.style_folders()
    sheets = [STATIC / "base.css", *sorted(folders[""].glob("*.css"))]
    sheets += sorted(folders[game_id].glob("*.css")) if game_id in folders else []
    return "\n".join(path.read_text("utf-8") for path in (*sheets, STATIC / "study.css"))


@cache
def plain_styles(game_id: str) -> str:
    return plain_css(styles(game_id))


def painted(picture: str, game_id: str) -> bytes:
    """A picture of ours as PNG, by day, at most so many pixels wide. Raises `Refused` where nothing can paint it."""
    try:
        import resvg_py
    except ImportError as error:
        raise Refused("study", Text("this server makes no PNG; the same as .svg is there"), 501) from error
    plain = picture.replace(styles(game_id), plain_styles(game_id))
    return bytes(resvg_py.svg_to_bytes(svg_string=plain, width=PIXELS))


def _alone(art: El, game_id: str) -> str:
    """A picture that carries its styles and icons along. Style sheets hold no markup, so they stand as they are."""
    box = str(art.attrs["viewBox"])
    x, y, wide, tall = box.split()
    back = el("rect", x=x, y=y, width=wide, height=tall, class_="backdrop")
    # The sheets speak of drawings within something of the class, so the drawing lies in a sheet of paper.
    inner = El(art.tag, {**art.attrs, "x": x, "y": y, "width": wide, "height": tall}, art.children)
    paper = {"xmlns": NAMESPACE, "viewBox": box, "width": wide, "height": tall, "class": "d alone"}
    icons = draw.sprite() if any(each.tag == "use" for each in art.walk()) else None
    head, _, rest = El("svg", paper, tuple(filter(None, (icons, back, inner)))).html.partition(">")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}><style><![CDATA[{styles(game_id)}]]></style>{rest}'


def chart_file(part: Part, game_id: str, reader: Reader) -> str:
    if isinstance(part, Chart):
        return _alone(picture(part, WIDE, reader.words), game_id)
    if isinstance(part, Timeline):
        return _alone(timeline_picture(part, WIDE, reader.words), game_id)
    kind = Text("a table is no picture") if isinstance(part, Table) else Text("ask for one chart of the group")
    raise Refused("study", kind, 404)


def position_file(perspective: Perspective, reader: Reader, board: str = "") -> str:
    """A position: the board asked for, or the map; of a game without a map all boards that are pictures."""
    drawn = perspective.drawing(reader)
    maps = [fragment for fragment in drawn.values() if fragment.kind == "map"]
    wanted = [drawn[board]] if board in drawn else maps[:1] or list(drawn.values())
    found = [(fragment.title, art) for fragment in wanted if (art := _picture_in(fragment)) is not None]
    if not found:
        raise Refused("study", Text("this game is not drawn"), 404)
    return _alone(found[0][1] if len(found) == 1 else _side_by_side(found), perspective.game.id)


def _picture_in(fragment: draw.Fragment) -> El | None:
    """The largest drawing of a board, if it is more than a sign among words."""
    drawings = [each for each in fragment.html.walk() if each.tag == "svg" and "viewBox" in each.attrs]
    largest = max(drawings, key=lambda each: _size(each)[0] * _size(each)[1], default=None)
    return largest if largest is not None and min(_size(largest)) >= LEAST else None


def _size(art: El) -> tuple[float, float]:
    _, _, wide, tall = map(float, str(art.attrs["viewBox"]).split())
    return wide, tall


def _side_by_side(found: Sequence[tuple[str, El]]) -> El:
    """Two in a row, each below its title."""
    wide, tall = (max(_size(art)[n] for _, art in found) for n in (0, 1))
    content: list[El] = []
    for n, (title, art) in enumerate(found):
        x, y = n % 2 * (wide + TITLE), n // 2 * (tall + 2 * TITLE)
        place = {"x": number(x), "y": number(y + TITLE), "width": number(wide), "height": number(tall)}
        content += [
            words_at(x + 4, y + TITLE - 8, title, "picture-title"),
            El(art.tag, {**art.attrs, **place}, art.children),
        ]
    rows = -(-len(found) // 2)
    return svg(*content, box=(0, 0, 2 * wide + TITLE, rows * (tall + 2 * TITLE)))


def whole_file(
    study: Study, perspective: Perspective, moves: Sequence[dict[str, Any]], title: str, reader: Reader
) -> str:
    """Charts, tables, the moves in words, and the last position; links lead to the moves in the file itself."""
    press = Press(reader.words, link=lambda at: f"#m{at}")
    values = {
        "title": title,
        "styles": styles(study.game),
        "parts": [press.part(part).html for part in study.parts],
        "boards": list(perspective.drawing(reader).values()),
        "moves": moves,
        "nav": [(part.id, part.title) for part in study.parts],
        "scores": sorted(zip(study.ranks, study.names, study.scores, range(len(study.names)), strict=True)),
    }
    return page("study_whole.html", reader, values)
