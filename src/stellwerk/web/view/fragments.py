"""The parts of a table page that change by themselves, each as HTML, and what of them a browser does not have yet."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup

from stellwerk import draw
from stellwerk.core import Action, Seat, Text
from stellwerk.table import Line, Motion, Place, Remark
from stellwerk.table.moves.clocks import AWAY
from stellwerk.table.moves.forced import SINGLE
from stellwerk.web import companions
from stellwerk.web.companions import Mean
from stellwerk.web.pages.levels import level_name
from stellwerk.web.view.help import notes_of
from stellwerk.web.view.lesson import LessonView
from stellwerk.web.view.naming import facet_names
from stellwerk.web.view.perspective import LogLine, Perspective, in_words
from stellwerk.web.view.question import Group, Offer, Preview, groups_of
from stellwerk.web.view.stage import beside, means_of, stage_names, stage_of
from stellwerk.web.view.templates import Reader, digest_of, page

SHOWN_LINES = 30
LONG_LOG = 200
LOOK_AHEAD = 8
UNSEEN = "-"
SHOWN_REMARKS = 200
"""Lines of chat on the page of a table; earlier ones have a page of their own."""


@dataclass(frozen=True)
class TableContext:
    """What is around a table beside the game: talk, votes, standing orders."""

    csrf: str = ""
    remarks: Callable[[], Sequence[Remark]] = lambda: ()
    """The chat; asked for only where it is shown, and so is `more`."""
    motions: Sequence[Motion] = ()
    may_chat: bool = False
    can_branch: bool = False
    thinking: bool = False
    undo: Mapping[str, Any] | None = None
    asked_at: int | None = None
    deadline: int | None = None
    """Since when, and until when, somebody is asked: milliseconds."""
    time_left: int | None = None
    """What a turn has left on a clock that is stopped."""
    shared: Sequence[Seat] = ()
    """Seats of the reader whose link somebody else has used too."""
    more: Callable[[], Mapping[str, Any]] = dict
    lesson: LessonView | None = None
    may_ask_bot: bool = False
    orders: Sequence[Mapping[str, Any]] = ()
    """What the reader has planned, and what has ended since."""
    may_plan: bool = False

    @property
    def notice(self) -> Sequence[str]:
        """The elements of the boards that a lesson speaks of."""
        return self.lesson.notice if self.lesson is not None else ()


class Fragments:
    def __init__(self, perspective: Perspective, reader: Reader, around: TableContext) -> None:
        self.perspective, self.reader, self.around = perspective, reader, around

    def _show(self, name: str, **values: Any) -> str:
        perspective = self.perspective
        common = {
            "url": perspective.url,
            "version": perspective.version,
            "tip": perspective.tip,
            "past": perspective.past,
            "names": perspective.names,
            "hotseat": perspective.hotseat,
            "kind": perspective.kind,
            "table_id": perspective.id,
            "csrf": self.around.csrf,
        }
        return page(f"parts/{name}.html", self.reader, {**common, **values})

    def makers(self) -> dict[str, Callable[[], str]]:
        """Part id → what makes its HTML; a part nobody looks at need not be made."""
        made = {"players": self.players, "past": self.past, "ask": self.ask, "log": self.log}
        made |= {"scores": self.scores, "around": self.standing}
        return made | {"chat": self.chat} if self.perspective.kind == "table" else made

    def all(self) -> dict[str, str]:
        """Part id → HTML."""
        return {id_: make() for id_, make in self.makers().items()}

    def unknown_to(self, have: Mapping[str, str]) -> dict[str, tuple[str, str]]:
        """What differs from the parts a browser says it has and looks at: id → (digest, HTML)."""
        seen = {id_: make() for id_, make in self.makers().items() if have.get(id_) != UNSEEN}
        digests = {id_: digest_of(html) for id_, html in seen.items()}
        return {id_: (digests[id_], html) for id_, html in seen.items() if have.get(id_) != digests[id_]}

    def players(self) -> str:
        totals = {score.seat: score.total for score in self.perspective.scores}
        players = [
            {
                "seat": place.number,
                "name": place.name,
                "asked": place.number == self.perspective.asked,
                "mine": place.number in self.perspective.mine,
                "bot": place.kind == "bot",
                "level": self.reader.say(level_name(place.bot)) if place.kind == "bot" else "",
                "spent": place.spent,
                "away": self.around.asked_at is not None and is_away(place, self.around.asked_at),
                "score": totals.get(place.number, 0),
                "means": [self._mean(mean) for mean in means_of(self.perspective, place.number)],
            }
            for place in self.perspective.places
        ]
        running = not self.perspective.past and self.perspective.running
        since, until = (self.around.asked_at, self.around.deadline) if running else (None, None)
        first = 0 if self.perspective.eyes is None else self.perspective.eyes
        times = {"since": since, "until": until, "time_left": self.around.time_left if running else None}
        return self._show("players", players=players, clock=clock, shown_for=first, **times)

    def _mean(self, mean: Mean) -> dict[str, Any]:
        sign = mean.sign if isinstance(mean.sign, str) else Markup(mean.sign.html)
        return {"sign": sign, "value": mean.value, "title": self.reader.say(mean.title), "is_told": mean.is_told}

    def past(self) -> str:
        return self._show("past", can_branch=self.around.can_branch)

    def ask(self) -> str:
        perspective = self.perspective
        values = {
            "mine": perspective.my_turn,
            "seat": perspective.eyes,
            "asked": perspective.asked,
            "handed": perspective.handed if not perspective.past else None,
            "over": perspective.asked is None and not perspective.past,
            "ranking": sorted(perspective.scores, key=lambda score: score.rank),
            "rule": perspective.rule,
            "topic": perspective.topic,
            "thinking": self.around.thinking,
            "undo": self.around.undo if not perspective.past else None,
            "motions": [self._motion(motion) for motion in self.around.motions],
            "shared": self.around.shared,
            "notes": notes_of(perspective) if self.around.lesson is None else [],
            "game_id": perspective.game.id,
            "may_ask_bot": self.around.may_ask_bot,
            "orders": self.around.orders,
            "may_plan": self.around.may_plan,
            "lesson": self.around.lesson if not perspective.past else None,
            "stage": stage_names(stage_of(perspective, self.reader, self.around.notice)),
            "beside": [self._mean(mean) for mean in beside(perspective)],
        }
        more = self._question() if perspective.my_turn else self._by_source() if values["over"] else {}
        return self._show("ask", **values, **more)

    def _question(self) -> dict[str, Any]:
        asking, lesson = self.perspective.asking, self.around.lesson
        groups, spots = groups_of(self.listed()), self.spots()
        return {
            "question": self.perspective.say(self.reader, asking.question),
            "groups": groups,
            "facets": {g.verb: facet_names(self.perspective, self.reader, g) for g in groups if g.facets},
            "count": len(self.listed()),
            "ranges": list(asking.ranges()),
            "picks": list(asking.picks()),
            "spots": json.dumps(spots, separators=(",", ":")),
            "asked_for": lesson.asked_for(asking.offers, spots) if lesson is not None else [],
            "answers": lesson.answers(asking.offers) if lesson is not None else [],
            "verbs": [kind.verb for kind in asking.choice.kinds],
            "example": str(asking.offers[0].action) if asking.offers else "",
            "picture": self.picture,
            "words": self.words,
            "otherwise": self.otherwise,
            "help": None if lesson and lesson.lesson.is_practice else companions.help_with(self.perspective),
            "lapses": self._only_answer(),
        }

    def _only_answer(self) -> str:
        """The one answer that a seat wants to be given for it, where only its own page may do so without telling."""
        asking = self.perspective.asking
        wished = any(name == SINGLE for name, _ in self.perspective.places[asking.seat].orders)
        return asking.offers[0].notation if wished and asking.listed and len(asking.offers) == 1 else ""

    def listed(self) -> list[Offer]:
        """The options as they are listed. A lesson may ask for any payment."""
        asking = self.perspective.asking
        return asking.usual if self.around.lesson is None else asking.offers

    def spots(self) -> dict[str, list[int]]:
        """Element id → numbers of the listed options it stands for."""
        listed = {offer.number for offer in self.listed()}
        kept = {id_: [n for n in numbers if n in listed] for id_, numbers in self.perspective.spots.items()}
        return {id_: numbers for id_, numbers in kept.items() if numbers}

    def otherwise(self, action: Action) -> Sequence[Offer]:
        """The other ways to pay for the same."""
        return () if self.around.lesson is not None else self.perspective.asking.otherwise(action)

    def offers(self, offers: Iterable[Offer]) -> str:
        """Some of the options as a list."""
        group = Group("", Text("Options"), tuple(offers))
        values = {"picture": self.picture, "words": self.words, "lesson": self.around.lesson}
        return self._show("offers", group=group, otherwise=self.otherwise, **values)

    def words(self, offer: Offer) -> str:
        return self.perspective.say(self.reader, offer.text)

    def picture(self, offer: Offer) -> Markup:
        if not draw.is_drawn(self.perspective.game.id):
            return Markup("")
        drawn = draw.picture(self.perspective.game.id, self.perspective.view, offer.action, self.reader.words)
        return Markup(f'<span class="d picture">{drawn.html}</span>' if drawn else "")

    def _motion(self, motion: Motion) -> dict[str, Any]:
        wordings = {
            "undo": Text("back to move {number}", number=motion.details.get("to")),
            "end": Text("end the game now with the scores so far"),
            "handover": self._hand_over(motion),
            "pause": Text("stop the clock, or let it go on"),
            "ruling": Text("correct the position: {action}", action=motion.details.get("action")),
        }
        mine = [seat for seat in motion.missing if seat in self.perspective.mine]
        return {
            "id": motion.id,
            "name": self.reader.say(Text("the host")) if motion.by_host else self.perspective.names[motion.seat],
            "text": self.reader.say(wordings[motion.kind]),
            "vote": mine[0] if mine else None,
            "missing": [self.perspective.names[seat] for seat in motion.missing],
            "own": motion.seat in self.perspective.mine,
            "seat": motion.seat,
        }

    def _hand_over(self, motion: Motion) -> Text:
        seat = motion.details.get("seat")
        name = self.perspective.names[seat] if seat is not None else ""
        if motion.details.get("bot"):
            return Text("give the seat of {name} to a bot", name=name)
        return Text("give the seat of {name} to somebody else by a link", name=name)

    def log(self, before: int | None = None) -> str:
        """The last lines, or those around a move of the past, or those before one."""
        ahead = LOOK_AHEAD if self.perspective.past else 0
        shown = min(self.perspective.tip, self.perspective.version + ahead)
        end = shown if before is None else before - 1
        start = max(0, end - (SHOWN_LINES if before is None else LONG_LOG))
        lines = self.perspective.lines(start, end)
        since = self._own_last(start, lines)
        return self._show("log", lines=self._told(lines)[::-1], first=start + 1, since=since)

    def since(self, version: int) -> str:
        """What others did after a version, in short and in full; nothing where nobody did anything."""
        perspective = self.perspective
        lines = self._told(perspective.lines(max(version, perspective.tip - LONG_LOG), perspective.tip))
        if all(line.seat < 0 or line.seat in perspective.mine for line in lines):
            return ""
        before = {
            score.seat: score.total for score in perspective.game.scores(perspective.known(perspective.at(version)))
        }
        players = [
            {
                "seat": score.seat,
                "name": perspective.names[score.seat],
                "moves": sum(line.seat == score.seat for line in lines),
                "gained": score.total - before[score.seat],
            }
            for score in sorted(perspective.scores, key=lambda score: score.seat)
        ]
        return self._show("since", players=players, lines=lines, since=version)

    def _told(self, lines: Iterable[Line]) -> list[LogLine]:
        """Some of the log in words."""
        worded = (in_words(line, self.perspective.names, self.reader) for line in lines)
        return [line for line in worded if line.texts]

    def _own_last(self, start: int, lines: Iterable[Line]) -> int | None:
        """The reader's own last move: what came after it is news. None for whoever has no seat, and in the past."""
        if self.perspective.past or not self.perspective.mine:
            return None
        own = (line.version for line in lines if line.seat in self.perspective.mine)
        return max(own, default=start)

    def scores(self) -> str:
        return self._show("scores", **self._by_source())

    def _by_source(self) -> dict[str, Any]:
        """The scores, and where they come from."""
        scores = self.perspective.scores
        items = dict.fromkeys(item for score in scores for item, _ in score.items)
        counted = [dict(score.items) for score in scores]
        return {"scores": scores, "items": [(item, [each.get(item, 0) for each in counted]) for item in items]}

    def chat(self) -> str:
        messages = remarks_of(self.around.remarks())
        return self._show("chat", messages=messages, earlier=first_of(messages))

    def standing(self) -> str:
        return self._show("around", **self.around.more())

    def preview(self, preview: Preview, action: Action, confirm: bool, figures: Sequence[Text] = ()) -> str:
        events, counted = (
            [self.perspective.say(self.reader, text) for text in some] for some in (preview.events, figures)
        )
        title = self.perspective.say(self.reader, preview.text)
        values = {"title": title, "events": events, "figures": counted, "confirm": confirm, "words": self.words}
        if confirm:
            values |= {"others": self.otherwise(action), "turned": self.perspective.asking.turned(action)}
        return self._show("preview", preview=preview, binding=self.perspective.has_others, **values)


def remarks_of(remarks: Sequence[Remark]) -> list[dict[str, Any]]:
    return [{"id": r.id, "name": r.name, "seat": r.seat, "text": r.text, "at": _time(r.at)} for r in remarks]


def first_of(messages: Sequence[Mapping[str, Any]]) -> int | None:
    """The first line shown if there may be earlier ones, else None."""
    return messages[0]["id"] if len(messages) >= SHOWN_REMARKS else None


def _time(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def is_away(place: Place, now: int) -> bool:
    """Whether whoever plays there has taken time off."""
    return any(name == AWAY and int(until) > now for name, until in place.orders)


def clock(milliseconds: int) -> str:
    """As `clockText` of `text.js` writes it."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return f"{hours // 24} d {hours % 24}:{minutes:02}"
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
