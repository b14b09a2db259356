"""The areas of Yokohama: an inverted pyramid of boards with people, buildings and rewards on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from stellwerk.core.text import Text
from stellwerk.draw.element import El, el
from stellwerk.draw.icons import shape
from stellwerk.draw.seats import seat_shape
from stellwerk.draw.sheet import Sheet, moved, svg, words_at
from stellwerk.games.yokohama.draw.rewards import SHAPES, amounts, column, row
from stellwerk.games.yokohama.rules.components import POWERS, Area, Reward, Tables
from stellwerk.games.yokohama.rules.describe import order_outlook
from stellwerk.games.yokohama.rules.view import AreaView, YokohamaView
from stellwerk.games.yokohama.rules.words import amount

WIDE, HIGH = 172, 128
INNER, TALL = WIDE - 8, HIGH - 8
NAME = 107  # how wide a name may be
LONG = 12  # from so many letters on it is pressed into that

YIELDS = {
    "trade": "exchanges",
    "church": "faith",
    "customs": "imports",
    "orders": "",
    "hire": "warehouse",
    "research": "industry",
}
ACTIONS = {
    "trade": Text("exchanges by power: buy or sell goods, buy imports"),
    "church": Text("faith by power: an assistant joins the Church board"),
    "customs": Text("imports that may be given, by power: an assistant joins the Customs board"),
    "orders": Text("an order from the first slots of the board, more slots with more power"),
    "hire": Text("pieces out of the warehouse, by power"),
    "research": Text("industry by power: buy a technology"),
    "none": Text("may be crossed for a fee; nobody stops here"),
}


def pyramid(sheet: Sheet, v: YokohamaView) -> El:
    boards = [_placed(sheet, v.tables, area) for area in v.areas]
    rows = v.tables.shapes[len(v.players)].rows
    label = sheet.say(Text("Areas"))
    box = (-8.0, -8.0, rows[0] * WIDE + 8.0, len(rows) * HIGH + 8.0)
    return svg(
        el("title", label),
        _harbour(rows),
        boards,
        _round(sheet, v, len(rows)),
        box=box,
        id=sheet.id("pyramid-svg"),
        class_="d-zoom",
        role="group",
        aria_label=label,
    )


def _harbour(rows: Sequence[int]) -> El:
    """The town between two arms of the sea."""
    right, low = rows[0] * WIDE - 4.0, len(rows) * HIGH - 4.0
    inset = (len(rows) - 1) * WIDE / 2
    sea = el("rect", x=-8, y=-8, width=right + 12, height=low + 12, rx=12, class_="bay")
    shore = (
        f"M-8 4Q-8-8 4-8H{right - 8:g}Q{right + 4:g}-8 {right + 4:g} 4V{HIGH}"
        f"L{right - inset + 8:g} {low + 4:g}H{inset - 12:g}L-8 {HIGH}Z"
    )
    waves = [moved(x, low - y, shape("wave"), class_="swell") for x in (24.0, right - 60) for y in (150.0, 40.0)]
    return el("g", sea, el("path", d=shore, class_="shore"), waves, aria_hidden="true")


def _round(sheet: Sheet, v: YokohamaView, rows: int) -> El:
    """The number of the round and, once it is known, of the last one; beside the lowest row there is room."""
    now = Text("round {n}", n=v.round)
    end = Text("last round: {n}", n=v.last_round) if v.last_round > v.round else Text("last round")
    shown = [now, end] if v.last_round else [now]
    return sheet.thing(
        "round",
        Text("{parts}", parts=tuple(shown)),
        [words_at(8, 60 + 24 * n, sheet.say(text), "round-words") for n, text in enumerate(shown)],
        transform=f"translate(0 {(rows - 1) * HIGH})",
        class_="round-note" + (" last" if v.last_round else ""),
    )


@lru_cache(1024)
def _placed(sheet: Sheet, t: Tables, area: AreaView) -> El:
    """An area is drawn once for all that lies and stands there: from move to move most stay as they are."""
    x, y = (area.column + area.row / 2) * WIDE, area.row * HIGH
    row = t.areas[t.area_index[area.id]]
    return sheet.thing(
        f"area-{area.id}",
        Text(row.name),
        printed(sheet, row),
        el("g", list(_people(sheet, area)), id=sheet.id(f"people-{area.id}")),
        _site(sheet, t, area) if area.site else None,
        el("g", list(_extras(sheet, t, area)), id=sheet.id(f"extras-{area.id}")),
        el("rect", x=-1, y=-1, width=INNER + 2, height=TALL + 2, rx=11, class_="ring"),
        help=_help(sheet, area, row),
        role="group",
        data_try=f"move {area.id}",
        transform=f"translate({x:g} {y})",
        class_=f"area-board {row.kind}",
    )


def printed(sheet: Sheet, area: Area) -> list[El]:
    """The board itself: what is made here, its name, and how much of it at power 1 to 5."""
    name = sheet.say(Text(area.name))
    is_long = len(name) > LONG
    title = words_at(
        31,
        20,
        name,
        "area-title",
        textLength=NAME if is_long else None,
        lengthAdjust="spacingAndGlyphs" if is_long else None,
    )
    sign = el("g", moved(4, 2, shape(_sign(area))), class_=f"area-sign good {area.good or ''}".rstrip())
    box = el("rect", width=INNER, height=TALL, rx=10, class_=f"area-box {area.kind}")
    return [box, sign, title, _far_name(name), *_powers(area)]


def _far_name(name: str) -> El:
    """The name as it is written when the whole is small: across the middle, one word below the other."""
    first, _, rest = name.partition(" ")
    lines = [name] if len(name) < 9 else [first, rest] if len(rest) > 2 else [first]
    tops = [72] if len(lines) == 1 else [66, 92]
    return el("g", [words_at(INNER / 2, y, line, "far-name") for y, line in zip(tops, lines, strict=True)])


def _sign(area: Area) -> str:
    own = {"orders": "card", "none": "wave", "hire": "cube"}
    return own.get(area.action) or SHAPES[area.good or YIELDS.get(area.action, "exchanges")]


def _powers(area: Area) -> Iterator[El]:
    """Five boxes, each with as many strokes at its foot as power it stands for."""
    if area.action == "none":
        return
    for n, (worth, points) in enumerate(zip(area.by_power, area.points, strict=True)):
        x = 4 + n * 22.6
        strokes = "".join(f"M{x + 10.9 - 2 * n + 4 * i:g} 48v3.6" for i in range(n + 1))
        yield el("rect", x=x, y=27, width=21.6, height=26, rx=4, class_="power-box")
        yield el("path", d=strokes, class_="power-strokes")
        if points:
            yield words_at(x + 4.4, 43, worth, "power-worth")
            yield el("g", row(Reward(vp=points), 16, (x + 7, 37)), class_="power-points")
        else:
            yield words_at(x + 10.8, 43, worth or "–", "power-worth")


def _people(sheet: Sheet, area: AreaView) -> Iterator[El]:
    """Assistants as cubes with their number, presidents as hats, one place for each seat."""
    for seat, count in enumerate(area.assistants):
        is_president = seat in area.presidents
        if not (count or is_president):
            continue
        names = Text("{player}, assistants: {n}", player=sheet.name(seat), n=count)
        if is_president:
            names = Text("{player}, president and assistants: {n}", player=sheet.name(seat), n=count)
        yield sheet.thing(
            f"people-{area.id}-{seat}",
            names,
            _cube(count) if count else None,
            moved(22 if count else 2, 1, el("g", shape("hat"), transform="scale(.78)")) if is_president else None,
            moved(32 if count else 30, 21.5, el("g", seat_shape(seat), transform="scale(.5)")),
            transform=f"translate({4 + seat * 40} 56)",
            class_=f"people seat-{seat}",
        )


def _cube(count: int) -> El:
    return el("g", el("g", shape("cube"), transform="scale(1.08)"), words_at(13, 20.5, count, "cube-count"))


def _building(kind: str, owner: int, wide: float) -> list[El]:
    mark = el("g", seat_shape(owner), transform="scale(.5)")
    return [moved(wide / 2 - 12, 2, shape(kind), class_="building"), moved(wide / 2 + 7, 26, mark)]


def _site(sheet: Sheet, t: Tables, area: AreaView) -> Iterator[El]:
    card = t.sites[area.site]
    for n, (reward, owner) in enumerate(zip(card.shops, area.shops, strict=True)):
        title = Text("shop site {n}: {reward}", n=n + 1, reward=amounts(sheet, reward))
        yield _plot(sheet, f"site-{area.id}-{n + 1}", title, reward, owner, "house", 4 + n * 31.0, 30.0, area.site)
    title = Text("site of the trading house: {reward}", reward=amounts(sheet, card.house))
    yield _plot(sheet, f"house-{area.id}", title, card.house, area.house, "tower", 4 + 4 * 31.0, 32.0, area.site)


def _plot(
    sheet: Sheet, id: str, title: Text, reward: Reward, owner: int, building: str, x: float, wide: float, site: str
) -> El:
    if owner >= 0:
        title = Text("{site}, built by {player}", site=title, player=sheet.name(owner))
    return sheet.thing(
        id,
        title,
        el("rect", width=wide, height=34, rx=4, class_="plot" + (" built" if owner >= 0 else f" {building}")),
        column(reward, wide, 34) if owner < 0 else None,
        _building(building, owner, wide) if owner >= 0 else None,
        el("rect", x=1, y=1, width=wide - 2, height=32, rx=4, class_="ring"),
        row=("site", site),
        transform=f"translate({x:g} 83)",
        class_=f"seat-{owner}" if owner >= 0 else None,
    )


def _extras(sheet: Sheet, t: Tables, area: AreaView) -> Iterator[El]:
    if area.tile:
        yield _tile(sheet, t, area)
    if area.station:
        yield moved(INNER - 27, 1, shape("station"), class_="station-mark", id=sheet.id(f"station-{area.id}"))


def _tile(sheet: Sheet, t: Tables, area: AreaView) -> El:
    """It waits behind the last box: whoever comes with power 5 first takes it."""
    reward = t.tiles[area.tile].reward
    return sheet.thing(
        f"tile-{area.id}",
        Text("power-5 tile: {reward}", reward=amounts(sheet, reward)),
        el("rect", width=44, height=26, rx=13, class_="power-tile"),
        row(reward, 44, (0, 13)),
        el("rect", x=1, y=1, width=42, height=24, rx=12, class_="ring"),
        row=("tile", area.tile),
        transform=f"translate({INNER - 47} 27)",
    )


def _worths(row: Area) -> tuple[Text | int, ...]:
    if row.action == "produce":
        return tuple(amount(row.good or "", n) for n in row.by_power)
    if row.action == "orders":
        return tuple(order_outlook(row, strength) for strength in range(1, POWERS + 1))
    return row.by_power


def _help(sheet: Sheet, area: AreaView, row: Area) -> str:
    words = [sheet.say(ACTIONS[row.action])] if row.action in ACTIONS else []
    if row.action != "none":
        words.append(sheet.say(Text("power 1 to 5: {worths}", worths=_worths(row))))
    if area.station:
        words.append(sheet.say(Text("station: one more power for everybody")))
    return "; ".join(words)
