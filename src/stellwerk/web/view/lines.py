"""A text told by another that the browser has: which lines of it stay, and what stands between them.

After a move most of a page's parts say what they said before: one line of the log is new, one player has less money.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import TypeAlias

from stellwerk.table.cache import Cache

Piece: TypeAlias = "str | tuple[int, int]"
"""New text, or lines of the old one, from and to."""
Told: TypeAlias = "tuple[str, str] | tuple[str, list[Piece], str]"
"""Digest and text; or digest, the pieces it is made of, and the digest of what they are taken from."""
SENT: Cache[tuple[str, str, str, str], str] = Cache(8_000_000, len)
"""Parts as they were sent in answers, by session, page, part and digest. What is forgotten is sent whole."""


def told(
    owner: tuple[str, str], parts: Mapping[str, tuple[str, str]], have: Mapping[str, str], kept: Container[str]
) -> dict[str, Told]:
    """Parts, for a page that has kept the texts of some: what it can take from there need not be sent.

    Only what the same session was sent counts: nobody learns from an answer what others were sent.
    """
    found: dict[str, Told] = {}
    for id_, (digest, text) in parts.items():
        base = str(have.get(id_))
        old = SENT.get((*owner, id_, base)) if id_ in kept else None
        SENT.put((*owner, id_, digest), text)
        found[id_] = (digest, text) if old is None else (digest, by_lines(old, text), base)
    return found


def by_lines(old: str, new: str) -> list[Piece]:
    """What `lines.js` makes the new text from."""
    known, wanted = old.split("\n"), new.split("\n")
    places = {line: n for n, line in reversed(list(enumerate(known)))}
    found: list[Piece] = []
    fresh: list[str] = []
    at = expected = 0
    while at < len(wanted):
        start = _place(known, wanted[at], expected, places)
        if start is None:
            fresh.append(wanted[at])
            at += 1
            continue
        length = _shared(known, start, wanted, at)
        found += [*_joined(fresh), (start, start + length)]
        fresh, at, expected = [], at + length, start + length
    return found + _joined(fresh)


def _joined(lines: Sequence[str]) -> list[Piece]:
    return ["\n".join(lines)] if lines else []


def _place(known: Sequence[str], line: str, expected: int, places: dict[str, int]) -> int | None:
    """Where a line stands: where the text goes on, else where it stands first."""
    if expected < len(known) and known[expected] == line:
        return expected
    return places.get(line)


def _shared(known: Sequence[str], start: int, wanted: Sequence[str], at: int) -> int:
    """How many lines are the same from two places on."""
    pairs = zip(known[start:], wanted[at:], strict=False)
    return next((n for n, (old, new) in enumerate(pairs) if old != new), min(len(known) - start, len(wanted) - at))


def together(old: str, pieces: Sequence[Piece]) -> str:
    """The text that was told; as `lines.js` puts it together."""
    known = old.split("\n")
    return "\n".join(piece if isinstance(piece, str) else "\n".join(known[slice(*piece)]) for piece in pieces)
