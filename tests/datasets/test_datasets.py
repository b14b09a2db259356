"""Data sets: a row for every decision, the same bytes for the same seeds, gone on with, numbered people, a card."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from stellwerk.bots.bot import Answer, Budget
from stellwerk.bots.selfplay import Job, play_one
from stellwerk.cli import app
from stellwerk.core import advance, pending
from stellwerk.core.log import fold, read
from stellwerk.datasets import files, rows
from stellwerk.games import game as game_of
from stellwerk.games.china1880.rules.actions import LayTile
from stellwerk.rl.environment import raw_env, subject_of

parquet: Any = pytest.importorskip("pyarrow.parquet")


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["dataset", *arguments])
    assert result.exit_code == code, result.output
    return " ".join(result.output.split())


def make(out: Path, *more: str) -> dict[str, list[Any]]:
    run("russian-railroads", "--games", "3", "--seats", "2", "--bots", "random,greedy", "--out", str(out), *more)
    return table(out)


def table(out: Path) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = parquet.read_table(out / "data").to_pydict()
    return found


def contents(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(out.rglob("*")) if path.is_file()}


def test_the_rows_play_the_game_again(tmp_path: Path) -> None:
    """What a row has seen and what was legal is what the environment shows when the words before it are said."""
    job = Job("yokohama", 2, 5, ("random", "random"), Budget(iterations=10), log=str(tmp_path))
    subject = subject_of("yokohama")
    played = rows.of_bots(subject, job)
    outcome = play_one(job)
    assert (list(played.scores), list(played.places)) == (outcome.scores, outcome.ranking)
    assert played.unspelled == 0
    document = read(next(tmp_path.glob("*.log")).read_text("utf-8"))
    again = rows.of_log(subject, document)
    assert again is not None
    assert [row.notation for row in again.rows] == [row.notation for row in played.rows]
    assert all(row.policy is None for row in again.rows)
    env = raw_env("yokohama", 2)
    for before, row in zip([None, *played.rows], played.rows[:40], strict=False):
        if before is None or before.move != row.move:
            moved = again.rows[played.rows.index(row)].move
            position = game_of("yokohama").dump(fold(env.subject.game, document.header, document.entries, moved - 1))
            env.reset(options={"position": position})
        assert env.spelling.next_words == list(row.legal)
        assert env.agent_selection == f"player_{row.player}"
        assert np.array_equal(env.seen(env.agent_selection), row.features)
        env.spelling.say(row.action)


def test_a_policy_is_over_the_legal_words(tmp_path: Path) -> None:
    found = make(tmp_path)
    pairs = list(zip(found["legal"], found["policy"], found["action"], found["bot"], strict=True))
    assert all(len(legal) == len(policy) > 0 for legal, policy, _, _ in pairs)
    assert all(abs(sum(policy) - 1) < 1e-5 for _, policy, _, _ in pairs)
    assert all(policy[legal.index(action)] > 0 for legal, policy, action, _ in pairs)
    assert any(0 < max(policy) < 1 for _, policy, _, bot in pairs if bot == "random")
    values = {
        bot: [v for v, name in zip(found["value"], found["bot"], strict=True) if name == bot] for bot in ("greedy",)
    }
    assert any(value is not None for value in values["greedy"])


def test_bots_change_seats_and_places_are_final(tmp_path: Path) -> None:
    found = make(tmp_path)
    seats = set(zip(found["game"], found["player"], found["bot"], strict=True))
    assert {bot for game, player, bot in seats if player == 0} == {"random", "greedy"}
    assert set(found["place"]) <= {1, 2}
    assert set(found["reward"]) <= {1.0, 0.0, -1.0}
    assert set(found["seed"]) == {0, 1, 2}


def test_the_same_seeds_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many processes make it, and when it is gone on with."""
    monkeypatch.setattr(files, "GAMES_A_PART", 2)
    make(tmp_path / "one")
    make(tmp_path / "two")
    (tmp_path / "two" / "data" / "part-00001.parquet").unlink()
    (tmp_path / "two" / "data" / "part-00001.unready").write_bytes(b"half")
    make(tmp_path / "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert len(list((tmp_path / "one" / "data").iterdir())) == 2


def test_an_end_while_it_writes_leaves_nothing_half(tmp_path: Path) -> None:
    """However it was stopped, the same command goes on: what is not whole is not there."""
    (tmp_path / "dataset.unready").write_text('{"schema"', "utf-8")
    make(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["README.md", "data", "dataset.json"]


def test_processes_make_the_same(tmp_path: Path) -> None:
    make(tmp_path / "one")
    make(tmp_path / "two", "--workers", "2")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_another_recipe_needs_another_folder(tmp_path: Path) -> None:
    make(tmp_path)
    assert "another data set" in run("russian-railroads", "--out", str(tmp_path), "--seats", "3", code=2)


def test_the_card_is_filled_in(tmp_path: Path) -> None:
    found = make(tmp_path)
    card = (tmp_path / "README.md").read_text("utf-8")
    assert f"3 games, {len(found['game'])} decisions" in card
    assert "seeds 0 to 2" in card
    assert "| greedy | 3 |" in card
    assert all(f"| `{name}` |" in card for name in found)
    assert json.loads((tmp_path / "dataset.json").read_text("utf-8"))["schema"] == files.SCHEMA


def test_games_of_people_have_the_same_shape_and_no_names(tmp_path: Path) -> None:
    """From a folder of logs or a library; what did not end is left out."""
    logs = tmp_path / "logs"
    for seed in (1, 2):
        play_one(Job("russian-railroads", 2, seed, ("random", "random"), log=str(logs)))
    for path in logs.glob("*.log"):
        path.write_text(path.read_text("utf-8").replace('["random", "random"]', '["Ada Lovelace", "Bo"]'), "utf-8")
    whole = next(logs.glob("*.log")).read_text("utf-8")
    (logs / "broken-off.log").write_text("\n".join(whole.splitlines()[:40]) + "\n", "utf-8")
    (logs / "not-ours.log").write_text("nothing\n", "utf-8")
    lines = whole.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("0 place "))
    wrong = [*lines[:first], "0 place track_any bananas", *lines[first + 1 :]]
    (logs / "against-the-rules.log").write_text("\n".join(wrong) + "\n", "utf-8")
    run("russian-railroads", "--logs", str(logs), "--out", str(tmp_path / "set"))
    found = table(tmp_path / "set")
    assert len(set(found["game"])) == 2
    assert set(found["bot"]) == {None} == set(found["seed"])
    assert all(b"Lovelace" not in content for content in contents(tmp_path / "set").values())
    assert CliRunner().invoke(app, ["import", str(logs), "--into", str(tmp_path / "my.sqlite")]).exit_code in (0, 1)
    run("russian-railroads", "--logs", str(tmp_path / "my.sqlite"), "--out", str(tmp_path / "shelf"))
    shelf = table(tmp_path / "shelf")
    assert len(shelf["action"]) == len(found["action"])


@pytest.mark.parametrize("place", ["nowhere", "empty"])
def test_a_place_without_games_is_named(place: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    said = run("yokohama", "--logs", str(tmp_path / place), "--out", str(tmp_path / "set"), code=2)
    assert place in said


def test_nothing_heavy_is_loaded_for_the_help() -> None:
    told = (
        "import sys, stellwerk.cli; print([n for n in ('numpy', 'pyarrow', 'gymnasium', 'torch') if n in sys.modules])"
    )
    assert (
        subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout.strip() == "[]"
    )


def test_a_missing_extra_is_said_in_a_sentence(tmp_path: Path) -> None:
    told = f"""
import sys
sys.modules["gymnasium"] = sys.modules["pyarrow"] = None
from typer.testing import CliRunner
from stellwerk.cli import app
print(CliRunner().invoke(app, ["dataset", "yokohama", "--out", {str(tmp_path)!r}]).output)
"""
    said = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout
    assert "stellwerk[data]" in said.replace("\n", "")


def test_a_move_the_layout_cannot_spell_has_a_row_without_a_word() -> None:
    """Nothing that was decided is missing: amounts between those that have a word are told by their notation."""
    subject = subject_of("1880")
    played = rows.of_bots(subject, Job("1880", 3, 1, ("random",) * 3, Budget(iterations=1)))
    without = [row for row in played.rows if row.action == rows.UNSPELLED]
    assert len(without) == played.unspelled > 0
    assert {row.notation.split()[0] for row in without} <= {"bid", "buy-train-from", "pay-debt"}
    assert all(row.legal and row.policy is None for row in without)
    assert all(row.action in row.legal for row in played.rows if row.action != rows.UNSPELLED)


def test_a_tile_turned_to_look_alike_has_the_words_of_the_one_that_is_offered() -> None:
    """Other programs write another of the equal rotations; a straight track is the same by half a turn."""
    subject = subject_of("1880")
    game, rng = subject.game, random.Random(3)
    s = game.setup(3)
    while True:
        choice = pending(s)
        assert choice is not None
        options = choice.options(s)
        found = [a for a in (options if options.finite else ()) if isinstance(a, LayTile) and a.tile == "9"]
        if found:
            break
        advance(s, options.sample(rng))
    turned = replace(found[0], rotation=found[0].rotation + 3)
    assert turned in options
    assert turned not in list(options)
    played = rows.Played(3, (None,) * 3, None)
    rows.note(subject, s, choice, rows.Said(1, Answer(turned), ()), played, known=False)
    assert played.unspelled == 0
    assert {row.notation for row in played.rows} == {str(turned)}
