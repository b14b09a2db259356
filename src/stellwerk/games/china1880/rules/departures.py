"""1880: where a table may depart from the rulebook; as the switches stand, the book is played. Each is asked once.

The profile `EIGHTEEN_XX_GAMES` plays as the site 18xx.games does, so that its games can be followed move for move.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Annotated, Literal

from stellwerk.core import Switch, Text
from stellwerk.core.dump import reading


@dataclass(frozen=True, slots=True)
class Departures:
    any_bid: Annotated[bool, Switch(Text("A bid need only be 5 higher, not a multiple of 5"))] = False
    """V.2: a bid need only be 5 higher, not a multiple of 5."""
    skipped_opener: Annotated[
        bool, Switch(Text("After a private company given away the next auction opens one seat further on"))
    ] = False
    """V.1: after a private company is given away for nothing, the next auction is opened one seat further on."""
    free_row: Annotated[bool, Switch(Text("A founder takes any free row of the turn order"))] = False
    """XII.6: a founder takes any free row of the turn order list, not the uppermost."""
    debtor_founds: Annotated[bool, Switch(Text("A player in debt may found a company"))] = False
    """X.forced.5: a player in debt may found a company."""
    debt_counts: Annotated[bool, Switch(Text("Paying debt is an action of its own in a share round"))] = False
    """XII.2: paying debt is an action like buying or selling: the round goes on, priority follows it."""
    late_capital: Annotated[
        bool, Switch(Text("Second half of the capital not at founding, only at the next purchase"))
    ] = False
    """XII.9: founding a company does not bring the second half of the capital, only the next purchase does."""
    merger_from_any_station: Annotated[
        bool, Switch(Text("An investor merges when any station is connected with its home"))
    ] = False
    """VII.6: an investor merges when any station of the company is connected with its home."""
    open_red_homes: Annotated[bool, Switch(Text("Stations in red hexes once their investor is gone"))] = False
    """X.station.7: any company may place a marker in a red hex whose investor is gone."""
    bonus_when_running: Annotated[
        bool, Switch(Text("Price bonus of the cell when trains run, lost without a route"))
    ] = False
    """X.income.5: the price bonus is that of the cell when trains run, and is lost without a route."""
    free_city: Annotated[bool, Switch(Text("A marker on a bare two-city hex goes to either city"))] = False
    """X.station.5: a marker on a bare two-city hex goes to either city when the first tile is laid."""
    idle_trains: Annotated[bool, Switch(Text("A company may leave all trains idle"))] = False
    """X.route.1: a company may leave all its trains idle."""
    surplus_after_share_round: Annotated[bool, Switch(Text("Surplus trains are given up after the share round"))] = (
        False
    )
    """X.buy.7: surplus trains are given up after the share round that the same purchase causes."""
    asked_opener: Annotated[bool, Switch(Text("The opener of an auction is asked even without the money"))] = False
    """V.2: who opens an auction is asked even if he cannot pay the least bid."""
    solvent_opener: Annotated[bool, Switch(Text("Who could bid for nothing that is left opens no auction"))] = False
    """V.1: who could bid for nothing that is left opens no auction."""
    listed_homes: Annotated[bool, Switch(Text("Home cities are chosen in the order of the turn order list"))] = reading(
        {2: False}, default=True
    )
    """X.station.5: companies that float together choose their home cities as they stand on the turn order list, as the
    site does and the book asks; without it who was founded last chooses first."""
    asked_homes: Annotated[bool, Switch(Text("A home city is asked for even if only one is left"))] = False
    """X.station.5: a home city on a two-city hex is asked for as soon as track lies there, even if only one is left."""
    late_rocket_surplus: Annotated[
        bool, Switch(Text("A surplus train after a forced P7 is given up after the share round"))
    ] = False
    """X.buy.8: a company that gets a removed 4-train for P7 gives up a train after the share round."""
    track_for_rocket: Annotated[bool, Switch(Text("Track stays open for a company that may still use P7"))] = False
    """VI.P7: track stays open while a company without a train may use P7; later P7 serves only beside a question."""
    trains_kept: Annotated[bool, Switch(Text("No trains are removed after a share round in the same circle"))] = False
    """X.buy.6: after a share round no unsold trains are removed in the same circle."""
    whole_debt: Annotated[bool, Switch(Text("Debt is paid with all cash, in the own turn"))] = False
    """X.forced.5: debt is paid with all cash, in the own turn; who can do nothing else must pay."""
    unbound_sales: Annotated[
        bool, Switch(Text("After an emergency sale a train may come from another company or P7"))
    ] = reading({2: True}, since=2, default=False)
    """X.forced.3: an emergency sale does not bind its director to the train of the bank."""
    closed_track: Annotated[bool, Switch(Text("P7 brings no second yellow tile after the first"))] = reading(
        {2: True}, since=2, default=False
    )
    """X.track.1: track is over with the tile of phase A, though P7 could take the train that allows a second one."""
    absent_marker: Annotated[
        bool, Switch(Text("No trains are removed before somebody has bought one from the bank"))
    ] = reading({2: True}, since=2, default=False)
    """X.buy.4: until somebody has bought from the bank, no circle is counted and no train removed."""
    hasty_removal: Annotated[
        bool, Switch(Text("Trains that have come up by P7 in this circle are removed all the same"))
    ] = reading({2: True}, since=2, default=False)
    """X.buy.6: P7 takes the last train of a type; the next type is removed with the circle that is just ending."""
    early_fall: Annotated[bool, Switch(Text("Sales lower the price of a company that has not floated"))] = reading(
        {2: True}, since=2, default=False
    )
    """XII.10: the price of a company moves from its founding on, not only from its floating."""
    plain_limit: Annotated[
        bool, Switch(Text("At the certificate limit nothing is bought, whatever the count would be then"))
    ] = reading({2: True}, since=2, default=False)
    """XII.7: the count before a purchase decides, though the purchase would make a director and lower it."""


EIGHTEEN_XX_GAMES = Departures(**{field.name: True for field in fields(Departures)})


@dataclass(frozen=True, slots=True)
class Variants(Departures):
    """What a table chooses at set-up: departures, other readings of the book, and a price list for trains."""

    frozen_directors: Annotated[
        bool, Switch(Text("In the communist phase a director sells nothing of his companies in an emergency either"))
    ] = reading({2: False}, since=2, default=False)
    """XIV.2: the English book names no exception for emergency sales; the German one speaks of share rounds."""
    rising_rocket: Annotated[bool, Switch(Text("P7 becomes the first 4+4-train when all 4-trains are gone"))] = reading(
        {2: False}, since=2, default=False
    )
    """VI.P7.forced: the train on sale, with its phase, not one of the 4-trains that were removed."""
    prices: Annotated[Literal["2022", "old"], Switch(Text("Price list of the trains"))] = "2022"


PROFILES = {"18xx.games": Variants(**asdict(EIGHTEEN_XX_GAMES))}
"""Readings a table can be opened with as a whole."""
