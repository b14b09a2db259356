"""Every objection that the chapters of a game can raise is quoted by a test of that game, text and section."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from scripts import projects

RAISED_BY = {"against": (0, 1), "no": (0, 1), "Illegal": (1, 0)}
"""Where the section and the text stand among the arguments."""


def _words(node: ast.expr) -> str | None:
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Text", "rule", "cite") and node.args:
        node = node.args[0]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def objections(game: str) -> Iterator[tuple[str, str, str | None]]:
    """Chapter, text and section (None if it is computed) of each."""
    for path in sorted((projects.source_of(game) / "rules" / "chapters").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            section, text = _raised(node)
            if text is not None:
                yield path.stem, text, section


def _raised(node: ast.AST) -> tuple[str | None, str | None]:
    """Section and text of a call, or of an entry in a table of sections and texts."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISED_BY:
        section, text = (node.args[at] for at in RAISED_BY[node.func.id])
        return _words(section), _words(text)
    if isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[1], ast.Lambda):
        return _words(node.elts[0]), _words(node.elts[1].body)
    return None, None


def quoted(game: str) -> list[str]:
    """All strings in the tests of a game."""
    trees = [ast.parse(path.read_text("utf-8")) for path in sorted(projects.tests_of(game).glob("test_*.py"))]
    return [
        n.value for tree in trees for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)
    ]


def untested(game: str) -> list[str]:
    """Objections that no test quotes in full, with the section in brackets."""
    said = [line for line in quoted(game) if line.endswith("]")]
    missing = []
    for chapter, text, section in objections(game):
        words = re.sub(r"\\\{\w+\\\}", ".+", re.escape(text))
        pattern = re.compile(rf"{words} \[\S*{re.escape(section or '')}\]" if section else rf"{words} \[.+\]")
        if not any(map(pattern.fullmatch, said)):
            missing.append(f"{chapter}: {text} [{section or '…'}]")
    return missing


@pytest.mark.parametrize("game", projects.developed())
def test_every_objection_of_the_chapters_is_quoted(game: str) -> None:
    # A game that objects to next to nothing has not been read: ours have more than fifty objections each.
    assert len(list(objections(game))) > (50 if game in projects.ours() else 5)
    assert untested(game) == []
