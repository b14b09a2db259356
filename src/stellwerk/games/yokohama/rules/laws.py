"""What holds at every step: no piece, card or tile is lost or made."""

from __future__ import annotations

from collections import Counter

from stellwerk.core import Law
from stellwerk.games.yokohama.rules.components import PIECES
from stellwerk.games.yokohama.rules.state import Yokohama


def pieces(s: Yokohama) -> str | None:
    """20 assistants, 8 shops and 4 trading houses of every player."""
    for seat in range(s.seats):
        there = (_assistants(s, seat), sum(seat in sites for sites in s.shops), s.houses.count(seat))
        for piece, name in enumerate(PIECES):
            total = there[piece] + s.supply[seat][piece] + s.warehouse[seat][piece]
            if total != s.tables.totals[piece]:
                return f"seat {seat} has {total} of the piece {name}, not {s.tables.totals[piece]}"
    return None


def _assistants(s: Yokohama, seat: int) -> int:
    boards = sum(owners.count(seat) for owners in s.spaces.values())
    return sum(s.assistants[seat]) + boards + sum(seat in seats for seats in s.achieved)


def nothing_negative(s: Yokohama) -> str | None:
    for seat in range(s.seats):
        rows = (s.stock[seat], s.supply[seat], s.warehouse[seat], s.points[seat], s.assistants[seat])
        if any(n < 0 for row in rows for n in row):
            return f"seat {seat} has less than nothing of something"
    return None


def orders(s: Yokohama) -> str | None:
    cards = Counter(s.unseen_orders)
    for seat in range(s.seats):
        cards.update((*s.dealt[seat], *s.hand[seat], *s.fulfilled[seat], s.thrown[seat]))
    for board in s.tables.order_boards:
        cards.update(s.displays.get(board, ()))
    del cards[""]
    if cards != Counter(list(s.tables.orders)):
        return f"orders: {cards}"
    if len(s.unseen_orders) != s.order_deck + s.tables.shapes[s.seats].orders_removed:
        return "orders: the deck is miscounted"
    return None


def technologies(s: Yokohama) -> str | None:
    cards = Counter(s.technology_deck)
    for owned in s.technologies:
        cards.update(owned)
    for board in s.tables.technology_boards:
        cards.update(s.displays.get(board, ()))
    del cards[""]
    expected = Counter({card.id: card.copies for card in s.tables.technologies.values()})
    return None if cards == expected else f"technologies: {cards}"


def agents(s: Yokohama) -> str | None:
    found = Counter(s.agents_left)
    for owned in s.agents:
        found.update(owned)
    expected = Counter({country.id: country.agents for country in s.tables.countries.values()})
    return None if found == expected else f"agents: {found}"


def hands(s: Yokohama) -> str | None:
    """Never more orders in hand than allowed; the hidden one is among them."""
    for hand, hidden in zip(s.hand, s.hidden, strict=True):
        if len(hand) > s.tables.fees.hand_limit or (hidden and hidden not in hand):
            return f"hand: {hand}"
    return None


def presidents(s: Yokohama) -> str | None:
    """A president stands in an area of the game, never on the canal."""
    wrong = [place for place in s.presidents if place != -1 and (place not in s.layout or place == s.tables.canal)]
    return f"presidents in {wrong}" if wrong else None


LAWS: tuple[Law[Yokohama], ...] = (
    Law("pieces", pieces),
    Law("nothing negative", nothing_negative),
    Law("orders", orders),
    Law("technologies", technologies),
    Law("agents", agents),
    Law("hands", hands),
    Law("presidents", presidents),
)
