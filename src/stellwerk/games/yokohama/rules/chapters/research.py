"""yokohama area.laboratory, Laboratory and Research center: technologies for industry, imports and money."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from stellwerk.core import Action, Illegal, Rule, Step, Text, tell, then
from stellwerk.games.yokohama.rules.actions import DONE, Done, Research, SetStation
from stellwerk.games.yokohama.rules.chapters.dealing import Draw
from stellwerk.games.yokohama.rules.chapters.orders import slide, welcome_agent
from stellwerk.games.yokohama.rules.chapters.own_turn import ANY_TIME, OwnTurn
from stellwerk.games.yokohama.rules.chapters.rewards import bonus, technology_bonus
from stellwerk.games.yokohama.rules.citation import no, rule
from stellwerk.games.yokohama.rules.components import IMPORTS, YEN
from stellwerk.games.yokohama.rules.events import StationSet, TechnologyAcquired
from stellwerk.games.yokohama.rules.state import NOWHERE, Yokohama, area_of, grounds


@dataclass(frozen=True, slots=True)
class Researching(OwnTurn):
    """yokohama area.laboratory: one technology; what industry lacks is paid with imports and pairs of yen."""

    area: int
    power: int
    rule: ClassVar[Rule] = rule("area.laboratory")
    kinds: ClassVar = (Research, Done, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        industry = s.tables.areas[self.area].by_power[self.power - 1]
        name = Text(s.tables.areas[self.area].name)
        return Text("{area}: acquire a technology with industry {n}", area=name, n=industry)

    def _board(self, s: Yokohama) -> str:
        return s.tables.areas[self.area].id

    def missing(self, s: Yokohama, technology: str, slot: int) -> int:
        """Imports or pairs of yen needed: industry the power does not give, and one from the fourth technology on."""
        t = s.tables
        price = t.technologies[technology].cost + t.technology_boards[self._board(s)].surcharges[slot - 1]
        surcharge = len(s.technologies[s.active]) >= t.fees.technologies_without_surcharge
        return max(0, price - t.areas[self.area].by_power[self.power - 1]) + surcharge

    def own_candidates(self, s: Yokohama) -> list[Action]:
        found: list[Action] = []
        mine, research, price = s.stock[s.active], s.tables.menu.research, s.tables.fees.instead_of_import
        for slot, technology in enumerate(s.displays[self._board(s)], 1):
            if technology and not self._owned(s, technology):
                missing = self.missing(s, technology, slot)
                least = max(0, missing - mine[YEN] // price)
                most = min(missing, mine[IMPORTS])
                found += [research[technology, slot, imports] for imports in range(least, most + 1)]
        if not self._must(s, found):
            found.append(DONE)
        return found

    def _owned(self, s: Yokohama, technology: str) -> bool:
        """yokohama general.4: never two of the same name, whatever else they show."""
        cards = s.tables.technologies
        return cards[technology].name in [cards[card].name for card in s.technologies[s.active]]

    def _must(self, s: Yokohama, found: list[Action]) -> bool:
        """yokohama B.3: a technology that the power alone pays for is taken; paying more for one is a choice."""
        if s.variants.by_the_letter:
            return any(self.missing(s, a.technology, a.slot) == 0 for a in found if isinstance(a, Research))
        return s.variants.strict and bool(found)

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        if isinstance(a, Done):
            must = DONE not in self.own_candidates(s)
            return no("B.3", Text("the action must be carried out")) if must else None
        assert isinstance(a, Research)
        display = s.displays[self._board(s)]
        if not 1 <= a.slot <= len(display) or not a.technology or display[a.slot - 1] != a.technology:
            return no(self.rule, Text("that technology is not on this slot"))
        if self._owned(s, a.technology):
            return no("general.4", Text("you own that technology already"))
        return self._not_paid(s, a)

    def _not_paid(self, s: Yokohama, a: Research) -> Illegal | None:
        missing = self.missing(s, a.technology, a.slot)
        if not 0 <= a.imports <= missing:
            return no(self.rule, Text("{n} imports or pairs of yen are to be paid", n=missing))
        if a.imports > s.stock[s.active][IMPORTS]:
            return no(self.rule, Text("you do not have so many imports"))
        yen = (missing - a.imports) * s.tables.fees.instead_of_import
        if yen > s.stock[s.active][YEN]:
            return no(self.rule, Text("{yen} yen are needed", yen=yen))
        return None

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        if isinstance(a, Done):
            return
        assert isinstance(a, Research)
        seat, board = s.active, self._board(s)
        yen = (self.missing(s, a.technology, a.slot) - a.imports) * s.tables.fees.instead_of_import
        s.stock[seat][IMPORTS] -= a.imports
        s.stock[seat][YEN] -= yen
        display = s.displays[board]
        s.displays[board] = (*display[: a.slot - 1], "", *display[a.slot :])
        tell(s, TechnologyAcquired, seat, s.tables.technologies[a.technology], a.imports, yen)
        then(s, RefillTechnologies(board))
        acquire(s, a.technology)


def acquire(s: Yokohama, id_: str) -> None:
    """A technology becomes the active player's own. It does not count for what itself gives on later ones."""
    bonus(s, "technology")
    s.technologies[s.active] += (id_,)
    if s.tables.technologies[id_].on == "acquired":
        technology_bonus(s, id_)
    if s.tables.technologies[id_].effect == "station":
        then(s, SettingStation())
    welcome_agent(s, s.tables.technologies[id_].country)


@dataclass(frozen=True, slots=True)
class RefillTechnologies(Step[Yokohama]):
    """yokohama area.laboratory: cards slide to the left, a new one follows if there is any."""

    board: str

    def run(self, s: Yokohama) -> None:
        gaps = slide(s, self.board)
        left = sum(s.technology_deck.values())
        first = len(s.displays[self.board]) - gaps
        then(s, *(Draw(self.board, slot) for slot in range(first, first + min(gaps, left))))


@dataclass(frozen=True, slots=True)
class SettingStation(OwnTurn):
    """yokohama technology.station: the tile goes into an area of the player's choice at once."""

    rule: ClassVar[Rule] = rule("technology.station")
    kinds: ClassVar = (SetStation, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        return Text("Choose the area of the station")

    def own_candidates(self, s: Yokohama) -> list[Action]:
        return [s.tables.menu.station[area] for area in grounds(s)]

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        assert isinstance(a, SetStation)
        area = area_of(s, a.area)
        if area == NOWHERE:
            return no("setup.1", Text("that area is not in this game"))
        canal = area == s.tables.canal
        return no(self.rule, Text("the station does not stand on the canal")) if canal else None

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        assert isinstance(a, SetStation)
        s.station = area_of(s, a.area)
        tell(s, StationSet, s.active, s.tables.areas[s.station])
