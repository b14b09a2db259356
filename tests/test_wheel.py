"""The wheel is the product: unpacked outside the repository it serves, and a game is played through its API."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stellwerk.client import Client
from tests.test_platforms import BLOCKADE

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = ("--quiet", "--no-index", "--no-deps", "--no-build-isolation")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "pip", "wheel", *OPTIONS, "--wheel-dir", folder, ROOT], check=True)
    (wheel,) = folder.glob("stellwerk-*.whl")
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


@pytest.fixture(params=["", BLOCKADE], ids=["as it is", "without Unix"])
def address(unpacked: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """A server of the unpacked wheel, on a port that is free."""
    program = (
        f"{request.param}\nfrom stellwerk.cli import app, __file__ as where\nassert {str(unpacked)!r} in where\napp()"
    )
    command = [
        sys.executable,
        "-c",
        program,
        "serve",
        "--port",
        "0",
        "--json",
        "--database",
        f"sqlite:///{tmp_path}/s.db",
    ]
    environment: dict[str, Any] = {**os.environ, "PYTHONPATH": str(unpacked)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, cwd=tmp_path, env=environment, **pipes) as server:  # type: ignore[call-overload]
        yield json.loads(server.stdout.readline())["url"]
        server.terminate()


def test_a_game_is_played_from_the_wheel(address: str) -> None:
    site = Client(address)
    site.sign_in_as_guest("new user")
    table = site.open_table("russian-railroads", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])["table"]
    answered = 0
    while answered < 3:
        offer = site.options(table)
        if offer["options"]:
            site.act(table, offer["options"][0]["action"], offer["version"])
            answered += 1
    assert site.table(table)["version"] > 3
