"""What happened, for logs and statistics. Past tense, label-like texts."""

from __future__ import annotations

from dataclasses import dataclass

from stellwerk.core import Event, Seat, Text
from stellwerk.games.china1880.cite import player

# --- set-up and auction ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NumberDrawn(Event):
    seat: Seat
    number: int

    def text(self) -> Text:
        return Text("{player}: number {number}", player=player(self.seat), number=self.number)


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    seat: Seat
    private: str
    price: int

    def text(self) -> Text:
        return Text(
            "{player}: ¥{price} bid for {private}", player=player(self.seat), price=self.price, private=self.private
        )


@dataclass(frozen=True, slots=True)
class Passed(Event):
    seat: Seat

    def text(self) -> Text:
        return Text("{player}: pass", player=player(self.seat))


@dataclass(frozen=True, slots=True)
class PrivateSold(Event):
    seat: Seat
    private: str
    price: int

    def text(self) -> Text:
        return Text(
            "{private} for ¥{price}: {player}", player=player(self.seat), price=self.price, private=self.private
        )


@dataclass(frozen=True, slots=True)
class PriceFell(Event):
    private: str
    price: int

    def text(self) -> Text:
        return Text("no bid, {private} falls to ¥{price}", private=self.private, price=self.price)


@dataclass(frozen=True, slots=True)
class AuctionStalled(Event):
    private: str

    def text(self) -> Text:
        return Text("no bid for {private}: private companies pay", private=self.private)


@dataclass(frozen=True, slots=True)
class Seated(Event):
    order: tuple[Seat, ...]

    def text(self) -> Text:
        return Text("seating order: {players}", players=tuple(map(player, self.order)))


@dataclass(frozen=True, slots=True)
class InvestorChosen(Event):
    seat: Seat
    investor: str

    def text(self) -> Text:
        return Text("{player}: investor {investor}", player=player(self.seat), investor=self.investor)


@dataclass(frozen=True, slots=True)
class RevenuePaid(Event):
    seat: Seat
    amount: int

    def text(self) -> Text:
        return Text("{player}: ¥{amount} from private companies", player=player(self.seat), amount=self.amount)


# --- share rounds ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ShareRoundBegan(Event):
    number: int

    def text(self) -> Text:
        return Text("share round {number}", number=self.number)


@dataclass(frozen=True, slots=True)
class Founded(Event):
    seat: Seat
    company: str
    percent: int
    par: int
    permits: str

    def text(self) -> Text:
        return Text(
            "{player}: {company} founded with {percent} % at ¥{par}, permits {permits}",
            player=player(self.seat),
            company=self.company,
            percent=self.percent,
            par=self.par,
            permits=self.permits,
        )


@dataclass(frozen=True, slots=True)
class ShareReserved(Event):
    investor: str
    company: str

    def text(self) -> Text:
        return Text("{investor}: one share of {company} reserved", investor=self.investor, company=self.company)


@dataclass(frozen=True, slots=True)
class ShareBought(Event):
    seat: Seat
    company: str
    price: int

    def text(self) -> Text:
        return Text(
            "{player}: share of {company} bought for ¥{price}",
            player=player(self.seat),
            company=self.company,
            price=self.price,
        )


@dataclass(frozen=True, slots=True)
class SharesSold(Event):
    seat: Seat
    company: str
    percent: int
    receipts: int

    def text(self) -> Text:
        return Text(
            "{player}: {percent} % of {company} sold for ¥{receipts}",
            player=player(self.seat),
            company=self.company,
            percent=self.percent,
            receipts=self.receipts,
        )


@dataclass(frozen=True, slots=True)
class DirectorChanged(Event):
    company: str
    seat: Seat

    def text(self) -> Text:
        return Text("new director of {company}: {player}", company=self.company, player=player(self.seat))


