"""How fast bots judge: the answers to questions of a recorded game, beside the judgement of version 0.1.

Stretches of questions that follow each other, as bots meet them. Both judgements take them in turn, so both meet the
same load; each begins with nothing kept from before. What the engine needs to play the answers is taken off. Where a
game has no judgement kept from 0.1 only its own rate is printed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from stellwerk import games
from stellwerk.bots.knowledge import Knowledge, companion_of
from stellwerk.core import CHANCE, Action, Choice, advance, after, pending
from stellwerk.core.log import beginning, read

LOGS = Path(__file__).resolve().parent.parent / "tests" / "bots" / "logs"
STRETCH, PARTS, ROUNDS = 20, 5, 3
"""Entries of a stretch, one of so many is taken; and how often all is done."""


class Question(NamedTuple):
    s: Any
    choice: Choice[Any]
    answers: Sequence[Action]


def questions(id_: str, knows: Knowledge) -> list[Question]:
    game, document = games.game(id_), read((LOGS / f"{id_}.log").read_text("utf-8"))
    s, found = beginning(game, document.header), []
    for n, entry in enumerate(document.entries):
        choice = pending(s)
        if n // STRETCH % PARTS == PARTS - 1 and choice is not None and choice.seat(s) != CHANCE:
            answers = knows.moves(s, choice)
            if len(answers) > 1:
                found.append(Question(s.copy(), choice, answers))
        advance(s, game.parse(entry.text))
    return found


def seconds(knows: Knowledge, asked: Question) -> float:
    began = time.process_time()
    for answer in asked.answers:
        knows.at_first_sight(asked.s, asked.choice, answer)
    judged = time.process_time()
    for answer in asked.answers:
        after(asked.s, answer)
    return judged - began - (time.process_time() - judged)


def measured(id_: str) -> str:
    game, room = games.game(id_), companion_of(id_)
    assert room is not None
    editions = [room.Knowledge, *([room.Knowledge01] if hasattr(room, "Knowledge01") else [])]
    asked = questions(id_, room.Knowledge(game))
    count = sum(len(question.answers) for question in asked)
    rates: list[list[float]] = [[] for _ in editions]
    for _ in range(ROUNDS):
        known, spent = [edition(game) for edition in editions], [0.0] * len(editions)
        for question in asked:
            for n, knows in enumerate(known):
                spent[n] += seconds(knows, question)
        for rate, second in zip(rates, spent, strict=True):
            rate.append(count / second)
    ratio = f"{median(now / then for now, then in zip(*rates, strict=True)):.1f} × 0.1" if len(rates) > 1 else ""
    return f"| judgement | {id_}: answers judged | {median(rates[0]):.0f} a second | {ratio} ({count} answers) |"


def main() -> list[str]:
    return [measured(id_) for id_ in games.ids() if (LOGS / f"{id_}.log").exists()]
