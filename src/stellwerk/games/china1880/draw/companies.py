"""1880's charters: one card per company, with its shares as ten boxes coloured by holder."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.text import Text
from stellwerk.draw.element import El, el
from stellwerk.draw.seats import seat_name, seat_shape
from stellwerk.draw.sheet import Sheet, icon, moved, words_at
from stellwerk.games.china1880.draw.liveries import chip
from stellwerk.games.china1880.draw.market import locomotive
from stellwerk.games.china1880.draw.trains import spot, train_icon
from stellwerk.games.china1880.rules.aids import will_float
from stellwerk.games.china1880.rules.components import Company
from stellwerk.games.china1880.rules.state import China


def companies(sheet: Sheet, v: China) -> El:
    """Founded companies in operating order, then those still to be founded."""
    founded = sorted(v.par, key=lambda c: (-v.par[c], v.row[c]))
    cards = [charter(sheet, v, v.tables.companies[name]) for name in founded]
    waiting = [unfounded(sheet, company) for name, company in v.tables.companies.items() if name not in v.par]
    return el(
        "div",
        el("div", cards, id=sheet.id("charters"), class_="charters"),
        el("div", waiting, id=sheet.id("unfounded"), class_="unfounded"),
    )


def unfounded(sheet: Sheet, company: Company) -> El:
    return sheet.box(
        f"company-{company.id}",
        Text("{company} {name}, not founded yet", company=company.id, name=Text(company.name)),
        chip(company.id),
        el("span", company.home, class_="quiet"),
        help=Text("home: {hex}", hex=company.home),
        role="img",
        class_="charter-waiting",
    )


def charter(sheet: Sheet, v: China, company: Company) -> El:
    id = company.id
    busy = " active" if id == v.active else ""
    return sheet.box(
        f"company-{id}",
        Text("{company} {name}", company=id, name=Text(company.name)),
        _head(sheet, v, company),
        _shares(sheet, v, id),
        _facts(sheet, v, id),
        _trains(sheet, v, id),
        _state(sheet, v, id),
        role="group",
        class_=f"charter co-{id}{busy}",
    )


def _head(sheet: Sheet, v: China, company: Company) -> El:
    price = v.tables.market.price(v.cell[company.id])
    return el(
        "div",
        chip(company.id),
        el("span", el("b", sheet.say(Text(company.name))), seat_name(sheet, v.director[company.id]), class_="who"),
        locomotive() if v.marker == company.id else None,
        el("span", str(price), class_="big", title=sheet.say(Text("share price"))),
        class_="charter-head",
    )


def holders(v: China, company: str) -> list[str]:
    """Ten shares by holder: seats first, the director's certificate in front, then a reserved one, then the bank."""
    chief = v.director[company]
    seats = sorted(range(v.seats), key=lambda seat: (seat != chief, seat))
    row = [f"seat {seat}" for seat in seats for _ in range(v.shares[company][seat] // 10)]
    row += ["reserved" for held in v.reserved.values() if held == company]
    return row + ["bank"] * (10 - len(row))


def _shares(sheet: Sheet, v: China, company: str) -> El:
    row = holders(v, company)
    bank = row.count("bank")
    boxes = [moved(n * 20, 0, _share(holder)) for n, holder in enumerate(row)]
    lead = el("rect", x=0.5, y=0.5, width=v.certificate[company] * 2 - 2, height=19, rx=3, class_="directors")
    facts = [
        Text("{player}: {percent} %", player=sheet.name(seat), percent=percent)
        for seat, percent in enumerate(v.shares[company])
        if percent
    ]
    title = Text("shares of {company}: {bank} % in the bank", company=company, bank=bank * 10)
    picture = icon(boxes, lead, box=(-1, -1, 202, 22), class_="share-row", preserveAspectRatio="xMinYMid")
    return sheet.box(
        f"shares-{company}",
        title,
        picture,
        help="; ".join(map(sheet.say, facts)),
        role="img",
        data_try=f"buy-share {company}",
        class_="shares",
    )


def _share(holder: str) -> list[El]:
    kind, _, seat = holder.partition(" ")
    box = el("rect", width=18, height=19, y=0.5, rx=3, class_=f"share {kind}" + (f" seat-{seat}" if seat else ""))
    if kind == "seat":
        return [box, el("g", seat_shape(int(seat)), transform="translate(9 10) scale(.6)")]
    return [box, words_at(9, 14, "A", "share-reserved")] if kind == "reserved" else [box]


def _fact(sheet: Sheet, name: Text, value: str, help: Text) -> El:
    return el("div", el("dt", sheet.say(name)), el("dd", value), title=sheet.say(help))


def _facts(sheet: Sheet, v: China, company: str) -> El:
    placed, markers = len(v.stations[company]), 1 + len(v.tables.markers)
    return el(
        "dl",
        _fact(sheet, Text("cash"), str(v.treasury[company]), Text("money of the company")),
        _fact(sheet, Text("par"), str(v.par[company]), Text("par price, sets the operating order")),
        _fact(sheet, Text("permits"), v.permits[company] or "–", Text("phases in which it may lay track")),
        _fact(sheet, Text("stations"), f"{placed}/{markers}", Text("station markers placed")),
        class_="facts",
    )


def _trains(sheet: Sheet, v: China, company: str) -> El:
    seen: dict[str, int] = {}
    cards = []
    for name in v.trains[company]:
        seen[name] = seen.get(name, 0) + 1
        id = f"train-{company}-{spot(name)}" if seen[name] == 1 else None
        cards.append(
            sheet.box(id, Text("{name}-train of {company}", name=name, company=company), train_icon(name), role="img")
        )
    none = el("span", sheet.say(Text("no train")), class_="quiet")
    return el("div", cards or none, class_="own-trains")


def _state(sheet: Sheet, v: China, company: str) -> El:
    return el(
        "div", [_tag(sheet.say(text), kind) for kind, text in _tags(v, company)], _held(v, company), class_="tags"
    )


def _tag(words: str, kind: str) -> El:
    return el("span", words, class_=f"tag {kind}")


def _held(v: China, company: str) -> El | None:
    """The same in short, for where charters lie close: what the director of a company has that has not floated."""
    if company in v.floated:
        return None
    return el(
        "span", f"{v.shares[company][v.director[company]]}/{v.now.float} %", class_="tag held", aria_hidden="true"
    )


def _tags(v: China, company: str) -> Iterator[tuple[str, Text]]:
    held = v.shares[company][v.director[company]]
    if company == v.active:
        yield "now", Text("operates now")
    if will_float(v, company):
        yield "done", Text("floats at the end of the share round")
    elif company not in v.floated:
        yield "wait", Text("not floated: director has {held} of {needed} %", held=held, needed=v.now.float)
    if company in v.full:
        yield "done", Text("second capital paid")
    else:
        yield "open", Text("second capital open")
    if company == v.marker:
        yield "mark", Text("bought the last train")
    if "bank" not in holders(v, company):
        yield "done", Text("sold out")
