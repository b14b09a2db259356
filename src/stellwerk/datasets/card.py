"""The card of a data set: what it is, how it was made, what is in it, and how it is read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stellwerk.datasets.files import SCHEMA, Recipe, schema
from stellwerk.games import game as game_of
from stellwerk.rl.environment import subject_of

LOADING = """```python
import pyarrow.compute
import pyarrow.dataset

rows = pyarrow.dataset.dataset("data").to_table()
rows = rows.filter(pyarrow.compute.field("action") >= 0)  # moves that have words
features = rows["features"].combine_chunks().flatten().to_numpy().reshape(len(rows), -1)
actions = rows["action"].to_numpy()
```

With pandas (to be installed) it is `pandas.read_parquet("data")`, with polars `polars.read_parquet("data/*.parquet")`.
"""


def written(recipe: Recipe, folder: Path) -> None:
    """Write the card once all parts are there."""
    (folder / "README.md").write_text("\n".join(_lines(recipe, folder)) + "\n", "utf-8")


def _lines(recipe: Recipe, folder: Path) -> Iterator[str]:
    game, size = game_of(recipe.game), subject_of(recipe.game).observations.size
    frame, unspelled = _read(folder)
    games = sorted(set(frame["game"]))
    yield f"# {game.title}: {len(games)} games, {len(frame['game'])} decisions"
    yield ""
    yield "A row for every decision, as the environments of Stellwerk see it: a move is said word by word."
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield f"| game | `{recipe.game}`, rules version {game.rules_version}, components {game.components.digest} |"
    yield f"| players | {_players(frame)} |"
    yield f"| made from | {_origin(recipe)} |"
    yield f"| rows without a word | {unspelled}: moves that the action layout cannot spell, `action` is -1 |"
    yield f"| schema | version {SCHEMA}; {size} features, {_names(recipe)} |"
    yield f"| files | {len(list((folder / 'data').glob('*.parquet')))} parts in `data/` |"
    yield "| people | players are numbers; no name is in the set |"
    yield "| licence | MIT, as the program that made it; the games belong to their publishers |"
    yield ""
    yield "## Columns"
    yield ""
    yield "| column | type | meaning |"
    yield "|---|---|---|"
    for field in schema(size):
        yield f"| `{field.name}` | {field.type} | {field.metadata[b'meaning'].decode()} |"
    yield ""
    yield "## Who played"
    yield ""
    yield "| bot | seats taken | first places, shared ones whole | mean score |"
    yield "|---|---|---|---|"
    yield from _standings(frame)
    yield ""
    yield "## Reading it"
    yield ""
    yield LOADING


def _names(recipe: Recipe) -> str:
    """Where the features are named, also for whoever has only installed the package."""
    return f"their order by `stellwerk.rl.environment.subject_of({recipe.game!r}).observations.numbers`"


def _read(folder: Path) -> tuple[dict[str, list[Any]], int]:
    import pyarrow.parquet

    names = ["game", "player", "players", "bot", "place", "score"]
    frame: dict[str, list[Any]] = {name: [] for name in names}
    unspelled = 0
    for path in sorted((folder / "data").glob("*.parquet")):
        table = pyarrow.parquet.read_table(path, columns=names)
        unspelled += int(table.schema.metadata[b"unspelled"])
        for name in names:
            frame[name] += table.column(name).to_pylist()
    return frame, unspelled


def _players(frame: dict[str, list[Any]]) -> str:
    found = sorted(set(zip(frame["game"], frame["players"], strict=True)))
    counts = {n: sum(players == n for _, players in found) for n in sorted({players for _, players in found})}
    return ", ".join(f"{n} in {games} games" for n, games in counts.items())


def _origin(recipe: Recipe) -> str:
    if not recipe.bots:
        return f"{len(recipe.logs)} logs of games that were played; those that did not end or break a rule are left out"
    seeds = f"seeds {recipe.seed} to {recipe.seed + recipe.games - 1}"
    return f"bots {', '.join(recipe.bots)}, rotated over the seats, {recipe.iterations} iterations a decision, {seeds}"


def _standings(frame: dict[str, list[Any]]) -> Iterator[str]:
    """By seat of each game: a bot that never had to decide anything has no row and is not counted."""
    keys = ("game", "player", "bot", "place", "score")
    seats = {row[:2]: row[2:] for row in zip(*(frame[key] for key in keys), strict=True)}
    for bot in sorted({bot or "" for bot, _, _ in seats.values()}):
        mine = [(place, score) for name, place, score in seats.values() if (name or "") == bot]
        firsts, mean = sum(place == 1 for place, _ in mine), sum(score for _, score in mine) / len(mine)
        yield f"| {bot or 'people'} | {len(mine)} | {firsts} ({firsts / len(mine):.1%}) | {mean:.1f} |"
