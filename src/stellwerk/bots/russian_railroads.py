"""Russian Railroads for bots: what the lines, industry, workers and engineers promise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.bots import knowledge
from stellwerk.core import Choice, Seat
from stellwerk.games.russian_railroads.chapters.rounds import card_points, majority
from stellwerk.games.russian_railroads.chapters.scoring import board_points
from stellwerk.games.russian_railroads.chapters.turn import Turn
from stellwerk.games.russian_railroads.state import RussianRailroads, reach


class Knowledge(knowledge.Knowledge):
    scale = 25.0

    def rests(self, choice: Choice[Any]) -> bool:
        return isinstance(choice, Turn)

    def stage(self, s: RussianRailroads) -> int:
        """Scorings still to come."""
        return s.table.rounds - max(1, s.round) + 1

    def now(self, s: RussianRailroads, seat: Seat) -> float:
        """Points so far and those of the next scoring."""
        p = s.players[seat]
        return p.points + (sum(board_points(s, p)) if s.agenda else 0)

    def features(self, s: RussianRailroads, seat: Seat) -> Sequence[float]:
        p, box = s.players[seat], s.box
        n = len(box.colours)
        reaches = [reach(s, p, line) for line in range(len(box.lines))]
        black = [p.tracks[line * n] for line in range(len(box.lines))]
        cards = [card for taker, card in s.takes if taker == seat]
        # What can still be done this round: nothing once passed.
        left = 0 if s.passed[seat] else 1
        claimed = any(space in box.claims and who == seat for space, who, _ in s.stands)
        return [
            1.0,
            *board_points(s, p),
            *(p.tracks[piece.track] for piece in box.pieces),
            *(min(far, at) for far, at in zip(reaches, black, strict=True)),
            *reaches,
            sum(p.locomotives),
            *(*p.markers, 0, 0)[:2],
            sum(map(bool, p.factories)),
            p.doublers,
            min(p.doublers, reaches[0], p.tracks[1]),
            len(p.engineers),
            max(p.engineers, default=0),
            sum(points for who, points in majority(s, s.takes) if who == seat),
            p.crew,
            p.coins,
            left * (p.workers + p.temporary + p.black),
            left * min(p.coins, p.workers),
            s.black_worker == seat,
            len(p.tiles),
            *(p.laid(tile) for tile in box.tiles),
            len(cards),
            sum(card_points(s, p, box.end_cards[card]) for card in cards),
            s.order.index(seat) if seat in s.order else 0,
            claimed,
        ]
