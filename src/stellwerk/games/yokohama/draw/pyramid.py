"""The areas of Yokohama: an inverted pyramid of boards with people, buildings and rewards on them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from stellwerk.core.text import Text
from stellwerk.draw.element import El, el
from stellwerk.draw.icons import shape
from stellwerk.draw.seats import seat_shape
from stellwerk.draw.sheet import Sheet, moved, svg, words_at
from stellwerk.games.yokohama.draw.rewards import SHAPES, amounts, row
from stellwerk.games.yokohama.rules.components import POWERS, Area, Reward, Tables
from stellwerk.games.yokohama.rules.describe import order_outlook
from stellwerk.games.yokohama.rules.view import AreaView, YokohamaView

WIDE, HIGH = 208, 162
INNER = WIDE - 8

YIELDS = {
    "trade": "exchanges",
    "church": "faith",
    "customs": "imports",
    "orders": "",
    "hire": "warehouse",
    "research": "industry",
}
ACTIONS = {
    "produce": Text("goods by power"),
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
    box = (-4.0, -4.0, rows[0] * WIDE + 4.0, len(rows) * HIGH + 4.0)
    return svg(
        el("title", label),
        boards,
        _round(sheet, v, len(rows)),
        box=box,
        id=sheet.id("pyramid-svg"),
        class_="d-zoom",
        role="group",
        aria_label=label,
    )


def _round(sheet: Sheet, v: YokohamaView, rows: int) -> El:
    """The number of the round and, once it is known, of the last one; beside the lowest row there is room."""
    now = Text("round {n}", n=v.round)
    end = Text("last round: {n}", n=v.last_round) if v.last_round > v.round else Text("last round")
    shown = [now, end] if v.last_round else [now]
    return sheet.thing(
        "round",
        Text("{parts}", parts=tuple(shown)),
        [words_at(10, 24 + 22 * n, sheet.say(text), "area-title") for n, text in enumerate(shown)],
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
        el("rect", x=3, y=3, width=INNER - 6, height=HIGH - 14, rx=9, class_="ring"),
        help=_help(sheet, area, row),
        role="group",
        transform=f"translate({x:g} {y})",
        class_=f"area-board {row.kind}",
    )


def printed(sheet: Sheet, area: Area) -> list[El]:
    """The board itself: name, and what the action yields at power 1 to 5."""
    title = words_at(32, 21, sheet.say(Text(area.name)), "area-title")
    sign = moved(6, 4, el("g", shape(_sign(area))), class_=f"good {area.good or ''}")
    box = el("rect", width=INNER, height=HIGH - 8, rx=10, class_=f"area-box {area.kind}")
    return [box, sign, title, *_powers(area)]


def _sign(area: Area) -> str:
    own = {"orders": "card", "none": "wave", "hire": "cube"}
    return own.get(area.action) or SHAPES[area.good or YIELDS.get(area.action, "exchanges")]


def _powers(area: Area) -> Iterator[El]:
    if area.action == "none":
        return
    for n, (worth, points) in enumerate(zip(area.by_power, area.points, strict=True)):
        x = 6 + n * 38
        yield el("rect", x=x, y=30, width=36, height=24, rx=4, class_="power-box")
        yield words_at(x + 6, 39, n + 1, "power-number")
        kind = area.good or YIELDS.get(area.action) or ""
        if area.action == "orders":
            yield words_at(x + 21, 40 if points else 46, "●" * worth if worth else "–", "power-range")
            if points:
                yield row(Reward(vp=points), 15, (x + 14, 48))
        elif worth and kind:
            yield words_at(x + 16, 47, worth, "power-worth")
            yield moved(x + 21, 35, el("g", shape(SHAPES[kind]), transform="scale(.58)"), class_=f"good {kind}")
        else:
            yield words_at(x + 20, 47, "–", "power-worth")


def _people(sheet: Sheet, area: AreaView) -> Iterator[El]:
    """Assistants as cubes with their number, presidents as hats, one column for each seat."""
    for seat, count in enumerate(area.assistants):
        president = seat in area.presidents
        if not (count or president):
            continue
        names = Text("{player}, assistants: {n}", player=sheet.name(seat), n=count)
        if president:
            names = Text("{player}, president and assistants: {n}", player=sheet.name(seat), n=count)
        yield sheet.thing(
            None,
            names,
            moved(0, 0, el("g", shape("cube"), transform="scale(1.05)"), words_at(12.5, 19.5, count, "cube-count"))
            if count
            else None,
            moved(24 if count else 4, 1, el("g", shape("hat"))) if president else None,
            moved(4, 32, el("g", seat_shape(seat), transform="scale(.5)")),
            transform=f"translate({8 + seat * 49} 58)",
            class_=f"people seat-{seat}",
        )


def _cube(count: int) -> El:
    return el("g", el("g", shape("cube"), transform="scale(1.05)"), words_at(12.5, 19.5, count, "cube-count"))


def _building(kind: str, owner: int, wide: float) -> list[El]:
    mark = el("g", seat_shape(owner), transform="scale(.45)")
    return [moved(wide / 2 - 13, 1, shape(kind), class_="building"), moved(wide / 2 + 12, 13, mark)]


def _site(sheet: Sheet, t: Tables, area: AreaView) -> Iterator[El]:
    card = t.sites[area.site]
    for n, (reward, owner) in enumerate(zip(card.shops, area.shops, strict=True)):
        title = Text("shop site {n}: {reward}", n=n + 1, reward=amounts(sheet, reward))
        yield _plot(sheet, f"site-{area.id}-{n + 1}", title, reward, owner, "house", 6 + n * 37.0, 35.0)
    title = Text("site of the trading house: {reward}", reward=amounts(sheet, card.house))
    yield _plot(sheet, f"house-{area.id}", title, card.house, area.house, "tower", 6 + 4 * 37.0, 42.0)


def _plot(sheet: Sheet, id: str, title: Text, reward: Reward, owner: int, building: str, x: float, wide: float) -> El:
    if owner >= 0:
        title = Text("{site}, built by {player}", site=title, player=sheet.name(owner))
    return sheet.thing(
        id,
        title,
        el("rect", width=wide, height=26, rx=4, class_="plot" + (" built" if owner >= 0 else f" {building}")),
        row(reward, wide, (0, 13)) if owner < 0 else None,
        _building(building, owner, wide) if owner >= 0 else None,
        el("rect", x=1, y=1, width=wide - 2, height=24, rx=4, class_="ring"),
        transform=f"translate({x:g} 122)",
        class_=f"seat-{owner}" if owner >= 0 else None,
    )


def _extras(sheet: Sheet, t: Tables, area: AreaView) -> Iterator[El]:
    if area.tile:
        yield _tile(sheet, t, area)
    if area.station:
        yield moved(INNER - 30, 3, shape("station"), class_="station-mark")


def _tile(sheet: Sheet, t: Tables, area: AreaView) -> El:
    reward = t.tiles[area.tile].reward
    return sheet.thing(
        f"tile-{area.id}",
        Text("power-5 tile: {reward}", reward=amounts(sheet, reward)),
        el("rect", x=0, y=0, width=44, height=22, rx=11, class_="power-tile"),
        row(reward, 40, (2, 11)),
        el("rect", x=1, y=1, width=42, height=20, rx=10, class_="ring"),
        transform=f"translate({INNER - 50} 96)",
    )


def _worths(row: Area) -> tuple[Text | int, ...]:
    if row.action == "orders":
        return tuple(order_outlook(row, strength) for strength in range(1, POWERS + 1))
    return row.by_power


def _help(sheet: Sheet, area: AreaView, row: Area) -> str:
    words = [sheet.say(ACTIONS[row.action])]
    if row.action != "none":
        words.append(sheet.say(Text("power 1 to 5: {worths}", worths=_worths(row))))
    if area.station:
        words.append(sheet.say(Text("station: one more power for everybody")))
    return "; ".join(words)
