"""A move is read without FastAPI: what is refused, and how, is as at every other route."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.web.conftest import Site, code, opened

MOVE: dict[str, Any] = {"action": "keep", "at": 2, "request_id": "r"}
UNDO: dict[str, Any] = {"at": 2, "request_id": "r"}
JSON = "application/json"


@pytest.mark.parametrize(
    ("body", "kind", "fields"),
    [
        (json.dumps({**MOVE, "at": -1}), JSON, ["body.at"]),
        (json.dumps({**MOVE, "at": "2"}), JSON, ["body.at"]),
        (json.dumps({**MOVE, "at": 2.5}), JSON, ["body.at"]),
        (json.dumps({**MOVE, "seat": 10}), JSON, ["body.seat"]),
        (json.dumps({**MOVE, "request_id": "a b"}), JSON, ["body.request_id"]),
        (json.dumps({**MOVE, "more": 1}), JSON, ["body.more"]),
        (json.dumps({**MOVE, "action": "x" * 4001}), JSON, ["body.action"]),
        (json.dumps({"at": 2}), JSON, ["body.action", "body.request_id"]),
        ("[]", JSON, ["body"]),
        ("", JSON, ["body"]),
        ("[" * 5000, JSON, ["body"]),
        ('{"action": "\\ud800"}', JSON, ["body"]),
        (json.dumps(MOVE), "text/plain", ["body"]),
        (json.dumps(MOVE), "application/x-www-form-urlencoded", ["body"]),
        (json.dumps(MOVE), "", ["body"]),
    ],
)
def test_what_is_not_understood_is_named(client: httpx.Client, body: str, kind: str, fields: list[str]) -> None:
    table = opened(client)
    answer = client.post(f"/api/tables/{table}/act", content=body, headers={"Content-Type": kind})
    assert code(answer) == (422, "invalid")
    assert answer.json()["error"]["fields"] == fields
    assert client.get(f"/api/tables/{table}").json()["version"] == 2


@pytest.mark.parametrize("kind", [JSON, "application/json; charset=utf-8", "Application/JSON", "application/x+json"])
def test_every_kind_of_json_is_read(client: httpx.Client, kind: str) -> None:
    answer = client.post(
        f"/api/v1/tables/{opened(client)}/act", content=json.dumps(MOVE), headers={"Content-Type": kind}
    )
    assert answer.json()["version"] == 3


@pytest.mark.parametrize("table", ["A", "x" * 17, "%C3%A4", "%20"])
def test_a_name_that_no_table_has_is_refused_alike(client: httpx.Client, table: str) -> None:
    opened(client)
    act, undo = (
        client.post(f"/api/tables/{table}/{deed}", json=body) for deed, body in (("act", MOVE), ("undo", UNDO))
    )
    assert act.json()["error"]["fields"] == undo.json()["error"]["fields"] == ["path.table"]


def test_who_may_not_ask_is_refused_alike(site: Site, client: httpx.Client) -> None:
    table, stranger = opened(client), site.browser()
    for headers in ({}, {"Authorization": "Bearer nothing"}, {"Origin": "http://elsewhere"}):
        act, undo = (
            stranger.post(f"/api/tables/{table}/{deed}", json=body, headers=headers)
            for deed, body in (("act", MOVE), ("undo", UNDO))
        )
        assert code(act) == code(undo)
        assert act.status_code in (401, 403)


def test_only_moves_are_made_there(client: httpx.Client) -> None:
    assert code(client.get(f"/api/tables/{opened(client)}/act")) == (405, "method")
