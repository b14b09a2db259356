"""The expert: a search in which every seat moves.

A tree of whole turns. Its root is the question asked, below it the other seats answer, then the first one again. A turn
that is new is tried in an imagined world, the rest of the way to the horizon is played by the fast policy of the game
(what looks best at the end of a turn), and there every seat is judged. Each seat goes for its own good (max-n), or all
of them against the first (paranoid). The wider the choice, the later its less promising turns are opened. All turns
of the root meet the same worlds and the same luck, so that they are compared and not the worlds.

The best so far can be taken at any moment. By count equal views and seeds give equal moves. Where nothing that is left
to be tried can change the answer any more, the turns that came out nearly as good as the best one are looked at again,
farther: a walk counts for the mean of what is seen at its horizon and a turn of every seat later. A judgement has its
errors everywhere, others at every place, and in the mean of two places they are smaller than at either.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple, TypeAlias

from stellwerk.bots.bot import DEFAULT_SECONDS, Answer, Budget
from stellwerk.bots.ending import played_out
from stellwerk.bots.knowledge import Knowledge, More, Turn, dealt, expertise_of
from stellwerk.bots.reasons import difference, sentence
from stellwerk.core import CHANCE, Choice, Game, Options, Rng, Seat, Text, advance, pending

CURIOSITY = 0.25
"""How much an answer that was tried rarely is preferred, in parts of the points that make a difference."""
OPENED, WIDENING = 2.0, 0.6
"""How many turns of a node are open after so many visits: their number to this power, times this."""
TRUSTED = 0.5
"""What part of the visits of the most visited answer another one needs to be chosen."""
WORLDS = 32
"""Worlds that are imagined before the first comes again."""
DOUBTED = 2.0
"""Standard errors by which a mean may still be wrong."""
CHECKED = 8
"""After so many walks it is asked again whether the answer is decided."""
CLOSE = 0.3
"""How far a turn may be behind the best to be looked at again, in parts of the points that make a difference."""
NEARER = 8.0
"""Walks for which counts, looking farther, what was seen before."""
FOLLOWING = 0.3
"""What part of the count a decision gets that does not begin a turn; by the clock it is what the first one leaves."""
SEEDS = 1 << 62

Left: TypeAlias = Callable[[], float]
"""How many walks there is time for."""


class Looked(NamedTuple):
    """A turn as it was looked at first: how it begins, how it was played to its end, and what it promised there."""

    turn: Turn
    played: Turn
    promise: float


class Node:
    """A question in the tree: turns found for it, the most promising first, and those that are open."""

    __slots__ = ("edges", "found", "seat", "visits")

    def __init__(self) -> None:
        self.seat: Seat = CHANCE
        self.visits = 0
        self.found: list[Looked] | None = None
        self.edges: list[Edge] = []


class Edge:
    """A turn, and what came of it for every seat."""

    __slots__ = ("node", "played", "promise", "squares", "totals", "turn", "visits")

    def __init__(self, looked: Looked, seats: int) -> None:
        self.turn, self.played, self.promise = looked
        self.visits = 0
        self.squares = 0.0
        """Of what came of it for the seat that is asked."""
        self.totals = [0.0] * seats
        self.node = Node()

    def mean(self, seat: Seat) -> float:
        return self.totals[seat] / self.visits


class Search:
    """From one view, for the seat that is asked."""

    def __init__(self, game: Game[Any], knows: Knowledge, view: Any, rng: Rng, paranoid: bool = False) -> None:
        self.game, self.knows, self.view, self.paranoid = game, knows, view, paranoid
        self.me: Seat = view.seat
        self.seed = rng.randrange(SEEDS)
        self.root = Node()
        self.worlds: list[Any] = []
        self.lists: dict[tuple[Hashable, int], list[Turn]] = {}
        self.seen: dict[tuple[Hashable, Turn], Looked] = {}
        self.finished: dict[tuple[Hashable | None, Turn], Looked] = {}
        self.tried = 0
        self.is_far, self.trust = False, knows.trust
        self._changed = 0.0
        """What looking on changes of a promise, in the mean of all walks."""
        s = self._world(0)
        choice = pending(s)
        assert choice is not None
        self.choice, self.depth, self.scene = choice, knows.horizon(s, choice), knows.scene(s)
        self.is_fresh, self.share = knows.rests(choice), knows.share(choice)
        self.looks_farther = knows.looks_farther(choice)

    def run(self, more: More, left: Left = lambda: math.inf) -> None:
        """At least once; then while there is time and more than one answer, and the answer can still change."""
        if self._is_decided_by(more, left) and self.looks_farther and self.look_farther():
            self._is_decided_by(more, left)

    def _is_decided_by(self, more: More, left: Left) -> bool:
        """Walk on; whether that ended with a decision, and not with the time."""
        self.iterate()
        while not self._is_settled() and more():
            if self.tried % CHECKED == 0 and self.is_decided(left()):
                return True
            self.iterate()
        return False

    def look_farther(self) -> bool:
        """Begin again with the turns that came out nearly as good as the best; not where there is but one."""
        bar = max(map(self.expected, self.root.edges)) - CLOSE * self.knows.scale
        close = [edge for edge in self.root.edges if edge.visits > 1 and self.expected(edge) >= bar]
        if len(close) < 2:
            return False
        looked = [Looked(edge.turn, edge.played, self.expected(edge)) for edge in close]
        self.root = Node()
        self.root.seat, self.root.found = self.me, sorted(looked, key=lambda one: -one.promise)
        self.is_far, self.trust, self._changed = True, NEARER, 0.0
        return True

    def _is_settled(self) -> bool:
        """Whether there is nothing to choose, or nothing to learn: nobody answers, and all turns have been tried."""
        turns = self.root.found or ()
        return len(turns) < 2 or (self.depth == 1 and len(self.root.edges) == len(turns))

    def is_decided(self, left: float) -> bool:
        """Whether so many further walks can no longer change the answer.

        Another turn needs as many visits as make it trusted. It gets them only if there are walks enough, and as long
        as its experience, however lucky, and the curiosity then left reach what the best one has.
        """
        edges, best = self.root.edges, self.best()
        needed = TRUSTED * max(edge.visits for edge in edges)
        if len(edges) < len(self.root.found or ()) and left >= needed:
            return False
        spread = self._spread()
        if math.isinf(left) or spread is None:
            return False
        curiosity = CURIOSITY * self.knows.scale * math.sqrt(math.log(self.root.visits + left + 1) / needed)
        bar = self.expected(best) - DOUBTED * spread / math.sqrt(best.visits) - self.knows.slack
        return all(
            edge is best
            or edge.visits + left < needed
            or self.expected(edge) + DOUBTED * spread / math.sqrt(edge.visits) + curiosity < bar
            for edge in edges
        )

    def _spread(self) -> float | None:
        """The standard deviation of what comes of one turn; None before there is one to speak of."""
        edges = self.root.edges
        freedom = self.root.visits - len(edges)
        if freedom < CHECKED:
            return None
        squares = sum(edge.squares - edge.totals[self.me] ** 2 / edge.visits for edge in edges)
        return math.sqrt(max(0.0, squares) / freedom)

    def best(self) -> Edge:
        """What promises most among the answers that were tried often enough; among equals the seed chooses."""
        often = TRUSTED * max(edge.visits for edge in self.root.edges)
        trusted = {edge: self.expected(edge) for edge in self.root.edges if edge.visits >= often}
        most = max(trusted.values())
        equal = [edge for edge, value in trusted.items() if value >= most - self.knows.slack]
        return equal[self.seed % len(equal)]

    def expected(self, edge: Edge) -> float:
        """What a turn of the root brings: its experience, and what it promised at first sight as some walks more.

        What looking on changes is the same for all turns but for what they differ in, and a few walks are much luck.
        """
        return (edge.totals[self.me] + self.trust * (edge.promise + self._changed)) / (edge.visits + self.trust)

    def plan(self) -> Turn:
        """The best turn: as it was played with care, until chance has a say in it; else as far as it was listed."""
        best = self.best()
        if not self.knows.keeps_plan:
            return best.turn
        s, sure = self._world(0), 0
        for action in best.played:
            choice = pending(s)
            if choice is None or choice.seat(s) != self.me or action not in choice.options(s):
                break
            advance(s, action)
            sure += 1
        return best.played[: max(sure, 1)]

    def why(self) -> Text:
        """What the best turn changes for its seat until its end."""
        s, rng = self._world(0), Random(self.seed)
        choice = pending(s)
        assert choice is not None
        before = self.knows.parts(s, self.me)
        return sentence(difference(self.knows.outcome(s, choice, self.best().played, rng), before))

    # --- one walk --------------------------------------------------------------------------------------------------

    def iterate(self) -> None:
        """Down the tree to a turn not tried before, on to the horizon by the fast policy, and back."""
        self.tried += 1
        path: list[tuple[Node, Edge]] = []
        walk = Walk(self)
        node = self.root
        while (choice := walk.asked()) is not None:
            edge = self._choose(node, walk, choice)
            if node is self.root:
                walk.enter(self._world(edge.visits), edge.visits)
            played = walk.play(edge.played, choice.seat(walk.s))
            edge.played = edge.played if edge.visits else played
            path.append((node, edge))
            node = edge.node
            if edge.visits == 0:
                break
        self._note(path, self._seen(walk))

    def _seen(self, walk: Walk) -> Sequence[float]:
        """What every seat has in the mean of the places where a walk is judged: at its horizon, on the way where the
        game plays on from there, and looking farther a turn of every seat later."""
        walk.go_on()
        places = [self.knows.standings(walk.s, walk.last)]
        on_the_way = self.knows.plays_on(walk.s, self.choice, walk.rng)
        places += [self.knows.standings(walk.s, {}) for _ in on_the_way]
        if self.is_far:
            walk.left = self.knows.seats(walk.s)
            walk.go_on()
            places.append(self.knows.standings(walk.s, walk.last))
        return [sum(column) / len(places) for column in zip(*places, strict=True)]

    def _choose(self, node: Node, walk: Walk, choice: Choice[Any]) -> Edge:
        if node.found is None:
            node.seat = choice.seat(walk.s)
            width = self.knows.width if node is self.root else self.knows.replies
            node.found = self.found(walk.s, choice, walk.rng, width)
        # Where nobody answers, a second visit teaches nothing: all turns are open.
        wide = math.ceil(OPENED * (node.visits + 1) ** WIDENING) if self.depth > 1 else len(node.found)
        if len(node.edges) < min(wide if node is self.root else wide // 2 + 1, len(node.found)):
            looked = node.found[len(node.edges)]
            if node is not self.root or not self.is_far:
                looked = self.with_care(walk.s, choice, looked, walk.rng)
            node.edges.append(Edge(looked, self.knows.seats(walk.s)))
            return node.edges[-1]
        return max(node.edges, key=lambda edge: self._appeal(node, edge))

    def _appeal(self, node: Node, edge: Edge) -> float:
        """Experience and curiosity."""
        curiosity = CURIOSITY * self.knows.scale * math.sqrt(math.log(node.visits + 1) / edge.visits)
        if node is self.root:
            return curiosity + self.expected(edge)
        if self.paranoid and node.seat != self.me:
            return curiosity - edge.mean(self.me)
        return curiosity + edge.mean(node.seat)

    def _note(self, path: Sequence[tuple[Node, Edge]], values: Sequence[float]) -> None:
        first = path[0][1]
        first.squares += values[self.me] ** 2
        self._changed += (values[self.me] - first.promise - self._changed) / (self.root.visits + 1)
        for node, edge in path:
            node.visits += 1
            edge.visits += 1
            for seat, value in enumerate(values):
                edge.totals[seat] += value

    def found(self, s: Any, choice: Choice[Any], rng: Rng, width: int) -> list[Looked]:
        """Turns worth trying, the most promising at first sight first. What looks as before is not looked at again."""
        sight = self.knows.sight(s, choice)
        turns = self._listed(s, choice, rng, width, sight)
        if len(turns) == 1:
            return [Looked(turns[0], turns[0], 0.0)]
        looked = [self._look(s, choice, turn, rng, sight) for turn in turns]
        return sorted(looked, key=lambda one: -one.promise)

    def _listed(self, s: Any, choice: Choice[Any], rng: Rng, width: int, sight: Hashable | None) -> list[Turn]:
        kept = (sight, width) if sight is not None and self.knows.ranks and self.knows.rests(choice) else None
        if kept is None or kept not in self.lists:
            turns = [tuple(turn) for turn in islice(self.knows.turns(s, choice, rng), width)]
            if kept is None:
                return turns
            self.lists[kept] = turns
        return self.lists[kept]

    def _look(self, s: Any, choice: Choice[Any], turn: Turn, rng: Rng, sight: Hashable | None) -> Looked:
        if sight is None:
            return Looked(turn, turn, self.knows.estimate(s, choice, turn, rng))
        if (sight, turn) not in self.seen:
            trial = s.copy()
            played = self.knows.play(trial, choice.seat(s), turn, rng)
            self.seen[sight, turn] = Looked(turn, played, self.knows.value(trial, choice.seat(s)))
        return self.seen[sight, turn]

    def with_care(self, s: Any, choice: Choice[Any], looked: Looked, rng: Rng) -> Looked:
        """A turn that is really tried, finished with care: what looks best at every step is often not the best turn."""
        if not self.knows.careful:
            return looked
        key = self.knows.sight(s, choice), looked.turn
        if key[0] is None or key not in self.finished:
            played = self.knows.play(s.copy(), choice.seat(s), looked.turn, rng, careful=True)
            self.finished[key] = looked._replace(played=played)
        return self.finished[key]

    def _world(self, n: int) -> Any:
        while len(self.worlds) <= n % WORLDS:
            self.worlds.append(self.game.imagine(self.view, Random(f"{self.seed}/{len(self.worlds)}")))
        return self.worlds[n % WORLDS].copy()


class Walk:
    """One way through one world, with the turns that are still to be played until the horizon."""

    def __init__(self, search: Search) -> None:
        self.search, self.knows = search, search.knows
        self.last: dict[Seat, Turn] = {}
        self.left = search.depth
        self.enter(search._world(0), 0)

    def enter(self, world: Any, luck: int) -> None:
        self.s, self.rng = world, Random(luck)

    def asked(self) -> Choice[Any] | None:
        """The next question to a seat, None at the horizon."""
        choice = dealt(self.s, self.rng)
        return choice if choice is not None and self._goes_on(choice) else None

    def _goes_on(self, choice: Choice[Any]) -> bool:
        if not self.last or self.knows.is_between(choice):
            return True
        return self.left > 0 and self.knows.scene(self.s) == self.search.scene and self.knows.goes_on(self.s, choice)

    def play(self, turn: Turn, seat: Seat) -> Turn:
        self.left -= 1
        self.last[seat] = played = self.knows.play(self.s, seat, turn, self.rng)
        return played

    def go_on(self) -> None:
        """The fast policy for everybody."""
        while (choice := self.asked()) is not None:
            best = self.search.found(self.s, choice, self.rng, self.knows.replies)[0]
            self.play(self.search.with_care(self.s, choice, best, self.rng).played, choice.seat(self.s))


class ExpertBot:
    blind = False

    def __init__(self, paranoid: bool = False) -> None:
        self.paranoid = paranoid

    def answer(self, game: Game[Any], view: Any, options: Options, rng: Rng, budget: Budget) -> Answer:
        search = Search(game, expertise_of(game), view, rng, self.paranoid)
        last = played_out(game, search.knows, view, search.seed)
        if last is not None and last in options:
            return Answer(last, Text("every way to the end of the game was looked at"))
        pace = Pace(budget, search)
        search.run(pace.more, pace.left)
        action, *rest = search.plan()
        if action not in options:
            return Answer(options.sample(rng))
        return Answer(action, search.why(), tuple(rest))


class Pace:
    """How much thinking there is left: by count, or by the clock. What follows in a turn is worth less of it."""

    def __init__(self, budget: Budget, search: Search) -> None:
        self.search, self.clock, self.count = search, budget.clock, budget.iterations
        if self.count is not None and not search.is_fresh:
            self.count = math.ceil(self.count * FOLLOWING)
        self.began = self.now = 0.0 if self.count is not None else budget.clock()
        self.end = self.began + (DEFAULT_SECONDS if budget.seconds is None else budget.seconds) * search.share

    def more(self) -> bool:
        if self.count is not None:
            return self.search.tried < self.count
        self.now = self.clock()
        return self.now < self.end

    def left(self) -> float:
        """How many walks there is time for, if they go on as they did."""
        if self.count is not None:
            return self.count - self.search.tried
        return self.search.tried * (self.end - self.now) / max(self.now - self.began, 1e-9)
