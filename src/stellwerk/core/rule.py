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


class RuleBook:
    """All sections of a game in reading order."""

    def __init__(self, book: str, sections: Iterable[Section]) -> None:
        self.book = book
        self.sections: Mapping[str, Section] = {section.id: section for section in sections}

    def __contains__(self, rule: Rule) -> bool:
        return rule.book == self.book and rule.section in self.sections

    def __iter__(self) -> Iterator[Section]:
        return iter(self.sections.values())

    def __getitem__(self, section: str) -> Section:
        return self.sections[section]

    @classmethod
    def of(cls, book: str, table: Mapping[str, Any]) -> RuleBook:
        """From the parsed `rules.toml` of a game: rows of `[[section]]` with id, title, text and maybe ruling."""
        return cls(book, map(_section, table["section"]))


def _section(row: Mapping[str, Any]) -> Section:
    title, text, ruling = (row.get(key, "").strip() for key in ("title", "text", "ruling"))
    return Section(row["id"], Text(title), Text(text), Text(ruling) if ruling else None)


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
