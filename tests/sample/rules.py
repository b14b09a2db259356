"""A tiny game as the worked example: everybody holds one hidden card and may swap it once; the highest card wins.

Glossary: card = 1…12, each once; deck = cards nobody has seen; hand = the card
of each seat, 0 while it waits for one; thrown = the card each seat swapped away face down, 0 if none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from stellwerk.core import (
    Action,
    Chance,
    Choice,
    Event,
    Game,
    Illegal,
    Law,
    Listed,
    Options,
    Rng,
    Rule,
    RuleBook,
    Score,
    Seat,
    Section,
    Setup,
    Step,
    Text,
    ranked,
    tell,
    then,
)
from stellwerk.core.action import Domain
from stellwerk.core.chance import shuffled
from stellwerk.core.components import Components
from stellwerk.core.dump import TRANSIENT

CARDS = tuple(range(1, 13))
RULES = RuleBook(
    "sample", (Section("1", Text("Deal"), Text("One card each.")), Section("2", Text("Swap"), Text("Once.")))
)


@dataclass(frozen=True, slots=True)
class Draw(Action):
    title: ClassVar[Text | None] = Text("Draw")
    card: Annotated[int, Domain("card")]


@dataclass(frozen=True, slots=True)
class Keep(Action):
    title: ClassVar[Text | None] = Text("Keep")


@dataclass(frozen=True, slots=True)
class Swap(Action):
    title: ClassVar[Text | None] = Text("Swap")
    times: Annotated[int, Domain("times")]


DRAW = {card: Draw(card) for card in CARDS}
KEEP, SWAP = Keep(), Swap(1)


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    seat: Seat

    def text(self) -> Text:
        return Text("{seat} swaps", seat=self.seat + 1)


@dataclass(slots=True)
class Sample:
    seats: int
    deck: list[int]
    hand: list[int]
    thrown: list[int]
    agenda: list[Step[Any]] = field(default_factory=list)
    heard: list[Any] | None = field(default=None, metadata=TRANSIENT)

    def copy(self) -> Sample:
        return Sample(self.seats, self.deck[:], self.hand[:], self.thrown[:], self.agenda[:])


@dataclass(frozen=True, slots=True)
class Deal(Chance[Sample]):
    """Sample 1: one card for a seat, seen by that seat only."""

    to: Seat
    rule: ClassVar[Rule] = Rule("sample", "1")
    kinds: ClassVar = (Draw,)

    def question(self, s: Sample) -> Text:
        return Text("a card for seat {seat}", seat=self.to + 1)

    def options(self, s: Sample) -> Options:
        return Listed([DRAW[card] for card in s.deck])

    def objection(self, s: Sample, a: Action) -> Illegal | None:
        assert isinstance(a, Draw)
        return None if a.card in s.deck else Illegal(Text("card {card} is not in the deck", card=a.card), self.rule)

    def resolve(self, s: Sample, a: Action) -> None:
        assert isinstance(a, Draw)
        s.deck.remove(a.card)
        s.hand[self.to] = a.card

    def readers(self, s: Sample, a: Action) -> tuple[Seat, ...]:
        return (self.to,)


@dataclass(frozen=True, slots=True)
class Turn(Choice[Sample]):
    """Sample 2: keep the card, or throw it away once for another."""

    of: Seat
    rule: ClassVar[Rule] = Rule("sample", "2")
    kinds: ClassVar = (Keep, Swap)

    def seat(self, s: Sample) -> Seat:
        return self.of

    def question(self, s: Sample) -> Text:
        return Text("keep your card or swap it?")

    def candidates(self, s: Sample) -> tuple[Action, ...]:
        return (KEEP, SWAP)

    def objection(self, s: Sample, a: Action) -> Illegal | None:
        if a in (KEEP, SWAP):
            return None
        return Illegal(Text("a card is swapped once only"), self.rule)

    def resolve(self, s: Sample, a: Action) -> None:
        if self.of + 1 < s.seats:
            then(s, Turn(self.of + 1))
        if a == SWAP:
            tell(s, Swapped, self.of)
            s.thrown[self.of], s.hand[self.of] = s.hand[self.of], 0
            then(s, Deal(self.of))

    def reveals(self, s: Sample, a: Action) -> bool:
        return a == SWAP


@dataclass(frozen=True, slots=True)
class SampleView:
    seat: Seat | None
    hand: tuple[int, ...]
    thrown: tuple[int, ...]
    agenda: tuple[Step[Any], ...]


@dataclass(frozen=True, slots=True)
class NoVariants:
    pass


def start(setup: Setup) -> Sample:
    s = Sample(setup.seats, list(CARDS), [0] * setup.seats, [0] * setup.seats)
    then(s, *map(Deal, range(setup.seats)), Turn(0))
    return s


def view(s: Sample, seat: Seat | None) -> SampleView:
    """Own cards; of the others' only that there are some, until the end."""

    def seen(cards: list[int]) -> tuple[int, ...]:
        return tuple(-1 if card and holder != seat and s.agenda else card for holder, card in enumerate(cards))

    return SampleView(seat, seen(s.hand), seen(s.thrown), tuple(s.agenda))


def imagine(v: SampleView, rng: Rng) -> Sample:
    """The unseen cards dealt anew."""
    rest = shuffled(rng, [card for card in CARDS if card not in (*v.hand, *v.thrown)])
    hand, thrown = ([rest.pop() if card == -1 else card for card in cards] for cards in (v.hand, v.thrown))
    return Sample(len(hand), sorted(rest), hand, thrown, list(v.agenda))


def scores(s: Sample) -> list[Score]:
    return ranked((card, (), ((Text("card"), card),)) for card in s.hand)


def all_cards(s: Sample) -> str | None:
    cards = sorted(s.deck + [card for card in s.hand + s.thrown if card])
    return None if cards == list(CARDS) else f"cards: {cards}"


GAME = Game(
    id="sample",
    title=Text("Sample"),
    seats=range(2, 5),
    variants=NoVariants,
    state=Sample,
    start=start,
    view=view,
    imagine=imagine,
    scores=scores,
    describe=lambda s, a: Text("{action}", action=str(a)),
    actions=(Draw, Keep, Swap),
    steps=(Deal, Turn),
    laws=(Law("cards", all_cards),),
    components=Components({}),
    rules=RULES,
    domains=lambda s: {"card": CARDS, "times": (1, 2)},
)
