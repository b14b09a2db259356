"""Many games: every count is that of the games themselves; shares have intervals; names only where asked for."""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stellwerk import games
from stellwerk.cli import app
from stellwerk.core import options, pending
from stellwerk.core.log import Record, write
from stellwerk.games import game
from stellwerk.study import frame
from stellwerk.study.analysis.model import Table
from stellwerk.study.library.catalogue import Library, wins_of
from stellwerk.study.library.reading import Fact, Shelved, shelved
from stellwerk.study.many import Share, over_many


def call(*words: object) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words])


def whole(seed: int, seats: int = 2) -> Record[Any]:
    record: Record[Any] = Record.new(game("russian-railroads"), seats, names=("Anna", "Bert", "Cleo")[:seats])
    rng = random.Random(seed)
    while pending(record.state) is not None:
        record.trust(options(record.state).sample(rng))
    return record


@pytest.fixture(scope="module")
def records() -> list[Record[Any]]:
    return [whole(seed, 2 + seed % 2) for seed in range(6)]


@pytest.fixture
def library(tmp_path: Path, records: list[Record[Any]]) -> Iterator[Library]:
    with closing(Library(tmp_path / "own.sqlite")) as made:
        for n, record in enumerate(records):
            made.add(shelved(record.game, record.header, record.entries), f"{n}.log", str(n))
        yield made


def named(tables: list[Table], id_: str) -> Table:
    return next(table for table in tables if table.id == id_)


def test_results_by_seat_are_those_of_the_games(library: Library, records: list[Record[Any]]) -> None:
    found = named(over_many(library), "seats")
    for row in found.rows:
        _, seats, seat, n, wins, _, _, mean = row.cells
        scores = [record.game.scores(record.state) for record in records if record.header.seats == seats]
        own = [score[int(str(seat)) - 1] for score in scores]
        assert n == len(own)
        assert float(str(wins)) == pytest.approx(sum(s.rank == 1 for s in own), abs=1)
        assert float(str(mean)) == pytest.approx(sum(s.total for s in own) / len(own), abs=0.1)
    assert sum(float(str(row.cells[4])) for row in found.rows) == pytest.approx(len(records), abs=0.01)


def test_only_games_of_a_title_and_a_number_of_players(library: Library) -> None:
    assert {row.cells[1] for row in named(over_many(library, seats=3), "seats").rows} == {3}
    assert over_many(library, "1880") == []


def test_a_game_taken_out_is_not_counted_any_more(library: Library) -> None:
    for listed in library.find():
        library.remove(listed.id)
    assert over_many(library) == []


def test_what_was_owned_is_counted_once_a_seat(tmp_path: Path, records: list[Record[Any]]) -> None:
    made = shelved(records[0].game, records[0].header, records[0].entries)
    places = [place for _, place in made.scores]
    winner = places.index(1)
    twice = replace(made, facts=(Fact("engineer", "engineer 1", winner), Fact("engineer", "engineer 1", winner)))
    with closing(Library(tmp_path / "one.sqlite")) as library:
        library.add(twice, "one", "one")
        (row,) = named(over_many(library), "russian-railroads-engineer").rows
    assert row.cells[1:3] == (1, f"{1 / places.count(1):.4g}")
    assert str(row.cells[0]) == "engineer 1 (Any track twice)"


def test_what_is_counted_has_a_title_and_a_name_in_words() -> None:
    """Every kind of fact that seats have; ids nobody knows stay as they are."""
    for id_ in ("1880", "russian-railroads", "yokohama"):
        facts = games.companion(id_, "study").Facts
        assert "opening" in facts.KINDS or "start bonus" in facts.KINDS
        assert str(getattr(facts, "name", lambda kind, value: value)("nothing", "of mine")) == "of mine"
    words = games.companion("yokohama", "study").Facts.name
    assert str(words("technology", "gas-light")) == "Gas light"
    assert str(words("opening", "church")) == "Church"
    assert str(words("order", "order-01")).startswith("order ")
    assert str(words("achievement", "b-yen")) == "Own 10 yen"


