"""What the description of the API promises: typed answers, a version in the path, who may ask, long lists in parts."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import Request

from stellwerk import client as library
from stellwerk import games
from stellwerk.table.settings import Settings
from stellwerk.web.api import answers, people_answers
from stellwerk.web.http import component_inputs, inputs
from stellwerk.web.http.dependencies import link_of, reach_of
from tests import patience
from tests.web.conftest import Site, linked, opened

FREE = {"/api/v1/tables/{table}/view", "/api/v1/me/everything"}
"""Their fields are those of a game, and of the tables of the database."""
STREAMS = {"/api/v1/events", "/api/v1/me/games"}


def described(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/openapi.json").json()
    return found


def operations(schema: dict[str, Any]) -> list[tuple[str, str, Any]]:
    return [(path, method, it) for path, methods in schema["paths"].items() for method, it in methods.items()]


def test_every_answer_has_a_type(client: httpx.Client) -> None:
    schema = described(client)
    untyped = []
    for path, method, operation in operations(schema):
        (answer,) = [each for code, each in operation["responses"].items() if code.startswith("2")]
        about = answer.get("content", {}).get("application/json", {}).get("schema", {})
        if "$ref" not in about.get("items", about) and path not in FREE | STREAMS:
            untyped.append(f"{method} {path}")
    assert not untyped
    assert len(operations(schema)) > 60


def test_the_description_says_who_may_ask_and_how_refusals_look(client: httpx.Client) -> None:
    schema = described(client)
    assert set(schema["components"]["securitySchemes"]) == {"token", "session"}
    assert {} in schema["paths"]["/api/v1/lobby"]["get"]["security"]
    assert {} not in schema["paths"]["/api/v1/tokens"]["get"]["security"]
    refused = client.get("/api/v1/tables/nowhere").json()
    assert answers.Refusal.model_validate(refused).error.text
    assert schema["components"]["schemas"]["Refusal"]["examples"]


def bodies(schema: dict[str, Any]) -> dict[str, Any]:
    """The schemas of what may be sent, by their names."""
    sent = [it.get("requestBody") for _, _, it in operations(schema)]
    named = re.findall(r"#/components/schemas/([\w.-]+)", json.dumps(sent))
    return {name: schema["components"]["schemas"][name] for name in named}


def test_every_body_has_an_example_that_may_be_sent(client: httpx.Client) -> None:
    found = bodies(described(client))
    models = {**vars(inputs), **vars(component_inputs)}
    assert len(found) > 30
    for name, schema in found.items():
        assert schema.get("examples"), name
        for example in schema["examples"]:
            models[name.removesuffix("-Input")].model_validate_json(json.dumps(example))


def test_the_version_is_in_the_path_and_the_old_paths_go_on_working(client: httpx.Client) -> None:
    table = opened(client)
    new, old = (client.get(f"/api{version}/tables/{table}") for version in ("/v1", ""))
    assert new.json() == old.json()
    wish = {"action": "keep", "at": 2, "request_id": "r"}
    assert client.post(f"/api/v1/tables/{table}/act", json=wish).status_code == 200
    assert client.get("/api/v2/lobby").status_code == 404
    assert client.get("/docs").text == client.get("/api").text


@pytest.mark.parametrize(
    ("path", "model"),
    [
        ("/api/v1/tables", answers.Table),
        ("/api/v1/tables/{table}", answers.Table),
        ("/api/v1/tables/{table}/options", answers.Offer),
        ("/api/v1/tables/{table}/history", answers.Line),
        ("/api/v1/tables/{table}/scores", answers.Score),
        ("/api/v1/tables/{table}/programs", answers.Program),
        ("/api/v1/turns", answers.Turn),
        ("/api/v1/games", answers.GameInfo),
        ("/api/v1/me", people_answers.Me),
        ("/api/v1/sessions", people_answers.SessionInfo),
        ("/api/v1/notices", people_answers.NoticesAndReports),
        ("/api/v1/notices/hours", people_answers.HoursInfo),
        ("/api/v1/notices/devices", people_answers.DevicesInfo),
        ("/api/v1/mail", people_answers.Mail),
    ],
)
def test_what_is_answered_is_what_is_described(client: httpx.Client, path: str, model: Any) -> None:
    found = client.get(path.format(table=opened(client))).json()
    for row in found if isinstance(found, list) else [found]:
        assert set(row) == set(model.model_fields)


def test_a_long_list_comes_in_parts(client: httpx.Client) -> None:
    there = {opened(client) for _ in range(5)}
    got, path = [], "/api/v1/tables?limit=2"
    while path:
        answer = client.get(path)
        assert path.startswith("/api/v1/")  # the next part is promised like the first
        assert len(answer.json()) <= 2
        got += [info["id"] for info in answer.json()]
        path = answer.links.get("next", {}).get("url", "")
    assert (len(got), set(got)) == (5, there)
    for odd in ("i1.nonsense", "i--5", "i", ".", "i-.s", "i" + "9" * 79):
        assert client.get(f"/api/v1/tables?limit=2&cursor={odd}").status_code == 200
    assert client.get("/api/v1/tables?cursor=%00").status_code == 422


def parts(client: httpx.Client, path: str) -> list[dict[str, Any]]:
    """A list read by its parts, each as long as was asked for at most."""
    got: list[dict[str, Any]] = []
    while path:
        answer = client.get(path)
        assert answer.status_code == 200, answer.text
        assert len(answer.json()) <= 2
        got += answer.json()
        path = answer.links.get("next", {}).get("url", "")
    return got


def test_every_list_that_can_grow_comes_in_parts(site: Site, client: httpx.Client) -> None:
    there = [opened(client) for _ in range(5)]
    for table in there:
        client.post(f"/api/tables/{table}/act", json={"action": "keep", "at": 2, "request_id": "r"})
    client.post("/api/register", json={"name": "Operator", "password": "long enough"})
    client.post("/api/operator", json={"code": site.runtime.operators.first_code()})
    for number in range(5):
        assert client.put("/api/admin/message", json={"text": f"day {number}"}).status_code == 200
    listed = [{"game": "sample", "seats": [{"kind": "me"}, {"kind": "open"}], "listed": True}] * 3
    waiting = [client.post("/api/tables", json=body).json()["table"] for body in listed]
    for path, wanted in (
        ("/api/v1/turns?limit=2", set(there)),
        ("/api/v1/lobby?limit=2", set(waiting)),
        ("/api/v1/admin/tables?limit=2", {*there, *waiting}),
    ):
        got = [row.get("table") or row["id"] for row in parts(client, path)]
        assert (len(got), set(got)) == (len(wanted), wanted), path
    deeds = [row["id"] for row in parts(client, "/api/v1/admin/deeds?limit=2")]
    assert deeds == sorted(deeds, reverse=True)
    assert len(deeds) == len(client.get("/api/v1/admin/deeds").json()) >= 5
    for odd in ("i1.nonsense", "i--5", "i", ".", "i-.s", "i" + "9" * 79):
        for path in ("turns", "lobby", "admin/tables", "admin/deeds"):
            assert client.get(f"/api/v1/{path}?cursor={odd}").status_code == 200


def test_one_s_games_are_lines_of_json(client: httpx.Client) -> None:
    table = opened(client)
    client.post(f"/api/tables/{table}/act", json={"action": "keep", "at": 2, "request_id": "r"})
    answer = client.get("/api/v1/me/games")
    (line,) = map(json.loads, answer.text.splitlines())
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert (line["id"], line["log"][-1]["version"]) == (table, line["version"])


# --- the client -------------------------------------------------------------------------------------------------------


class Enough(Exception):
    pass


@pytest.mark.parametrize("game", games.ids())
def test_a_program_plays_every_game(site: Site, game: str) -> None:
    seats = max(games.seats(game))
    program = library.Client(site.url)
    program.sign_in_as_guest("program")
    table = program.open_table(game, [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * (seats - 1)])["table"]
    asked = []

    def choose(view: dict[str, Any], options: list[dict[str, Any]]) -> str:
        asked.append(view)
        if len(asked) > 3:
            raise Enough
        action: str = options[0]["action"]
        return action

    with pytest.raises(Enough):
        program.play(table, choose)
    assert program.history(table)


def test_a_program_is_called_as_it_says(site: Site) -> None:
    """Not “Guest”; and not quite as an account is called."""
    ann = library.Client(site.url)
    ann.sign_in_as_guest("Ada of the API")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    table = ann.open_table("yokohama", seats)["table"]
    assert ann.table(table)["seats"][0]["name"] == "Ada of the API"
    library.Client(site.url).post("/register", name="Ada of the API", password="nobody guesses this one")
    other = library.Client(site.url)
    other.sign_in_as_guest("Ada of the API")
    assert other.get("/me")["person"]["name"] == "Ada of the API (2)"


def test_a_bot_that_was_not_invited_is_refused_with_the_way(site: Site) -> None:
    program = library.Client(site.url)
    program.sign_in_as_guest("program")
    with pytest.raises(library.Refused, match="serve --bots my_bot:MyBot"):
        program.open_table("yokohama", [{"kind": "me"}, {"kind": "bot", "bot": "my_bot:MyBot"}])


def test_a_refusal_has_its_reason(site: Site) -> None:
    program = library.Client(site.url, language="de")
    with pytest.raises(library.Refused) as refused:
        program.open_table("chess", [{"kind": "me"}])
    assert refused.value.status < 500
    assert refused.value.code
    with pytest.raises(ValueError, match="not a seat link"):
        program.take_seat("http://nowhere", "ann")


def test_a_server_that_stays_away_is_said() -> None:
    with pytest.raises(OSError, match="refused"):
        library.Client("http://127.0.0.1:9", patience=0).games()


# --- links ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "visited", "carried"),
    [
        (False, "friends.example:8880", "http://friends.example:8880"),
        (False, "127.0.0.1:8880", "http://192.168.0.7:8880"),
        (True, "friends.example:8880", "http://192.168.0.7:8880"),
    ],
)
def test_links_carry_the_address_the_host_is_visited_by(given: bool, visited: str, carried: str) -> None:
    settings = Settings(base_url="http://192.168.0.7:8880", address_given=given)
    app = SimpleNamespace(state=SimpleNamespace(runtime=SimpleNamespace(settings=settings)))
    scope = {"type": "http", "path": "/", "headers": [(b"host", visited.encode())], "app": app, "scheme": "http"}
    assert link_of(Request(scope), "TOKEN") == f"{carried}/seat/TOKEN"


@pytest.mark.parametrize(
    ("visited", "reach"),
    [
        ("http://127.0.0.1:8880", "here"),
        ("http://localhost:8880", "here"),
        ("http://[::1]:8880", "here"),
        ("http://192.168.0.7:8880", "network"),
        ("http://nas:8880", "network"),
        ("http://nas.local", "network"),
        ("https://friends.example", "anywhere"),
        ("http://100.101.1.2:8880", "anywhere"),  # of a VPN
    ],
)
def test_the_page_knows_who_can_open_its_links(visited: str, reach: str) -> None:
    app = SimpleNamespace(state=SimpleNamespace(runtime=SimpleNamespace(settings=Settings(base_url=visited))))
    assert reach_of(Request({"type": "http", "path": "/", "headers": [], "app": app, "scheme": "http"})) == reach


def test_who_invites_is_told_the_ways_and_shown_a_code_where_it_can_work(
    site: Site, client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, token = linked(client)
    client.cookies.set("link-1", token)

    def seen(address: str) -> str:
        monkeypatch.setattr(site.runtime, "settings", replace(site.runtime.settings, base_url=address))
        page = client.get(f"/table/{table}").text
        assert f"{address}/seat/{token}" in page
        return page.partition("<main")[2]

    alone = seen("http://127.0.0.1:8880")
    assert "Only this machine can open these links." in alone
    assert "<svg" not in alone.partition('id="waiting"')[2].partition("link-box")[2]
    near = seen("http://192.168.0.7:8880")
    assert "These links work in the same network." in near
    assert 'class="qrline"' in near
    assert 'id="reach"' not in seen("https://friends.example")


# --- what the documents show ------------------------------------------------------------------------------------------


def test_the_first_move_by_curl_is_made_as_the_documents_say(site: Site) -> None:
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
    block = page.partition("## A first move by curl")[2].partition("## ")[0]
    guest, seats, move = (json.loads(body) for body in re.findall(r"-d '(\{.*?\})'", block))
    program = site.program(httpx.post(f"{site.url}/api/v1/tokens", json=guest).json()["token"])
    table = program.post("/api/v1/tables", json=seats).json()["table"]
    end, found = time.monotonic() + patience.SECONDS, {"options": []}
    while not found["options"]:
        assert time.monotonic() < end
        found = program.get(f"/api/v1/tables/{table}/options").json()
    assert set(move) == {"action", "at", "request_id"}
    move |= {"action": found["options"][0]["action"], "at": found["version"]}
    assert program.post(f"/api/v1/tables/{table}/act", json=move).json()["version"] > found["version"]
    unsaid = program.post(f"/api/v1/tables/{table}/act", content=json.dumps(move))
    assert "Content-Type: application/json" in unsaid.json()["error"]["text"]
