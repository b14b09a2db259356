"""Boards and cards of Yokohama: Church, Customs, orders, technologies, achievements, agents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.core.text import Text, Texts
from stellwerk.draw.element import Content, El, el
from stellwerk.draw.icons import glyph
from stellwerk.draw.seats import seat_mark
from stellwerk.draw.sheet import Sheet
from stellwerk.games.yokohama.draw.rewards import amounts, country, good, pictures
from stellwerk.games.yokohama.rules.components import Achievement, Order, Space, Tables, Technology
from stellwerk.games.yokohama.rules.state import NEUTRAL
from stellwerk.games.yokohama.rules.view import UNKNOWN, YokohamaView


def order_card(sheet: Sheet, t: Tables, id: str, element: str | None = None, *more: Content) -> El:
    """An order: country, goods asked for, reward."""
    if id == UNKNOWN:
        return sheet.box(None, Text("order, face down"), glyph("card"), role="img", class_="order back")
    order: Order = t.orders[id]
    name = Text(t.countries[order.country].name)
    return sheet.box(
        element,
        Text(
            "order for {country}: {goods}; reward: {reward}",
            country=name,
            goods=amounts(sheet, order.goods),
            reward=amounts(sheet, order.reward),
        ),
        country(order.country),
        el("span", pictures(order.goods), class_="goods"),
        el("span", "→", class_="arrow-sign"),
        el("span", pictures(order.reward), class_="reward"),
        *more,
        role="img",
        row=("order", id),
        class_=f"order c-{order.country}",
    )


def technology_card(sheet: Sheet, t: Tables, id: str, element: str | None = None, *more: Content) -> El:
    card: Technology = t.technologies[id]
    name = Text(t.countries[card.country].name)
    return sheet.box(
        element,
        Text(
            "{technology}, costs {cost} industry, {country}", technology=Text(card.name), cost=card.cost, country=name
        ),
        _head(sheet, card),
        el("span", sheet.say(Text(card.text)), class_="tech-text"),
        *more,
        help=Text(card.text),
        role="img",
        row=("technology", id),
        class_=f"technology c-{card.country}",
    )


def _head(sheet: Sheet, card: Technology) -> El:
    name, cost = el("b", sheet.say(Text(card.name)), class_="tech-name"), el("b", str(card.cost))
    return el("span", country(card.country), name, good("industry"), cost, class_="tech-head")


def _slot(sheet: Sheet, id: str, label: str, card: El | None) -> El:
    return el("div", el("span", label, class_="level"), card, id=sheet.id(id), class_="slot-of")


def space_box(sheet: Sheet, board: str, n: int, space: Space, owner: int) -> El:
    """A space of the Church or Customs board."""
    need = good("faith" if board == "church" else "imports")
    title = Text(
        "space {n}: needs {needs}, brings {reward}", n=n, needs=space.needs, reward=amounts(sheet, space.reward)
    )
    if owner >= 0:
        who = Text("neutral assistant") if owner == NEUTRAL else sheet.name(owner)
        title = Text("{space}; taken by {player}", space=title, player=who)
    there = seat_mark(owner) if 0 <= owner < NEUTRAL else glyph("cube") if owner == NEUTRAL else None
    return sheet.box(
        f"space-{board}-{n}",
        title,
        el("span", str(space.needs), need, class_="needs"),
        el("span", pictures(space.reward), class_="reward"),
        el("span", there, class_="stands"),
        role="img",
        row=(board, f"#{n}"),
        class_="desk-space" + (" taken" if owner >= 0 else ""),
    )


BOARDS = {
    "church": Text("Church"),
    "customs": Text("Customs"),
}


def space_board(sheet: Sheet, v: YokohamaView, board: str) -> El:
    shape = v.tables.shapes[len(v.players)]
    end = shape.church_end if board == "church" else shape.customs_end
    placed = sum(owner >= 0 for owner in v.spaces[board])
    majority = v.tables.majorities[board]
    spaces = [
        space_box(sheet, board, n + 1, space, v.spaces[board][n]) for n, space in enumerate(v.tables.spaces[board])
    ]
    notes = (
        Text("majority: {first} / {second}", first=majority.first, second=majority.second),
        Text("assistants: {placed}, the game ends with {end}", end=end, placed=placed),
    )
    return _board(sheet, board, sheet.say(BOARDS[board]), notes, spaces)


def _board(sheet: Sheet, id: str, title: str, notes: Sequence[Text], cards: Sequence[El]) -> El:
    head = el("h3", title, class_="area-name")
    lines = [el("span", sheet.say(note), class_="quiet desk-note") for note in notes]
    return el(
        "div",
        el("div", head, lines, id=sheet.id(f"head-{id}"), class_="desk-head"),
        el("div", cards, class_="desk-cards"),
        class_="counter",
    )


def order_board(sheet: Sheet, v: YokohamaView, board: str) -> El:
    ranges = v.tables.order_boards[board].ranges
    levels = [level for level, width in enumerate(ranges, 1) for _ in range(width)]
    cards = [
        _slot(sheet, f"slot-{board}-{n}", "●" * level, order_card(sheet, v.tables, id, f"card-{id}") if id else None)
        for n, (level, id) in enumerate(zip(levels, v.displays[board], strict=True), 1)
    ]
    return _board(
        sheet, board, _area_name(sheet, v.tables, board), (Text("orders in the deck: {n}", n=v.order_deck),), cards
    )


def technology_board(sheet: Sheet, v: YokohamaView, board: str) -> El:
    surcharges = v.tables.technology_boards[board].surcharges
    cards = [
        _slot(
            sheet,
            f"slot-{board}-{n}",
            f"+{extra}" if extra else "",
            technology_card(sheet, v.tables, id, f"tech-{board}-{n}") if id else None,
        )
        for n, (extra, id) in enumerate(zip(surcharges, v.displays[board], strict=True), 1)
    ]
    left = sum(v.technology_deck.values())
    return _board(
        sheet, board, _area_name(sheet, v.tables, board), (Text("technologies in the deck: {n}", n=left),), cards
    )


def _area_name(sheet: Sheet, t: Tables, id: str) -> str:
    return sheet.say(Text(next(area.name for area in t.areas if area.id == id)))


def achievement_card(sheet: Sheet, card: Achievement, element: str | None, seats: Sequence[int] = ()) -> El:
    names = ", ".join(sheet.name(seat) for seat in seats)
    return sheet.box(
        element,
        Text(card.name),
        el("span", card.stack, class_="letter"),
        el("span", sheet.say(Text(card.name)), class_="card-name"),
        el("span", good("vp", card.first), good("vp", card.later), class_="reward"),
        el("span", [seat_mark(seat) for seat in seats], class_="stands"),
        help=Text(
            "points for the first: {first}, later: {later}; on it: {players}",
            first=card.first,
            later=card.later,
            players=names or "–",
        ),
        role="img",
        row=("achievement", card.id),
        data_try=f"achieve {card.id}" if element else None,
        class_="achievement",
    )


def achievements(sheet: Sheet, v: YokohamaView) -> El:
    cards = [
        achievement_card(sheet, v.tables.achievements[id], f"achievement-{id}", seats) for id, seats in v.achievements
    ]
    return _board(sheet, "achievements", sheet.say(Text("Achievements")), (), cards)


def agents(sheet: Sheet, v: YokohamaView) -> El:
    items = [
        sheet.box(
            f"agents-{id}",
            Texts(
                "{country}: {n} agent left",
                "{country}: {n} agents left",
                left,
                country=Text(v.tables.countries[id].name),
            ),
            country(id),
            el("b", f"{left}×"),
            role="img",
            class_="agent-pile",
        )
        for id, left in v.agents_left.items()
    ]
    return _board(sheet, "agents", sheet.say(Text("Foreign agents")), (), items)


def boards(sheet: Sheet, v: YokohamaView) -> Iterator[El]:
    for board in ("church", "customs"):
        if any(area.id == board for area in v.areas):
            yield space_board(sheet, v, board)
    yield achievements(sheet, v)
    yield agents(sheet, v)


def displays(sheet: Sheet, v: YokohamaView) -> Iterator[El]:
    for board in v.displays:
        draw = order_board if board in v.tables.order_boards else technology_board
        yield draw(sheet, v, board)
