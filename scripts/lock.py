"""`make lock`: write down which files of which packages may be installed, by their digests, into `locked/`.

    python scripts/lock.py EXTRA,EXTRA,…     the extras of developers

`constraints.txt` says which versions; here stand the digests of everything the index has of them, wheels of every
system and Python included, and what only some systems need. Where it all comes from is each machine's business: no
address is written.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "locked"
COMPILE = (
    *("uv", "pip", "compile", "pyproject.toml", "--universal", "--python-version", "3.11"),
    *("--constraints", "constraints.txt", "--generate-hashes", "--no-annotate", "--no-header", "--no-emit-index-url"),
)


def lock(name: str, extras: list[str]) -> None:
    chosen = [word for extra in extras for word in ("--extra", extra)]
    output = FOLDER / f"{name}.txt"
    command = [sys.executable, "-m", *COMPILE, *chosen, "--quiet", "--output-file", str(output)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    print(f"{output.relative_to(ROOT)}: {output.read_text('utf-8').count('==')} packages")


def main(arguments: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    lock("players", [])
    lock("developers", arguments[0].split(","))


if __name__ == "__main__":
    main(sys.argv[1:])
