"""Names of components for people."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.core import Text
from stellwerk.games.russian_railroads.rules.box import Box
from stellwerk.games.russian_railroads.rules.components import BLACK_WORKER


def line(box: Box, id_: str) -> Text:
    return Text(box.lines[box.line[id_]].name)


def colour(box: Box, id_: str) -> Text:
    return Text(box.colours[box.colour[id_]].name)


# Whole phrases, not an adjective put into a sentence: other languages inflect a colour together with its noun.
TRACKS: Mapping[str, Text] = {
    "black": Text("black track"),
    "grey": Text("grey track"),
    "brown": Text("brown track"),
    "natural": Text("natural track"),
    "white": Text("white track"),
}
STEPS: Mapping[str, Text] = {
    "black": Text("step with black track"),
    "grey": Text("step with grey track"),
    "brown": Text("step with brown track"),
    "natural": Text("step with natural track"),
    "white": Text("step with white track"),
}
BEHIND: Mapping[str, Text] = {
    "black": Text("behind the black track"),
    "grey": Text("behind the grey track"),
    "brown": Text("behind the brown track"),
    "natural": Text("behind the natural track"),
    "white": Text("behind the white track"),
}


def track(colour: str) -> Text:
    """A track by its colour: the subject or the object of a sentence."""
    return TRACKS[colour]


def colours(box: Box, indices: tuple[int, ...]) -> Text:
    if len(indices) == len(box.colours):
        return Text("any colour")
    return Text("{colours}", colours=tuple(Text(box.colours[i].name) for i in indices))


def space(box: Box, id_: str) -> Text:
    """A space of the board, or an engineer used as one."""
    if id_ in box.spaces:
        return Text(box.spaces[id_].name)
    return engineer(box, int(id_.removeprefix("engineer_")))


def engineer(box: Box, number: int) -> Text:
    return Text("engineer {number} ({ability})", number=number, ability=Text(box.engineers[number].name))


def factory(box: Box, number: int) -> Text:
    return Text(box.locomotives[number].name)


def source(box: Box, id_: str) -> Text:
    """Where an effect came from."""
    kind, _, rest = id_.partition("_")
    if kind == "factory":
        return Text("factory {number} ({factory})", number=rest, factory=factory(box, int(rest)))
    cards = {"tile": box.tiles, "card": box.cards, "bonus": box.bonuses}.get(kind)
    if cards is not None and rest in cards:
        return Text(cards[rest].name)
    if id_ in box.spaces or kind == "engineer":
        return space(box, id_)
    if id_ == BLACK_WORKER:
        return Text("black worker")
    if id_ == "industry":
        return Text("industry")
    return Text("{line} {space}", line=line(box, kind), space=rest)
