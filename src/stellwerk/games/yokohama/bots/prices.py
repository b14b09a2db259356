"""Prices of Yokohama: rewards, demands and what is left over in points, read off the component tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from functools import cache, lru_cache
from operator import mul
from typing import Any

from stellwerk.core import Seat
from stellwerk.games.yokohama.bots.weights import Weights
from stellwerk.games.yokohama.rules.chapters.scoring import board_majority, set_points, technology_majority
from stellwerk.games.yokohama.rules.components import HOUSE, IMPORTS, INDEX, SHOP, YEN, Reward, Tables
from stellwerk.games.yokohama.rules.state import NOBODY, Yokohama
from stellwerk.rail18.cache import Cache

Vector = tuple[float, ...]
_MAJORITIES: Cache[tuple[Any, ...], list[int]] = Cache(50_000)


def vector(r: Reward) -> Vector:
    return (r.vp, r.copper, r.silk, r.tea, r.fish, r.imports, r.yen, r.any_good, r.warehouse, r.move)


class Tabled:
    """Rewards and demands of a set of component tables as vectors, made once."""

    def __init__(self, t: Tables) -> None:
        self.goods = {o.id: astuple(o.goods) for o in t.orders.values()}
        self.orders = {o.id: vector(o.reward) for o in t.orders.values()}
        self.spaces = {board: [(x.needs, vector(x.reward)) for x in row] for board, row in t.spaces.items()}
        self.sites = {x.id: ([vector(r) for r in x.shops], vector(x.house)) for x in t.sites.values()}
        self.tiles = {x.id: vector(x.reward) for x in t.tiles.values()}
        self.technologies = {x.id: vector(x.reward) for x in t.technologies.values()}
        self.countries = list(t.countries)
        number = {country: n for n, country in enumerate(self.countries)}
        self.country = {o.id: number[o.country] for o in t.orders.values()}
        self.country |= {x.id: number[x.country] for x in t.technologies.values()}
        self.prices = tuple(t.exchanges[good].buy if good in t.exchanges else 1 for good in INDEX)
        self.asked = {
            id_: tuple((n, self.prices[n], asked) for n, asked in enumerate(goods) if asked)
            for id_, goods in self.goods.items()
        }
        """What every order asks for: (good, its price, how many)."""
        self.locked = t.start.warehouse.counts()
        """How many pieces of each kind are in the warehouse at first."""
        third = 1 / t.rest.goods_per_point
        self.rest = (third, third, third, third, t.rest.imports, 1 / t.rest.yen_per_point)

    def units(self, w: Weights, pace: float) -> Vector:
        """What each kind of reward is worth, from the end of the game (0) to well before it (1)."""
        stock = [
            low + pace * max(0.0, w.priced * price - low) for low, price in zip(self.rest, self.prices, strict=True)
        ]
        stock[YEN] = self.rest[YEN] + pace * (w.paid - self.rest[YEN])
        stock[IMPORTS] = self.rest[IMPORTS] + pace * (w.imported - self.rest[IMPORTS])
        return (1.0, *stock, max(0.4, w.any_good * pace), w.warehouse * pace, w.shift * pace)


@cache
def tabled(t: Tables) -> Tabled:
    return Tabled(t)


@lru_cache(maxsize=1_000)
def units(t: Tables, w: Weights, tenths: int) -> Vector:
    return tabled(t).units(w, tenths / 10)


class Priced:
    """The rewards of a set of component tables in points, at one pace of the game."""

    def __init__(self, known: Tabled, unit: Vector) -> None:
        self.orders = {id_: dot(reward, unit) for id_, reward in known.orders.items()}
        self.goods = {id_: dot(goods, unit[1:6]) for id_, goods in known.goods.items()}
        self.tiles = {id_: dot(reward, unit) for id_, reward in known.tiles.items()}
        self.technologies = {id_: dot(reward, unit) for id_, reward in known.technologies.items()}
        self.sites = {
            id_: ([dot(r, unit) for r in shops], dot(house, unit)) for id_, (shops, house) in known.sites.items()
        }
        self.spaces = {
            board: [(needs, dot(reward, unit)) for needs, reward in row] for board, row in known.spaces.items()
        }


@lru_cache(maxsize=1_000)
def priced(t: Tables, w: Weights, tenths: int) -> Priced:
    return Priced(tabled(t), units(t, w, tenths))


@cache
def sets(t: Tables, counts: tuple[int, ...]) -> int:
    return set_points(counts, t.sets)


def symbols(s: Yokohama, seat: Seat) -> tuple[int, ...]:
    """How often a seat's open cards show each country."""
    return _symbols(s.tables, s.fulfilled[seat], s.technologies[seat])


@lru_cache(maxsize=50_000)
def _symbols(t: Tables, fulfilled: tuple[str, ...], technologies: tuple[str, ...]) -> tuple[int, ...]:
    known = tabled(t)
    shown = [known.country[card] for card in (*fulfilled, *technologies)]
    return tuple(map(shown.count, range(len(known.countries))))


def rest(s: Yokohama, seat: Seat) -> int:
    """Points of what is left over at the end."""
    row, stock = s.tables.rest, s.stock[seat]
    waiting = len(s.agents[seat]) - s.agents_used[seat]
    left = stock[YEN] // row.yen_per_point + sum(stock[:4]) // row.goods_per_point
    return waiting * row.agent + stock[IMPORTS] * row.imports + left


def majorities(s: Yokohama, seat: Seat) -> int:
    key = s.tables, s.seats, s.spaces["church"], s.spaces["customs"], tuple(s.technologies)
    return _MAJORITIES.get(key, lambda: _majorities(s))[seat]


def _majorities(s: Yokohama) -> list[int]:
    found = board_majority(s, "church"), board_majority(s, "customs"), technology_majority(s)
    return [sum(m.get(seat, 0) for m in found) for seat in range(s.seats)]


@lru_cache(maxsize=50_000)
def bonuses(t: Tables, w: Weights, technologies: tuple[str, ...], tenths: int) -> dict[str, float]:
    """What the technologies of a player add to each occasion."""
    worth = priced(t, w, tenths).technologies
    return {on: sum(worth[x] for x in technologies if x in t.bonuses[on]) for on in w.occasions}


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    return float(sum(map(mul, a, b)))


def rounds_left(s: Yokohama, seat: Seat, w: Weights) -> float:
    """Turns a seat may still expect, by the end condition that is nearest."""
    if s.last_round:
        return s.last_round - s.round + (seat > s.active)
    shape, pace = s.tables.shapes[s.seats], w.pace
    church, customs = s.spaces["church"], s.spaces["customs"]
    pieces = list(zip(s.supply, s.warehouse, strict=True))
    nearest = min(
        s.order_deck / pace["orders"],
        min([ready[HOUSE] + locked[HOUSE] for ready, locked in pieces]) / pace["houses"],
        min([ready[SHOP] + locked[SHOP] for ready, locked in pieces]) / pace["shops"],
        max(0, shape.church_end - len(church) + church.count(NOBODY)) / pace["church"],
        max(0, shape.customs_end - len(customs) + customs.count(NOBODY)) / pace["customs"],
    )
    late = s.round - w.usual
    return min(1 + nearest, max(w.overtime, -late) if late <= 0 else w.overtime * w.fading**late)
