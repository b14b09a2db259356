"""The bot's opinion on a page: thought out in the watched process, kept, and given up when nobody waits for it."""

from __future__ import annotations

import hashlib
import logging
import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import Any

from stellwerk import games
from stellwerk.core import Seat, Text
from stellwerk.core.log import BadLog, Entry, Header, written
from stellwerk.study.opinion import USUAL, Opinion, opinion_at
from stellwerk.study.watched import NotWanted, Progress, TookTooMuch
from stellwerk.table.cache import Cache
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.studies import Workshop
from stellwerk.web.view.subjects import Subject
from stellwerk.web.view.templates import Reader, page

LOG = logging.getLogger("stellwerk.web")
COUNT = USUAL
LEFT = 15.0
"""Seconds without a word from a page after which its reader has left."""
KEPT = 500
MOST_WAITING = 20


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


def digest_of(header: Header, entries: Sequence[Entry]) -> str:
    return hashlib.sha256(written(header, entries).encode()).hexdigest()


def make_opinion(order: Order, progress: Progress) -> Opinion:
    return opinion_at(games.game(order.game), order.header, order.entries, order.at, order.count)


@dataclass
class Thinking:
    """An opinion on its way, and what became of it. `asked` is when somebody was last seen waiting."""

    opinion: Opinion | None = None
    problem: Text | None = None
    over: Event = field(default_factory=Event)
    asked: float = field(default_factory=time.monotonic)

    @property
    def is_ready(self) -> bool:
        return self.opinion is not None or self.problem is not None

    def is_wanted(self) -> bool:
        return time.monotonic() - self.asked < LEFT


class Opinions:
    def __init__(self, workshop: Workshop) -> None:
        self._workshop, self._lock = workshop, Lock()
        self._kept: Cache[Hashable, Thinking] = Cache(KEPT)
        self._waiting = 0

    def of(self, order: Order) -> Thinking:
        """What there is of an opinion, begun if nobody has asked for it yet."""
        key = order.key
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return self._begun(key, order)
            if found.problem is not None:  # it is said once, the next request tries again
                self._kept.drop(key)
            found.asked = time.monotonic()
        return found

    def _begun(self, key: Hashable, order: Order) -> Thinking:
        made = Thinking()
        if self._waiting >= MOST_WAITING:
            made.problem = Text("too many requests; wait a moment")
            made.over.set()
            return made
        self._waiting += 1
        self._kept.put(key, made)
        Thread(target=self._think, args=(made, key, order), name="opinion", daemon=True).start()
        return made

    def _think(self, made: Thinking, key: Hashable, order: Order) -> None:
        try:
            made.opinion = self._workshop.do(make_opinion, order, is_wanted=made.is_wanted)
        except NotWanted:
            self._kept.drop(key)
        except TookTooMuch:
            made.problem = Text("this position takes the bot too much time or memory")
        except BadLog as error:
            made.problem = error.text
        except Exception:
            LOG.exception("an opinion failed")
            made.problem = Text("the bot has no opinion of this position")
        finally:
            with self._lock:
                self._waiting -= 1
            made.over.set()


# --- on the page -----------------------------------------------------------------------------------------------------


def may_ask(found: Subject, perspective: Perspective) -> bool:
    """Only when the game is over: nobody is helped to win one that runs."""
    return found.eyes.everything and perspective.finished


def order_of(found: Subject, perspective: Perspective) -> Order:
    return Order(found.header.game, found.header, found.entries, perspective.version, perspective.asked)


def as_html(thinking: Thinking, found: Subject, perspective: Perspective, reader: Reader) -> str:
    """A piece of the page: the opinion, that it is being thought of, or what is in the way."""
    values = {
        "again": f"{found.url}?at={perspective.version}&opinion=yes#opinion",
        "problem": reader.say(thinking.problem) if thinking.problem is not None else "",
        "opinion": _in_words(thinking.opinion, perspective, reader) if thinking.opinion is not None else None,
    }
    return page("study_opinion.html", reader, values)


def _in_words(found: Opinion, perspective: Perspective, reader: Reader) -> dict[str, Any]:
    names, played = perspective.names, found.played_line()
    return {
        "asked": perspective.say(reader, found.asked_line(names)),
        "best": [perspective.say(reader, line) for line in found.best_lines()],
        "played": perspective.say(reader, played) if played is not None else "",
        "is_blunder": found.is_blunder,
        "outlook": [perspective.say(reader, line) for line in found.outlook_lines(names)],
    }
