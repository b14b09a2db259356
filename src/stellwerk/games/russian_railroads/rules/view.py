"""What a seat, or a spectator (None), may see: built piece by piece, and made into a full state again by `imagine`.

Hidden are only the end cards: which ones others hold, and the stack for whoever has not looked through it. A look is
remembered: `seen` keeps what the stack held at each look of this seat.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from stellwerk.core import Rng, Seat, Step
from stellwerk.core.chance import shuffled
from stellwerk.core.dump import SHARED
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.chapters.rounds import card_points, majority
from stellwerk.games.russian_railroads.rules.chapters.scoring import board_points
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads, Variants, end_stack, reach

HIDDEN = "?"


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player board. Lines and colours in the order of the box, tracks as spaces by line and colour, 0 = not built."""

    seat: Seat
    """Whose board it is."""
    place: int
    """In the turn order, from 1; 0 before it is dealt."""
    passed: bool
    """Whether out of this round."""
    points: int
    """Scored so far."""
    tally: tuple[int, ...]
    """Points by transsib, petersburg, kiev, industry, passing, stations, effects, end_cards, majority."""
    tracks: tuple[tuple[int, ...], ...]
    """[line][colour]: the space each track has reached, 0 = not built."""
    locomotives: tuple[tuple[int, ...], ...]
    """Numbers by line and slot, 0 = empty."""
    reach: tuple[int, ...]
    """How far the locomotives of each line go: their numbers added up."""
    doublers: int
    """Doublers on the Trans-Siberian."""
    factories: tuple[int, ...]
    """Numbers by gap, 0 = empty."""
    markers: tuple[int, ...]
    """Entries of the lane, the front marker first."""
    engineers: tuple[int, ...]
    """Numbers of the own engineers."""
    tiles: tuple[tuple[str, str], ...]
    """?-tiles laid: (?-space, tile). A ?-space is `transsib_13`, `petersburg_4`, `petersburg_6` or `industry`."""
    workers: int
    """Not placed yet in this round."""
    crew: int
    """All workers of the own colour that the player has."""
    temporary: int
    """Temporary (turquoise) workers in hand, for this round."""
    black: int
    """1 if the black worker is in hand, else 0."""
    coins: int
    """In hand."""
    end_cards: tuple[str, ...]
    """Ids for the own seat and after the end, else "?"."""
    forecast: tuple[int, ...]
    """What a scoring would bring now: each line, then industry."""


@dataclass(frozen=True, slots=True)
class View:
    box: Box = field(metadata=SHARED)
    """The components, the same for all; `box.lines` and `box.colours` give the order of lines and colours."""
    seat: Seat | None
    """The viewer; None for a spectator."""
    variants: Variants
    """The set-up switches."""
    round: int
    """From 1; 0 before the first."""
    rounds: int
    """How many are played."""
    at: int
    """The place in `order`, from 0, whose turn it is or was last; -1 before the first turn of a round."""
    active: Seat
    """The seat that decides."""
    order: tuple[Seat, ...]
    """The seats in turn order, the first one first."""
    players: tuple[PlayerView, ...]
    """By seat."""
    stands: tuple[tuple[str, Seat, str], ...]
    """(space, seat, payment) in the order of placing; spaces of the board, and `engineer_N` for own engineers."""
    stacks: tuple[int, ...]
    """Locomotives to be bought, by number from 0."""
    returned: tuple[int, ...]
    """Tiles that are only factories now, by number from 0."""
    display: tuple[int, ...]
    """Engineers from the hire space outwards, 0 = empty."""
    departed: tuple[int, ...]
    """Engineers nobody hired, by number: out of the game."""
    doublers: int
    """Left in the supply."""
    temporary: int
    """Temporary workers left in the supply."""
    black_worker: int
    """The seat that has him, -1 while he stands on his card."""
    bonuses: tuple[str, ...]
    """Start bonuses nobody has chosen yet."""
    cards: tuple[str, ...]
    """Open ?-cards."""
    removed: int
    """End cards taken out of the game so far."""
    stack: int
    """End cards in the stack."""
    takes: tuple[tuple[Seat, str], ...]
    """End cards in the order they were taken, "?" where hidden."""
    looks: tuple[tuple[Seat, int], ...]
    """Who looked through the stack, and how many cards had been taken by then."""
    seen: tuple[tuple[str, ...], ...]
    """What the stack held at each of this seat's looks."""
    majority: tuple[tuple[Seat, int], ...]
    """What the majority of engineers would bring now, cards of others left out."""
    cards_worth: tuple[int, ...]
    """What the own end cards would bring now."""
    agenda: tuple[Step[Any], ...]
    """What is still to happen, the next at the end."""


def _lines(s: RussianRailroads, p: Player) -> tuple[tuple[int, ...], ...]:
    n = len(s.box.colours)
    return tuple(tuple(p.tracks[i * n : i * n + n]) for i in range(len(s.box.lines)))


def _locomotives(s: RussianRailroads, p: Player) -> tuple[tuple[int, ...], ...]:
    at = list(zip(s.box.slots, p.locomotives, strict=True))
    return tuple(tuple(number for line, number in at if line == i) for i in range(len(s.box.lines)))


