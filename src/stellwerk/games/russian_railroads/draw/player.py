"""A player board of Russian Railroads: three lines with their tracks and locomotives, and the industry lane."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from stellwerk.core.chance import Seat
from stellwerk.core.text import Text
from stellwerk.draw.element import El, el
from stellwerk.draw.hexes import Point
from stellwerk.draw.icons import shape
from stellwerk.draw.sheet import Sheet, moved, svg, words_at
from stellwerk.games.russian_railroads.draw.verbs import piece
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.components import Lane, Line, Special
from stellwerk.games.russian_railroads.rules.view import PlayerView

CELL, ROW, LEFT = 44, 17, 100
HEAD, FOOT = 22, 30
WIDTH = LEFT + 15 * CELL + 6


@lru_cache(256)
def player_board(sheet: Sheet, box: Box, player: PlayerView) -> El:
    """Drawn once for all that lies on it: a move changes one board."""
    seat = player.seat
    blocks, y = [], 0.0
    for n in range(len(box.lines)):
        blocks.append(moved(0, y, _line(sheet, box, seat, player, n)))
        y += _height(box.lines[n])
    blocks.append(moved(LEFT + 10 * CELL, _height(box.lines[0]) + HEAD, _worths(sheet, box, player)))
    blocks.append(moved(0, y + 4, _industry(sheet, box, seat, player)))
    label = sheet.name(seat)
    return svg(
        el("title", label), blocks, box=(0, 0, WIDTH, y + 72), class_="player-board", role="group", aria_label=label
    )


def _worths(sheet: Sheet, box: Box, player: PlayerView) -> El:
    """What a space counts by the best colour on it, with or without the revaluation."""
    upgraded = any(tile == "upgrader" for _, tile in player.tiles)
    worths = [colour.upgraded if upgraded else colour.value for colour in box.colours]
    rows = [
        [*piece(0, 20 * n + 22, 40, ROW - 4, colour.id), words_at(62, 20 * n + 33, worth, "worth-row")]
        for n, (colour, worth) in enumerate(zip(box.colours, worths, strict=True))
    ]
    title = Text("points of a space at every scoring, by its best track")
    return sheet.thing(
        f"worths-{player.seat}", title, words_at(0, 10, sheet.say(Text("Points per space")), "line-name"), *rows
    )


def _height(line: Line) -> float:
    return HEAD + ROW * len(line.colours) + FOOT


def _line(sheet: Sheet, box: Box, seat: Seat, player: PlayerView, n: int) -> Iterator[El]:
    line, far = box.lines[n], player.reach[n]
    high = ROW * len(line.colours)
    yield words_at(6, 15, sheet.say(Text(line.name)), "line-name")
    yield _forecast(sheet, f"forecast-{seat}-{line.id}", player.forecast[n], 4, HEAD + 50)
    yield from _slots(sheet, box, seat, player, n)
    yield el("g", list(_cells(line, far)), id=sheet.id(f"cells-{seat}-{line.id}"))
    yield from _doublers(sheet, seat, player, line)
    for special in box.specials:
        if special.line == line.id:
            second = special.benefit == "points" and special.space == line.length and line.doublers
            yield _special(sheet, box, seat, player, special, HEAD + high + (28 if second else 2))
    yield _reach(sheet, seat, line, far, HEAD + high)
    for i, colour in enumerate(line.colours):
        yield _track(sheet, box, seat, player, n, colour, HEAD + high - ROW * (i + 1))


def _cells(line: Line, far: int) -> Iterator[El]:
    """The spaces of a line; those the locomotives do not reach are open."""
    for space in range(1, line.length + 1):
        x = LEFT + (space - 1) * CELL
        within = "" if space <= far else " beyond"
        yield el("rect", x=x, y=HEAD, width=CELL - 2, height=ROW * len(line.colours), rx=3, class_=f"line-cell{within}")
        if space > line.doublers:
            yield words_at(x + CELL / 2 - 1, 17, space, "space-number")


def _forecast(sheet: Sheet, id: str, points: int, x: float, y: float) -> El:
    """What the next scoring would bring as things stand."""
    title = Text("points if scored now: {n}", n=points)
    shield = moved(
        x, y, el("g", shape("points"), transform="scale(.9)"), words_at(10.8, 14.6, points, "special-points")
    )
    return sheet.thing(id, title, shield)


def _slots(sheet: Sheet, box: Box, seat: Seat, player: PlayerView, n: int) -> Iterator[El]:
    name = Text(box.lines[n].name)
    for i, number in enumerate(player.locomotives[n]):
        title = Text("locomotive {number} at {line}", number=number, line=name)
        if not number:
            title = Text("place for a locomotive at {line}", line=name)
        yield sheet.thing(
            f"slot-{seat}-{box.lines[n].id}-{i}",
            title,
            el("rect", width=42, height=46, rx=5, class_="slot-box" + ("" if number else " empty")),
            el("g", shape("locomotive"), transform="translate(9 2)", class_="slot-loco") if number else None,
            words_at(21, 42, number, "slot-number") if number else None,
            el("rect", x=2, y=2, width=38, height=42, rx=4, class_="ring"),
            transform=f"translate({4 + 46 * i} {HEAD})",
        )


def _doublers(sheet: Sheet, seat: Seat, player: PlayerView, line: Line) -> Iterator[El]:
    for n in range(line.doublers):
        laid = n < player.doublers
        x = LEFT + n * CELL + 9
        title = Text("doubler on space {space}", space=n + 1) if laid else Text("place for a doubler")
        yield sheet.thing(
            f"doubler-{seat}-{n + 1}",
            title,
            el("rect", x=x, y=1, width=24, height=19, rx=4, class_="doubler-place" + (" laid" if laid else "")),
            words_at(x + 12, 15, "×2" if laid else n + 1, "doubler-text" if laid else "space-number"),
        )


BENEFITS = {
    "tracks": Text("{colour} track may be built from now on"),
    "worker": Text("one more worker"),
    "tile": Text("one ?-tile"),
    "points": Text("points, once: {n}"),
    "double": Text("the whole line counts double"),
    "star": Text("points at every scoring: {n}"),
    "medal": Text("points at every scoring, with the medal: {n}"),
}


def reached(box: Box, player: PlayerView, special: Special) -> bool:
    """Whether track, and where it is asked for a locomotive, have got there."""
    line = box.line[special.line]
    on = player.tracks[line][box.colour[special.colour]] >= special.space
    return on and (not special.locomotive or player.reach[line] >= special.space)


def _special(sheet: Sheet, box: Box, seat: Seat, player: PlayerView, special: Special, y: float) -> El:
    x = LEFT + (special.space - 1) * CELL
    colours = {colour.id: Text(colour.name) for colour in box.colours}
    benefit = Text(BENEFITS[special.benefit].message, n=special.n, colour=colours.get(special.takes, ""))
    needs = (
        Text("{colour} track and locomotives on space {space}", colour=colours[special.colour], space=special.space)
        if special.locomotive
        else Text("{colour} track on space {space}", colour=colours[special.colour], space=special.space)
    )
    done = " done" if reached(box, player, special) else ""
    return sheet.thing(
        f"special-{seat}-{special.id}-{special.benefit}",
        Text("{needs}: {benefit}", needs=needs, benefit=benefit),
        el("rect", x=1, y=0, width=CELL - 4, height=24, rx=4, class_=f"special-box{done}"),
        piece(3, 3, 8, 18, special.colour),
        el("g", shape("locomotive"), transform="translate(12 7) scale(.4)", class_="special-loco")
        if special.locomotive
        else None,
        _benefit(special),
        transform=f"translate({x} {y:g})",
        class_=f"special{done}",
    )


def _benefit(special: Special) -> list[El]:
    spot = Point(30, 12)
    match special.benefit:
        case "tracks":
            return piece(22, 4, 16, 16, special.takes)
        case "worker":
            return [el("g", shape("worker"), transform="translate(21 3) scale(.75)")]
        case "tile":
            return [words_at(spot.x, 18, "?", "special-text")]
        case "double":
            return [words_at(spot.x, 17, "×2", "special-text")]
        case "medal":
            return [el("g", shape("medal"), transform="translate(21 3) scale(.75)")]
    return [
        el("g", shape("points"), transform="translate(20 2) scale(.83)"),
        words_at(spot.x, 16, special.n, "special-points"),
    ]


def _reach(sheet: Sheet, seat: Seat, line: Line, far: int, y: float) -> El:
    """How far the locomotives of the line go."""
    end = LEFT + min(far, line.length) * CELL - 3 if far else LEFT
    title = Text("locomotives reach space {space}", space=far)
    return sheet.thing(f"reach-{seat}-{line.id}", title, el("path", d=f"M{LEFT} {y:g}H{end}", class_="reach"))


def _track(sheet: Sheet, box: Box, seat: Seat, player: PlayerView, n: int, colour: str, y: float) -> El:
    line = box.lines[n]
    at = player.tracks[n][box.colour[colour]]
    name = Text(next(c.name for c in box.colours if c.id == colour))
    title = Text("{colour} track of {line}: space {space}", colour=name, line=Text(line.name), space=at)
    if not at:
        title = Text("{colour} track of {line}: not begun", colour=name, line=Text(line.name))
    bar = piece(LEFT + 2, y + 2, at * CELL - 6, ROW - 4, colour) if at else []
    aim = LEFT + min(at, line.length - 1) * CELL
    return sheet.thing(
        f"track-{seat}-{line.id}-{colour}",
        title,
        bar,
        el("rect", x=aim + 2, y=y + 1.5, width=CELL - 6, height=ROW - 3, rx=3, class_="hit"),
        el("rect", x=aim + 2, y=y + 1.5, width=CELL - 6, height=ROW - 3, rx=3, class_="ring"),
        class_="line-track",
    )


def _industry(sheet: Sheet, box: Box, seat: Seat, player: PlayerView) -> Iterator[El]:
    yield words_at(6, 14, sheet.say(Text("Industry")), "line-name")
    yield _forecast(sheet, f"forecast-{seat}-industry", player.forecast[-1], 70, -4)
    filled = iter(player.factories)
    for i, entry in enumerate(box.lane):
        factory = next(filled, 0) if entry.kind == "gap" else 0
        gap = box.gap_at.get(i)
        yield _entry(sheet, box, seat, i, entry, gap, factory)
    yield el("g", list(_markers(sheet, box, seat, player)), id=sheet.id(f"markers-{seat}"))


def _markers(sheet: Sheet, box: Box, seat: Seat, player: PlayerView) -> Iterator[El]:
    for n, at in enumerate(player.markers):
        x = _lane_x(at) + 21.5
        title = Text("industry marker {n}: entry {at}, points: {points}", n=n + 1, at=at, points=box.lane_points[at])
        yield sheet.thing(
            f"marker-{seat}-{n + 1}",
            title,
            el("g", shape("gear"), transform=f"translate({x - 12.6} 22) scale(1.05)", class_=f"marker seat-{seat}"),
            el("circle", cx=x, cy=34.6, r=14, class_="ring"),
        )


def _lane_x(i: int) -> float:
    return 4 + i * 47


def _entry(sheet: Sheet, box: Box, seat: Seat, i: int, entry: Lane, gap: int | None, factory: int) -> El:
    tile = box.locomotives.get(factory)
    kind = "factory" if tile else entry.kind
    title = {
        "space": Text("industry space, points a round: {points}", points=entry.points),
        "tile": Text("industry space with a ?-tile"),
        "gap": Text("gap {gap}: a factory must be built here", gap=(gap or 0) + 1),
    }[entry.kind]
    if tile:
        title = Text("factory {number}: {name}", number=factory, name=Text(tile.name))
    label = {"space": str(entry.points), "tile": "?"}.get(kind, "")
    return sheet.thing(
        f"gap-{seat}-{gap}" if gap is not None else None,
        title,
        el("rect", width=43, height=44, rx=5, class_=f"lane {kind}"),
        words_at(21, 39, label, "lane-points") if label else None,
        el("g", shape("factory"), transform="translate(9 2)", class_="lane-factory") if factory else None,
        words_at(21, 40, factory, "lane-points") if factory else None,
        el("rect", x=2, y=2, width=39, height=40, rx=4, class_="ring"),
        help=Text(tile.text) if tile else None,
        transform=f"translate({_lane_x(i)} 20)",
    )
