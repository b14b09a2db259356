"""What every command keeps: language, JSON, exit codes, 80 columns, one sentence for a wrong file, Ctrl-C, completion.

A new command fails here until it has an entry in `SAMPLES`.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stellwerk import command_line, doctor
from stellwerk.cli import app, every_command, loaded
from stellwerk.command_line import ExitCode
from tests import patience
from tests.study.conformance import GAMES

ROOT = Path(__file__).resolve().parent.parent
SAMPLES = {
    "games": "",
    "learn": "russian-railroads",
    "practice": "1880",
    "make-practice": "russian-railroads {short} --into {out}",
    "rules": "russian-railroads",
    "play": "russian-railroads --seed 3",
    "components": "yokohama list",
    "study": "{rr}",
    "replay": "{rr} --at 20",
    "show": "{rr} --seat 0",
    "why": "{rr} place-worker --at 20",
    "routes": "{log} --at 300 --budget 0.1",
    "advise": "{rr} --at 20 --iterations 2",
    "stats": "{log}",
    "import": "{file}",
    "export": "{log} --18xx-games --out {out}",
    "library list": "{library}",
    "library tag": "{library} 1 good",
    "library note": "{library} 1 good",
    "library log": "{library} 1",
    "library remove": "{library} 2",
    "library renew": "{library}",
    "library unfit": "{library}",
    "library frame": "{library} --out {out}",
    "selfplay": "russian-railroads --seats 2",
    "arena": "russian-railroads --bots random,random --games 2",
    "leaderboard": "russian-railroads --bots random,greedy --seats 2 --games 1 --out {out}",
    "dataset": "russian-railroads --seats 2 --games 1 --out {out}",
    "train": "russian-railroads --games 1 --trials 2 --lessons 1 --out {out}",
    "tune": "russian-railroads --out {out} --games 10 --trials 2 --laps 1 --seats 2",
    "check-bot": "random --game russian-railroads --questions 2",
    "tables": "--database {db}",
    "user reset": "ada --database {db}",
    "usage": "--database {db}",
    "backup": "{out} --database {db}",
    "restore": "{backup} --database {db}",
    "upgrade-check": "--database {db}",
    "doctor": "",
}
LASTING = {"serve", "worker"}
"""They run until they are ended; other tests start them."""
QUIET = {"library tag", "library note", "library remove", "library renew", "library frame", "worker"}
"""They print nothing, so there is nothing to say as JSON."""


def leaves() -> Iterator[tuple[str, Any]]:
    for listed in every_command():
        command = loaded(listed.name)
        below = getattr(command, "commands", None)
        yield from (
            ((f"{listed.name} {name}", each) for name, each in below.items()) if below else [(listed.name, command)]
        )


COMMANDS = dict(leaves())


def called(line: str, *more: str, typed: str = "q\n", **environment: str) -> Any:
    return CliRunner().invoke(app, [*line.split(), *more], input=typed, env={"COLUMNS": "80", **environment})


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A log of two games, a file of 18xx.games, a library, a store with an account, and a backup of it."""
    folder = tmp_path_factory.mktemp("things")
    file = str(GAMES["selfplay_3p_002002"])
    database = f"sqlite:///{folder / 'site.sqlite'}"
    assert called(f"selfplay russian-railroads --seats 2 --log {folder}").exit_code == 0
    played = folder / "russian-railroads-2-0.log"
    assert called(f"import {file} {played} --into {folder / 'lib.sqlite'}").exit_code == 0
    (folder / "game.log").write_text(called(f"library log {folder / 'lib.sqlite'} 1").stdout, "utf-8")
    short = folder / "short.log"
    short.write_text("".join(line for line in played.read_text("utf-8").splitlines(keepends=True)[:20]), "utf-8")
    _account(database)
    assert called(f"backup {folder / 'copy.sqlite'} --database {database}").exit_code == 0
    return {
        "rr": str(played),
        "short": str(short),
        "log": str(folder / "game.log"),
        "file": file,
        "library": str(folder / "lib.sqlite"),
        "db": database,
        "backup": str(folder / "copy.sqlite"),
    }


def _account(database: str) -> None:
    from stellwerk.table.runtime import open_store_with_turns, prepare
    from stellwerk.table.seating import people
    from stellwerk.table.settings import Settings

    prepare(database)
    store = open_store_with_turns(Settings(database=database))
    password = people.hash_password("a long pass phrase")
    store.do(lambda work: people.register(work, "ada", password, None))
    store.close()


