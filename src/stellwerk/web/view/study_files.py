"""Studies as files: a chart or a position as a picture, a whole study as one page that opens without a network."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from stellwerk import draw
from stellwerk.core import Text
from stellwerk.draw.element import El, el
from stellwerk.study.analysis.model import Chart, Part, Study, Table, Timeline
from stellwerk.study.analysis.page import Press
from stellwerk.study.analysis.pictures import WIDE, picture
from stellwerk.study.analysis.timelines import timeline_picture
from stellwerk.table import Refused
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import STATIC, Reader, page

NAMESPACE = "http://www.w3.org/2000/svg"


@cache
def styles(game_id: str) -> str:
    """Every style that a drawing of the game and its charts need, as one text."""
    folders = draw.style_folders()
    sheets = [STATIC / "base.css", *sorted(folders[""].glob("*.css"))]
    sheets += sorted(folders[game_id].glob("*.css")) if game_id in folders else []
    return "\n".join(path.read_text("utf-8") for path in (*sheets, STATIC / "study.css"))


def _alone(art: El, game_id: str) -> str:
    """A picture that carries its styles along. Style sheets hold no markup, so they stand as they are."""
    x, y, wide, tall = str(art.attrs["viewBox"]).split()
    back = el("rect", x=x, y=y, width=wide, height=tall, class_="backdrop")
    classes = f"{art.attrs.get('class', '')} d alone"
    attrs = {**art.attrs, "xmlns": NAMESPACE, "width": wide, "height": tall, "class": classes}
    head, _, rest = El(art.tag, attrs, (back, *art.children)).html.partition(">")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{head}><style><![CDATA[{styles(game_id)}]]></style>{rest}'


def chart_file(part: Part, game_id: str, reader: Reader) -> str:
    if isinstance(part, Chart):
        return _alone(picture(part, WIDE, reader.words), game_id)
    if isinstance(part, Timeline):
        return _alone(timeline_picture(part, WIDE, reader.words), game_id)
    kind = Text("a table is no picture") if isinstance(part, Table) else Text("ask for one chart of the group")
    raise Refused("study", kind, 404)


def position_file(perspective: Perspective, reader: Reader, board: str = "") -> str:
    """One board of a position: the one asked for, or the map, or the first that is a picture."""
    drawn = perspective.drawing(reader)
    wanted = [drawn[board]] if board in drawn else sorted(drawn.values(), key=lambda part: part.kind != "map")
    for fragment in wanted:
        art = next((each for each in fragment.html.walk() if each.tag == "svg" and "viewBox" in each.attrs), None)
        if art is not None:
            return _alone(art, perspective.game.id)
    raise Refused("study", Text("this game is not drawn"), 404)


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
