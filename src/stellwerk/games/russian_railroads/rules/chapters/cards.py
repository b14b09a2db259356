"""russian-railroads 14, ?-tiles, ?-cards and end cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from stellwerk.core import (
    Action,
    Chance,
    Choice,
    Illegal,
    Options,
    Rule,
    Seat,
    Step,
    Text,
    Texts,
    Weighted,
    tell,
    then,
)
from stellwerk.games.russian_railroads.rules.actions import (
    LOOK,
    POINTS,
    ChooseTile,
    Look,
    RemoveEndCard,
    Repeat,
    TakeCard,
    TakeEndCard,
    TakePoints,
)
from stellwerk.games.russian_railroads.rules.chapters import industry
from stellwerk.games.russian_railroads.rules.chapters.instant import doubler_room, lacking, points
from stellwerk.games.russian_railroads.rules.citation import no, rule
from stellwerk.games.russian_railroads.rules.components import Effect
from stellwerk.games.russian_railroads.rules.domains import REPEATS
from stellwerk.games.russian_railroads.rules.events import (
    CardTaken,
    EndCardKept,
    EndCardTaken,
    StackSearched,
    TileChosen,
)
from stellwerk.games.russian_railroads.rules.state import EFFECTS, RussianRailroads, end_stack

# --- ?-tiles ---------------------------------------------------------------------------------------------------------


def tiles(s: RussianRailroads) -> list[ChooseTile]:
    return [a for a in map(ChooseTile, s.box.tiles) if unfit_tile(s, a) is None]


def unfit_tile(s: RussianRailroads, a: ChooseTile) -> Illegal | None:
    """russian-railroads 14.2: each ?-tile once; the second marker not while the first still stands at the start."""
    if s.me.laid(a.tile):
        return no("14.2", Text("this ?-tile has been used already"))
    if any(e.op == "second_marker" for e in s.box.tile_effects[a.tile]) and not industry.may_add_marker(s.me):
        return no("6.5", Text("the first industry marker still stands on the start space"))
    return None


def lay_tile(s: RussianRailroads, a: ChooseTile, space: str) -> tuple[Effect, ...]:
    """russian-railroads 10.5: the tile lies on the ?-space, which is used up, and its effects are gained."""
    s.me.tiles = (*s.me.tiles, (space, a.tile))
    tell(s, TileChosen, s.active, Text(s.box.tiles[a.tile].name))
    return s.box.tile_effects[a.tile]


# --- ?-cards ---------------------------------------------------------------------------------------------------------


def cards(s: RussianRailroads) -> list[TakeCard]:
    return [a for a in map(TakeCard, s.cards) if unfit_card(s, a) is None]


def unfit_card(s: RussianRailroads, a: TakeCard) -> Illegal | None:
    """russian-railroads 14.3: each ?-card once in a game, and only if it can be carried out in full."""
    if a.card not in s.cards:
        return no("14.3", Text("this ?-card has been taken already"))
    lack = lacking(s, s.box.card_effects[a.card])
    return None if lack is None else no("14.3", Text("cannot be carried out in full: {lack}", lack=lack))


def take_card(s: RussianRailroads, a: TakeCard) -> tuple[Effect, ...]:
    s.cards = tuple(card for card in s.cards if card != a.card)
    tell(s, CardTaken, s.active, Text(s.box.cards[a.card].name))
    return s.box.card_effects[a.card]


def repeats(s: RussianRailroads, effects: tuple[Effect, ...]) -> list[Repeat]:
    return [a for a in map(Repeat, REPEATS) if unrepeatable(s, effects, a) is None]


def unrepeatable(s: RussianRailroads, effects: tuple[Effect, ...], a: Repeat) -> Illegal | None:
    """russian-railroads 14.3: once more comes after the three actions of the card."""
    source = next(e.source for e in effects if e.op == "repeat")
    if any(e.source == source and e.must for e in effects):
        return no("14.3", Text("the three actions of the ?-card come first"))
    if a.op == "doubler" and doubler_room(s) < 1:
        return no("7.1", Text("no room or no supply for doublers"))
    return None


def repeated(s: RussianRailroads, e: Effect, a: Repeat) -> tuple[Effect, ...]:
    colours = (0,) if a.op == "track" else ()
    return (Effect(a.op, 1, colours, False, e.source),)


# --- end cards -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndCardChoice(Choice[RussianRailroads]):
    """russian-railroads 14.5: look through the stack for a card, or take points at once."""

    points: int
    rule: ClassVar[Rule] = rule("14.5")
    kinds: ClassVar = (Look, TakePoints)

    def seat(self, s: RussianRailroads) -> Seat:
        return s.active

    def question(self, s: RussianRailroads) -> Text:
        return Texts(
            "look through the end cards, or {n} point?", "look through the end cards, or {n} points?", self.points
        )

    def candidates(self, s: RussianRailroads) -> tuple[Action, ...]:
        return (LOOK, POINTS)

    def _any_left(self, s: RussianRailroads) -> bool:
        return not s.removed or bool(end_stack(s))

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        if a == LOOK and not self._any_left(s):
            return no("14.5", Text("no end card is left"))
        return None

    def resolve(self, s: RussianRailroads, a: Action) -> None:
        if a == POINTS:
            points(s, self.points, EFFECTS, Text("instead of an end card"))
            return
        tell(s, StackSearched, s.active)
        missing = s.box.supply["end_cards_removed"] - len(s.removed)
        then(s, *[Removal(s.active)] * missing, Searching(), PickEndCard(self.points))

    def reveals(self, s: RussianRailroads, a: Action) -> bool:
        return a == LOOK


@dataclass(frozen=True, slots=True)
class Removal(Chance[RussianRailroads]):
    """russian-railroads 1.1: cards removed unseen. They are drawn at the first look: nobody could tell before."""

    looker: Seat
    rule: ClassVar[Rule] = rule("1.1")
    kinds: ClassVar = (RemoveEndCard,)

    def question(self, s: RussianRailroads) -> Text:
        return Text("an end card that is not in this game")

    def candidates(self, s: RussianRailroads) -> list[RemoveEndCard]:
        return [RemoveEndCard(card) for card in dict.fromkeys(end_stack(s))]

    def options(self, s: RussianRailroads) -> Options:
        """Two copies of a card are twice as likely as one."""
        left = end_stack(s)
        found = self.candidates(s)
        return Weighted(found, [left.count(a.card) for a in found])

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        assert isinstance(a, RemoveEndCard)
        return None if a.card in end_stack(s) else no("1.1", Text("this end card is not in the stack"))

    def resolve(self, s: RussianRailroads, a: Action) -> None:
        assert isinstance(a, RemoveEndCard)
        s.removed = tuple(sorted((*s.removed, a.card)))

    def readers(self, s: RussianRailroads, a: Action) -> tuple[Seat, ...]:
        return (self.looker,)


@dataclass(frozen=True, slots=True)
class Searching(Step[RussianRailroads]):
    """The stack is seen by the seat that decides, and remembered."""

    def run(self, s: RussianRailroads) -> None:
        s.looks = (*s.looks, (s.active, len(s.takes)))


@dataclass(frozen=True, slots=True)
class PickEndCard(Choice[RussianRailroads]):
    """russian-railroads 14.5: one card of the stack, kept face down, or points."""

    points: int
    rule: ClassVar[Rule] = rule("14.5")
    kinds: ClassVar = (TakeEndCard, TakePoints)

    def seat(self, s: RussianRailroads) -> Seat:
        return s.active

    def question(self, s: RussianRailroads) -> Text:
        return Texts("which end card, or {n} point?", "which end card, or {n} points?", self.points)

    def candidates(self, s: RussianRailroads) -> list[Action]:
        return [*map(TakeEndCard, dict.fromkeys(end_stack(s))), POINTS]

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        if isinstance(a, TakeEndCard) and a.card not in end_stack(s):
            return no("14.5", Text("this end card is not in the stack"))
        return None

    def resolve(self, s: RussianRailroads, a: Action) -> None:
        if isinstance(a, TakeEndCard):
            s.takes = (*s.takes, (s.active, a.card))
            tell(s, EndCardTaken, s.active)
            tell(s, EndCardKept, s.active, Text(s.box.end_cards[a.card].name))
        else:
            points(s, self.points, EFFECTS, Text("instead of an end card"))

    def readers(self, s: RussianRailroads, a: Action) -> tuple[Seat, ...] | None:
        return (s.active,) if isinstance(a, TakeEndCard) else None
