"""Conservation: tiles, tracks, doublers, coins, workers, engineers and end cards always add up to the box."""

from __future__ import annotations

from stellwerk.core import Law
from stellwerk.games.russian_railroads.rules.payment import pieces
from stellwerk.games.russian_railroads.rules.state import RussianRailroads, coins_left


def _locomotives(s: RussianRailroads) -> str | None:
    for number in s.box.locomotives:
        held = sum(p.locomotives.count(number) + p.factories.count(number) for p in s.players)
        nine = number == s.box.top and any(e.op == "nine" for card in s.cards for e in s.box.card_effects[card])
        counted = held + s.stacks[number] + s.returned[number] + nine + _nine_in_hand(s, number)
        expected = len(s.players) + (number == s.box.top)
        if counted + _displaced(s, number) != expected:
            return f"locomotive {number}: {counted} of {expected}"
    return None


def _displaced(s: RussianRailroads, number: int) -> int:
    """A locomotive that has been replaced and not been laid again yet."""
    top = s.agenda[-1] if s.agenda else None
    return int(getattr(top, "number", 0) == number)


def _nine_in_hand(s: RussianRailroads, number: int) -> int:
    """The 9 of its ?-card, taken and not laid yet."""
    effects = getattr(s.agenda[-1], "effects", ()) if s.agenda else ()
    return sum(e.op == "nine" for e in effects) if number == s.box.top else 0


def _tracks(s: RussianRailroads) -> str | None:
    for seat, p in enumerate(s.players):
        for piece in s.box.pieces:
            ahead = piece.length + 1 if piece.before < 0 else p.tracks[piece.before]
            if p.tracks[piece.track] and not p.tracks[piece.track] < ahead:
                return f"seat {seat}: track {piece.action} on {p.tracks[piece.track]}"
    return None


def _doublers(s: RussianRailroads) -> str | None:
    total = s.doublers + sum(p.doublers for p in s.players)
    fits = all(0 <= p.doublers <= max(line.doublers for line in s.box.lines) for p in s.players)
    return None if total == s.box.supply["doublers"] and fits and s.doublers >= 0 else f"doublers: {total}"


def _workers(s: RussianRailroads) -> str | None:
    placed = [[0] * 4 for _ in s.players]
    for _, seat, payment in s.stands:
        placed[seat] = [a + b for a, b in zip(placed[seat], pieces(payment), strict=True)]
    for seat, p in enumerate(s.players):
        extra = p.crew - s.table.workers
        if p.workers < 0 or p.workers + placed[seat][0] != p.crew or not 0 <= extra <= s.box.supply["workers"]:
            return f"seat {seat}: {p.workers} + {placed[seat][0]} of {p.crew} workers"
        if p.black + placed[seat][1] != (seat == s.black_worker):
            return f"seat {seat}: black worker"
    temporary = s.temporary + sum(p.temporary + there[2] for p, there in zip(s.players, placed, strict=True))
    return None if temporary == s.box.supply["temporary_workers"] else f"temporary workers: {temporary}"


def _engineers(s: RussianRailroads) -> str | None:
    held = [number for p in s.players for number in p.engineers]
    seen = [*held, *filter(None, s.display), *s.departed]
    return None if len(seen) == len(dict.fromkeys(seen)) else f"engineers: {seen}"


def _coins(s: RussianRailroads) -> str | None:
    if any(p.coins < 0 for p in s.players) or (s.variants.limited_coins and coins_left(s) < 0):
        return f"coins: {[p.coins for p in s.players]}, {coins_left(s)} left"
    return None


def _end_cards(s: RussianRailroads) -> str | None:
    out = [*s.removed, *(card for _, card in s.takes)]
    twice = [card.id for card in s.box.end_cards.values() if out.count(card.id) > card.copies]
    return f"more than there are: {twice}" if twice else None


LAWS: tuple[Law[RussianRailroads], ...] = (
    Law("locomotives", _locomotives),
    Law("tracks", _tracks),
    Law("doublers", _doublers),
    Law("workers", _workers),
    Law("engineers", _engineers),
    Law("coins", _coins),
    Law("end cards", _end_cards),
)
