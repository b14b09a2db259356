"""Mutation testing of the chapters of each game: how many planted faults (mutmut's) the game's own tests notice.

Works on a copy of the tree in `.soak/`, so the sources are never touched. A mutant that no test reaches lives.

    python bench/mutations.py GAME [CHAPTER …] [--sample N] [--seed S] [--jobs J] [--keep]

judges the mutants of one game, or of some of its chapters, and lists the survivors with what was changed. `--sample`
draws N mutants from all chapters in proportion, always the same ones for a seed. An interrupted run goes on where it
stopped; verdicts are dropped when the game or its tests have changed. `--keep` lets deaths stand while tests are added.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from mutmut.mutation.file_mutation import mutate_file_contents

ROOT = Path(__file__).resolve().parent.parent
WORK = ROOT / ".soak" / "mutations"
GAMES = ("china1880", "russian_railroads", "yokohama")
DEAD = ("killed", "timeout")
Fates = dict[str, str]


class Ground:
    """The copy in which the mutants of a game are judged, and what has been found out there."""

    def __init__(self, game: str, keep: bool = False) -> None:
        self.game, self.place = game, WORK / game
        self.chapters = f"src/stellwerk/games/{game}/rules/chapters"
        self.verdicts, self.mutants = self.place / "verdicts.jsonl", self.place / "mutants.json"
        told = self._told()
        before = json.loads(self._file("told.json").read_text("utf-8")) if self._file("told.json").exists() else {}
        if before == told:
            return
        same = before.get("chapters") == told["chapters"]
        deaths = {name: fate for name, fate in self.fates().items() if fate in DEAD} if keep and same else {}
        planted = self._planted() if same else {}
        self._copy()
        for path, text in (planted or self._plant()).items():
            (self.place / path).write_text(text, "utf-8")
        for name, fate in deaths.items():
            self._add(name, fate)
        self._file("told.json").write_text(json.dumps(told), "utf-8")

    def _file(self, name: str) -> Path:
        return self.place / name

    def _told(self) -> dict[str, str]:
        """What the verdicts rest on."""
        rooms = ("core", "rail18", f"games/{self.game}")
        return {
            "chapters": _digest([ROOT / self.chapters]),
            "rest": _digest([ROOT / "tests/games" / self.game, *(ROOT / "src/stellwerk" / room for room in rooms)]),
        }

    def _copy(self) -> None:
        shutil.rmtree(self.place, ignore_errors=True)
        for part in ("src", "tests", "scripts", "bench"):
            shutil.copytree(ROOT / part, self.place / part, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", self.place)
        self._file("selection").write_text(f"tests/games/{self.game}", "utf-8")

    def _planted(self) -> dict[str, str]:
        """What stands here already: planting takes longer than copying."""
        files = [self.mutants, *(self.place / self.chapters).glob("*.py")]
        return {str(path.relative_to(self.place)): path.read_text("utf-8") for path in files}

    def _plant(self) -> dict[str, str]:
        """Every chapter with all its mutants in it, each asleep, and what each changes."""
        texts, changes = {}, {}
        for path in sorted((self.place / self.chapters).glob("*.py")):
            planted = mutate_file_contents(str(path), path.read_text("utf-8"))
            texts[f"{self.chapters}/{path.name}"] = planted.code
            lines, module = planted.code.splitlines(), f"stellwerk.games.{self.game}.chapters.{path.stem}"
            spans = {name: lines[at.start - 1 : at.end] for name, at in planted.line_span_by_function_name.items()}
            for name in planted.mutant_names:
                original = spans[f"{name.partition('__mutmut_')[0]}__mutmut_orig"]
                changes[f"{module}.{name}"] = _change(original, spans[name])
        return texts | {self.mutants.name: json.dumps(changes, indent=0, ensure_ascii=False)}

    def changes(self, chapters: Iterable[str] = ()) -> dict[str, str]:
        """What each mutant changes."""
        found: dict[str, str] = json.loads(self.mutants.read_text("utf-8"))
        return {name: change for name, change in found.items() if not chapters or _chapter(name) in chapters}

    def fates(self) -> Fates:
        if not self.verdicts.exists():
            return {}
        rows = map(json.loads, self.verdicts.read_text("utf-8").splitlines())
        return {row["mutant"]: row["fate"] for row in rows}

    def _add(self, name: str, fate: str) -> None:
        with self.verdicts.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"mutant": name, "fate": fate, "by": "before"}, ensure_ascii=False) + "\n")

    def judge(self, names: list[str], jobs: int) -> Fates:
        """The fate of each mutant; those known already are not judged again."""
        known = self.fates()
        if open_ := [name for name in names if name not in known]:
            self._file("names").write_text("\n".join(open_), "utf-8")
            command = [sys.executable, "-m", "bench.judge", "names", "verdicts.jsonl", str(jobs)]
            paths = os.pathsep.join([str(self.place / "src"), str(self.place)])
            done = subprocess.run(
                command, cwd=self.place, env=os.environ | {"PYTHONPATH": paths}, stdout=subprocess.PIPE
            )
            known = self.fates()
            if not set(names) <= known.keys():
                raise AssertionError(done.stdout.decode()[-2000:])
        return {name: known[name] for name in names}


def _digest(places: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in sorted(p for place in places for p in place.rglob("*") if p.is_file() and "__pycache__" not in p.parts):
        found.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return found.hexdigest()


def _chapter(name: str) -> str:
    return name.split(".")[-2]


def _change(before: list[str], after: list[str]) -> str:
    """The lines that differ, the one with the name of the function left aside."""
    pairs = [(a.strip(), b.strip()) for a, b in zip(before, after, strict=False) if a != b and "__mutmut_orig" not in a]
    return "\n    ".join(f"{a}  →  {b}" for a, b in pairs)


def sample(names: Iterable[str], n: int, seed: int) -> list[str]:
    """The first `n` when every chapter, shuffled by a hash of the names, is dealt out in proportion to its size."""
    chapters: dict[str, list[str]] = {}
    for name in names:
        chapters.setdefault(_chapter(name), []).append(name)
    dealt = []
    for found in chapters.values():
        found.sort(key=lambda name: hashlib.sha256(f"{seed} {name}".encode()).digest())
        dealt += [((rank + 0.5) / len(found), name) for rank, name in enumerate(found)]
    return [name for _, name in sorted(dealt)[:n]]


def wilson(hits: int, n: int, z: float = 1.96) -> tuple[float, float]:
    """Where the share of all lies, by 95 %, when a sample has these hits."""
    middle, spread = hits / n + z * z / 2 / n, z * math.sqrt(hits / n * (1 - hits / n) / n + z * z / 4 / n / n)
    return (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)


def row(what: str, fates: Fates, total: int) -> str:
    counts = Counter(fates.values())
    dead, n = sum(counts[fate] for fate in DEAD), len(fates)
    low, high = wilson(dead, n)
    of = f"sample of {n} from {total}, 95 % interval {low:.1%}–{high:.1%}" if n < total else "all mutants"
    parts = ", ".join(f"{fate} {count}" for fate, count in counts.most_common())
    return f"| mutations | {what} | {dead / n:.1%} of {n} dead | {of}; {parts}; goal ≥ 80 % |"


def judged(ground: Ground, chapters: list[str], n: int, seed: int, jobs: int) -> tuple[Fates, int]:
    names = list(ground.changes(chapters))
    chosen = sample(names, n, seed) if n else names
    print(f"{ground.game}: {len(chosen)} of {len(names)} mutants", file=sys.stderr)
    return ground.judge(chosen, jobs), len(names)


def soak(quick: bool = False) -> list[str]:
    """All mutants of all games; a small sample if it must be quick."""
    jobs = os.cpu_count() or 1
    return [row(game, *judged(Ground(game), [], 60 if quick else 0, 1, jobs)) for game in GAMES]


def main() -> None:
    ask = argparse.ArgumentParser(description="Mutation testing of the chapters of a game.")
    ask.add_argument("game", choices=GAMES)
    ask.add_argument("chapters", nargs="*")
    ask.add_argument("--sample", type=int, default=0, help="judge so many mutants, drawn evenly from the chapters")
    ask.add_argument("--seed", type=int, default=1, help="which sample")
    ask.add_argument("--jobs", type=int, default=1, help="processes at once")
    ask.add_argument("--keep", action="store_true", help="deaths stand although tests have changed")
    asked = ask.parse_args()
    ground = Ground(asked.game, asked.keep)
    fates, total = judged(ground, asked.chapters, asked.sample, asked.seed, asked.jobs)
    changes = ground.changes()
    for name in [name for name, fate in fates.items() if fate not in DEAD]:
        print(f"{fates[name]} {name.split('.chapters.')[1]}\n    {changes[name]}")
    for chapter in dict.fromkeys(map(_chapter, fates)):
        own = {name: fate for name, fate in fates.items() if _chapter(name) == chapter}
        print(f"{chapter}: {sum(fate in DEAD for fate in own.values())} of {len(own)} dead")
    print(row(asked.game, fates, total))


if __name__ == "__main__":
    main()
