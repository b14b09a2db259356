"""Companies and investors as one sees them: a colour, and a pattern for eyes that tell no colours apart.

A company is a disc with an ordinary (stripe, cross, chevron …) and its letters, an investor a square.
"""

from __future__ import annotations

from functools import cache

from stellwerk.draw.element import El, el
from stellwerk.draw.hexes import Point
from stellwerk.draw.sheet import icon, moved, words_at

RADIUS = 14.0

ORDINARIES: dict[str, str] = {
    "JHA": "M-14 0A14 14 0 0 1 14 0Z",
    "JHU": "",
    "JGG": "M0-14A14 14 0 0 1 0 14Z",
    "JLR": "M-5-13H5V13H-5Z",
    "BZU": "M-13.5-4H13.5V4H-13.5Z",
    "LHR": "M-12.5-6.5L-6.5-12.5 12.5 6.5 6.5 12.5Z",
    "SCR": "M12.5-6.5L6.5-12.5-12.5 6.5-6.5 12.5Z",
    "CKR": "M-13.5-10H13.5V-5H-13.5ZM-13.5 5H13.5V10H-13.5Z",
    "BCR": "M0-14L14 0 0 14-14 0Z",
    "NXR": "M-11-9L0 3 11-9 13-3 0 12-13-3Z",
    "HKR": "M0-14A14 14 0 0 1 14 0H0ZM0 14A14 14 0 0 1-14 0H0Z",
    "NJR": "M-3-14H3V-3H14V3H3V14H-3V3H-14V-3H-3Z",
    "QSR": "M-10-10L0-4 10-10 4 0 10 10 0 4-10 10-4 0Z",
    "WNR": "M0-14L12 8H-12Z",
}


@cache
def token(company: str, faint: bool = False) -> El:
    """A company's marker around (0, 0)."""
    if company[:1] == "A" and company[1:].isdigit():
        return _investor(company, faint)
    stripe = ORDINARIES.get(company, "")
    return el(
        "g",
        el("circle", r=RADIUS, class_="disc"),
        el("path", d=stripe, class_="ordinary") if stripe else None,
        _letters(company, 23),
        class_=f"token co-{company}" + (" faint" if faint else ""),
    )


def _letters(text: str, wide: int) -> El:
    """Letters as wide as the marker, whatever the font."""
    return words_at(0, 4.6, text, "abbr", textLength=wide, lengthAdjust="spacingAndGlyphs")


def _investor(id: str, faint: bool) -> El:
    return el(
        "g",
        el("rect", x=-11, y=-11, width=22, height=22, rx=3, class_="disc"),
        _letters(id, 16),
        class_="token investor" + (" faint" if faint else ""),
    )


def token_at(company: str, at: Point, faint: bool = False, size: float = 1.0) -> El:
    scale = f" scale({size:g})" if size != 1.0 else ""
    return el("g", token(company, faint), transform=f"translate({at}){scale}")


def chip(company: str) -> El:
    """A company's marker beside its name in a list."""
    return icon(moved(0, 0, token(company)), box=(-15, -15, 30, 30), class_="livery")
