"""Every module can be imported where the modules of one system only are missing, and the site starts there."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version

from typer.testing import CliRunner

from stellwerk.cli import app
from tests import patience

MISSING_ELSEWHERE = ("fcntl", "grp", "pwd", "resource", "termios", "uvloop")

# Libraries choose what fits the system they run on; only our own modules are blocked.
BLOCKADE = f"""
import builtins
real = builtins.__import__

def blocked(name, globals=None, *rest, **more):
    ours = str((globals or {{}}).get("__name__", "")).startswith(("stellwerk", "__main__"))
    if ours and name.split(".")[0] in {MISSING_ELSEWHERE!r}:
        raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
    return real(name, globals, *rest, **more)

builtins.__import__ = blocked
"""

IMPORT_ALL = """
import importlib, pkgutil, stellwerk
EXTRAS = ("gymnasium", "numpy", "pettingzoo", "procrastinate", "psycopg", "ray")
for found in pkgutil.walk_packages(stellwerk.__path__, "stellwerk."):
    if found.name == "stellwerk.__main__" or ".migrations." in found.name:
        continue
    try:
        importlib.import_module(found.name)
    except ImportError as error:
        assert error.name and error.name.split(".")[0] in EXTRAS, f"{found.name}: {error}"
print("all")
"""


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=5 * patience.SECONDS, check=False
    )


def test_nothing_needs_a_module_that_only_one_system_has() -> None:
    done = run(BLOCKADE + IMPORT_ALL)
    assert done.stdout.strip() == "all", done.stderr[-2000:]


def test_the_blockade_blocks() -> None:
    assert run(BLOCKADE + "import fcntl").returncode == 1


def test_bots_think_where_processes_have_no_order() -> None:
    """Windows has no `os.nice`: a pool whose processes cannot begin would play by chance."""
    begin = (
        "import os; del os.nice; from stellwerk.table.background.bot_turns import _settle_in; _settle_in(); print('on')"
    )
    done = run(begin)
    assert done.stdout.strip() == "on", done.stderr[-2000:]


def test_the_version_is_told() -> None:
    assert CliRunner().invoke(app, ["--version"]).output.strip() == f"stellwerk {version('stellwerk')}"
