"""Generate `docs/environments/<game>.md`: what every number of an observation and every action index means, and what
bots and programs work with: the set-up switches, the moves and the fields of a view.

`--check` only says whether the pages are up to date. `--freeze GAME` prints the numbers as `tests/rl/frozen` keeps
them: from the day an environment is published no index of its version changes its meaning.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from itertools import chain, groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import projects
from scripts.fields import Described, described, parts_of
from scripts.pages import bring_up_to_date
from stellwerk import games
from stellwerk.core import Action, Chance, Game, advance, pending
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
    subject = subject_of(id_)
    parts = (_head(id_), _observations(subject), _actions(subject), _switches(subject.game), _moves(subject.game))
    return "\n".join([*chain(*parts), *_view(subject.game)]) + "\n"


def _head(id_: str) -> Iterator[str]:
    subject = subject_of(id_)
    game = subject.game
    yield f"# {game.title} as an environment"
    yield ""
    yield (
        f'`gymnasium.make("{gymnasium_id(id_)}")` after `import stellwerk.rl`; `stellwerk.rl.environment.env("{id_}")` '
        f"for PettingZoo. {min(game.seats)} to {max(game.seats)} players, {subject.observations.size} numbers, "
        f"{len(subject.layout)} actions. What it all is for: [research](../research.md)."
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
    yield (
        "A move is said word by word; the mask shows the words that lead to a legal move. A uniform choice among the "
        "words of a mask is not the bot `random`, which draws whole moves: "
        "[how to draw like it](../research.md#random-words-and-random-moves)."
    )
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
    yield ""


def _switches(game: Game[Any]) -> Iterator[str]:
    """What `variants=` takes."""
    yield "## Set-up switches"
    yield ""
    yield "`variants={name: value}` for an environment, a table of the API or a log."
    yield ""
    yield "| name | default | meaning |"
    yield "|---|---|---|"
    usual = game.variants()
    for name, switch in game.switches.items():
        yield f"| `{name}` | `{getattr(usual, name)}` | {switch.text} |"
    if game.profiles:
        yield f"| `profile` | – | all of them at once: {', '.join(f'`{name}`' for name in game.profiles)} |"
    yield ""


def _moves(game: Game[Any]) -> Iterator[str]:
    yield "## Moves"
    yield ""
    yield (
        "What options hold and `Answer` takes: an action is a value with the fields given, `action.verb` its verb, "
        "`str(action)` the line that logs and the API speak ([notation](../notation.md))."
    )
    yield ""
    yield "| line | action | what it does |"
    yield "|---|---|---|"
    for kind in game.actions:
        names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
        line = " ".join([kind.verb, *(name.upper() for name in names)])
        yield f"| `{line}` | `{kind.__name__}({', '.join(names)})` | {_deed(game, kind)} |"
    yield ""


def _deed(game: Game[Any], kind: type[Action]) -> str:
    text = " ".join((kind.__doc__ or "").split())
    title = str(kind.title) if kind.title is not None else ""
    asked = [step for step in game.steps if kind in getattr(step, "kinds", ())]
    dealt = bool(asked) and all(issubclass(step, Chance) for step in asked) and not text.startswith("Chance")
    told = text if text and not text.startswith(f"{kind.__name__}(") else f"{title}."
    return f"Chance: {told}" if dealt else told


def _view(game: Game[Any]) -> Iterator[str]:
    """What a bot gets as `view`, and the API as JSON."""
    view = type(game.view(game.setup(max(game.seats)), 0))
    yield "## View"
    yield ""
    yield (
        f"What a seat sees, as bots get it (`view`, a `{view.__name__}`) and the API shows it. `Seat` is a number "
        "from 0. Components (`tables`, `box`) are the same for all and not among what the API sends."
    )
    yield ""
    yield (
        "`game.scores(state)` is a list of `Score`, a seat each: `seat`, `total` (points or yen), `rank` (1 is the "
        "first, equal ranks are shared places), `items` (pairs of a `Text`, `str()` of it a word, and a number; "
        f"together the total). Here: {_items(game)}."
    )
    yield ""
    for part in parts_of(view):
        if part is game.variants:
            continue
        yield f"### `{part.__name__}`"
        yield ""
        yield "| field | type | meaning |"
        yield "|---|---|---|"
        for field in explained(game, part):
            kind = field.kind.replace("|", "\\|")
            yield f"| `{field.name}` | `{kind}` | {field.meaning.replace('|', chr(92) + '|')} |"
        yield ""
    yield "### Words"
    yield ""
    yield "Of the state, which `game.imagine(view, rng)` gives; where a view shows it otherwise, its field says so."
    yield ""
    yield "```text"
    yield glossary(game)
    yield "```"


def _items(game: Game[Any]) -> str:
    """What a score is made of, at the end of a game by chance."""
    s, dice = game.setup(max(game.seats)), random.Random(1)
    while (choice := pending(s)) is not None:
        advance(s, choice.options(s).sample(dice))
    return ", ".join(dict.fromkeys(f"`{text.message}`" for score in game.scores(s) for text, _ in score.items))


def glossary(game: Game[Any]) -> str:
    text = import_module(f"{games.package(game.id)}.rules.state").__doc__ or ""
    return text.partition("\n\n")[2].strip()


def explained(game: Game[Any], part: Any) -> list[Described]:
    """The fields of a part of a view. What stands under no field is a word of the glossary."""
    words = dict(re.findall(r"^([\w, ]+?) {2,}(\S.*)$", glossary(game), re.MULTILINE))
    known = {name: text for names, text in words.items() for name in names.split(", ")}
    return [field._replace(meaning=field.meaning or known.get(field.name, "")) for field in described(part)]


def main() -> int:
    if "--freeze" in sys.argv:
        print("\n".join(frozen(subject_of(sys.argv[-1]))))
        return 0
    return bring_up_to_date((place_of(id_), page(id_)) for id_ in played())


if __name__ == "__main__":
    sys.exit(main())
