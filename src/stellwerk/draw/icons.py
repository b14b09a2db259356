"""Icons: small pictures of pieces and verbs, 24 by 24, each a shape of its own so that none needs its colour."""

from __future__ import annotations

from functools import cache

from stellwerk.draw.element import El, el, number
from stellwerk.draw.hexes import toward
from stellwerk.draw.sheet import icon, words_at

BOX = (0.0, 0.0, 24.0, 24.0)


def _gear(teeth: int = 8) -> str:
    points = []
    for n in range(teeth):
        for turn, far in ((-14, 8.0), (-9, 11.0), (9, 11.0), (14, 8.0)):
            spot = toward(360.0 * n / teeth + turn, far).plus(12, 12)
            points.append(f"{number(spot.x)} {number(spot.y)}")
    return f"M{'L'.join(points)}ZM12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 1 0 0-7Z"


PATHS: dict[str, str] = {
    "worker": "M12 2a4.5 4.5 0 1 1 0 9 4.5 4.5 0 1 1 0-9ZM4 22.5C4 15.5 7 12.5 12 12.5S20 15.5 20 22.5Z",
    "coin": "M12 2a10 10 0 1 1 0 20 10 10 0 1 1 0-20ZM12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13Z",
    "locomotive": "M1 17V9H8V3H14V9H19L23 17ZM3.5 18.5a2.7 2.7 0 1 1 5.4 0 2.7 2.7 0 1 1-5.4 0Z"
    "M10 18.5a2.7 2.7 0 1 1 5.4 0 2.7 2.7 0 1 1-5.4 0ZM16.5 18.5a2.7 2.7 0 1 1 5.4 0 2.7 2.7 0 1 1-5.4 0Z",
    "rails": "M7 1H9.5V4H14.5V1H17V23H14.5V20H9.5V23H7V20H3V17H7V13.5H3V10.5H7V7H3V4H7Z"
    "M9.5 7V10.5H14.5V7ZM9.5 13.5V17H14.5V13.5ZM17 4H21V7H17ZM17 10.5H21V13.5H17ZM17 17H21V20H17Z",
    "factory": "M2 22V11L8 7V11L14 7V11L17 9.5V2H21V22ZM5 15V18H8V15ZM10.5 15V18H13.5V15ZM16 15V18H19V15Z",
    "gear": _gear(),
    "points": "M12 1.5L21.5 4.5V12C21.5 17.5 17 21 12 22.7 7 21 2.5 17.5 2.5 12V4.5Z",
    "reuse": "M20.5 11A8.6 8.6 0 1 1 17 5L19.5 2.5V10H12L15 7A6 6 0 1 0 18 11Z",
    "engineer": "M3.5 14a8.5 8.5 0 0 1 5.5-8V11H10.5V4.5H13.5V11H15V6A8.5 8.5 0 0 1 20.5 14ZM1.5 15.5H22.5V18.5H1.5Z",
    "podium": "M8.5 22V6H15.5V22ZM1.5 22V11.5H8V22ZM16 22V15H22.5V22ZM12 1L14 4H10Z",
    "card": "M6 1.5H18a2 2 0 0 1 2 2V20.5a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V3.5a2 2 0 0 1 2-2ZM7 5V19H17V5Z",
    "hand": "M3 12H14L10.5 8.5 12.5 6.5 19 13 12.5 19.5 10.5 17.5 14 14H3Z",
    "flag": "M5 2V22H7.5V14H20L16 8.5 20 3H7.5V2Z",
    "medal": (
        "M7 1.5H17L14.5 8.5A6.5 6.5 0 1 1 9.5 8.5Z"
        "M12 11L10.5 13.5 8 14 10 16 9.5 18.5 12 17.5 14.5 18.5 14 16 16 14 13.5 13.5Z"
    ),
    "upgrade": "M12 1.5L21 11H15.5V16H8.5V11H3ZM8.5 18H15.5V22.5H8.5Z",
    "lock": "M6 10V7.5a6 6 0 0 1 12 0V10H20V22H4V10ZM9 10H15V7.5a3 3 0 0 0-6 0Z",
    "stack": "M2 7L12 2 22 7 12 12ZM2 11.5L12 16.5 22 11.5V14L12 19 2 14ZM2 16.5L12 21.5 22 16.5V19L12 24 2 19Z",
    "house": "M2 12L12 3 22 12H19V22H5V12Z",
    "tower": "M4 22V9L8 9V4L12 1 16 4V9H20V22ZM10 16V22H14V16Z",
    "crate": "M2.5 5H21.5V21H2.5ZM5 7.5V9.5L17 18.5H19V16.5L7 7.5ZM5 12V18.5H13.5ZM19 14V7.5H10.5Z",
    "hat": "M6 3H18V15H22.5V19H1.5V15H6ZM6 11.5H18V13.5H6Z",
    "cube": "M12 1.5L21.5 6.5V17.5L12 22.5 2.5 17.5V6.5ZM12 4.5L6 7.5 12 10.7 18 7.5Z",
    "copper": "M6 5H18L22.5 19H1.5ZM8 8L6.5 12H17.5L16 8Z",
    "silk": "M4 2H20V5.5H17V18.5H20V22H4V18.5H7V5.5H4ZM8.5 7V9H15.5V7ZM8.5 11V13H15.5V11ZM8.5 15V17H15.5V15Z",
    "tea": (
        "M21.5 2.5C9 2 2 8 4 17L2 21.5 4 22.5 6 18.5C15 20 22 14 21.5 2.5ZM17 7C13 9 9.5 12 7 16L6 15C8 11 12 8.5 17 7Z"
    ),
    "fish": (
        "M1 6L6 10C9 6 13 5 16 6 20 7 22.5 10 23 12 22.5 14 20 17 16 18 13 19 9 18 6 14L1 18 3 12Z"
        "M17.5 9.3a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 1 0 0-2.6Z"
    ),
    "any": "M12 1.5L15 9H22.5L16.5 13.8 19 21.5 12 17 5 21.5 7.5 13.8 1.5 9H9Z",
    "faith": "M10 1.5H14V7H19.5V11H14V22.5H10V11H4.5V7H10Z",
    "station": "M3 22V10L12 3 21 10V22H15V15H9V22ZM11 8.5H13V12H11Z",
    "wave": (
        "M1 8C4.5 3.5 8.5 3.5 12 6.5S19.5 9.5 23 5V9C19.5 13.5 15.5 13.5 12 10.5S4.5 7.5 1 12Z"
        "M1 16C4.5 11.5 8.5 11.5 12 14.5S19.5 17.5 23 13V17C19.5 21.5 15.5 21.5 12 18.5S4.5 15.5 1 20Z"
    ),
    "arrow": "M2 10H14V5L22.5 12 14 19V14H2Z",
}


