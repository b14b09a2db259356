"""The parts of a table page that change by themselves, each as HTML, and what of them a browser does not have yet."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup

from stellwerk import draw
from stellwerk.core import Text
from stellwerk.table import Motion, Remark
from stellwerk.web import companions
from stellwerk.web.asking import Group, Offer, Preview
from stellwerk.web.render import Reader, digest_of, page
from stellwerk.web.sight import Sight, told
from stellwerk.web.words import level_name

SHOWN_LINES = 30
LONG_LOG = 200
LOOK_AHEAD = 8
UNSEEN = "-"


@dataclass(frozen=True)
class Around:
    """What is around a table beside the game: talk, votes, standing orders."""

    csrf: str = ""
    remarks: Sequence[Remark] = ()
    motions: Sequence[Motion] = ()
    orders: Sequence[tuple[str, str]] = ()
    may_chat: bool = False
    can_branch: bool = False
    thinking: bool = False
    undo: Mapping[str, Any] | None = None
    asked_at: int | None = None
    deadline: int | None = None
    """Since when, and until when, somebody is asked: milliseconds."""
    more: Mapping[str, Any] = field(default_factory=dict)


class Fragments:
    def __init__(self, sight: Sight, reader: Reader, around: Around) -> None:
        self.sight, self.reader, self.around = sight, reader, around

    def _show(self, name: str, **values: Any) -> str:
        sight = self.sight
        common = {
            "url": sight.url,
            "version": sight.version,
            "tip": sight.tip,
            "past": sight.past,
            "names": sight.names,
            "hotseat": sight.hotseat,
            "csrf": self.around.csrf,
        }
        return page(f"parts/{name}.html", self.reader, {**common, **values})

    def all(self) -> dict[str, str]:
        """Part id → HTML."""
        made = {"players": self.players(), "past": self.past(), "ask": self.ask(), "log": self.log()}
        made |= {"scores": self.scores(), "around": self.standing()}
        return made | {"chat": self.chat()} if self.sight.kind == "table" else made

    def players(self) -> str:
        totals = {score.seat: score.total for score in self.sight.scores}
        players = [
            {
                "seat": place.number,
                "name": place.name,
                "asked": place.number == self.sight.asked,
                "mine": place.number in self.sight.mine,
                "bot": place.kind == "bot",
                "level": self.reader.say(level_name(place.bot)) if place.kind == "bot" else "",
                "spent": place.spent,
                "score": totals.get(place.number, 0),
            }
            for place in self.sight.places
        ]
        running = not self.sight.past and self.sight.running
        timing = {
            "since": self.around.asked_at if running else None,
            "until": self.around.deadline if running else None,
        }
        return self._show("players", players=players, clock=clock, **timing)

    def past(self) -> str:
        return self._show("past", can_branch=self.around.can_branch)

    def ask(self) -> str:
        sight = self.sight
        values = {
            "mine": sight.my_turn,
            "seat": sight.eyes,
            "asked": sight.asked,
            "handed": sight.handed if not sight.past else None,
            "over": sight.asked is None and not sight.past,
            "ranking": sorted(sight.scores, key=lambda score: score.rank),
            "rule": sight.rule,
            "topic": sight.topic,
            "thinking": self.around.thinking,
            "undo": self.around.undo if not sight.past else None,
            "motions": [self._motion(motion) for motion in self.around.motions],
        }
        return self._show("ask", **values, **(self._question() if sight.my_turn else {}))

    def _question(self) -> dict[str, Any]:
        asking = self.sight.asking
        groups = asking.groups()
        return {
            "question": self.sight.say(self.reader, asking.question),
            "groups": groups,
            "count": len(asking.offers),
            "ranges": list(asking.ranges()),
            "picks": list(asking.picks()),
            "spots": json.dumps(self.sight.spots(), separators=(",", ":")),
            "verbs": [kind.verb for kind in asking.choice.kinds],
            "example": str(asking.offers[0].action) if asking.offers else "",
            "picture": self.picture,
            "words": self.words,
            "help": companions.help_with(self.sight),
        }

    def offers(self, offers: Iterable[Offer]) -> str:
        """Some of the options as a list."""
        group = Group("", Text("Options"), tuple(offers))
        return self._show("offers", group=group, picture=self.picture, words=self.words)

    def words(self, offer: Offer) -> str:
        return self.sight.say(self.reader, offer.text)

    def picture(self, offer: Offer) -> Markup:
        if not draw.is_drawn(self.sight.game.id):
            return Markup("")
        drawn = draw.picture(self.sight.game.id, self.sight.view, offer.action, self.reader.words)
        return Markup(f'<span class="d picture">{drawn.html}</span>' if drawn else "")

    def _motion(self, motion: Motion) -> dict[str, Any]:
        wordings = {
            "undo": Text("back to move {number}", number=motion.details.get("to")),
            "end": Text("end the game now with the scores so far"),
            "handover": Text("hand a seat over"),
            "ruling": Text("correct the position: {action}", action=motion.details.get("action")),
        }
        mine = [seat for seat in motion.missing if seat in self.sight.mine]
        return {
            "id": motion.id,
            "name": self.reader.say(Text("the host")) if motion.by_host else self.sight.names[motion.seat],
            "text": self.reader.say(wordings[motion.kind]),
            "vote": mine[0] if mine else None,
            "missing": [self.sight.names[seat] for seat in motion.missing],
            "own": motion.seat in self.sight.mine,
            "seat": motion.seat,
        }

    def log(self, before: int | None = None) -> str:
        """The last lines, or those around a move of the past, or those before one."""
        shown = min(self.sight.tip, self.sight.version + LOOK_AHEAD) if self.sight.past else self.sight.tip
        end = shown if before is None else before - 1
        start = max(0, end - (SHOWN_LINES if before is None else LONG_LOG))
        lines = [
            {
                "number": line.version,
                "seat": line.seat,
                "texts": texts,
                "undone": line.undone,
                "note": line.note,
                "why": line.why and self.reader.say(line.why),
            }
            for line in self.sight.lines(start, end)
            if (texts := told(line, self.sight.names, self.reader))
        ]
        return self._show("log", lines=lines[::-1], first=start + 1)

    def scores(self) -> str:
        scores = self.sight.scores
        items = dict.fromkeys(item for score in scores for item, _ in score.items)
        rows = [(item, [dict(score.items).get(item, 0) for score in scores]) for item in items]
        return self._show("scores", scores=scores, items=rows)

    def chat(self) -> str:
        messages = [
            {"name": r.name, "seat": r.seat, "text": r.text, "at": _time(r.at)} for r in self.around.remarks[-200:]
        ]
        return self._show("chat", messages=messages)

    def standing(self) -> str:
        return self._show("around", **self.around.more)

    def preview(self, preview: Preview, confirm: bool, figures: Sequence[Text] = ()) -> str:
        events, counted = ([self.sight.say(self.reader, text) for text in some] for some in (preview.events, figures))
        title = self.sight.say(self.reader, preview.text)
        return self._show("preview", preview=preview, title=title, events=events, figures=counted, confirm=confirm)


def unknown(parts: Mapping[str, str], have: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    """What differs from the parts a browser says it has and looks at: id → (digest, HTML)."""
    digests = {id_: digest_of(html) for id_, html in parts.items() if have.get(id_) != UNSEEN}
    return {id_: (digests[id_], parts[id_]) for id_ in digests if have.get(id_) != digests[id_]}


def _time(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def clock(milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