def _player(s: RussianRailroads, seat: Seat, takes: tuple[tuple[Seat, str], ...]) -> PlayerView:
    p = s.players[seat]
    return PlayerView(
        seat=seat,
        place=s.order.index(seat) + 1 if seat in s.order else 0,
        passed=s.passed[seat],
        points=p.points,
        tally=tuple(p.tally),
        tracks=_lines(s, p),
        locomotives=_locomotives(s, p),
        reach=tuple(reach(s, p, line) for line in range(len(s.box.lines))),
        doublers=p.doublers,
        factories=p.factories,
        markers=p.markers,
        engineers=p.engineers,
        tiles=p.tiles,
        workers=p.workers,
        crew=p.crew,
        temporary=p.temporary,
        black=p.black,
        coins=p.coins,
        end_cards=tuple(card for taker, card in takes if taker == seat),
        forecast=board_points(s, p),
    )


def _seen(s: RussianRailroads, seat: Seat | None) -> tuple[tuple[str, ...], ...]:
    """What the stack held at each look of a seat."""
    full = end_stack(s) + [card for _, card in s.takes]
    order = list(s.box.end_cards)
    looks = [taken for looker, taken in s.looks if looker == seat]
    return tuple(tuple(sorted(_without(full, [c for _, c in s.takes[:taken]]), key=order.index)) for taken in looks)


def _without(cards: list[str], gone: list[str]) -> list[str]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


def view(s: RussianRailroads, seat: Seat | None) -> View:
    over = not s.agenda
    takes = tuple((taker, card if over or taker == seat else HIDDEN) for taker, card in s.takes)
    own = [s.box.end_cards[card] for taker, card in takes if taker == seat]
    return View(
        box=s.box,
        seat=seat,
        variants=s.variants,
        round=s.round,
        rounds=s.table.rounds,
        at=s.at,
        active=s.active,
        order=tuple(s.order),
        players=tuple(_player(s, i, takes) for i in range(len(s.players))),
        stands=tuple(s.stands),
        stacks=tuple(s.stacks),
        returned=tuple(s.returned),
        display=tuple(s.display),
        departed=s.departed,
        doublers=s.doublers,
        temporary=s.temporary,
        black_worker=s.black_worker,
        bonuses=s.bonuses,
        cards=s.cards,
        removed=len(s.removed),
        stack=len(end_stack(s)) + len(s.removed) - s.box.supply["end_cards_removed"],
        takes=takes,
        looks=s.looks,
        seen=_seen(s, seat),
        majority=tuple(majority(s, takes)),
        cards_worth=tuple(card_points(s, s.players[seat], card) for card in own) if seat is not None else (),
        agenda=tuple(s.agenda),
    )


def imagine(v: View, rng: Rng) -> RussianRailroads:
    """A full state that looks like the view: unknown end cards are dealt evenly among the places they can be in."""
    removed, takes = _imagined(v, rng)
    return RussianRailroads(
        box=v.box,
        variants=v.variants,
        players=[_imagined_player(p) for p in v.players],
        order=list(v.order),
        at=v.at,
        active=v.active,
        passed=[p.passed for p in v.players],
        round=v.round,
        stands=list(v.stands),
        stacks=list(v.stacks),
        returned=list(v.returned),
        display=list(v.display),
        departed=v.departed,
        doublers=v.doublers,
        temporary=v.temporary,
        black_worker=v.black_worker,
        bonuses=v.bonuses,
        cards=v.cards,
        removed=removed,
        takes=takes,
        looks=v.looks,
        agenda=list(v.agenda),
    )


def _imagined_player(p: PlayerView) -> Player:
    return Player(
        tracks=[space for line in p.tracks for space in line],
        locomotives=tuple(number for line in p.locomotives for number in line),
        factories=p.factories,
        tally=list(p.tally),
        markers=p.markers,
        engineers=p.engineers,
        tiles=p.tiles,
        doublers=p.doublers,
        crew=p.crew,
        workers=p.workers,
        temporary=p.temporary,
        black=p.black,
        coins=p.coins,
    )


def _imagined(v: View, rng: Rng) -> tuple[tuple[str, ...], tuple[tuple[Seat, str], ...]]:
    """Removed and taken cards. Between two looks of its own a seat knows which cards went, only not to whom.

    So the cards fall into periods that end with a look: what was in the stack before and is not at that look lies with
    those who took in between, in the first period also among the removed cards.
    """
    everything = [card.id for card in v.box.end_cards.values() for _ in range(card.copies)]
    ends = [taken for looker, taken in v.looks if looker == v.seat]
    takes: list[tuple[Seat, str]] = []
    removed: tuple[str, ...] = ()
    pool = everything
    for n, (start, end) in enumerate(zip([0, *ends], [*ends, len(v.takes)], strict=True)):
        left = list(v.seen[n]) if n < len(v.seen) else []
        period = v.takes[start:end]
        gone = shuffled(rng, _without(_without(pool, left), [card for _, card in period if card != HIDDEN]))
        takes += [(seat, gone.pop() if card == HIDDEN else card) for seat, card in period]
        if n == 0:
            removed = tuple(sorted(gone.pop() for _ in range(v.removed)))
        pool = left
    return removed, tuple(takes)
