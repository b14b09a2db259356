"""1880 IV.2, V: the temporary order, the auction of the private companies, and the seating after it."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from stellwerk.core import (
    Action,
    Amount,
    Chance,
    Choice,
    Either,
    Illegal,
    Listed,
    Options,
    Rule,
    Seat,
    Step,
    Text,
    tell,
    then,
)
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import auction_events, events
from stellwerk.games.china1880.rules.actions import PASS, Bid, DrawNumber, Found, Pass
from stellwerk.games.china1880.rules.chapters.founding import found, free_rows
from stellwerk.games.china1880.rules.chapters.investors import ChooseInvestors
from stellwerk.games.china1880.rules.chapters.money import pay
from stellwerk.games.china1880.rules.chapters.privates import pay_revenue
from stellwerk.games.china1880.rules.citation import no, rule
from stellwerk.games.china1880.rules.state import CLOSED, NOBODY, China

STEP = 5


@value
class DealNumber(Chance[China]):
    """1880 IV.2: number cards for one seat after another; the last one left needs no draw."""

    dealt: tuple[int, ...] = ()
    rule: ClassVar[Rule] = rule("IV.2")
    kinds: ClassVar = (DrawNumber,)

    def question(self, s: China) -> Text:
        return Text("a number for seat {seat}", seat=len(self.dealt) + 1)

    def candidates(self, s: China) -> list[Action]:
        return [DrawNumber(number) for number in range(s.seats) if number not in self.dealt]

    def objection(self, s: China, a: Action) -> Illegal | None:
        assert isinstance(a, DrawNumber)
        if a.number in self.dealt or a.number not in range(s.seats):
            return no("IV.2", Text("number {number} is not there to be drawn", number=a.number))
        return None

    def resolve(self, s: China, a: Action) -> None:
        assert isinstance(a, DrawNumber)
        tell(s, auction_events.NumberDrawn, len(self.dealt), a.number)
        dealt = (*self.dealt, a.number)
        if len(dealt) < s.seats - 1:
            then(s, DealNumber(dealt))
            return
        last = next(number for number in range(s.seats) if number not in dealt)
        numbers = (*dealt, last)
        s.order = tuple(sorted(range(s.seats), key=numbers.__getitem__))
        s.priority = s.order[0]
        tell(s, auction_events.Seated, s.order)


@value
class Auction(Step[China]):
    """1880 V.1, V.5: a private company is put up, or given away; `opener` counts from the player with number 0.

    `shift` is 0, or 1 where a table lets the player after the opener begin once.
    """

    private: str
    opener: int
    least: int
    shift: int = 0

    def run(self, s: China) -> None:
        first = self._first(s)
        if self.least > 0:
            ask(s, Bidding(self.private, self.opener, self.least, first, self.shift))
            return
        sell(s, self.private, s.order[first], 0)
        then(s, NextAuction(self.private, self.opener, 1 if s.variants.skipped_opener else 0))

    def _first(self, s: China) -> int:
        """Who is asked first: the opener, or once the next one who can pay."""
        return next_solvent(s, self.opener, self.least) if self.shift else self.opener


@value
class NextAuction(Step[China]):
    """1880 V.1: the next private company, opened by the next player; after the last the players sit anew."""

    after: str
    opener: int
    shift: int = 0

    def run(self, s: China) -> None:
        following = next((p for p, owner in s.privates.items() if owner == NOBODY), None)
        if following is None:
            then(s, Seating())
        else:
            left = [s.tables.privates[p].price for p, owner in s.privates.items() if owner == NOBODY]
            price = s.tables.privates[following].price
            then(s, Auction(following, next_solvent(s, self.opener, min(left)), price, self.shift))


def next_solvent(s: China, opener: int, least: int) -> int:
    """1880 V.1: the next place clockwise; some tables pass over whoever has less than `least`."""
    places = [(opener + turn) % s.seats for turn in range(1, s.seats + 1)]
    if not s.variants.solvent_opener:
        return places[0]
    return next((at for at in places if s.cash[s.order[at]] >= least), places[-1])


def sell(s: China, private: str, seat: Seat, price: int) -> None:
    pay(s, seat, price)
    s.privates[private] = seat
    tell(s, auction_events.PrivateSold, seat, private, price)
    if private == "P6":
        then(s, ImperialGrant(seat))


def unit(s: China) -> int:
    """1880 V.2: what every bid is a multiple of."""
    return 1 if s.variants.any_bid else STEP


def ask(s: China, bidding: Bidding, before: Bidding | None = None) -> None:
    """The next player who has not passed and could still bid; the leader again means it is sold."""
    known = unable(s, before) if before else []
    for seat in unable(s, bidding):
        if seat not in known:
            tell(s, auction_events.BidOutOfReach, seat, bidding.private, bidding.least)
    for at in places_from(s, bidding.at):
        seat = s.order[at]
        if seat == bidding.leader:
            break
        if seat not in bidding.passed and can_answer(s, bidding, at):
            then(s, bidding if at == bidding.at else bidding.going_on(at))
            return
    if bidding.leader == NOBODY:
        then(s, Unsold(bidding.private, bidding.opener, bidding.least, bidding.shift))
        return
    then(s, NextAuction(bidding.private, bidding.opener))
    sell(s, bidding.private, bidding.leader, bidding.least - STEP)


def places_from(s: China, first: int) -> list[int]:
    """All places clockwise, beginning with one."""
    return [(first + turn) % s.seats for turn in range(s.seats)]


def can_answer(s: China, bidding: Bidding, at: int) -> bool:
    return s.cash[s.order[at]] >= bidding.least or asked_anyway(s, bidding, at)


def unable(s: China, bidding: Bidding) -> list[Seat]:
    """Who is still in the auction but is not asked for want of money."""
    places = [at for at in places_from(s, bidding.at) if not can_answer(s, bidding, at)]
    return [seat for seat in (s.order[at] for at in places) if seat not in (bidding.leader, *bidding.passed)]


def asked_anyway(s: China, bidding: Bidding, at: int) -> bool:
    """Departure V.2: the opener, as long as nobody has bid."""
    return s.variants.asked_opener and at == bidding.opener and bidding.leader == NOBODY


@value
class Unsold(Step[China]):
    """1880 V.4, V.6: nobody has bid: P0 and P1 fall, the others stay and private companies pay."""

    private: str
    opener: int
    least: int
    shift: int = 0

    def run(self, s: China) -> None:
        if s.tables.privates[self.private].falls:
            tell(s, auction_events.PriceFell, self.private, self.least - STEP)
            then(s, Auction(self.private, self.opener, self.least - STEP, self.shift))
        else:
            tell(s, auction_events.AuctionStalled, self.private)
            pay_revenue(s)
            then(s, Auction(self.private, self.opener, self.least, self.shift))


@value
class Bidding(Choice[China]):
    """1880 V.2, V.3: bid at least `least`, or stay out of this auction."""

    private: str
    opener: int
    least: int
    at: int
    shift: int = 0
    leader: Seat = NOBODY
    passed: tuple[Seat, ...] = ()
    rule: ClassVar[Rule] = rule("V.2")
    kinds: ClassVar = (Bid, Pass)

    def seat(self, s: China) -> Seat:
        return s.order[self.at]

    def question(self, s: China) -> Text:
        private = s.tables.privates[self.private]
        return Text(
            "bid ¥{price} or more for {private} ({name}, income ¥{revenue}), or pass",
            price=self.least,
            private=private.id,
            name=Text(private.name),
            revenue=private.revenue,
        )

    def options(self, s: China) -> Options:
        bids = Amount(partial(Bid, self.private), self.least, s.cash[self.seat(s)], unit(s))
        return Either(Listed((PASS,)), bids)

    def objection(self, s: China, a: Action) -> Illegal | None:
        if not isinstance(a, Bid):
            return None
        if a.private != self.private:
            return no("V.1", Text("{private} is auctioned now", private=self.private))
        if a.price < self.least:
            return no("V.2", Text("at least ¥{price} must be bid", price=self.least))
        if a.price % unit(s):
            return no("V.2", Text("bids are multiples of {step}", step=unit(s)))
        if a.price > s.cash[self.seat(s)]:
            cash = s.cash[self.seat(s)]
            return no("V.2", Text("¥{price} needed, ¥{cash} there", price=a.price, cash=cash))
        return None

    def resolve(self, s: China, a: Action) -> None:
        seat = self.seat(s)
        following = (self.at + 1) % s.seats
        if isinstance(a, Bid):
            tell(s, auction_events.BidMade, seat, a.private, a.price)
            ask(s, Bidding(self.private, self.opener, a.price + STEP, following, self.shift, seat, self.passed), self)
        else:
            tell(s, events.Passed, seat)
            ask(s, self.going_on(following, seat), self)

    def going_on(self, at: int, *passed: Seat) -> Bidding:
        """The same question to another, when some more have passed; `dataclasses.replace` takes five times as long."""
        gone = self.passed + passed
        return Bidding(self.private, self.opener, self.least, at, self.shift, self.leader, gone)


@value
class ImperialGrant(Choice[China]):
    """1880 VI.P6: the buyer of P6 founds BCR with 20 % at 100 and chooses its permits."""

    of: Seat
    rule: ClassVar[Rule] = rule("VI.P6")
    kinds: ClassVar = (Found,)

    def seat(self, s: China) -> Seat:
        return self.of

    def question(self, s: China) -> Text:
        return Text("building permits of {company}?", company="BCR")

    def candidates(self, s: China) -> list[Action]:
        permits = s.tables.certificates[20].permits
        return [Found("BCR", 20, 100, row, letters) for row in free_rows(s, 100) for letters in permits]

    def objection(self, s: China, a: Action) -> Illegal | None:
        if a in self.candidates(s):
            return None
        return no("VI.P6", Text("P6 brings 20 % of BCR at ¥100 with permits for three phases"))

    def resolve(self, s: China, a: Action) -> None:
        assert isinstance(a, Found)
        s.privates["P6"] = CLOSED
        found(s, self.of, a)


@value
class Seating(Step[China]):
    """1880 V.7: least cash first, equals as they sat."""

    def run(self, s: China) -> None:
        s.order = tuple(sorted(s.order, key=s.cash.__getitem__))
        s.priority = s.order[0]
        tell(s, auction_events.Seated, s.order)
        then(s, ChooseInvestors())
