"""1880: rulings, corrections outside the rules that all seats agreed to, each with its reason in the log.

A table mends a mistake with them; an import follows a recorded game where neither a rule nor a departure covers what
was done there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from stellwerk.core import Choice, Event, Illegal, Ruling, Seat, Text, tell
from stellwerk.core.action import Domain
from stellwerk.core.rule import RULING
from stellwerk.core.value import value
from stellwerk.games.china1880.rules.actions import PASS, Company, Hex, Investor, Money, Node, Pass
from stellwerk.games.china1880.rules.chapters.end import GameOver
from stellwerk.games.china1880.rules.chapters.money import fund, pay, receive
from stellwerk.games.china1880.rules.chapters.operating_round import Circle, EndOfTurn, Turn, place
from stellwerk.games.china1880.rules.chapters.powers import exchange_rocket, rocket_objection
from stellwerk.games.china1880.rules.chapters.privates import GiveUp
from stellwerk.games.china1880.rules.chapters.shares import restack
from stellwerk.games.china1880.rules.chapters.track import BuildTrack
from stellwerk.games.china1880.rules.stack import Stack
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.market import Cell
from stellwerk.rail18.tiles import node_map

BANK = "bank"


@value
class Ruled(Event):
    what: Text
    reason: str

    def text(self) -> Text:
        return Text("ruling: {what} ({reason})", what=self.what, reason=self.reason)


def _refused(text: Text) -> Illegal:
    return Illegal(text, RULING)


def _unfounded(s: China, company: str) -> Illegal | None:
    return None if company in s.par else _refused(Text("{company} is not founded", company=company))


@dataclass(frozen=True, slots=True)
class RulingCash(Ruling):
    """Money from the bank, or to it, for a seat by its number, a company or an investor."""

    holder: Annotated[str, Domain("holder")]
    amount: Money
    reason: str

    def objection(self, s: China) -> Illegal | None:
        held = _purse(s, self.holder)
        if held is None:
            return _refused(Text("{holder} has no purse", holder=self.holder))
        if held + self.amount < 0:
            return _refused(Text("{holder} has only ¥{cash}", holder=self.holder, cash=held))
        return None

    def resolve(self, s: China) -> None:
        if self.holder in s.treasury:
            fund(s, self.holder, self.amount)
        else:
            receive(s, int(self.holder), self.amount)
        tell(s, Ruled, Text("{holder} ¥{amount}", holder=self.holder, amount=self.amount), self.reason)


def _purse(s: China, holder: str) -> int | None:
    if holder in s.treasury:
        return s.treasury[holder]
    seat = _seat(s, holder)
    return None if seat is None else s.cash[seat]


def _seat(s: China, holder: str) -> Seat | None:
    """The seat of that number; None for any other word."""
    return int(holder) if holder.isdecimal() and int(holder) < s.seats else None


@dataclass(frozen=True, slots=True)
class RulingIncome(Ruling):
    """More or less income for the company that has just run its trains."""

    amount: Money
    reason: str

    def objection(self, s: China) -> Illegal | None:
        if s.active not in s.director:
            return _refused(Text("no company operates"))
        if s.income + self.amount < 0:
            return _refused(Text("the income is only ¥{income}", income=s.income))
        return None

    def resolve(self, s: China) -> None:
        s.income += self.amount
        tell(s, Ruled, Text("{company} income ¥{amount}", company=s.active, amount=self.amount), self.reason)


@dataclass(frozen=True, slots=True)
class RulingPermit(Ruling):
    """P5 serves a company that its owner does not direct."""

    company: Company
    reason: str

    def objection(self, s: China) -> Illegal | None:
        if s.granted or s.privates["P5"] < 0:
            return _refused(Text("P5 is not there to serve"))
        return _unfounded(s, self.company)

    def resolve(self, s: China) -> None:
        s.granted = self.company
        s.permits[self.company] = "".join(sorted({*s.permits[self.company], "D"}))
        tell(s, Ruled, Text("{company} permit for phase D", company=self.company), self.reason)


@dataclass(frozen=True, slots=True)
class RulingPrice(Ruling):
    """The price marker of a company goes to another cell, by row and column from the top left."""

    company: Company
    row: Annotated[int, Domain("row")]
    column: Annotated[int, Domain("column")]
    reason: str

    def objection(self, s: China) -> Illegal | None:
        if (self.row, self.column) not in s.tables.market.prices:
            return _refused(Text("no such cell on the share price chart"))
        return _unfounded(s, self.company)

    def resolve(self, s: China) -> None:
        s.cell[self.company] = Cell(self.row, self.column)
        price = s.tables.market.prices[s.cell[self.company]]
        tell(s, Ruled, Text("{company} at ¥{price}", company=self.company, price=price), self.reason)


@dataclass(frozen=True, slots=True)
class RulingTile(Ruling):
    """A tile replaces another of its kind although a rule about the choice of tiles forbids it."""

    entity: Annotated[str, Domain("company")]
    hex: Hex
    tile: Annotated[str, Domain("tile")]
    rotation: Annotated[int, Domain("rotation")]
    reason: str

    def objection(self, s: China) -> Illegal | None:
        atlas, new = s.tables.atlas, s.tables.atlas.tiles.get(self.tile)
        if self.entity not in s.treasury or self.hex not in s.tables.hexes or new is None or not 0 <= self.rotation < 6:
            return _refused(Text("no such company, hex, tile or rotation"))
        if not s.stock[self.tile] or node_map(atlas.face(s.board, self.hex), new.at(self.rotation)) is None:
            return _refused(Text("tile {tile} cannot lie on {hex}", tile=self.tile, hex=self.hex))
        return None

    def resolve(self, s: China) -> None:
        first = not s.tables.atlas.face(s.board, self.hex).tile.colour
        old = s.tables.atlas.face(s.board, self.hex).tile.name
        s.stock[self.tile] -= 1
        if old in s.stock:
            s.stock[old] += 1
        s.board = s.tables.atlas.lay(s.board, self.hex, self.tile, self.rotation)
        tell(s, Ruled, Text("{hex}: tile {tile}", hex=self.hex, tile=self.tile), self.reason)
        asked = s.agenda[-1] if s.agenda else None
        if first and isinstance(asked, BuildTrack):
            s.agenda[-1] = BuildTrack(asked.entity, asked.laid + 1)


@dataclass(frozen=True, slots=True)
class RulingMarker(Ruling):
    """The train purchase marker goes to a company as if it had bought just now."""

    company: Company
    reason: str

    def objection(self, s: China) -> Illegal | None:
        return _unfounded(s, self.company)

    def resolve(self, s: China) -> None:
        s.marker, s.bought = self.company, True
        tell(s, Ruled, Text("train purchase marker to {company}", company=self.company), self.reason)


@dataclass(frozen=True, slots=True)
class RulingShares(Ruling):
    """More or fewer shares of the lower half of a stack are for sale before the first 3-train."""

    company: Company
    percent: Annotated[int, Domain("percent")]
    reason: str

    def objection(self, s: China) -> Illegal | None:
        if self.percent % 10 or s.freed.get(self.company, 0) + self.percent not in range(51):
            return _refused(Text("the lower half of a stack is five shares of 10 %"))
        return _unfounded(s, self.company)

    def resolve(self, s: China) -> None:
        s.freed[self.company] = s.freed.get(self.company, 0) + self.percent
        restack(s, self.company, Stack.freed, self.percent // 10)
        what = Text("{percent} % of {company} put up for sale", percent=self.percent, company=self.company)
        tell(s, Ruled, what, self.reason)


@dataclass(frozen=True, slots=True)
class RulingStack(Ruling):
    """A card of a company comes first among those of a seat by its number, or of the bank: it is dealt in next."""

    company: Company
    holder: Annotated[str, Domain("holder")]
    share: Annotated[int, Domain("share")]
    reason: str

    def objection(self, s: China) -> Illegal | None:
        if self.company not in s.stacks:
            return _refused(Text("nobody looks at the single shares of {company}", company=self.company))
        stack, seat = s.stacks[self.company], _seat(s, self.holder)
        held = stack.bank if self.holder == BANK else () if seat is None else stack.held[seat]
        if self.share not in held:
            return _refused(Text("{holder} has no such share", holder=self.holder))
        return None

    def resolve(self, s: China) -> None:
        s.stacks[self.company] = s.stacks[self.company].led(_seat(s, self.holder), self.share)
        what = Text("share {share} of {company} comes first", share=self.share, company=self.company)
        tell(s, Ruled, what, self.reason)


@dataclass(frozen=True, slots=True)
class RulingInvestor(Ruling):
    """At the end of the game an investor stays as it is: its owner gets nothing of its money."""

    investor: Investor
    owner: Annotated[int, Domain("seat")]
    treasury: Money
    reason: str

    def objection(self, s: China) -> Illegal | None:
        if self.investor not in s.tables.investors or self.investor in s.investors or s.agenda:
            return _refused(Text("{investor} has not been settled at the end", investor=self.investor))
        if self.owner not in range(s.seats) or not 0 <= self.treasury // 5 <= s.cash[self.owner]:
            return _refused(Text("nobody can pay that back"))
        return None

    def resolve(self, s: China) -> None:
        s.investors[self.investor], s.treasury[self.investor] = self.owner, 0
        fund(s, self.investor, self.treasury)
        pay(s, self.owner, self.treasury // 5)
        tell(s, Ruled, Text("{investor} stays", investor=self.investor), self.reason)


@dataclass(frozen=True, slots=True)
class RulingStation(Ruling):
    """A station marker of a company on the map, free of charge."""

    company: Company
    hex: Hex
    node: Node
    reason: str

    def objection(self, s: China) -> Illegal | None:
        if self.hex not in s.tables.hexes or self.node not in range(len(s.tables.atlas.face(s.board, self.hex).nodes)):
            return _refused(Text("no station in {hex} has the number {node}", hex=self.hex, node=self.node))
        if len(s.stations.get(self.company, ())) >= 1 + len(s.tables.markers):
            return _refused(Text("{company} has no marker left", company=self.company))
        return _unfounded(s, self.company)

    def resolve(self, s: China) -> None:
        s.board = s.tables.atlas.place_station(s.board, self.hex, self.node, self.company)
        s.stations[self.company] = (*s.stations[self.company], self.hex)
        tell(s, Ruled, Text("{company} marker in {hex}", company=self.company, hex=self.hex), self.reason)


# --- the course of the game ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RulingCircle(Ruling):
    """After the share round that interrupts a turn the circle goes on with a later company."""

    company: Company
    reason: str

    def objection(self, s: China) -> Illegal | None:
        if len(s.agenda) < 4 or not isinstance(s.agenda[0], Circle) or not isinstance(s.agenda[1], EndOfTurn):
            return _refused(Text("no turn is interrupted"))
        if self.company not in s.floated or place(s, self.company) <= place(s, s.active):
            return _refused(Text("{company} does not come later in the circle", company=self.company))
        return None

    def resolve(self, s: China) -> None:
        circle = s.agenda[0]
        assert isinstance(circle, Circle)
        s.agenda[:3] = [circle.following(s, self.company), Turn(self.company)]
        tell(s, Ruled, Text("the circle goes on with {company}", company=self.company), self.reason)


@dataclass(frozen=True, slots=True)
class RulingRocket(Ruling):
    """P7 is exchanged before a surplus train is given up."""

    reason: str

    def objection(self, s: China) -> Illegal | None:
        if s.active not in s.director or not s.agenda or not isinstance(s.agenda[-1], GiveUp):
            return _refused(Text("no train must be given up in the turn of a company"))
        return rocket_objection(s, s.director[s.active])

    def resolve(self, s: China) -> None:
        tell(s, Ruled, Text("P7 for {company}", company=s.active), self.reason)
        s.agenda.pop()  # whoever still has a train too many is asked again
        exchange_rocket(s)


@dataclass(frozen=True, slots=True)
class RulingPass(Ruling):
    """Whoever is asked passes although the rules do not let him."""

    reason: str

    def objection(self, s: China) -> Illegal | None:
        choice = s.agenda[-1] if s.agenda else None
        if not isinstance(choice, Choice) or Pass not in choice.kinds:
            return _refused(Text("nobody is asked who could pass"))
        return None

    def resolve(self, s: China) -> None:
        choice = s.agenda.pop()
        assert isinstance(choice, Choice)
        tell(s, Ruled, Text("seat {seat} passes", seat=choice.seat(s) + 1), self.reason)
        choice.resolve(s, PASS)


@dataclass(frozen=True, slots=True)
class RulingEnd(Ruling):
    """The game ends now."""

    reason: str

    def objection(self, s: China) -> Illegal | None:
        return None if s.agenda else _refused(Text("the game is over"))

    def resolve(self, s: China) -> None:
        s.agenda.clear()
        tell(s, Ruled, Text("the game ends"), self.reason)
        GameOver().run(s)
