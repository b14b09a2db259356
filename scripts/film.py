"""A bot's turn as one animated picture: steps of a table as a spectator sees them, in an SVG without scripts."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Page

GLIDE = (0, 200, 400)
"""Milliseconds of a piece's way at which it is looked at."""
STEP, REST, END = 0.2, 1.1, 2.5
"""Seconds a frame of a glide stays, a move that is over, the last one."""
GLIDES = "document.getAnimations().filter((move) => move.effect.getKeyframes()[0]?.translate)"
HOLD = f"(at) => {{ for (const move of {GLIDES}) {{ move.pause(); move.currentTime = at; }} }}"
FINISH = f"() => {{ for (const move of {GLIDES}) move.finish(); }}"

Camera = Callable[[Page], bytes]


@dataclass(frozen=True, slots=True)
class Frame:
    picture: bytes
    seconds: float


def step_by_step(page: Page, first: int, last: int, camera: Camera) -> Iterator[Frame]:
    """The moves after `first` up to `last`, at a page that shows the table."""
    page.evaluate(f"location.hash = '#move{first}'")
    shows(page, first)
    page.evaluate(FINISH)
    yield Frame(camera(page), REST)
    for version in range(first + 1, last + 1):
        page.keyboard.press("ArrowRight")
        shows(page, version)
        if page.evaluate(f"{GLIDES}.length"):
            for at in GLIDE:
                page.evaluate(HOLD, at)
                yield Frame(camera(page), STEP)
        page.evaluate(FINISH)
        yield Frame(camera(page), END if version == last else REST)


def shows(page: Page, version: int) -> None:
    page.wait_for_function("(at) => Number(document.getElementById('boards').dataset.at) === at", arg=version)


def animated(frames: list[Frame], width: int, height: int, title: str) -> str:
    """Frames one over the other; each is seen from its time on, until the next one covers it or all begins anew."""
    whole = sum(frame.seconds for frame in frames)
    images, rules, at = [], [], 0.0
    for n, frame in enumerate(frames):
        data = base64.b64encode(frame.picture).decode()
        images.append(f'<image id="f{n}" width="{width}" height="{height}" href="data:image/webp;base64,{data}"/>')
        if n:
            start = f"{100 * at / whole:.3f}"
            rules.append(f"@keyframes k{n}{{0%,{start}%{{visibility:hidden}}{start}%,100%{{visibility:visible}}}}")
            rules.append(f"#f{n}{{animation:k{n} {whole:.2f}s step-end infinite}}")
        at += frame.seconds
    still = "@media (prefers-reduced-motion:reduce){image{animation:none!important;visibility:visible!important}}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{title}</title><style>{''.join(rules)}{still}</style>{''.join(images)}</svg>\n"
    )
