"""`make wheels`: the plain wheel that runs everywhere, and one for this system whose route search is compiled.

Both are built from the packed source in a folder of their own: the compiler leaves its libraries beside the modules it
compiles, and in the tree we work in they would be loaded instead of what we write.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
COMPILE = "HATCH_BUILD_HOOK_ENABLE_MYPYC"


def packed_source(folder: Path) -> Path:
    _run(["-m", "hatchling", "build", "-t", "sdist", "-d", str(folder)])
    return next(folder.glob("stellwerk-*.tar.gz"))


def wheel(source: Path, folder: Path, *, compiled: bool) -> Path:
    """What is needed for building comes by the versions of the constraints file, into an environment of its own."""
    known = set(folder.glob("*.whl"))
    settings = {COMPILE: str(compiled).lower(), "PIP_CONSTRAINT": str(ROOT / "constraints.txt")}
    _run(["-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(folder), str(source)], settings)
    made = set(folder.glob("*.whl")) - known
    return made.pop() if made else next(path for path in known if ("none-any" in path.name) != compiled)


def _run(arguments: list[str], settings: dict[str, str] | None = None) -> None:
    subprocess.run([sys.executable, *arguments], check=True, cwd=ROOT, env={**os.environ, **(settings or {})})


def main() -> int:
    DIST.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        source = packed_source(Path(folder))
        for compiled in (False, True):
            print(wheel(source, DIST, compiled=compiled).relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
