"""russian-railroads 1, set-up: what everybody has, engineers on the display, the turn order, start bonuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from stellwerk.core import Action, Chance, Choice, Illegal, Rule, Seat, Setup, Text, tell, then
from stellwerk.games.russian_railroads.rules.actions import ChooseBonus, DealEngineer, DealPlace
from stellwerk.games.russian_railroads.rules.box import Box, box_of
from stellwerk.games.russian_railroads.rules.chapters.effects import go_on
from stellwerk.games.russian_railroads.rules.chapters.instant import gain
from stellwerk.games.russian_railroads.rules.chapters.rounds import Round
from stellwerk.games.russian_railroads.rules.citation import no, rule
from stellwerk.games.russian_railroads.rules.events import BonusChosen, EngineerDealt, PlaceDealt
from stellwerk.games.russian_railroads.rules.state import TALLY, Player, RussianRailroads


def player(box: Box, seats: int) -> Player:
    """russian-railroads 1.2: black track on space 1 of each line, a locomotive 1, workers and coins."""
    table = box.tables[seats]
    starts = [box.index(line.id, line.colours[0]) for line in box.lines]
    return Player(
        tracks=[int(i in starts) for i in range(len(box.lines) * len(box.colours))],
        locomotives=(1, *[0] * (len(box.slots) - 1)),
        factories=(0,) * len(box.gaps),
        tally=[0] * len(TALLY),
        markers=(0,),
        engineers=(),
        tiles=(),
        doublers=0,
        crew=table.workers,
        workers=table.workers,
        temporary=0,
        black=0,
        coins=table.coins,
    )


def start(setup: Setup) -> RussianRailroads:
    """russian-railroads 1.1, 1.4: the board for this number of players, one locomotive a player and number."""
    box, seats = box_of(setup.components), setup.seats
    table = box.tables[seats]
    s = RussianRailroads(
        box=box,
        variants=setup.variants,
        players=[player(box, seats) for _ in range(seats)],
        order=[],
        at=0,
        active=0,
        passed=[False] * seats,
        round=0,
        stands=[],
        stacks=[0, 0] + [seats] * (box.top - 1),
        returned=[0] * (box.top + 1),
        display=[0] * len(table.letters),
        departed=(),
        doublers=box.supply["doublers"],
        temporary=box.supply["temporary_workers"],
        black_worker=-1,
        bonuses=tuple(box.bonuses),
        cards=tuple(box.cards),
        removed=(),
        takes=(),
        looks=(),
    )
    filled = [place for place, letter in enumerate(table.letters) if letter != "-"]
    then(s, *map(EngineerDeal, filled), *[PlaceDeal()] * seats, *map(StartBonus, range(seats, 1, -1)), Round())
    return s


@dataclass(frozen=True, slots=True)
class EngineerDeal(Chance[RussianRailroads]):
    """russian-railroads 1.1: a place of the display gets an engineer of its letter."""

    place: int
    rule: ClassVar[Rule] = rule("1.1")
    kinds: ClassVar = (DealEngineer,)

    def question(self, s: RussianRailroads) -> Text:
        return Text("an engineer for place {place}", place=self.place + 1)

    def candidates(self, s: RussianRailroads) -> list[DealEngineer]:
        letter = s.table.letters[self.place]
        left = [e.number for e in s.box.engineers.values() if e.letter == letter and e.number not in s.display]
        return [*map(DealEngineer, left)]

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        return None if a in self.candidates(s) else no("1.1", Text("this engineer does not belong there"))

    def resolve(self, s: RussianRailroads, a: Action) -> None:
        assert isinstance(a, DealEngineer)
        s.display[self.place] = a.number
        tell(s, EngineerDealt, self.place, Text(s.box.engineers[a.number].name))


@dataclass(frozen=True, slots=True)
class PlaceDeal(Chance[RussianRailroads]):
    """russian-railroads 1.2: the turn order cards are dealt."""

    rule: ClassVar[Rule] = rule("1.2")
    kinds: ClassVar = (DealPlace,)

    def question(self, s: RussianRailroads) -> Text:
        return Text("who gets place {place}?", place=len(s.order) + 1)

    def candidates(self, s: RussianRailroads) -> list[DealPlace]:
        return [DealPlace(seat) for seat in range(len(s.players)) if seat not in s.order]

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        return None if a in self.candidates(s) else no("1.2", Text("this seat has its turn order card already"))

    def resolve(self, s: RussianRailroads, a: Action) -> None:
        assert isinstance(a, DealPlace)
        s.order.append(a.seat)
        tell(s, PlaceDealt, a.seat, len(s.order))


@dataclass(frozen=True, slots=True)
class StartBonus(Choice[RussianRailroads]):
    """russian-railroads 1.3, 14.1: from the last place to the second, everybody takes one bonus and carries it out."""

    place: int
    rule: ClassVar[Rule] = rule("1.3")
    kinds: ClassVar = (ChooseBonus,)

    def seat(self, s: RussianRailroads) -> Seat:
        return s.order[self.place - 1]

    def question(self, s: RussianRailroads) -> Text:
        return Text("which start bonus?")

    def candidates(self, s: RussianRailroads) -> list[ChooseBonus]:
        return [*map(ChooseBonus, s.bonuses)]

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        assert isinstance(a, ChooseBonus)
        return None if a.bonus in s.bonuses else no("1.3", Text("this start bonus has been taken already"))

    def resolve(self, s: RussianRailroads, a: Action) -> None:
        assert isinstance(a, ChooseBonus)
        s.active = self.seat(s)
        s.bonuses = tuple(bonus for bonus in s.bonuses if bonus != a.bonus)
        tell(s, BonusChosen, s.active, Text(s.box.bonuses[a.bonus].name))
        go_on(s, gain(s, s.box.bonus_effects[a.bonus]))
