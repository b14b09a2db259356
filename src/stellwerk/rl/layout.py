"""The action layout: every move is spelled in words of a fixed vocabulary, and each word has an index.

`lay-tile F8 57 2` is spelled `do lay-tile`, `hex F8`, `tile 57`, `number 2`. Each word is one step of the environment,
and at every step the mask shows the words with which some legal move goes on. So a few hundred words are enough for all
moves, and an index means the same in every position and every version: the table `rl/layout.txt` of a game only ever
grows at its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeAlias

from stellwerk import games
from stellwerk.core import Action, Game, Rng
from stellwerk.core.action import domains

END = "end"
"""The word that ends a field with several values."""


@cache
def _field_names(kind: Any) -> tuple[tuple[str, str], ...]:
    """Each field with the first part of its words: the name of its domain, or its own name."""
    named = dict(domains(kind))
    return tuple((f.name, named.get(f.name, f.name)) for f in fields(kind))


@cache
def spelled(action: Any) -> tuple[str, ...]:
    """The words of a move."""
    kind: Any = type(action)
    words = [f"do {action.verb}"]
    for field, name in _field_names(kind):
        value = getattr(action, field)
        if isinstance(value, tuple):
            words += [f"{name} {_shown(item)}" for item in value] + [END]
        else:
            words.append(_word(name, value))
    return tuple(words)


def _word(name: str, value: Any) -> str:
    # Plain numbers share one set of words, whatever they count.
    if type(value) is int:
        return f"number {value}"
    return f"{name} {_shown(value)}"


def _shown(value: Any) -> str:
    if value is None:
        return "-"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


class Word(NamedTuple):
    """An action index: the word it says, and the same in a sentence."""

    number: int
    """Its index."""
    word: str
    text: str


class Layout:
    """A list of words; the place of a word is its index."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = tuple(words)
        self.index = {word: n for n, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)

    def explained(self, game: Game[Any]) -> tuple[Word, ...]:
        """Every index with its word and what that means."""
        return tuple(Word(index, word, _meaning(game, word)) for index, word in enumerate(self.words))

    @classmethod
    def of(cls, game_id: str) -> Layout:
        """The checked-in table of a game: one word a line, the first is index 0."""
        text = files(games.package(game_id)).joinpath("rl", "layout.txt").read_text("utf-8")
        return cls(text.splitlines())


def _meaning(game: Game[Any], word: str) -> str:
    kind, _, value = word.partition(" ")
    if kind == "do":
        action = game.notation.kinds.get(value)
        return f"Move: {action.title}" if action is not None and action.title is not None else f"Move: {value}"
    if word == END:
        return "No more values"
    return {"-": f"{kind}: none", "yes": f"{kind}: yes", "no": f"{kind}: no"}.get(value, f"{kind}: {value}")


Spelled: TypeAlias = tuple[tuple[str, ...], Action]
"""A move with its words."""


class Spelling:
    """A move being spelled: the moves still possible and the words said so far."""

    def __init__(self, layout: Layout, moves: Iterable[Spelled]) -> None:
        self.layout = layout
        self.said = 0
        self.open = [(words, move) for words, move in moves if all(word in layout.index for word in words)]

    @property
    def prefix(self) -> list[int]:
        """Indices of the words said so far."""
        return [self.layout.index[word] for word in self.open[0][0][: self.said]] if self.said else []

    @property
    def next_words(self) -> list[int]:
        """Indices of the words with which some move goes on."""
        return sorted({self.layout.index[words[self.said]] for words, _ in self.open if len(words) > self.said})

    def drawn(self, rng: Rng) -> int:
        """The next word of a move drawn by chance. Words drawn by chance would favour moves that few words say."""
        going_on = [words for words, _ in self.open if len(words) > self.said]
        return self.layout.index[going_on[rng.randrange(len(going_on))][self.said]]

    @property
    def move(self) -> Action | None:
        """The move, as soon as it is spelled out."""
        if len(self.open) == 1 and len(self.open[0][0]) <= self.said:
            return self.open[0][1]
        return None

    def say(self, index: int) -> None:
        """Go on with a word. Where only one way leads on, it is taken at once: a choice of one is no choice."""
        word = self.layout.words[index]
        self.open = [pair for pair in self.open if len(pair[0]) > self.said and pair[0][self.said] == word]
        self.said += 1
        while self.move is None and len(self.next_words) == 1 and self._all_go_on():
            self.said += 1

    def repeat(self, indices: Sequence[int]) -> None:
        """Say again what was said of the same moves; words without alternative among them are said by themselves."""
        while self.said < len(indices):
            self.say(indices[self.said])

    def _all_go_on(self) -> bool:
        return all(len(words) > self.said for words, _ in self.open)
