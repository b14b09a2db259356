"""One sees what happened: routes that were run are drawn once more, and whoever comes back is told."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.games.china1880.scenes import reach
from tests.web.china import table
from tests.web.conftest import Site, linked
from tests.web.test_running import LONG, railway


def parts(client: httpx.Client, address: str, since: int, seat: int | None, version: int | None = None) -> Any:
    body = {"have": {}, "boards": {"version": since, "seat": seat}, "version": version}
    answer = client.post(f"{address}/parts", json=body, headers={"accept": "application/json"})
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.fixture
def run(site: Site, client: httpx.Client) -> str:
    """A table of 1880 where routes have just been run."""
    place = table(site, client, reach(railway(), "Operate"))
    done = client.post(f"/api/tables/{place}/act", json={"action": f"run 8:{LONG}", "at": 0, "request_id": "r"})
    assert done.status_code == 200, done.text
    return f"/table/{place}"


def test_routes_are_drawn_when_they_have_been_run(client: httpx.Client, run: str) -> None:
    trace = parts(client, run, 0, 0)["trace"]
    assert "route-line" in str(trace["show"])
    assert "route-line" not in str(trace["clear"])
    assert parts(client, run, 1, 0)["trace"] is None


def test_a_step_back_draws_no_routes(client: httpx.Client, run: str) -> None:
    assert parts(client, run, 1, 0, version=0)["trace"] is None


def test_whoever_was_away_is_told_what_the_others_did(site: Site, client: httpx.Client) -> None:
    place, token = linked(client, game="russian-railroads")
    ben = site.browser()
    assert ben.post(f"/api/seat/{token}", json={"name": "Ben"}).status_code == 200
    seated = {0: client, 1: ben}
    before = client.get(f"/api/tables/{place}").json()["version"]
    asked = client.get(f"/api/tables/{place}").json()["to_move"]
    first, other = seated[asked], seated[1 - asked]
    at = before
    while (told := first.get(f"/api/tables/{place}/options").json())["asked"] == asked:
        made = {"action": told["options"][0]["action"], "at": told["version"], "request_id": f"r{told['version']}"}
        assert first.post(f"/api/tables/{place}/act", json=made).status_code == 200
        at = told["version"]
    page = other.get(f"/table/{place}/since", params={"version": before}).text
    assert "Since you were here" in page
    assert "move" in page
    assert first.get(f"/table/{place}/since", params={"version": at + 1}).text == ""
