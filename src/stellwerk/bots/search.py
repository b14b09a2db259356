"""Search with determinisation: a tree over imagined states, one fresh state an iteration.

Every seat at a node takes what is good for itself. The tree remembers answers only, never what chance said in between;
an answer counts where it is legal in the state at hand. A leaf is judged after a short look ahead by quick play. Equal
generators and iterations give equal moves in every process.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

from stellwerk.bots.bot import Answer, Budget
from stellwerk.bots.knowledge import Knowledge, chances, knowledge_of, settled
from stellwerk.core import CHANCE, Action, Choice, Game, Options, Rng, Text, advance, after, pending

EXPLORE = 0.7
DEFAULT_SECONDS = 1.0
SHARE_OF_TURN = 0.4
"""How much of what is left for the turn one decision may take: later ones need some, too."""
WIDTH = 24
"""How many answers of a node are looked at: the most likely ones."""


class Node:
    """What is known about the answers at one place in the tree."""

    __slots__ = ("children", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.children: dict[Action, Edge] = {}


class Edge:
    __slots__ = ("node", "prior", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.visits = 0
        self.total = 0.0
        self.prior = prior
        self.node = Node()

    def mean(self, otherwise: float) -> float:
        return self.total / self.visits if self.visits else otherwise


class Search:
    """One decision. `run` one iteration at a time, then ask for the best."""

    def __init__(self, game: Game[Any], knows: Knowledge, view: Any, rng: Rng) -> None:
        self.game = game
        self.knows = knows
        self.view = view
        self.rng = rng
        self.root = Node()

    def prepare(self, moves: Sequence[Action]) -> None:
        """Weigh the answers at the root by looking one step ahead."""
        s = self.game.imagine(self.view, self.rng)
        choice = pending(s)
        assert choice is not None
        seat = choice.seat(s)
        outlooks = [self.knows.outlook(settled(after(s, move), self.rng)) for move in moves]
        promises = [chances(o, self.knows.scale)[seat] + o[seat] / (50 * self.knows.scale) for o in outlooks]
        best = max(promises)
        weights = [math.exp((promise - best) * 8) for promise in promises]
        likely = sorted(range(len(moves)), key=lambda n: -weights[n])[:WIDTH]
        total = sum(weights[n] for n in likely)
        for n in likely:
            self.root.children[moves[n]] = Edge(weights[n] / total)

    def run(self) -> None:
        s = self.game.imagine(self.view, self.rng)
        path, values = self._descend(s)
        for node, edge, seat in path:
            node.visits += 1
            edge.visits += 1
            edge.total += values[seat]

    def _descend(self, s: Any) -> tuple[list[tuple[Node, Edge, int]], Sequence[float]]:
        node = self.root
        path: list[tuple[Node, Edge, int]] = []
        while (choice := pending(s)) is not None:
            if choice.seat(s) == CHANCE:
                advance(s, choice.options(s).sample(self.rng))
                continue
            action, edge = self._select(node, s, choice, at_root=not path)
            new = edge.visits == 0
            path.append((node, edge, choice.seat(s)))
            advance(s, action)
            node = edge.node
            if new:
                break
        return path, self._judge(s)

    def _select(self, node: Node, s: Any, choice: Choice[Any], at_root: bool) -> tuple[Action, Edge]:
        """The answer with the best mix of experience, likelihood and curiosity among those legal here."""
        if at_root:
            offered: Sequence[Action] = [a for a in node.children if choice.objection(s, a) is None]
        else:
            offered = self.knows.moves(s, choice)[:WIDTH]
            for rank, action in enumerate(offered):
                if action not in node.children:
                    node.children[action] = Edge(1 / (rank + 2))
        hope = 0.5 if not node.visits else sum(e.total for e in node.children.values()) / node.visits
        root_visits = math.sqrt(node.visits + 1)

        def appeal(action: Action) -> float:
            edge = node.children[action]
            return edge.mean(hope - 0.05) + EXPLORE * edge.prior * root_visits / (1 + edge.visits)

        best = max(offered, key=appeal)
        return best, node.children[best]

    def _judge(self, s: Any) -> Sequence[float]:
        """Play on quickly for a while, then estimate."""
        for _ in range(self.knows.horizon):
            choice = pending(s)
            if choice is None:
                break
            options = choice.options(s)
            if choice.seat(s) == CHANCE:
                advance(s, options.sample(self.rng))
            else:
                advance(s, self.knows.quick(s, choice, options, self.rng))
        outlook = self.knows.outlook(s)
        scale = self.knows.scale
        # Mostly the chance to win; a little for points, so that a lost game is still played well.
        return [
            0.9 * c + 0.1 * min(1.0, o / (20 * scale)) for c, o in zip(chances(outlook, scale), outlook, strict=True)
        ]

    def best(self) -> tuple[Action, Edge]:
        return max(self.root.children.items(), key=lambda pair: (pair[1].visits, pair[1].mean(0)))


class StrongBot:
    """Search within a budget; by `iterations` it is deterministic."""

    name = "strong"
    blind = False

    def answer(self, game: Game[Any], view: Any, options: Options, rng: Rng, budget: Budget) -> Answer:
        knows = knowledge_of(game)
        s = game.imagine(view, rng)
        choice = pending(s)
        assert choice is not None
        moves = [move for move in knows.moves(s, choice) if move in options]
        if len(moves) == 1:
            return Answer(moves[0])
        if not moves:
            return Answer(options.sample(rng))
        began = time.perf_counter()
        search = Search(game, knows, view, rng)
        search.prepare(moves)
        if budget.iterations is not None:
            for _ in range(budget.iterations):
                search.run()
        else:
            seconds = (budget.seconds if budget.seconds is not None else DEFAULT_SECONDS) * SHARE_OF_TURN
            while time.perf_counter() - began < seconds:
                search.run()
        action, edge = search.best()
        share = round(100 * edge.mean(0))
        why = Text("looked at {n} continuations; prospects {share} of 100", n=search.root.visits, share=share)
        return Answer(action, why)