def test_every_command_is_tried_here() -> None:
    assert set(SAMPLES) | LASTING == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_the_options_of_all(name: str) -> None:
    options = {word: parameter for parameter in COMMANDS[name].params for word in parameter.opts}
    assert options["--lang"].help == command_line.Language.__metadata__[0].help  # type: ignore[attr-defined]
    assert ("--json" in options) == (name not in QUIET)


@pytest.mark.parametrize("name", sorted(set(SAMPLES) - QUIET))
def test_json_is_all_that_is_printed(name: str, things: dict[str, str], tmp_path: Path) -> None:
    sample = SAMPLES[name].format(**things, out=tmp_path / "out")
    done = called(f"{name} {sample}", "--json")
    assert done.exit_code in (ExitCode.DONE, ExitCode.NO), done.output
    lines = done.stdout.splitlines()
    try:
        json.loads(done.stdout)
    except ValueError:
        assert lines
        assert all(isinstance(json.loads(line), dict) for line in lines)


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_printed_fits_a_terminal(name: str, things: dict[str, str], tmp_path: Path) -> None:
    sample = SAMPLES[name].format(**things, out=tmp_path / "out")
    done = called(f"{name} {sample}", LANG="pl_PL.UTF-8")
    assert done.exit_code in (ExitCode.DONE, ExitCode.NO), done.output
    if name in QUIET:
        assert not done.stdout
    if name not in ("selfplay", "library log"):  # JSON and a log, for programs
        rows = [line for line in done.stdout.splitlines() if "  " in line.strip()]  # sentences may be broken by anybody
        assert [row for row in rows if len(row) > 80] == []


@pytest.mark.parametrize(("variable", "value", "word"), [("LANG", "de_DE.UTF-8", "Spiel"), ("LC_ALL", "pl_PL", "gra")])
def test_the_language_of_the_session_is_spoken(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str, word: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert word in called("games", **{variable: value}).stdout
    assert "game" in called("games --lang en", **{variable: value}).stdout


def test_a_language_we_do_not_speak_is_refused() -> None:
    done = called("games --lang fr")
    assert done.exit_code == ExitCode.MISUSED
    assert "en, de, pl" in done.stderr


# --- a wrong kind of file ---------------------------------------------------------------------------------------------

READERS = (
    "study {it}",
    "replay {it}",
    "show {it}",
    "why {it} pass",
    "routes {it}",
    "advise {it} --at 1",
    "stats {it}",
    "import {it}",
    "export {it} --18xx-games",
    "library list {it}",
    "make-practice 1880 {it}",
    "restore {it}",
    "components yokohama check {it}",
    "play 1880 --components {it}",
)
KINDS = {
    "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 400,
    "other.json": json.dumps([{"row": number} for number in range(3000)], indent=1).encode(),
    "lines.log": b"\n".join(b"line %d of something else" % number for number in range(3000)),
    "nothing.log": b"",
    "one-line.log": b"not a log " * 10_000,
    "one-line.json": json.dumps(
        {"id": 1, "actions": [{"type": "pass", "id": number} for number in range(3000)]}
    ).encode(),
    "damaged.log.gz": b"\x1f\x8b" + bytes(range(256)) * 400,
}


@pytest.mark.parametrize("kind", [*KINDS, "missing.log"])
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.split()[0])
def test_a_wrong_kind_of_file_is_one_sentence(reader: str, kind: str, tmp_path: Path) -> None:
    path = tmp_path / kind
    if kind in KINDS:
        path.write_bytes(KINDS[kind])
    database = f"sqlite:///{tmp_path / 'site.sqlite'}"
    done = called(reader.format(it=path), STELLWERK_DATABASE=database)
    assert done.exit_code in (ExitCode.NO, ExitCode.MISUSED), done.output
    assert isinstance(done.exception, SystemExit)
    said = done.output.replace(str(tmp_path), "")
    assert 0 < len(said) < 400
    assert len(done.output.splitlines()) <= 3
    assert not any(word in said for word in ("codec", "Errno", "is None", "entry 0"))


# --- mistakes of an operator ------------------------------------------------------------------------------------------

