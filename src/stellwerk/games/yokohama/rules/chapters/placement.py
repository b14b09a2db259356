"""yokohama B.1: placement, one assistant at a time, and the additional actions that may come before it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from stellwerk.core import Action, Illegal, Rule, Text, tell, then
from stellwerk.games.yokohama.rules.actions import DONE, PAYEES, Done, Place
from stellwerk.games.yokohama.rules.chapters.additional import (
    ADDITIONAL,
    additional_candidates,
    do_additional,
    no_additional,
)
from stellwerk.games.yokohama.rules.chapters.own_turn import ANY_TIME, OwnTurn, any_time
from stellwerk.games.yokohama.rules.citation import no, rule
from stellwerk.games.yokohama.rules.components import ASSISTANT, YEN
from stellwerk.games.yokohama.rules.events import FeePaid, Placed
from stellwerk.games.yokohama.rules.state import (
    NOWHERE,
    Yokohama,
    amount_of,
    area_of,
    grounds,
    guests,
    neighbours,
    owns,
)

AREAS = 3
"""In how many different areas assistants are placed without the newspaper."""


@dataclass(frozen=True, slots=True)
class Placing(OwnTurn):
    """yokohama B.1: up to three assistants in different areas, or two in one. `placed` is where they went so far.

    Before the first one the additional actions of phase A are open.
    """

    placed: tuple[int, ...] = ()
    rule: ClassVar[Rule] = rule("B.1")
    kinds: ClassVar = (Place, Done, *ADDITIONAL, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        if not self.placed:
            n = areas_at_most(s)
            return Text("Additional actions, or placement: up to {n} assistants in different areas, or 2 in one", n=n)
        return Text("Placement: another assistant, or on to the movement")

    def is_public(self, s: Yokohama) -> bool:
        return bool(self.placed) or OwnTurn.is_public(self, s)

    def own_candidates(self, s: Yokohama) -> list[Action]:
        found = [] if self.placed else additional_candidates(s)
        if s.supply[s.active][ASSISTANT]:
            place, areas = s.tables.menu.place, self._next(s)
            if dear := self._dear(s):
                areas = [area for area in areas if area not in dear]
            found += map(place.__getitem__, areas)
        found.append(DONE)
        return found

    def _dear(self, s: Yokohama) -> list[int]:
        """Areas whose presidents the player cannot pay."""
        yen, fee = s.stock[s.active][YEN], s.tables.fees.president
        if yen >= (s.seats - 1) * fee:
            return []
        met = [place for seat, place in enumerate(s.presidents) if seat != s.active]
        return [area for area in met if met.count(area) * fee > yen]

    def _pair(self) -> bool:
        return len(self.placed) >= 2 and self.placed[0] == self.placed[1]

    def _next(self, s: Yokohama) -> tuple[int, ...] | list[int]:
        """Where the next assistant may go as far as the pattern is concerned."""
        placed = self.placed
        if len(placed) < 2:
            return grounds(s)
        if self._is_full(s):
            return ()
        if self._pair():
            return [area for area in neighbours(s, placed[0]) if area != s.tables.canal]
        return [area for area in grounds(s) if area not in placed]

    def _is_full(self, s: Yokohama) -> bool:
        """Whether no further assistant may be placed."""
        if self._pair():
            return len(self.placed) > 2 or not owns(s, s.active, "telegraph")
        return len(self.placed) >= areas_at_most(s)

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        if isinstance(a, Done):
            return None
        if isinstance(a, Place):
            return self._no_placement(s, area_of(s, a.area))
        if self.placed:
            return no("A.0", Text("additional actions come before or after the main action"))
        return no_additional(s, a)

    def _no_placement(self, s: Yokohama, area: int) -> Illegal | None:
        if area == NOWHERE:
            return no("setup.1", Text("that area is not in this game"))
        if area == s.tables.canal:
            return no("area.canal", Text("assistants never go to the canal"))
        if not s.supply[s.active][ASSISTANT]:
            return no("general.6", Text("no assistant is left in your supply"))
        if area not in self._next(s):
            return self._bad_pattern(s)
        fee = guests(s, s.active, area).bit_count() * s.tables.fees.president
        if fee > s.stock[s.active][YEN]:
            return no(self.rule, Text("{yen} yen are needed for the presidents there", yen=fee))
        return None

    def _bad_pattern(self, s: Yokohama) -> Illegal:
        if self._pair():
            text = Text("after two in one area: one more in an area next to it")
            return no("technology.telegraph", text)
        return no(self.rule, Text("up to {n} assistants, each in another area", n=areas_at_most(s)))

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        if isinstance(a, Place):
            self._place(s, s.tables.area_index[a.area])
        elif not isinstance(a, Done):
            then(s, self)
            do_additional(s, a)

    def _place(self, s: Yokohama, area: int) -> None:
        seat = s.active
        s.supply[seat][ASSISTANT] -= 1
        s.assistants[seat][area] += 1
        met = guests(s, seat, area)
        tell(s, Placed, seat, s.tables.areas[area], met.bit_count() * s.tables.fees.president)
        if met:
            pay_presidents(s, met)
        following = _placing((*self.placed, area))
        if not following._is_full(s) and (s.supply[seat][ASSISTANT] or any_time(s)):
            then(s, following)


@cache
def _placing(placed: tuple[int, ...]) -> Placing:
    return Placing(placed)


def areas_at_most(s: Yokohama) -> int:
    return amount_of(s, "wide-placement") or AREAS


def pay_presidents(s: Yokohama, met: int) -> None:
    """The fee to each owner of a president in the mask."""
    fee = s.tables.fees.president
    for seat in PAYEES[met]:
        s.stock[s.active][YEN] -= fee
        s.stock[seat][YEN] += fee
        tell(s, FeePaid, s.active, seat, fee)
