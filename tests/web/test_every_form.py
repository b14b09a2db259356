"""Every page and form of the site, asked in odd ways by a guest, a member and an operator: no server error.

The JSON API is asked by `test_schema.py`. `make soak ARGS=fuzz` asks for longer.
"""

from __future__ import annotations

import inspect
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints
from urllib.parse import quote

import httpx
from fastapi import FastAPI
from fastapi.routing import APIRoute

from stellwerk.table.settings import Settings
from stellwerk.web.http.inputs import Body
from tests.web.conftest import Site, opened, running

ROUNDS = int(os.environ.get("STELLWERK_FUZZ", "1"))
"""Odd ways in which each is asked, after a usual one."""
PASSWORD = "correct horse battery"
ODD = (
    *("", " ", "²", "-1", "1e9", "0x1", "٣", "ü", "\0", "\ud800", "\u202e", "null", "true", "[]", '{"a": 1}', "<b>"),
    *("9" * 400, "x" * 5000, "../../etc", "%s%n", "'; --", "a\r\nSet-Cookie: x=1", "\U0001f682" * 50),
)
KINDS: tuple[Any, ...] = (5, -1.5, True, False, None, [], ["x"], {}, {"a": [1]}, 10**30, "\ud800")
"""What JSON in the place of a form may hold where a text is meant."""
USUAL = {
    "seat": "0",
    "at": "2",
    "version": "2",
    "to": "1",
    "number": "1",
    "line": "1",
    "days": "1",
    "seats": "2",
    "action": "keep",
    "request_id": "r",
    "agree": "yes",
    "do": "give",
    "order": "same",
    "bot": "random",
    "password": PASSWORD,
    "old": PASSWORD,
    "new": PASSWORD,
    "lang": "de",
    "theme": "dark",
    "curtain": "off",
    "game": "yokohama",
    "name": "yokohama",
    "chapter": "1",
    "kind": "table",
    "eyes": "all",
    "part": "0",
    "channel": "ntfy",
    "banned": "yes",
    "archived": "yes",
    "scope": "play",
    "table": "",
    "person": "",
}
ENDING = ("/logout", "/settings/delete", "/sessions/end", "/settings/password", "/settings/register", "/settings/login")
"""What may end the session that asks, or begin another."""
LAST = (*ENDING, "/delete", "/close", "/ban", "/end", "/archive", "/forget")
"""What takes away what others ask for."""
SHUT = (401, 403, 404, 405)
"""Answers that may come before anything was looked at."""


def routes(app: FastAPI) -> list[APIRoute]:
    """Everything that is not in the schema of the API."""

    def below(found: Any) -> Iterator[APIRoute]:
        for route in found:
            if isinstance(route, APIRoute):
                yield route
            elif hasattr(route, "original_router"):
                yield from below(route.original_router.routes)

    app.state.unopened.open()
    found = [route for route in below(app.routes) if not route.include_in_schema]
    return sorted(found, key=lambda route: (route.path.endswith(LAST), route.path))


def fields(route: APIRoute) -> list[str]:
    """What a route reads: the fields of its model, the parameters of its query, or what its module asks a form for."""
    hints = get_type_hints(route.endpoint, include_extras=True)
    models = [first for hint in hints.values() for first in get_args(hint)[:1]]
    named = [
        name for model in models if isinstance(model, type) and issubclass(model, Body) for name in model.model_fields
    ]
    asked = re.findall(
        r"form(?:\.get\(|\[)\"([\w-]+)\"", inspect.getsource(inspect.getmodule(route.endpoint) or route.endpoint)
    )
    query = [parameter.name for parameter in route.dependant.query_params]
    return sorted({*named, *query, *(asked if "form" in hints else ())})


