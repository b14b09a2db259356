"""The documents as a site: every page is reached, nothing comes from elsewhere, no link leads nowhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts import site

ROOT = Path(__file__).parent.parent
LOADED = re.compile(r"""<(?:script|img|iframe)[^>]*?src="([^"]+)"|<link[^>]*?href="([^"]+)"|url\(['"]?([^)'"]+)""")


def named(nav: Any) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    return [page for each in (nav.values() if isinstance(nav, dict) else nav) for page in named(each)]


def test_every_document_is_in_the_menu() -> None:
    menu = named(yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"])
    listed = {page for page in site.pages() if not {"decisions", "examples"} & set(page.relative_to(ROOT).parts)}
    assert set(menu) - {"docs/decisions/index.md"} == {page.relative_to(ROOT).as_posix() for page in listed}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """In a folder of its own: `make site` may be at work beside."""
    folder = tmp_path_factory.mktemp("site")
    site.stage(folder / "documents")
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8")) | {"docs_dir": "documents", "site_dir": "site"}
    (folder / "mkdocs.yml").write_text(yaml.safe_dump(config), "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder / "site"


def test_nothing_is_loaded_from_elsewhere(built: Path) -> None:
    files = [*built.rglob("*.html"), *built.rglob("*.css")]
    loaded = {part for file in files for found in LOADED.findall(file.read_text("utf-8")) for part in found if part}
    assert len(files) > 30
    assert not {each for each in loaded if re.match(r"(https?:)?//", each)}


def test_what_the_pages_link_to_is_there(built: Path) -> None:
    for file in ("docs/decisions/index.html", "docs/rules/1880.html", "examples/bot.py", "deploy/nginx.conf"):
        assert (built / file).exists(), file


def test_a_link_that_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "README.md").write_text("# Here\n\n[there](nowhere.md)\n", "utf-8")
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    config |= {"docs_dir": "documents", "site_dir": "site", "nav": ["README.md"]}
    (tmp_path / "mkdocs.yml").write_text(yaml.safe_dump(config), "utf-8")
    command = [sys.executable, "-m", "mkdocs", "build"]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert (done.returncode != 0, "nowhere.md" in done.stderr) == (True, True)
