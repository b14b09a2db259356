"""The gate itself: what CI runs, what the development tools may fetch, and what is said where they cannot be had."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scripts import node

ROOT = Path(__file__).parent.parent


def test_ci_runs_the_gate() -> None:
    assert (ROOT / ".ci" / "run").read_text("utf-8").splitlines()[-1] == "make check"


def test_the_lock_names_versions_and_digests_but_no_host() -> None:
    """Where packages come from is the business of each machine's npm."""
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert len(packages) > 100
    assert not [name for name, package in packages.items() if "resolved" in package]
    assert not [name for name, package in packages.items() if name and "integrity" not in package]


def oldest(engines: str) -> int:
    """The first version of node that `^18.18.0 || >=20` allows; any, of `*`."""
    return min(map(int, re.findall(r"(?<![\d.])\d+", engines)), default=0)


def test_every_tool_runs_on_the_oldest_node() -> None:
    """Debian's node is the oldest we promise; a tool that asks for more would only fail on a fresh machine."""
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    engines = {name: package["engines"]["node"] for name, package in packages.items() if "engines" in package}
    too_new = {name: asked for name, asked in engines.items() if oldest(asked) > node.OLDEST}
    assert not too_new, too_new


def test_where_nothing_may_be_installed_the_gate_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(node, "is_there", lambda tool: False)
    monkeypatch.setattr(node.os, "geteuid", lambda: 1000)
    assert node.main(["node", "npm"]) == 1
    assert "sudo apt install nodejs npm" in capsys.readouterr().err


def test_an_old_node_counts_as_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = tmp_path / "node"
    old.write_text("#!/bin/sh\necho v12.22.12\n")
    old.chmod(0o755)
    monkeypatch.setattr(node.shutil, "which", lambda tool: str(old))
    assert node.version_of(str(old)) == 12
    assert not node.is_there("node")
    assert node.is_there("npm")


def test_no_script_of_the_pages_is_long() -> None:
    scripts = (ROOT / "src" / "stellwerk").rglob("static/**/*.js")
    lines = {path.name: path.read_text("utf-8").count("\n") for path in scripts}
    assert len(lines) > 15
    assert not {name: count for name, count in lines.items() if count > 250}


def test_only_the_macro_writes_the_token_of_a_form() -> None:
    """A form that somebody writes by hand would be refused, or worse, go without."""
    templates = list((ROOT / "src" / "stellwerk").rglob("templates/**/*.html"))
    assert len(templates) > 20
    by_hand = [path.name for path in templates if re.search(r'<form[^>]*method="post"', path.read_text("utf-8"))]
    assert by_hand == ["form.html"]
