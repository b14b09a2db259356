"""What happened, in the past tense: the readable log of a game. Label-like, so that every language can say it."""

from __future__ import annotations

from dataclasses import dataclass

from stellwerk.core import Event, Seat, Text, Texts


def who(seat: Seat) -> Text:
    return Text("seat {number}", number=seat + 1)


@dataclass(frozen=True, slots=True)
class EngineerDealt(Event):
    place: int
    name: Text

    def text(self) -> Text:
        return Text("engineer on place {place}: {engineer}", place=self.place + 1, engineer=self.name)


@dataclass(frozen=True, slots=True)
class PlaceDealt(Event):
    seat: Seat
    place: int

    def text(self) -> Text:
        return Text("{player}: place {place} in the turn order", player=who(self.seat), place=self.place)


@dataclass(frozen=True, slots=True)
class BonusChosen(Event):
    seat: Seat
    name: Text

    def text(self) -> Text:
        return Text("{player}: start bonus {bonus}", player=who(self.seat), bonus=self.name)


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    round: int
    rounds: int

    def text(self) -> Text:
        return Text("round {round} of {rounds}", round=self.round, rounds=self.rounds)


@dataclass(frozen=True, slots=True)
class Placed(Event):
    seat: Seat
    space: Text
    pieces: Text

    def text(self) -> Text:
        return Text(
            "{player}: {pieces} on the space “{space}”",
            player=who(self.seat),
            pieces=self.pieces,
            space=self.space,
        )


@dataclass(frozen=True, slots=True)
class TrackBuilt(Event):
    seat: Seat
    line: Text
    track: Text
    space: int

    def text(self) -> Text:
        return Text(
            "{player}: {track} of {line} on space {space}",
            player=who(self.seat),
            track=self.track,
            line=self.line,
            space=self.space,
        )


@dataclass(frozen=True, slots=True)
class TracksTaken(Event):
    seat: Seat
    track: Text

    def text(self) -> Text:
        return Text("{player}: may build {track} from now on", player=who(self.seat), track=self.track)


@dataclass(frozen=True, slots=True)
class WorkerGained(Event):
    seat: Seat
    black: bool = False

    def text(self) -> Text:
        worker = Text("the black worker") if self.black else Text("one more worker")
        return Text("{player}: gains {worker}", player=who(self.seat), worker=worker)


@dataclass(frozen=True, slots=True)
class DoublersLaid(Event):
    seat: Seat
    n: int
    total: int

    def text(self) -> Text:
        return Texts(
            "{player}: {n} doubler, now {total}",
            "{player}: {n} doublers, now {total}",
            self.n,
            player=who(self.seat),
            total=self.total,
        )


@dataclass(frozen=True, slots=True)
class CoinsTaken(Event):
    seat: Seat
    n: int

    def text(self) -> Text:
        return Texts("{player}: takes {n} coin", "{player}: takes {n} coins", self.n, player=who(self.seat))


@dataclass(frozen=True, slots=True)
class TemporaryTaken(Event):
    seat: Seat
    n: int

    def text(self) -> Text:
        return Texts(
            "{player}: takes {n} temporary worker",
            "{player}: takes {n} temporary workers",
            self.n,
            player=who(self.seat),
        )


@dataclass(frozen=True, slots=True)
class EngineerHired(Event):
    seat: Seat
    number: int
    name: Text

    def text(self) -> Text:
        return Text(
            "{player}: engineer {number} ({engineer})", player=who(self.seat), number=self.number, engineer=self.name
        )


@dataclass(frozen=True, slots=True)
class EngineerLeft(Event):
    number: int

    def text(self) -> Text:
        return Text("engineer {number} leaves: nobody hired", number=self.number)


@dataclass(frozen=True, slots=True)
class LocomotiveLaid(Event):
    seat: Seat
    number: int
    line: Text
    over: int

    def text(self) -> Text:
        params = {"player": who(self.seat), "number": self.number, "line": self.line}
        if self.over:
            return Text("{player}: locomotive {number} at {line}, in place of {over}", over=self.over, **params)
        return Text("{player}: locomotive {number} at {line}", **params)