class Persona:
    """Somebody who asks; `again` makes another one of the kind, after a session has ended."""

    def __init__(self, site: Site, kind: str) -> None:
        self.site, self.kind, self.count = site, kind, 0
        self.again()

    def again(self) -> None:
        self.count += 1
        self.client = self.site.browser()
        if self.kind != "guest":
            name = f"{self.kind} {self.count}"
            answer = self.client.post("/api/register", json={"name": name, "password": PASSWORD})
            assert answer.status_code == 201, answer.text
        if self.kind == "operator":
            self._become()
        self.table = opened(self.client)
        self.client.headers["X-CSRF-Token"] = self.client.get("/api/me").json()["csrf"]
        self.over, self.replay = opened(self.client), ""
        for at in (2, 3):
            body = {"action": "keep", "at": at, "request_id": f"r{at}"}
            assert self.client.post(f"/api/tables/{self.over}/act", json=body).status_code == 200

    def study(self) -> None:
        """A game in a library, and one opened as a replay."""
        log = self.client.get(f"/table/{self.over}/log.txt").text
        assert self.client.post(f"/study/keep/table/{self.over}").status_code == 303
        self.replay = self.client.post("/replay", data={"text": log}).headers["location"].split("/")[2]

    def _become(self) -> None:
        runtime = self.site.runtime
        with runtime.store.engine.begin() as conn:
            conn.exec_driver_sql(f"UPDATE people SET admin = TRUE WHERE name = 'operator {self.count}'")
        self.site.app.state.doorkeeper.forget()

    def ask(self, route: APIRoute, rng: Random, strange: bool) -> httpx.Response:
        method = min(route.methods)
        odd = rng.choice([*fields(route), *re.findall(r"{(\w+)", route.path)] or [""]) if strange else ""
        sent = [name for name in fields(route) if not strange or rng.random() < 0.9]
        values = {name: self.value(name, rng, name == odd) for name in sent}
        path = self.path(route, rng, odd)
        body = "&".join(f"{name}={_quoted(value)}" for name, value in values.items())
        if method == "GET":
            return self.client.get(f"{path}?{body}" if body else path)
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.client.request(method, path, content=body.encode(), headers=headers)

    def ask_as_script(self, route: APIRoute, rng: Random) -> Iterator[httpx.Response]:
        """JSON in the place of a form, one field after the other of another kind than a text."""
        usual = {name: self.value(name, rng, False) for name in fields(route)}
        for name in usual:
            body = json.dumps({**usual, name: rng.choice(KINDS)})
            headers = {"Content-Type": "application/json"}
            yield self.client.request(min(route.methods), self.path(route, rng), content=body, headers=headers)

    def path(self, route: APIRoute, rng: Random, odd: str = "") -> str:
        return re.sub(r"{(\w+)(:\w+)?}", lambda found: self.place(found[1], rng, found[1] == odd), route.path)

    def value(self, name: str, rng: Random, odd: bool) -> str:
        return rng.choice(ODD) if odd or name not in USUAL else USUAL[name]

    def place(self, name: str, rng: Random, odd: bool) -> str:
        if odd:
            return _quoted(rng.choice([each for each in ODD if each not in ("", "../../etc")])).replace("%2f", "")
        if name == "key" and self.replay:
            return self.replay
        if name in ("table_id", "table", "id_", "key"):
            return self.over if name == "id_" else self.table
        return quote(USUAL.get(name) or "1", safe="")


def _quoted(value: str) -> str:
    return "".join(f"%{byte:02x}" for byte in value.encode("utf-8", "surrogatepass"))


def test_no_page_and_no_form_is_a_server_error(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/s.sqlite", bots=1, rate=0, smtp_host="127.0.0.1", smtp_port=9)
    with running(settings) as site:
        found = routes(site.app)
        assert len(found) > 120
        personas = [Persona(site, kind) for kind in ("operator", "member", "guest")]
        personas[0].study()
        seen: dict[str, Counter[int]] = {}
        for number, route in enumerate(found):
            rng = Random(number)
            rounds = ROUNDS if fields(route) or "{" in route.path else 0
            asking = [personas[0], *(personas[(number + turn) % 3] for turn in range(rounds))]
            for turn, persona in enumerate(asking):
                answer = persona.ask(route, rng, strange=turn > 0)
                assert answer.status_code < 500, (persona.kind, answer.request.method, str(answer.request.url)[:300])
                seen.setdefault(route.path, Counter())[answer.status_code] += 1
                if route.path.endswith(ENDING):
                    persona.again()
            for answer in personas[0].ask_as_script(route, rng) if "POST" in route.methods else ():
                assert answer.status_code < 500, (route.path, answer.request.content)
    shut = {path: dict(answers) for path, answers in seen.items() if not answers.keys() - set(SHUT)}
    assert len(shut) < len(seen) / 4, shut
    assert not [path for path, answers in shut.items() if path.startswith("/settings") and answers.keys() == {403}]
