"""Which certificate lies where on 18xx.games: `BCR_0` is the director's, `BCR_1` … `BCR_8` are single shares.

Our engine knows percentages only. The numbers are needed to write a file, and to follow one fault of that site: who
sells a part of a director's certificate gets change from the front of the bank's stack, even from the half (4 … 8) that
is not for sale before the first 3-train; the shares that come back in exchange are then for sale in its place.
"""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core import Action
from stellwerk.games.china1880.rules.actions import BuyShare, Found, SellShares
from stellwerk.games.china1880.rules.state import China

DIRECTOR = 0
SINGLES = range(1, 9)
LOCKED = range(4, 9)


class Certificates:
    """Stacks by (company, holder): a seat, an investor, or the bank under the empty name."""

    def __init__(self) -> None:
        self.stacks: dict[tuple[str, int | str], list[int]] = {}
        self.directors: dict[str, int] = {}
        self.reserved: dict[str, str] = {}
        self.owners: dict[str, int] = {}
        self.stuck: set[tuple[str, int]] | None = None
        """Of the locked half, what was not in the bank when it was opened: that site never sells it again."""

    def stack(self, company: str, holder: int | str = "") -> list[int]:
        return self.stacks.setdefault((company, holder), [])

    def freed(self, company: str) -> int:
        """Percent of the locked half that lies elsewhere than in the bank."""
        return 10 * sum(share not in self.stack(company) for share in LOCKED)

    def is_stuck(self, company: str) -> bool:
        """All that is left in the bank will never be sold there."""
        left = self.stack(company)
        return bool(left) and all((company, share) in (self.stuck or ()) for share in left)

    def watch(self, s: China, action: Action, seat: int, named: Sequence[int] = ()) -> None:
        """Follow what an action has just done; `named` are the certificates the file speaks of."""
        if s.now.ten_shares and self.stuck is None:
            self.stuck = {(c, share) for c in self.directors for share in LOCKED if share not in self.stack(c)}
        match action:
            case Found():
                self._found(s, action, seat)
            case BuyShare(company):
                self.stack(company, seat).append(self._drawn(s, company, named))
            case SellShares():
                self._sell(s, action, seat, named)
        if s.reserved != self.reserved:
            self._watch_investors(s)
        if s.director != self.directors:
            for company in [c for c, director in s.director.items() if self.directors[c] != director]:
                self._swap(s, company, self.directors[company])

    def _found(self, s: China, a: Found, seat: int) -> None:
        """A larger director's certificate takes the highest single shares for sale out of the game."""
        for_sale = list(SINGLES) if s.now.ten_shares else [share for share in SINGLES if share not in LOCKED]
        out = for_sale[len(for_sale) - (a.percent - 20) // 10 :]
        self.stacks[a.company, ""] = [share for share in SINGLES if share not in out]
        self.stacks[a.company, seat] = [DIRECTOR]
        self.directors[a.company] = seat

    def first(self, s: China, company: str, named: Sequence[int] = ()) -> int:
        """A single share is as good as another: the one named if it is there, else the first that is for sale."""
        bank = self.stack(company)
        wanted = [share for share in (*named, *bank) if share in bank and (s.now.ten_shares or share not in LOCKED)]
        return (wanted or bank or [SINGLES[-1]])[0]

    def _drawn(self, s: China, company: str, named: Sequence[int]) -> int:
        share = self.first(s, company, named)
        if share in self.stack(company):
            self.stack(company).remove(share)
        return share

    def _sell(self, s: China, a: SellShares, seat: int, named: Sequence[int]) -> None:
        held, bank = self.stack(a.company, seat), self.stack(a.company)
        sold = [share for share in named if share in held] or self.chosen(s, a, seat)
        for share in sold:
            held.remove(share)
            bank.append(share)
        if s.director[a.company] != self.directors[a.company]:
            self._swap(s, a.company, "" if DIRECTOR in bank else seat)
        for _ in range((self._worth(s, a.company, sold) - a.percent) // 10):
            held.append(bank.pop(0))

    def chosen(self, s: China, a: SellShares, seat: int) -> list[int]:
        """Single shares, the latest first; the director's certificate only where they do not suffice."""
        singles = [share for share in reversed(self.stack(a.company, seat)) if share != DIRECTOR]
        enough = singles[: a.percent // 10]
        return enough if len(enough) == a.percent // 10 else [DIRECTOR, *enough]

    def _worth(self, s: China, company: str, shares: Sequence[int]) -> int:
        return sum(s.certificate[company] if share == DIRECTOR else 10 for share in shares)

    def _swap(self, s: China, company: str, giver: int | str) -> None:
        """The new director takes the certificate and puts down as many of his first single shares."""
        self.directors[company] = s.director[company]
        new, old = self.stack(company, s.director[company]), self.stack(company, giver)
        if DIRECTOR in old:
            old.remove(DIRECTOR)
        given = new[: s.certificate[company] // 10]
        del new[: len(given)]
        old.extend(given)
        new.append(DIRECTOR)

    def _watch_investors(self, s: China) -> None:
        for investor, company in s.reserved.items():
            if investor not in self.reserved:
                self.owners[investor] = s.investors.get(investor, 0)
                self.stack(company, investor).extend(self.stack(company)[:1])
                del self.stack(company)[:1]
        for investor, company in self.reserved.items():
            if investor not in s.reserved:
                self.stack(company, self.owners[investor]).extend(self.stacks.pop((company, investor), []))
        self.reserved = dict(s.reserved)
