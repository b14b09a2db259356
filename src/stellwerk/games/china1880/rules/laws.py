"""1880: what holds at every step, whatever is done."""

from __future__ import annotations

from stellwerk.core import Law
from stellwerk.games.china1880.rules.chapters.shares import in_bank
from stellwerk.games.china1880.rules.state import China


def money(s: China) -> str | None:
    """All purses and the bank together hold what they held at the start; none is negative, and no debt is."""
    if total := sum(s.cash) + sum(s.treasury.values()) + s.bank:
        return f"¥{total} too much"
    short = [f"seat {seat}: {sum_}" for seat, sum_ in enumerate(s.cash) if sum_ < 0]
    short += [f"{entity}: {sum_}" for entity, sum_ in s.treasury.items() if sum_ < 0]
    short += [f"debt of seat {seat}: {sum_}" for seat, sum_ in enumerate(s.debt) if sum_ < 0]
    return "; ".join(short) or None


def shares(s: China) -> str | None:
    """100 % of every company are held, reserved or in the bank; the director holds his certificate and the most."""
    for company, held in s.shares.items():
        seat = s.director[company]
        if min(held) < 0 or in_bank(s, company) < 0 or any(percent % 10 for percent in held):
            return f"{company}: {held}"
        if held[seat] < s.certificate[company] or held[seat] < max(held):
            return f"{company}: director {seat} of {held}"
    return None


def stacks(s: China) -> str | None:
    """Departure VIII.5: the cards of a company make up what everybody holds of it."""
    for company, stack in s.stacks.items():
        held = tuple(stack.worth(seat, s.certificate[company]) for seat in range(s.seats))
        if held != s.shares[company] or 10 * len(stack.bank) != in_bank(s, company):
            return f"{company}: {stack}, {s.shares[company]}"
    return None


def trains(s: China) -> str | None:
    """No train exists more often than it was printed."""
    owned = [train for trains in s.trains.values() for train in trains]
    for train in s.tables.trains.values():
        there = owned.count(train.name) + s.depot[train.name]
        if s.depot[train.name] < 0 or (train.count and there > train.count):
            return f"{train.name}: {there} of {train.count}"
    return None


def tiles(s: China) -> str | None:
    """Every tile lies on the map or in the supply."""
    laid = [lay.tile for lay in s.board.lays]
    for tile in s.tables.tiles.values():
        if laid.count(tile.number) + s.stock[tile.number] != tile.count or s.stock[tile.number] < 0:
            return f"tile {tile.number}: {laid.count(tile.number)} laid, {s.stock[tile.number]} left of {tile.count}"
    return None


def stations(s: China) -> str | None:
    """The board shows each company's markers where its list says, never more than a place holds."""
    for company, hexes in s.stations.items():
        stand = sorted(station.hex for station in s.board.stations if station.owner == company)
        if stand != sorted(hexes) or len(hexes) > 1 + len(s.tables.markers):
            return f"{company}: {hexes}, on the board {stand}"
    for hex, node, _ in s.board.stations:
        if s.tables.atlas.free_slots(s.board, (hex, node)) < 0:
            return f"{hex}.{node}: too many stations"
    return None


LAWS = (
    Law("money", money),
    Law("shares", shares),
    Law("stacks", stacks),
    Law("trains", trains),
    Law("tiles", tiles),
    Law("stations", stations),
)
