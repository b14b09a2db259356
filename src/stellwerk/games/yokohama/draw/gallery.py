"""Every component of Yokohama, with the source of its values."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.components import Components
from stellwerk.core.text import Text
from stellwerk.draw.drawing import Figure, Plate
from stellwerk.draw.element import El, el
from stellwerk.draw.sheet import Sheet, svg
from stellwerk.games.yokohama.draw.boards import achievement_card, order_card, space_box, technology_card
from stellwerk.games.yokohama.draw.pyramid import HIGH, INNER, printed
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
    yield Plate("plate-countries", say(Text("Foreign agents")), "", tuple(_countries(sheet, t)))


def _area(sheet: Sheet, area: Area) -> Figure:
    body = sheet.thing(None, Text(area.name), printed(sheet, area))
    picture = svg(body, box=(-2, -2, INNER + 4, HIGH - 4), class_="area-picture")
    seats = Text("{name}: used with {seats} players", name=Text(area.name), seats=area.seats)
    return Figure(f"figure-{area.id}", picture, sheet.say(seats), area.source)


def _orders(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    for card in t.orders.values():
        yield Figure(f"figure-{card.id}", order_card(sheet, t, card.id), card.id, card.source)


def _technology(sheet: Sheet, t: Tables, card: Technology) -> Figure:
    known = tuple(KNOWN[key] for key in card.known if key in KNOWN)
    caption = Text("{copies}×; from the rulebook: {known}", copies=card.copies, known=known)
    return Figure(f"figure-{card.id}", technology_card(sheet, t, card.id), sheet.say(caption), card.source)


KNOWN = {
    "name": Text("name"),
    "text": Text("effect"),
    "cost": Text("cost"),
    "copies": Text("number"),
    "country": Text("country"),
}


def _achievements(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    for card in t.achievements.values():
        yield Figure(f"figure-{card.id}", achievement_card(sheet, card, None), "", card.source)


def _sites(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    for card in t.sites.values():
        plots = [el("span", pictures(reward), class_="plot-box", title=amounts(sheet, reward)) for reward in card.shops]
        house = el("span", pictures(card.house), class_="plot-box house", title=amounts(sheet, card.house))
        yield Figure(f"figure-{card.id}", el("div", plots, house, class_="site-card"), card.id, card.source)


def _tiles(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    for tile in t.tiles.values():
        body: El = el("div", pictures(tile.reward), class_="won-tile", title=amounts(sheet, tile.reward))
        yield Figure(f"figure-{tile.id}", body, amounts(sheet, tile.reward), tile.source)


def _spaces(sheet: Sheet, t: Tables, board: str) -> Iterator[Figure]:
    for n, space in enumerate(t.spaces[board], 1):
        note = sheet.say(Text("blocked with two players")) if space.neutral else ""
        yield Figure(f"figure-{board}-{n}", space_box(sheet, board, n, space, -1), note, space.source)


def _countries(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    for row in t.countries.values():
        caption = Text("{country}, agents: {n}", country=Text(row.name), n=row.agents)
        yield Figure(f"figure-country-{row.id}", el("div", country(row.id)), sheet.say(caption), row.source)
