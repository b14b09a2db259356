"""Uploaded replays live in the store: every process finds them, and a stranger cannot throw them out."""

from __future__ import annotations

from pathlib import Path

import httpx

from stellwerk.table.settings import Settings
from stellwerk.web.pages.replay import KEPT, Replays
from tests.web.conftest import Site, running
from tests.web.test_siege import sample_log


def titled(name: str) -> str:
    return sample_log().replace("# seats", f'# names: ["{name}", ""]\n# seats')


def uploaded(client: httpx.Client, name: str) -> str:
    answer = client.post("/replay", data={"text": titled(name)})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_process_that_did_not_take_the_file_shows_it(site: Site) -> None:
    page = uploaded(site.browser(), "Anna")
    site.state.replays = Replays()
    found = site.browser().get(page)
    assert (found.status_code, "Anna" in found.text) == (200, True)
    assert site.browser().get(page.replace("/-", "/0") + "/log.txt").status_code == 200


def test_a_restart_keeps_it(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=1)
    with running(settings) as site:
        page = uploaded(site.browser(), "Anna")
    with running(settings) as site:
        assert site.browser().get(page).status_code == 200


def test_uploads_of_a_stranger_throw_nobody_elses_out(site: Site) -> None:
    page = uploaded(site.browser(), "Anna")
    stranger = site.browser()
    for n in range(KEPT + 2):
        uploaded(stranger, f"stranger {n}")
    assert site.browser().get(page).status_code == 200


def test_what_is_not_there_or_has_expired_is_not_found(site: Site) -> None:
    page = uploaded(site.browser(), "Anna")
    assert site.browser().get("/replay/0123456789abcdef/-").status_code == 404
    start = site.runtime.store.now()
    site.state.replays = Replays()
    site.runtime.store.now = lambda: start + 40 * 86_400_000
    assert site.browser().get(page).status_code == 404


def test_a_file_that_cannot_be_read_is_not_kept(site: Site) -> None:
    client = site.browser()
    client.post("/api/tables", json={"game": "sample", "seats": [{"kind": "me"}, {"kind": "me"}], "hotseat": True})
    csrf = client.get("/api/me").json()["csrf"]
    assert client.post("/replay", data={"text": "nonsense", "csrf": csrf}).status_code == 422
    who = site.runtime.tables.store.table(client.get("/api/tables").json()[0]["id"])
    assert who is not None
    from stellwerk.table import Person

    assert site.runtime.uploads.mine(Person(who.host, "")) == []
