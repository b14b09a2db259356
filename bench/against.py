"""An action at a table and a click on its page, against an older commit: two servers side by side, asked in turn.

    python bench/against.py 39893a6 [--actions 300]

Both servers play the same game at random, one action here, one there, so both meet the same load of the machine; the
ratio of the medians is what counts. A click is what the page sends: the answer holds every part of it and the boards.
"""

from __future__ import annotations

import argparse
import io
import random
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
from wire import ROOT, Server, serving

SEATS = 3


class Table:
    """A hot-seat table of one server, played at random."""

    def __init__(self, server: Server, game: str, seed: int) -> None:
        self.client, self.game, self.rng = httpx.Client(base_url=server.url, timeout=60), game, random.Random(seed)
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

    def _wish(self) -> dict[str, Any]:
        """A legal action, new table first where the game is over."""
        offer = self.client.get(f"/api/tables/{self.table}/options").json()
        if offer["asked"] is None:
            self._open()
            return self._wish()
        action = self.rng.choice(offer["options"])["action"]
        number = f"r{self.rng.random()}"
        return {"action": action, "at": offer["version"], "seat": offer["asked"], "request_id": number}

    def act(self) -> float:
        wish = self._wish()
        began = time.perf_counter()
        self._post(f"/api/tables/{self.table}/act", wish)
        return time.perf_counter() - began

    def click(self) -> float:
        wish = self._wish()
        boards = {"version": wish["at"], "seat": wish["seat"]}
        began = time.perf_counter()
        answer = self._post(
            f"/table/{self.table}/act", {**wish, "sure": True, "have": {}, "boards": boards}, accept="application/json"
        )
        spent = time.perf_counter() - began
        assert "parts" in answer, answer
        return spent


def compare(what: str, deed: Callable[[Table], float], old: Table, new: Table, actions: int) -> str:
    for table in (old, new):
        for _ in range(20):
            deed(table)
    pairs = [(deed(old), deed(new)) for _ in range(actions)]
    before, after = ([1e3 * pair[n] for pair in pairs] for n in (0, 1))
    low, high = quantiles([b / a for a, b in pairs], n=20)[9 - 1], quantiles([b / a for a, b in pairs], n=20)[11 - 1]
    figure = f"factor {median(after) / median(before):.2f}"
    note = f"{median(before):.1f} → {median(after):.1f} ms, {actions} pairs, one here, one there"
    return f"| {old.game} | {what} | {figure} | {note}; middle tenth of the pairs {low:.2f}–{high:.2f} |"


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
        sources = (Path(folder) / "src", ROOT / "src")
        tables = []
        for n, source in enumerate(sources):
            server = serving(f"sqlite:///{folder}/{n}.sqlite", PYTHONPATH=str(source), STELLWERK_BOTS="1")
            tables.append(Table(stack.enter_context(server), args.game, 1))
        print(compare("action at a table against 0.1, one run", Table.act, tables[0], tables[1], args.actions))
        print(compare("click on the page against 0.1, one run", Table.click, tables[0], tables[1], args.actions))


if __name__ == "__main__":
    main()
