"""1880's map: hexes with terrain, tiles, stations and homes, red and blue hexes, ferries, and routes on top."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from stellwerk.core.text import Text, Texts
from stellwerk.draw.element import El, el
from stellwerk.draw.hexes import (
    SIDE,
    SLOT,
    WIDE,
    Plan,
    Point,
    centre,
    edge_angle,
    edge_line,
    edge_point,
    outline,
    plan,
    toward,
)
from stellwerk.draw.sheet import Sheet, moved, svg, words_at
from stellwerk.draw.tiles import ground, stops_art, tile_art, track_art
from stellwerk.games.china1880.draw.liveries import token_at
from stellwerk.games.china1880.rules.components import Hex, Tables
from stellwerk.rail18.board import Board
from stellwerk.rail18.hexes import members, neighbour, parse
from stellwerk.rail18.tiles import Face

RING = outline(0.93)
LETTERS = "ABCD"
WIDEST = 12  # letters in a line of a hex
COLOURS = ("yellow", "green", "brown", "grey")

KINDS: Mapping[str, Text] = {
    "plain": Text("open country"),
    "town": Text("town"),
    "double_town": Text("two towns"),
    "city": Text("city"),
    "two_cities": Text("two cities"),
    "boomtown": Text("boomtown: its first tile shows a city or a town"),
    "double_boomtown": Text("boomtown: its first tile shows two cities or two towns"),
    "preprinted": Text("four cities, one for each company of Beijing"),
    "ferry": Text("sea with a ferry: a fee for every route that uses it"),
    "offboard": Text("red hex: large station, end of a route, worth by phase"),
    "harbour": Text("harbour: small station, end of a route, worth by phase"),
}


def chart(
    sheet: Sheet,
    t: Tables,
    board: Board,
    column: int,
    homes: Iterable[tuple[str, int, str]],
    routes: Sequence[El] = (),
) -> El:
    """The map. `homes` are places kept for companies that are not there yet: hex, city, company."""
    stations: dict[tuple[str, int], list[str]] = {}
    for hex, node, owner in board.stations:
        stations.setdefault((hex, node), []).append(owner)
    kept: dict[tuple[str, int], list[str]] = {}
    for hex, node, owner in homes:
        kept.setdefault((hex, node), []).append(owner)
    faces = t.atlas.layout(board).faces
    plain = replace(sheet, names=())
    hexes = [_hex(plain, t, hex, faces[hex.id], column, stations, kept) for hex in t.hexes.values()]
    layers = [layer(sheet, "map-routes", routes), layer(sheet, "map-preview", ())]
    title = el("title", sheet.say(Text("Map of China")))
    label = sheet.say(Text("Map of China"))
    names = [_name(plain, hex, faces[hex.id], _gives_way(t.hexes, hex.id)) for hex in t.hexes.values() if hex.name]
    over = el("g", names, class_="names", aria_hidden="true")
    body = [title, _rulers(t.hexes), el("g", hexes, class_="hexes"), *layers, over]
    return svg(body, box=frame(t.hexes), id=sheet.id("map-svg"), class_="d-zoom", role="group", aria_label=label)


def layer(sheet: Sheet, name: str, content: Sequence[El]) -> El:
    """What lies over the hexes and comes and goes by itself."""
    return el("g", content, id=sheet.id(name), class_=name)


Seats = Mapping[tuple[str, int], Sequence[str]]


def frame(hexes: Iterable[str]) -> tuple[float, float, float, float]:
    """The part of the plane that the map covers, rulers included."""
    points = [centre(hex) for hex in hexes]
    left, top = min(p.x for p in points) - WIDE - 24, min(p.y for p in points) - SIDE - 24
    right, bottom = max(p.x for p in points) + WIDE + 8, max(p.y for p in points) + SIDE + 8
    return left, top, right - left, bottom - top


def _rulers(hexes: Iterable[str]) -> El:
    """Row letters on the left, column numbers on top."""
    left, top, _, _ = frame(hexes)
    cells = [parse(hex) for hex in hexes]
    rows, columns = sorted(dict.fromkeys(r for r, _ in cells)), sorted(dict.fromkeys(c for _, c in cells))
    letters = [words_at(left + 10, row * SIDE * 1.5 + 5, chr(65 + row), "ruler") for row in rows]
    numbers = [words_at(column * WIDE, top + 14, column, "ruler") for column in columns]
    return el("g", letters, numbers, aria_hidden="true")


def hex_with(sheet: Sheet, t: Tables, board: Board, hex: str, face: Face) -> El:
    """A hex as it would look with another tile: names and stations stay, what the tile covers is gone."""
    stations: dict[tuple[str, int], list[str]] = {}
    for at, node, owner in board.stations:
        stations.setdefault((at, node), []).append(owner)
    return _hex(replace(sheet, names=(), prefix=f"{sheet.prefix}ahead-"), t, t.hexes[hex], face, 0, stations, {})


def _hex(sheet: Sheet, t: Tables, hex: Hex, face: Face, column: int, stations: Seats, kept: Seats) -> El:
    nodes = range(len(face.tile.nodes))
    return _drawn(
        sheet,
        hex,
        face,
        face.tile is not t.atlas.lands[hex.id].printed,
        column if hex.kind in ("offboard", "harbour") else 0,
        next((ferry.fee for ferry in t.ferries if hex.id in ferry.hexes), 0),
        tuple(tuple(stations.get((hex.id, node), ())) for node in nodes),
        tuple(tuple(kept.get((hex.id, node), ())) for node in nodes),
    )


Owners = tuple[tuple[str, ...], ...]


@lru_cache(4096)
def _drawn(sheet: Sheet, hex: Hex, face: Face, laid: bool, column: int, fee: int, stations: Owners, kept: Owners) -> El:
    """A hex is drawn once for everything that can be seen on it: from move to move nearly all stay as they are."""
    where = plan(face)
    if hex.kind in ("offboard", "harbour"):
        art = _edge_of_map(hex, face, column)
        where = where._replace(slots=((Point(0, 31),),) if where.slots else ())
    elif hex.kind == "ferry":
        art = [ground("sea"), *track_art(where.tracks, "ferry"), *_fee(fee, where)]
    elif laid or hex.kind == "preprinted":
        art = [ground(face.tile.colour), *tile_art(face)]
    else:
        art = [ground("land"), *_land(hex, face, where)]
    return sheet.thing(
        f"hex-{hex.id}",
        _title(sheet, hex),
        art,
        _barriers(hex),
        _markers(sheet, hex.id, face, where, stations, kept),
        el("path", d=RING, class_="ring"),
        help=_help(sheet, hex, face, laid, stations),
        role="group" if len(face.nodes) > 1 else "img",
        transform=f"translate({centre(hex.id)})",
        class_=f"hex on-{hex.kind}",
    )


def _land(hex: Hex, face: Face, where: Plan) -> Iterator[El]:
    """What is printed where no tile lies yet: terrain and its cost, stubs, towns and cities to come."""
    for edge in hex.stubs:
        yield from track_art((f"M{edge_point(edge)}L{edge_point(edge, 14.0)}",))
    if hex.kind in ("boomtown", "double_boomtown"):
        yield from _boom(2 if hex.kind == "double_boomtown" else 1)
    yield from stops_art(face, where)
    yield from _terrain(hex)


def _boom(count: int) -> Iterator[El]:
    for n in range(count):
        x = (n - (count - 1) / 2) * 44
        yield el("circle", cx=x, cy=0, r=SLOT, class_="boom")
        yield el("circle", cx=x, cy=0, r=7, class_="boom")


def _terrain(hex: Hex) -> Iterator[El]:
    """Mountains and rivers are told apart by shape; the number is the cost of the first tile."""
    if not hex.cost:
        return
    plain = hex.kind == "plain"
    signs = [_mountain() if kind == "mountain" else _river() for kind in hex.terrain]
    wide = 22.0 * len(signs)
    x = -(wide + 18) / 2
    row = [moved(x + 11 + 22 * n, 0, sign) for n, sign in enumerate(signs)]
    cost = words_at(x + wide + 12, 5, hex.cost, "cost")
    yield moved(0, 0 if plain else 37, row, cost, class_="terrain")


def _mountain() -> El:
    return el("path", d="M-10 7L-3-7 1 0 4-4 10 7Z", class_="mountain")


def _river() -> El:
    return el("path", d="M-9-3q4.5-5 9 0t9 0M-9 4q4.5-5 9 0t9 0", class_="river")


def _fee(fee: int, where: Plan) -> Iterator[El]:
    yield el("circle", cx=where.label.x, cy=where.label.y, r=13, class_="fee")
    yield words_at(where.label.x, where.label.y + 4.3, f"−{fee}", "fee-digits")


def _edge_of_map(hex: Hex, face: Face, column: int) -> list[El]:
    """A red or blue hex: arrows where track enters, and the four worths, the one that counts now marked."""
    node = face.tile.nodes[0]
    arrows = [_arrow(edge) for edge in members(face.nodes[0])]
    return [ground(hex.kind), *arrows, *_worths(node.revenue, column)]


def _arrow(edge: int) -> El:
    tip, side = edge_point(edge, 11.0), edge_angle(edge) + 90
    base = [edge_point(edge).plus(*toward(side, 5.0 * sign)) for sign in (-1, 1)]
    return el("path", d=f"M{base[0]}L{tip} {base[1]}Z", class_="arrow")


def _worths(revenue: Sequence[int], column: int) -> Iterator[El]:
    for n, worth in enumerate(revenue):
        x = (n - 1.5) * 21.0
        now = " now" if n == column else ""
        yield el("rect", x=x - 10.5, y=-11, width=21, height=22, class_=f"worth-cell {COLOURS[n]}{now}")
        yield words_at(x, 4.6, worth, f"worth-cell-digits{now}")


def _gives_way(hexes: Mapping[str, Hex], id: str) -> bool:
    """Whether a name would run into that of the next hex to the west, which does not give way itself."""
    west = f"{id[0]}{int(id[1:]) - 2}"
    return west in hexes and bool(hexes[west].name) and not _gives_way(hexes, west)


@lru_cache(1024)
def _name(sheet: Sheet, hex: Hex, face: Face, gives_way: bool) -> El:
    """A name lies over the hexes, so that none cuts it off; two cities have theirs above and below.

    Seen from afar, where letters are large for their hexes, one that gives way lies below its city.
    """
    name, at = sheet.say(Text(hex.name)), centre(hex.id)
    y = -19.0 if hex.kind in ("offboard", "harbour") else plan(face).name.y
    first, both, second = name.partition(" / ")
    if both:
        lines = [words_at(at.x, at.y - 25, first, "hex-name"), words_at(at.x, at.y + 34, second, "hex-name")]
    elif len(name) > WIDEST and " " in name:
        upper, _, lower = name.rpartition(" ")
        lines = [words_at(at.x, at.y + y, upper, "hex-name", dy="-1em"), words_at(at.x, at.y + y, lower, "hex-name")]
    else:
        lines = [words_at(at.x, at.y + y, name, "hex-name")]
    low = " low" if gives_way and len(lines) == 1 else ""
    return el("g", lines, id=sheet.id(f"name-{hex.id}"), class_=f"name-{hex.kind}{low}")


def _barriers(hex: Hex) -> list[El]:
    return [el("path", d=edge_line(edge), class_="barrier") for edge in hex.barriers]


def _markers(sheet: Sheet, hex: str, face: Face, where: Plan, stations: Owners, kept: Owners) -> Iterator[El]:
    for node, slots in enumerate(where.slots):
        spots = iter(slots)
        owners = stations[node]
        tokens = [el("g", token_at(owner, next(spots, where.stops[node])), class_="station") for owner in owners]
        waiting = [owner for owner in kept[node] if owner not in owners]
        tokens += [token_at(owner, spot, faint=True) for owner, spot in zip(waiting, spots, strict=False)]
        if len(face.nodes) == 1:
            yield from tokens
        elif face.tile.nodes[node].slots:
            title = Text("{hex}, city {number}", hex=hex, number=node + 1)
            stop = where.stops[node]
            ring = el("circle", cx=stop.x, cy=stop.y, r=SLOT, class_="ring hit")
            yield sheet.thing(f"city-{hex}-{node}", title, tokens, ring, role=None, class_="city")


def _title(sheet: Sheet, hex: Hex) -> str:
    return f"{hex.id} {sheet.say(Text(hex.name))}" if hex.name else hex.id


def _help(sheet: Sheet, hex: Hex, face: Face, laid: bool, stations: Owners) -> str:
    owners = [owner for there in stations for owner in there]
    facts = [KINDS[hex.kind] if not laid else _tile_words(face)]
    if hex.cost and not laid:
        kinds = tuple(Text("mountains") if kind == "mountain" else Text("river") for kind in hex.terrain)
        facts.append(Text("first tile costs {cost} ({terrain})", cost=hex.cost, terrain=kinds))
    facts += _directions(hex.id, face)
    if hex.barriers:
        facts.append(Text("no track across the marked edge"))
    if owners:
        facts.append(Text("stations: {companies}", companies=owners))
    return "; ".join(map(sheet.say, facts))


def _directions(hex: str, face: Face) -> list[Text]:
    """Where every piece of track of a hex leads."""
    pieces = [members(edges) for edges in face.nodes] + [tuple(path) for path in face.paths]
    ways = [tuple(neighbour(hex, edge) for edge in edges) for edges in pieces]
    return [Text("track to {hexes}", hexes=_and(way)) for way in ways if way]


def _and(names: Sequence[str]) -> Text | str:
    *more, last = names
    return Text("{some} and {last}", some=list(more), last=last) if more else last


COLOURED_TILE = {
    "yellow": Text("yellow tile"),
    "green": Text("green tile"),
    "brown": Text("brown tile"),
    "grey": Text("grey tile"),
}


def _tile_words(face: Face) -> Text:
    tile = face.tile
    kind = COLOURED_TILE.get(tile.colour, Text("printed tile"))
    if not tile.nodes:
        return Text("{kind} {number}: track", kind=kind, number=tile.name)
    worth = tile.nodes[0].revenue[0]
    slots = sum(node.slots for node in tile.nodes)
    if not slots:
        towns = Texts("{n} town", "{n} towns", len(tile.nodes))
        return Text("{kind} {number}: {stops} worth {worth}", kind=kind, number=tile.name, stops=towns, worth=worth)
    places = Texts("{n} place for stations", "{n} places for stations", slots)
    return Text(
        "{kind} {number}: city worth {worth}, {places}",
        kind=kind,
        number=tile.name,
        worth=worth,
        places=places,
    )
