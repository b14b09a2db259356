"""An action at a table and a click on its page, against an older commit: two servers side by side, asked in turn.

    python bench/against.py 39893a6 [--actions 300]

Both servers play the same game, one action here, one there, so both meet the same load of the machine: their dice fall
alike, and what is done is what both offer. What counts is the processor time of the server, which a busy machine
changes little: the ratio of the sums, so that a dear position counts as often as it is met. A click is what the page
sends: the answer holds every part of it and the boards.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import fmean, median, stdev
from typing import Any

import httpx
from wire import ROOT, Server, serving

SEATS = 3
DONE = 0.004
"""Seconds after an answer in which a server does what nobody waits for."""
WARM = 20
LOADED = """
import random, secrets  # tokens stay as they are
class SystemRandom(random.Random):
    def __init__(self, *given): super().__init__(1)
random.SystemRandom = SystemRandom
"""


class Table:
    """A hot-seat table of one server, played at random."""

    def __init__(self, server: Server, game: str) -> None:
        self.server, self.game = server, game
        self.client, self.rng = httpx.Client(base_url=server.url, timeout=60), random.Random(1)
        self._open()

    def _open(self) -> None:
        body = {"game": self.game, "seats": [{"kind": "me"}] * SEATS, "hotseat": True}
        self.table = self._post("/api/tables", body)["table"]
        self.client.headers["x-csrf-token"] = self.client.get("/api/me").json()["csrf"]
        self.client.cookies.set("curtain", "off")

    def _post(self, path: str, body: Any, **headers: str) -> Any:
        answer = self.client.post(path, json=body, headers=headers)
        answer.raise_for_status()
        return answer.json()

    def offer(self) -> dict[str, Any]:
        """What may be done, at a new table where the game is over."""
        offer: dict[str, Any] = self.client.get(f"/api/tables/{self.table}/options").json()
        if offer["asked"] is None:
            self._open()
            return self.offer()
        return offer

    def choose(self, offer: dict[str, Any], among: Sequence[str] = ()) -> dict[str, Any]:
        action = self.rng.choice(among or actions_of(offer))
        number = f"r{self.rng.random()}"
        return {"action": action, "at": offer["version"], "seat": offer["asked"], "request_id": number}

    def act(self, wish: dict[str, Any]) -> None:
        self._post(f"/api/tables/{self.table}/act", wish)

    def click(self, wish: dict[str, Any]) -> None:
        boards = {"version": wish["at"], "seat": wish["seat"]}
        asked = {**wish, "sure": True, "have": {}, "boards": boards}
        answer = self._post(f"/table/{self.table}/act", asked, accept="application/json")
        assert "parts" in answer, answer

    def timed(self, deed: Deed, wish: dict[str, Any]) -> float:
        """The processor time that a deed takes the server."""
        time.sleep(DONE)
        began = self.server.cpu()
        deed(self, wish)
        time.sleep(DONE)
        return self.server.cpu() - began


Deed = Callable[[Table, dict[str, Any]], None]


def actions_of(offer: dict[str, Any]) -> list[str]:
    return sorted(option["action"] for option in offer["options"])


def pair(deed: Deed, old: Table, new: Table) -> tuple[float, float, bool]:
    """The same action at both tables, and whether that was possible."""
    offers = old.offer(), new.offer()
    common = sorted(set(actions_of(offers[0])) & set(actions_of(offers[1])))
    wishes = old.choose(offers[0], common), new.choose(offers[1], common)
    return old.timed(deed, wishes[0]), new.timed(deed, wishes[1]), bool(common)


def compare(what: str, deed: Deed, old: Table, new: Table, actions: int) -> str:
    for _ in range(WARM):
        pair(deed, old, new)
    pairs = [pair(deed, old, new) for _ in range(actions)]
    before, after = ([1e3 * each[n] for each in pairs] for n in (0, 1))
    ratio = sum(after) / sum(before)
    error = stdev(b - ratio * a for a, b in zip(before, after, strict=True)) / actions**0.5 / fmean(before)
    note = (
        f"{fmean(before):.2f} → {fmean(after):.2f} ms of processor, medians {median(before):.2f} → {median(after):.2f}"
    )
    alike = sum(each[2] for each in pairs)
    note = f"{note}; {actions} pairs, {alike} of them of the same move; load {os.getloadavg()[0]:.0f}"
    return f"| {old.game} | {what} | factor {ratio:.2f} ± {error:.2f} | {note} |"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("commit")
    parser.add_argument("--actions", type=int, default=300)
    parser.add_argument("--game", default="russian-railroads")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        archive = subprocess.run(["git", "archive", args.commit, "src"], cwd=ROOT, check=True, capture_output=True)
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        Path(folder, "sitecustomize.py").write_text(LOADED)
        tables = []
        for n, source in enumerate((Path(folder) / "src", ROOT / "src")):
            path = os.pathsep.join((folder, str(source)))
            server = serving(f"sqlite:///{folder}/{n}.sqlite", PYTHONPATH=path, STELLWERK_BOTS="1")
            tables.append(Table(stack.enter_context(server), args.game))
        for table in tables:
            table.server.settle()
        print(compare(f"action at a table against {args.commit}", Table.act, *tables, args.actions), flush=True)
        print(compare(f"click on the page against {args.commit}", Table.click, *tables, args.actions))


if __name__ == "__main__":
    main()
