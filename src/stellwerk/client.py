"""A site of Stellwerk for programs, with the standard library only: `docs/api.md` says what may be asked.

site = Client("http://127.0.0.1:8880")
site.sign_in_as_guest("my bot")
table = site.open_table("yokohama", [{"kind": "me"}, {"kind": "bot", "bot": "easy"}])["table"]
scores = site.play(table, lambda view, options: options[0]["action"])
"""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import urlencode

PREFIX = "/api/v1"
AGAIN = 1.0
"""Seconds until a server that is away is asked once more."""
PATIENCE = 300.0
"""Seconds a server may be away."""
TIMEOUT = 30.0
OVER = ("over", "ended")

Json = dict[str, Any]
Choose = Callable[[Json, list[Json]], str]


class Refused(Exception):
    """What the site said instead: `code` for programs, `text` for people, and the `rule` that forbids it."""

    def __init__(self, status: int, code: str, text: str, rule: str | None) -> None:
        super().__init__(text)
        self.status, self.code, self.text, self.rule = status, code, text, rule


class Client:
    """Asks a site, again and again while it is away; whatever changes a game counts once however often it is sent."""

    def __init__(self, server: str, token: str = "", language: str = "en", patience: float = PATIENCE) -> None:
        self.server, self.token, self.language, self.patience = server.rstrip("/"), token, language, patience

    # --- asking ------------------------------------------------------------------------------------------------------

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer of a path below `/api/v1`; raises `Refused`, or `OSError` when the server stays away."""
        until = time.monotonic() + self.patience
        while True:
            try:
                with urllib.request.urlopen(self._request(method, path, body), timeout=TIMEOUT) as answer:
                    return json.load(answer)
            except OSError as error:
                is_final = isinstance(error, urllib.error.HTTPError) and error.code < 500 and error.code != 429
                if isinstance(error, urllib.error.HTTPError) and (is_final or time.monotonic() > until):
                    raise _refused(error) from error
                if time.monotonic() > until:
                    raise
            time.sleep(AGAIN)

    def _request(self, method: str, path: str, body: Any) -> urllib.request.Request:
        headers = {"Content-Type": "application/json", "Accept-Language": self.language}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.Request(f"{self.server}{PREFIX}{path}", data, headers, method=method)

    def get(self, path: str, **query: Any) -> Any:
        given = {name: value for name, value in query.items() if value is not None}
        return self.ask("GET", f"{path}?{urlencode(given)}" if given else path)

    def post(self, path: str, **body: Any) -> Any:
        return self.ask("POST", path, body)

    # --- who, and where ----------------------------------------------------------------------------------------------

    def sign_in_as_guest(self, name: str) -> str:
        """A token that plays; keep it to come back."""
        self.token = self.post("/tokens", name=name)["token"]
        return self.token

    def games(self) -> list[Json]:
        found: list[Json] = self.get("/games")
        return found

    def open_table(self, game: str, seats: Sequence[Json], **wishes: Any) -> Json:
        """The id of a new table, and by seat the links for friends."""
        found: Json = self.post("/tables", game=game, seats=list(seats), **wishes)
        return found

    def take_seat(self, link: str, name: str) -> str:
        """Sit down by a seat link; the table."""
        found = re.search(r"/seat/([\w-]+)", link)
        if found is None:
            raise ValueError(f"{link}: not a seat link")
        return str(self.post(f"/seat/{found[1]}", name=name)["table"])

    # --- at a table --------------------------------------------------------------------------------------------------

    def table(self, table: str) -> Json:
        found: Json = self.get(f"/tables/{table}")
        return found

    def view(self, table: str) -> Json:
        """All that one's seat may see."""
        found: Json = self.get(f"/tables/{table}/view")
        return found

    def options(self, table: str) -> Json:
        """The open question, and what may be answered by whom it is asked."""
        found: Json = self.get(f"/tables/{table}/options")
        return found

    def act(self, table: str, action: str, at: int) -> Json:
        found: Json = self.post(f"/tables/{table}/act", action=action, at=at, request_id=uuid.uuid4().hex)
        return found

    def history(self, table: str, since: int = 0) -> list[Json]:
        found: list[Json] = self.get(f"/tables/{table}/history", since=since)
        return found

    def scores(self, table: str) -> list[Json]:
        found: list[Json] = self.get(f"/tables/{table}/scores")
        return found

    def news(self) -> Iterator[Json]:
        """Once when the stream of events is open, and whenever something has happened at one of our tables."""
        while True:
            try:
                with urllib.request.urlopen(self._request("GET", "/events", None), timeout=TIMEOUT) as stream:
                    yield {}
                    for line in stream:
                        if line.startswith(b"data:"):
                            yield json.loads(line[5:])
            except OSError:
                time.sleep(AGAIN)

    def play(self, table: str, choose: Choose) -> list[Json]:
        """Answer until the game is over; the scores. `choose` gets the view and the options, and names an action."""
        for _ in self.news():
            while (offer := self._offer(table))["options"]:
                try:
                    self.act(table, choose(self.view(table), offer["options"]), offer["version"])
                except Refused as refusal:
                    if refusal.code != "stale":  # somebody was quicker: ask again
                        raise
            if self.table(table)["status"] in OVER:
                return self.scores(table)
        raise AssertionError("news do not end")

    def _offer(self, table: str) -> Json:
        """Nothing while others have still to sit down."""
        try:
            return self.options(table)
        except Refused as refusal:
            if refusal.status != 409:
                raise
            return {"options": []}


def _refused(refusal: urllib.error.HTTPError) -> Refused:
    try:
        said = json.load(refusal)["error"]
    except (ValueError, KeyError, TypeError):
        said = {"code": "http", "text": str(refusal)}
    return Refused(refusal.code, said["code"], said["text"], said.get("rule"))
