"""1880's share price chart and turn order list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from stellwerk.core.text import Text
from stellwerk.draw.element import El, el
from stellwerk.draw.hexes import Point
from stellwerk.draw.sheet import Sheet, icon, svg, words_at
from stellwerk.games.china1880.draw.liveries import chip, token_at
from stellwerk.games.china1880.rules.components import Tables
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.market import Cell

WIDE, HIGH = 54, 58


def market(sheet: Sheet, v: China) -> El:
    there: dict[Cell, list[str]] = {}
    for company in sorted(v.cell, key=lambda c: (-v.par[c], v.row[c])):
        there.setdefault(v.cell[company], []).append(company)
    return chart_of_prices(sheet, v.tables, there)


def chart_of_prices(sheet: Sheet, t: Tables, there: Mapping[Cell, list[str]]) -> El:
    rows = 1 + max(cell.row for cell in t.market.prices)
    columns = 1 + max(cell.column for cell in t.market.prices)
    cells = [_cell(sheet, t, cell, there.get(cell, [])) for cell in t.market.prices]
    label, box = sheet.say(Text("Share price chart")), (-2, -2, columns * WIDE + 4, rows * HIGH + 4)
    return svg(el("title", label), cells, box=box, class_="market", role="group", aria_label=label)


def _cell(sheet: Sheet, t: Tables, cell: Cell, companies: list[str]) -> El:
    par = any(Cell(*par.cell) == cell for par in t.pars.values())
    return _drawn(replace(sheet, names=()), cell, t.market.prices[cell], t.bonuses[cell], par, tuple(companies))


@lru_cache(2048)
def _drawn(sheet: Sheet, cell: Cell, price: int, bonus: int, par: bool, companies: tuple[str, ...]) -> El:
    title = Text("price {price}", price=price)
    if companies:
        title = Text("price {price}: {companies}", price=price, companies=list(companies))
    facts = [Text("bonus of {bonus} per share", bonus=bonus)] if bonus else []
    facts += [Text("par price")] if par else []
    zone = f"price b{bonus}" + (" par" if par else "")
    return sheet.thing(
        f"price-{cell.row}-{cell.column}",
        title,
        el("rect", width=WIDE - 2, height=HIGH - 2, rx=4, class_=zone),
        words_at(5, 19, price, "price-digits"),
        words_at(WIDE - 6, HIGH - 7, f"+{bonus}", "price-bonus") if bonus else None,
        _tokens(companies),
        help="; ".join(map(sheet.say, facts)) or None,
        transform=f"translate({cell.column * WIDE} {cell.row * HIGH})",
    )


def _tokens(companies: Sequence[str]) -> Iterator[El]:
    """Markers in operating order, the first on top and to the left."""
    step = min(14.0, 14.0 / max(1, len(companies) - 1))
    for n, company in reversed(list(enumerate(companies))):
        yield token_at(company, Point(20 + step * n, 37), size=1.45)


def order_list(sheet: Sheet, v: China) -> El:
    """Par prices with their rows from the top; companies operate in this order."""
    taken = {(v.par[c], v.row[c]): c for c in v.par}
    columns = [_column(sheet, v, par.price, par.rows, taken) for par in v.tables.pars.values()]
    return el("div", columns, class_="order-list")


def _column(sheet: Sheet, v: China, par: int, rows: int, taken: dict[tuple[int, int], str]) -> El:
    places = [_place(sheet, v, par, row, taken.get((par, row))) for row in range(rows)]
    head = el("span", str(par), class_="par-head", title=sheet.say(Text("par price {price}", price=par)))
    return el("div", head, places, class_="par-column")


def _place(sheet: Sheet, v: China, par: int, row: int, company: str | None) -> El:
    if company is None:
        title = Text("par {price}, row {row}: free", price=par, row=row + 1)
        return sheet.box(f"par-{par}-{row}", title, class_="par-place free", role="img")
    state = Text("operates") if company in v.floated else Text("not floated yet")
    title = Text("par {price}, row {row}: {company}, {state}", price=par, row=row + 1, company=company, state=state)
    marks = [locomotive()] if company == v.marker else []
    busy = " active" if company == v.active else ""
    waiting = "" if company in v.floated else " waiting"
    return sheet.box(f"par-{par}-{row}", title, chip(company), marks, class_=f"par-place{busy}{waiting}", role="img")


def locomotive() -> El:
    """The train purchase marker."""
    body = "M2 15V8H7V3H12V8H18L22 15Z"
    wheels = [el("circle", cx=x, cy=17, r=3) for x in (6, 13, 19)]
    return icon(el("path", d=body), wheels, box=(0, 0, 24, 22), class_="d-icon loco")
