"""Verbs of Russian Railroads as icons: what a space, an engineer, a factory or a card does."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from stellwerk.draw.element import El, el
from stellwerk.draw.icons import glyph, sign
from stellwerk.draw.sheet import icon, words_at
from stellwerk.games.russian_railroads.rules.components import Verb

TIES = {"black": 0, "grey": 1, "brown": 2, "natural": 3, "white": 4}


@cache
def track_icon(colours: tuple[str, ...], count: int) -> El:
    """A piece of track; every colour has its own number of ties."""
    bars = _stripes(colours) if len(colours) > 2 else _pieces(colours)
    return icon(words_at(9, 18, f"{count}", "count"), bars, box=(0, 0, 48, 24), class_="d-icon glyph wider")


def _stripes(colours: tuple[str, ...]) -> list[El]:
    return [el("rect", x=20, y=2.5 + 4 * n, width=26, height=3.6, class_=f"track {c}") for n, c in enumerate(colours)]


def _pieces(colours: tuple[str, ...]) -> list[El]:
    if len(colours) == 1:
        return piece(20, 5, 26, 14, colours[0])
    return [part for n, colour in enumerate(colours) for part in piece(20, 2 + 11 * n, 26, 9, colour)]


def piece(x: float, y: float, wide: float, high: float, colour: str) -> list[El]:
    """A bar of track with as many ties as its colour has; black has a line along it instead."""
    body = el("rect", x=x, y=y, width=wide, height=high, rx=2.5, class_=f"track {colour}")
    ties = TIES.get(colour, 0)
    if not ties:
        along = f"M{x + 2:g} {y + high / 2:g}h{max(wide - 4, 1):g}"
        return [body, el("path", d=along, class_=f"ties {colour}")]
    step = min(5.0, wide / (ties + 1))
    first = x + wide / 2 - step * (ties - 1) / 2
    lines = "".join(f"M{first + step * n:g} {y + 2:g}v{high - 4:g}" for n in range(ties))
    return [body, el("path", d=lines, class_=f"ties {colour}")]


def verbs(effects: Iterable[Verb]) -> list[El]:
    return [verb(effect) for effect in effects]


SIGNS = {"tile": ("?", "question"), "card": ("?", "question"), "repeat": ("+1", "again"), "nine": ("9", "nine")}
GLYPHS = {
    "industry": "gear",
    "coins": "coin",
    "worker": "worker",
    "temporary_workers": "worker",
    "black_worker": "worker",
    "hire": "engineer",
    "free_engineer": "engineer",
    "locomotive": "locomotive",
    "factory": "factory",
    "reuse": "reuse",
}


@cache
def verb(effect: Verb) -> El:
    match effect.op:
        case "track":
            return track_icon(effect.colours, effect.n)
        case "doubler":
            return el("span", str(effect.n) if effect.n > 1 else None, sign("×2", "doubler"), class_="verb")
        case "points":
            return glyph("points", effect.n)
        case "claim":
            return glyph("podium", effect.n)
        case "build":
            return el("span", glyph("locomotive"), "/", glyph("factory"), class_="verb")
        case "end_card":
            return el("span", glyph("card"), "/", glyph("points", effect.n), class_="verb")
        case "second_marker":
            return el("span", "+", glyph("gear"), class_="verb")
        case "engineer_sum":
            return el("span", glyph("points", "Σ"), glyph("engineer"), class_="verb")
        case "best_locomotives":
            return el("span", glyph("points", "Σ"), glyph("locomotive", 2), class_="verb")
        case op if op in SIGNS:
            return sign(*SIGNS[op])
    extra = {"temporary_workers": "temporary", "black_worker": "black"}.get(effect.op, "")
    return glyph(GLYPHS[effect.op], effect.n if effect.n > 1 or effect.op in ("industry", "coins") else None, extra)
