"""The header of a log: what a replay needs beside the entries; and what is raised when a log cannot be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from stellwerk.core.rule import Illegal
from stellwerk.core.text import Text


class BadLog(ValueError):
    """A log that cannot be read or replayed; `entry` numbers the entry at fault from 1, or is 0 for the header."""

    def __init__(self, entry: int, text: Text, illegal: Illegal | None = None) -> None:
        super().__init__(f"entry {entry}: {text}" if entry else str(text))
        self.entry = entry
        self.illegal = illegal
        self.text = Text("entry {entry}: {problem}", entry=entry, problem=text) if entry else text


class UnknownRules(BadLog):
    """A log of tables or rules this program does not have. It is shown, and never folded by others."""

    def __init__(self, text: Text) -> None:
        super().__init__(0, text)


@dataclass(frozen=True, slots=True)
class Header:
    """What a replay needs beside the entries."""

    game: str
    seats: int
    variants: dict[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = ()
    components: dict[str, str] = field(default_factory=dict)
    """Replaced component files with their texts, so that the log replays elsewhere."""
    digest: str = ""
    """Of the tables the game was opened with, replaced ones included."""
    rules_version: int = 1
    """Of the rules the game was opened with."""
    component_set: dict[str, str] = field(default_factory=dict)
    """The component set the replaced files come from: name, version and author, for the reader."""
    position: Any = None
    """A dumped state to start from instead of the set-up: a cloned or hand-made position."""
