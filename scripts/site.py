"""`make site`: the documents as a site in `build/site`, built strictly: a link that leads nowhere is an error.

The pages stay where they are read in the repository. What is built from lies in the same order below
`build/documents`: the pages, and every file they link to. A link to a folder leads to a page that lists it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAGE = ROOT / "build" / "documents"
PAGES = (
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "bench/results.md", "docs/**/*.md"),
    *("examples/*/README.md", "examples/*/docs/rules/*.md"),
)
LINK = re.compile(r"(\]\()([^)#\s]+)((?:#[^)\s]*)?\))")


def main() -> int:
    stage(STAGE)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--clean"]
    built = subprocess.run(command, cwd=ROOT, check=False, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(built.stdout if built.returncode else f"{STAGE.parent.relative_to(ROOT)}/site/index.html")
    return built.returncode


def stage(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for page in pages():
        _write(folder, page, page.read_text("utf-8"))
    for listed in sorted({target for page in pages() for target in _linked(page) if is_list(target)}):
        _write(folder, listed / "index.md", _list_of(listed))


def pages() -> list[Path]:
    return sorted({page for pattern in PAGES for page in ROOT.glob(pattern)})


def _linked(page: Path) -> Iterator[Path]:
    for _, target, _ in LINK.findall(page.read_text("utf-8")):
        found = (page.parent / target).resolve()
        if ":" not in target and found.exists():
            yield found


def is_list(target: Path) -> bool:
    return target.is_dir() and not (target / "README.md").exists()


def _write(folder: Path, page: Path, text: str) -> None:
    """A page in its place, with the files it links to beside it."""
    place = folder / page.relative_to(ROOT)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(LINK.sub(lambda found: found[1] + _target(page, found[2]) + found[3], text), "utf-8")
    for target in _linked(page) if page.exists() else ():
        if target.is_file() and target.suffix != ".md":
            copy = folder / target.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(target, copy)


def _target(page: Path, target: str) -> str:
    if ":" in target or not (page.parent / target).is_dir():
        return target
    name = "index.md" if is_list((page.parent / target).resolve()) else "README.md"
    return f"{target.rstrip('/')}/{name}"


def _list_of(folder: Path) -> str:
    """A page for a folder: its documents by their headings, its other files by their names."""
    files = sorted(file for file in folder.iterdir() if file.is_file())
    rows = [f"- [{_heading(file)}]({file.name})" for file in files if file.suffix == ".md"]
    return "\n".join([f"# {folder.name.capitalize()}", "", *rows, ""])


def _heading(page: Path) -> str:
    return page.read_text("utf-8").partition("\n")[0].lstrip("# ")


if __name__ == "__main__":
    sys.exit(main())
