"""Positions for the tests: a game past its set-up that a test arranges as an example needs it.

Every move made through a table passes the checked door, the conservation laws hold before and after it, and all that
is said about it can be read in other languages.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from stellwerk.core import CHANCE, Dealer, Event, Score, apply, events, pending
from stellwerk.core.components import Components
from stellwerk.games.yokohama.rules import GAME
from stellwerk.games.yokohama.rules.actions import Deal
from stellwerk.games.yokohama.rules.chapters.own_turn import OwnTurn
from stellwerk.games.yokohama.rules.chapters.setup import KeepingOrder
from stellwerk.games.yokohama.rules.components import ASSISTANT, HOUSE, INDEX, SHOP, YEN
from stellwerk.games.yokohama.rules.state import Variants, Yokohama, power
from tests.games.helpers import asked, offered, open_question, play, question, refused, section, told

RED, YELLOW, BLUE, GREEN = range(4)


class Table:
    def __init__(
        self,
        seats: int = 4,
        layout: Iterable[str] = (),
        seed: int = 1,
        components: Components | None = None,
        **variants: bool,
    ) -> None:
        self.dealer = Dealer(random.Random(seed), map(Deal, layout))
        self.s: Yokohama = GAME.setup(seats, Variants(**variants), components)
        self.run()

    # --- playing

    def run(self) -> None:
        """Let chance answer; the first of two dealt orders is kept."""
        while (choice := pending(self.s)) is not None:
            options = choice.options(self.s)
            if choice.seat(self.s) == CHANCE:
                apply(self.s, CHANCE, self.dealer.answer(options))
            elif isinstance(choice, KeepingOrder):
                apply(self.s, choice.of, next(iter(options)))
            else:
                break

    def lawful(self) -> None:
        for law in GAME.laws:
            assert law.broken(self.s) is None

    def play(self, *lines: str) -> Table:
        for line in lines:
            self.lawful()
            choice, action = open_question(self.s), GAME.parse(line)
            if choice.objection(self.s, action) is None:
                assert action in choice.options(self.s)
            play(self.s, line)
            self.run()
            self.lawful()
        return self

    def refused(self, line: str) -> str:
        return refused(self.s, line)

    def forbidden(self, line: str, by: str) -> Table:
        """The line is refused by this section."""
        assert section(self.s, line) == by
        return self

    @property
    def offered(self) -> list[str]:
        return offered(self.s)

    @property
    def asked(self) -> str:
        return asked(self.s)[0]

    @property
    def question(self) -> str:
        return question(self.s)

    def told(self, line: str) -> list[str]:
        return told(self.s, line)

    def happened(self, line: str) -> list[Event]:
        return events(self.s, GAME.parse(line))

    # --- arranging

    def area(self, id_: str) -> int:
        return self.s.tables.area_index[id_]

    def put(self, seat: int, id_: str, assistants: int) -> Table:
        """Assistants into an area, from the supply and then from the warehouse."""
        for _ in range(assistants):
            self._take(seat, ASSISTANT)
        self.s.assistants[seat][self.area(id_)] += assistants
        return self

    def _take(self, seat: int, piece: int) -> None:
        home = self.s.supply if self.s.supply[seat][piece] else self.s.warehouse
        home[seat][piece] -= 1

    def president(self, seat: int, id_: str) -> Table:
        self.s.presidents[seat] = self.area(id_)
        return self

    def shop(self, seat: int, id_: str, site: int = 1) -> Table:
        self._take(seat, SHOP)
        owners = list(self.s.shops[self.area(id_)])
        owners[site - 1] = seat
        self.s.shops[self.area(id_)] = tuple(owners)
        return self

    def house(self, seat: int, id_: str) -> Table:
        self._take(seat, HOUSE)
        self.s.houses[self.area(id_)] = seat
        return self

    def ready(self, seat: int, shops: int = 0, houses: int = 0, assistants: int | None = None) -> Table:
        """Pieces from the warehouse into the supply; `assistants` is how many are in the supply then."""
        s = self.s
        moves = {SHOP: shops, HOUSE: houses}
        if assistants is not None:
            moves[ASSISTANT] = assistants - s.supply[seat][ASSISTANT]
        for piece, n in moves.items():
            s.supply[seat][piece] += n
            s.warehouse[seat][piece] -= n
        return self

    def stock(self, seat: int, **amounts: int) -> Table:
        for name, n in amounts.items():
            self.s.stock[seat][INDEX[name]] = n
        return self

    def board(self, name: str, *owners: int) -> Table:
        """The spaces of Church or Customs from the left; the assistants come from their owners."""
        spaces = (*owners, *(-1 for _ in range(len(self.s.spaces[name]) - len(owners))))
        for owner in owners:
            if 0 <= owner < self.s.seats:
                self._take(owner, ASSISTANT)
        self.s.spaces[name] = spaces
        return self

    def own(self, seat: int, *technologies: str) -> Table:
        """Technologies from the deck; none is left there when both boards show it, then from a board."""
        for id_ in technologies:
            if not self.s.technology_deck[id_]:
                self._off_the_boards(id_)
            self.s.technology_deck[id_] -= 1
            self.s.technologies[seat] += (id_,)
        return self

    def _off_the_boards(self, id_: str, keep: tuple[str, int] = ("", 0)) -> None:
        """Another technology takes the place of one that is on display; the first slots of one board are kept."""
        deck, displays = self.s.technology_deck, self.s.displays
        places = ((b, slot) for b in displays for slot, card in enumerate(displays[b]) if card == id_)
        board, slot = next((b, slot) for b, slot in places if b != keep[0] or slot >= keep[1])
        other = next(card for card, left in deck.items() if left and card != id_)
        displays[board] = (*displays[board][:slot], other, *displays[board][slot + 1 :])
        deck[other] -= 1
        deck[id_] += 1

    def show(self, board: str, *cards: str) -> Table:
        """These cards on the first slots of a board."""
        for slot, card in enumerate(cards):
            put_back = self.s.displays[board][slot]
            if board in self.s.tables.order_boards:
                self._free_order(card, put_back)
            elif card != put_back:
                if not self.s.technology_deck[card]:
                    self._off_the_boards(card, (board, slot))
                    put_back = self.s.displays[board][slot]
                self.s.technology_deck[card] -= 1
                self.s.technology_deck[put_back] += 1
            display = list(self.s.displays[board])
            display[slot] = card
            self.s.displays[board] = tuple(display)
        return self

    def _free_order(self, order: str, instead: str) -> None:
        """Wherever this order is, another one takes its place."""
        s = self.s

        def swapped(cards: Iterable[str]) -> tuple[str, ...]:
            return tuple(instead if card == order else card for card in cards)

        s.displays = {b: swapped(cards) if b in s.tables.order_boards else cards for b, cards in s.displays.items()}
        s.hand = list(map(swapped, s.hand))
        s.fulfilled = list(map(swapped, s.fulfilled))
        s.hidden, s.thrown = list(swapped(s.hidden)), list(swapped(s.thrown))
        s.unseen_orders = sorted(swapped(s.unseen_orders))

    def hold(self, seat: int, *orders: str) -> Table:
        """Exactly these orders in hand; the first of them is the one nobody has seen, unless it was fulfilled."""
        s = self.s
        while len(s.hand[seat]) > len(orders):
            s.unseen_orders = sorted((*s.unseen_orders, s.hand[seat][-1]))
            s.hand[seat] = s.hand[seat][:-1]
            s.order_deck += 1
        while len(s.hand[seat]) < len(orders):
            s.hand[seat] += (s.unseen_orders.pop(),)
            s.order_deck -= 1
        for n, order in enumerate(orders):
            self._free_order(order, s.hand[seat][n])
            s.hand[seat] = (*s.hand[seat][:n], order, *s.hand[seat][n + 1 :])
        s.hidden[seat] = s.hand[seat][0] if s.hidden[seat] and s.hand[seat] else ""
        return self

    def fulfilled(self, seat: int, *orders: str) -> Table:
        """These orders are fulfilled already."""
        for order in orders:
            card = self.s.unseen_orders[0]
            self._free_order(order, card)
            if order in self.s.unseen_orders:
                self.s.unseen_orders.remove(order)
            else:
                self.s.unseen_orders.remove(card)
            self.s.order_deck -= 1
            self.s.fulfilled[seat] += (order,)
        return self

    def achievements(self, *cards: str) -> Table:
        self.s.achievements = cards
        return self

    def tile(self, id_: str, tile: str) -> Table:
        """A power-5 tile on an area; whatever was there goes where the tile was."""
        tiles, area = self.s.tiles, self.area(id_)
        if tile in tiles:
            tiles[tiles.index(tile)] = tiles[area]
        tiles[area] = tile
        return self

    def site(self, id_: str, site: str) -> Table:
        sites, area = list(self.s.sites), self.area(id_)
        if site in sites:
            sites[sites.index(site)] = sites[area]
        sites[area] = site
        self.s.sites = tuple(sites)
        return self

    def agent(self, seat: int, *countries: str) -> Table:
        for country in countries:
            self.s.agents_left[country] -= 1
            self.s.agents[seat] += (country,)
        return self

    def station(self, id_: str) -> Table:
        self.s.station = self.area(id_)
        return self

    # --- going somewhere with a given power

    def act_in(self, id_: str, strength: int) -> Table:
        """The active player's president goes from his supply to an area and acts there with this power."""
        seat = self.s.active
        missing = strength - 1 - power(self.s, seat, self.area(id_))
        self.put(seat, id_, missing)
        self.s.presidents[seat] = -1
        return self.play("done", f"move {id_}")

    def finish(self) -> Table:
        """Decline whatever is offered until the turn is over."""
        seat, round_ = self.s.active, self.s.round
        while (choice := pending(self.s)) is not None and (self.s.active, self.s.round) == (seat, round_):
            assert isinstance(choice, OwnTurn)
            options = self.offered
            self.play(next(o for o in ("done", "return-all", "recall", options[0]) if o in options))
        return self

    # --- reading

    def yen(self, seat: int) -> int:
        return self.s.stock[seat][YEN]

    def have(self, seat: int, name: str) -> int:
        return self.s.stock[seat][INDEX[name]]

    def points(self, seat: int) -> int:
        return sum(self.s.points[seat])

    def at(self, seat: int, id_: str) -> int:
        return self.s.assistants[seat][self.area(id_)]

    def supply(self, seat: int) -> tuple[int, ...]:
        return tuple(self.s.supply[seat])

    def scores(self) -> list[Score]:
        return GAME.scores(self.s)

    def item(self, seat: int, name: str) -> int:
        """One line of a seat's score."""
        return {str(label): n for label, n in self.scores()[seat].items}[name]
