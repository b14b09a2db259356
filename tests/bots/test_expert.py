"""The expert: every seat moves in its search, equal counts give equal moves, time holds, wide choices open late."""

from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from stellwerk import games
from stellwerk.bots import BOTS, Budget
from stellwerk.bots.expert import Edge, Looked, Node, Pace, Search, Walk
from stellwerk.bots.knowledge import expertise_of, knowledge_of
from stellwerk.core import CHANCE, Game, Seat, advance, pending
from tests.bots.test_positions import POSITIONS, Position, reached

GAMES = ("russian-railroads", "yokohama", "1880")
FRESH = {"russian-railroads": 101, "yokohama": 138, "1880": 544}
"""Where a turn begins, in the logs of the positions; in 1880 a trade."""
THOUGHT = """
from tests.bots.test_expert import decided
print([decided(name) for name in {games}])
"""


def opened(name: str, seed: int = 1, paranoid: bool = False) -> Search:
    game, s, _ = reached(name, FRESH[name])
    choice = pending(s)
    assert choice is not None
    return Search(game, knowledge_of(game), game.view(s, choice.seat(s)), Random(seed), paranoid)


def searched(name: str, count: int, seed: int = 1) -> Search:
    search = opened(name, seed)
    search.run(lambda: search.tried < count)
    return search


def decided(name: str, count: int = 5) -> str:
    game, s, _ = reached(name, FRESH[name])
    choice = pending(s)
    assert choice is not None
    view = game.view(s, choice.seat(s))
    return str(BOTS["expert"]().answer(game, view, choice.options(s), Random(3), Budget(iterations=count)))


def nodes_below(node: Node) -> list[Node]:
    return [node, *(below for edge in node.edges for below in nodes_below(edge.node) if below.visits)]


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_moves_in_the_search(name: str) -> None:
    search = searched(name, 30 if name == "russian-railroads" else 10)
    below = nodes_below(search.root)
    assert below[0].seat == search.me
    assert {node.seat for node in below} - {search.me, CHANCE}, "others answer"
    assert sum(edge.visits for edge in search.root.edges) == search.root.visits == search.tried


@pytest.mark.parametrize("name", GAMES)
def test_after_one_try_there_is_an_answer_and_it_looks_best_at_once(name: str) -> None:
    search = searched(name, 1)
    s = search._world(0)
    choice = pending(s)
    assert choice is not None
    first = search.found(s, choice, Random(0), search.knows.width)[0].turn
    assert search.best().turn == first


def test_wide_choices_are_opened_by_and_by() -> None:
    search = opened("russian-railroads")
    open_turns = []
    for _ in range(40):
        search.iterate()
        open_turns.append(len(search.root.edges))
    assert open_turns == sorted(open_turns)
    assert open_turns[0] == 1
    assert open_turns[4] < open_turns[-1] <= len(search.root.found or ())


