"""What a seat, or a spectator (None), may see: built piece by piece, and made into a full state again by `imagine`.

Hidden are the orders in foreign hands and the pile. The order a seat gave away at the start it knows in the hand of its
neighbour, until that one is delivered.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from shunting_yard.rules.components import Box
from shunting_yard.rules.state import Player, ShuntingYard, Variants
from stellwerk.core import Rng, Seat, Step
from stellwerk.core.chance import pick, shuffled
from stellwerk.core.dump import SHARED

HIDDEN = "?"


@dataclass(frozen=True, slots=True)
class PlayerView:
    seat: Seat
    """Whose they are."""
    coins: int
    """What the seat has to pay with."""
    yard: tuple[str, ...]
    """The goods of its wagons."""
    hand: tuple[str, ...]
    """Orders as far as the reader knows them, then "?" for each of the others."""
    delivered: tuple[str, ...]
    """Orders it has delivered."""
    express: int
    """Points it has got by the express."""
    given: str
    """The order it gave to its left, as far as the reader knows it; "" before."""
    points: int
    """Of delivered orders and the express."""


@dataclass(frozen=True, slots=True)
class View:
    box: Box = field(metadata=SHARED)
    """The components."""
    seat: Seat | None
    """Who sees this; None for a spectator."""
    variants: Variants
    """The switches of the set-up."""
    players: tuple[PlayerView, ...]
    """By seat."""
    main_line: tuple[str, ...]
    """Goods of the wagons that are still to come, sorted: their order nobody knows."""
    pile: int
    """Orders nobody has seen."""
    bank: int
    """Coins in the bank."""
    siding: tuple[str, ...]
    """Goods of the wagons everybody may couple, place 1 first."""
    lying: tuple[int, ...]
    """The coins on each of them."""
    express: str
    """The goods that bring a point more in this round; "" before the first."""
    starter: Seat
    """Who begins a round."""
    round: int
    """The round that is played, from 1."""
    rounds: int
    """How many are played."""
    goal: int
    """Orders delivered that end the game."""
    agenda: tuple[Step[Any], ...]
    """What is still to happen, the next at the end."""


def view(s: ShuntingYard, seat: Seat | None) -> View:
    return View(
        box=s.box,
        seat=seat,
        variants=s.variants,
        players=tuple(_player(s, of, seat) for of in range(len(s.players))),
        main_line=tuple(sorted(s.main_line)),
        pile=len(s.pile),
        bank=s.bank,
        siding=tuple(s.siding),
        lying=tuple(s.lying),
        express=s.express,
        starter=s.starter,
        round=s.round,
        rounds=s.rounds,
        goal=s.goal,
        agenda=tuple(s.agenda),
    )


def _player(s: ShuntingYard, of: Seat, reader: Seat | None) -> PlayerView:
    p, is_over = s.players[of], not s.agenda
    giver = (of - 1) % len(s.players)
    known = [o for o in p.hand if is_over or reader == of or (reader == giver and o == s.players[giver].given)]
    may_know_given = is_over or not p.given or reader in (of, s.left_of(of))
    return PlayerView(
        seat=of,
        coins=p.coins,
        yard=tuple(p.yard),
        hand=(*known, *[HIDDEN] * (len(p.hand) - len(known))),
        delivered=p.delivered,
        express=p.express,
        given=p.given if may_know_given else HIDDEN,
        points=sum(s.box.orders[order].points for order in p.delivered) + p.express,
    )


def imagine(v: View, rng: Rng) -> ShuntingYard:
    """The orders nobody has shown, dealt anew."""
    seen = {order for p in v.players for order in (*p.hand, *p.delivered, p.given)}
    unseen = shuffled(rng, [order for order in v.box.orders if order not in seen])
    players = [_imagined(v, p, unseen) for p in v.players]
    for seat, p in enumerate(players):
        if p.given == HIDDEN:
            p.given = _given(v, players[(seat + 1) % len(players)], unseen, rng)
    return ShuntingYard(
        v.box,
        v.variants,
        players,
        list(v.main_line),
        v.box.sorted(tuple(unseen)),
        v.bank,
        list(v.siding),
        list(v.lying),
        v.express,
        v.starter,
        v.round,
        list(v.agenda),
    )


def _imagined(v: View, p: PlayerView, unseen: list[str]) -> Player:
    hand = v.box.sorted(tuple(unseen.pop() if order == HIDDEN else order for order in p.hand))
    return Player(p.coins, list(p.yard), hand, p.delivered, p.express, p.given)


def _given(v: View, receiver: Player, unseen: list[str], rng: Rng) -> str:
    """An order the reader saw change hands face down: still on its way before the first round, then anywhere there."""
    return pick(rng, (*receiver.hand, *receiver.delivered)) if v.round else unseen.pop()
