"""yokohama turn, end.1: the turn, the round, and how the game ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from stellwerk.core import Step, Text, tell, then
from stellwerk.games.yokohama.rules.chapters.additional import Additional
from stellwerk.games.yokohama.rules.chapters.movement import Moving
from stellwerk.games.yokohama.rules.chapters.placement import Placing
from stellwerk.games.yokohama.rules.chapters.scoring import FinalScoring
from stellwerk.games.yokohama.rules.components import HOUSE, SHOP, YEN
from stellwerk.games.yokohama.rules.events import EndTriggered, TurnBegun, YenRaised
from stellwerk.games.yokohama.rules.state import NOBODY, Yokohama, amount_of

END_REASONS: Mapping[str, Text] = {
    "houses": Text("All trading houses of a player are built"),
    "shops": Text("All shops of a player are built"),
    "orders": Text("An order board cannot be filled"),
    "church": Text("The Church board is full enough"),
    "customs": Text("The Customs board is full enough"),
}


@dataclass(frozen=True, slots=True)
class Turn(Step[Yokohama]):
    """yokohama turn.2: additional actions, main action, additional actions."""

    def run(self, s: Yokohama) -> None:
        s.spent = ()
        tell(s, TurnBegun, s.active, s.round)
        raise_yen(s)
        then(s, *PARTS)


def raise_yen(s: Yokohama) -> None:
    """yokohama technology.stock-market: too little cash at the start of the turn is raised."""
    floor = amount_of(s, "stock-market")
    if s.stock[s.active][YEN] < floor:
        s.stock[s.active][YEN] = floor
        tell(s, YenRaised, s.active, floor)


@dataclass(frozen=True, slots=True)
class TurnOver(Step[Yokohama]):
    """yokohama turn.1, setup.7, end.1: once a condition is met the round is finished and exactly one more is played."""

    def run(self, s: Yokohama) -> None:
        if not s.last_round:
            s.end = s.end or next(met_conditions(s), "")
            if s.end:
                s.last_round = s.round + 1
                tell(s, EndTriggered, END_REASONS[s.end], s.last_round)
        s.active += 1
        if s.active == s.seats:
            s.active = 0
            s.round += 1
        over = s.last_round and s.round > s.last_round
        then(s, FinalScoring() if over else TURN)


TURN = Turn()
PARTS = (Placing(), Moving(), Additional(), TurnOver())
"""Of a turn. Steps are values: the same ones serve every turn."""


def met_conditions(s: Yokohama) -> Iterator[str]:
    """The end conditions on the table; that of the order boards is noticed when they are refilled."""
    for piece, name in ((HOUSE, "houses"), (SHOP, "shops")):
        for supply, locked in zip(s.supply, s.warehouse, strict=True):
            if not supply[piece] and not locked[piece]:
                yield name
                break
    shape = s.tables.shapes[s.seats]
    for board, needed in (("church", shape.church_end), ("customs", shape.customs_end)):
        if len(s.spaces[board]) - s.spaces[board].count(NOBODY) >= needed:
            yield board
