"""yokohama setup.2: everything that comes up by chance, here because boards are refilled during the whole game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from stellwerk.core import Action, Chance, Illegal, Listed, Options, Rule, Seat, Text, Weighted, tell
from stellwerk.games.yokohama.rules.actions import Deal
from stellwerk.games.yokohama.rules.citation import no, rule
from stellwerk.games.yokohama.rules.components import Order, Technology
from stellwerk.games.yokohama.rules.events import CardShown, OrderDealt
from stellwerk.games.yokohama.rules.state import Yokohama

AREAS, SITES, TILES, HAND, ACHIEVEMENTS = "areas", "sites", "tiles", "hand", "achievements"

PILES: Mapping[str, Text] = {
    AREAS: Text("Next area of the pyramid"),
    SITES: Text("Building-site card for an area"),
    TILES: Text("Power-5 tile for an area"),
    HAND: Text("Order for a player"),
    ACHIEVEMENTS: Text("Achievement of a stack"),
}


@dataclass(frozen=True, slots=True)
class Draw(Chance[Yokohama]):
    """One card, tile or board by chance.

    `pile` is what it is for: areas, sites, tiles, hand, achievements, or the id of a board that shows cards; `to` is
    the position, the area, the seat, the number of the stack or the slot it goes to.
    """

    pile: str
    to: int
    rule: ClassVar[Rule] = rule("setup.2")
    kinds: ClassVar = (Deal,)

    def question(self, s: Yokohama) -> Text:
        if self.pile in s.displays:
            return Text("New card: {area}", area=Text(s.tables.areas[s.tables.area_index[self.pile]].name))
        return PILES[self.pile]

    def pool(self, s: Yokohama) -> Iterable[str]:
        """What may come up."""
        t = s.tables
        if self.pile in t.order_boards or self.pile == HAND:
            return s.unseen_orders
        if self.pile in t.technology_boards:
            return [card for card, copies in s.technology_deck.items() if copies]
        if self.pile == AREAS:
            return [t.areas[area].id for area in t.used(s.seats) if area not in s.layout]
        if self.pile == ACHIEVEMENTS:
            return [card.id for card in t.achievements.values() if card.stack == "ABC"[self.to]]
        laid, pile = (s.sites, t.sites) if self.pile == SITES else (s.tiles, t.tiles)
        return [card for card in pile if card not in laid]

    def candidates(self, s: Yokohama) -> list[Deal]:
        return [s.tables.deals[card] for card in self.pool(s)]

    def options(self, s: Yokohama) -> Options:
        """The whole pool; of technologies the cards that have more copies come up more often."""
        found = self.candidates(s)
        if self.pile in s.tables.technology_boards:
            return Weighted(found, [copies for copies in s.technology_deck.values() if copies])
        return Listed(found)

    def objection(self, s: Yokohama, a: Action) -> Illegal | None:
        assert isinstance(a, Deal)
        return None if a.card in self.pool(s) else no(self.rule, Text("{card} cannot come up", card=a.card))

    def resolve(self, s: Yokohama, a: Action) -> None:
        assert isinstance(a, Deal)
        match self.pile:
            case "areas":
                s.layout += (s.tables.area_index[a.card],)
            case "sites":
                s.sites = (*s.sites[: self.to], a.card, *s.sites[self.to + 1 :])
            case "tiles":
                s.tiles[self.to] = a.card
            case "achievements":
                s.achievements += (a.card,)
                s.achieved.append(())
            case _:
                self._card(s, a.card)

    def _card(self, s: Yokohama, card: str) -> None:
        if self.pile in s.tables.technology_boards:
            s.technology_deck[card] -= 1
            self._show(s, s.tables.technologies[card])
            return
        s.unseen_orders.remove(card)
        s.order_deck -= 1
        if self.pile == HAND:
            s.dealt[self.to] += (card,)
            tell(s, OrderDealt, self.to, s.tables.orders[card])
        else:
            self._show(s, s.tables.orders[card])

    def _show(self, s: Yokohama, card: Order | Technology) -> None:
        display = s.displays[self.pile]
        s.displays[self.pile] = (*display[: self.to], card.id, *display[self.to + 1 :])
        tell(s, CardShown, s.tables.areas[s.tables.area_index[self.pile]], card)

    def readers(self, s: Yokohama, a: Action) -> tuple[Seat, ...] | None:
        return (self.to,) if self.pile == HAND else None
