"""Every component of Yokohama, with the source of its values."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.components import Components
from stellwerk.core.text import Text
from stellwerk.draw.drawing import Figure, Plate
from stellwerk.draw.element import El, el
from stellwerk.draw.sheet import Sheet, svg
from stellwerk.games.yokohama.draw.boards import achievement_card, order_card, space_box, technology_card
from stellwerk.games.yokohama.draw.pyramid import INNER, TALL, printed
from stellwerk.games.yokohama.draw.rewards import amounts, country, pictures
from stellwerk.games.yokohama.rules.components import Area, Tables, Technology, tables


def plates(sheet: Sheet, components: Components) -> Iterator[Plate]:
    t, say = tables(components), sheet.say
    yield Plate("plate-areas", say(Text("Areas")), "", tuple(_area(sheet, area) for area in t.areas))
    yield Plate("plate-orders", say(Text("Orders")), "", tuple(_orders(sheet, t)))
    technologies = tuple(_technology(sheet, t, card) for card in t.technologies.values())
    yield Plate("plate-technologies", say(Text("Technologies")), "", technologies)
    yield Plate("plate-achievements", say(Text("Achievements")), "", tuple(_achievements(sheet, t)))
    yield Plate(
        "plate-sites",
        say(Text("Building sites")),
        say(Text("Four shop sites, then the trading house.")),
        tuple(_sites(sheet, t)),
    )
    yield Plate("plate-tiles", say(Text("Power-5 tiles")), "", tuple(_tiles(sheet, t)))
    yield Plate("plate-church", say(Text("Church")), "", tuple(_spaces(sheet, t, "church")))
    yield Plate("plate-customs", say(Text("Customs")), "", tuple(_spaces(sheet, t, "customs")))
    yield Plate("plate-boards", say(Text("Order and technology boards")), "", tuple(_boards(sheet, t)))
    yield Plate("plate-countries", say(Text("Foreign agents")), "", tuple(_countries(sheet, t)))


def _area(sheet: Sheet, area: Area) -> Figure:
    body = sheet.thing(None, Text(area.name), printed(sheet, area))
    picture = svg(body, box=(-2, -2, INNER + 4, TALL + 4), class_="area-picture")
    seats = Text("{name}: used with {seats} players", name=Text(area.name), seats=area.seats)
    return Figure(f"figure-{area.id}", picture, sheet.say(seats), ("area", area.id))


def _orders(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    for card in t.orders.values():
        yield Figure(f"figure-{card.id}", order_card(sheet, t, card.id), card.id, ("order", card.id))


def _technology(sheet: Sheet, t: Tables, card: Technology) -> Figure:
    caption = Text("{copies}×", copies=card.copies)
    return Figure(f"figure-{card.id}", technology_card(sheet, t, card.id), sheet.say(caption), ("technology", card.id))


def _achievements(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    for card in t.achievements.values():
        yield Figure(f"figure-{card.id}", achievement_card(sheet, card, None), "", ("achievement", card.id))


def _sites(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    for card in t.sites.values():
        plots = [el("span", pictures(reward), class_="plot-box", title=amounts(sheet, reward)) for reward in card.shops]
        house = el("span", pictures(card.house), class_="plot-box house", title=amounts(sheet, card.house))
        yield Figure(f"figure-{card.id}", el("div", plots, house, class_="site-card"), card.id, ("site", card.id))


def _tiles(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    for tile in t.tiles.values():
        body: El = el("div", pictures(tile.reward), class_="won-tile", title=amounts(sheet, tile.reward))
        yield Figure(f"figure-{tile.id}", body, amounts(sheet, tile.reward), ("tile", tile.id))


def _spaces(sheet: Sheet, t: Tables, board: str) -> Iterator[Figure]:
    for n, space in enumerate(t.spaces[board], 1):
        note = sheet.say(Text("blocked with two players")) if space.neutral else ""
        yield Figure(f"figure-{board}-{n}", space_box(sheet, board, n, space, -1), note, (board, f"#{n}"))


def _boards(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    """How many slots each range has, and what each slot adds to the cost."""
    names = {area.id: Text(area.name) for area in t.areas}
    for order in t.order_boards.values():
        ranges = el(
            "div", [el("span", "●" * n, el("b", str(w))) for n, w in enumerate(order.ranges, 1)], class_="slots"
        )
        caption = Text("{board}, slots of each range: {n}", board=names.get(order.id, order.id), n=order.ranges)
        yield Figure(f"figure-board-{order.id}", ranges, sheet.say(caption), ("order_board", order.id))
    for board in t.technology_boards.values():
        slots = el("div", [el("b", f"+{extra}") for extra in board.surcharges], class_="slots")
        caption = Text("{board}, surcharges: {n}", board=names.get(board.id, board.id), n=board.surcharges)
        yield Figure(f"figure-board-{board.id}", slots, sheet.say(caption), ("technology_board", board.id))


def _countries(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    for row in t.countries.values():
        caption = Text("{country}, agents: {n}", country=Text(row.name), n=row.agents)
        yield Figure(f"figure-country-{row.id}", el("div", country(row.id)), sheet.say(caption), ("country", row.id))