def test_by_count_it_decides_alike_in_every_process() -> None:
    def told(hash_seed: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        code = THOUGHT.format(games=GAMES)
        return subprocess.run(
            [sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True
        ).stdout

    assert told("1") == told("2") == str([decided(name) for name in GAMES]) + "\n"


def test_it_keeps_to_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that ticks whenever it is looked at: nothing is begun when 70 % of the time is gone."""
    monkeypatch.setattr(Search, "is_decided", lambda search, left: False)
    game, s, _ = reached("russian-railroads", FRESH["russian-railroads"])
    choice = pending(s)
    assert choice is not None
    ticks = itertools.count()
    budget = Budget(seconds=40.0, clock=lambda: float(next(ticks)))
    BOTS["expert"]().answer(game, game.view(s, choice.seat(s)), choice.options(s), Random(3), budget)
    assert next(ticks) == 29


def edge(values: list[float], visits: int = 10) -> Edge:
    made = Edge(Looked((), (), values[0]), len(values))
    made.visits, made.totals = visits, [visits * value for value in values]
    return made


@pytest.mark.parametrize(("paranoid", "answers"), [(False, 1), (True, 0)])
def test_others_go_for_their_own_good_or_against_one(paranoid: bool, answers: int) -> None:
    search = opened("russian-railroads", paranoid=paranoid)
    other: Seat = (search.me + 1) % 4
    worst, best = [50.0] * 4, [50.0] * 4
    worst[search.me], worst[other] = 10.0, 40.0
    best[search.me], best[other] = 60.0, 45.0
    node = Node()
    node.seat, node.visits = other, 20
    node.edges = [edge(worst), edge(best)]
    assert max(node.edges, key=lambda one: search._appeal(node, one)) is node.edges[answers]


def test_what_was_promised_counts_as_some_walks() -> None:
    search = opened("yokohama")
    lucky, solid = edge([303.0] * 4, 2), edge([300.0] * 4, 4)
    lucky.promise, solid.promise = 290.0, 300.0
    search.root.edges = [lucky, solid]
    assert search.best() is solid
    lucky.visits, lucky.totals = 40, [40 * 303.0] * 4
    solid.visits, solid.totals = 40, [40 * 300.0] * 4
    assert search.best() is lucky, "experience outweighs it"


def test_what_was_tried_once_by_luck_is_not_played() -> None:
    search = opened("russian-railroads")
    search.root.edges = [edge([300.0] * 4, 20), edge([340.0] * 4, 1), edge([290.0] * 4, 12)]
    assert search.best() is search.root.edges[0]


def decided_with(left: float, *edges: Edge, found: int = 3) -> bool:
    """Whether a search with these turns of the root may stop; each came out within 2 points of its mean."""
    search = opened("russian-railroads")
    for one in edges:
        one.squares = one.visits * (one.mean(search.me) ** 2 + 4)
    search.root.edges, search.root.visits = list(edges), sum(one.visits for one in edges)
    search.root.found = [Looked((), (), 0.0)] * found
    return search.is_decided(left)


def test_it_stops_when_nobody_can_be_trusted_any_more() -> None:
    """The best was tried 40 times, so another one needs 20 tries."""
    rivals = edge([300.0] * 4, 40), edge([299.0] * 4, 12), edge([299.0] * 4, 2)
    assert decided_with(7, *rivals)
    assert not decided_with(8, *rivals)
    assert not decided_with(math.inf, *rivals)


def test_it_stops_when_all_others_are_clearly_behind() -> None:
    clear = edge([300.0] * 4, 40), edge([280.0] * 4, 12), edge([285.0] * 4, 8)
    assert decided_with(100, *clear)
    assert not decided_with(100, clear[0], clear[1], edge([297.0] * 4, 8)), "it may still be the best"
    assert decided_with(100, clear[0], clear[1], edge([294.0] * 4, 12))
    assert not decided_with(100, clear[0], clear[1], edge([294.0] * 4, 1)), "one try says little"


def test_what_has_not_been_tried_keeps_it_going() -> None:
    clear = edge([300.0] * 4, 40), edge([280.0] * 4, 12), edge([285.0] * 4, 8)
    assert not decided_with(100, *clear, found=4)
    assert decided_with(19, *clear, found=4), "too late for a newcomer"


@pytest.mark.parametrize("at", [64, 258])
def test_stopping_early_changes_no_answer(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Search, "look_farther", lambda search: False)
    game, s, _ = reached("russian-railroads", at)
    whole, short = (Search(game, expertise_of(game), game.view(s, s.active), Random(1)) for _ in range(2))
    whole.run(lambda: whole.tried < 96)
    short.run(lambda: short.tried < 96, lambda: 96 - short.tried)
    assert short.tried < whole.tried == 96
    assert short.best().turn == whole.best().turn


def looked_farther(at: int = 64, count: int = 400) -> tuple[Search, Node]:
    """A search that was decided and looked farther then, and its root before that."""
    game, s, _ = reached("russian-railroads", at)
    search = Search(game, expertise_of(game), game.view(s, s.active), Random(1))
    near = search.root
    search.run(lambda: search.tried < count, lambda: count - search.tried)
    return search, near


def test_what_is_decided_is_looked_at_again_farther() -> None:
    """Only what came out nearly as good as the best, and what was seen before counts as some walks."""
    search, near = looked_farther()
    assert search.is_far
    assert search.root.visits + near.visits == search.tried
    again = {edge.turn for edge in search.root.edges}
    assert 2 <= len(again) < len(near.edges)
    assert again <= {edge.turn for edge in near.edges}


def test_farther_a_walk_counts_for_the_mean_of_two_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """At its horizon, and when every seat has had one turn more."""
    search, _ = looked_farther()
    walk = Walk(search)
    lefts: list[int] = []
    monkeypatch.setattr(Walk, "go_on", lambda walk: lefts.append(walk.left))
    values = iter([[10.0] * 4, [20.0] * 4])
    monkeypatch.setattr(search.knows, "standings", lambda s, last: next(values))
    assert search._seen(walk) == [15.0] * 4
    assert lefts == [search.depth, 4]


def test_where_nothing_comes_close_nobody_looks_farther() -> None:
    search = opened("russian-railroads")
    search.root.edges = [edge([300.0] * 4, 20), edge([280.0] * 4, 12), edge([299.0] * 4, 1)]
    assert not search.look_farther()
    assert not search.is_far


def test_by_the_clock_it_reckons_with_the_walks_there_is_time_for() -> None:
    search = opened("russian-railroads")
    times = iter([10.0, 12.0])
    pace = Pace(Budget(seconds=10.0, clock=lambda: next(times)), search)
    search.tried = 40
    assert pace.more()
    assert pace.left() == pytest.approx(100)


def test_all_answers_meet_the_same_worlds() -> None:
    """Else luck with the cards would decide which looks best."""
    search = opened("yokohama")
    game: Game[Any] = games.game("yokohama")
    assert game.dump(search._world(3)) == game.dump(search._world(3))
    assert game.dump(search._world(3)) != game.dump(search._world(4))
    assert search._world(3) is not search._world(3)


LATER = [("russian-railroads", 210), ("russian-railroads", 234)]
SURE = [
    p for p in POSITIONS if (p.game, p.at) not in LATER and (p.game != "yokohama" or p.at in (116, 364, 380, 407, 451))
]
"""Where a step may come later in the same turn, it is no fault."""


OTHERWISE = {
    Position("russian-railroads", 211, "build transsib black", "build kiev black"): "take-card",
    Position("russian-railroads", 416, "choose-tile four_steps", "choose-tile kiev_medal"): "choose-tile",
    Position("1880", 336, "buy-train-from HKR 3+3 860", "pass"): "buy-train 4",
    Position("1880", 324, "buy-train-from BCR 3 501", "buy-train 4", "1880-later"): "",
    Position("1880", 378, "buy-train-from JHU 3 850", "buy-train 4+4", "1880-later"): "pass",
}
"""Where the card is taken before the steps, another tile comes out even, or an expert who looks on to the next share
round does something else: a train from the bank where nothing was bought, or none yet because the first one of its type
drives the own ones off the rails, or a better one comes next."""


@pytest.mark.parametrize("position", SURE, ids=lambda p: f"{p.log or p.game}-{p.at}")
def test_the_expert_avoids_what_was_silly(position: Position) -> None:
    game, s, _ = reached(position.game, position.at, position.log)
    choice = pending(s)
    assert choice is not None
    view = game.view(s, choice.seat(s))
    answer = BOTS["expert"]().answer(game, view, choice.options(s), Random(1), Budget(iterations=8))
    assert str(answer.action).startswith(OTHERWISE.get(position, position.plays))
    assert str(answer.action) != position.played
    assert answer.why is not None


@pytest.mark.parametrize("name", ["russian-railroads", "yokohama"])
def test_what_looks_as_before_is_not_looked_at_again(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    search = searched(name, 1)
    s = search._world(0)
    choice = pending(s)
    assert choice is not None
    first = search.found(s, choice, Random(0), search.knows.width)
    monkeypatch.setattr(search.knows, "play", None)
    assert search.found(s, choice, Random(1), search.knows.width) == first


@pytest.mark.parametrize("name", ["russian-railroads", "yokohama"])
def test_a_sight_differs_when_the_seat_has_moved(name: str) -> None:
    """Else a second turn would be taken for the first one."""
    search = searched(name, 1)
    s = search._world(0)
    choice = pending(s)
    assert choice is not None
    before = search.knows.sight(s, choice)
    assert before is not None
    search.knows.play(s, search.me, search.best().turn, Random(0))
    s.active = search.me
    assert search.knows.sight(s, choice) != before


def test_the_bot_of_01_keeps_its_own_weights() -> None:
    game = games.game("russian-railroads")
    assert knowledge_of(game, "Knowledge01").weights != knowledge_of(game).weights


@pytest.mark.parametrize("at", [64, 110, 258])
def test_no_round_is_ended_with_workers_in_hand(at: int) -> None:
    """Weights that see all seats richer in the next round made the search pass here."""
    game, s, _ = reached("russian-railroads", at)
    assert s.me.workers + s.me.temporary >= 2
    choice = pending(s)
    assert choice is not None
    view = game.view(s, s.active)
    answer = BOTS["expert"]().answer(game, view, choice.options(s), Random(1), Budget(iterations=24))
    assert str(answer.action).startswith("place")


def gained_by_care(at: int) -> float:
    """What the turns of a position of Russian Railroads leave more if they are finished with care."""
    game, s, _ = reached("russian-railroads", at)
    choice, knows = pending(s), expertise_of(game)
    if choice is None or not knows.rests(choice):
        return 0.0
    seat, gained = choice.seat(s), 0.0
    for turn in knows.turns(s, choice, Random(1)):
        quick, careful = s.copy(), s.copy()
        knows.play(quick, seat, turn, Random(1))
        knows.play(careful, seat, turn, Random(1), careful=True)
        gained += knows.value(careful, seat) - knows.value(quick, seat)
    return gained


def test_a_turn_finished_with_care_leaves_more() -> None:
    assert sum(gained_by_care(at) for at in range(20, 420, 9)) > 0


def test_turns_that_are_tried_are_finished_with_care() -> None:
    search = searched("russian-railroads", 60)
    s = search._world(0)
    choice = pending(s)
    assert choice is not None
    sight = search.knows.sight(s, choice)
    for edge in search.root.edges:
        assert edge.played == search.finished[sight, edge.turn].played


def test_the_plan_of_a_turn_of_yokohama_goes_to_its_end() -> None:
    game, s, _ = reached("yokohama", FRESH["yokohama"])
    choice = pending(s)
    assert choice is not None
    seat, knows = choice.seat(s), expertise_of(game)
    answer = BOTS["expert"]().answer(game, game.view(s, seat), choice.options(s), Random(1), Budget(iterations=8))
    for action in (answer.action, *answer.plan):
        asked = pending(s)
        assert asked is not None
        assert action in asked.options(s)
        advance(s, action)
    asked = pending(s)
    assert knows.turn_is_over(s, seat) or (asked is not None and asked.seat(s) == CHANCE)
    shorter = searched("russian-railroads", 10)
    assert shorter.plan() == shorter.best().turn, "there it thinks again at every step"
