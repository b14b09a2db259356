"""1880: the set-up switches, and the state of a game.

Glossary
--------
seat        a player, 0…n-1, for the whole game; `order` is how they sit, clockwise
priority    the seat that begins the next share round (the big wooden locomotive)
private     a private company, P0…P7; NOBODY holds it before its auction, CLOSED when it has left the game
investor    a foreign investor, A1…A7, with its owner's seat; gone from `investors` once merged
reserved    investor → the company whose 10 % share lies on its charter
freed       company → percent of the lower half of its stack that a ruling has put up for sale early
stacks      company → where each of its cards lies, at a table that gives change from the stack
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

from dataclasses import asdict, dataclass, field, fields
from typing import Annotated, Any, Literal

from stellwerk.core import Seat, Step, Switch, Text
from stellwerk.core.dump import SHARED, TRANSIENT, reading
from stellwerk.games.china1880.rules.components import Phase, Tables
from stellwerk.games.china1880.rules.stack import Stack
from stellwerk.rail18.board import Board
from stellwerk.rail18.market import Cell

NOBODY: Seat = -1
CLOSED: Seat = -2


AUCTION = Text("The auction")
SHARES = Text("Companies, shares and debt")
STATIONS = Text("Investors and stations")
RUNNING = Text("Track and running")
TRAINS = Text("Trains")


@dataclass(frozen=True, slots=True)
class Departures:
    """Where a table may depart from the rulebook; as the switches stand, the book is played. Each is asked once."""

    any_bid: Annotated[bool, Switch(Text("A bid need only be 5 higher, not a multiple of 5"), AUCTION)] = False
    """V.2: a bid need only be 5 higher, not a multiple of 5."""
    skipped_opener: Annotated[
        bool, Switch(Text("After a private company given away the next auction opens one seat further on"), AUCTION)
    ] = False
    """V.1: after a private company is given away for nothing, the next auction is opened one seat further on."""
    free_row: Annotated[bool, Switch(Text("A founder takes any free row of the turn order"), SHARES)] = False
    """XII.6: a founder takes any free row of the turn order list, not the uppermost."""
    debtor_founds: Annotated[bool, Switch(Text("A player in debt may found a company"), SHARES)] = False
    """X.forced.5: a player in debt may found a company."""
    debt_counts: Annotated[bool, Switch(Text("Paying debt is an action of its own in a share round"), SHARES)] = False
    """XII.2: paying debt is an action like buying or selling: the round goes on, priority follows it."""
    late_capital: Annotated[
        bool, Switch(Text("Second half of the capital not at founding, only at the next purchase"), SHARES)
    ] = False
    """XII.9: founding a company does not bring the second half of the capital, only the next purchase does."""
    merger_from_any_station: Annotated[
        bool, Switch(Text("An investor merges when any station is connected with its home"), STATIONS)
    ] = False
    """VII.6: an investor merges when any station of the company is connected with its home."""
    open_red_homes: Annotated[bool, Switch(Text("Stations in red hexes once their investor is gone"), STATIONS)] = False
    """X.station.7: any company may place a marker in a red hex whose investor is gone."""
    bonus_when_running: Annotated[
        bool, Switch(Text("Price bonus of the cell when trains run, lost without a route"), RUNNING)
    ] = False
    """X.income.5: the price bonus is that of the cell when trains run, and is lost without a route."""
    free_city: Annotated[bool, Switch(Text("A marker on a bare two-city hex goes to either city"), STATIONS)] = False
    """X.station.5: a marker on a bare two-city hex goes to either city when the first tile is laid."""
    idle_trains: Annotated[bool, Switch(Text("A company may leave all trains idle"), RUNNING)] = False
    """X.route.1: a company may leave all its trains idle."""
    surplus_after_share_round: Annotated[
        bool, Switch(Text("Surplus trains are given up after the share round"), TRAINS)
    ] = False
    """X.buy.7: surplus trains are given up after the share round that the same purchase causes."""
    asked_opener: Annotated[bool, Switch(Text("The opener of an auction is asked even without the money"), AUCTION)] = (
        False
    )
    """V.2: who opens an auction is asked even if he cannot pay the least bid."""
    solvent_opener: Annotated[
        bool, Switch(Text("Who could bid for nothing that is left opens no auction"), AUCTION)
    ] = False
    """V.1: who could bid for nothing that is left opens no auction."""
    listed_homes: Annotated[
        bool, Switch(Text("Home cities are chosen in the order of the turn order list"), STATIONS)
    ] = reading({2: False}, default=True)
    """X.station.5: companies that float together choose their home cities as they stand on the turn order list, as the
    site does and the book asks; without it who was founded last chooses first."""
    asked_homes: Annotated[bool, Switch(Text("A home city is asked for even if only one is left"), STATIONS)] = False
    """X.station.5: a home city on a two-city hex is asked for as soon as track lies there, even if only one is left."""
    late_rocket_surplus: Annotated[
        bool, Switch(Text("A surplus train after a forced P7 is given up after the share round"), TRAINS)
    ] = False
    """X.buy.8: a company that gets a removed 4-train for P7 gives up a train after the share round."""
    track_for_rocket: Annotated[bool, Switch(Text("Track stays open for a company that may still use P7"), RUNNING)] = (
        False
    )
    """VI.P7: track stays open while a company without a train may use P7; later P7 serves only beside a question."""
    trains_kept: Annotated[
        bool, Switch(Text("No trains are removed after a share round in the same circle"), TRAINS)
    ] = False
    """X.buy.6: after a share round no unsold trains are removed in the same circle."""
    whole_debt: Annotated[bool, Switch(Text("Debt is paid with all cash, in the own turn"), SHARES)] = False
    """X.forced.5: debt is paid with all cash, in the own turn; who can do nothing else must pay."""
    unbound_sales: Annotated[
        bool, Switch(Text("After an emergency sale a train may come from another company or P7"), TRAINS)
    ] = reading({2: True}, since=2, default=False)
    """X.forced.3: an emergency sale does not bind its director to the train of the bank."""
    closed_track: Annotated[bool, Switch(Text("P7 brings no second yellow tile after the first"), RUNNING)] = reading(
        {2: True}, since=2, default=False
    )
    """X.track.1: track is over with the tile of phase A, though P7 could take the train that allows a second one."""
    absent_marker: Annotated[
        bool, Switch(Text("No trains are removed before somebody has bought one from the bank"), TRAINS)
    ] = reading({2: True}, since=2, default=False)
    """X.buy.4: until somebody has bought from the bank, no circle is counted and no train removed."""
    hasty_removal: Annotated[
        bool, Switch(Text("Trains that have come up by P7 in this circle are removed all the same"), TRAINS)
    ] = reading({2: True}, since=2, default=False)
    """X.buy.6: P7 takes the last train of a type; the next type is removed with the circle that is just ending."""
    early_fall: Annotated[bool, Switch(Text("Sales lower the price of a company that has not floated"), SHARES)] = (
        reading({2: True}, since=2, default=False)
    )
    """XII.10: the price of a company moves from its founding on, not only from its floating."""
    plain_limit: Annotated[
        bool, Switch(Text("At the certificate limit nothing is bought, whatever the count would be then"), SHARES)
    ] = reading({2: True}, since=2, default=False)
    """XII.7: the count before a purchase decides, though the purchase would make a director and lower it."""
    change_from_stack: Annotated[
        bool, Switch(Text("Change for a director's certificate comes from shares that are not for sale yet"), SHARES)
    ] = reading({3: False}, since=3, default=False)
    """VIII.5: who sells a part of a director's certificate gets change from the front of the bank's stack, even from
    the lower half; the shares that come back in exchange are for sale in its place."""


EIGHTEEN_XX_GAMES = Departures(**{field.name: True for field in fields(Departures)})
"""Plays as the site 18xx.games does, so that its games can be followed move for move."""


@dataclass(frozen=True, slots=True)
class Variants(Departures):
    """What a table chooses at set-up: departures, other readings of the book, and a price list for trains."""

    frozen_directors: Annotated[
        bool,
        Switch(Text("In the communist phase a director sells nothing of his companies in an emergency either"), SHARES),
    ] = reading({2: False}, since=2, default=False)
    """XIV.2: the English book names no exception for emergency sales; the German one speaks of share rounds."""
    rising_rocket: Annotated[
        bool, Switch(Text("P7 becomes the first 4+4-train when all 4-trains are gone"), TRAINS)
    ] = reading({2: False}, since=2, default=False)
    """VI.P7.forced: the train on sale, with its phase, not one of the 4-trains that were removed."""
    prices: Annotated[Literal["2022", "old"], Switch(Text("Price list of the trains"), TRAINS)] = "2022"


PROFILES = {"18xx.games": Variants(**asdict(EIGHTEEN_XX_GAMES))}
"""Readings a table can be opened with as a whole."""


@dataclass(slots=True)
class China:
    tables: Tables = field(metadata=SHARED, repr=False)
    """The components, the same for all."""
    variants: Variants = field(metadata=SHARED, repr=False)
    """The set-up switches."""
    seats: int
    """How many play."""
    order: tuple[Seat, ...]
    """The seats as they sit, clockwise."""
    priority: Seat
    cash: list[int]
    """Yen of each seat."""
    debt: list[int]
    """What each seat owes the bank."""
    privates: dict[str, Seat]
    """Private company → its owner; -1 before its auction, -2 when it has left the game."""
    investors: dict[str, Seat]
    """Foreign investor → its owner; gone once merged."""
    reserved: dict[str, str]
    freed: dict[str, int]
    granted: str
    treasury: dict[str, int]
    par: dict[str, int]
    row: dict[str, int]
    certificate: dict[str, int]
    """Company → size of the director's certificate in percent: 20, 30 or 40."""
    permits: dict[str, str]
    """Company → the phases in which it may build, such as `ABC`."""
    director: dict[str, Seat]
    """Company → the seat that decides for it."""
    shares: dict[str, tuple[int, ...]]
    cell: dict[str, Cell]
    trains: dict[str, tuple[str, ...]]
    """Company or investor → the types of its trains."""
    stations: dict[str, tuple[str, ...]]
    floated: tuple[str, ...]
    """Companies that operate."""
    full: tuple[str, ...]
    phase: str
    """The phase of the trains, `A1` to `D3`: what may be built and bought."""
    depot: dict[str, int]
    marker: str
    board: Board
    """Tiles and station markers on the map."""
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
    stacks: dict[str, Stack] = reading({3: {}}, since=3, default_factory=dict)  # noqa: RUF009
    agenda: list[Step[Any]] = field(default_factory=list)
    """What is still to happen, the next at the end."""
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
            self.stacks.copy(),
            self.agenda[:],
        )

    @property
    def now(self) -> Phase:
        """The phase with all it says."""
        return self.tables.phases[self.phase]

    def owner(self, entity: str) -> Seat:
        """1880 VIII.2: who decides for a company or an investor."""
        return self.director[entity] if entity in self.director else self.investors[entity]
