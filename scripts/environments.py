"""Generate `docs/environments/<game>.md`: what every number of an observation and every action index means.

`--check` only says whether the pages are up to date. `--freeze GAME` prints the numbers as `tests/rl/frozen` keeps
them: from the day an environment is published no index of its version changes its meaning.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import projects
from scripts.pages import bring_up_to_date
from stellwerk import games
from stellwerk.rl import gymnasium_id
from stellwerk.rl.environment import Subject, subject_of
from stellwerk.rl.observation import Block


def place_of(id_: str) -> Path:
    return projects.home_of(id_) / "docs" / "environments" / f"{id_}.md"


def played() -> list[str]:
    return [id_ for id_ in projects.developed() if games.companion(id_, "rl") is not None]


def frozen(subject: Subject) -> list[str]:
    """A line for every number: name, range, unit."""
    return [f"{n.name} {n.low}..{n.high} {n.unit}" for n in subject.observations.numbers]


def page(id_: str) -> str:
    return "\n".join([*_head(id_), *_observations(subject_of(id_)), *_actions(subject_of(id_))]) + "\n"


def _head(id_: str) -> Iterator[str]:
    subject = subject_of(id_)
    game = subject.game
    yield f"# {game.title} as an environment"
    yield ""
    yield (
        f'`gymnasium.make("{gymnasium_id(id_)}")` after `import stellwerk.rl`; `stellwerk.rl.environment.env("{id_}")` '
        f"for PettingZoo. {min(game.seats)} to {max(game.seats)} players, {subject.observations.size} numbers, "
        f"{len(subject.layout)} actions. Written by `make docs`; what it all is for: [research](../research.md)."
    )
    yield ""


def _observations(subject: Subject) -> Iterator[str]:
    yield "## Observation"
    yield ""
    yield (
        "A number is at `first + row × columns + column` of the flat observation; in the structured one a block is an "
        "array of the shape given."
    )
    yield ""
    for block in subject.observations.blocks:
        part = subject.observations.parts[block.name]
        yield f"### `{block.name}`: {part.start}–{part.stop - 1}, shape {' × '.join(map(str, block.shape))}"
        yield ""
        yield f"Rows: {_rows(block)}."
        yield ""
        yield "| column | name | range | unit | source in the view |"
        yield "|---|---|---|---|---|"
        for n, c in enumerate(block.columns):
            yield f"| {n} | `{c.name}` | {c.low} … {c.high} | {c.unit} | {c.source} |"
        yield ""


def _rows(block: Block) -> str:
    return ", ".join(f"{n} `{row}`" for n, row in enumerate(block.rows))


def _actions(subject: Subject) -> Iterator[str]:
    yield "## Actions"
    yield ""
    yield "A move is said word by word; the mask shows the words that lead to a legal move."
    yield ""
    yield "| index | word | meaning |"
    yield "|---|---|---|"
    words = subject.layout.explained(subject.game)
    for kind, run in groupby(words, key=lambda word: word.word.partition(" ")[0]):
        found = list(run)
        if kind in ("do", "end"):
            yield from (f"| {word.number} | `{word.word}` | {word.text} |" for word in found)
            continue
        indices = f"{found[0].number}–{found[-1].number}" if len(found) > 1 else str(found[0].number)
        values = ", ".join(f"`{word.word.partition(' ')[2]}`" for word in found)
        yield f"| {indices} | `{kind} …` | {kind}: {values} |"


def main() -> int:
    if "--freeze" in sys.argv:
        print("\n".join(frozen(subject_of(sys.argv[-1]))))
        return 0
    return bring_up_to_date((place_of(id_), page(id_)) for id_ in played())


if __name__ == "__main__":
    sys.exit(main())
