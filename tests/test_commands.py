"""The command line of the house: lists, rules, a game in the terminal, and what is said of bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stellwerk import games
from stellwerk.cli import app
from stellwerk.core.log import read
from stellwerk.web.commands import show_the_way


def said(*words: str, typed: str = "", code: int = 0) -> str:
    done = CliRunner().invoke(app, list(words), input=typed)
    assert done.exit_code == code, done.output
    return " ".join(done.output.replace("│", " ").split())  # lines are broken at the width of a terminal


def test_the_games_and_their_seats_are_listed() -> None:
    listed = said("games")
    assert "russian-railroads" in listed
    assert "3–7" in listed


def test_a_section_of_the_rules_is_found() -> None:
    assert "XII" in said("rules", "1880", "XII.4")
    said("rules", "1880", "XCIX", code=2)


@pytest.mark.parametrize(("language", "word"), [("en", "plays"), ("de", "spielbar"), ("pl", "działa")])
def test_the_doctor_speaks_the_language_asked_for(language: str, word: str) -> None:
    assert said("doctor", "--lang", language).count(word) == len(games.ids())


def test_the_doctor_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.doctor.find_spec", lambda name: None)
    assert "pip install 'stellwerk[rl]'" in said("doctor")


def test_brackets_are_shown_as_they_were_typed() -> None:
    assert "no game is called [/x]" in said("rules", "[/x]", code=2)
    assert "no section [dim]" in said("rules", "1880", "[dim]", code=2)


def test_the_doctor_hides_the_password_of_a_database_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STELLWERK_DATABASE", "postgresql+psycopg://ann:secret@127.0.0.1:1/games")
    told = said("doctor")
    assert "does not answer" in told
    assert "secret" not in told


def test_a_game_in_the_terminal_is_saved_with_what_was_undone(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    said("play", "russian-railroads", "--seed", "4", "--save", str(log), typed="1\nu\n2\np 1\nl\nq\n")
    entries = read(log.read_text("utf-8")).entries
    assert any(entry.undo is not None for entry in entries)


def test_chance_answers_again_what_it_answered_before_an_undo(tmp_path: Path) -> None:
    """Nobody draws another card by taking a move back."""
    log = tmp_path / "game.log"
    said("play", "yokohama", "--seats", "me,me", "--seed", "4", "--save", str(log), typed="1\n1\nu\nu\n1\n1\nq\n")
    entries = read(log.read_text("utf-8")).entries
    first, again = [i for i, entry in enumerate(entries) if entry.undo is not None]
    dealt = [str(entry) for entry in entries if str(entry).startswith("*")]
    assert again == first + 1
    undone = [str(entry) for entry in entries[entries[again].undo or 0 : first]]
    assert [str(entry) for entry in entries[again + 1 :]] == undone
    assert dealt


@pytest.mark.parametrize("command", ["play", "selfplay"])
def test_a_bad_table_is_refused_by_its_field(command: str, tmp_path: Path) -> None:
    more = ["--seats", "2"] if command == "selfplay" else []
    assert "no .toml file" in said(command, "yokohama", "--components", str(tmp_path), *more, code=2)
    (tmp_path / "prices.toml").write_text("nonsense = 1", "utf-8")
    assert "prices.toml" in said(command, "yokohama", "--components", str(tmp_path), *more, code=2)


def test_selfplay_writes_one_object_a_game_and_nothing_else() -> None:
    done = CliRunner().invoke(app, ["selfplay", "russian-railroads", "--seats", "2", "--games", "2", "--seed", "7"])
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["seed"] for line in lines] == [7, 8]
    assert all({"game", "seats", "seed", "actions", "scores", "ranking", "seconds"} <= set(line) for line in lines)


@pytest.mark.parametrize(
    ("language", "words"), [("en_GB.UTF-8", "Play here"), ("de_DE.UTF-8", "Hier spielen"), ("pl_PL", "Graj tutaj")]
)
def test_serve_says_where_to_click(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], language: str, words: str
) -> None:
    monkeypatch.setenv("LANG", language)
    show_the_way("http://192.168.0.7:8880", 8880, lan=True)
    printed = capsys.readouterr().out
    assert f"{words}: http://127.0.0.1:8880" in printed
    assert "http://192.168.0.7:8880" in printed
    assert "█" in printed
