"""A player of Yokohama: goods, pieces ready and locked, orders, technologies, agents."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.text import Text
from stellwerk.draw.element import El, el
from stellwerk.draw.icons import glyph
from stellwerk.draw.seats import seat_name
from stellwerk.draw.sheet import Sheet
from stellwerk.games.yokohama.draw.boards import order_card, technology_card
from stellwerk.games.yokohama.draw.rewards import amounts, country, good, pictures
from stellwerk.games.yokohama.rules.components import PIECES, STOCK
from stellwerk.games.yokohama.rules.view import UNKNOWN, PlayerView, YokohamaView
from stellwerk.games.yokohama.rules.words import AMOUNTS, PIECE_NAMES


def player(sheet: Sheet, v: YokohamaView, p: PlayerView) -> Iterator[El]:
    now = el("span", sheet.say(Text("on turn")), class_="tag now") if p.seat == v.active else None
    yield el(
        "div",
        seat_name(sheet, p.seat),
        good("vp", sum(p.points)),
        el("div", sheet.say(AMOUNTS["vp"](sum(p.points))), class_="only-heard"),
        now,
        id=sheet.id(f"head-{p.seat}"),
        class_=f"player-head seat-{p.seat}",
    )
    yield el("div", list(_stock(sheet, p)), class_="stock")
    yield el("div", list(_pieces(sheet, v, p)), class_="stock")
    yield el("div", list(_cards(sheet, v, p)), id=sheet.id(f"cards-{p.seat}"), class_="cards")
    yield el("div", list(_won(sheet, v, p)), id=sheet.id(f"won-{p.seat}"), class_="won")


def _stock(sheet: Sheet, p: PlayerView) -> Iterator[El]:
    for kind in STOCK:
        n = getattr(p, kind)
        yield sheet.box(
            f"stock-{p.seat}-{kind}",
            AMOUNTS[kind](n),
            good(kind),
            el("b", str(n)),
            role="img",
            class_=f"count-box {kind}",
        )


def _pieces(sheet: Sheet, v: YokohamaView, p: PlayerView) -> Iterator[El]:
    """Ready in the supply, and locked in the warehouse with the price of the next one."""
    for n, piece in enumerate(PIECES):
        title = Text("{piece}: {n} in the supply", piece=PIECE_NAMES[piece], n=p.supply[n])
        yield sheet.box(
            f"supply-{p.seat}-{piece}",
            title,
            good(piece),
            el("b", str(p.supply[n])),
            role="img",
            class_=f"count-box seat-{p.seat}",
        )
    for n, piece in enumerate(PIECES):
        prices = v.tables.releases[n]
        gone = max(0, len(prices) - p.warehouse[n])
        price = prices[min(gone, len(prices) - 1)]
        title = Text(
            "{piece}: {n} in the warehouse, the next one costs {price}",
            piece=PIECE_NAMES[piece],
            n=p.warehouse[n],
            price=price,
        )
        yield sheet.box(
            f"warehouse-{p.seat}-{piece}",
            title,
            glyph("lock"),
            good(piece),
            el("b", str(p.warehouse[n])),
            el("small", f"{price} ¥"),
            role="img",
            class_=f"count-box locked seat-{p.seat}",
        )


def _cards(sheet: Sheet, v: YokohamaView, p: PlayerView) -> Iterator[El]:
    for id in (*p.dealt, *p.hand):
        own = p.seat == v.seat and id != UNKNOWN
        yield order_card(sheet, v.tables, id, f"card-{id}").having(data_try=f"fulfil {id}" if own else None)
    for id in p.technologies:
        yield technology_card(sheet, v.tables, id, f"technology-{p.seat}-{id}")


def _won(sheet: Sheet, v: YokohamaView, p: PlayerView) -> Iterator[El]:
    for id in p.fulfilled:
        order = v.tables.orders[id]
        title = Text("fulfilled order for {country}", country=Text(v.tables.countries[order.country].name))
        yield sheet.box(f"card-{id}", title, country(order.country), "✓", role="img", class_="fulfilled")
    for n, id in enumerate(p.agents):
        used = n < p.agents_used
        state = Text("used") if used else Text("ready")
        title = Text("agent of {country}, {state}", country=Text(v.tables.countries[id].name), state=state)
        yield sheet.box(
            f"agent-{p.seat}-{n}",
            title,
            glyph("flag"),
            country(id),
            role="img",
            class_="agent" + (" used" if used else ""),
        )
    for id in p.tiles:
        reward = v.tables.tiles[id].reward
        title = Text("power-5 tile: {reward}", reward=amounts(sheet, reward))
        yield sheet.box(f"won-{id}", title, pictures(reward), role="img", class_="won-tile")
