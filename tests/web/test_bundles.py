"""The scripts of a page come as one file that does what its modules do."""

from __future__ import annotations

import re
from shutil import which
from subprocess import run

import httpx
import pytest

from stellwerk import games
from stellwerk.web.view import bundles
from stellwerk.web.view.bundles import bundle, needed_by, script, scripts
from stellwerk.web.view.static_files import static_url
from tests.web.conftest import Site

PAGES = sorted(scripts() - {"worker.js"})


def sent(site: Site, address: str, **headers: str) -> httpx.Response:
    return httpx.get(site.url + address, headers=headers)


def test_a_page_asks_for_one_script(site: Site) -> None:
    page = site.browser().get("/settings").text
    asked = re.findall(r"<script[^>]*src=\"([^\"]+)\"", page)
    assert asked == [static_url("bundle/pace.js")]
    answer = sent(site, asked[0])
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.text == bundle("pace.js")


def test_the_script_of_a_game_comes_with_the_page_of_a_table() -> None:
    assert str(script("table/main.js", "1880")).count("?game=1880") == 1
    assert script("table/main.js", "yokohama") == script("table/main.js")  # which brings none
    assert '"games/1880/routes.js"' in bundle("table/main.js", "1880")
    assert '"games/1880/routes.js"' not in bundle("table/main.js", "yokohama")


@pytest.mark.parametrize("asked", ["../app.py", "no.js", "base.js?game=chess", "base.js?game=yokohama", ""])
def test_nothing_else_is_bundled(site: Site, asked: str) -> None:
    assert sent(site, static_url(f"bundle/{asked}")).status_code == 404


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_it_is_compressed_for_whoever_can_read_that(site: Site, coding: str) -> None:
    answer = sent(site, static_url("bundle/table/main.js"), **{"Accept-Encoding": coding})
    assert answer.headers.get("content-encoding") == (None if coding == "identity" else coding)
    assert answer.text == bundle("table/main.js")


def test_a_module_comes_once_and_after_those_it_needs() -> None:
    names = needed_by(("base.js", "table/main.js"))
    assert len(set(names)) == len(names)
    for n, name in enumerate(names):
        needed = {bundles._there(name, other) for _, other in bundles.IMPORT.findall(bundles._text(name))}
        assert needed <= set(names[:n]), name


@pytest.mark.parametrize("name", PAGES)
def test_every_way_to_import_and_export_is_understood(name: str) -> None:
    """What is left over would be a fault in the browser."""
    body = bundles._body(name)
    assert not re.search(r"^\s*(?:import|export)\b(?!\.meta|\()", body, re.M)
    text = bundles._text(name)
    written = len(re.findall(r"^\s*import\b(?!\.meta|\()", text, re.M))
    assert len(bundles.IMPORT.findall(text)) == written


@pytest.mark.skipif(which("node") is None, reason="node is not there; browsers run the bundles in other tests")
@pytest.mark.parametrize("game_id", [None, *games.ids()])
def test_it_is_a_script(game_id: str | None) -> None:
    for name in PAGES:
        checked = run(
            ["node", "--input-type=module", "--check"], input=bundle(name, game_id), capture_output=True, text=True
        )
        assert checked.returncode == 0, f"{name}: {checked.stderr[:500]}"
