"""Every component of 1880, with the source of its values."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.components import Components
from stellwerk.core.text import Text, Texts
from stellwerk.draw.drawing import Figure, Plate
from stellwerk.draw.element import El, el
from stellwerk.draw.hexes import HEX_BOX
from stellwerk.draw.sheet import Sheet, svg
from stellwerk.draw.tiles import ground, tile_art
from stellwerk.games.china1880.draw.chart import chart
from stellwerk.games.china1880.draw.liveries import chip
from stellwerk.games.china1880.draw.market import chart_of_prices
from stellwerk.games.china1880.draw.trains import COLOURS, rules_of, train_card
from stellwerk.games.china1880.rules.components import Company, Investor, Phase, Private, Tables, TileRow, tables
from stellwerk.rail18.board import Board
from stellwerk.rail18.tiles import Face

TILE_PLATES = {
    "yellow": Text("Yellow tiles"),
    "green": Text("Green tiles"),
    "brown": Text("Brown tiles"),
    "grey": Text("Grey tiles"),
}


def plates(sheet: Sheet, components: Components) -> Iterator[Plate]:
    t = tables(components)
    say = sheet.say
    yield Plate("plate-map", say(Text("Map")), "", (_map(sheet, t),))
    every = say(Text("Each tile in all rotations that differ."))
    for colour, name in TILE_PLATES.items():
        rows = [row for row in t.tiles.values() if row.colour == colour]
        yield Plate(f"plate-{colour}", say(name), every, tuple(_tile(sheet, t, row) for row in rows))
    yield Plate("plate-market", say(Text("Share price chart")), "", (_market(sheet, t),))
    yield Plate("plate-trains", say(Text("Trains")), "", tuple(_trains(sheet, t)))
    phases = tuple(_phase(sheet, phase) for phase in t.phases.values())
    yield Plate("plate-phases", say(Text("Phases")), "", phases)
    yield Plate("plate-companies", say(Text("Companies and investors")), "", tuple(_companies(sheet, t)))
    privates = tuple(_private(sheet, paper) for paper in t.privates.values())
    yield Plate("plate-privates", say(Text("Private companies")), "", privates)
    yield Plate("plate-players", say(Text("Players and certificates")), "", tuple(_players(sheet, t)))


def _map(sheet: Sheet, t: Tables) -> Figure:
    homes = [(c.home, c.city, c.id) for c in t.companies.values()] + [(i.home, 0, i.id) for i in t.investors.values()]
    caption = Texts("{n} hex", "{n} hexes", len(t.hexes))
    return Figure("figure-map", chart(sheet, t, Board(), -1, homes), sheet.say(caption))


def tile_picture(sheet: Sheet, face: Face) -> El:
    title = Text("tile {number}, rotation {rotation}", number=face.tile.name, rotation=face.rotation)
    return svg(sheet.thing(None, title, ground(face.tile.colour), *tile_art(face)), box=HEX_BOX, class_="tile-picture")


def _tile(sheet: Sheet, t: Tables, row: TileRow) -> Figure:
    tile = t.atlas.tiles[row.number]
    faces = [tile_picture(sheet, tile.at(rotation)) for rotation in tile.rotations]
    caption = Text("{number}: {count}×", number=row.number, count=row.count)
    return Figure(
        f"figure-tile-{row.number}", el("div", faces, class_="turns"), sheet.say(caption), ("tile", row.number)
    )


def _market(sheet: Sheet, t: Tables) -> Figure:
    caption = Text("par prices framed; the small number is the bonus per share")
    return Figure("figure-market", chart_of_prices(sheet, t, {}), sheet.say(caption))


def _trains(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    for train in t.trains.values():
        many = Text("{count}×", count=train.count) if train.count else Text("never sold out")
        yield Figure(
            f"figure-train-{train.name}", train_card(sheet, train, None), sheet.say(many), ("train", train.name)
        )


def _phase(sheet: Sheet, phase: Phase) -> Figure:
    says = el("ul", [el("li", sheet.say(text)) for text in rules_of(phase)], class_="phase-says")
    body = el("div", el("b", phase.name), says, class_=f"phase-card {COLOURS[phase.letter]}")
    begins = (
        Text("begins with the first {train}-train", train=phase.train) if phase.train else Text("from the beginning")
    )
    return Figure(f"figure-phase-{phase.name}", body, sheet.say(begins), ("phase", phase.name))


def _companies(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    entries: list[Company | Investor] = [*t.companies.values(), *t.investors.values()]
    for entry in entries:
        caption = Text("{id} {name}, home {hex}", id=entry.id, name=Text(entry.name), hex=entry.home)
        picture = el("div", chip(entry.id), class_="big-livery")
        table = "company" if isinstance(entry, Company) else "investor"
        yield Figure(f"figure-{entry.id}", picture, sheet.say(caption), (table, entry.id))


def _private(sheet: Sheet, paper: Private) -> Figure:
    body = el(
        "div",
        el("b", paper.id),
        el("span", sheet.say(Text(paper.name)), class_="paper-name"),
        el("span", f"{paper.price} · +{paper.revenue}", class_="quiet"),
        class_="paper private",
    )
    return Figure(f"figure-{paper.id}", body, sheet.say(Text(paper.text)) if paper.text else "", ("private", paper.id))


def _players(sheet: Sheet, t: Tables) -> Iterator[Figure]:
    for row in t.players.values():
        body = el("div", el("b", str(row.seats)), class_="paper")
        caption = Text(
            "players: {n}, cash each: {cash}, certificates: {limit}", n=row.seats, cash=row.cash, limit=row.certificates
        )
        yield Figure(f"figure-players-{row.seats}", body, sheet.say(caption), ("players", str(row.seats)))
    for n, paper in enumerate(t.certificates.values(), 1):
        body = el("div", el("b", f"{paper.percent} %"), class_="paper")
        caption = Text("director's certificate, permits: {permits}", permits=paper.permits)
        yield Figure(f"figure-certificate-{paper.percent}", body, sheet.say(caption), ("certificate", f"#{n}"))
