"""yokohama B.2, movement of the president: where to, and whom to pay on the way; or back into the supply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from stellwerk.core import Action, Illegal, Rule, Text, tell, then
from stellwerk.games.yokohama.rules.actions import DONE, FETCH_ALL, PAYEES, RECALL, Done, Fetch, FetchAll, Move, Recall
from stellwerk.games.yokohama.rules.chapters.area_action import AreaAction
from stellwerk.games.yokohama.rules.chapters.own_turn import ANY_TIME, OwnTurn
from stellwerk.games.yokohama.rules.chapters.placement import pay_presidents
from stellwerk.games.yokohama.rules.citation import no, rule
from stellwerk.games.yokohama.rules.components import ASSISTANT, YEN
from stellwerk.games.yokohama.rules.events import Fetched, Moved, Recalled
from stellwerk.games.yokohama.rules.state import NOWHERE, Yokohama, area_of, guests, neighbours, owns, roads

Ways: TypeAlias = dict[tuple[int, int], int]
"""Yen to the bank and to presidents by destination and the mask of presidents paid."""


@dataclass(frozen=True, slots=True)
class Moving(OwnTurn):
    """yokohama B.2: the president walks, enters from the supply, or goes back into it."""

    rule: ClassVar[Rule] = rule("B.2")
    kinds: ClassVar = (Move, Recall, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        return Text("Movement: your president to an area with an assistant of yours, or back into your supply")

    def own_candidates(self, s: Yokohama) -> list[Action]:
        move = s.tables.menu.move
        # Ordered by area and payees, not by the order of discovery.
        return [*[move[area][mask] for area, mask in sorted(ways(s))], RECALL]

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        if isinstance(a, Recall):
            return None
        assert isinstance(a, Move)
        area = area_of(s, a.area)
        if area == NOWHERE:
            return no("setup.1", Text("that area is not in this game"))
        found = ways(s)
        if a.payees in PAYEES and (area, PAYEES.index(a.payees)) in found:
            return None
        return self._unreachable(s, a, area, found)

    def _unreachable(self, s: Yokohama, a: Move, area: int, found: Ways) -> Illegal:
        seat = s.active
        if area == s.tables.canal:
            return no("area.canal", Text("the move may not end on the canal"))
        if area == s.presidents[seat]:
            return no(self.rule, Text("the president may not stay in or return to the area he starts from"))
        if a.payees in PAYEES and (area, PAYEES.index(a.payees)) in all_ways(s):
            return no(self.rule, Text("a way there pays fewer presidents and costs no more"))
        if any(there == area for there, _ in found):
            return no(self.rule, Text("no path meets exactly these presidents"))
        if not s.assistants[seat][area]:
            return no(self.rule, Text("you have no assistant there"))
        if guests(s, seat, area) and not owns(s, seat, "shared-stop"):
            return no(self.rule, Text("an opposing president is there"))
        return no(self.rule, Text("no path of own assistants that you can pay leads there"))

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        if isinstance(a, Recall):
            s.presidents[s.active] = NOWHERE
            tell(s, Recalled, s.active)
            go_on_recalling(s)
            return
        assert isinstance(a, Move)
        area, met = area_of(s, a.area), PAYEES.index(a.payees)
        toll = self._toll(s, area, met)
        s.stock[s.active][YEN] -= toll
        s.presidents[s.active] = area
        tell(s, Moved, s.active, s.tables.areas[area], toll)
        pay_presidents(s, met)
        then(s, AreaAction(area))

    def _toll(self, s: Yokohama, area: int, met: int) -> int:
        """What the canal takes on the cheapest way; nobody crosses it from the supply."""
        if s.presidents[s.active] == NOWHERE or not _may_cross(s):
            return 0
        return all_ways(s)[area, met] - met.bit_count() * s.tables.fees.president


def _may_cross(s: Yokohama) -> bool:
    """Whether a walk of the president could lead over the canal: onto it from one area of his, and on to another."""
    canal, mine, start = s.tables.canal, s.assistants[s.active], s.presidents[s.active]
    if canal not in s.layout or s.stock[s.active][YEN] < s.tables.fees.canal:
        return False
    return sum(area == start or mine[area] > 0 for area in neighbours(s, canal)) > 1


def ways(s: Yokohama) -> Ways:
    """Every destination with every set of presidents worth paying for it, at the lowest price."""
    found = all_ways(s)
    return found if s.variants.detours else _without_detours(s, found)


def all_ways(s: Yokohama) -> Ways:
    """The same with every set of presidents that could be paid."""
    seat = s.active
    start = s.presidents[seat]
    found = _entries(s) if start == NOWHERE else _stops(s, _walks(s, start))
    if s.technologies[seat]:
        _direct(s, found)
    return found


def _without_detours(s: Yokohama, found: Ways) -> Ways:
    """yokohama B.2: no way that pays more presidents than another one there and saves nothing at the bank."""
    for _, met in found:
        if met:
            break
    else:
        return found
    fee = s.tables.fees.president
    tolls = {way: yen - way[1].bit_count() * fee for way, yen in found.items()}
    return {
        (area, met): yen
        for (area, met), yen in found.items()
        if not met
        or not any(to == area and paid != met and paid & met == paid and toll <= tolls[area, met]
                   for (to, paid), toll in tolls.items())
    }  # fmt: skip


def _entries(s: Yokohama) -> Ways:
    """yokohama B.2b: from the supply straight to any permitted area."""
    seat, free = s.active, owns(s, s.active, "no-fees")
    found: Ways = {}
    for area in s.layout:
        if s.assistants[seat][area]:
            met = guests(s, seat, area)
            paid = 0 if free else met
            if not met or owns(s, seat, "shared-stop"):
                found[area, paid] = paid.bit_count() * s.tables.fees.president
    return {way: yen for way, yen in found.items() if yen <= s.stock[seat][YEN]}


def _walks(s: Yokohama, start: int) -> Ways:
    """yokohama B.2c: from area to area where own assistants stand, never back to the start.

    Every opposing president met is paid, the canal costs its toll and needs no assistant. Nobody is paid twice: an area
    with opposing presidents is entered once.
    """
    seat = s.active
    mine, yen, canal, fees = s.assistants[seat], s.stock[seat][YEN], s.tables.canal, s.tables.fees
    near_to, toll, fee = roads(s), fees.canal, fees.president
    met_at: dict[int, int] = {}
    if not owns(s, seat, "no-fees"):
        for other, place in enumerate(s.presidents):
            if other != seat:
                met_at[place] = met_at.get(place, 0) | 1 << other
    best: Ways = {(start, 0): 0}
    open_ = [(start, 0)]
    while open_:
        area, paid = open_.pop()
        price = best[area, paid]
        for near in near_to[area]:
            if near == canal:
                way, total = (near, paid), price + toll
            elif not mine[near] or near == start:
                continue
            elif near not in met_at:
                way, total = (near, paid), price
            else:
                met = met_at[near]
                if met & paid:
                    continue
                way, total = (near, paid | met), price + met.bit_count() * fee
            if total <= yen and total < best.get(way, yen + 1):
                best[way] = total
                open_.append(way)
    del best[start, 0]
    return best


def _stops(s: Yokohama, walks: Ways) -> Ways:
    """Where a walk may end: not on the canal, and with an opposing president only by the postal system."""
    seat = s.active
    shared = owns(s, seat, "shared-stop")
    full = [s.tables.canal] if shared else [s.tables.canal, *(p for o, p in enumerate(s.presidents) if o != seat)]
    return {way: price for way, price in walks.items() if way[0] not in full}


def _direct(s: Yokohama, found: Ways) -> None:
    """yokohama technology.tram, technology.station: straight to an area, free of charge."""
    seat = s.active
    start, mine = s.presidents[seat], s.assistants[seat]
    if owns(s, seat, "tram"):
        for area in s.layout:
            if mine[area] and area != start and not guests(s, seat, area):
                found[area, 0] = 0
    there = s.station
    expected = s.variants.station_without_assistant or (there != NOWHERE and mine[there])
    if owns(s, seat, "station") and there not in (start, NOWHERE) and expected:
        found[there, 0] = 0


@dataclass(frozen=True, slots=True)
class Recalling(OwnTurn):
    """yokohama B.2a: with the president any number of assistants come back from any areas."""

    rule: ClassVar[Rule] = rule("B.2")
    kinds: ClassVar = (Fetch, FetchAll, Done, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        return Text("Take assistants back into your supply as well?")

    def own_candidates(self, s: Yokohama) -> list[Action]:
        mine, fetch = s.assistants[s.active], s.tables.menu.fetch
        found: list[Action] = [fetch[area] for area in s.layout if mine[area]]
        return [*found, FETCH_ALL, DONE] if found else [DONE]

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        if isinstance(a, Done):
            return None
        mine = s.assistants[s.active]
        if isinstance(a, FetchAll):
            return None if any(mine) else no(self.rule, Text("none of your assistants is in an area"))
        assert isinstance(a, Fetch)
        area = area_of(s, a.area)
        if area == NOWHERE:
            return no("setup.1", Text("that area is not in this game"))
        return None if mine[area] else no(self.rule, Text("you have no assistant there"))

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        if isinstance(a, Fetch):
            fetch(s, area_of(s, a.area), 1)
            go_on_recalling(s)
        elif isinstance(a, FetchAll):
            for area in s.layout:
                if there := s.assistants[s.active][area]:
                    fetch(s, area, there)


RECALLING = Recalling()


def go_on_recalling(s: Yokohama) -> None:
    if any(s.assistants[s.active]):
        then(s, RECALLING)


def fetch(s: Yokohama, area: int, assistants: int) -> None:
    s.assistants[s.active][area] -= assistants
    s.supply[s.active][ASSISTANT] += assistants
    tell(s, Fetched, s.active, s.tables.areas[area], assistants)
