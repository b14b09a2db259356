"""A player board of Russian Railroads: Moscow with its three lines, and the street of factories."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from stellwerk.core.chance import Seat
from stellwerk.core.text import Text
from stellwerk.draw.element import El, el
from stellwerk.draw.icons import shape
from stellwerk.draw.sheet import Sheet, moved, svg, words_at
from stellwerk.games.russian_railroads.draw.line import CELL, LEFT, RIGHT, WALL, forecast, height, line_art
from stellwerk.games.russian_railroads.draw.verbs import piece
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.components import Lane
from stellwerk.games.russian_railroads.rules.view import PlayerView

STREET = 92  # how high the street of factories is
FIRS = ((0, 40), (26, 28), (48, 46), (92, 30), (114, 44), (150, 32), (172, 48))


@lru_cache(256)
def player_board(sheet: Sheet, box: Box, player: PlayerView) -> El:
    """Drawn once for all that lies on it: a move changes one board."""
    seat = player.seat
    blocks, y = [], 6.0
    for n, line in enumerate(box.lines):
        blocks.append(moved(0, y, line_art(sheet, box, seat, player, n)))
        y += height(line)
    beside = LEFT + max(line.length for line in box.lines[1:]) * CELL + 34
    blocks.append(moved(beside, height(box.lines[0]) + 34, _worths(sheet, box, player)))
    blocks.append(moved(beside, y - 92, _firs()))
    blocks.append(moved(0, y, _industry(sheet, box, seat, player)))
    label = sheet.name(seat)
    ground = el("rect", width=RIGHT, height=y + STREET, rx=14, class_="country-side")
    return svg(
        el("title", label),
        ground,
        _moscow(sheet, y),
        blocks,
        box=(0, 0, RIGHT, y + STREET),
        class_="player-board",
        role="group",
        aria_label=label,
    )


def _moscow(sheet: Sheet, high: float) -> El:
    """The wall of the city on the left; every line has its gate in it."""
    name = words_at(0, 0, sheet.say(Text("Moscow")), "moscow-name", transform=f"translate(21 {high / 2:g}) rotate(-90)")
    wall = el("path", d=f"M14 0H{WALL - 4}V{high:g}H0V14A14 14 0 0 1 14 0Z", class_="wall")
    battlements = el("path", d=f"M{WALL - 1} 3V{high - 2:g}", class_="battlements")
    star = el("g", shape("any"), transform="translate(3 8) scale(.85)", class_="moscow-star")
    return el("g", wall, battlements, star, name, aria_hidden="true")


def _firs() -> El:
    """Country that no line crosses."""
    tree = "l10 15h-5l9 14h-10v6h-8v-6h-10l9-14h-5Z"
    return el("path", d="".join(f"M{x} {y - 35}{tree}" for x, y in FIRS), class_="firs", aria_hidden="true")


def _worths(sheet: Sheet, box: Box, player: PlayerView) -> El:
    """What a space counts by the best colour on it, with or without the revaluation."""
    upgraded = any(tile == "upgrader" for _, tile in player.tiles)
    worths = [colour.upgraded if upgraded else colour.value for colour in box.colours]
    rows = [
        [*piece(0, 27 * n + 14, 56, 17, colour.id), words_at(84, 27 * n + 29, worth, "worth-row")]
        for n, (colour, worth) in enumerate(zip(box.colours, worths, strict=True))
    ]
    title = Text("points of a space at every scoring, by its best track")
    return sheet.thing(
        f"worths-{player.seat}", title, words_at(0, 0, sheet.say(Text("Points per space")), "line-name"), *rows
    )


def _industry(sheet: Sheet, box: Box, seat: Seat, player: PlayerView) -> Iterator[El]:
    yield el("path", d=f"M6 60H{RIGHT - 6}", class_="street")
    yield forecast(sheet, f"forecast-{seat}-industry", player.forecast[-1], WALL + 8, 0)
    yield words_at(WALL + 42, 21, sheet.say(Text("Industry")), "line-name")
    filled = iter(player.factories)
    for i, entry in enumerate(box.lane):
        factory = next(filled, 0) if entry.kind == "gap" else 0
        yield _entry(sheet, box, seat, i, entry, box.gap_at.get(i), factory)
    yield el("g", list(_markers(sheet, box, seat, player)), id=sheet.id(f"markers-{seat}"))


def _markers(sheet: Sheet, box: Box, seat: Seat, player: PlayerView) -> Iterator[El]:
    for n, at in enumerate(player.markers):
        x = _lane_x(at) + 23
        title = Text("industry marker {n}: entry {at}, points: {points}", n=n + 1, at=at, points=box.lane_points[at])
        yield sheet.thing(
            f"marker-{seat}-{n + 1}",
            title,
            el("g", shape("gear"), transform="translate(-13.2 -13.2) scale(1.1)", class_=f"marker seat-{seat}"),
            el("circle", r=15, class_="ring"),
            transform=f"translate({x:g} 47)",
        )


def _lane_x(i: int) -> float:
    return 6 + i * 50.2


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
    label = {"space": str(entry.points), "tile": "?"}.get(kind, str(factory or ""))
    return sheet.thing(
        f"gap-{seat}-{gap}" if gap is not None else None,
        title,
        el("rect", width=46, height=54, rx=6, class_=f"lane {kind}"),
        el("g", shape("factory"), transform="translate(9 3) scale(1.15)", class_="lane-factory")
        if entry.kind == "gap"
        else None,
        words_at(23, 49, label, "lane-points") if label else None,
        el("rect", x=2, y=2, width=42, height=50, rx=5, class_="ring"),
        help=Text(tile.text) if tile else None,
        transform=f"translate({_lane_x(i):g} 32)",
    )
