"""A game at one version through the eyes of one reader: what a table page and a replay page show, wherever it is from.

Nothing in here is read off the true state but what everybody may know: whose decision it is, and under which rule.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, Literal

from stellwerk import draw
from stellwerk.core import CHANCE, Action, Game, Rule, Score, Seat, Text, after, pending
from stellwerk.core.components import Components
from stellwerk.table import Line, Place
from stellwerk.table.cache import Cache
from stellwerk.table.service.history import Story
from stellwerk.web import companions
from stellwerk.web.view.question import Question, Refusal
from stellwerk.web.view.templates import Reader, named

LOG = logging.getLogger("stellwerk.web")


PREFIX = "d-"
"""Of every id in a drawing, so that none meets one of the page."""
DRAWINGS: Cache[Hashable, draw.Drawing] = Cache(64)
QUESTIONS: Cache[Hashable, Question] = Cache(200)
RECENT = 30
"""Lines at the end of the log that are worked out once for all who ask."""
NOTES = {"order": Text("standing order"), "auto": Text("by itself"), "clock": Text("clock")}
"""How an entry of the log came about, where nobody chose it just then."""
LARGEST_GHOST = 30_000
"""More than this changes when a round ends; words say it better."""


@dataclass(frozen=True)
class Perspective:
    kind: Literal["table", "replay"]
    id: str
    """Of the table or the replay: with version and eyes it names everything that is kept of it."""
    url: str
    title: str
    game: Game[Any]
    state: Any
    """The true state: for views, and for what everybody may know."""
    version: int
    tip: int
    eyes: Seat | None
    mine: tuple[Seat, ...]
    places: tuple[Place, ...]
    story: Callable[[], Story]
    """Everything that happened; asked for only where somebody wants to know."""
    everything: bool = False
    """Whether nothing of the log is hidden from these eyes."""
    finished: bool = False
    hotseat: bool = False
    running: bool = True
    components: Components | None = None
    """The tables it is played with, to mark what of them is in doubt."""
    component_set: Mapping[str, str] = field(default_factory=dict)
    handed: Seat | None = None
    """Whom the screen must be passed to before it shows more."""

    def at(self, version: int) -> Any:
        """The true state at another version."""
        return self.state if version == self.version else self.story().state_at(version)

    def lines(self, since: int, upto: int) -> list[Line]:
        """The log after one version up to another, as these eyes may read it."""
        if upto >= self.tip and since >= self.tip - RECENT:
            return [line for line in self._recent if line.version > since]
        return self.story().lines(self.eyes, self.everything, since, min(upto, self.tip))

    @cached_property
    def _recent(self) -> list[Line]:
        """The end of the log: several parts of a page ask for it."""
        return self.story().lines(self.eyes, self.everything, max(0, self.tip - RECENT), self.tip)

    def told(self, upto: int) -> list[Any]:
        """Every event of the log up to a version that counts and that these eyes may read."""
        return self.story().events(upto, self.eyes, self.everything)

    @property
    def past(self) -> bool:
        return self.version < self.tip

    @property
    def now(self) -> Perspective:
        """The same at the present."""
        return replace(self, state=self.at(self.tip), version=self.tip)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(place.name for place in self.places)

    @cached_property
    def view(self) -> Any:
        return self.game.view(self.state, self.eyes)

    @property
    def key(self) -> tuple[Hashable, ...]:
        return (self.kind, self.id, self.version, self.eyes, self.finished)

    @cached_property
    def asked(self) -> Seat | None:
        """The seat whose decision it is; None when it is nobody's."""
        choice = pending(self.state) if self.running or self.past else None
        seat = None if choice is None else choice.seat(self.state)
        return None if seat == CHANCE else seat

    @cached_property
    def rule(self) -> Rule | None:
        choice = pending(self.state)
        return None if choice is None else choice.rule

    @property
    def topic(self) -> Text | None:
        """What somebody else is thinking about: the title of the rule, which gives nothing away."""
        rule = self.rule
        return self.game.rules[rule.section].title if rule is not None and rule in self.game.rules else None

    @property
    def has_others(self) -> bool:
        """Whether other people have to agree to take a move back that is not one's own alone; bots always do."""
        return any(place.kind != "bot" and place.number not in self.mine for place in self.places)

    @property
    def my_turn(self) -> bool:
        return self.asked is not None and self.asked == self.eyes and self.asked in self.mine and self.running

    @cached_property
    def asking(self) -> Question:
        """The open question; only for the seat that is asked."""
        assert self.eyes is not None
        assert self.eyes == self.asked
        seat = self.eyes
        return QUESTIONS.get_or_make(self.key, lambda: Question(self.game, self.view, seat))

    @cached_property
    def scores(self) -> list[Score]:
        """Points so far, read off these eyes' own view until the end."""
        return self.game.scores(self.known(self.state))

    def known(self, state: Any) -> Any:
        """A state as these eyes may know it; the true one once the game is over."""
        if self.finished:
            return state
        if state is self.state and self.my_turn:
            return self.asking.state  # imagined from the same view
        return self.game.imagine(self.view if state is self.state else self.game.view(state, self.eyes), Random(0))

    def say(self, reader: Reader, text: Text) -> str:
        return reader.say(named(text, self.names))

    def drawing(self, reader: Reader) -> draw.Drawing:
        """The boards, without a word about options."""
        key = (*self.key, reader.language, self.names)
        return DRAWINGS.get_or_make(key, lambda: self._drawn(reader))

    def _drawn(self, reader: Reader) -> draw.Drawing:
        """A drawing that fails must not take the game away: the list of options is enough to play on."""
        if not draw.is_drawn(self.game.id):
            return draw.Drawing(())
        try:
            return draw.board(self.game.id, self.view, reader.words, self.names, PREFIX, components=self.components)
        except Exception:
            LOG.exception("drawing of %s failed", self.game.id)
            return draw.Drawing(())

    @cached_property
    def spots(self) -> dict[str, list[int]]:
        """Element id → numbers of the options it stands for."""
        found: dict[str, list[int]] = {}
        if not draw.is_drawn(self.game.id):
            return found
        for offer in self.asking.offers:
            for id_ in self.spots_of(offer.action):
                found.setdefault(id_, []).append(offer.number)
        return found

    def spots_of(self, action: Action) -> tuple[str, ...]:
        try:
            return draw.spots(self.game.id, self.view, action, PREFIX)
        except Exception:
            LOG.exception("spots of %s failed", action)
            return ()

    def refusals(self, reader: Reader) -> list[Refusal]:
        """Everything that is refused now: what the rules mention, and what the closed spots of the boards stand for."""
        return self.asking.refusals(tried=self.tried_at(reader).values())

    def refused_at(self, reader: Reader, spots: Sequence[str]) -> list[Refusal]:
        """Refused actions for the first of some elements, innermost first, that any action is about."""
        tried = self.tried_at(reader)
        for spot in spots:
            mine = [tried[spot]] if spot in tried else []
            if found := self.asking.refusals(lambda action, spot=spot: spot in self.spots_of(action), mine):  # type: ignore[misc]
                return found
        return []

    def tried_at(self, reader: Reader) -> dict[str, Action]:
        """Closed element → what a click on it would try, as drawing or game says, where such a thing is asked for."""
        asked, parts = self.asking.choice.kinds, self.drawing(reader).values()
        lines = {e.id: str(e.attrs["data-try"]) for part in parts for e in part.html.walk() if "data-try" in e.attrs}
        actions = {id_: self.game.parse(line) for id_, line in lines.items() if id_}
        for action in companions.tries(self.game.id, self.asking.state, asked):
            actions.update(dict.fromkeys(self.spots_of(action), action))
        return {id_: a for id_, a in actions.items() if isinstance(a, asked) and id_ not in self.spots}

    def ghost(self, reader: Reader, action: Action) -> dict[str, Any] | None:
        """An option drawn over the boards, and how to take it away again."""
        if not draw.is_drawn(self.game.id):
            return None
        if over := self.drawn_over(reader, action):
            return over
        ahead = self._ahead(reader, action)
        return {"ahead": asdict(ahead)} if ahead is not None else None

    def drawn_over(self, reader: Reader, action: Action) -> dict[str, Any] | None:
        """What the game draws over its boards for an action, and how to take it away; None where that is nothing."""
        show = draw.preview(self.game.id, self.view, action, reader.words, PREFIX)
        clear = draw.preview(self.game.id, self.view, None, reader.words, PREFIX)
        return {"show": asdict(show), "clear": asdict(clear)} if show != clear else None

    def _ahead(self, reader: Reader, action: Action) -> draw.Changes | None:
        """What the boards would show differently, as far as these eyes can know it beforehand."""
        known = self.asking.state
        if self.asking.choice.reveals(known, action):
            return None
        view = self.game.view(after(known, action), self.eyes)
        found = draw.changes(
            self.drawing(reader),
            draw.board(self.game.id, view, reader.words, self.names, PREFIX, components=self.components),
        )
        whole = {f"{PREFIX}{name}" for name in self.drawing(reader)}
        kept = {id_: html for id_, html in found.replace.items() if id_ not in whole}
        ahead = replace(found, replace=kept)
        return ahead if ahead and ahead.size < LARGEST_GHOST else None


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry of the log in words."""

    number: int
    seat: Seat
    texts: Sequence[str]
    undone: bool
    note: str | None
    rule: Rule | None
    why: str | None


def in_words(line: Line, names: Sequence[str], reader: Reader) -> LogLine:
    return LogLine(
        number=line.version,
        seat=line.seat,
        texts=told(line, names, reader),
        undone=line.undone,
        note=line.note and reader.say(NOTES.get(line.note, line.note)),
        rule=line.rule,
        why=reader.say(line.why) if line.why is not None else None,
    )


def told(line: Line, names: Sequence[str], reader: Reader) -> list[str]:
    """A line of the log in words."""
    if line.undo is not None:
        return [reader.say(Text("back to move {number}", number=line.undo))]
    texts = list(line.events) or ([line.said] if line.said is not None else [])
    if not texts:
        return [] if line.seat == CHANCE else [reader.say(Text("{name}: a hidden decision", name=_name(line, names)))]
    return [reader.say(named(text, names)) for text in texts]


def _name(line: Line, names: Sequence[str]) -> str:
    return names[line.seat] if 0 <= line.seat < len(names) else ""
