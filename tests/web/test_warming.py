"""What the server loads before the first visitor comes is what his page needs."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select

from stellwerk.table import Person
from stellwerk.table.settings import Settings
from stellwerk.table.storage import schema
from stellwerk.web import warming
from stellwerk.web.view.perspective import DRAWINGS
from tests.web.conftest import Site, opened, running

ROOT = Path(__file__).parents[2]


def loaded_afterwards(folder: Path) -> list[str]:
    """Modules of ours that the first page of each game still loads, in a process that has just started."""
    with running(Settings(database=f"sqlite:///{folder}/store.sqlite", bots=1, rate=0)) as site:
        warming.warm(site.app)
        browser = site.browser()
        tables = [
            opened(browser, game=game, seats=[{"kind": "me"}] * 3) for game in ("russian-railroads", "yokohama", "1880")
        ]
        before = set(sys.modules)
        assert all(browser.get(f"/table/{table}").is_success for table in tables)
        return sorted(name for name in set(sys.modules) - before if name.startswith("stellwerk."))


def test_the_first_page_of_a_game_loads_nothing_more(tmp_path: Path) -> None:
    told = f"from pathlib import Path; from {__name__} import loaded_afterwards as f; print(f(Path({str(tmp_path)!r})))"
    done = subprocess.run([sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_a_game_that_cannot_be_shown_keeps_no_other_from_being_prepared(
    site: Site, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made: list[str] = []

    def make_page(game_id: str, reader: object) -> None:
        made.append(game_id)
        if game_id == "1880":
            raise RuntimeError("broken")

    monkeypatch.setattr(warming, "make_page", make_page)
    monkeypatch.setattr(warming, "environment", lambda language: NoTemplates())
    warming.warm(site.app)
    assert {"1880", "yokohama", "russian-railroads"} <= set(made)
    assert "1880 could not be prepared" in caplog.text


class NoTemplates:
    def list_templates(self, extensions: tuple[str, ...]) -> list[str]:
        return []


def test_those_who_are_asked_find_their_page_made(site: Site, client: httpx.Client) -> None:
    """After a restart everybody comes back at once: what they look at has been loaded and drawn already."""
    table = opened(client, game="1880", seats=[{"kind": "me"}] * 3)
    site.runtime.store.cache.drop(table)
    warming.make_pages_of_players(site.runtime)
    assert site.runtime.store.has_in_memory(table)
    drawn = len(DRAWINGS)
    assert client.get(f"/table/{table}").is_success
    assert len(DRAWINGS) == drawn


def test_a_page_is_asked_for_as_its_reader_would(site: Site, client: httpx.Client) -> None:
    """All on the way to it has been used once: what looks somebody up, reads the route, packs the answer."""
    table = opened(client, game="yokohama", seats=[{"kind": "me"}] * 3)
    loaded = site.runtime.tables.played_last(1)
    assert [found.id for found in loaded] == [table]
    (who,) = site.runtime.tables.asked_at(loaded[0])
    assert status(site, f"/table/{table}", who) == 200
    assert status(site, "/table/nowhere", who) == 404


def status(site: Site, path: str, who: Person) -> int:
    """Asked in a thread of its own: where a browser was driven before, a loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(warming.asked(site.app, path, who))).result()


def test_nobody_is_seen_by_being_expected(site: Site, client: httpx.Client) -> None:
    opened(client, game="yokohama", seats=[{"kind": "me"}] * 3)

    def seen() -> Sequence[object]:
        with site.runtime.store.reading() as conn:
            return conn.execute(select(schema.people.c.id, schema.people.c.seen)).all()

    before = seen()
    warming.expect_somebody(site.app)
    site.runtime.store.run(lambda work: None).result()
    assert seen() == before