@dataclass(frozen=True, slots=True)
class LocomotiveReturned(Event):
    seat: Seat
    number: int

    def text(self) -> Text:
        return Text("{player}: locomotive {number} returned as a factory", player=who(self.seat), number=self.number)


@dataclass(frozen=True, slots=True)
class FactoryBuilt(Event):
    seat: Seat
    number: int
    name: Text
    gap: int
    old: int

    def text(self) -> Text:
        params = {"player": who(self.seat), "number": self.number, "factory": self.name, "gap": self.gap}
        if self.old:
            return Text(
                "{player}: factory {number} ({factory}) in gap {gap}, in place of {old}", old=self.old, **params
            )
        return Text("{player}: factory {number} ({factory}) in gap {gap}", **params)


@dataclass(frozen=True, slots=True)
class MarkerAdvanced(Event):
    seat: Seat
    entry: int
    points: int

    def text(self) -> Text:
        return Texts(
            "{player}: industry marker on space {entry}, {n} point a round",
            "{player}: industry marker on space {entry}, {n} points a round",
            self.points,
            player=who(self.seat),
            entry=self.entry,
        )


@dataclass(frozen=True, slots=True)
class FactoryEntered(Event):
    seat: Seat
    number: int
    name: Text

    def text(self) -> Text:
        return Text(
            "{player}: uses factory {number} ({factory})", player=who(self.seat), number=self.number, factory=self.name
        )


@dataclass(frozen=True, slots=True)
class MarkerAdded(Event):
    seat: Seat

    def text(self) -> Text:
        return Text("{player}: second industry marker", player=who(self.seat))


@dataclass(frozen=True, slots=True)
class SpaceReached(Event):
    """A ?-space has been reached."""

    seat: Seat
    where: Text

    def text(self) -> Text:
        return Text("{player}: ?-space reached, {where}", player=who(self.seat), where=self.where)


@dataclass(frozen=True, slots=True)
class TileChosen(Event):
    seat: Seat
    name: Text

    def text(self) -> Text:
        return Text("{player}: ?-tile {tile}", player=who(self.seat), tile=self.name)


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    seat: Seat
    name: Text

    def text(self) -> Text:
        return Text("{player}: ?-card {card}", player=who(self.seat), card=self.name)


@dataclass(frozen=True, slots=True)
class SpaceReused(Event):
    seat: Seat
    space: Text

    def text(self) -> Text:
        return Text("{player}: once more {space}", player=who(self.seat), space=self.space)


@dataclass(frozen=True, slots=True)
class EffectForgone(Event):
    seat: Seat
    what: Text

    def text(self) -> Text:
        return Text("{player}: does without {what}", player=who(self.seat), what=self.what)


@dataclass(frozen=True, slots=True)
class WorkerSwapped(Event):
    seat: Seat
    space: Text

    def text(self) -> Text:
        return Text("{player}: own worker to the turn order from {space}", player=who(self.seat), space=self.space)


@dataclass(frozen=True, slots=True)
class OrderSorted(Event):
    order: tuple[Seat, ...]

    def text(self) -> Text:
        return Text("turn order of the next round: {order}", order=tuple(map(who, self.order)))


@dataclass(frozen=True, slots=True)
class WorkerMoved(Event):
    seat: Seat
    space: Text

    def text(self) -> Text:
        return Text("{player}: worker moves on to {space}", player=who(self.seat), space=self.space)


@dataclass(frozen=True, slots=True)
class WorkerWithdrawn(Event):
    seat: Seat

    def text(self) -> Text:
        return Text("{player}: the worker can go nowhere and returns", player=who(self.seat))


@dataclass(frozen=True, slots=True)
class StackSearched(Event):
    seat: Seat

    def text(self) -> Text:
        return Text("{player}: looks through the end cards", player=who(self.seat))


@dataclass(frozen=True, slots=True)
class EndCardTaken(Event):
    seat: Seat

    def text(self) -> Text:
        return Text("{player}: takes an end card", player=who(self.seat))


@dataclass(frozen=True, slots=True)
class EndCardKept(Event):
    seat: Seat
    name: Text

    def text(self) -> Text:
        return Text("{player}: the end card is {card}", player=who(self.seat), card=self.name)

    def readers(self) -> tuple[Seat, ...]:
        return (self.seat,)
