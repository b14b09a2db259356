"""A data set on the disk: `dataset.json` says what it is made of, `data/part-*.parquet` are its rows, `README.md` its
card. A part holds a fixed run of games and depends on nothing else, so an interrupted set goes on where it stopped and
the same seeds give the same bytes, however many processes made them.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from stellwerk.bots.bot import Budget
from stellwerk.bots.selfplay import Job, seated
from stellwerk.core.log import Document, read
from stellwerk.datasets.rows import Played, of_bots, of_log, stacked
from stellwerk.games import game as game_of
from stellwerk.rl.environment import Subject, subject_of

SCHEMA = 2
"""The version of the columns; raised when one changes its meaning. Since 2 a move without a word has a row."""
GAMES_A_PART = 50


class Mismatch(ValueError):
    """A folder that holds another data set."""


@dataclass(frozen=True)
class Recipe:
    """What a data set is made of. Equal recipes make equal bytes."""

    game: str
    games: int
    seats: int
    bots: tuple[str, ...]
    """Repeated over the seats, rotated from game to game; none for a set of games that were played."""
    iterations: int
    seed: int
    logs: tuple[str, ...] = ()
    """Digests of the logs it is made from, in their order."""

    def head(self) -> dict[str, Any]:
        """What is kept beside the data, with the rules they were played by."""
        game = game_of(self.game)
        rules = {"rules_version": game.rules_version, "components": game.components.digest}
        told = {"schema": SCHEMA, "games_a_part": GAMES_A_PART, **asdict(self), **rules}
        made: dict[str, Any] = json.loads(json.dumps(told))
        return made

    @property
    def parts(self) -> range:
        return range((self.games + GAMES_A_PART - 1) // GAMES_A_PART)

    def numbers(self, part: int) -> range:
        """The games of a part."""
        return range(part * GAMES_A_PART, min(self.games, (part + 1) * GAMES_A_PART))

    def job(self, number: int) -> Job:
        names = tuple(self.bots[(n + number) % len(self.bots)] for n in range(max(self.seats, len(self.bots))))
        budget = Budget(iterations=self.iterations)
        return Job(self.game, self.seats, self.seed + number, seated(names, self.seats), budget)


@dataclass(frozen=True)
class Part:
    """One file to be made."""

    recipe: Recipe
    number: int
    folder: str
    logs: tuple[str, ...] = ()
    """The texts of the logs of this part."""

    @property
    def path(self) -> Path:
        return Path(self.folder) / "data" / f"part-{self.number:05d}.parquet"


def begun(recipe: Recipe, folder: Path) -> None:
    """A folder for a data set; one that holds another is refused, one that holds this is gone on with."""
    text = json.dumps(recipe.head(), indent=1, ensure_ascii=False) + "\n"
    place = folder / "dataset.json"
    if place.exists() and place.read_text("utf-8") != text:
        raise Mismatch(f"{folder} holds another data set; give it another folder")
    (folder / "data").mkdir(parents=True, exist_ok=True)
    unready = folder / "dataset.unready"
    unready.write_text(text, "utf-8")
    os.replace(unready, place)


def made(part: Part) -> int:
    """Make one file, whole or not at all; how many games are in it."""
    import pyarrow.parquet

    subject = subject_of(part.recipe.game)
    numbers = part.recipe.numbers(part.number)
    if part.recipe.bots:
        games = [of_bots(subject, part.recipe.job(number)) for number in numbers]
    else:
        documents: list[Document] = [read(text) for text in part.logs]
        games = [played for document in documents if (played := of_log(subject, document)) is not None]
    unready = part.path.with_suffix(".unready")
    table = table_of(subject, games, numbers.start)
    pyarrow.parquet.write_table(table, unready, compression="zstd", row_group_size=16_384)
    os.replace(unready, part.path)
    return len(numbers)


@cache
def schema(size: int) -> Any:
    import pyarrow as pa

    fields = [
        ("game", pa.int32(), "number of the game in the set"),
        ("seed", pa.int64(), "seed of the game; none for games that were played"),
        ("step", pa.int32(), "number of the row in its game"),
        ("move", pa.int32(), "number of the move in its game; a move of several words is several rows"),
        ("player", pa.int8(), "who decides: a seat, from 0"),
        ("players", pa.int8(), "how many play"),
        ("bot", pa.dictionary(pa.int8(), pa.string()), "the bot at that seat; none for a person"),
        ("features", pa.list_(pa.int32(), size), "the flat observation"),
        ("legal", pa.list_(pa.int16()), "the mask: indices of the legal words"),
        ("action", pa.int16(), "the word that was said; -1 where the layout has none for the move, see notation"),
        ("policy", pa.list_(pa.float32()), "chance of each legal word by the bot's own account; none if unknown"),
        ("value", pa.float32(), "what the bot thinks its position is worth, in its own unit; none if it did not say"),
        ("notation", pa.string(), "the whole move"),
        ("place", pa.int8(), "final place of the player, 1 is the first"),
        ("score", pa.int32(), "final points of the player"),
        ("reward", pa.float32(), "final place as the environments pay it: 1 for the first, -1 for the last"),
    ]
    return pa.schema([pa.field(name, kind, metadata={"meaning": text}) for name, kind, text in fields])


def table_of(subject: Subject, games: Sequence[Played], first: int) -> Any:
    import pyarrow as pa

    rows = [(n, step, played, row) for n, played in enumerate(games, first) for step, row in enumerate(played.rows)]
    size = subject.observations.size
    features = pa.FixedSizeListArray.from_arrays(pa.array(stacked(games, size)), size)
    columns = {
        "game": [n for n, _, _, _ in rows],
        "seed": [played.seed for _, _, played, _ in rows],
        "step": [step for _, step, _, _ in rows],
        "move": [row.move for _, _, _, row in rows],
        "player": [row.player for _, _, _, row in rows],
        "players": [played.players for _, _, played, _ in rows],
        "bot": pa.array([played.bots[row.player] for _, _, played, row in rows], pa.string()).dictionary_encode(),
        "features": features,
        "legal": [row.legal for _, _, _, row in rows],
        "action": [row.action for _, _, _, row in rows],
        "policy": [row.policy for _, _, _, row in rows],
        "value": [row.value for _, _, _, row in rows],
        "notation": [row.notation for _, _, _, row in rows],
        "place": [played.places[row.player] for _, _, played, row in rows],
        "score": [played.scores[row.player] for _, _, played, row in rows],
        "reward": [played.rewards[row.player] for _, _, played, row in rows],
    }
    shape = schema(size)
    arrays = [_column(columns[field.name], field) for field in shape]
    unspelled = sum(played.unspelled for played in games)
    facts = {"schema_version": str(SCHEMA), "game": subject.game.id, "unspelled": str(unspelled)}
    return pa.table(arrays, schema=shape.with_metadata(facts))


def _column(values: Any, field: Any) -> Any:
    import pyarrow as pa

    return values.cast(field.type) if isinstance(values, pa.Array) else pa.array(values, field.type)