@dataclass(frozen=True, slots=True)
class PriceMoved(Event):
    company: str
    old: int
    new: int

    def text(self) -> Text:
        return Text("price of {company}: ¥{old} → ¥{new}", company=self.company, old=self.old, new=self.new)


@dataclass(frozen=True, slots=True)
class Floated(Event):
    company: str
    capital: int

    def text(self) -> Text:
        return Text("{company} floats with ¥{capital}", company=self.company, capital=self.capital)


@dataclass(frozen=True, slots=True)
class CapitalCompleted(Event):
    company: str
    amount: int

    def text(self) -> Text:
        return Text("{company}: second half of the capital, ¥{amount}", company=self.company, amount=self.amount)


@dataclass(frozen=True, slots=True)
class SoldOut(Event):
    company: str

    def text(self) -> Text:
        return Text("{company}: no share left for sale", company=self.company)


@dataclass(frozen=True, slots=True)
class DebtTaken(Event):
    seat: Seat
    amount: int

    def text(self) -> Text:
        return Text("{player}: ¥{amount} of debt, interest included", player=player(self.seat), amount=self.amount)


@dataclass(frozen=True, slots=True)
class DebtPaid(Event):
    seat: Seat
    amount: int

    def text(self) -> Text:
        return Text("{player}: ¥{amount} of debt paid", player=player(self.seat), amount=self.amount)


@dataclass(frozen=True, slots=True)
class InterestAdded(Event):
    seat: Seat
    debt: int

    def text(self) -> Text:
        return Text("{player}: debt grows to ¥{debt}", player=player(self.seat), debt=self.debt)


@dataclass(frozen=True, slots=True)
class PriorityMoved(Event):
    seat: Seat

    def text(self) -> Text:
        return Text("priority: {player}", player=player(self.seat))


# --- operating rounds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    entity: str
    seat: Seat

    def text(self) -> Text:
        return Text("turn of {entity} ({player})", entity=self.entity, player=player(self.seat))


@dataclass(frozen=True, slots=True)
class TileLaid(Event):
    entity: str
    hex: str
    tile: str
    rotation: int
    cost: int

    def text(self) -> Text:
        return Text("{entity}: tile {tile} on {hex}", entity=self.entity, tile=self.tile, hex=self.hex)


@dataclass(frozen=True, slots=True)
class TerrainPaid(Event):
    entity: str
    cost: int

    def text(self) -> Text:
        return Text("{entity}: ¥{cost} for terrain", entity=self.entity, cost=self.cost)


@dataclass(frozen=True, slots=True)
class MarkerPlaced(Event):
    company: str
    hex: str
    price: int

    def text(self) -> Text:
        return Text("{company}: marker on {hex} for ¥{price}", company=self.company, hex=self.hex, price=self.price)


@dataclass(frozen=True, slots=True)
class TrainsRan(Event):
    entity: str
    routes: tuple[str, ...]
    income: int

    def text(self) -> Text:
        return Text("{entity}: ¥{income} by {routes}", entity=self.entity, income=self.income, routes=self.routes)


@dataclass(frozen=True, slots=True)
class DividendPaid(Event):
    company: str
    income: int

    def text(self) -> Text:
        return Text("{company}: dividend of ¥{income} paid", company=self.company, income=self.income)


@dataclass(frozen=True, slots=True)
class DividendReceived(Event):
    seat: Seat
    amount: int

    def text(self) -> Text:
        return Text("{player}: ¥{amount} received", player=player(self.seat), amount=self.amount)


@dataclass(frozen=True, slots=True)
class IncomeKept(Event):
    entity: str
    income: int

    def text(self) -> Text:
        return Text("{entity}: ¥{income} kept", entity=self.entity, income=self.income)


@dataclass(frozen=True, slots=True)
class TrainBought(Event):
    company: str
    train: str
    price: int

    def text(self) -> Text:
        return Text("{company}: {train}-train for ¥{price}", company=self.company, train=self.train, price=self.price)


