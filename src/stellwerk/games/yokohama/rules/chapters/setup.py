"""yokohama setup: what is dealt before the first turn, and the order each player keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from stellwerk.core import Action, Choice, Illegal, Rule, Seat, Setup, Step, Text, tell, then
from stellwerk.games.yokohama.rules.actions import KeepOrder
from stellwerk.games.yokohama.rules.chapters.dealing import ACHIEVEMENTS, AREAS, HAND, SITES, TILES, Draw
from stellwerk.games.yokohama.rules.chapters.turn import Turn
from stellwerk.games.yokohama.rules.checks import ORDERS_DEALT
from stellwerk.games.yokohama.rules.citation import no, rule
from stellwerk.games.yokohama.rules.components import tables
from stellwerk.games.yokohama.rules.events import OrderKept
from stellwerk.games.yokohama.rules.state import Yokohama, empty, grounds


def start(setup: Setup) -> Yokohama:
    s = empty(tables(setup.components), setup.variants, setup.seats)
    then(s, LayOut(), Equip(), DealCards(), Turn())
    return s


@dataclass(frozen=True, slots=True)
class LayOut(Step[Yokohama]):
    """yokohama setup.2: the area boards by chance into the pyramid."""

    def run(self, s: Yokohama) -> None:
        then(s, *(Draw(AREAS, position) for position in range(sum(s.tables.shapes[s.seats].rows))))


@dataclass(frozen=True, slots=True)
class Equip(Step[Yokohama]):
    """yokohama setup.4, setup.5: a building-site card and a power-5 tile on every area but the canal."""

    def run(self, s: Yokohama) -> None:
        areas = grounds(s)
        then(s, *(Draw(SITES, area) for area in areas), *(Draw(TILES, area) for area in areas))


@dataclass(frozen=True, slots=True)
class DealCards(Step[Yokohama]):
    """yokohama setup.9, setup.10, setup.11: order boards, two orders a player, technology boards, achievements."""

    def run(self, s: Yokohama) -> None:
        seats = range(s.seats)
        then(
            s,
            *self._fill(s, tuple(s.tables.order_boards)),
            *(Draw(HAND, seat) for seat in seats for _ in range(ORDERS_DEALT)),
            *map(KeepingOrder, seats),
            *self._fill(s, tuple(s.tables.technology_boards)),
            *(Draw(ACHIEVEMENTS, stack) for stack in range(3)),
        )

    def _fill(self, s: Yokohama, boards: tuple[str, ...]) -> list[Draw]:
        return [Draw(board, slot) for board in boards if board in s.displays for slot in range(len(s.displays[board]))]


@dataclass(frozen=True, slots=True)
class KeepingOrder(Choice[Yokohama]):
    """yokohama setup.9: one of the two orders is kept secretly, the other is out of the game."""

    of: Seat
    rule: ClassVar[Rule] = rule("setup.9")
    kinds: ClassVar = (KeepOrder,)

    def seat(self, s: Yokohama) -> Seat:
        return self.of

    def question(self, s: Yokohama) -> Text:
        return Text("Choose the order you keep")

    def candidates(self, s: Yokohama) -> list[Action]:
        return [s.tables.menu.keep[order] for order in s.dealt[self.of]]

    def objection(self, s: Yokohama, a: Action) -> Illegal | None:
        assert isinstance(a, KeepOrder)
        if a.order in s.dealt[self.of]:
            return None
        return no(self.rule, Text("that order was not dealt to you"))

    def resolve(self, s: Yokohama, a: Action) -> None:
        assert isinstance(a, KeepOrder)
        (s.thrown[self.of],) = (order for order in s.dealt[self.of] if order != a.order)
        s.dealt[self.of] = ()
        s.hand[self.of] = (a.order,)
        s.hidden[self.of] = a.order
        tell(s, OrderKept, self.of)

    def readers(self, s: Yokohama, a: Action) -> tuple[Seat, ...]:
        return (self.of,)
