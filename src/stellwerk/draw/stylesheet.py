"""Our style sheets for a rasteriser, which knows neither variables nor mixed colours: both are worked out here, by day.

A variable of the page (`:root`, `.d`) is put in where it is named. One that belongs to a class (`.co-BCR { --co: … }`)
is inherited, so every rule that names it is written once for each such class, on the element itself and above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

DEPTH = 4
"""How often a variable may name another one."""


class Rule(NamedTuple):
    selector: str
    body: str


def plain_css(css: str) -> str:
    """Style sheets with nothing in them but selectors and values."""
    rules = list(_rules(css))
    common = {name: value for rule in rules if _is_common(rule.selector) for name, value in _variables(rule)}
    scopes = [(rule.selector, dict(_variables(rule))) for rule in rules if not _is_common(rule.selector)]
    scopes = [(selector, values) for selector, values in scopes if values]
    written = (line for rule in rules for line in _written(rule, common, scopes))
    return "\n".join(written)


def _rules(css: str) -> Iterator[Rule]:
    """The rules of sheets, those for particular screens left out."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"@[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        by_day = re.sub(r"light-dark\(([^,()]+),[^()]*\)", r"\1", body)
        for selector in selectors.split(","):
            if ":" not in selector or selector.strip() == ":root":
                yield Rule(selector.strip(), by_day.strip())


def _is_common(selector: str) -> bool:
    return selector in (":root", ".d")


def _variables(rule: Rule) -> list[tuple[str, str]]:
    return [(name, value.strip()) for name, value in re.findall(r"(--[\w-]+):\s*([^;]+)", rule.body)]


def _written(rule: Rule, common: Mapping[str, str], scopes: list[tuple[str, dict[str, str]]]) -> Iterator[str]:
    body = re.sub(r"--[\w-]+:[^;]*;?", "", rule.body).strip()
    if not body or rule.selector == ":root":
        return
    yield f"{rule.selector} {{ {_resolved(body, common)} }}"
    named = set(re.findall(r"var\((--[\w-]+)", body))
    for scope, values in scopes:
        if named & values.keys():
            inside = _resolved(body, {**common, **values})
            yield from (f"{selector} {{ {inside} }}" for selector in _scoped(rule.selector, scope))


def _scoped(selector: str, scope: str) -> Iterator[str]:
    """The selector where the class of a variable stands above an element of it, or on one."""
    own = scope.removeprefix(".d ")
    parts = selector.removeprefix(".d ").split(" ")
    yield f".d {own} {' '.join(parts)}"
    for n in range(len(parts)):
        if own.startswith(".") and ">" not in parts[n]:
            yield " ".join((".d", *parts[:n], parts[n] + own, *parts[n + 1 :]))


def _resolved(body: str, values: Mapping[str, str]) -> str:
    for _ in range(DEPTH):
        body = re.sub(r"var\((--[\w-]+)(?:,\s*([^()]*))?\)", lambda m: values.get(m[1], m[2] or "none"), body)
    return re.sub(r"color-mix\(in srgb, ([^,]+) (\d+)%, ([^()]+)\)", _mixed, body)


def _mixed(found: re.Match[str]) -> str:
    colours = [_channels(found[1]), _channels(found[3])]
    if None in colours:
        return "none"
    share, (first, second) = int(found[2]) / 100, colours
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in zip(first, second, strict=True))  # type: ignore[arg-type]


def _channels(colour: str) -> tuple[int, ...] | None:
    digits = colour.strip().removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return tuple(bytes.fromhex(digits)) if re.fullmatch(r"[0-9a-fA-F]{6}", digits) else None
