"""The state of a game of Russian Railroads, with its glossary.

line = one of the three railway lines of a player board; space of a line = 1…length; track = the piece of one colour on
one line, identified by its index `line * colours + colour`, its value the space it stands on, 0 while it is not built.
reach = sum of the numbers of the locomotives at a line. slot = a place for a locomotive (Trans-Siberian two, the others
one), 0 while empty; the slots of a line are kept with the higher number first. lane = the industry track of a player
board; entry = one of its spaces or gaps, from 0; gap = a hole in the lane that a factory fills; marker = industry
marker, the front one first. space (of the board) = action space; stand = what a seat has put on a space:
(space, seat, payment). own engineer = one beside a player board, a space of that player alone (`engineer_7`). crew =
all workers of a player's colour that he has, `workers` those not placed. display = the row of engineers on the board,
counted from the hire space; 0 = empty. stack = locomotive tiles of one number to be bought; returned = tiles that are
only factories now. take = an end card taken: (seat, card). look = a look through the end cards: (seat, takes so far).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from stellwerk.core import Step, Switch, Text
from stellwerk.core.dump import SHARED, TRANSIENT, reading
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.components import Table

TALLY = (
    "transsib",
    "petersburg",
    "kiev",
    "industry",
    "passing",
    "stations",
    "effects",
    "end_cards",
    "majority",
)
"""What points are counted for, in this order."""
PASSING, STATIONS, EFFECTS, END_CARDS, MAJORITY = 4, 5, 6, 7, 8


@dataclass(frozen=True, slots=True)
class Variants:
    """Set-up switches. What the first rules version read otherwise says so."""

    limited_coins: Annotated[bool, Switch(Text("Coins are limited to the 18 of the box"))] = False
    """7.2: the 18 coins of the box are all there are."""
    reuse_narrow: Annotated[bool, Switch(Text("Use again: only spaces that cost exactly one worker"))] = reading(
        {2: True}, since=2, default=False
    )
    """8.5: the price counts as well as the pieces that stand there."""
    reuse_faq: Annotated[
        bool, Switch(Text("Use again: also a space paid with one coin, and the black worker's extra step again"))
    ] = reading({2: False}, since=2, default=False)
    """8.5: as the publisher's list of answers has it, seen in one translation only."""


@dataclass(slots=True)
class Player:
    """The board of a seat and what lies in front of it."""

    tracks: list[int]
    tally: list[int]
    locomotives: tuple[int, ...]
    factories: tuple[int, ...]
    markers: tuple[int, ...]
    engineers: tuple[int, ...]
    tiles: tuple[tuple[str, str], ...]
    """?-tiles laid: (?-space, tile)."""
    doublers: int
    crew: int
    workers: int
    temporary: int
    black: int
    """1 while the black worker is here and not placed."""
    coins: int

    def copy(self) -> Player:
        return Player(
            self.tracks[:],
            self.tally[:],
            self.locomotives,
            self.factories,
            self.markers,
            self.engineers,
            self.tiles,
            self.doublers,
            self.crew,
            self.workers,
            self.temporary,
            self.black,
            self.coins,
        )

    def laid(self, *tiles: str) -> bool:
        """Whether one of these ?-tiles lies on the board."""
        return any(tile in tiles for _, tile in self.tiles)

    @property
    def points(self) -> int:
        return sum(self.tally)


@dataclass(slots=True)
class RussianRailroads:
    box: Box = field(metadata=SHARED)
    variants: Variants
    players: list[Player]
    order: list[int]
    """Seats by position."""
    at: int
    """Position whose turn it is, or was last."""
    active: int
    """The seat that decides."""
    passed: list[bool]
    round: int
    stands: list[tuple[str, int, str]]
    stacks: list[int]
    returned: list[int]
    display: list[int]
    departed: tuple[int, ...]
    """Engineers nobody hired."""
    doublers: int
    temporary: int
    black_worker: int
    """The seat that has him, -1 while he stands on his card."""
    bonuses: tuple[str, ...]
    cards: tuple[str, ...]
    removed: tuple[str, ...]
    takes: tuple[tuple[int, str], ...]
    looks: tuple[tuple[int, int], ...]
    agenda: list[Step[Any]] = field(default_factory=list)
    heard: list[Any] | None = field(default=None, metadata=TRANSIENT)

    def copy(self) -> RussianRailroads:
        return RussianRailroads(
            self.box,
            self.variants,
            [player.copy() for player in self.players],
            self.order[:],
            self.at,
            self.active,
            self.passed[:],
            self.round,
            self.stands[:],
            self.stacks[:],
            self.returned[:],
            self.display[:],
            self.departed,
            self.doublers,
            self.temporary,
            self.black_worker,
            self.bonuses,
            self.cards,
            self.removed,
            self.takes,
            self.looks,
            self.agenda[:],
        )

    @property
    def me(self) -> Player:
        """The board of the seat that decides."""
        return self.players[self.active]

    @property
    def table(self) -> Table:
        return self.box.tables[len(self.players)]

    @property
    def last_round(self) -> bool:
        return self.round == self.table.rounds


def reach(s: RussianRailroads, player: Player, line: int) -> int:
    """How far the locomotives of a line go: their numbers added up."""
    return sum(number for number, at in zip(player.locomotives, s.box.slots, strict=True) if at == line)


def lowest_stack(s: RussianRailroads) -> int:
    """The number of the locomotives that may be taken, 0 when none is left."""
    return next((number for number, left in enumerate(s.stacks) if left), 0)


def coins_left(s: RussianRailroads) -> int:
    """Coins of the box that nobody has; below zero where coins are unlimited."""
    placed = sum(payment.count("coin") for _, _, payment in s.stands)
    beside = sum(e.n for card in s.cards for e in s.box.card_effects[card] if e.op == "free_engineer")
    return s.box.supply["coins"] - placed - beside - sum(player.coins for player in s.players)


def end_stack(s: RussianRailroads) -> list[str]:
    """The end cards that lie in the stack once two have been removed, in the order of their table."""
    left = [card.id for card in s.box.end_cards.values() for _ in range(card.copies)]
    for card in s.removed:
        left.remove(card)
    for _, card in s.takes:
        left.remove(card)
    return left