@cache
def shape(name: str, class_: str = "") -> El:
    """The shape alone, for use inside a larger picture. Its outline stands once in the page (`sprite`)."""
    return el("use", href=f"#outline-{name}", class_=f"i-{name} {class_}".strip())


@cache
def sprite() -> El:
    """The outlines of all icons, for every page that draws: repeated in each they were half of what a move sends."""
    outlines = (el("path", d=path, fill_rule="evenodd", id=f"outline-{name}") for name, path in PATHS.items())
    return el("svg", el("defs", *outlines), class_="sprite", width=0, height=0, aria_hidden="true")


@cache
def glyph(name: str, count: int | str | None = None, class_: str = "") -> El:
    """An icon, with a number on it or beside it."""
    kind = f"d-icon glyph {class_}".strip()
    if count is None:
        return icon(shape(name), box=BOX, class_=kind)
    if name == "points":
        return icon(shape(name), words_at(12, 16.5, count, "on-points"), box=BOX, class_=kind)
    wide = 12.0 + 7.5 * len(str(count))
    label = words_at(wide / 2 - 1, 18, f"{count}", "count")
    return icon(
        label,
        el("g", shape(name), transform=f"translate({number(wide)} 0)"),
        box=(0, 0, wide + 24, 24),
        class_=f"{kind} beside",
    )


@cache
def sign(text: str, kind: str) -> El:
    """A rounded square with a few letters: ×2, ?, 1."""
    box = el("rect", x=1.5, y=1.5, width=21, height=21, rx=5, class_="sign-box")
    return icon(box, words_at(12, 17, text, "sign-text"), box=BOX, class_=f"d-icon sign {kind}")
