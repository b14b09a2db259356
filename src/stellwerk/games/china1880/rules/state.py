"""1880: the state of a game.

Glossary
--------
seat        a player, 0…n-1, for the whole game; `order` is how they sit, clockwise
priority    the seat that begins the next share round (the big wooden locomotive)
private     a private company, P0…P7; NOBODY holds it before its auction, CLOSED when it has left the game
investor    a foreign investor, A1…A7, with its owner's seat; gone from `investors` once merged
reserved    investor → the company whose 10 % share lies on its charter
freed       company → percent of the lower half of its stack that a ruling has put up for sale early
granted     the company that received the permit of P5, or ""
company     a major company by its abbreviation, founded (has a par price) and later floated (operates)
treasury    cash of companies and investors
par, row    place on the turn order list: par price, and the row within it from the top
certificate size of the director's certificate in percent: 20, 30 or 40
shares      company → percent held by each seat; what is neither here nor reserved is in the bank
cell        place of the price marker on the share price chart
stations    hexes of a company's station markers in the order they were placed, the free home marker first
full        companies that have received the second half of their capital
depot       trains left in the bank by type
marker      the company with the train purchase marker, or ""
stock       tiles left by number
rounds      share rounds finished
sold        (seat, company) pairs: who sold what in this share round
trader      who bought or sold last in this share round, or NOBODY
active      the company or investor that operates, or ""
bonus       price bonus of the active company for this turn
income      what the trains of the active company have earned this turn
ran         the active company has been asked to run its trains this turn, and has answered
bought      the active company has bought from the bank this turn, or the circle without a purchase has been dealt with
bank        what the bank has taken in less what it has paid out; with all purses together it makes 0
spared      P7 has taken the last train of a type since the marker company's last turn: the next type stays this time
turns_left  turns the marker company still has before the game ends; -1 before the last 8-train is gone
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from stellwerk.core import Seat, Step
from stellwerk.core.dump import SHARED, TRANSIENT, reading
from stellwerk.games.china1880.rules.components import Phase, Tables
from stellwerk.games.china1880.rules.departures import Variants
from stellwerk.rail18.board import Board
from stellwerk.rail18.market import Cell

NOBODY: Seat = -1
CLOSED: Seat = -2


@dataclass(slots=True)
class China:
    tables: Tables = field(metadata=SHARED, repr=False)
    variants: Variants = field(metadata=SHARED, repr=False)
    seats: int
    order: tuple[Seat, ...]
    priority: Seat
    cash: list[int]
    debt: list[int]
    privates: dict[str, Seat]
    investors: dict[str, Seat]
    reserved: dict[str, str]
    freed: dict[str, int]
    granted: str
    treasury: dict[str, int]
    par: dict[str, int]
    row: dict[str, int]
    certificate: dict[str, int]
    permits: dict[str, str]
    director: dict[str, Seat]
    shares: dict[str, tuple[int, ...]]
    cell: dict[str, Cell]
    trains: dict[str, tuple[str, ...]]
    stations: dict[str, tuple[str, ...]]
    floated: tuple[str, ...]
    full: tuple[str, ...]
    phase: str
    depot: dict[str, int]
    marker: str
    board: Board
    stock: dict[str, int]
    rounds: int
    sold: tuple[tuple[Seat, str], ...]
    trader: Seat
    active: str
    bonus: int
    income: int
    ran: bool
    bought: bool
    turns_left: int
    bank: int = reading({2: 0}, since=2, default=0)
    spared: bool = reading({2: False}, since=2, default=False)
    agenda: list[Step[Any]] = field(default_factory=list)
    heard: list[Any] | None = field(default=None, metadata=TRANSIENT)

    def copy(self) -> China:
        return China(
            self.tables,
            self.variants,
            self.seats,
            self.order,
            self.priority,
            self.cash[:],
            self.debt[:],
            self.privates.copy(),
            self.investors.copy(),
            self.reserved.copy(),
            self.freed.copy(),
            self.granted,
            self.treasury.copy(),
            self.par.copy(),
            self.row.copy(),
            self.certificate.copy(),
            self.permits.copy(),
            self.director.copy(),
            self.shares.copy(),
            self.cell.copy(),
            self.trains.copy(),
            self.stations.copy(),
            self.floated,
            self.full,
            self.phase,
            self.depot.copy(),
            self.marker,
            self.board,
            self.stock.copy(),
            self.rounds,
            self.sold,
            self.trader,
            self.active,
            self.bonus,
            self.income,
            self.ran,
            self.bought,
            self.turns_left,
            self.bank,
            self.spared,
            self.agenda[:],
        )

    @property
    def now(self) -> Phase:
        """The phase with all it says."""
        return self.tables.phases[self.phase]

    def owner(self, entity: str) -> Seat:
        """1880 VIII.2: who decides for a company or an investor."""
        return self.director[entity] if entity in self.director else self.investors[entity]
