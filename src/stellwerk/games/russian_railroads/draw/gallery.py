"""Every component of Russian Railroads, with the source of its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stellwerk.core.components import Components
from stellwerk.core.text import Text
from stellwerk.draw.drawing import Figure, Plate
from stellwerk.draw.element import el
from stellwerk.draw.icons import glyph
from stellwerk.draw.sheet import Sheet
from stellwerk.games.russian_railroads.draw.board import card, engineer_card, locomotive_tile, price
from stellwerk.games.russian_railroads.draw.line import benefit_of
from stellwerk.games.russian_railroads.draw.player import player_board
from stellwerk.games.russian_railroads.draw.verbs import track_icon, verbs
from stellwerk.games.russian_railroads.rules.box import Box, box_of
from stellwerk.games.russian_railroads.rules.components import Card, EndCard, Space
from stellwerk.games.russian_railroads.rules.view import PlayerView


def plates(sheet: Sheet, components: Components) -> Iterator[Plate]:
    box, say = box_of(components), sheet.say
    spaces = tuple(_space(sheet, space) for space in box.spaces.values())
    yield Plate("plate-spaces", say(Text("Action spaces")), "", spaces)
    yield Plate("plate-board", say(Text("Player board")), "", (_board(sheet, box),))
    yield Plate("plate-tracks", say(Text("Tracks")), "", tuple(_tracks(sheet, box)))
    yield Plate("plate-specials", say(Text("Special spaces of the lines")), "", tuple(_specials(sheet, box)))
    yield Plate("plate-lane", say(Text("Industry lane")), "", tuple(_lane(sheet, box)))
    yield Plate("plate-locomotives", say(Text("Locomotives and factories")), "", tuple(_locomotives(sheet, box)))
    yield Plate("plate-engineers", say(Text("Engineers")), "", tuple(_engineers(sheet, box)))
    yield Plate("plate-bonuses", say(Text("Start bonuses")), "", _cards(sheet, box.bonuses.values(), "bonus"))
    yield Plate("plate-tiles", say(Text("?-tiles")), "", _cards(sheet, box.tiles.values(), "tile"))
    yield Plate("plate-cards", say(Text("?-cards")), "", _cards(sheet, box.cards.values(), "question"))
    yield Plate("plate-end", say(Text("End cards")), "", _cards(sheet, box.end_cards.values(), "end"))
    yield Plate("plate-pass", say(Text("Points for passing")), "", tuple(_passing(sheet, box)))


def _space(sheet: Sheet, space: Space) -> Figure:
    picture = sheet.box(
        None, Text(space.name), price(space.workers, space.coins), el("span", verbs(space.effects), class_="effects"),
        help=Text(space.text), role="img", class_="space",
    )  # fmt: skip
    caption = Text("{name}: {text}", name=Text(space.name), text=Text(space.text))
    return Figure(f"figure-{space.id}", picture, sheet.say(caption), ("space", space.id))


def _board(sheet: Sheet, box: Box) -> Figure:
    """A player board with nothing on it."""
    lines = tuple((0,) * len(box.colours) for _ in box.lines)
    slots = tuple((0,) * line.slots for line in box.lines)
    nothing = (0,) * len(box.lines)
    bare = PlayerView(
        seat=0, place=0, passed=False, points=0, tally=(), tracks=lines, locomotives=slots, reach=nothing, doublers=0,
        factories=(0,) * len(box.gaps), markers=(), engineers=(), tiles=(), workers=0, crew=0, temporary=0, black=0,
        coins=0, end_cards=(), forecast=(*nothing, 0),
    )  # fmt: skip
    caption = sheet.say(Text("three lines and the industry lane"))
    return Figure("figure-board", player_board(sheet, box, bare), caption)


def _tracks(sheet: Sheet, box: Box) -> Iterator[Figure]:
    for colour in box.colours:
        caption = Text(
            "{colour}: {value} a space, {upgraded} after the revaluation",
            colour=Text(colour.name), value=colour.value, upgraded=colour.upgraded,
        )  # fmt: skip
        yield Figure(
            f"figure-{colour.id}", el("div", track_icon((colour.id,), 1)), sheet.say(caption), ("colour", colour.id)
        )


def _specials(sheet: Sheet, box: Box) -> Iterator[Figure]:
    names = {colour.id: Text(colour.name) for colour in box.colours}
    for n, special in enumerate(box.specials, 1):
        line = Text(box.lines[box.line[special.line]].name)
        needs = Text("{line} {space}: {colour}", line=line, space=special.space, colour=names[special.colour])
        if special.locomotive:
            needs = Text("{needs} and locomotives", needs=needs)
        caption = Text("{needs}: {benefit}", needs=needs, benefit=benefit_of(special))
        body = el(
            "div", track_icon((special.colour,), special.space), glyph("locomotive") if special.locomotive else None
        )
        yield Figure(f"figure-{special.id}-{special.benefit}", body, sheet.say(caption), ("special", f"#{n}"))


def _lane(sheet: Sheet, box: Box) -> Iterator[Figure]:
    names = {"space": Text("space"), "gap": Text("gap"), "tile": Text("?-space")}
    for n, entry in enumerate(box.lane):
        caption = Text("entry {n}: {kind}, points: {points}", n=n, kind=names[entry.kind], points=box.lane_points[n])
        label = str(entry.points) if entry.kind == "space" else "?" if entry.kind == "tile" else "–"
        yield Figure(
            f"figure-lane-{n}", el("div", el("b", label), class_="space"), sheet.say(caption), ("lane", f"#{n + 1}")
        )


def _passing(sheet: Sheet, box: Box) -> Iterator[Figure]:
    for place, points in enumerate(box.passing, 1):
        caption = sheet.say(Text("place {place}, points: {points}", place=place, points=points))
        yield Figure(f"figure-pass-{place}", el("div", glyph("points", points)), caption, ("pass", str(place)))


def _locomotives(sheet: Sheet, box: Box) -> Iterator[Figure]:
    for tile in box.locomotives.values():
        text = Text("{count}×; factory: {text}", count=tile.count, text=Text(tile.text))
        yield Figure(
            f"figure-locomotive-{tile.number}",
            locomotive_tile(sheet, tile, None),
            sheet.say(text),
            ("locomotive", tile.name),
        )


def _engineers(sheet: Sheet, box: Box) -> Iterator[Figure]:
    for engineer in box.engineers.values():
        text = Text("{letter}: {text}", letter=engineer.letter, text=Text(engineer.text))
        picture = engineer_card(sheet, engineer, None, price(engineer.workers, engineer.coins))
        yield Figure(f"figure-{engineer.id}", picture, sheet.say(text), ("engineer", engineer.name))


TABLES = {"bonus": "bonus", "tile": "tile", "question": "card", "end": "end_card"}
"""The table of each kind of card."""


def _cards(sheet: Sheet, rows: Iterable[Card | EndCard], kind: str) -> tuple[Figure, ...]:
    figures = ((row, card(sheet, row, None, kind)) for row in rows)
    return tuple(
        Figure(f"figure-{kind}-{r.id}", art, sheet.say(Text(r.text)), (TABLES[kind], r.id)) for r, art in figures
    )
