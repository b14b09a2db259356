"""The state.

Glossary: goods = what a wagon carries, one of the ids of `goods.toml`; yard = the wagons of a seat; siding = the wagons
everybody may couple, place 1 first; lying = the coins on each of them; main line = the wagons nobody sees coming;
hand = secret orders of a seat; pile = orders nobody has seen; given = the order each seat gave to its left, "" before;
express = the goods that bring a point more in this round, "" before the first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any

from shunting_yard.rules.components import Box
from stellwerk.core import Seat, Step, Switch, Text
from stellwerk.core.dump import SHARED, TRANSIENT


@dataclass(frozen=True, slots=True)
class Variants:
    short: Annotated[bool, Switch(Text("A short evening: the third order ends the game"))] = False


@dataclass(slots=True)
class Player:
    coins: int
    yard: list[str]
    hand: tuple[str, ...] = ()
    delivered: tuple[str, ...] = ()
    express: int = 0
    """Points the express has brought."""
    given: str = ""

    def copy(self) -> Player:
        return Player(self.coins, self.yard[:], self.hand, self.delivered, self.express, self.given)


@dataclass(slots=True)
class ShuntingYard:
    box: Box = field(metadata=SHARED)
    variants: Variants
    players: list[Player]
    main_line: list[str]
    pile: tuple[str, ...]
    bank: int
    siding: list[str] = field(default_factory=list)
    lying: list[int] = field(default_factory=list)
    express: str = ""
    starter: Seat = -1
    round: int = 0
    agenda: list[Step[Any]] = field(default_factory=list)
    heard: list[Any] | None = field(default=None, metadata=TRANSIENT)

    def copy(self) -> ShuntingYard:
        return ShuntingYard(
            self.box,
            self.variants,
            [player.copy() for player in self.players],
            self.main_line[:],
            self.pile,
            self.bank,
            self.siding[:],
            self.lying[:],
            self.express,
            self.starter,
            self.round,
            self.agenda[:],
        )

    @property
    def goal(self) -> int:
        return self.box.table.short_goal if self.variants.short else self.box.table.goal

    @property
    def rounds(self) -> int:
        return self.box.table.short_rounds if self.variants.short else self.box.table.rounds

    def left_of(self, seat: Seat) -> Seat:
        return (seat + 1) % len(self.players)

    @property
    def is_last_round(self) -> bool:
        return self.round == self.rounds or any(len(p.delivered) >= self.goal for p in self.players)
