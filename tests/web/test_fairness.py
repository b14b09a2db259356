"""One visitor among others: his requests wait behind each other, not in front of everybody's; what he has is not sent
again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from stellwerk.web.http import turnstile
from stellwerk.web.http.turnstile import Crowded, Turnstile
from tests import patience
from tests.web.conftest import Site, opened


async def nothing() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


async def nowhere(message: dict[str, Any]) -> None:
    pass


def run(of: Callable[[Turnstile], Any]) -> Any:
    return patience.run_apart(of(Turnstile()))


def test_the_requests_of_one_address_wait_for_each_other_and_for_nobody_else() -> None:
    async def working(stile: Turnstile) -> tuple[int, int, int]:
        most: dict[str, int] = {}
        now: dict[str, int] = {}
        done = asyncio.Event()

        async def request(address: str) -> None:
            async with stile.turn(address, nothing, nowhere):
                now[address] = now.get(address, 0) + 1
                most[address] = max(most.get(address, 0), now[address])
                if address == "honest":
                    done.set()
                await done.wait()
                now[address] -= 1

        stranger = [asyncio.create_task(request("stranger")) for _ in range(50)]
        await asyncio.sleep(0)
        await request("honest")  # though the stranger has not been served yet
        await asyncio.gather(*stranger)
        return most["stranger"], most["honest"], len(stile._lanes)

    assert run(working) == (turnstile.AT_ONCE, 1, 0)


def test_a_crowd_is_served_one_by_one_and_lets_others_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnstile, "COURTESY", 3600.0)

    async def crowding(stile: Turnstile) -> tuple[int, int, int]:
        begun, late, most = 0, 0, 0

        async def request(number: int) -> None:
            nonlocal begun, late, most
            async with stile.turn("crowd", nothing, nowhere):
                begun += 1
                late += number >= turnstile.CROWD
                most = max(most, late)
                await asyncio.sleep(0)
                late -= number >= turnstile.CROWD

        async with stile.turn("honest", nothing, nowhere):
            crowd = [asyncio.create_task(request(number)) for number in range(turnstile.CROWD + 20)]
            for _ in range(100):
                await asyncio.sleep(0)
            before = begun
        await asyncio.gather(*crowd)
        return before, begun, most

    before, begun, most = run(crowding)
    assert before < turnstile.CROWD, "only those that came before it was a crowd"
    assert (begun, most) == (turnstile.CROWD + 20, 1)


def test_a_crowd_is_not_kept_waiting_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else's request that takes long does not shut it out, and one given up leaves its place."""
    monkeypatch.setattr(turnstile, "COURTESY", 0.0)

    async def waiting(stile: Turnstile) -> int:
        served = 0

        async def request() -> None:
            nonlocal served
            async with stile.turn("crowd", nothing, nowhere):
                served += 1
                await asyncio.sleep(0)

        async with stile.turn("honest", nothing, nowhere):
            asked = [asyncio.create_task(request()) for _ in range(turnstile.CROWD + 20)]
            await asyncio.sleep(0)
            asked[-1].cancel()
            asked[-5].cancel()
            async with asyncio.timeout(60):
                await asyncio.gather(*asked, return_exceptions=True)
        return served

    assert run(waiting) == turnstile.CROWD + 18


def test_a_line_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turnstile, "IN_LINE", 2)

    async def crowding(stile: Turnstile) -> int:
        done = asyncio.Event()

        async def request() -> None:
            async with stile.turn("a", nothing, nowhere):
                await done.wait()

        asked = [asyncio.create_task(request()) for _ in range(turnstile.AT_ONCE + 4)]
        for _ in range(3):
            await asyncio.sleep(0)
        done.set()
        found = await asyncio.gather(*asked, return_exceptions=True)
        return sum(isinstance(each, Crowded) for each in found)

    assert run(crowding) == 2


def test_slow_lines_keep_nobody_waiting() -> None:
    """Neither a body that arrives by drips nor an answer that nobody reads holds a place."""

    async def dripping(stile: Turnstile) -> None:
        never = asyncio.Event()

        async def stuck(*_: Any) -> Any:
            await never.wait()

        async def uploading() -> None:
            async with stile.turn("school", stuck, nowhere) as turn:
                await turn.receive()

        async def not_reading() -> None:
            async with stile.turn("school", nothing, stuck) as turn:
                await turn.receive()
                await turn.send({"type": "http.response.body", "body": b"x"})

        slow = [asyncio.create_task(each()) for each in (uploading, not_reading) for _ in range(turnstile.AT_ONCE)]
        await asyncio.sleep(0)
        async with asyncio.timeout(30), stile.turn("school", nothing, nowhere) as turn:
            await turn.receive()
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)

    run(dripping)


def test_a_table_that_has_not_changed_is_not_sent_again(site: Site, client: httpx.Client) -> None:
    table = opened(client)
    for path in (f"/table/{table}", f"/api/tables/{table}", f"/api/tables/{table}/history"):
        first = client.get(path)
        assert first.headers["cache-control"] == "private, no-cache"
        known = {"If-None-Match": f'"other", W/{first.headers["etag"]}'}
        again = client.get(path, headers=known)
        assert (again.status_code, again.content) == (304, b""), path
        assert again.headers["etag"] == first.headers["etag"]
        assert "content-length" not in again.headers
        assert site.browser().get(path, headers=known).status_code == 200, "another reader has another page"
    client.post(f"/api/tables/{table}/act", json={"action": "keep", "at": 2, "request_id": "r"})
    assert client.get(path, headers=known).status_code == 200


def test_what_must_not_be_kept_has_no_tag(client: httpx.Client) -> None:
    opened(client)
    for path in ("/api/me", "/settings", "/api/sessions"):
        answer = client.get(path)
        assert (answer.headers["cache-control"], "etag" in answer.headers) == ("no-store", False), path


def test_every_request_but_streams_takes_its_turn(
    site: Site, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(client)
    monkeypatch.setattr(turnstile, "IN_LINE", -turnstile.AT_ONCE)  # nobody may even wait
    for path in ("/", f"/table/{table}", "/api/games", "/static/base.js"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too-many"), path
    with client.stream("GET", "/api/events") as stream:
        assert stream.status_code == 200
