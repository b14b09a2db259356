"""A turn is one clock, one plan and one seed; levels are a bot and a time; the bot of 0.1 plays as it did."""

from __future__ import annotations

import hashlib
import itertools
from random import Random
from typing import Any

import pytest

from stellwerk import games
from stellwerk.bots import BOTS, LEVELS, Answer, Budget
from stellwerk.bots.expert import ExpertBot
from stellwerk.bots.greedy import GreedyBot
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.bots.levels import MISSED, SEATED, UnknownBot, player, player_at_table
from stellwerk.bots.search import StrongBot, TurnSearch
from stellwerk.bots.selfplay import Job, play_one
from stellwerk.bots.turn import Party, Player
from stellwerk.core import CHANCE, Game, advance, pending

GAMES = ("russian-railroads", "yokohama", "1880")
OF_01 = {
    "russian-railroads": "dee3bebd695b9f40",
    "yokohama": "63ee49985dec4ea1",
    "1880": "7966cb6283b727b9",
}
"""Digests of 150 answers of `strong`, by nine iterations, recorded at version 0.1 and with its rules."""


def test_the_strong_bot_of_01_plays_as_it_did() -> None:
    for id_, digest in OF_01.items():
        game = games.game(id_)
        first = game.editions()[0]
        s = game.setup(4, game.variants_from({}, first.rules_version), first.components)
        rng, bots = Random(3), [BOTS["strong-0.1"]() for _ in range(4)]
        said: list[str] = []
        while len(said) < 150:
            choice = pending(s)
            assert choice is not None
            options, seat = choice.options(s), choice.seat(s)
            if seat == CHANCE or (options.finite and len(options) == 1):
                advance(s, options.sample(rng))
                continue
            action = bots[seat].answer(game, game.view(s, seat), options, rng, Budget(iterations=9)).action
            said.append(str(action))
            advance(s, action)
        assert hashlib.sha256("\n".join(said).encode()).hexdigest()[:16] == digest, id_


class Recorder:
    """Notes what time it was left, takes some of it, and answers anything."""

    blind = True

    def __init__(self, takes: float) -> None:
        self.takes, self.now = takes, 0.0
        self.left: list[float | None] = []

    def clock(self) -> float:
        return self.now

    def answer(self, game: Any, view: Any, options: Any, rng: Random, budget: Budget) -> Answer:
        self.left.append(budget.seconds)
        self.now += min(self.takes, budget.seconds or 0.0)
        return Answer(options.sample(rng))


def turns_of(game: Game[Any], bots: list[Recorder], seconds: float) -> list[list[float]]:
    """The time left at each decision, by turns: a turn ends at a resting question or when another seat is asked."""
    s, rng, knows = game.setup(len(bots)), Random(5), knowledge_of(game)
    party = Party([Player(bot, Budget(seconds=seconds, clock=bot.clock)) for bot in bots], [rng] * len(bots))
    turns: list[list[float]] = []
    last = None
    while (choice := pending(s)) is not None:
        seat = choice.seat(s)
        if seat == CHANCE:
            advance(s, choice.options(s).sample(rng))
            continue
        seen = len(bots[seat].left)
        if seat != last or knows.rests(choice):
            turns.append([])
        last = seat
        answer = party.answer(game, s, choice)
        turns[-1].extend(left for left in bots[seat].left[seen:] if left is not None)
        advance(s, answer.action)
    return [turn for turn in turns if turn]


@pytest.mark.parametrize("id_", ["russian-railroads", "yokohama"])
def test_a_turn_has_one_clock_and_the_next_turn_its_own(id_: str) -> None:
    turns = turns_of(games.game(id_), [Recorder(0.4), Recorder(0.4)], 1.0)
    assert all(turn[0] == 1.0 for turn in turns)
    assert max(map(len, turns)) > 2
    for turn in turns:
        spent = [max(0.0, 1.0 - 0.4 * n) for n in range(len(turn))]
        assert turn == pytest.approx(spent)


def test_the_last_to_place_workers_gets_the_time_of_a_turn_each_time() -> None:
    """He used to pay all his turns of a round out of one budget."""
    game = games.game("russian-railroads")
    s, rng, bot = game.setup(2), Random(1), Recorder(0.9)
    knows = knowledge_of(game)
    party = Party([Player(bot, Budget(seconds=1.0, clock=bot.clock))] * 2, [rng, rng])
    while not any(s.passed):
        choice = pending(s)
        assert choice is not None
        seat = choice.seat(s)
        alone = choice.options(s).sample(rng) if seat == CHANCE else party.answer(game, s, choice).action
        advance(s, alone)
    while any(s.passed) and not all(s.passed):
        choice = pending(s)
        assert choice is not None
        if knows.rests(choice) and len(choice.options(s)) > 1:
            party.answer(game, s, choice)
            assert bot.left[-1] == 1.0
        advance(s, choice.options(s).sample(rng))


