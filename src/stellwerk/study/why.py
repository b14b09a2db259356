"""Why was this illegal? The objection to any action at any move of a log, with the rule it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from stellwerk.core import BadNotation, Game, Illegal, Rule, Seat, Section, Text, objection, pending
from stellwerk.core.log import BadLog, Document, fold
from stellwerk.core.rule import HOUSE_RULES


@dataclass(frozen=True, slots=True)
class Verdict:
    """`text` and `rule` are empty for a legal action; `section` is our paraphrase of the rule."""

    legal: bool
    question: Text | None
    asked: Seat | None
    text: Text | None = None
    rule: Rule | None = None
    section: Section | None = None

    def lines(self) -> Iterator[Text]:
        """The verdict for people."""
        if self.question is not None:
            yield Text("asked was: {question}", question=self.question)
        if self.text is None:
            yield Text("legal")
            return
        yield Text("illegal: {reason}", reason=self.text)
        if self.rule is not None and self.section is not None:
            yield Text("{rule}, {title}: {text}", rule=str(self.rule), title=self.section.title, text=self.section.text)


def why(game: Game[Any], document: Document, at: int, line: str, seat: Seat | None = None) -> Verdict:
    """Why an action after entry `at` is not allowed, for the seat asked there if none is named. Raises `BadLog`."""
    if not 0 <= at <= len(document.entries):
        raise BadLog(at, Text("there is no version {version}", version=at))
    s = fold(game, document.header, document.entries, at)
    choice = pending(s)
    asked = choice.seat(s) if choice is not None else None
    question = choice.question(s) if choice is not None else None
    try:
        found = objection(s, next((who for who in (seat, asked) if who is not None), 0), game.parse(line))
    except BadNotation as error:
        return Verdict(False, question, asked, error.text)
    if found is None:
        return Verdict(True, question, asked)
    return Verdict(False, question, asked, found.text, found.rule, _section(game, found))


def _section(game: Game[Any], found: Illegal) -> Section | None:
    book = HOUSE_RULES if found.rule.book == HOUSE_RULES.book else game.rules
    return book[found.rule.section] if found.rule in book else None
