"""Goods, rewards and countries of Yokohama as small pictures."""

from __future__ import annotations

from functools import cache

from stellwerk.core.text import Text
from stellwerk.draw.element import El, el
from stellwerk.draw.icons import glyph, shape
from stellwerk.draw.sheet import Sheet, icon, moved, words_at
from stellwerk.games.yokohama.rules.components import Goods, Reward
from stellwerk.games.yokohama.rules.words import AMOUNTS

SHAPES = {
    "copper": "copper",
    "silk": "silk",
    "tea": "tea",
    "fish": "fish",
    "imports": "crate",
    "yen": "coin",
    "vp": "points",
    "any_good": "any",
    "warehouse": "house",
    "move": "arrow",
    "assistant": "cube",
    "shop": "house",
    "house": "tower",
    "faith": "faith",
    "industry": "gear",
    "exchanges": "reuse",
}


def contents(reward: Reward | Goods) -> list[tuple[str, int]]:
    """What a reward consists of, points first."""
    kinds = ["vp", *(kind for kind in AMOUNTS if kind != "vp")]
    return [(kind, n) for kind in kinds if (n := getattr(reward, kind, 0))]


def amounts(sheet: Sheet, reward: Reward | Goods) -> str:
    return ", ".join(sheet.say(AMOUNTS[kind](n)) for kind, n in contents(reward)) or sheet.say(Text("nothing"))


@cache
def bit(kind: str, n: int) -> El:
    """A few goods inside a larger picture: 16 high, the number in front; points carry their number."""
    if kind == "vp" and n > 9:
        wide = el("g", shape("points"), transform="translate(-2.5 -1) scale(.86 .74)", class_="good vp")
        return el("g", wide, words_at(7.9, 12.2, n, "bit-points"))
    sign = el("g", shape(SHAPES[kind]), transform="scale(.66)", class_=f"good {kind}")
    if kind == "vp":
        return el("g", sign, words_at(7.9, 12.2, n, "bit-points"))
    return sign if n == 1 else el("g", words_at(4, 12.5, n, "bit-count"), moved(8, 0, sign))


def bit_width(kind: str, n: int) -> float:
    return 17.0 if kind == "vp" or n == 1 else 25.0


def row(reward: Reward | Goods, wide: float, at: tuple[float, float]) -> El:
    """A reward centred in a place of some width."""
    parts = contents(reward)
    total = sum(bit_width(kind, n) for kind, n in parts)
    factor = min(1.0, (wide - 2) / total) if total else 1.0
    x, bits = -total / 2, []
    for kind, n in parts:
        bits.append(moved(x, -8, bit(kind, n)))
        x += bit_width(kind, n)
    scale = f" scale({factor:.2f})" if factor < 1 else ""
    return el("g", bits, transform=f"translate({at[0] + wide / 2:g} {at[1]:g}){scale}")


def column(reward: Reward | Goods, wide: float, high: float) -> El:
    """A reward in a narrow place, one kind below the other."""
    parts = contents(reward)
    step = min(17.0, high / max(1, len(parts)))
    top = high / 2 - step * len(parts) / 2
    return el(
        "g",
        [
            moved(wide / 2 - bit_width(k, n) / 2, top + step * i + (step - 16) / 2, bit(k, n))
            for i, (k, n) in enumerate(parts)
        ],
    )


def pictures(reward: Reward | Goods) -> list[El]:
    """A reward in running text."""
    return [good(kind, n) for kind, n in contents(reward)]


def good(kind: str, n: int | None = None) -> El:
    return glyph(SHAPES[kind], n if kind == "vp" or (n or 0) > 1 else None, f"good {kind}")


FLAGS = {
    "gb": "M2 4H22V20H2ZM2 10H10V4H14V10H22V14H14V20H10V14H2Z",
    "us": "M2 4H22V20H2ZM2 7H22V9.5H2ZM2 12H22V14.5H2ZM4 4H10V12H4Z",
    "fr": "M2 4H22V20H2ZM8.5 4H15.5V20H8.5Z",
    "de": "M2 4H22V20H2ZM2 9.3H22V14.7H2Z",
    "nl": "M2 4H22V20H2ZM12 7L17 12 12 17 7 12Z",
}


@cache
def country(id: str) -> El:
    """A country's mark: a pattern of its own, and its letters."""
    flag = el("path", d=FLAGS.get(id, FLAGS["gb"]), fill_rule="evenodd")
    letters = words_at(36, 18, id.upper(), "country-letters")
    return icon(flag, letters, box=(0, 0, 48, 24), class_=f"country c-{id}")
