"""What a move sends: only what changed, and little enough for a train with bad reception."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from stellwerk.core import pending
from stellwerk.table.settings import Settings
from stellwerk.table.storage.loaded import LoadedTable
from stellwerk.web.view.fragments import UNSEEN
from stellwerk.web.view.lines import together
from stellwerk.web.view.templates import digest_of
from tests import patience
from tests.web.conftest import Site, opened, running

MOST = 56_000
MOST_ON_THE_WIRE = 6_000
LARGEST_PAGE = 25_000
NAMES = ("Anna-Katharina Wolf", "Benedykt Szczepański", "Clara von Hohenstein", "Dobrosława Mazur", "Emil", "F", "G")


class Screen:
    """A browser with all seats at one table: it tells the server what it shows, as the page does."""

    def __init__(self, site: Site, client: httpx.Client, game: str, seats: int) -> None:
        self.site, self.client = site, client
        client.cookies.set("lang", "pl")  # the longest words
        client.headers["Accept-Encoding"] = "gzip"  # what every browser takes
        self.table = opened(client, game=game, seats=[{"kind": "me", "name": name} for name in NAMES[:seats]])
        client.headers["X-CSRF-Token"] = client.get("/api/me").json()["csrf"]
        self.have = dict.fromkeys(("scores", "around", "chat"), UNSEEN)  # the log is open, the panels behind it are not
        self.kept: dict[str, str] = {}
        self.on_the_wire: list[int] = []
        self.sent("parts", {})

    def sent(self, where: str, request: dict[str, Any]) -> int:
        """What the answer weighs."""
        accept = {"accept": "application/json"}
        standing = {"have": self.have, "kept": list(self.kept)}
        response = self.client.post(f"/table/{self.table}/{where}", json={**request, **standing}, headers=accept)
        answer = response.json()
        for part, (digest, told, *_) in answer["parts"].items():
            self.kept[part] = told if isinstance(told, str) else together(self.kept[part], told)
            assert digest_of(self.kept[part]) == digest
            self.have[part] = digest
        self.boards = {"version": answer["version"], "seat": str(answer["seat"])}
        self.on_the_wire.append(response.num_bytes_downloaded)
        return len(response.content)

    def _now(self) -> LoadedTable:
        """As it stands after the last answer, which memory may not know yet: so it is the same game always."""
        until = time.monotonic() + patience.SECONDS
        while time.monotonic() < until:
            table = self.site.runtime.store.table(self.table)
            if table is not None and table.version >= self.boards["version"]:
                return table
            time.sleep(0.01)
        raise AssertionError("memory stays behind")

    def move(self, rng: Random) -> int | None:
        """A move by chance and what it sent; None when the game is over."""
        table = self._now()
        choice = pending(table.state)
        if choice is None:
            return None
        seat, at = choice.seat(table.state), table.version
        action = str(choice.options(table.state).sample(rng))
        request = {"action": action, "sure": True, "at": at, "seat": seat, "request_id": f"move-{self.table}-{at}"}
        return self.sent("act", {**request, "holder": seat, "boards": self.boards})


@pytest.mark.parametrize("deal", [1, 2, 3])  # part of the test's name, by which chance falls
@pytest.mark.parametrize(
    ("game", "seats", "moves"), [("russian-railroads", 4, 90), ("yokohama", 4, 40), ("1880", 7, 60)]
)
def test_no_move_sends_more_than_it_may(tmp_path: Path, game: str, seats: int, moves: int, deal: int) -> None:
    """In Russian Railroads the ends of rounds are in it, where most changes at once."""
    with running(Settings(database=f"sqlite:///{tmp_path}/store.sqlite", bots=1, rate=0)) as site:
        screen, rng = Screen(site, site.browser(), game, seats), Random(deal)
        weights = [weight for _ in range(moves) if (weight := screen.move(rng)) is not None]
        page = screen.client.get(f"/table/{screen.table}").num_bytes_downloaded
    assert max(weights) < MOST
    assert sum(weights) / len(weights) < MOST / 4
    assert max(screen.on_the_wire[1:]) <= MOST_ON_THE_WIRE
    assert page < LARGEST_PAGE
