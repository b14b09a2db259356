"""A bot of your own over the API, with the standard library only; put your own thoughts into `choose`.

python examples/bot.py SERVER LINK        takes the seat of a link and plays it to the end
python examples/bot.py SERVER GAME        opens a table of its own against a bot of the server
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any

SERVER, WHAT = sys.argv[1].rstrip("/"), sys.argv[2]
TOKEN = ""


def request(method: str, path: str, body: Any = None) -> urllib.request.Request:
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {TOKEN}"} if TOKEN else {})}
    return urllib.request.Request(SERVER + path, json.dumps(body).encode() if body else None, headers, method=method)


def ask(method: str, path: str, body: Any = None) -> Any:
    """The answer; sent again, under the same request id, until there is one."""
    while True:
        try:
            with urllib.request.urlopen(request(method, path, body), timeout=30) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            return json.load(refusal)  # {"error": {"code", "text", "rule"}}
        except OSError:
            time.sleep(1)  # the server is away for a moment


def news() -> Iterator[bytes]:
    """A line when the event stream is open, and whenever something has happened at one of our tables."""
    while True:
        try:
            with urllib.request.urlopen(request("GET", "/api/events"), timeout=30) as stream:
                yield from (line for line in stream if line.startswith((b"retry:", b"data:")))
        except OSError:
            time.sleep(1)


def choose(view: Any, options: list[dict[str, str]]) -> str:
    """`view` is all the seat may see; an option has an `action` and its `text`."""
    return random.choice(options)["action"]


def play(table: str) -> None:
    for _ in news():
        while (offer := ask("GET", f"/api/tables/{table}/options")).get("options"):
            action = choose(ask("GET", f"/api/tables/{table}/view"), offer["options"])
            wish = {"action": action, "at": offer["version"], "request_id": uuid.uuid4().hex}
            print(action, ask("POST", f"/api/tables/{table}/act", wish))
        if ask("GET", f"/api/tables/{table}")["status"] in ("over", "ended"):
            return


TOKEN = ask("POST", "/api/tokens", {"name": "example bot"})["token"]
SEATS = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
GIVEN = ask("POST", f"/api{WHAT[WHAT.index('/seat/') :]}", {"name": "example bot"}) if "/seat/" in WHAT else None
TABLE = (GIVEN or ask("POST", "/api/tables", {"game": WHAT, "seats": SEATS}))["table"]
play(TABLE)
print(ask("GET", f"/api/tables/{TABLE}/scores"))
