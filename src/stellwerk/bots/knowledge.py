"""What a bot knows about a game beyond its rules.

`now` is what a seat has, `value` what it may expect at the end: what it has, and the points still to come as a weighted
sum of features. The weights of every stage were fitted to games played: `stellwerk train` makes them, and a game keeps
them as `bots/weights.json`. Features are read off the state and the component tables, never off particular cards.

Knowledge works on states, but only on imagined ones: whoever holds it got them from a view.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from heapq import nlargest
from importlib.resources import files
from operator import mul
from types import ModuleType
from typing import Any, TypeAlias

from stellwerk import games
from stellwerk.core import CHANCE, Action, Choice, Game, Rng, Seat, Text, advance, after, pending

Judge: TypeAlias = Callable[[Any, Seat], float]
More: TypeAlias = Callable[[], bool]
"""Whether there is time for more."""
Weights: TypeAlias = dict[int, list[float]]
"""What every feature counts for, by stage."""
Dials: TypeAlias = dict[str, float]
"""What can be turned up and down in a judgement, by name."""
Turn: TypeAlias = tuple[Action, ...]
"""Answers of one seat, the first to the question that is open; what they leave open is played by what looks best."""

GREED = 0.2
"""How much of what is only expected counts for the greedy bot."""
LISTED = 400
SUGGESTED = 40
FIRST_STEP, WHOLE_TURN = 0.7, 0.9
"""What part of the time left a decision takes where others follow, and where the whole turn is planned with it: chance
may still spoil the plan."""
CLOSE = 3
"""Steps of a turn that are looked at to its end, where it is finished with care."""


@cache
def weights_of(game_id: str, file: str = "weights.json") -> Weights:
    """The fitted weights; none before the first lesson. Those of an earlier version have a file of their own."""
    return {int(stage): row for stage, row in _table(game_id, file).get("weights", {}).items()}


@cache
def dials_of(game_id: str) -> Dials:
    """As `stellwerk tune` has turned them for the expert; none where nobody has."""
    found: Dials = _table(game_id, "dials.json").get("dials", {})
    return found


def _table(game_id: str, file: str) -> dict[str, Any]:
    """What a game keeps for its bots; nothing if it does not."""
    room = companion_of(game_id)
    place = files(room).joinpath(file) if room is not None else None
    found: dict[str, Any] = json.loads(place.read_text("utf-8")) if place is not None and place.is_file() else {}
    return found


class Knowledge:
    """Of any game: its score. The module of a game derives from it and says more."""

    scale: float = 20.0
    """Points that make a difference."""
    slack: float = 0.0
    """Points within which two plans count as equal: the seed chooses."""
    ranks = True
    """Whether plans come with the most promising first, so that the first few will do where time is short."""
    finalists, following = 4, 6
    """How many plans are looked at with the turn after them, and how many turns after each."""

    trust: float = 0.0
    """Walks for which counts what a turn promises at first sight: some where a walk takes long and luck is great."""
    careful = True
    """Whether turns in the tree are finished with care."""
    keeps_plan = False
    """Whether the expert plays a turn to its end as it was finished with care, or thinks again at every step."""
    width, replies = 400, 400
    """How many turns the expert looks at for the seat that is asked, and for those who answer."""
    rivalry: float = 0.3
    """How much a point of the best of the others counts against one's own."""
    blunder: float = 10.0
    """Points a move must lose to be called a blunder."""

    def __init__(self, game: Game[Any], weights: Weights | None = None) -> None:
        self.game = game
        self.weights = weights_of(game.id) if weights is None else weights

    # --- what a game says ------------------------------------------------------------------------------------------

    def features(self, s: Any, seat: Seat) -> Sequence[float]:
        """What the points still to come may depend on, in a fixed order."""
        return ()

    def stage(self, s: Any) -> int:
        """How far the game is: each stage has weights of its own."""
        return 0

    def now(self, s: Any, seat: Seat) -> float:
        """What a seat would have if the game ended here."""
        return self.game.scores(s)[seat].total

    def dials(self) -> Dials:
        """What counts for how much, as far as it can be turned up and down; nothing where it cannot."""
        return {}

    def turned(self, dials: Dials) -> Knowledge:
        """The same knowledge with other dials."""
        return self

    def rests(self, choice: Choice[Any]) -> bool:
        """Whether a fresh turn begins with this question."""
        return False

    def deep(self, choice: Choice[Any]) -> bool:
        """Whether the answers to this question show their worth only at the end of the turn."""
        return True

    def moves(self, s: Any, choice: Choice[Any]) -> Sequence[Action]:
        """The answers worth thinking about."""
        options = choice.options(s)
        return list(options) if options.finite and len(options) <= LISTED else options.suggest(SUGGESTED)

    def options(self, s: Any, choice: Choice[Any], rng: Rng) -> Sequence[Action]:
        """The same, where a bot's own temper may say which."""
        return self.moves(s, choice)

    def plans(self, s: Any, choice: Choice[Any], more: More) -> Iterable[Sequence[Action]]:
        """Answers for a turn or the beginning of one; none where the search finds its own."""
        return ()

    def again(self, s: Any, seat: Seat) -> Any | None:
        """A state in which this seat has its next turn at once; None if there is none to come or nobody can say."""
        return None

    def turns(self, s: Any, choice: Choice[Any], rng: Rng) -> Iterable[Sequence[Action]]:
        """Whole turns that may begin here where a game lists them, else its answers."""
        return [(move,) for move in self.options(s, choice, rng)]

    def sight(self, s: Any, choice: Choice[Any]) -> Hashable | None:
        """What the promise of the seat's turns hangs on, as far as it matters; None where every position is new.

        The expert looks at a turn once for equal sights: what others do elsewhere changes little of it.
        """
        return None

    def seats(self, s: Any) -> int:
        return len(self.game.scores(s))

    def horizon(self, s: Any, choice: Choice[Any]) -> int:
        """How many turns the expert looks ahead: this one, those of the others, and the next of its own."""
        return self.seats(s) + 1

    def looks_farther(self, choice: Choice[Any]) -> bool:
        """Whether there is more to be seen beyond the horizon, once an answer is decided within it."""
        return True

    def plays_on(self, s: Any, choice: Choice[Any], rng: Rng) -> Iterator[None]:
        """Go on beyond the horizon by a policy of the game's own, where it has one for what was asked.

        It pauses wherever the position is judged.
        """
        yield from ()

    def share(self, choice: Choice[Any]) -> float:
        """What part of the time left for a turn the expert takes for a decision."""
        return WHOLE_TURN if self.keeps_plan else FIRST_STEP

    def goes_on(self, s: Any, choice: Choice[Any]) -> bool:
        """Whether looking ahead goes on with this question, or the position is judged here."""
        return True

    def is_between(self, choice: Choice[Any]) -> bool:
        """Whether this question comes where positions cannot be judged: looking ahead goes on beyond its horizon."""
        return False

    def scene(self, s: Any) -> Hashable:
        """What looking ahead does not go beyond, a round say: where it has changed the position is judged."""
        return None

    def expected(self, s: Any) -> Sequence[float]:
        """Points every seat may expect at the end, as far as this is known without a search."""
        return [self.value(s, seat) for seat in range(self.seats(s))]

    def standings(self, s: Any, last: Mapping[Seat, Turn]) -> Sequence[float]:
        """What every seat goes for: its points, less a part of those of the best other. `last` are the last turns."""
        expected = self.expected(s)
        if len(expected) < 2:
            return expected
        most, second = sorted(expected, reverse=True)[:2]
        found = [points - self.rivalry * (second if points == most else most) for points in expected]
        return found if pending(s) is not None else self.with_places(s, found)

    def with_places(self, s: Any, points: Sequence[float]) -> Sequence[float]:
        """At the end to be first is worth a difference of its own."""
        firsts = [score.rank == 1 for score in self.game.scores(s)]
        return [n + self.scale * first / sum(firsts) for n, first in zip(points, firsts, strict=True)]

    def ends_soon(self, s: Any) -> bool:
        """Whether all ways to the end of the game may be few enough to look at."""
        return False

    def parts(self, s: Any, seat: Seat) -> Mapping[Text, float]:
        """The value of a position by what it comes from, in words; the sum is the value."""
        now = self.now(s, seat)
        return {Text("points so far"): now, Text("points to come"): self.value(s, seat) - now}

    def doubt(self, s: Any) -> float:
        """Points by which two seats must differ for the one ahead to be first e times as often."""
        return self.scale

    # --- what follows from it --------------------------------------------------------------------------------------

    def value(self, s: Any, seat: Seat) -> float:
        """Points a seat may expect at the end."""
        points = self.now(s, seat)
        if not self.weights or pending(s) is None:
            return points
        row = self.weights[min(max(self.stage(s), min(self.weights)), max(self.weights))]
        return points + float(sum(map(mul, row, self.features(s, seat))))

    def tempting(self, s: Any, seat: Seat) -> float:
        """What the greedy bot goes for: what it has counts in full, the future only in part."""
        now = self.now(s, seat)
        return now + GREED * (self.value(s, seat) - now)

    def turn_is_over(self, s: Any, seat: Seat) -> bool:
        choice = pending(s)
        return choice is None or choice.seat(s) not in (seat, CHANCE) or self.rests(choice)

    def finish(self, s: Any, seat: Seat, rng: Rng, judge: Judge) -> list[Action]:
        """Play a turn that has begun to its end: at every step what looks best at once. What was played."""
        return self.finish_by(s, seat, rng, lambda moves: max(moves, key=lambda a: self.appeal(s, seat, a, rng, judge)))

    def finish_with_care(self, s: Any, seat: Seat, rng: Rng) -> list[Action]:
        """The same, but of the steps that look best at once the one that leaves most at the end of the turn."""

        def at_the_end(action: Action) -> float:
            following = after(s, action)
            self.finish(following, seat, rng, self.value)
            return self.value(following, seat)

        def best(moves: Sequence[Action]) -> Action:
            few = nlargest(CLOSE, moves, lambda a: self.appeal(s, seat, a, rng, self.value))
            return max(few, key=at_the_end)

        return self.finish_by(s, seat, rng, best)

    def finish_by(self, s: Any, seat: Seat, rng: Rng, best: Callable[[Sequence[Action]], Action]) -> list[Action]:
        played: list[Action] = []
        while not self.turn_is_over(s, seat):
            choice = pending(s)
            assert choice is not None
            if choice.seat(s) == CHANCE:
                advance(s, choice.options(s).sample(rng))
                continue
            moves = self.moves(s, choice)
            played.append(moves[0] if len(moves) == 1 else best(moves))
            advance(s, played[-1])
        return played

    def appeal(self, s: Any, seat: Seat, action: Action, rng: Rng, judge: Judge) -> float:
        """How good a step within a turn looks at once."""
        return judge(after(s, action), seat)

    def promise(self, s: Any, seat: Seat, action: Action, rng: Rng, judge: Judge) -> float:
        """What an answer is worth to its seat, at once or at the end of its turn."""
        choice = pending(s)
        following = after(s, action)
        if choice is not None and self.deep(choice):
            self.finish(following, seat, rng, judge)
        return judge(following, seat)

    def at_first_sight(self, s: Any, choice: Choice[Any], action: Action) -> float:
        """What an answer leaves its seat with, before anything is played on."""
        return self.value(after(s, action), choice.seat(s))

    def estimate(self, s: Any, choice: Choice[Any], turn: Sequence[Action], rng: Rng) -> float:
        """What a turn promises at first sight."""
        seat = choice.seat(s)
        if len(turn) == 1:
            return self.promise(s, seat, turn[0], rng, self.value)
        return self.value(self.end_of(s, choice, turn, rng), seat)

    def outcome(self, s: Any, choice: Choice[Any], turn: Sequence[Action], rng: Rng) -> Mapping[Text, float]:
        """The parts of what a turn leaves its seat with when it is played to its end."""
        return self.parts(self.end_of(s, choice, turn, rng), choice.seat(s))

    def end_of(self, s: Any, choice: Choice[Any], turn: Sequence[Action], rng: Rng) -> Any:
        trial = s.copy()
        self.play(trial, choice.seat(s), turn, rng)
        return trial

    def play(self, s: Any, seat: Seat, turn: Sequence[Action], rng: Rng, careful: bool = False) -> Turn:
        """A turn to its end, as it was played: where cards lie otherwise than it supposed, by what looks best."""
        played: list[Action] = []
        for action in turn:
            choice = dealt(s, rng)
            if choice is None or choice.seat(s) != seat or action not in choice.options(s):
                break
            advance(s, action)
            played.append(action)
        rest = self.finish_with_care(s, seat, rng) if careful else self.finish(s, seat, rng, self.value)
        return *played, *rest


def dealt(s: Any, rng: Rng) -> Choice[Any] | None:
    """The next question to a seat, once chance has answered its own; None at the end."""
    while (choice := pending(s)) is not None and choice.seat(s) == CHANCE:
        advance(s, choice.options(s).sample(rng))
    return choice


@cache
def knowledge_of(game: Any, edition: str = "Knowledge") -> Knowledge:
    """The knowledge of a game, or the plain one. `edition` names a class made for one bot, as one kept from 0.1."""
    room = companion_of(game.id)
    if room is None:
        return Knowledge(game)
    made: Knowledge = getattr(room, edition, room.Knowledge)(game)
    return made


def foresight_of(game: Any) -> Knowledge:
    """The knowledge for advice, and for looking several turns ahead: a game may have an edition made for it."""
    return knowledge_of(game, "Searched")


def expertise_of(game: Any) -> Knowledge:
    """What the expert searches by, where that is not what advice is given by."""
    return knowledge_of(game, "Expert") if hasattr(companion_of(game.id), "Expert") else foresight_of(game)


def companion_of(game_id: str) -> ModuleType | None:
    """What a game brings for bots; nothing where it is played without being registered."""
    return games.companion(game_id, "bots") if game_id in games.PACKAGES else None
