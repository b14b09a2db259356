"""Posing problems: positions of a log in which a judge finds one clear answer. The same log gives the same problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from stellwerk import games
from stellwerk.bots import Budget
from stellwerk.bots.advice import Advice, advice
from stellwerk.bots.knowledge import Knowledge, foresight_of
from stellwerk.core import CHANCE, Action, Choice, Seat, advance, pending
from stellwerk.core.log import Document, beginning, live
from stellwerk.learn.practice import Kind, Problem, Shelf, position

MOST_WAYS = 3000
"""More ways to play a turn than these are not tried."""
FEWEST_WAYS = 4
MOST_STEPS = 6
MOST_RIGHT = 24
TOLD = 12
"""Other answers whose worth is kept, the best of them."""
COUNT = 120
"""Positions the bot looks at; three times, with other dice each time."""
SEEDS = (0, 1, 2)
LATEST = 320
"""Positions after more entries than these take too long to set up."""

PASSING = ("pass", "done", "end-turn")

Measure = Callable[[Any, Seat], float]


def problems(shelf: Shelf, name: str, document: Document) -> Iterator[Problem]:
    """Every problem a log holds, in its order."""
    game = games.game(shelf.game)
    s = beginning(game, document.header)
    for number, entry in live(document.entries):
        for kind in shelf.kinds.values() if number - 1 <= LATEST else ():
            if (found := posed(shelf, kind, s, name, number - 1)) is not None:
                yield found
        advance(s, game.parse(entry.text))


def posed(shelf: Shelf, kind: Kind, s: Any, log: str, at: int) -> Problem | None:
    """The problem of one kind that a position is, if it is one."""
    choice = pending(s)
    if choice is None or choice.seat(s) == CHANCE or type(choice).__name__ not in kind.asks:
        return None
    if kind.when and not getattr(shelf.functions, kind.when)(s, choice.seat(s)):
        return None
    judge = _by_turn if kind.judge == "turn" else _by_bot
    return judge(shelf, kind, s, choice, (log, at))


# --- the engine as judge ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Way:
    """A way to play on: the answers of the seat, and what it has in the end."""

    lines: tuple[str, ...]
    worth: int


class TooMany(Exception):
    """Not all ways can be tried."""


def ways(s: Any, seat: Seat, knows: Knowledge, measure: Measure, steps: int = 0) -> list[Way]:
    """Every way to play a turn to its end, or its next steps.

    Raises `TooMany` where there are more than can be tried, where chance decides, or where a list has no end.
    """
    found: list[Way] = []

    def walk(s: Any, lines: tuple[str, ...]) -> None:
        choice = pending(s)
        if lines and (len(lines) == steps or _is_over(s, choice, seat, knows)):
            found.append(Way(lines, round(measure(s, seat))))
            return
        for action in _answers(s, choice, lines, MOST_WAYS - len(found)):
            following = s.copy()
            advance(following, action)
            walk(following, (*lines, str(action)))

    walk(s, ())
    return found


def _is_over(s: Any, choice: Choice[Any] | None, seat: Seat, knows: Knowledge) -> bool:
    return choice is None or choice.seat(s) not in (seat, CHANCE) or knows.rests(choice)


def _answers(s: Any, choice: Choice[Any] | None, lines: Sequence[str], left: int) -> list[Action]:
    if choice is None or choice.seat(s) == CHANCE or len(lines) >= MOST_STEPS:
        raise TooMany
    options = choice.options(s)
    if not options.finite or len(options) > left:
        raise TooMany
    return list(options)


def measure_of(shelf: Shelf, kind: Kind, knows: Knowledge) -> Measure:
    return getattr(shelf.functions, kind.measure) if kind.measure else knows.now


def _by_turn(shelf: Shelf, kind: Kind, s: Any, choice: Choice[Any], place: tuple[str, int]) -> Problem | None:
    knows, seat = foresight_of(games.game(shelf.game)), choice.seat(s)
    try:
        found = ways(s, seat, knows, measure_of(shelf, kind, knows), kind.steps)
    except TooMany:
        return None
    best = max(way.worth for way in found)
    right = [way for way in found if way.worth == best]
    others = [way.worth for way in found if way.worth < best]
    moves = _decisions([way.lines for way in right])
    if moves is not None and moves[0][0] in PASSING:  # to do nothing is no puzzle
        return None
    if len(found) < FEWEST_WAYS or not others or best - max(others) < kind.gap or moves is None:
        return None
    told = _other_answers(found, moves)
    return Problem(kind.id, *place, seat, moves, best, max(others), len(found), told)


def _decisions(right: list[tuple[str, ...]]) -> tuple[tuple[str, ...], ...] | None:
    """The right answers to every decision, where each of them is right whatever was answered before."""
    if len(right) > MOST_RIGHT or len({len(lines) for lines in right}) > 1:
        return None
    columns = tuple(tuple(dict.fromkeys(column)) for column in zip(*right, strict=True))
    together = 1
    for column in columns:
        together *= len(column)
    return columns if together == len(right) else None


def _other_answers(found: list[Way], moves: Sequence[Sequence[str]]) -> tuple[tuple[int, str, int], ...]:
    """What the first wrong answer of a way can still bring at most."""
    worth: dict[tuple[int, str], int] = {}
    for way in found:
        at = next((n for n, line in enumerate(way.lines) if n >= len(moves) or line not in moves[n]), None)
        if at is not None:
            key = (at, way.lines[at])
            worth[key] = max(way.worth, worth.get(key, way.worth))
    told = sorted(worth.items(), key=lambda item: (-item[1], item[0]))[:TOLD]
    return tuple((at, line, points) for (at, line), points in told)


# --- the bot as judge ------------------------------------------------------------------------------------------------


def _by_bot(shelf: Shelf, kind: Kind, s: Any, choice: Choice[Any], place: tuple[str, int]) -> Problem | None:
    """A problem where the bot gives the same answer with every seed, each time well ahead of its second choice."""
    seat, found = choice.seat(s), list[Advice]()
    options = choice.options(s)
    if not options.finite or len(options) < FEWEST_WAYS:
        return None
    for seed in SEEDS:
        found.append(judged(shelf.game, s, seat, seed))
        if len(found[-1].best) < 2 or found[-1].best[1].loss < kind.gap:
            return None
        if found[-1].best[0].action != found[0].best[0].action:
            return None
    best, *others = found[0].best
    told = tuple((0, str(one.action), round(one.loss)) for one in others)
    why = tuple((part.title.message, round(part.points)) for part in best.gains[:3] if not part.title.params)
    if not why:
        return None
    least = min(round(one.best[1].loss) for one in found)
    return Problem(kind.id, *place, seat, ((str(best.action),),), round(best.points), least, COUNT, told, why)


def judged(game: str, s: Any, seat: Seat, seed: int) -> Advice:
    rules = games.game(game)
    return advice(rules, rules.view(s, seat), Budget(iterations=COUNT), seed=seed)


# --- asked again -----------------------------------------------------------------------------------------------------

ROOM = 0.8
"""A bot's points differ a little with what it has looked at before: so much of the gap must be left."""


def checked(shelf: Shelf, problem: Problem) -> str:
    """What its judge says against a problem that is kept; nothing if it is as good as it was."""
    kind, s = shelf.kinds[problem.kind], position(shelf, problem)
    if kind.judge == "turn":
        again = posed(shelf, kind, s, problem.log, problem.at)
        return "" if again == problem else f"the engine says {again}"
    best, second, *_ = judged(shelf.game, s, problem.seat, SEEDS[0]).best
    is_clear = second.loss >= ROOM * kind.gap and str(best.action) in problem.moves[0]
    return "" if is_clear else f"the bot says {best.action}, ahead of {second.action} by {second.loss:.1f}"
