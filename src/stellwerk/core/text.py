"""Text: a message and its parameters, never a finished sentence.

The message is English source text with named placeholders. Whoever shows it translates first and fills in afterwards,
so one log reads in every language. A parameter may itself be a `Text`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, Protocol


class Translator(Protocol):
    """What gettext offers; a catalogue of the standard library or of Babel satisfies it."""

    def gettext(self, message: str, /) -> str: ...
    def ngettext(self, one: str, many: str, n: int, /) -> str: ...


class English:
    """The source language: nothing to translate."""

    def gettext(self, message: str, /) -> str:
        return message

    def ngettext(self, one: str, many: str, n: int, /) -> str:
        return one if n == 1 else many


ENGLISH = English()


class Text:
    __slots__ = ("message", "params")

    def __init__(self, message: str, /, **params: Any) -> None:
        self.message = message
        self.params = params

    def translated(self, words: Translator) -> str:
        """The message in the reader's language, placeholders still open."""
        # gettext answers the empty message with the catalogue's header.
        return words.gettext(self.message) if self.message else ""

    def render(self, words: Translator = ENGLISH) -> str:
        return self.translated(words).format(**{name: _show(value, words) for name, value in self.params.items()})

    def messages(self) -> Iterator[str]:
        """Every source message in here, parameters included."""
        yield self.message
        for value in self.params.values():
            if isinstance(value, Text):
                yield from value.messages()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Text)
            and type(self) is type(other)
            and self.message == other.message
            and self.params == other.params
        )

    def __hash__(self) -> int:
        return hash((self.message, frozenset(self.params.items())))

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.render()!r})"


class Texts(Text):
    """A message that depends on a number: Polish needs three forms where English has two."""

    __slots__ = ("many", "n")

    def __init__(self, one: str, many: str, n: int, /, **params: Any) -> None:
        super().__init__(one, n=n, **params)
        self.many = many
        self.n = n

    def translated(self, words: Translator) -> str:
        return words.ngettext(self.message, self.many, self.n)


def as_json(value: Any, longest: int | None = None) -> Any:
    """A text, or what stands in one, as JSON can hold it, to be said later in any language.

    Whatever else stands in it is told in words; words are cut that are longer than `longest`.
    """
    if isinstance(value, Text):
        many = value.many if isinstance(value, Texts) else None
        params = {name: as_json(item, longest) for name, item in value.params.items()}
        return {"message": value.message, "many": many, "params": params}
    if isinstance(value, (tuple, list)):
        return [as_json(item, longest) for item in value]
    if value is None or isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return value
    said = str(value)
    return said if longest is None or len(said) <= longest else said[: longest - 1] + "…"


def from_json(stored: Any) -> Any:
    """What `as_json` was made of."""
    if isinstance(stored, list):
        return tuple(map(from_json, stored))
    if not isinstance(stored, Mapping):
        return stored
    params = {name: from_json(item) for name, item in stored["params"].items()}
    message, many = stored["message"], stored.get("many")
    return Text(message, **params) if many is None else Texts(message, many, params.pop("n"), **params)


def _show(value: Any, words: Translator) -> Any:
    if isinstance(value, Text):
        return value.render(words)
    if isinstance(value, (tuple, list)):
        return ", ".join(str(_show(item, words)) for item in value)
    return value
