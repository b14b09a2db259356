"""Write THIRD_PARTY.md: what Stellwerk needs to run, by whom it is licensed, read off the installed packages."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "THIRD_PARTY.md"
HEAD = """# Third-party notices

Stellwerk brings no code of others; these packages are installed beside it. Written by `python scripts/notices.py`.

Pebble is under the LGPL: it is used as it is, as a library of its own, and may be replaced by another version.

| package | licence |
|---|---|
"""


def needed() -> list[str]:
    """What an installation without extras pulls in, by name, in alphabetical order."""
    found: set[str] = set()
    open_ = ["stellwerk"]
    while open_:
        name = open_.pop()
        try:
            requires = distribution(name).requires or []
        except PackageNotFoundError:  # for another system
            continue
        found.add(name)
        words = (re.split(r"[^\w.-]", each)[0] for each in requires if "extra ==" not in each)
        wanted = [word.lower().replace("_", "-") for word in words]
        open_ += [each for each in wanted if each not in found]
    return sorted(found - {"stellwerk"})


def licence(name: str) -> str:
    about = distribution(name).metadata
    said = about.get("License-Expression") or ""
    classified = [
        each.rpartition(" :: ")[2] for each in about.get_all("Classifier") or () if each.startswith("License")
    ]
    short = (about.get("License") or "").strip().splitlines()
    return said or ", ".join(classified) or (short[0] if short else "see the package")


def notices() -> str:
    return HEAD + "".join(f"| {name} | {licence(name)} |\n" for name in needed())


if __name__ == "__main__":
    PLACE.write_text(notices(), "utf-8")
