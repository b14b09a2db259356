"""Routes on a map: each a colour and a pattern of its own, with rings around the stops that count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.core.text import Text
from stellwerk.draw.element import El, el
from stellwerk.draw.hexes import SLOT, Point, centre, curve, edge_point, plan, spoke
from stellwerk.draw.sheet import Sheet, icon
from stellwerk.draw.tiles import plate_size
from stellwerk.rail18.hexes import edge_toward
from stellwerk.rail18.layout import Layout
from stellwerk.rail18.routes import Call, Route, spell
from stellwerk.rail18.tiles import Node

PATTERNS = 6


def routes_art(sheet: Sheet, layout: Layout, routes: Sequence[Route | None]) -> list[El]:
    return [_route(sheet, layout, route, n) for n, route in enumerate(routes) if route is not None]


def route_key(n: int) -> El:
    """Colour and pattern of a route beside its words."""
    line = el("path", d="M0 8H40", class_="route-line")
    return icon(line, box=(0, 0, 40, 16), class_=f"route-key route-{n % PATTERNS}")


def _route(sheet: Sheet, layout: Layout, route: Route, n: int) -> El:
    pieces = list(_pieces(layout, route.calls))
    title = Text("route {number}: {hexes}", number=n + 1, hexes=spell(layout, route))
    return sheet.thing(
        f"route-{n}",
        title,
        [piece.having(class_="route-bed") for piece in pieces],
        pieces,
        [_stop(layout, call, n) for call in route.calls if call.node is not None],
        class_=f"route route-{n % PATTERNS}",
    )


def _pieces(layout: Layout, calls: Sequence[Call]) -> Iterator[El]:
    for i, call in enumerate(calls):
        near = [calls[j].hex for j in (i - 1, i + 1) if 0 <= j < len(calls) and calls[j].hex != call.hex]
        edges = [edge for other in near if (edge := edge_toward(call.hex, other)) is not None]
        if edges:
            path = "".join(_inside(layout, call, edges))
            yield el("path", d=path, transform=f"translate({centre(call.hex)})", class_="route-line")


def _inside(layout: Layout, call: Call, edges: list[int]) -> Iterator[str]:
    """Track of a route within a hex, along the track that is drawn there."""
    face = layout.faces[call.hex]
    if call.node is None:
        yield curve(edges[0], edges[-1])
        return
    stop, node = plan(face).stops[call.node], face.tile.nodes[call.node]
    if len(edges) == 2 and node.kind == "town" and face.nodes[call.node].bit_count() == 2:
        yield curve(edges[0], edges[1])
    else:
        yield from (spoke(edge, _rim(node, stop, edge)) for edge in edges)


def _rim(node: Node, stop: Point, edge: int) -> Point:
    """Where a route meets a stop: at the rim of a city, so that the stations in it stay in sight."""
    start = edge_point(edge)
    far = {0: 0.0, 1: SLOT, 2: 2 * SLOT if edge in (1, 4) else SLOT * 1.15}.get(node.slots, plate_size(node.slots))
    share = min(1.0, far / max(start.to(stop), 1.0))
    return Point(stop.x + (start.x - stop.x) * share, stop.y + (start.y - stop.y) * share)


def _stop(layout: Layout, call: Call, n: int) -> El:
    """A ring around what counts; routes that meet have rings of different size."""
    face = layout.faces[call.hex]
    at = centre(call.hex).plus(*plan(face).stops[call.node or 0])
    slots = face.tile.nodes[call.node or 0].slots
    kind = "route-stop" if call.counted else "route-stop skipped"
    if not slots:
        return el("circle", cx=at.x, cy=at.y, r=6, class_=kind)
    wider = 1.0 + 3.0 * (n % PATTERNS)
    if slots == 2:
        wide, high = 4 * SLOT + 2 * wider, 2 * SLOT + 2 * wider
        return el(
            "rect", x=at.x - wide / 2, y=at.y - high / 2, width=wide, height=high, rx=high / 2, class_=f"{kind} around"
        )
    size = SLOT if slots == 1 else plate_size(slots)
    return el("circle", cx=at.x, cy=at.y, r=size + wider, class_=f"{kind} around")
