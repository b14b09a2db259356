"""The tables of the rule page: spaces and prices, lines, engineers, factories and cards, made from the components."""

from __future__ import annotations

from collections.abc import Iterable

from stellwerk.core import Table, Text, Texts
from stellwerk.core.components import Components
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.box import Box, box_of
from stellwerk.games.russian_railroads.rules.components import Card, EndCard, Space, Special

NOTHING = "–"
ROUNDS = {"all": Text("every round"), "last": Text("the last"), "before last": Text("all but the last")}


def reference(components: Components) -> tuple[Table, ...]:
    box = box_of(components)
    return (
        _spaces(box), _players(box), _colours(box), _specials(box), _engineers(box), _factories(box),
        _cards("bonuses", "14.1", Text("Start bonuses"), box.bonuses.values()),
        _cards("tiles", "14.2", Text("?-tiles"), box.tiles.values()),
        _cards("cards", "14.3", Text("?-cards"), box.cards.values()),
        _end_cards(box.end_cards.values()), _places(box),
    )  # fmt: skip


def _spaces(box: Box) -> Table:
    heads = (
        Text("Action space"),
        Text("Workers"),
        Text("Coins"),
        Text("What it gives"),
        Text("Players"),
        Text("Rounds"),
    )
    return Table("spaces", "2.1", Text("Action spaces and prices"), heads, tuple(map(_space, box.spaces.values())))


def _space(space: Space) -> tuple[Text | str | int, ...]:
    seats = ", ".join(map(str, space.seats))
    return Text(space.name), space.workers, space.coins, Text(space.text), seats, ROUNDS[space.rounds]


def _players(box: Box) -> Table:
    heads = (Text("Players"), Text("Rounds"), Text("Workers"), Text("Coins"), Text("Engineers"))
    rows = (
        (t.seats, t.rounds, t.workers, t.coins, sum(letter != "-" for letter in t.letters)) for t in box.tables.values()
    )
    return Table("players", "1.4", Text("By number of players"), heads, tuple(rows))


def _colours(box: Box) -> Table:
    heads = (Text("Track"), Text("Unlocked by"), Text("Points a space"), Text("With the revaluation"), Text("Lines"))
    rows = (
        (
            Text(colour.name),
            _unlocked_by(box, colour.id),
            colour.value,
            colour.upgraded,
            Text("{lines}", lines=tuple(Text(line.name) for line in box.lines if colour.id in line.colours)),
        )
        for colour in box.colours
    )
    return Table("tracks", "3.2", Text("Track"), heads, tuple(rows))


def _unlocked_by(box: Box, colour: str) -> Text:
    found = next((special for special in box.specials if special.takes == colour), None)
    return Text("from the start") if found is None else _where(box, found)


def _where(box: Box, special: Special) -> Text:
    line, colour = words.line(box, special.line), words.colour(box, special.colour)
    return Text("{line}, space {space}: {colour}", line=line, space=special.space, colour=colour)


def _specials(box: Box) -> Table:
    heads = (Text("Special space and track"), Text("Locomotive"), Text("What it brings"))
    rows = ((_where(box, x), Text("needed") if x.locomotive else NOTHING, _benefit(box, x)) for x in box.specials)
    return Table("specials", "10.1", Text("Special spaces of the lines"), heads, tuple(rows))


def _benefit(box: Box, special: Special) -> Text:
    n = special.n
    match special.benefit:
        case "tracks":
            return Text("new track: {colour}", colour=words.colour(box, special.takes))
        case "worker":
            return Text("one more worker")
        case "tile":
            return Text("a ?-tile")
        case "points":
            return Texts("{n} point, once", "{n} points, once", n)
        case "double":
            return Text("the whole line counts twice")
        case "star":
            return Texts("{n} point at every scoring", "{n} points at every scoring", n)
        case "medal":
            return Texts("{n} point at every scoring, with the medal", "{n} points at every scoring, with the medal", n)


def _engineers(box: Box) -> Table:
    heads = (Text("Engineer"), Text("Letter"), Text("Name"), Text("Ability"), Text("Workers"), Text("Coins"))
    rows = (
        (e.number, e.letter if e.letter != "-" else NOTHING, Text(e.name), Text(e.text), e.workers, e.coins)
        for e in box.engineers.values()
    )
    return Table("engineers", "8.2", Text("Engineers"), heads, tuple(rows))


def _factories(box: Box) -> Table:
    heads = (Text("Locomotive"), Text("Copies"), Text("Factory"), Text("What it gives"))
    rows = ((x.number, x.count, Text(x.name), Text(x.text)) for x in box.locomotives.values())
    return Table("factories", "14.6", Text("Locomotives and their factories"), heads, tuple(rows))


def _cards(id: str, section: str, title: Text, cards: Iterable[Card]) -> Table:
    rows = tuple((Text(card.name), Text(card.text)) for card in cards)
    return Table(id, section, title, (Text("Name"), Text("What it gives")), rows)


def _end_cards(cards: Iterable[EndCard]) -> Table:
    heads = (Text("End card"), Text("Copies"), Text("Points at the end"))
    rows = tuple((Text(card.name), card.copies, Text(card.text)) for card in cards)
    return Table("end-cards", "13.1", Text("End cards"), heads, rows)


def _places(box: Box) -> Table:
    heads = (Text("Place in the turn order"), Text("Points for passing"), Text("Most engineers at the end"))
    majority = dict(enumerate(box.majority, 1))
    rows = tuple((place, points, majority.get(place, 0)) for place, points in enumerate(box.passing, 1))
    return Table("places", "2.4", Text("Places"), heads, rows)