@dataclass(frozen=True, slots=True)
class TrainTraded(Event):
    company: str
    seller: str
    train: str
    price: int

    def text(self) -> Text:
        return Text(
            "{company}: {train}-train of {seller} for ¥{price}",
            company=self.company,
            seller=self.seller,
            train=self.train,
            price=self.price,
        )


@dataclass(frozen=True, slots=True)
class DirectorHelped(Event):
    seat: Seat
    company: str
    amount: int

    def text(self) -> Text:
        return Text(
            "{player}: ¥{amount} added for {company}",
            player=player(self.seat),
            company=self.company,
            amount=self.amount,
        )


@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    phase: str

    def text(self) -> Text:
        return Text("phase {phase} begins", phase=self.phase)


@dataclass(frozen=True, slots=True)
class ExchangeFrozen(Event):
    def text(self) -> Text:
        return Text("communist takeover: no price changes any more")


@dataclass(frozen=True, slots=True)
class ExchangeReopened(Event):
    def text(self) -> Text:
        return Text("the Shanghai stock exchange opens again")


@dataclass(frozen=True, slots=True)
class TrainsRusted(Event):
    train: str
    companies: tuple[str, ...]

    def text(self) -> Text:
        return Text("{train}-trains rust: {companies}", train=self.train, companies=self.companies)


@dataclass(frozen=True, slots=True)
class TrainsRemoved(Event):
    train: str
    count: int

    def text(self) -> Text:
        return Text("a circle without purchase: {count} × {train} leave the bank", count=self.count, train=self.train)


@dataclass(frozen=True, slots=True)
class TrainGivenUp(Event):
    company: str
    train: str

    def text(self) -> Text:
        return Text("{company}: {train}-train given up", company=self.company, train=self.train)


@dataclass(frozen=True, slots=True)
class LastTurnsBegan(Event):
    company: str

    def text(self) -> Text:
        return Text("last share round, then three turns each; {company} is the last", company=self.company)


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    def text(self) -> Text:
        return Text("the game is over")


# --- private companies and investors ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PaymentTaken(Event):
    seat: Seat
    amount: int

    def text(self) -> Text:
        return Text("{player}: ¥{amount} for P0", player=player(self.seat), amount=self.amount)


@dataclass(frozen=True, slots=True)
class PermitGranted(Event):
    company: str

    def text(self) -> Text:
        return Text("{company}: permit D by P5", company=self.company)


@dataclass(frozen=True, slots=True)
class RocketExchanged(Event):
    company: str
    train: str

    def text(self) -> Text:
        return Text("{company}: {train}-train for P7", company=self.company, train=self.train)


@dataclass(frozen=True, slots=True)
class RocketLost(Event):
    train: str

    def text(self) -> Text:
        return Text("P7 without a company: one {train}-train leaves the game", train=self.train)


@dataclass(frozen=True, slots=True)
class Merged(Event):
    investor: str
    company: str
    seat: Seat

    def text(self) -> Text:
        return Text(
            "{investor} merges into {company}: one share and ¥50 to {player}",
            investor=self.investor,
            company=self.company,
            player=player(self.seat),
        )


@dataclass(frozen=True, slots=True)
class TreasuryMoved(Event):
    investor: str
    to: str | Seat
    amount: int

    def text(self) -> Text:
        to = self.to if isinstance(self.to, str) else player(self.to)
        return Text("¥{amount} of {investor} to {receiver}", amount=self.amount, investor=self.investor, receiver=to)


@dataclass(frozen=True, slots=True)
class MarkerReplaced(Event):
    company: str
    hex: str

    def text(self) -> Text:
        return Text("{company}: marker on {hex} in place of the investor's", company=self.company, hex=self.hex)


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    topic: str
    subject: str
    value: str
    reason: str

    def text(self) -> Text:
        return Text(
            "ruling on {topic} of {subject}: {value} ({reason})",
            topic=self.topic,
            subject=self.subject,
            value=self.value,
            reason=self.reason,
        )
