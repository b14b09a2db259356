"""A drawing in words: what a screen reader would say of it, part by part. For places without pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
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


@dataclass
class Element:
    """Something that is read, or not; `title` is what it is called where its own content has no words."""

    tag: str
    is_read: bool
    title: str = ""
    since: int = 0
    """The line it began with."""
    name: str = ""
    """What was said of it, or of what it is in: numbers and signs in it need not be said any more."""


class Reader(HTMLParser):
    """Reads titles, labels and text; what is hidden from listeners is not read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._open: list[Element] = []
        """The elements around what is read."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_read = self._is_read and given.get("aria-hidden") != "true" and tag not in ("defs", "style", "script")
        label, title = given.get("aria-label") or "", given.get("title") or ""
        if is_read and (tag in LINES or title):
            self._begin()
        made = Element(tag, is_read, since=len(self.lines), name=self._open[-1].name if self._open else "")
        if is_read and label and tag != "section":
            self._say(label)
            made.is_read = given.get("role") != "img"
        elif is_read and title and given.get("role") == "img":
            self._say(title)
            made.name = title
        elif is_read and title:
            made.title, made.name = title, ""
        if tag not in VOID:
            self._open.append(made)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        label = dict(attrs).get("aria-label")
        if label and self._is_read:
            self._say(label)

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            element = self._open.pop()
            if element.title:
                self._name(element)
            if element.tag == tag:
                break
        if tag in LINES:
            self._begin()

    def _name(self, element: Element) -> None:
        """Figures get their name; words explain themselves, and a title would say more than is wanted here."""
        said = " ".join(filter(None, self.lines[element.since - 1 :]))
        if not _has_words(said):
            is_told = set(re.findall(r"\w+", said)) <= set(re.findall(r"\w+", element.title))
            figure = "" if is_told else said
            self.lines[element.since - 1 :] = [f"{element.title} {figure}".strip(), ""]

    def handle_data(self, data: str) -> None:
        words = " ".join(data.split())
        name = self._open[-1].name if self._open else ""
        if words and self._is_read and (not name or (_has_words(words) and words not in name)):
            self._say(words)

    @property
    def _is_read(self) -> bool:
        return not self._open or self._open[-1].is_read

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
        if found and not _has_words(line):
            before = re.findall(r"\w+", found[-1])
            found[-1] += "" if line in before else f" {line}"
        elif not found or found[-1] != line:
            found.append(line)
    return found


def _has_words(said: str) -> bool:
    return any(letter.isalpha() for letter in said)
