"""1880's players: money, certificates, holdings, private companies and investors."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.chance import Seat
from stellwerk.core.text import Text
from stellwerk.draw.element import El, el
from stellwerk.draw.seats import seat_name
from stellwerk.draw.sheet import Sheet, icon
from stellwerk.games.china1880.draw.liveries import chip
from stellwerk.games.china1880.draw.trains import train_icon
from stellwerk.games.china1880.rules.aids import liquidity
from stellwerk.games.china1880.rules.chapters.shares import certificate_limit, certificates
from stellwerk.games.china1880.rules.components import Investor
from stellwerk.games.china1880.rules.state import CLOSED, NOBODY, China


def player(sheet: Sheet, v: China, seat: Seat) -> El:
    return sheet.box(
        f"player-{seat}",
        sheet.name(seat),
        el(
            "div",
            seat_name(sheet, seat),
            _priority(sheet) if seat == v.priority else None,
            id=sheet.id(f"head-{seat}"),
            class_="player-head",
        ),
        _money(sheet, v, seat),
        _debt(sheet, v, seat),
        el("div", list(_holdings(sheet, v, seat)), id=sheet.id(f"holdings-{seat}"), class_="holdings"),
        el("div", list(_papers(sheet, v, seat)), id=sheet.id(f"papers-{seat}"), class_="papers"),
        role="group",
        class_=f"player seat-{seat}",
    )


def _priority(sheet: Sheet) -> El:
    label = sheet.say(Text("begins the next share round"))
    star = icon(el("path", d="M12 2L15 9 22 9 16.5 14 18.5 21.5 12 17 5.5 21.5 7.5 14 2 9 9 9Z"), box=(0, 0, 24, 24))
    return el("span", star, class_="d-icon priority", title=label, role="img", aria_label=label)


def _money(sheet: Sheet, v: China, seat: Seat) -> El:
    worth = sum(held[seat] // 10 * v.tables.market.price(v.cell[company]) for company, held in v.shares.items())
    held = f"{certificates(v, seat)}/{certificate_limit(v)}"
    rows = [
        (Text("cash"), str(v.cash[seat]), Text("money in hand")),
        (
            Text("liquid"),
            str(liquidity(v, seat)),
            Text("cash and what all shares bring that may be sold now, less fees"),
        ),
        (Text("shares"), str(worth), Text("worth of all shares at present prices")),
        (Text("certificates"), held, Text("held and allowed")),
    ]
    cells = [el("div", el("dt", sheet.say(name)), el("dd", value), title=sheet.say(help)) for name, value, help in rows]
    return el("dl", cells, id=sheet.id(f"money-{seat}"), class_="facts")


def _debt(sheet: Sheet, v: China, seat: Seat) -> El:
    if not v.debt[seat]:
        return el("div", id=sheet.id(f"debt-{seat}"), class_="no-debt")
    return sheet.box(
        f"debt-{seat}",
        Text("debt: {amount}", amount=v.debt[seat]),
        sheet.say(Text("debt: {amount}", amount=v.debt[seat])),
        help=Text("owed to the bank"),
        role="img",
        class_="debt",
    )


def _holdings(sheet: Sheet, v: China, seat: Seat) -> Iterator[El]:
    for company in sorted(v.par, key=lambda c: (-v.par[c], v.row[c])):
        if percent := v.shares[company][seat]:
            chief = v.director[company] == seat
            title = Text("{percent} % of {company}", percent=percent, company=company)
            star = el("b", "★", title=sheet.say(Text("director"))) if chief else None
            yield sheet.box(
                f"holding-{seat}-{company}",
                title,
                chip(company),
                el("span", f"{percent} %"),
                star,
                help=Text("director") if chief else None,
                role="img",
                class_="holding",
            )


def _papers(sheet: Sheet, v: China, seat: Seat) -> Iterator[El]:
    for id, owner in v.privates.items():
        if owner == seat:
            yield private(sheet, v, id)
    for id, owner in v.investors.items():
        if owner == seat:
            yield investor(sheet, v, id)


def private(sheet: Sheet, v: China, id: str) -> El:
    paper = v.tables.privates[id]
    closed = v.privates.get(id) == CLOSED
    title = Text(
        "{id} {name}: price {price}, income {revenue}",
        id=id,
        name=Text(paper.name),
        price=paper.price,
        revenue=paper.revenue,
    )
    return sheet.box(
        f"private-{id}",
        title,
        el("b", id),
        el("span", sheet.say(Text(paper.name)), class_="paper-name"),
        el("span", f"{paper.price} · +{paper.revenue}", class_="quiet"),
        help=Text(paper.text) if paper.text else None,
        role="img",
        class_="paper private" + (" closed" if closed else ""),
    )


def investor(sheet: Sheet, v: China, id: str) -> El:
    paper = v.tables.investors[id]
    share = v.reserved.get(id)
    title = Text("{id} {name}, home {hex}", id=id, name=Text(paper.name), hex=paper.home)
    return sheet.box(
        f"investor-{id}",
        title,
        chip(id),
        el("span", sheet.say(Text(paper.name)), class_="paper-name"),
        el("span", str(v.treasury.get(id, 0)), class_="quiet", title=sheet.say(Text("money of the investor"))),
        [train_icon(name) for name in v.trains.get(id, ())],
        el("span", "10 % ", chip(share)) if share else None,
        role="img",
        class_="paper investor",
    )


def unowned(sheet: Sheet, v: China) -> El:
    """Private companies and investors that nobody has taken yet."""
    papers = [private(sheet, v, id) for id, owner in v.privates.items() if owner == NOBODY]
    free = [investor(sheet, v, row.id) for row in v.tables.investors.values() if waits(v, row)]
    none = el("p", sheet.say(Text("All are taken.")), class_="quiet")
    return el("div", [*papers, *free] or none, class_="papers")


def waits(v: China, investor: Investor) -> bool:
    """An investor can be chosen while its marker is on the map and nobody has it."""
    return investor.id not in v.investors and investor.id in v.board.owners(investor.home, 0)
