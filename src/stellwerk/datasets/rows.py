"""A game as rows: what was seen at every decision, which words were legal, which was said, and how it all ended.

A decision is a word of a move, as in the environments: a move of four words is up to four rows, and a move without
alternative is none. A move that the layout cannot spell is one row without a word; such moves are counted.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from stellwerk.bots.bot import Answer
from stellwerk.bots.levels import is_from_outside, player
from stellwerk.bots.selfplay import Job, accept
from stellwerk.bots.turn import Party
from stellwerk.core import CHANCE, REFEREE, Action, Choice, Dealer, Illegal, Seat, advance, objection, pending
from stellwerk.core.log import Document, beginning, live
from stellwerk.rl.environment import Subject
from stellwerk.rl.layout import Spelling
from stellwerk.rl.observation import PREFIX
from stellwerk.rl.rewards import rank_reward

UNSPELLED = -1
"""In place of a word, where the layout has none for the move."""


class Row(NamedTuple):
    """One decision. What is only known at the end (place, score, reward) is added then."""

    move: int
    player: Seat
    features: Any
    legal: tuple[int, ...]
    action: int
    policy: tuple[float, ...] | None
    value: float | None
    notation: str


@dataclass
class Played:
    """The rows of one game and how it ended, by seat."""

    players: int
    bots: tuple[str | None, ...]
    """Who sat where; None is a person, who is a number and nothing else."""
    seed: int | None
    rows: list[Row] = field(default_factory=list)
    unspelled: int = 0
    scores: Sequence[int] = ()
    places: Sequence[int] = ()
    rewards: Sequence[float] = ()

    def ended(self, subject: Subject, s: Any) -> Played:
        scores = subject.game.scores(s)
        self.scores, self.places = [score.total for score in scores], [score.rank for score in scores]
        self.rewards = [rank_reward(score, scores) for score in scores]
        return self


def of_bots(subject: Subject, job: Job) -> Played:
    """A game of bots. As in `selfplay`, its seed decides everything."""
    game = subject.game
    s = game.setup(job.seats, game.variants_from(job.variants))
    dice = [random.Random(f"{job.seed}/{seat}") for seat in range(job.seats)]
    players = [player(name, job.budget) for name in job.bots]
    party, dealer = Party(players, dice), Dealer(random.Random(job.seed))
    played, moves = Played(job.seats, job.bots, job.seed), 0
    while (choice := pending(s)) is not None:
        seat = choice.seat(s)
        if seat == CHANCE:
            advance(s, dealer.answer(choice.options(s)))
            continue
        answer = party.answer(game, s, choice)
        if is_from_outside(job.bots[seat]):
            accept(job.bots[seat], s, seat, answer)
        moves += 1
        is_uniform = getattr(players[seat].bot, "uniform", False)
        note(subject, s, choice, Said(moves, answer, None if is_uniform else answer.policy), played)
        advance(s, answer.action)
    return played.ended(subject, s)


def of_log(subject: Subject, document: Document) -> Played | None:
    """A game that was played, by people or not; None if it did not end or breaks a rule. Names are not looked at."""
    try:
        return _replayed(subject, document)
    except (ValueError, Illegal):
        return None


def _replayed(subject: Subject, document: Document) -> Played | None:
    game, header = subject.game, document.header
    s = beginning(game, header)
    played = Played(header.seats, (None,) * header.seats, None)
    for number, entry in live(document.entries):
        choice, action = pending(s), game.parse(entry.text)
        wrong = objection(s, entry.seat, action)
        if wrong is not None:
            raise wrong
        if entry.seat not in (CHANCE, REFEREE) and choice is not None:
            note(subject, s, choice, Said(number, Answer(action), ()), played, known=False)
        advance(s, action)
    return played.ended(subject, s) if pending(s) is None else None


class Said(NamedTuple):
    """A move with its number and the policy it came from: None is every move alike, empty is this move alone."""

    number: int
    answer: Answer
    policy: tuple[tuple[Action, float], ...] | None


def note(subject: Subject, s: Any, choice: Choice[Any], said: Said, played: Played, known: bool = True) -> None:
    """The rows of one move, word by word. Where nothing is `known` of a policy, none is written."""
    spelling = Spelling(subject.layout, subject.moves(s, choice))
    if len(spelling.open) < 2:
        return
    seat, text = choice.seat(s), str(said.answer.action)
    question = [subject.questions[type(choice)], *[0] * PREFIX]
    seen = subject.observations.encode(subject.game.view(s, seat), question)
    offered = subject.offered_for(s, said.answer.action)
    words = next((words for words, move in spelling.open if move == offered), None)
    if words is None:
        played.unspelled += 1
        legal = tuple(spelling.next_words)
        played.rows.append(Row(said.number, seat, seen, legal, UNSPELLED, None, said.answer.value, text))
        return
    chances = _chances(spelling, said)
    while spelling.move is None:
        legal = tuple(spelling.next_words)
        action = subject.layout.index[words[spelling.said]]
        features = seen.copy()
        prefix = [index + 1 for index in spelling.prefix][-PREFIX:]
        features[len(features) - PREFIX : len(features) - PREFIX + len(prefix)] = prefix
        policy = tuple(_spread(spelling, chances, legal)) if known else None
        played.rows.append(Row(said.number, seat, features, legal, action, policy, said.answer.value, text))
        spelling.say(action)


def _chances(spelling: Spelling, said: Said) -> Mapping[Action, float]:
    if said.policy is None:
        return {move: 1.0 for _, move in spelling.open}
    known = dict(said.policy)
    return known if known.get(said.answer.action) else {said.answer.action: 1.0}


def _spread(spelling: Spelling, chances: Mapping[Action, float], legal: Iterable[int]) -> Iterator[float]:
    """How likely each word is, given what was said before it."""
    total: dict[str, float] = {}
    for words, move in spelling.open:
        if len(words) > spelling.said:
            word = words[spelling.said]
            total[word] = total.get(word, 0.0) + chances.get(move, 0.0)
    whole = sum(total.values()) or 1.0
    return (total[spelling.layout.words[index]] / whole for index in legal)


def stacked(games: Sequence[Played], size: int) -> Any:
    """The features of all rows as one array."""
    rows = [row.features for played in games for row in played.rows]
    return np.concatenate(rows) if rows else np.zeros((0, size), np.int32).ravel()
