"""A game is a value: a bundle of functions. Nothing is subclassed to make one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar, get_type_hints

from stellwerk.core.action import Action, Notation
from stellwerk.core.chance import Rng, Seat
from stellwerk.core.components import Components
from stellwerk.core.dump import BadPosition, Loader, plain, readings
from stellwerk.core.engine import settle
from stellwerk.core.rule import RuleBook, Table
from stellwerk.core.step import State, Step
from stellwerk.core.text import Text

S = TypeVar("S", bound=State)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a game starts from. `variants` is an instance of the game's own frozen dataclass."""

    seats: int
    variants: Any
    components: Components


@dataclass(frozen=True)
class Edition:
    """The tables of a released version, for the games that were opened with them."""

    name: str
    rules_version: int
    components: Components


@dataclass(frozen=True, slots=True)
class Switch:
    """What a set-up switch means, in words: `strict: Annotated[bool, Switch(Text("…"))] = False`. A game with many of
    them says under which heading each belongs."""

    text: Text
    heading: Text | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """What a seat has, itemised. `rank` is 1 for the first; equal ranks are shared places."""

    seat: Seat
    total: int
    rank: int
    items: tuple[tuple[Text, int], ...]


class Event:
    """Something that happened, in the past tense: for logs, animation and statistics. Games define their own kinds,
    dataclasses with whatever there is to tell."""

    __slots__ = ()
    surprise: ClassVar[bool] = False
    """Whether a player may want to be asked first: a director changes, trains rust, the end comes nearer."""

    def text(self) -> Text:
        raise NotImplementedError

    def readers(self) -> tuple[Seat, ...] | None:
        """The seats that may read it; None is everybody."""
        return None


@dataclass(frozen=True)
class Law(Generic[S]):
    """Something that holds at every step. `broken` says what is wrong, or None."""

    name: str
    broken: Callable[[S], str | None]


def _goes_on(s: Any, seat: Seat, argument: str, action: Action | None) -> bool:
    return False


def _as_given(s: Any, argument: str) -> Text:
    return Text("{argument}", argument=argument)


MOST_DIGITS = 9


@dataclass(frozen=True)
class Program(Generic[S]):
    """A standing order: `answer` gives its answer to the open question of its seat, or None when it has none.

    `argument` names what the player fills in (a company, a number), empty if nothing. `over` says whether the order has
    ended: it is reached, or its player has crossed it with the `action` he has just done by hand.
    """

    id: str
    title: Text
    argument: str
    choices: Callable[[S, Seat], Sequence[str]]
    answer: Callable[[S, Seat, str], Action | None]
    over: Callable[[S, Seat, str, Action | None], bool] = _goes_on
    amounts: Callable[[S, Seat], range] | None = None
    """The numbers one of which is filled in after the argument: `P1 45`."""
    says: Callable[[S, str], Text] = _as_given
    """An argument in words; where a number belongs to it, also without one."""
    until: Text | None = None
    """What ends the order, said to its player beforehand."""
    once: bool = False
    """Whether the order has ended when it has answered."""

    def chosen(self, argument: str) -> str:
        """What an argument is about, without the number that belongs to it: two orders about the same are one."""
        return argument if self.amounts is None else argument.rpartition(" ")[0]

    def accepts(self, s: S, seat: Seat, argument: str) -> bool:
        """Whether an argument can be filled in now."""
        if self.amounts is not None:
            number = argument.rpartition(" ")[2]
            if not number.isdecimal() or len(number) > MOST_DIGITS or int(number) not in self.amounts(s, seat):
                return False
        return not self.argument or self.chosen(argument) in self.choices(s, seat)

    def said(self, s: S, argument: str) -> Text:
        """The order in words."""
        if not self.argument:
            return self.title
        words = self.says(s, argument)
        if "{argument}" in self.title.message:
            return Text(self.title.message, argument=words)
        return Text("{title}: {argument}", title=self.title, argument=words)


def _no_domains(s: Any) -> Mapping[str, Sequence[Any]]:
    return {}


