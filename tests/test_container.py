"""The container files say what this version can do: files, commands, options and settings they name exist.

No daemon is at hand in the tests; the steps that need none are carried out: the wheel is built from what is copied, and
the commands are run with the environment that is given to them.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml

from stellwerk.cli import loaded
from stellwerk.client import Client
from stellwerk.table.settings import Settings
from tests.table.conftest import postgres  # noqa: F401

ROOT = Path(__file__).resolve().parent.parent
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
STEPS = [
    tuple(line.split(maxsplit=1))
    for line in re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text("utf-8")).splitlines()
    if line and not line.startswith("#")
]


def commands() -> list[list[str]]:
    named = [json.loads(rest) for word, rest in STEPS if word == "CMD"]
    return named + [service["command"] for service in COMPOSE["services"].values() if "command" in service]


@pytest.mark.parametrize("command", commands(), ids=" ".join)
def test_every_command_and_option_exists(command: list[str]) -> None:
    known = loaded(command[0])
    options = {name for parameter in known.params for name in parameter.opts}
    assert {word for word in command if word.startswith("--")} <= options


def test_every_variable_is_a_setting() -> None:
    known = {f"STELLWERK_{field.name.upper()}" for field in fields(Settings)}
    named = {rest.partition("=")[0] for word, rest in STEPS if word == "ENV"}
    for service in COMPOSE["services"].values():
        named |= set(service.get("environment", {}))
    assert {name for name in named if name.startswith("STELLWERK_")} <= known


def test_every_file_that_is_copied_exists_and_is_enough_to_build_a_wheel(tmp_path: Path) -> None:
    copied = [rest.split() for word, rest in STEPS if word == "COPY" and not rest.startswith("--from")]
    for *names, _ in copied:
        for name in names:
            assert (ROOT / name).exists(), name
    source = tmp_path / "source"
    source.mkdir()
    for name in {name for *names, _ in copied for name in names}:
        (source / name).symlink_to(ROOT / name)
    options = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path))
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(source)], check=True)
    assert list(tmp_path.glob("stellwerk-*.whl"))


@contextmanager
def running(command: list[str], home: Path, **environment: str) -> Iterator[Any]:
    """A command of the files, with nothing of ours in its environment but what they give it."""
    home.mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("STELLWERK_")}
    options: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True, "cwd": home}
    options["env"] = {**kept, "HOME": str(home), "XDG_DATA_HOME": str(home), **environment}
    with subprocess.Popen([sys.executable, "-m", "stellwerk", *command], **options) as process:
        try:
            yield process
        finally:
            process.terminate()


def address_of(server: Any) -> str:
    return str(json.loads(server.stdout.readline())["url"])


def play_against_a_bot(address: str) -> None:
    """Until it has moved: whoever plays for bots is at work."""
    site = Client(address)
    site.sign_in_as_guest("somebody new")
    table = site.open_table("russian-railroads", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])["table"]
    while not any(line["seat"] == 1 for line in site.history(table)):
        offer = site.options(table)
        if offer["options"]:
            site.act(table, offer["options"][0]["action"], offer["version"])


def test_the_image_serves_by_its_own_command(tmp_path: Path) -> None:
    variables = dict(rest.split("=", 1) for word, rest in STEPS if word == "ENV")
    variables["STELLWERK_DATABASE"] = variables["STELLWERK_DATABASE"].replace("/var/lib/stellwerk", str(tmp_path))
    (command,) = (json.loads(rest) for word, rest in STEPS if word == "CMD")
    with running([*command, "--port", "0", "--json"], tmp_path / "home", **variables) as server:
        play_against_a_bot(address_of(server))
    assert (tmp_path / "stellwerk.sqlite").exists()


def test_web_processes_and_worker_find_each_other_on_an_empty_database(
    postgres: Callable[[bool], str],  # noqa: F811
    tmp_path: Path,
) -> None:
    """All at once, as compose starts them: one of them makes the schema."""
    services = {name: COMPOSE["services"][name] for name in ("web", "worker")}
    for service in services.values():
        assert set(service["environment"]) == {"STELLWERK_BASE_URL", "STELLWERK_DATABASE", "STELLWERK_PROXIES"}
    database = postgres(False).replace("+psycopg", "")
    with (
        running(services["worker"]["command"], tmp_path / "worker", STELLWERK_DATABASE=database),
        running(
            [*services["web"]["command"], "--port", "0", "--json"], tmp_path / "web", STELLWERK_DATABASE=database
        ) as web,
    ):
        play_against_a_bot(address_of(web))


def test_the_unit_starts_what_exists_and_writes_only_to_its_folder() -> None:
    unit = dict(
        line.split("=", 1)
        for line in (ROOT / "deploy" / "stellwerk.service").read_text("utf-8").splitlines()
        if re.match(r"[A-Z]\w+=", line)
    )
    assert unit["ProtectSystem"] == "strict"
    assert unit["StateDirectory"] == "stellwerk"
    _, command, *options = unit["ExecStart"].split()
    assert set(options) <= {name for parameter in loaded(command).params for name in parameter.opts}
    known = {f"STELLWERK_{field.name.upper()}" for field in fields(Settings)}
    named = re.findall(r"STELLWERK_\w+", (ROOT / "deploy" / "stellwerk.service").read_text("utf-8"))
    assert set(named) <= known
    assert "/var/lib/stellwerk/" in (ROOT / "deploy" / "stellwerk.service").read_text("utf-8")
