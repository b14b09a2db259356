"""Make `CHANGELOG.md` from its fragments: `changelog.d/<number or word>.<new|change|fix>.md`, one line each.

`make changelog` rewrites the section of the version in `pyproject.toml`; older sections stay as they are.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KINDS = {"new": "New", "change": "Changes", "fix": "Fixes"}
HEAD = "# Changelog\n\nMade from the fragments in `changelog.d/` by `make changelog`.\n"


def section() -> str:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    lines = [f"## {version}", ""]
    for kind, title in KINDS.items():
        found = sorted((ROOT / "changelog.d").glob(f"*.{kind}.md"))
        if found:
            lines += [f"### {title}", ""]
            lines += [f"- {' '.join(path.read_text('utf-8').split())}" for path in found]
            lines.append("")
    return "\n".join(lines)


def changelog() -> str:
    """The whole file: the newest section made anew, the others kept."""
    now = section()
    path = ROOT / "CHANGELOG.md"
    old = path.read_text("utf-8") if path.exists() else HEAD
    sections = re.split(r"(?m)^(?=## )", old)[1:]
    kept = [s for s in sections if s.splitlines()[0] != now.splitlines()[0]]
    return "\n".join([HEAD, now, *kept])


def main() -> int:
    path = ROOT / "CHANGELOG.md"
    if "--check" in sys.argv:
        return 0 if path.exists() and path.read_text("utf-8") == changelog() else 1
    path.write_text(changelog(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