MISTAKES = {
    "serve --database {file}": "is not the address of a database",
    "serve --database mysql://games": "neither SQLite nor PostgreSQL",
    "serve --database sqlite:///": "names no file",
    "serve --database sqlite:///{file}": "not a database",
    "serve --database sqlite:///{file}/below.sqlite": "cannot be read or written",
    "serve --port 70000": "65535",
    "serve --port=-1": "0",
    "serve --base-url games.example.org": "is not the address of a site",
    "serve --proxies my-proxy": "my-proxy is not the address of a proxy",
    "serve --components {file}/none": "no such folder",
    "serve --workers 3": "SQLite has one writer",
    "worker": "on SQLite the server itself plays for bots",
    "tables --database sqlite:///{file}.none": "there is no database",
    "selfplay russian-railroads --seats 2 --log {file}/below": "cannot be read or written",
    "leaderboard russian-railroads --bots random,greedy --games 1 --out {file}/below": "cannot be read or written",
    "arena russian-railroads --bots random --games 1 --engine ray": "pip install 'stellwerk[cluster]'",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_one_sentence(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file.txt"
    file.write_text("neither a folder nor a database", "utf-8")
    monkeypatch.setitem(sys.modules, "ray", None)  # as if it were not installed
    done = called(line.format(file=file), STELLWERK_DATABASE=f"sqlite:///{tmp_path / 'site.sqlite'}")
    assert isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code in (ExitCode.NO, ExitCode.MISUSED)
    assert MISTAKES[line] in done.stderr
    assert "Traceback" not in done.stderr


def test_every_extra_of_the_package_is_known_by_its_packages() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for developers in ("dev", "peers", "baselines"):
        del project["optional-dependencies"][developers]
    assert set(command_line.EXTRAS) == set(project["optional-dependencies"]) == set(doctor.PURPOSES)


# --- Ctrl-C -----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to a group of processes")
def test_ctrl_c_ends_a_tournament_at_once_with_what_is_done(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    line = f"arena russian-railroads --bots random,random --games 100000 --workers 2 --out {results} --json"
    with _begun(line) as running:
        _wait_for(lambda: results.exists() and results.read_bytes().count(b"\n") > 3, running)
        told, _ = _interrupted(running)
    assert running.returncode == ExitCode.STOPPED
    assert 3 <= json.loads(told)["games"] < 100_000


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to a group of processes")
def test_ctrl_c_ends_selfplay_at_once_with_what_is_done(tmp_path: Path) -> None:
    with _begun(f"selfplay russian-railroads --seats 2 --games 100000 --log {tmp_path}") as running:
        _wait_for(lambda: len(list(tmp_path.glob("*.log"))) > 3, running)
        told, said = _interrupted(running)
    assert running.returncode == ExitCode.STOPPED
    assert all(json.loads(line)["scores"] for line in told.splitlines())
    assert "stopped" in said


@pytest.mark.skipif(sys.platform == "win32", reason="a signal to a process")
@pytest.mark.parametrize("workers", [1, 2])
def test_an_arena_that_is_told_to_end_prints_its_table(workers: int, tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    line = f"arena russian-railroads --bots random,random --games 100000 --json --out {file} --workers {workers}"
    with _begun(line) as running:
        _wait_for(lambda: file.exists() and file.read_text("utf-8").count("\n") > 3, running)
        running.terminate()
        told, _ = running.communicate(timeout=patience.SECONDS)
    assert running.returncode == ExitCode.STOPPED
    assert 3 <= json.loads(told)["games"] < 100_000


def _begun(line: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "LANG": "C.UTF-8", "LC_ALL": ""}
    command = [sys.executable, "-m", "stellwerk", *line.split()]
    options: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": environment}
    return subprocess.Popen(command, text=True, start_new_session=True, preexec_fn=_hear_ctrl_c, **options)


def _hear_ctrl_c() -> None:
    """Whoever started the tests in the background has switched the signal off for all their processes."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _wait_for(what: Any, running: subprocess.Popen[str]) -> None:
    until = time.monotonic() + patience.SECONDS
    while not what():
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < until
        time.sleep(0.05)


def _interrupted(running: subprocess.Popen[str]) -> tuple[str, str]:
    os.killpg(running.pid, signal.SIGINT)
    return running.communicate(timeout=patience.SECONDS)


# --- what the shell completes -----------------------------------------------------------------------------------------


def completed(line: str) -> str:
    words = line.split(" ")
    environment = {"_STELLWERK_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    return str(CliRunner().invoke(app, [], prog_name="stellwerk", env=environment).output)


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("stellwerk pla", "play"),
        ("stellwerk play yok", "yokohama"),
        ("stellwerk play yokohama --seats me,ha", "me,hard"),
        ("stellwerk arena 1880 --bots strong,gre", "strong,greedy"),
        ("stellwerk check-bot exp", "expert"),
        ("stellwerk rules russ", "russian-railroads"),
        ("stellwerk games --lang d", "de"),
    ],
)
def test_the_shell_completes_names(line: str, offered: str) -> None:
    assert offered in completed(line).split()


def test_the_shell_completes_companies_of_the_game(things: dict[str, str]) -> None:
    with_trains = completed(f"stellwerk routes {things['log']} --company ").split()
    assert with_trains
    assert set(completed(f"stellwerk library list {things['library']} --company ").split()) & set(with_trains)
