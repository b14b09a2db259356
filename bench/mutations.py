"""Mutation testing of the chapters of each game (mutmut): how many planted faults the game's own tests notice.

Works on a copy of the tree in `.soak/`, so the sources are never touched. A mutant that no test reaches lives.
`python bench/mutations.py GAME [MODULE …]` runs one game, or some of its modules, and lists the survivors.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / ".soak" / "mutations"
GAMES = ("china1880", "russian_railroads", "yokohama")
QUICK = {"china1880": ["trading"], "russian_railroads": ["scoring"], "yokohama": ["scoring"]}
CONFIG = """
[tool.mutmut]
source_paths = ["src/stellwerk"]
only_mutate = {mutated}
pytest_add_cli_args_test_selection = ["tests/games/{game}"]
pytest_add_cli_args = ["-m", "not slow"]
also_copy = ["tests", "scripts"]
"""


def prepared(game: str, modules: list[str]) -> Path:
    """A copy of what the tests of a game need, told to mutate its chapters."""
    place = WORK / game
    shutil.rmtree(place, ignore_errors=True)
    for part in ("src", "tests", "scripts"):
        shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__"))
    chapters = f"src/stellwerk/games/{game}/chapters"
    mutated = [f"{chapters}/{module}.py" for module in modules] or [f"{chapters}/*.py"]
    config = (ROOT / "pyproject.toml").read_text("utf-8") + CONFIG.format(mutated=json.dumps(mutated), game=game)
    (place / "pyproject.toml").write_text(config, "utf-8")
    return place


def mutmut(place: Path, *words: str) -> str:
    command = [sys.executable, "-m", "mutmut", *words]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True)
    if done.returncode and words[0] != "run":
        raise AssertionError(done.stderr[-2000:])
    return done.stdout


def judged(game: str, modules: list[str]) -> tuple[dict[str, int], list[str]]:
    """Counts by fate, and the names of those that lived."""
    place = prepared(game, modules)
    told = mutmut(place, "run")
    mutmut(place, "export-cicd-stats")
    found = place / "mutants" / "mutmut-cicd-stats.json"
    if not found.exists():
        raise AssertionError(told[-2000:])
    lived = [
        line.strip() for line in mutmut(place, "results").splitlines() if ": survived" in line or "no tests" in line
    ]
    return json.loads(found.read_text("utf-8")), lived


def row(game: str, counts: dict[str, int]) -> str:
    dead = counts["killed"] + counts["timeout"] + counts.get("segfault", 0)
    total = counts["total"] - counts.get("skipped", 0)
    share = dead / total if total else 0
    fates = ", ".join(
        f"{name} {counts[name]}" for name in ("killed", "timeout", "survived", "no_tests") if counts.get(name)
    )
    return f"| mutations | {game} | {share:.1%} of {total} dead | {fates}; goal ≥ 80 % |"


def soak(quick: bool = False) -> list[str]:
    return [row(game, judged(game, QUICK[game] if quick else [])[0]) for game in GAMES]


if __name__ == "__main__":
    name, *chosen = sys.argv[1:]
    counts, lived = judged(name, chosen)
    print("\n".join(lived))
    print(row(name, counts))
