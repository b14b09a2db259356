"""russian-railroads 12 and 13: how a round goes, what is cleared after it, and the final scoring."""

from __future__ import annotations

from dataclasses import dataclass

from stellwerk.core import Seat, Step, Text, tell, then
from stellwerk.games.russian_railroads.rules.chapters.order import Onward, Sorting
from stellwerk.games.russian_railroads.rules.chapters.scoring import Scoring
from stellwerk.games.russian_railroads.rules.chapters.turn import Turns
from stellwerk.games.russian_railroads.rules.components import EndCard
from stellwerk.games.russian_railroads.rules.events import EngineerLeft, RoundBegan
from stellwerk.games.russian_railroads.rules.score_events import EndCardScored, MajorityScored
from stellwerk.games.russian_railroads.rules.state import END_CARDS, MAJORITY, Player, RussianRailroads


@dataclass(frozen=True, slots=True)
class Round(Step[RussianRailroads]):
    """russian-railroads 12.1: turns, sorting, moving on, scoring, clearing."""

    def run(self, s: RussianRailroads) -> None:
        s.round += 1
        s.at = -1
        s.passed = [False] * len(s.players)
        tell(s, RoundBegan, s.round, s.table.rounds)
        then(s, Turns(), Sorting(), Onward(2), Onward(1), Scoring(), Clearing())


@dataclass(frozen=True, slots=True)
class Clearing(Step[RussianRailroads]):
    """russian-railroads 8.4, 12.2, 12.3: workers and coins go home, engineers move up; then on, or the end."""

    def run(self, s: RussianRailroads) -> None:
        if s.last_round:
            then(s, FinalScoring())
            return
        s.stands = []
        s.temporary = s.box.supply["temporary_workers"]
        for seat, p in enumerate(s.players):
            p.workers, p.temporary, p.black = p.crew, 0, int(seat == s.black_worker)
        if s.display[0]:
            s.departed = (*s.departed, s.display[0])
            tell(s, EngineerLeft, s.display[0])
        s.display = [*s.display[1:], 0]
        then(s, Round())


@dataclass(frozen=True, slots=True)
class FinalScoring(Step[RussianRailroads]):
    """russian-railroads 13: end cards, then the majority of engineers."""

    def run(self, s: RussianRailroads) -> None:
        for seat, id_ in s.takes:
            card, p = s.box.end_cards[id_], s.players[seat]
            n = card_points(s, p, card)
            p.tally[END_CARDS] += n
            tell(s, EndCardScored, seat, Text(card.name), n)
        for seat, n in majority(s, s.takes):
            s.players[seat].tally[MAJORITY] += n
            tell(s, MajorityScored, seat, engineers(s, s.takes, seat), n)


def card_points(s: RussianRailroads, p: Player, card: EndCard) -> int:
    """russian-railroads 13.1: what an end card brings."""
    n = counted(s, p, card)
    if card.scale:
        return max((points for least, points in card.scale if n >= least), default=0)
    return n * card.n


def counted(s: RussianRailroads, p: Player, card: EndCard) -> int:
    box = s.box
    black = [p.tracks[box.index(line.id, line.colours[0])] for line in box.lines]
    counts = {
        "nothing": 1,
        "workers": p.crew - s.table.workers + (s.black_worker >= 0 and s.players[s.black_worker] is p),
        "doublers": p.doublers,
        "lines": sum(space == line.length for space, line in zip(black, box.lines, strict=True)),
        "black": sum(black),
        "majority": 0,
        "factories": sum(map(bool, p.factories)),
        "tiles": len(p.tiles),
        "engineers": len(p.engineers),
        "locomotives": sum(p.locomotives),
    }
    return counts[card.counts]


Takes = tuple[tuple[Seat, str], ...]


def engineers(s: RussianRailroads, takes: Takes, seat: Seat) -> int:
    """russian-railroads 13.2: engineers for the majority; the card for one more needs a hired one beside it."""
    hired = len(s.players[seat].engineers)
    extra = [card.id for card in s.box.end_cards.values() if card.counts == "majority"]
    more = sum(card in extra for taker, card in takes if taker == seat)
    return hired + more if hired else 0


def majority(s: RussianRailroads, takes: Takes) -> list[tuple[Seat, int]]:
    """russian-railroads 13.2: most and second most engineers; the highest number among them breaks a tie.

    `takes` are the end cards that count: all at the end, those a viewer knows before.
    """
    strength = [(engineers(s, takes, seat), max(p.engineers, default=0), seat) for seat, p in enumerate(s.players)]
    ranking = sorted((x for x in strength if x[0]), reverse=True)
    return [(seat, n) for (_, _, seat), n in zip(ranking, s.box.majority, strict=False)]