@pytest.mark.parametrize("id_", ["russian-railroads", "yokohama"])
def test_out_of_time_every_answer_is_still_judged(id_: str) -> None:
    """It used to be the first in the list, whatever it was worth."""
    game = games.game(id_)
    s, rng = game.setup(3), Random(2)
    knows, looked = knowledge_of(game), 0
    while looked < 25:
        choice = pending(s)
        assert choice is not None
        seat, options = choice.seat(s), choice.options(s)
        if seat != CHANCE and len(options) > 1:
            moves = list(knows.moves(s, choice))
            search = TurnSearch(game, knows, game.view(s, seat), Random(1))
            search.run(s, seat, moves, lambda: False)
            assert set(search.root.edges) == set(moves)
            best = max(edge.mean for edge in search.root.edges.values())
            assert next(search.plan())[1].mean == best
            looked += 1
        advance(s, options.sample(rng))


@pytest.mark.parametrize("id_", GAMES)
def test_a_turn_of_strong_takes_no_more_than_its_time(id_: str) -> None:
    """By a clock that ticks whenever it is looked at: judging every answer once is all that may come on top."""
    game = games.game(id_)
    ticks = itertools.count()
    budget = Budget(seconds=40.0, clock=lambda: float(next(ticks)))
    players = [Player(BOTS["strong"](), budget) for _ in range(3)]
    s, rng, knows = game.setup(3), Random(4), knowledge_of(game)
    party = Party(players, [rng] * 3)
    last, decisions, spent, turns = None, 0, 0.0, 0
    while turns < 12:
        choice = pending(s)
        assert choice is not None
        seat = choice.seat(s)
        if seat == CHANCE:
            advance(s, choice.options(s).sample(rng))
            continue
        if seat != last or knows.rests(choice):
            decisions, spent, turns = 0, 0.0, turns + 1
        last, decisions = seat, decisions + 1
        before = next(ticks)
        advance(s, party.answer(game, s, choice).action)
        # Four looks at the clock a decision are its own: begin and end of the turn, of the search, and the first tick.
        spent += next(ticks) - before - 4
        assert spent <= 40.0 + decisions, (turns, decisions)


def test_levels_think_longer_the_harder_they_are() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "expert"]
    assert [level.seconds for level in list(LEVELS.values())[1:]] == [0.2, 1.0, 3.0]
    assert [type(level.bot()) for level in LEVELS.values()] == [GreedyBot, StrongBot, StrongBot, ExpertBot]
    medium, hard = LEVELS["medium"].bot(), LEVELS["hard"].bot()
    assert isinstance(medium, StrongBot)
    assert isinstance(hard, StrongBot)
    assert (medium.overlooks, hard.overlooks) == (MISSED, 0)


@pytest.mark.parametrize("name", SEATED)
def test_levels_and_the_names_of_01_sit_at_tables(name: str) -> None:
    bot, budget = player_at_table(name, 3.0)
    level = LEVELS.get(name)
    assert budget.seconds == (level.seconds if level else 1.0)
    assert type(bot) is type(level.bot() if level else BOTS[name]())
    assert player_at_table(name, 0.1).budget.seconds == 0.1, "no more than the operator allows"


def test_a_bot_may_be_named_with_its_seconds() -> None:
    assert player("expert@0.3", Budget(seconds=9.0)).budget.seconds == 0.3
    assert player("expert", Budget(seconds=9.0)).budget.seconds == 3.0
    assert player("strong", Budget(seconds=9.0)).budget.seconds == 9.0
    assert player("expert@0.3", Budget(iterations=5)).budget == Budget(iterations=5)
    assert player("expert#7", Budget(seconds=9.0)).budget == Budget(iterations=7)
    assert player("strong#7", Budget(iterations=5)).budget == Budget(iterations=7)
    for wrong in (
        "deep",
        "strong#",
        "strong#x",
        "strong#-1",
        "deep#3",
        "strong@",
        "strong@x",
        "strong@-1",
        "strong@inf",
        "strong@nan",
    ):
        with pytest.raises(UnknownBot):
            player(wrong, Budget())


def test_equal_seeds_and_counts_give_equal_games() -> None:
    job = Job("russian-railroads", 2, 3, ("strong", "strong"), Budget(iterations=2))
    assert play_one(job).scores == play_one(job).scores


def test_who_overlooks_answers_still_has_one() -> None:
    def noticed(overlooks: int, count: int) -> list[int]:
        game = games.game("yokohama")
        return list(TurnSearch(game, knowledge_of(game), None, Random(4), overlooks).noticed(range(count)))

    assert noticed(0, 100) == list(range(100))
    assert 30 < len(noticed(50, 100)) < 70
    assert noticed(50, 100) == noticed(50, 100)
    assert noticed(100, 5) == [0]
    assert noticed(100, 0) == []