def test_people_are_counted_only_by_name(library: Library) -> None:
    assert not {"players", "head-to-head"} & {table.id for table in over_many(library)}
    tables = over_many(library, players=["anna", "Bert"])
    assert [tuple(map(str, row.cells[:3])) for row in named(tables, "players").rows] == [
        ("anna", "Russian Railroads", "6"),
        ("Bert", "Russian Railroads", "6"),
    ]
    (row,) = named(tables, "head-to-head").rows
    one, other, n, ahead, behind = row.cells
    assert (one, other, n) == ("anna", "Bert", 6)
    assert int(str(ahead)) + int(str(behind)) <= 6


def test_intervals_are_wilsons() -> None:
    low, high = Share(10, 5).interval
    assert (round(low, 3), round(high, 3)) == (0.237, 0.763)
    assert Share(0, 0).interval == (0.0, 1.0)
    low, high = Share(20, 0).interval
    assert low == pytest.approx(0)
    assert high == pytest.approx(0.161, abs=0.001)
    assert wins_of([1, 2, 1]) == [0.5, 0, 0.5]


def test_the_frame_has_a_row_a_seat_and_documented_columns(library: Library, tmp_path: Path) -> None:
    seats = list(frame.seats_of(library))
    rows = list(csv.DictReader(io.StringIO(frame.as_csv(seats))))
    assert len(rows) == sum(listed.seats for listed in library.find())
    assert tuple(rows[0]) == frame.COLUMNS
    for name in frame.COLUMNS:
        assert f"`{name}`" in (frame.__doc__ or "")
    best = max((row for row in rows if row["id"] == rows[0]["id"]), key=lambda row: int(row["score"]))
    assert int(best["margin"]) >= 0
    assert "factory:" in "".join(row["facts"] for row in rows)
    assert {
        row["player"] for row in csv.DictReader(io.StringIO(frame.as_csv(list(frame.seats_of(library, names=False)))))
    } == {""}


def test_parquet_holds_the_same(library: Library, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    seats = list(frame.seats_of(library))
    frame.write_frame(seats, tmp_path / "games.parquet")
    read = parquet.read_table(tmp_path / "games.parquet").to_pydict()
    assert read == frame.columns_of(seats)


def test_commands_count_a_folder_and_write_tables(tmp_path: Path, records: list[Record[Any]]) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for n, record in enumerate(records[:2]):
        (folder / f"{n}.log").write_text(write(record), encoding="utf-8")
    shown = call("stats", folder, "--player", "Anna")
    assert shown.exit_code == 0, shown.output
    assert "Results by seat" in shown.output
    assert call("stats", folder, "--csv", tmp_path / "tables").exit_code == 0
    assert (tmp_path / "tables" / "seats.csv").read_text().startswith("game,players,seat")
    call("import", folder, "--into", tmp_path / "own.sqlite")
    assert call("library", "frame", tmp_path / "own.sqlite", "--out", tmp_path / "games.csv").exit_code == 0
    assert (tmp_path / "games.csv").read_text().startswith("id,game,seats")
    (tmp_path / "empty").mkdir()
    assert call("stats", tmp_path / "empty").exit_code == 1


def test_a_study_is_one_file_or_many_tables(tmp_path: Path, records: list[Record[Any]]) -> None:
    log = tmp_path / "game.log"
    log.write_text(write(records[0]), encoding="utf-8")
    made = call("study", log, "--html", tmp_path / "study.html", "--csv", tmp_path / "csv")
    assert made.exit_code == 0, made.output
    html = (tmp_path / "study.html").read_text()
    assert '<article id="earnings"' in html
    assert "<script" not in html
    assert (tmp_path / "csv" / "course.csv").exists()
    (tmp_path / "no.log").write_text("nothing")
    assert call("study", tmp_path / "no.log").exit_code == 1
    assert call("study", tmp_path / "missing.log").exit_code == 2


def large(library: Library, made: Shelved, count: int) -> None:
    """Many games that differ in their names, as fast as they can be written."""
    for n in range(count):
        header = replace(made.header, names=tuple(f"{name}{n % 50}" for name in made.header.names))
        library.add(replace(made, header=header, log=f"{made.log}# {n}\n"), f"{n}.log", str(n))
