"""Rule: where something is written. Illegal: why something may not be done, and where that is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stellwerk.core.text import Text


@dataclass(frozen=True, slots=True)
class Rule:
    """A citation: a section of the book of a game."""

    book: str
    section: str

    def __str__(self) -> str:
        return f"{self.book} {self.section}"


class Illegal(Exception):
    """An objection: what speaks against an action, and the rule that says so."""

    def __init__(self, text: Text, rule: Rule) -> None:
        super().__init__(text, rule)
        self.text = text
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.text} [{self.rule}]"


@dataclass(frozen=True, slots=True)
class Section:
    """One rule in our own words. `ruling` says how an open or disputed point was decided, and why."""

    id: str
    title: Text
    text: Text
    ruling: Text | None = None
    data: tuple[str, ...] = ()
    """Rows of the component tables that hold it, as `file table id …`: `areas.toml area bank`."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A part of the introduction: what the game is about, before the sections say it exactly."""

    title: Text
    text: Text


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example. `position` is JSON for `core.example`; `show` names the parts of the drawing to look at."""

    id: str
    section: str
    title: Text
    text: Text
    show: tuple[str, ...]
    position: str


@dataclass(frozen=True, slots=True)
class Table:
    """Facts at a glance, made from the components; `section` is the rule they belong to."""

    id: str
    section: str
    title: Text
    heads: tuple[Text, ...]
    rows: tuple[tuple[Text | str | int, ...], ...]


class RuleBook:
    """All sections of a game in reading order, the introduction before them and the worked examples."""

    def __init__(
        self, book: str, sections: Iterable[Section], lessons: Iterable[Lesson] = (), examples: Iterable[Example] = ()
    ) -> None:
        self.book = book
        self.sections: Mapping[str, Section] = {section.id: section for section in sections}
        self.lessons = tuple(lessons)
        self.examples = tuple(examples)

    def __contains__(self, rule: Rule) -> bool:
        return rule.book == self.book and rule.section in self.sections

    def __iter__(self) -> Iterator[Section]:
        return iter(self.sections.values())

    def __getitem__(self, section: str) -> Section:
        return self.sections[section]

    @classmethod
    def of(cls, book: str, table: Mapping[str, Any]) -> RuleBook:
        """From the parsed `rules.toml` of a game: rows of `[[section]]`, and maybe `[[lesson]]` and `[[example]]`."""
        lessons = (Lesson(_text(row, "title"), _text(row, "text")) for row in table.get("lesson", ()))
        return cls(book, map(_section, table["section"]), lessons, map(_example, table.get("example", ())))


def flowing(text: str) -> str:
    """Without the line breaks of its source file: a paragraph is one line, an empty line parts paragraphs."""
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def _text(row: Mapping[str, Any], key: str) -> Text:
    return Text(flowing(row.get(key, "")))


def _section(row: Mapping[str, Any]) -> Section:
    ruling = _text(row, "ruling")
    data = tuple(row.get("data", ()))
    return Section(row["id"], _text(row, "title"), _text(row, "text"), ruling if ruling.message else None, data)


def _example(row: Mapping[str, Any]) -> Example:
    show = tuple(row["show"])
    return Example(row["id"], row["section"], _text(row, "title"), _text(row, "text"), show, row["position"])


TURN = Rule("stellwerk", "turn")
KIND = Rule("stellwerk", "kind")
OVER = Rule("stellwerk", "over")
RULING = Rule("stellwerk", "ruling")

HOUSE_RULES = RuleBook(
    "stellwerk",
    (
        Section("turn", Text("Whose decision it is"), Text("Only the seat that is asked may answer.")),
        Section("kind", Text("What is asked"), Text("An answer must be of a kind that the open question asks for.")),
        Section("over", Text("After the end"), Text("Once a game is over nothing more can be done in it.")),
        Section(
            "ruling", Text("Rulings"), Text("A correction that all seats agreed to must be possible on the table.")
        ),
    ),
)
