"""1880 VIII.5, departure: which certificate of a company lies where.

The book speaks of percentages. The site 18xx.games deals with single cards: `0` is the director's certificate, `1` …
`8` are the shares from the top of the stack. Who sells a part of the director's certificate gets change from the front
of the bank's cards, even from the lower half that is not for sale yet; the shares that come back in exchange are for
sale in its place. A card of the lower half that is not in the bank when the first 3-train opens it is never sold by the
bank again.
"""

from __future__ import annotations

from stellwerk.core import Seat
from stellwerk.core.value import value

Cards = tuple[int, ...]

DIRECTOR = 0
SINGLES: Cards = tuple(range(1, 9))
LOWER = SINGLES[3:]


@value
class Stack:
    held: tuple[Cards, ...]
    """By seat, in the order in which they came."""
    bank: Cards
    """In the bank."""
    charter: Cards = ()
    """On the charter of an investor."""
    closed: Cards = ()
    """The bank does not sell these."""

    @classmethod
    def founded(cls, seats: int, seat: Seat, percent: int, all_open: bool) -> Stack:
        """A larger director's certificate takes the lowest shares for sale out of the game."""
        closed = () if all_open else LOWER
        for_sale = [share for share in SINGLES if share not in closed]
        out = for_sale[len(for_sale) - (percent - 20) // 10 :]
        held = tuple((DIRECTOR,) if other == seat else () for other in range(seats))
        return cls(held, tuple(share for share in SINGLES if share not in out), closed=closed)

    @property
    def for_sale(self) -> Cards:
        return tuple([share for share in self.bank if share not in self.closed])

    def worth(self, seat: Seat, certificate: int) -> int:
        return sum(certificate if share == DIRECTOR else 10 for share in self.held[seat])

    def to_sell(self, seat: Seat, percent: int) -> Cards:
        """Single shares as they came, and the director's certificate where they do not suffice."""
        singles = tuple(share for share in self.held[seat] if share != DIRECTOR)
        enough = singles[: percent // 10]
        return enough if len(enough) == percent // 10 else (*enough, DIRECTOR)

    # --- what happens to it ---

    def opened(self) -> Stack:
        """The lower half is for sale, as far as it is there."""
        return self._with(closed=tuple(share for share in self.closed if share not in self.bank))

    def freed(self, count: int) -> Stack:
        """So many more of the bank's cards are for sale, or fewer."""
        shut = [share for share in self.bank if share in self.closed]
        if count >= 0:
            return self._with(closed=_without(self.closed, tuple(shut[:count])))
        return self._with(closed=self.closed + self.for_sale[count:])

    def reserved(self) -> Stack:
        return self._with(charter=self.bank[:1], bank=self.bank[1:])

    def merged(self, seat: Seat) -> Stack:
        return self._with(held=self._holding(seat, self.held[seat] + self.charter), charter=())

    def bought(self, seat: Seat) -> Stack:
        share = self.for_sale[0]
        held = self._holding(seat, (*self.held[seat], share))
        return self._with(held=held, bank=_without(self.bank, (share,)))

    def sold(self, seat: Seat, percent: int) -> Stack:
        """Whole cards; change is given when the director is settled."""
        cards = self.to_sell(seat, percent)
        return self._with(held=self._holding(seat, _without(self.held[seat], cards)), bank=self.bank + cards)

    def directed(self, old: Seat, new: Seat, certificate: int) -> Stack:
        """The new director takes the certificate, from the bank if it was sold, and puts down his first shares."""
        given, kept = self.held[new][: certificate // 10], self.held[new][certificate // 10 :]
        taken = self._given(new, (*kept, DIRECTOR))
        if DIRECTOR in self.bank:
            return taken._with(bank=_without(self.bank, (DIRECTOR,)) + given)
        return taken._given(old, _without(self.held[old], (DIRECTOR,)) + given)

    def changed(self, seat: Seat, count: int) -> Stack:
        """Change from the front of the bank's cards, whatever they are."""
        held = self._holding(seat, self.held[seat] + self.bank[:count])
        return self._with(held=held, bank=self.bank[count:])

    def led(self, holder: Seat | None, share: int) -> Stack:
        """A share comes first among those of a seat, or of the bank."""
        if holder is None:
            return self._with(bank=(share, *_without(self.bank, (share,))))
        return self._given(holder, (share, *_without(self.held[holder], (share,))))

    def _with(
        self,
        held: tuple[Cards, ...] | None = None,
        bank: Cards | None = None,
        charter: Cards | None = None,
        closed: Cards | None = None,
    ) -> Stack:
        """What is not None in place of what there was; `dataclasses.replace` takes five times as long."""
        return Stack(
            self.held if held is None else held,
            self.bank if bank is None else bank,
            self.charter if charter is None else charter,
            self.closed if closed is None else closed,
        )

    def _given(self, seat: Seat, cards: Cards) -> Stack:
        return self._with(held=self._holding(seat, cards))

    def _holding(self, seat: Seat, cards: Cards) -> tuple[Cards, ...]:
        return (*self.held[:seat], cards, *self.held[seat + 1 :])


def _without(cards: Cards, gone: Cards) -> Cards:
    return tuple([share for share in cards if share not in gone])
