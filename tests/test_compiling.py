"""What a compiled build asks of the source: a fault that only shows in such a build.

The builds themselves are compared in `make soak ARGS=builds`: compiling takes most of a minute.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
WHEEL = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
HOOK = WHEEL["hooks"]["mypyc"]


def compiled() -> list[Path]:
    found = (path for folder in HOOK["include"] for path in sorted((ROOT / folder.strip("/")).glob("*.py")))
    return [path for path in found if f"/{path.relative_to(ROOT).as_posix()}" not in HOOK["exclude"]]


def too_early(source: str) -> Iterator[str]:
    """Fields of named tuples whose class stands further down: the compiled module would crash when it is imported."""
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    line_of = {node.name: node.lineno for node in classes}
    for node in classes:
        if any(isinstance(base, ast.Name) and base.id == "NamedTuple" for base in node.bases):
            for field in (part for part in node.body if isinstance(part, ast.AnnAssign)):
                names = {part.id for part in ast.walk(field.annotation) if isinstance(part, ast.Name)}
                yield from (f"{node.name}: {name}" for name in names if line_of.get(name, 0) > node.lineno)


def test_a_field_is_of_a_class_that_stands_above() -> None:
    assert len(compiled()) > 10
    assert not [f"{path.name}: {fault}" for path in compiled() for fault in too_early(path.read_text("utf-8"))]


def test_the_law_notices_a_class_below() -> None:
    assert list(too_early("class A(NamedTuple):\n  b: tuple[B, ...]\nclass B: ...")) == ["A: B"]
