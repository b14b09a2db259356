"""`stellwerk import`, `export`, `why` and `stats` as people call them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stellwerk.cli import app
from stellwerk.games.china1880.study.xxgames.compare import first_difference, read_trace
from tests.study.conformance import GAMES, fresh, imported, trace_of

GAME = "selfplay_3p_002002"


def call(*words: object) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("logs") / "game.log"
    assert call("import", GAMES[GAME], "--out", path, "--trace", path.with_suffix(".jsonl.gz")).exit_code == 0
    return path


def test_import_reports_players_result_and_departures() -> None:
    result = call("import", GAMES[GAME])
    assert result.exit_code == 0
    assert "Player 1: 43 (recorded: 43)" in result.output
    assert "departure free_row: 4" in result.output
    assert "departure change_from_stack: 4" in result.output


def test_import_writes_log_and_trace(log: Path) -> None:
    assert call("replay", log, "--verify").exit_code == 0
    trace = list(read_trace(log.with_suffix(".jsonl.gz")))
    assert first_difference(trace, trace_of(GAME)) is None


def test_import_speaks_json() -> None:
    facts = json.loads(call("import", GAMES[GAME], "--json").stdout)
    assert facts["complete"]
    assert facts["result"] == facts["recorded"]
    assert facts["actions"] == {"recorded": 483, "live": 483, "played": 483}


def test_import_fails_for_a_damaged_file_and_says_where(tmp_path: Path) -> None:
    file = fresh(GAME)
    file["actions"][40]["type"] = "take_loan"
    path = tmp_path / "damaged.json"
    path.write_text(json.dumps(file))
    result = call("import", path, "--out", tmp_path / "kept.log")
    assert result.exit_code == 1
    assert "action 40" in result.output
    assert "take_loan" in result.output
    assert call("replay", tmp_path / "kept.log", "--verify").exit_code == 0


@pytest.mark.parametrize("text", ["", "{}", '{"title": "1880 Romania"}', "[]"])
def test_import_of_what_is_no_game_ends_with_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "no.json.gz"
    path.write_bytes(gzip.compress(text.encode()))
    result = call("import", path)
    assert result.exit_code == 1
    assert "the file" in result.output


def test_import_of_a_missing_file_ends_with_words(tmp_path: Path) -> None:
    result = call("import", tmp_path / "none.json")
    assert result.exit_code == 2
    assert "none.json" in result.output.replace("\n", "")


def test_import_of_a_folder_is_a_table(tmp_path: Path) -> None:
    (tmp_path / "good.json.gz").write_bytes(GAMES[GAME].read_bytes())
    assert call("import", tmp_path).exit_code == 0
    (tmp_path / "bad.json").write_text("{}")
    result = call("import", tmp_path)
    assert result.exit_code == 1
    assert "483/483" in result.output
    facts = json.loads(call("import", tmp_path, "--json").stdout)
    assert [report["complete"] for report in facts] == [False, True]


def test_import_of_an_empty_folder_says_so(tmp_path: Path) -> None:
    assert call("import", tmp_path).exit_code == 2


def test_export_and_import_again(log: Path, tmp_path: Path) -> None:
    path = tmp_path / "again.json"
    assert call("export", log, "--18xx-games", "--out", path).exit_code == 0
    assert call("import", path).exit_code == 0
    assert json.loads(call("export", log, "--18xx-games").stdout)["result"] == imported(GAME).result


def test_export_wants_a_format_and_a_log_of_1880(log: Path, tmp_path: Path) -> None:
    assert call("export", log).exit_code == 2
    other = tmp_path / "other.log"
    other.write_text('# stellwerk: 1\n# game: "yokohama"\n# seats: 2\n')
    assert call("export", other, "--18xx-games").exit_code == 1


def entries(log: Path) -> list[str]:
    return [line for line in log.read_text().splitlines() if not line.startswith(("#", "="))]


def test_why_and_stats(log: Path) -> None:
    lay = next(n for n, line in enumerate(entries(log)) if "lay-tile" in line)
    refused = call("why", log, "lay-tile F12 57 0", "--at", lay)
    assert refused.exit_code == 1
    assert "1880 X.track.10" in refused.output
    assert call("why", log, "pass", "--at", lay).exit_code == 0
    assert json.loads(call("why", log, "pass", "--at", lay, "--json").stdout)["legal"]
    table = call("stats", log)
    assert table.exit_code == 0
    assert "463" in table.output
    assert len(json.loads(call("stats", log, "--json").stdout)["totals"]) == 3
