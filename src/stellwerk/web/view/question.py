"""The open question as a reader sees it: in words, with what may be answered, and why other answers may not.

Everything here is asked of a state that was imagined from the reader's own view, so nothing else can show through.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from stellwerk.core import (
    Action,
    Amount,
    BadNotation,
    Choice,
    Either,
    Event,
    Game,
    Illegal,
    Options,
    Rule,
    Seat,
    Subset,
    Text,
    after,
    events,
    objection,
    pending,
)
from stellwerk.core.action import words_of
from stellwerk.core.rule import KIND
from stellwerk.web import companions

SHOWN_FLAT = 30
"""More options of one kind than this are first narrowed by what they act on."""
LISTED_NUMBERS = 12
SUGGESTED = 12
REFUSED = 60
PASSING = ("pass", "done", "end-turn")
"""To do nothing more stands last in every list, and has a key of its own."""
CONSIDERED = 20_000


@dataclass(frozen=True, slots=True)
class Offer:
    """One option."""

    number: int
    action: Action
    text: Text
    piece: tuple[str, ...] | None = None
    """What is laid, where it can be laid in several ways."""

    @property
    def notation(self) -> str:
        return str(self.action)

    @property
    def passes(self) -> bool:
        return self.action.verb in PASSING


@dataclass(frozen=True, slots=True)
class Group:
    """Options of one kind; `facets` are (what they act on, how many) when there are too many to list."""

    verb: str
    title: Text
    offers: tuple[Offer, ...]
    facets: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Range:
    """A number to fill in."""

    part: int
    verb: str
    title: Text
    numbers: range


@dataclass(frozen=True, slots=True)
class Picks:
    """Some of these items."""

    part: int
    title: Text
    items: tuple[str, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """Things worth asking about that are not allowed now, with the one reason they share."""

    reason: Text
    rule: Rule
    offers: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """What would happen. `final`: it could not be taken back freely; `surprise`: more happens than was asked for."""

    text: Text
    events: tuple[Text, ...]
    final: bool
    surprise: bool
    next_seat: Seat | None


@dataclass
class Question:
    """A question at one version, for the seat that is asked."""

    game: Game[Any]
    view: Any
    seat: Seat
    state: Any = field(init=False)

    def __post_init__(self) -> None:
        self.state = self.game.imagine(self.view, Random(0))

    @property
    def choice(self) -> Choice[Any]:
        choice = pending(self.state)
        assert choice is not None
        return choice

    @property
    def question(self) -> Text:
        return self.choice.question(self.state)

    @property
    def rule(self) -> Rule:
        return self.choice.rule

    @cached_property
    def offered(self) -> Options:
        return self.choice.options(self.state)

    @cached_property
    def offers(self) -> list[Offer]:
        """Everything that can be listed one by one, numbered from 1, suggestions for what cannot. Last comes what is
        listed only when somebody wants to pay otherwise."""
        ordered = sorted(self._listed, key=lambda action: (action in self._otherwise, action.verb in PASSING))
        return [self._offer(n, action) for n, action in enumerate(ordered, 1)]

    def _offer(self, number: int, action: Action) -> Offer:
        return Offer(number, action, self.game.describe(self.state, action), companions.piece(self.game.id, action))

    @cached_property
    def _listed(self) -> list[Action]:
        return [action for part in parts(self.offered) for action in _listed(part)]

    @cached_property
    def _otherwise(self) -> dict[Action, Action]:
        """What brings about the same as another option and is paid in a dearer way → that option."""
        found: dict[Hashable, list[tuple[Any, Action]]] = {}
        for action in self._listed:
            if way := companions.way(self.game.id, self.state, action):
                found.setdefault(way[0], []).append((way[1], action))
        ways = (sorted(same, key=lambda each: each[0]) for same in found.values())
        return {action: usual for (_, usual), *dearer in ways for _, action in dearer}

    def otherwise(self, usual: Action) -> list[Offer]:
        """The other ways to pay for the same, without those that come to the very same."""
        others = [offer for offer in self.offers if self._otherwise.get(offer.action) == usual]
        same = after(self.state, usual) if others else None
        return [offer for offer in others if after(self.state, offer.action) != same]

    @cached_property
    def usual(self) -> list[Offer]:
        """One offer for everything that can be brought about."""
        return [offer for offer in self.offers if offer.action not in self._otherwise]

    def turned(self, action: Action) -> Offer | None:
        """The same piece turned to its next place, if it has another one."""
        piece = companions.piece(self.game.id, action)
        ways = [offer for offer in self.offers if piece is not None and offer.piece == piece]
        later = [
            following for offer, following in zip(ways, (*ways[1:], *ways[:1]), strict=True) if offer.action == action
        ]
        return later[0] if len(ways) > 1 and later else None

    def ranges(self) -> Iterator[Range]:
        for n, part in enumerate(parts(self.offered)):
            if isinstance(part, Amount) and len(part) > LISTED_NUMBERS:
                first = part.make(part.low)
                yield Range(n, first.verb, self.game.describe(self.state, first), part.numbers)

    def picks(self) -> Iterator[Picks]:
        for n, part in enumerate(parts(self.offered)):
            if isinstance(part, Subset):
                kind = type(part.make(tuple(part.items[: part.least])))
                yield Picks(n, title_of(kind), tuple(part.items), part.least, part.most)

    @property
    def listed(self) -> bool:
        """Whether the list of offers is complete."""
        return all(part.finite for part in parts(self.offered))

    def made(self, part: int, number: int | None, items: Sequence[str]) -> Action:
        """The action of a filled-in number or of some ticked items."""
        chosen = list(parts(self.offered))[part]
        if isinstance(chosen, Amount) and number is not None:
            return chosen.make(number)
        if isinstance(chosen, Subset):
            return chosen.make(tuple(item for item in chosen.items if item in items))
        raise BadNotation(Text("nothing to fill in there"))

    def refusals(
        self, wanted: Callable[[Action], bool] = lambda action: True, tried: Iterable[Action] = ()
    ) -> list[Refusal]:
        """What the rules mention at this point but currently forbid, grouped by reason; `wanted` filters it.

        `tried` is what else somebody might want to do here, as the boards know it.
        """
        by_reason: dict[tuple[str, str], tuple[Illegal, list[Text]]] = {}
        mentioned = islice(filter(wanted, islice(self._candidates(), CONSIDERED)), 4 * REFUSED)
        for action in dict.fromkeys((*mentioned, *tried)):
            refused = objection(self.state, self.seat, action)
            if refused is not None:
                key = (str(refused.text), refused.rule.section)
                by_reason.setdefault(key, (refused, []))[1].append(self.game.describe(self.state, action))
        return [Refusal(why.text, why.rule, tuple(texts[:REFUSED])) for why, texts in by_reason.values()]

    def _candidates(self) -> Iterable[Action]:
        try:
            return iter(self.choice.candidates(self.state))
        except NotImplementedError:
            return iter(())

    def why_not(self, line: str) -> Illegal | None:
        """Why a typed action is not allowed; raises `BadNotation` if it cannot be parsed."""
        action = self.game.parse(line)
        refused = objection(self.state, self.seat, action)
        if refused is None and action not in self.offered:
            return Illegal(Text("this is not offered now"), KIND)
        return refused

    def preview(self, action: Action) -> Preview:
        """What the action would cause, as far as its seat can know."""
        told: list[Event] = events(self.state, action)
        reveals = self.choice.reveals(self.state, action)
        next_seat = self._after(action)
        mine = [event.text() for event in told if (who := event.readers()) is None or self.seat in who]
        return Preview(
            self.game.describe(self.state, action),
            () if reveals else tuple(mine),
            reveals or next_seat != self.seat,
            any(event.surprise for event in told),
            next_seat,
        )

    def figures(self, action: Action) -> tuple[Text, ...]:
        """What would change, as the game counts it."""
        return tuple(companions.consequences(self.game.id, self.state, self.seat, action))

    def _after(self, action: Action) -> Seat | None:
        following = after(self.state, action)
        choice = pending(following)
        return None if choice is None else choice.seat(following)


def parts(options: Options) -> Iterator[Options]:
    """The collections that options consist of, nested ones opened."""
    if not isinstance(options, Either):
        yield options
        return
    for part in options.parts:
        yield from parts(part)


def _listed(part: Options) -> Iterable[Action]:
    if isinstance(part, Amount) and len(part) > LISTED_NUMBERS:
        return (part.make(part.low),)
    return part if part.finite else part.suggest(SUGGESTED)


def groups_of(offers: Iterable[Offer]) -> list[Group]:
    """Options by kind."""
    by_kind: dict[str, list[Offer]] = {}
    for offer in offers:
        by_kind.setdefault(offer.action.verb, []).append(offer)
    return [_group(verb, some) for verb, some in by_kind.items()]


def _group(verb: str, offers: list[Offer]) -> Group:
    facets: tuple[tuple[str, int], ...] = ()
    if len(offers) > SHOWN_FLAT:
        firsts = [facet(offer.action) for offer in offers]
        counts = {value: firsts.count(value) for value in dict.fromkeys(firsts)}
        facets = tuple(counts.items()) if 1 < len(counts) < len(offers) else ()
    return Group(verb, title_of(type(offers[0].action)), tuple(offers), facets)


def facet(action: Action) -> str:
    """What an action acts on: its first field, or the one that it names."""
    if action.listed_by:
        return str(getattr(action, action.listed_by))
    words = words_of(str(action))
    return words[1] if len(words) > 1 else ""


def title_of(kind: type[Action]) -> Text:
    """A kind of action in words."""
    return kind.title or Text("{verb}", verb=kind.verb)
