"""1880: a private sandbox beside a table. The plan is its own address: nothing of it is kept anywhere.

Every control is a link to the plan it leads to; a script fetches only what changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Annotated, Any
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from markupsafe import Markup

from stellwerk import draw
from stellwerk.core import BadNotation, Text
from stellwerk.draw.routes import route_key
from stellwerk.draw.sheet import Sheet
from stellwerk.draw.tiles import tile_icon
from stellwerk.games.china1880.draw import planned
from stellwerk.games.china1880.draw.liveries import chip
from stellwerk.games.china1880.rules import sandbox
from stellwerk.games.china1880.rules.chapters.floating import place_on_list
from stellwerk.games.china1880.rules.chapters.running import train_names
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.routes import best_routes
from stellwerk.table import Person, Refused
from stellwerk.table.cache import Cache
from stellwerk.web.http.dependencies import Visiting, shown
from stellwerk.web.view.perspective import PREFIX, Perspective
from stellwerk.web.view.templates import Reader, page

router = APIRouter(prefix="/table/{table_id}/plan", include_in_schema=False, default_response_class=HTMLResponse)

SECONDS = 1.0
OFTEN = "120 per minute"
PLANS: Cache[Any, sandbox.Plan] = Cache(100)
BEST: Cache[Any, dict[str, Any] | None] = Cache(100)


@dataclass(frozen=True)
class Sketch:
    """A plan as its address tells it."""

    perspective: Perspective
    company: str
    do: tuple[str, ...] = ()
    hex: str = ""

    @property
    def url(self) -> str:
        pairs = [("at", str(self.perspective.version)), ("company", self.company), *(("do", line) for line in self.do)]
        return "?" + urlencode([*pairs, *([("hex", self.hex)] if self.hex else [])])

    def to(self, **changes: Any) -> str:
        return replace(self, **changes).url

    def adding(self, wish: sandbox.Wish) -> str:
        return self.to(do=(*self.do, str(wish)))

    @cached_property
    def plan(self) -> sandbox.Plan:
        return self._made(self.do)

    def _made(self, lines: tuple[str, ...]) -> sandbox.Plan:
        key = (self.perspective.key, self.company, lines)
        return PLANS.get_or_make(
            key, lambda: sandbox.plan(self.position, self.perspective.eyes, self.company, sandbox.read(lines))
        )

    @property
    def position(self) -> China:
        found: China = self.perspective.view.position
        return found

    @cached_property
    def best(self) -> dict[str, Any] | None:
        """The best routes of the company, if it has a train."""
        s = self.plan.position
        if not train_names(s, self.company):
            return None
        return BEST.get_or_make(
            (self.perspective.key, self.company, self.do, "best"), lambda: best_routes(s, self.company, SECONDS)
        )

    def drawing(self, reader: Reader) -> draw.Drawing:
        runs = self.best["routes"] if self.best else []
        return draw.Drawing([planned(Sheet(reader.words, self.perspective.names, PREFIX), self.plan.position, runs)])

    # --- what may be wished for -------------------------------------------------------------------------------------

    def lays(self) -> Iterator[dict[str, Any]]:
        """Tiles for the chosen hex; the tile that was laid there last may be changed for another."""
        if self.hex not in self.position.tables.hexes:
            return
        last = self.do[-1] if self.do and self.do[-1].startswith(f"tile {self.hex} ") else ""
        bases = [(self.do[:-1], last)] if last else []
        for lines, taken in (*bases, (self.do, "")):
            s = self._made(lines).position
            for wish in sandbox.tiles_for(s, self.hex):
                face = s.tables.atlas.tiles[wish.tile].at(wish.rotation)
                picture = Markup(tile_icon(face).html)
                href = self.to(do=(*lines, str(wish)))
                yield {"wish": wish, "picture": picture, "href": href, "taken": str(wish) == taken}

    def markers(self) -> list[tuple[sandbox.WishMarker, str]]:
        if self.hex not in self.position.tables.hexes or self.company not in self.position.tables.companies:
            return []
        found = sandbox.markers_for(self.plan.position, self.company, self.hex)
        return [(wish, self.adding(wish)) for wish in found]

    def companies(self) -> Iterator[dict[str, Any]]:
        s = self.position
        founded = sorted(s.par, key=lambda company: place_on_list(s, company))
        waiting = [company for company in s.tables.companies if company not in s.par]
        for name in (*founded, *s.investors, *waiting):
            href = self.to(company=name)
            yield {"name": name, "chip": _chip(name), "href": href, "chosen": name == self.company}

    def trains(self) -> dict[str, Any]:
        s, company = self.plan.position, self.company
        if company in s.investors:
            return {"own": [(name, "") for name in train_names(s, company)], "more": []}
        own = [(name, self._without(name)) for name in s.trains[company]]
        room = len(own) < sandbox.MOST_TRAINS
        return {"own": own, "more": [(n, self.adding(sandbox.WishTrain(company, n))) for n in s.tables.trains if room]}

    def _without(self, train: str) -> str:
        """A train that was wished for is not wished for any more, another one is taken away."""
        wished = str(sandbox.WishTrain(self.company, train))
        if wished not in self.do:
            return self.adding(sandbox.WishNoTrain(self.company, train))
        at = len(self.do) - 1 - self.do[::-1].index(wished)
        return self.to(do=(*self.do[:at], *self.do[at + 1 :]))

    def phases(self) -> list[tuple[str, str, bool]]:
        """Each with the plan in which it counts: one wish for a phase takes the place of another."""
        s, others = self.plan.position, tuple(line for line in self.do if not line.startswith("phase "))
        wishes = {n: (str(sandbox.WishPhase(n)),) if n != self.position.phase else () for n in s.tables.phases}
        return [(name, self.to(do=(*others, *wish)), name == s.phase) for name, wish in wishes.items()]

    def notes(self) -> Iterator[dict[str, Any]]:
        for number, note in enumerate(self.plan.notes):
            rest = (*self.do[:number], *self.do[number + 1 :])
            yield {"note": note, "without": self.to(do=rest)}


def _chip(name: str) -> Markup:
    return Markup(chip(name).html)


def sketched(perspective: Perspective, company: str, do: tuple[str, ...], hex: str) -> Sketch:
    s: China = perspective.view.position
    if company not in s.tables.companies and company not in s.investors:
        company = default_company(s, perspective.eyes)
    return Sketch(perspective, company, do, hex.upper())


def default_company(s: China, eyes: int | None) -> str:
    """Whose plans one makes first: the own company whose turn it is or comes next, else the first on the list."""
    own = [company for company in s.par if s.director[company] == eyes]
    if s.active in own:
        return s.active
    return next(iter(sorted(own, key=lambda c: place_on_list(s, c))), next(iter(s.par or s.tables.companies)))


@router.get("", response_model=None)
def plan(
    request: Request,
    visit: Visiting,
    at: int | None = None,
    company: str = "",
    do: Annotated[list[str] | None, Query()] = None,
    hex: str = "",
    had: str | None = None,
) -> Response:
    """The page of a plan; to a script that says which plan it shows, what of it is different."""
    reader, who = visit.reader, visit.who
    _not_too_often(request, who)
    if visit.table.game != "1880":
        raise Refused("plan", Text("this game has no map to plan on"), 404)
    try:
        sketch = sketched(visit.perspective(None, at), company, tuple(do or ()), hex)
        panel = panel_of(sketch, reader)
        if had is None:
            return _whole(request, reader, who, sketch, panel)
        before = _before(sketch, had)
    except BadNotation as bad:
        raise Refused("plan", bad.text, 422) from bad
    changed = draw.changes(before.drawing(reader) if before else None, sketch.drawing(reader))
    return JSONResponse({"panel": panel, "boards": asdict(changed), "hex": sketch.hex})


def _not_too_often(request: Request, who: Person | None) -> None:
    """A search for routes costs the server something; who has no name is known by his address."""
    name = who.id if who is not None else request.client.host if request.client else ""
    if not request.app.state.limiter.allows(OFTEN, "plan", name):
        raise Refused("too-many", Text("too many requests; wait a moment"), 429)


def _before(sketch: Sketch, had: str) -> Sketch | None:
    """The plan on the page, if it grows from the same position."""
    values = parse_qsl(had.lstrip("?"))
    lines = tuple(value for key, value in values if key == "do")
    known = dict(values)
    if known.get("at") != str(sketch.perspective.version):
        return None
    return sketched(sketch.perspective, known.get("company", ""), lines, "")


def panel_of(sketch: Sketch, reader: Reader) -> str:
    return page("1880/parts/plan.html", reader, {"sketch": sketch, "key": lambda n: Markup(route_key(n).html)})


def _whole(request: Request, reader: Reader, who: Person | None, sketch: Sketch, panel: str) -> HTMLResponse:
    boards = list(sketch.drawing(reader).values())
    values: dict[str, Any] = {"title": sketch.perspective.title, "sketch": sketch, "panel": panel, "boards": boards}
    return shown(request, reader, who, "1880/plan.html", **values)