@dataclass(frozen=True)
class Game(Generic[S]):
    """Everything the rest of the house may know about a game."""

    id: str
    title: Text
    seats: range
    variants: type[Any]
    """A frozen dataclass of set-up switches, every field with a default and a `Switch` that says what it means."""
    state: type[S]
    start: Callable[[Setup], S]
    """The state before the first step has run; `setup` lets it settle."""
    view: Callable[[S, Seat | None], Any]
    imagine: Callable[[Any, Rng], S]
    scores: Callable[[S], list[Score]]
    """At any time, in seat order."""
    describe: Callable[[S, Action], Text]
    """An option in words."""
    actions: tuple[type[Action], ...]
    steps: tuple[type[Step[Any]], ...]
    laws: tuple[Law[S], ...]
    components: Components
    rules: RuleBook
    about: Text | None = None
    """What the game is like, in a sentence or two."""
    switches_note: Text | None = None
    """What is to be said about its set-up switches together."""
    programs: tuple[Program[S], ...] = ()
    turn: Callable[[S], Hashable] = field(default=lambda s: None)
    """Names the turn that is going on: questions to one seat with the same name are one turn, by one clock."""
    domains: Callable[[S], Mapping[str, Sequence[Any]]] = _no_domains
    shared: Callable[[Setup], Mapping[str, Any]] = field(default=lambda setup: {})
    """Values for the shared fields of a state, by name."""
    reference: Callable[[Components], Sequence[Table]] = field(default=lambda components: ())
    """The tables of the rule page, made from the components."""
    titles: Mapping[str, Text] = field(default_factory=dict, hash=False)
    """What the rows of a component table are called, by the name of the table."""
    field_titles: Mapping[str, Text] = field(default_factory=dict, hash=False)
    """What fields of component tables are called: by `table.field` where a table has its own word, else by `field`."""
    kinds: Mapping[str, type[Any]] = field(default_factory=dict, hash=False)
    """What the rows of a component table are read into, by the name of the table: it says which fields there are."""
    sets: Callable[[], Mapping[str, Any]] = dict
    """The component sets the game brings along, by id; see `core.component_sets`."""
    profiles: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Variants by name that a table may take as a whole, such as another program's readings."""
    rules_version: int = 1
    """Raised with every reading that changes: a stored log would replay differently. See `core.dump.reading`."""
    editions: Callable[[], tuple[Edition, ...]] = tuple
    """The tables of earlier releases, the oldest first; read when a log of theirs is opened."""

    def field_title(self, table: str, name: str) -> Text | str:
        """What a field of a component table is called."""
        return self.field_titles.get(f"{table}.{name}") or self.field_titles.get(name) or name.replace("_", " ")

    def count(self, seats: int) -> None:
        """Refuses a number of seats that cannot play. Ask before anything is built for each of them."""
        if seats not in self.seats:
            low, high = min(self.seats), max(self.seats)
            raise BadPosition("seats", Text("{title}: {low} to {high} seats", title=self.title, low=low, high=high))

    def setup(self, seats: int, variants: Any = None, components: Components | None = None) -> S:
        """A new game, up to its first question."""
        self.count(seats)
        s = self.start(Setup(seats, variants or self.variants(), components or self.components))
        settle(s)
        return s

    @cached_property
    def notation(self) -> Notation:
        return Notation(self.actions)

    def parse(self, line: str) -> Action:
        return self.notation.parse(line)

    def dump(self, s: S) -> Any:
        return plain(s)

    def load(self, data: Any, setup: Setup, version: int | None = None) -> S:
        """A dumped or hand-made position, of a rules version or of today. Raises `BadPosition` naming the field."""
        self.count(setup.seats)
        state: S = Loader(self.steps, self.shared(setup), version).load(self.state, data)
        return state

    @cached_property
    def switches(self) -> Mapping[str, Switch]:
        """The set-up switches in words."""
        hints = get_type_hints(self.variants, include_extras=True)
        found = {f.name: getattr(hints[f.name], "__metadata__", ()) for f in fields(self.variants)}
        return {name: next(m for m in marks if isinstance(m, Switch)) for name, marks in found.items() if marks}

    def variants_from(self, data: Mapping[str, Any], version: int | None = None) -> Any:
        """Set-up switches by name. One that is not named is as in the `profile`, else at its default, in an older game
        as it was read then. A log names every switch and no profile, so a profile may grow."""
        named = dict(data)
        base = self._profile(named.pop("profile", None))
        unnamed = {**plain(base), **readings(self.variants, version)}
        return Loader((), {}).load(self.variants, {**unnamed, **named}, "variants")

    def _profile(self, name: Any) -> Any:
        if name is None:
            return self.variants()
        if not isinstance(name, str) or name not in self.profiles:
            raise BadPosition("variants.profile", Text("no such profile: {name}", name=str(name)[:40]))
        return self.profiles[name]


def ranked(totals: Iterable[tuple[int, tuple[Any, ...], tuple[tuple[Text, int], ...]]]) -> list[Score]:
    """Scores in seat order from (total, tie-break, items) of each seat; equal in both share a rank."""
    rows = list(totals)
    keys = [(total, tie) for total, tie, _ in rows]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    pairs = zip(rows, ranks, strict=True)
    return [Score(seat, total, rank, items) for seat, ((total, _, items), rank) in enumerate(pairs)]


def kinds_in(kind: type[Any], *modules: ModuleType) -> tuple[type[Any], ...]:
    """Every subclass of a kind that the modules define, in the order of their definition."""
    found = (value for module in modules for value in vars(module).values() if isinstance(value, type))
    return tuple(
        dict.fromkeys(v for v in found if issubclass(v, kind) and v.__module__ in {m.__name__ for m in modules})
    )
