"""Enter the tables of a release: `python scripts/edition.py 0.2`, once, when 0.2 is made.

Every game gets `data/0.2/edition.toml`. No file is copied: whoever changes a table afterwards first copies it there,
and a test says so if he does not.
"""

from __future__ import annotations

import hashlib
import sys
from importlib.resources import files
from pathlib import Path

from stellwerk.core.components import RULES
from stellwerk.core.editions import ABOUT
from stellwerk.games import PACKAGES, game

NOTE = "# The tables of {release}. A file that is not beside this one has not changed since."


def entry(id_: str, release: str) -> str:
    found = game(id_)
    tables = {name: text for name, text in found.components.files.items() if name != RULES}
    lines = [f'"{name}" = "{hashlib.sha256(text.encode()).hexdigest()[:16]}"' for name, text in tables.items()]
    head = [NOTE.format(release=release), f"rules_version = {found.rules_version}"]
    return "\n".join([*head, f'digest = "{found.components.digest}"', "", "[files]", *lines, ""])


def main(release: str) -> None:
    for id_, package in PACKAGES.items():
        folder = Path(str(files(package))) / "rules" / "data" / release
        folder.mkdir(exist_ok=True)
        (folder / ABOUT).write_text(entry(id_, release), "utf-8")
        print(folder)


if __name__ == "__main__":
    main(sys.argv[1])
