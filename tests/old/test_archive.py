"""The tables of every release stay in the package, to the letter."""

from __future__ import annotations

import hashlib
import shutil
from importlib.resources import files
from pathlib import Path

import pytest

from stellwerk.core.components import Components
from stellwerk.core.editions import editions_in
from stellwerk.games import PACKAGES, game
from tests.old import EXPECTED

RELEASED = tuple(EXPECTED["components"])
"""The games of 0.1. A game of another distribution has releases of its own."""


def unarchived(folder: Path) -> list[str]:
    """The files of releases that are not there any more as they were."""
    return [
        f"{edition.name}/{name}"
        for edition, about in editions_in(folder)
        for name, wanted in about["files"].items()
        if hashlib.sha256(edition.components.files.get(name, "").encode()).hexdigest()[:16] != wanted
    ]


def data(id_: str) -> Path:
    return Path(str(files(PACKAGES[id_]))) / "rules" / "data"


@pytest.mark.parametrize("id_", RELEASED)
def test_whoever_changes_a_table_keeps_the_old_one(id_: str) -> None:
    missing = unarchived(data(id_))
    assert not missing, f"copy these below {data(id_)} as they were before you changed them: {missing}"
    assert [edition.name for edition in game(id_).editions()][:1] == ["0.1"]


@pytest.mark.parametrize("id_", RELEASED)
def test_the_tables_of_0_1_have_the_digest_its_headers_have(id_: str) -> None:
    expected = EXPECTED["components"][id_]
    (first, *_) = game(id_).editions()
    assert (first.components.written, first.rules_version) == (expected["digest"], expected["rules_version"])
    texts = first.components.files
    assert {n: hashlib.sha256(t.encode()).hexdigest()[:16] for n, t in texts.items()} == expected["files"]


def test_a_table_changed_without_keeping_the_old_one_is_noticed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    shutil.copytree(data("yokohama"), folder)
    (first, *_) = game("yokohama").editions()
    old = first.components.files["orders.toml"]
    (folder / "0.1" / "orders.toml").unlink()
    (folder / "orders.toml").write_text(old.replace("vp = 11", "vp = 7"))
    (folder / "rules.toml").write_text("")
    assert unarchived(folder) == ["0.1/orders.toml"]
    ((edition, about),) = [found for found in editions_in(folder) if found[0].name == "0.1"]
    assert edition.components.digest != about["digest"]  # and it is not taken for the tables of 0.1
    (folder / "0.1" / "orders.toml").write_text(old)
    assert unarchived(folder) == []
    ((edition, _),) = [found for found in editions_in(folder) if found[0].name == "0.1"]
    assert edition.components == Components(first.components.files)
