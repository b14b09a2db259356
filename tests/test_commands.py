"""The command line of the house: lists, rules, a game in the terminal, and what is said of bad input."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from typer.main import get_group
from typer.testing import CliRunner

from stellwerk import games
from stellwerk.__main__ import print_games
from stellwerk.cli import Command, app, every_command, loaded
from stellwerk.consoles import configure_logging, wide_tables
from stellwerk.core.log import read
from stellwerk.web.commands import show_the_way
from tests import patience


def said(*words: str, typed: str = "", code: int = 0) -> str:
    done = CliRunner().invoke(app, list(words), input=typed)
    assert done.exit_code == code, done.output
    return " ".join(done.output.replace("│", " ").split())  # lines are broken at the width of a terminal


def test_the_games_and_their_seats_are_listed() -> None:
    listed = said("games")
    assert "russian-railroads" in listed
    assert "3–7" in listed


@pytest.mark.parametrize("command", every_command(), ids=lambda command: command.name)
def test_the_list_of_commands_says_what_each_says_of_itself(command: Command) -> None:
    assert command.help == loaded(command.name).get_short_help_str(limit=1000)


def test_no_command_of_a_room_is_missing_in_the_list() -> None:
    listed = {command.name for command in every_command()}
    for module in {command.module for command in every_command()}:
        assert set(get_group(import_module(module).app).commands) <= listed, module


@pytest.mark.parametrize(
    ("word", "loads", "spares"),
    [
        ("--help", "typer", "stellwerk.core"),
        ("--version", "typer", "stellwerk.core"),
        ("games", "stellwerk.core", "typer"),
    ],
)
def test_what_only_lists_loads_neither_games_nor_rooms(word: str, loads: str, spares: str) -> None:
    """Start-up is what people wait for: the list of commands loads no room, the list of games no rules."""
    program = f"""
import sys
from stellwerk.__main__ import main
sys.argv = ["stellwerk", {word!r}]
try:
    main()
finally:
    print(*sys.modules)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=5 * patience.SECONDS, check=True
    )
    modules = set(done.stdout.splitlines()[-1].split())
    assert loads in modules
    slow = (spares, "sqlalchemy", "fastapi", "alembic", "pydantic", "rich", "babel")
    assert not {name for name in modules if name.endswith(".rules") or name in slow}


def test_the_bare_list_of_games_is_that_of_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    print_games()
    assert " ".join(capsys.readouterr().out.split()) == said("games")


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


def test_bots_of_your_own_take_the_other_seats(tmp_path: Path) -> None:
    """You sit first; bots are repeated where a game needs more players."""
    log = tmp_path / "game.log"
    for game, seats in (("russian-railroads", 2), ("1880", 3)):
        said("play", game, "--bots", "examples.my_bot:MyBot", "--seed", "4", "--save", str(log), typed="q\n")
        assert read(log.read_text("utf-8")).header.names == ("me", *["examples.my_bot:MyBot"] * (seats - 1))
    assert "either --seats or --bots" in said("play", "1880", "--bots", "easy", "--seats", "me,easy,easy", code=2)


def test_a_game_that_was_left_is_gone_on_with(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    said("play", "russian-railroads", "--seed", "4", "--save", str(log), typed="1\nq\n")
    before = read(log.read_text("utf-8")).entries
    said("play", "russian-railroads", "--resume", str(log), typed="1\nq\n")
    after = read(log.read_text("utf-8")).entries
    assert after[: len(before)] == before
    assert len(after) > len(before)
    said("play", "--resume", str(log), typed="1\nq\n")
    assert len(read(log.read_text("utf-8")).entries) > len(after)
    assert "a log of Russian Railroads" in said("play", "yokohama", "--resume", str(log), code=1)
    assert "say which game: 1880" in said("play", code=2)
    assert "has 2 seats" in said("play", "russian-railroads", "--resume", str(log), "--seats", "me,me,me", code=2)


def test_who_types_something_else_in_a_terminal_is_told() -> None:
    told = said("play", "russian-railroads", "--seed", "4", typed="999\n?\n1\nl\nq\nq\n1\n")
    assert "there are numbers 1 to " in told
    assert told.count("a number picks an option") == 2
    assert "seat 1 (me): " in told.partition("> 1. chance: ")[2]  # the log in words, and everybody by one name
    assert "this game is not saved" in told
    assert "left the game" not in told  # it was left by the second q, not by the end of what was typed


def test_a_wide_table_shows_every_cell_whole() -> None:
    cells = [[f"row{row}", *(str(10_000 * row + column) for column in range(30))] for row in (1, 2)]
    for width in (40, 80, 81, 82, 83):
        out = Console(width=width, file=StringIO())
        for table in wide_tables(["", *map(str, range(30))], cells, width):
            out.print(table)
        shown = out.file.getvalue()  # type: ignore[attr-defined]
        assert {cell for row in cells for cell in row} <= set(shown.split())
        assert max(map(len, shown.splitlines())) <= width


@pytest.mark.parametrize("game", games.ids())
def test_the_position_is_told_in_words(game: str) -> None:
    seats = ",".join(["me"] * min(games.seats(game)))
    told = said("play", game, "--seats", seats, "--seed", "1", typed="v\nv player-0\nv nothing\nq\n")
    assert "View(" not in told
    assert "(player-0)" in told or game == "1880"
    assert "no part is called nothing" in told


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
    own = ["--components", str(tmp_path), *more]
    assert "belong into a folder by its name" in said(command, "yokohama", *own, code=2)
    (tmp_path / "yokohama").mkdir()
    assert "no .toml file" in said(command, "yokohama", *own, code=2)
    (tmp_path / "yokohama" / "prices.toml").write_text("nonsense = 1", "utf-8")
    assert "prices.toml" in said(command, "yokohama", *own, code=2)
    assert "there is no such folder" in said(command, "yokohama", "--components", str(tmp_path / "no"), *more, code=2)


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


def test_no_code_is_drawn_where_nobody_else_comes(capsys: pytest.CaptureFixture[str]) -> None:
    show_the_way("http://127.0.0.1:8880", 8880, lan=True, language="en")
    printed = capsys.readouterr().out
    assert "in no network" in printed
    assert "█" not in printed


def test_the_doctor_says_what_this_system_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stellwerk.doctor.find_spec", lambda name: None)
    monkeypatch.setattr("stellwerk.doctor.platform.system", lambda: "Windows")
    assert said("doctor").count("not on Windows; everything works without") == 2


@pytest.mark.parametrize(("terminal", "told"), [(False, ["asked", "broken"]), (True, ["broken"])])
def test_the_log_is_json_and_leaves_the_address_on_a_terminal_in_sight(
    terminal: bool, told: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    root = logging.getLogger()
    before = root.level, root.handlers[:]
    configure_logging()
    try:
        log = logging.getLogger("stellwerk.server")
        log.info("asked")
        log.error("broken")
    finally:
        root.setLevel(before[0])
        root.handlers[:] = before[1]
    assert [json.loads(line)["text"] for line in capsys.readouterr().err.splitlines()] == told
