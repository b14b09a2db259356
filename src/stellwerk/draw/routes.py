"""Routes on a map: each a colour and a pattern of its own, with rings around the stops that count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.core.text import Text
from stellwerk.draw.element import El, el
from stellwerk.draw.hexes import centre, curve, plan, spoke
from stellwerk.draw.sheet import Sheet
from stellwerk.rail18.hexes import edge_toward
from stellwerk.rail18.layout import Layout
from stellwerk.rail18.routes import Call, Route, spell

PATTERNS = 6


def routes_art(sheet: Sheet, layout: Layout, routes: Sequence[Route]) -> list[El]:
    return [_route(sheet, layout, route, n) for n, route in enumerate(routes)]


def _route(sheet: Sheet, layout: Layout, route: Route, n: int) -> El:
    pieces = list(_pieces(layout, route.calls))
    title = Text("route {number}: {hexes}", number=n + 1, hexes=spell(layout, route))
    return sheet.thing(
        f"route-{n}",
        title,
        [piece.having(class_="route-bed") for piece in pieces],
        pieces,
        [_stop(layout, call) for call in route.calls if call.node is not None],
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
    stop = plan(face).stops[call.node]
    if len(edges) == 2 and face.tile.nodes[call.node].kind == "town" and face.nodes[call.node].bit_count() == 2:
        yield curve(edges[0], edges[1])
    else:
        yield from (spoke(edge, stop) for edge in edges)


def _stop(layout: Layout, call: Call) -> El:
    at = plan(layout.faces[call.hex]).stops[call.node or 0]
    spot = centre(call.hex).plus(*at)
    return el("circle", cx=spot.x, cy=spot.y, r=6, class_="route-stop" if call.counted else "route-stop skipped")
