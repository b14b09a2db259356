"""Words on positions of a game in a library, in one or more languages, and whether the game is shared by a link."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from stellwerk.study.library.catalogue import Library

MOST_COMMENTS = 500
"""Of one game, all languages together."""
LONGEST_TITLE, LONGEST_TEXT = 80, 4000


@dataclass(frozen=True, slots=True)
class Comment:
    """`at` is the entry whose position it is about; with a title a chapter begins there."""

    at: int
    language: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Share:
    """A game that whoever has the link may study; `names` says whether with the names of the players."""

    game: int
    token: str
    names: bool


# --- comments --------------------------------------------------------------------------------------------------------


def comments_of(library: Library, number: int) -> list[Comment]:
    sql = "SELECT at, language, title, text FROM comment WHERE game = ? ORDER BY at, language"
    return [Comment(*row) for row in library.rows(sql, number)]


def write_comment(library: Library, number: int, comment: Comment) -> bool:
    """In the place of what was said there in this language; without words it is taken away. False if there are too
    many."""
    title, text = comment.title.strip()[:LONGEST_TITLE], comment.text.strip()[:LONGEST_TEXT]
    with library.writing() as db:
        db.execute(
            "DELETE FROM comment WHERE game = ? AND at = ? AND language = ?", (number, comment.at, comment.language)
        )
        if not title and not text:
            return True
        if db.execute("SELECT count(*) FROM comment WHERE game = ?", (number,)).fetchone()[0] >= MOST_COMMENTS:
            return False
        row = (number, comment.at, comment.language, title, text)
        db.execute("INSERT INTO comment VALUES (?, ?, ?, ?, ?)", row)
    return True


def read_in(comments: Sequence[Comment], language: str) -> dict[int, Comment]:
    """What is said at each position: in the reader's language, else in English, else as it was written."""
    found: dict[int, Comment] = {}
    for comment in sorted(comments, key=lambda one: (one.language != language, one.language != "en", one.language)):
        found.setdefault(comment.at, comment)
    return dict(sorted(found.items()))


# --- sharing ---------------------------------------------------------------------------------------------------------


def share_of(library: Library, number: int) -> Share | None:
    return _share(library, "game = ?", number)


def share_with(library: Library, token: str) -> Share | None:
    """The game a link is for."""
    return _share(library, "token = ?", token)


def _share(library: Library, where: str, value: int | str) -> Share | None:
    found = library.rows(f"SELECT game, token, names FROM share WHERE {where}", value)
    return Share(found[0][0], found[0][1], bool(found[0][2])) if found else None


def share(library: Library, number: int, names: bool) -> Share:
    """The link stays the same while a game is shared, whatever is shown with it."""
    known = share_of(library, number)
    made = Share(number, known.token if known is not None else secrets.token_urlsafe(15), names)
    with library.writing() as db:
        db.execute("INSERT OR REPLACE INTO share VALUES (?, ?, ?)", (made.game, made.token, made.names))
    return made


def unshare(library: Library, number: int) -> None:
    with library.writing() as db:
        db.execute("DELETE FROM share WHERE game = ?", (number,))
