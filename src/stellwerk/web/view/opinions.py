"""The bot's opinion on a page: thought out in the watched process, kept, and given up when nobody waits for it."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol

from fastapi import Request

from stellwerk import games
from stellwerk.core import Seat, Text
from stellwerk.core.log import Entry, Header, written
from stellwerk.study.opinion import USUAL, Opinion, opinion_at
from stellwerk.study.watched import Progress
from stellwerk.table import Refused
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.subjects import Subject
from stellwerk.web.view.templates import Reader, page
from stellwerk.web.view.workshop import Job, Jobs, Manner, Workshop

COUNT = USUAL
PATIENCE = 2.0
"""Seconds a page waits for an opinion; one that takes longer comes later."""
LEFT = 15.0
"""Seconds without a word from a page after which its reader has left."""
MANNER = Manner(
    kept=500,
    most_waiting=20,
    too_many=Text("too many requests; wait a moment"),
    too_much=Text("this position takes the bot too much time or memory"),
    failed=Text("the bot has no opinion of this position"),
)


@dataclass(frozen=True)
class Order:
    game: str
    header: Header
    entries: tuple[Entry, ...]
    at: int
    seat: Seat | None
    count: int = COUNT

    @property
    def key(self) -> Hashable:
        """Equal for the same game wherever it is from, so that everybody gets the opinion that is there."""
        return (digest_of(self.header, self.entries), self.at, self.seat, self.count)

    def order(self) -> Order:
        return self

    def think(self) -> Opinion:
        return opinion_at(games.game(self.game), self.header, self.entries, self.at, self.count)


def digest_of(header: Header, entries: Sequence[Entry]) -> str:
    """Of a game, whoever plays it."""
    return hashlib.sha256(written(replace(header, names=()), entries).encode()).hexdigest()


class Thought(Protocol):
    """Something to think about."""

    def think(self) -> Opinion:
        """Done in the watched process."""


class Asked(Protocol):
    """Something a bot may be asked for."""

    @property
    def key(self) -> Hashable:
        """Equal for what gets the same answer."""

    def order(self) -> Thought:
        """As the watched process gets it."""


def make_opinion(order: Thought, progress: Progress) -> Opinion:
    return order.think()


class Opinions:
    def __init__(self, workshop: Workshop) -> None:
        self._workshop, self._jobs = workshop, Jobs[Opinion](MANNER)

    def of(self, asked: Asked) -> Job[Opinion]:
        """What there is of an opinion, begun if nobody has asked for it yet."""

        def make(job: Job[Opinion]) -> Opinion:
            is_wanted = partial(is_waited_for, job)
            made: Opinion = self._workshop.do(make_opinion, asked.order(), is_wanted=is_wanted)
            return made

        return self._jobs.of(asked.key, make)


def is_waited_for(job: Job[Any]) -> bool:
    return time.monotonic() - job.asked < LEFT


# --- on the page -----------------------------------------------------------------------------------------------------


def may_ask(found: Subject, perspective: Perspective) -> bool:
    """Only when the game is over: nobody is helped to win one that runs."""
    return found.eyes.everything and perspective.finished


def order_of(found: Subject, perspective: Perspective) -> Order:
    return Order(found.header.game, found.header, found.entries, perspective.version, perspective.asked)


def opinion_html(request: Request, found: Subject, perspective: Perspective, reader: Reader) -> tuple[str, bool]:
    """What the bot thinks of a position, as a piece of the page; and whether that is its last word."""
    if not may_ask(found, perspective):
        raise Refused("study", Text("the bot says what it thinks when the game is over"), 403)
    opinions: Opinions = request.app.state.opinions
    thinking = opinions.of(order_of(found, perspective))
    thinking.over.wait(PATIENCE)
    return _as_html(thinking, found, perspective, reader), thinking.is_ready


def _as_html(thinking: Job[Opinion], found: Subject, perspective: Perspective, reader: Reader) -> str:
    """A piece of the page: the opinion, that it is being thought of, or what is in the way."""
    values = {
        "again": f"{found.url}?at={perspective.version}&opinion=yes#opinion",
        "problem": reader.say(thinking.problem) if thinking.problem is not None else "",
        "opinion": in_words(thinking.made, perspective, reader) if thinking.made is not None else None,
    }
    return page("study_opinion.html", reader, values)


def in_words(found: Opinion, perspective: Perspective, reader: Reader) -> dict[str, Any]:
    names, played = perspective.names, found.played_line()
    return {
        "asked": perspective.say(reader, found.asked_line(names)),
        "best": [perspective.say(reader, line) for line in found.best_lines()],
        "played": perspective.say(reader, played) if played is not None else "",
        "is_blunder": found.is_blunder,
        "outlook": [perspective.say(reader, line) for line in found.outlook_lines(names)],
    }
