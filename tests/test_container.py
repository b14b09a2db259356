"""The container files say what this version can do: files, commands, options and settings they name exist.

No daemon is at hand in the tests; the steps that need none are carried out.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from stellwerk.cli import loaded
from stellwerk.table.settings import Settings

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
