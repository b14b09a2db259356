"""A drawing in words: what a screen reader would say of it, part by part. For places without pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

from stellwerk.draw.drawing import Drawing, Fragment

VOID = {"br", "hr", "img", "input", "path", "use"}
LINES = {"div", "dt", "g", "h2", "h3", "h4", "li", "p", "section", "svg", "tr"}
"""What begins a line of its own."""


def in_words(drawing: Drawing) -> Iterator[tuple[Fragment, list[str]]]:
    """Every part with its lines; one that says nothing has none."""
    for part in drawing.values():
        reader = Reader()
        reader.feed(part.html.html)
        reader.close()
        yield part, reader.lines


class Reader(HTMLParser):
    """Reads titles, labels and text; what is hidden from listeners is not read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._open: list[tuple[str, bool]] = []
        """The elements around what is read, and whether they are read at all."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_read = self._is_read and given.get("aria-hidden") != "true" and tag not in ("defs", "style", "script")
        if is_read and tag in LINES:
            self._begin()
        label = given.get("aria-label")
        if is_read and label and tag != "section":
            self._say(label)
            is_read = given.get("role") != "img"
        if tag not in VOID:
            self._open.append((tag, is_read))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        label = dict(attrs).get("aria-label")
        if label and self._is_read:
            self._say(label)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            name, _ = self._open.pop()
            if name == tag:
                break
        if tag in LINES:
            self._begin()

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        if words and self._is_read:
            self._say(words)

    @property
    def _is_read(self) -> bool:
        return not self._open or self._open[-1][1]

    def _begin(self) -> None:
        if not self.lines or self.lines[-1]:
            self.lines.append("")

    def _say(self, words: str) -> None:
        if not self.lines:
            self.lines.append("")
        if words not in self.lines[-1]:
            self.lines[-1] = f"{self.lines[-1]} {words}".strip()

    def close(self) -> None:
        super().close()
        self.lines = _joined(self.lines)


def _joined(lines: list[str]) -> list[str]:
    """A number or a sign is nothing by itself: it belongs to what was said before, unless that has said it."""
    found: list[str] = []
    for line in filter(None, lines):
        if found and not any(letter.isalpha() for letter in line):
            before = re.findall(r"\w+", found[-1])
            found[-1] += "" if line in before else f" {line}"
        elif not found or found[-1] != line:
            found.append(line)
    return found
