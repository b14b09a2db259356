"""The strong bot: a search over the whole turn in imagined states, judged by what is known about the game.

A turn is a tree of small decisions. Every iteration imagines a fresh state, walks down the tree by experience and
curiosity, tries a new answer, plays the turn to its end by what looks best at once, and judges there. Equal generators
and iterations give equal moves in every process. What the search planned is followed as long as it is legal
(`turn.decide`): the small decisions of one turn share its time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias, TypeVar

from stellwerk.bots.bot import DEFAULT_SECONDS, Answer, Budget
from stellwerk.bots.knowledge import Knowledge, More, knowledge_of
from stellwerk.core import CHANCE, Action, Choice, Game, Options, Rng, Seat, Text, advance, pending

EXPLORE = 0.6
SHARE_OF_TURN = 0.7
"""How much of the time left for the turn a decision takes: those after it mostly follow the plan."""
SHARE_OF_STEP = 0.2
"""The same for a small step within a turn: there is little to choose, and people wait."""
SETTLED, CHECKED = 3.0, 16
"""Standard errors that lie between the best answer and the others where looking on is given up, and after how many
continuations it is asked again."""


class Node:
    """What is known about the answers at one place of the turn."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[Action, Edge] = {}


class Edge:
    __slots__ = ("best", "node", "squares", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = self.squares = 0.0
        self.best = -math.inf
        self.node = Node()

    @property
    def mean(self) -> float:
        return self.total / self.visits


T = TypeVar("T")
Line: TypeAlias = tuple[float, Sequence[Action]]
"""A plan and what it promises."""


class TurnSearch:
    """The turn of one seat, from one view."""

    def __init__(self, game: Game[Any], knows: Knowledge, view: Any, rng: Rng, overlooks: int = 0) -> None:
        self.game, self.knows, self.view, self.rng, self.overlooks = game, knows, view, rng, overlooks
        self.root = Node()
        self.offered: Sequence[Action] = ()
        self.states = self.plans = 0

    def run(self, s: Any, seat: Seat, moves: Sequence[Action], more: More) -> None:
        """Judge every answer once, whatever the clock says; then search the most promising ones while there is time."""
        self.offered = list(self.noticed(moves))
        for move in self.offered:
            self._note([(self.root, self.root.edges.setdefault(move, Edge()))], self.promise(s, seat, move))
        while more():
            self.iterate(seat)

    def follow(self, s: Any, choice: Choice[Any], more: More) -> Line | None:
        """The best of the plans, each tried once; then the best few with a turn after them, while there is time.

        Out of time no further one is tried if the plans come ranked: the first is the most promising.
        """
        seat = choice.seat(s)
        found: list[tuple[float, Sequence[Action], Any]] = []
        for plan in self.noticed(self.knows.plans(s, choice, more)):
            if self.knows.ranks and not more():
                found = found or [(self.knows.value(s, seat), plan, s)]
                break
            found.append((*self._tried(s, seat, plan),))
        self.plans = len(found)
        return self._best(found, seat, more)

    def noticed(self, answers: Iterable[T]) -> Iterator[T]:
        """Those that are not overlooked; the first where all would be."""
        overlooked: list[T] = []
        count = 0
        for answer in answers:
            if self.overlooks and self.rng.randrange(100) < self.overlooks:
                overlooked.append(answer)
            else:
                count += 1
                yield answer
        if not count:
            yield from overlooked[:1]

    def _best(self, found: list[tuple[float, Sequence[Action], Any]], seat: Seat, more: More) -> Line | None:
        found.sort(key=lambda line: -line[0])
        later = [self._later(line, seat, more) for line in found[: self.knows.finalists] if more()]
        lines = [line[:2] for line in later or found[: None if self.knows.slack else 1]]
        if not lines:
            return None
        best = max(value for value, _ in lines)
        equal = [line for line in lines if line[0] >= best - self.knows.slack]
        return equal[self.rng.randrange(len(equal)) if self.knows.slack else 0]

    def _tried(self, s: Any, seat: Seat, plan: Sequence[Action]) -> tuple[float, Sequence[Action], Any]:
        """What a plan promises at the end of its turn, and the state there."""
        trial = s.copy()
        for action in plan:
            advance(trial, action)
        self.knows.finish(trial, seat, self.rng, self.knows.value)
        self.states += 1
        return self.knows.value(trial, seat), plan, trial

    def _later(
        self, line: tuple[float, Sequence[Action], Any], seat: Seat, more: More
    ) -> tuple[float, Sequence[Action]]:
        """What a plan promises with the best turn after it, if nobody interfered."""
        value, plan, s = line
        next_turn = self.knows.again(s, seat)
        if next_turn is None:
            return value, plan
        choice = pending(next_turn)
        assert choice is not None
        following = islice(self.knows.plans(next_turn, choice, more), self.knows.following)
        return max(self._tried(next_turn, seat, then)[0] for then in following), plan

    def promise(self, s: Any, seat: Seat, move: Action) -> float:
        return self.knows.promise(s, seat, move, self.rng, self.knows.value)

    def iterate(self, seat: Seat) -> None:
        s = self.game.imagine(self.view, self.rng)
        path = self._descend(s, seat)
        self.knows.finish(s, seat, self.rng, self.knows.value)
        self._note(path, self.knows.value(s, seat))

    def _note(self, path: Sequence[tuple[Node, Edge]], value: float) -> None:
        self.states += 1
        for node, edge in path:
            node.visits += 1
            edge.visits += 1
            edge.total += value
            edge.squares += value * value
            edge.best = max(edge.best, value)

    def _descend(self, s: Any, seat: Seat) -> list[tuple[Node, Edge]]:
        """Down to an answer not tried before; `s` is left behind it."""
        path: list[tuple[Node, Edge]] = []
        node = self.root
        while not path or not self.knows.turn_is_over(s, seat):
            choice = pending(s)
            assert choice is not None
            if choice.seat(s) == CHANCE:
                advance(s, choice.options(s).sample(self.rng))
                continue
            action = self._select(node, self.knows.moves(s, choice) if path else self.offered)
            edge = node.edges.setdefault(action, Edge())
            new = edge.visits == 0
            path.append((node, edge))
            advance(s, action)
            node = edge.node
            if new:
                break
        return path

    def _select(self, node: Node, moves: Sequence[Action]) -> Action:
        """Untried answers first; then the best mix of mean and curiosity."""
        for move in moves:
            if move not in node.edges:
                return move
        known = [node.edges[move] for move in moves]
        curiosity = EXPLORE * self.knows.scale * math.sqrt(math.log(node.visits + 1))
        appeal = [edge.mean + curiosity / math.sqrt(edge.visits) for edge in known]
        return moves[max(range(len(moves)), key=appeal.__getitem__)]

    def is_settled(self) -> bool:
        """Whether the best answer is clear: the others lie farther behind it than luck could explain."""
        edges, freedom = list(self.root.edges.values()), self.root.visits - len(self.root.edges)
        if self.states % CHECKED or len(edges) < 2 or freedom < CHECKED:
            return False
        squares = sum(edge.squares - edge.total**2 / edge.visits for edge in edges)
        doubt = SETTLED * math.sqrt(max(0.0, squares) / freedom)
        best = max(edges, key=lambda edge: edge.mean)
        return all(
            edge is best or best.mean - edge.mean >= doubt * (edge.visits**-0.5 + best.visits**-0.5) for edge in edges
        )

    def policy(self) -> tuple[tuple[Action, float], ...]:
        """How often each answer was tried; empty where whole turns were compared instead."""
        visits = self.root.visits
        return tuple((move, edge.visits / visits) for move, edge in self.root.edges.items())

    def plan(self) -> Iterator[tuple[Action, Edge]]:
        """The best line found, from the root on, as far as it was tried more than once."""
        node = self.root
        while node.edges:
            action, edge = max(node.edges.items(), key=lambda pair: (pair[1].mean, pair[1].visits))
            yield action, edge
            if edge.visits < 2:
                return
            node = edge.node


class StrongBot:
    """Search within a budget; by `iterations` it is deterministic. It may overlook some percent of its answers."""

    blind = False

    def __init__(self, overlooks: int = 0) -> None:
        self.overlooks = overlooks

    def answer(self, game: Game[Any], view: Any, options: Options, rng: Rng, budget: Budget) -> Answer:
        knows = knowledge_of(game)
        s = game.imagine(view, rng)
        choice = pending(s)
        assert choice is not None
        moves = [move for move in knows.options(s, choice, rng) if move in options]
        if len(moves) < 2:
            return Answer(moves[0] if moves else options.sample(rng))
        search = TurnSearch(game, knows, view, rng, self.overlooks)
        more = clock_of(budget, search)
        found = search.follow(s, choice, more)
        if found is not None:
            value, (action, *planned) = found
            n = max(search.plans, len(moves))
        else:
            more = clock_of(budget, search, SHARE_OF_STEP)
            is_timed = budget.iterations is None  # by count an answer hangs on the count only
            search.run(s, choice.seat(s), moves, lambda: more() and not (is_timed and search.is_settled()))
            (action, *planned), n = [move for move, _ in search.plan()], len(moves)
            value = search.root.edges[action].mean
        why = Text("promises most of {n} ways to go on; {tried} continuations played out", n=n, tried=search.states)
        return Answer(action, why, tuple(planned), search.policy(), value)


def clock_of(budget: Budget, search: TurnSearch, share: float = SHARE_OF_TURN) -> More:
    """Whether there is time for more: by count, or by the clock."""
    if budget.iterations is not None:
        return lambda: search.states < (budget.iterations or 0)
    seconds = (DEFAULT_SECONDS if budget.seconds is None else budget.seconds) * share
    end = budget.clock() + seconds
    return lambda: budget.clock() < end
