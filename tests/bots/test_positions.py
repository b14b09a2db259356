"""Positions of games that bots of version 0.1 played, each with the answer they gave: it is not given any more.

`logs` holds the games as they were played: Russian Railroads with 0.1 s a turn, Yokohama with eight continuations a
decision, 1880 with 0.2 s a turn; `1880-later` is a game of bots that came after, with a count of two, `1880-expert` one
that the expert lost against the bots of 0.1, with 0.5 s a turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from stellwerk import games
from stellwerk.bots import BOTS, Budget
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.bots.turn import Party, Player
from stellwerk.core import CHANCE, Action, Game, advance, pending
from stellwerk.core.log import Document, beginning, read
from stellwerk.games.china1880.bots import Knowledge as Knowledge1880
from stellwerk.games.china1880.bots import Knowledge01 as Knowledge1880Of01
from stellwerk.games.china1880.rules.actions import PASS, BuyShare
from stellwerk.games.china1880.rules.chapters.share_round import Trade
from stellwerk.games.russian_railroads.bots.judgement import COSTS, STEP, kinds, sound

LOGS = Path(__file__).parent / "logs"


class Position(NamedTuple):
    game: str
    at: int
    played: str
    """What the log says."""
    plays: str
    """What is right, or how it begins; empty where several answers are."""
    log: str = ""
    """Its file, if it is not called after the game."""


POSITIONS = [
    # Out of time, the first answer of the list.
    Position("russian-railroads", 208, "build petersburg black", "choose-tile"),
    Position("russian-railroads", 210, "build kiev black", "take-card"),
    Position("russian-railroads", 240, "build transsib black", "choose-tile"),
    # A worker and a coin for steps at the beginning of a round, while coins and workers are to be had for one of them.
    Position("russian-railroads", 181, "place track_black_2 worker+coin", "place"),
    # A free step on the Trans-Siberian refused.
    Position("russian-railroads", 455, "end-turn", "build transsib black"),
    # One free step of track instead of the ?-card that goes with it, or of another ?-card's worth of workers.
    Position("russian-railroads", 211, "build transsib black", "build kiev black"),
    Position("russian-railroads", 212, "build transsib black", "take-card"),
    Position("russian-railroads", 237, "build kiev black", "choose-tile cards"),
    Position("russian-railroads", 239, "build transsib black", "choose-tile"),
    Position("russian-railroads", 241, "choose-tile five_industry", "choose-tile cards"),
    # A bare factory where a locomotive reaches further at once.
    Position("russian-railroads", 234, "build-factory 1 returned 2", "lay-locomotive 6"),
    # Steps or industry while the medal doubles the stars of a finished Kiev line.
    Position("russian-railroads", 416, "choose-tile four_steps", "choose-tile kiev_medal"),
    Position("russian-railroads", 431, "choose-tile five_industry", "choose-tile kiev_medal"),
    # Goods given in the church for nothing.
    Position("yokohama", 116, "give tea", "occupy"),
    Position("yokohama", 174, "give silk", "occupy"),
    # An agent spent for nothing, and an achievement left lying.
    Position("yokohama", 282, "use-agent fishing-ground-2", "done"),
    Position("yokohama", 340, "use-agent bank", "done"),
    Position("yokohama", 361, "use-agent customs", "achieve"),
    Position("yokohama", 380, "use-agent employment-agency", "achieve"),
    Position("yokohama", 407, "use-agent fishing-ground-1", "achieve"),
    # The turn ended with an achievement to be had.
    Position("yokohama", 364, "done", "achieve"),
    # Assistants placed on the way to nothing while another area pays at once.
    Position("yokohama", 354, "place employment-agency", ""),
    Position("yokohama", 434, "place tea-plantation-1", ""),
    Position("yokohama", 451, "place dock", ""),
    # A lasting train not bought although the treasury has its price.
    Position("1880", 429, "pass", "buy-train 4+4"),
    Position("1880", 449, "pass", "buy-train 4+4"),
    Position("1880", 465, "pass", "buy-train 4+4"),
    Position("1880", 518, "pass", "buy-train 6"),
    Position("1880", 535, "pass", "buy-train 6"),
    # A tile laid for a rival, or for nobody, while an upgrade of a city on all own routes is to be had.
    Position("1880", 515, "lay-tile G5 16 2", "lay-tile F10 63"),
    Position("1880", 582, "lay-tile G11 887 5", "lay-tile F10 63"),
    # Income kept where nothing is left to buy.
    Position("1880", 617, "withhold", "pay-out"),
    # A train passed to and fro between sister companies, always to the one that has just run.
    Position("1880", 282, "buy-train-from BCR 3 630", "pass"),
    Position("1880", 287, "buy-train-from HKR 3+3 1", "pass"),
    Position("1880", 336, "buy-train-from HKR 3+3 860", "pass"),
    Position("1880", 442, "buy-train-from JLR 3 261", "pass"),
    Position("1880", 514, "buy-train-from JGG 4 131", "pass"),
    # A company that may not build for five circles, because both permits seemed to be worth the same.
    Position("1880", 43, "found BCR 20 100 0 BCD", "found BCR 20 100 0 ABC", "1880-later"),
    # The Russian investor, who is seven tiles from BCR, while the French one is four tiles away.
    Position("1880", 49, "choose-investor A1", "choose-investor A7", "1880-later"),
    # Beijing, though the French investor is two tiles from the home of another company.
    Position("1880", 55, "found JGG 30 100 2 AB", "found CKR", "1880-later"),
    # All money given to a sister for an old train, while the bank sells better ones.
    Position("1880", 324, "buy-train-from BCR 3 501", "buy-train 4", "1880-later"),
    Position("1880", 378, "buy-train-from JHU 3 850", "buy-train 4+4", "1880-later"),
    # What he had just founded, and then everything else, sold for companies that never floated.
    Position("1880", 450, "sell-shares CKR 10", "buy-share CKR", "1880-later"),
    Position("1880", 462, "sell-shares QSR 10", "pass", "1880-later"),
    Position("1880", 474, "sell-shares JLR 10", "pass", "1880-later"),
    Position("1880", 488, "sell-shares JHA 10", "pass", "1880-later"),
    # Income kept while shares are cheap, for trains that rust soon, and with money enough in the treasury.
    Position("1880", 105, "withhold", "pay-out", "1880-expert"),
    Position("1880", 139, "withhold", "pay-out", "1880-expert"),
    Position("1880", 164, "withhold", "pay-out", "1880-expert"),
    Position("1880", 320, "withhold", "pay-out", "1880-expert"),
]


@cache
def document(log: str) -> Document:
    return read((LOGS / f"{log}.log").read_text("utf-8"))


def reached(name: str, at: int, file: str = "") -> tuple[Game[Any], Any, Action]:
    """The position before an entry of a log, and what was played."""
    game, log = games.game(name), document(file or name)
    s = beginning(game, log.header)
    for entry in log.entries[: at - 1]:
        advance(s, game.parse(entry.text))
    return game, s, game.parse(log.entries[at - 1].text)


def answer(game: Game[Any], s: Any, bot: str = "strong", seed: int = 1) -> Action:
    choice = pending(s)
    assert choice is not None
    seat = choice.seat(s)
    return BOTS[bot]().answer(game, game.view(s, seat), choice.options(s), Random(seed), Budget(iterations=4)).action


@pytest.mark.parametrize("position", POSITIONS, ids=lambda p: f"{p.log or p.game}-{p.at}")
def test_the_bot_plays_better_than_it_did(position: Position) -> None:
    game, s, played = reached(position.game, position.at, position.log)
    assert str(played) == position.played
    found = str(answer(game, s))
    assert found.startswith(position.plays), found
    assert found != position.played


def test_there_are_forty_and_at_least_ten_a_title() -> None:
    count = Counter(position.game for position in POSITIONS)
    assert min(count.values()) >= 10
    assert count.total() + len(UNFLOATED) >= 40


UNFLOATED = (544, 547)


@pytest.mark.parametrize("at", UNFLOATED)
def test_who_founded_a_company_buys_until_it_floats(at: int) -> None:
    """A pass was worth as much as a purchase: the company counted as floated as long as the rest could be bought."""
    game, s, played = reached("1880", at)
    choice = pending(s)
    assert choice is not None
    now, then = Knowledge1880(game), Knowledge1880Of01(game)
    loss, former = (
        knows.at_first_sight(s, choice, played) - knows.at_first_sight(s, choice, PASS) for knows in (now, then)
    )
    assert former < 40
    assert loss > 100
    assert isinstance(played, BuyShare)
    assert played.company in floated_by(game, s, choice.seat(s))


def floated_by(game: Game[Any], s: Any, seat: int) -> Collection[str]:
    """The companies that run when a share round is over in which all others pass. He may take first what they want."""
    while isinstance(choice := pending(s), Trade):
        advance(s, answer(game, s) if choice.seat(s) == seat else PASS)
    floated: Collection[str] = s.floated
    return floated


@pytest.mark.parametrize("left", range(7))
def test_nothing_counts_against_its_owner_that_he_need_not_use(left: int) -> None:
    """Weights fitted to games that never went there said so: free steps, ?-tiles and second markers were refused."""
    game = games.game("russian-railroads")
    s, knows = game.setup(4), knowledge_of(game)
    weights = sound(s.box, tuple(knows.weights[0]), left)
    for kind, weight in zip(kinds(s.box), weights, strict=False):
        assert kind in COSTS or weight >= (STEP if kind.startswith("track") else 0), kind
    assert len(kinds(s.box)) == len(weights) - 1


def opening(seed: int) -> list[str]:
    """The first answers of four strong bots in 1880, seated alike."""
    game = games.game("1880")
    s, seating = game.setup(4), Random(7)
    players = [Player(BOTS["strong"](), Budget(iterations=2)) for _ in range(4)]
    party = Party(players, [Random(f"{seed}/{seat}") for seat in range(4)])
    said: list[str] = []
    while len(said) < 70:
        choice = pending(s)
        assert choice is not None
        by_chance = choice.seat(s) == CHANCE
        action = choice.options(s).sample(seating) if by_chance else party.answer(game, s, choice).action
        if not by_chance:
            said.append(str(action))
        advance(s, action)
    return said


def test_no_two_seeds_play_the_same_game_of_1880() -> None:
    games_played = {tuple(opening(seed)) for seed in range(3)}
    assert len(games_played) == 3
    assert opening(0) in map(list, games_played), "and equal seeds do"
