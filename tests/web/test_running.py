"""Routes over HTTP: found and proven, the same again, drawn stop by stop."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from stellwerk.games.china1880.rules.sandbox import WishTile, tiles_for
from stellwerk.games.china1880.rules.state import China
from tests.games.china1880.scenes import circle, company, reach, scene
from tests.web.china import table
from tests.web.conftest import Site, code

LONG = "K1-L2-M3-M5-M7"


def railway(**more: Any) -> China:
    """BCR at Chengdu: west to Lhasa, worth 80 in phase D, east through a town to Chongqing."""
    s = scene(phase="D1")
    company(s, "BCR", {0: 30, 1: 10}, permits="ABCD", treasury=900, **{"trains": ("8", "3"), **more})
    for hex, edges in (("M3", (2, 5)), ("L2", (2, 5)), ("M3", (2, 4)), ("M5", (1, 4)), ("M7", (1, 4))):
        wish = next(wish for wish in tiles_for(s, hex) if _leads(s, wish, edges))
        wish.resolve(s)
    return circle(s, "BCR")


def _leads(s: China, wish: WishTile, edges: tuple[int, ...]) -> bool:
    exits = s.tables.atlas.tiles[wish.tile].at(wish.rotation).exits
    return all(exits >> edge & 1 for edge in edges)


@pytest.fixture
def place(site: Site, client: httpx.Client) -> str:
    return table(site, client, reach(railway(), "Operate"))


def drawn(client: httpx.Client, place: str, *trains: str) -> Any:
    answer = client.get(f"/table/{place}/routes/drawn", params=[("train", train) for train in trains])
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_best_routes_come_with_their_proof(client: httpx.Client, place: str) -> None:
    page = client.get(f"/table/{place}/routes").text
    assert "Best routes: ¥180" in page
    assert "proven best" in page
    assert "Same routes again" not in page


def test_two_clicks_make_a_route_with_its_income(client: httpx.Client, place: str) -> None:
    answer = drawn(client, place, "K1,M7")
    assert "Run these routes: ¥150" in answer["html"]
    assert f'value="run 8:{LONG}"' in answer["html"]
    assert "route-line" in str(answer["ghost"]["show"])
    assert client.get(f"/table/{place}/why", params={"action": f"run 8:{LONG}"}).text.count("offer") > 0


def test_every_objection_comes_live_with_its_rule(client: httpx.Client, place: str) -> None:
    for train, points, said, section in (
        (0, "M3", "a route needs two stations", "X.route.2"),
        (0, "M3,A5", "no track from M3 to A5", "X.route.2"),
        (1, "K1,M7", "stations counted: 4, allowed: 3", "X.route.3"),
        (0, "L2,M3", "the route ends on L2 without a station", "X.route.2"),
    ):
        html = drawn(client, place, *([""] * train), points)["html"]
        assert said in html, points
        assert f"/rules/1880#s-{section}" in html
        assert "data-run" not in html


def test_two_trains_on_the_same_track_are_refused_together(client: httpx.Client, place: str) -> None:
    html = drawn(client, place, "M3,K1", "M3,K1")["html"]
    assert "routes share track: 8, 3" in html
    assert "#s-X.route.10" in html
    apart = drawn(client, place, "M3,K1", "M3,M7")["html"]
    assert "Run these routes: ¥180" in apart


def test_what_is_no_route_is_refused(client: httpx.Client, site: Site, place: str) -> None:
    def asked(*trains: str) -> httpx.Response:
        headers = {"accept": "application/json"}
        return client.get(f"/table/{place}/routes/drawn", params=[("train", t) for t in trains], headers=headers)

    assert code(asked("M3,<b>")) == (422, "route")
    assert code(asked("M3", "M3", "M3")) == (422, "route")
    assert client.get(f"/table/{place}/routes").text.count("d-hex-K1") == 1


def test_drawn_routes_are_run(site: Site, client: httpx.Client, place: str) -> None:
    answer = client.post(f"/api/tables/{place}/act", json={"action": f"run 8:{LONG}", "at": 0, "request_id": "drawn-1"})
    assert answer.status_code == 200
    assert "pay out ¥1" in client.get(f"/table/{place}").text
    assert drawn_after_turn(client, place) == (409, "turn")


def drawn_after_turn(client: httpx.Client, place: str) -> tuple[int, str]:
    return code(client.get(f"/table/{place}/routes/drawn?train=M3", headers={"accept": "application/json"}))


def test_the_same_routes_again(site: Site, client: httpx.Client) -> None:
    """The only company comes round: what it ran last time is offered, beside what is best."""
    place = table(site, client, railway(trains=("3",)))
    while True:
        loaded = site.runtime.store.table(place)
        assert loaded is not None
        question = type(loaded.state.agenda[-1]).__name__
        if question == "Operate" and loaded.version > 2:
            break
        answer = {"Operate": "run 3:M3-M5-M7", "PayOrKeep": "withhold"}.get(question, "pass")
        client.post(
            f"/api/tables/{place}/act",
            json={"action": answer, "at": loaded.version, "request_id": f"again-{loaded.version}"},
        )
    page = client.get(f"/table/{place}/routes").text
    assert "Same routes again: ¥70" in page
    assert 'value="run 3:M3-M5-M7"' in page
