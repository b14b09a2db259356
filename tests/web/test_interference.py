"""Two positions that differ only in what a seat cannot know look the same to it in every byte that reaches it over
HTTP: views, options, logs, questions, errors, and the events of its stream, as many and with the same words. They go on
to look the same for as long as the game itself shows no difference."""

from __future__ import annotations

import json
import os
import random
import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Event, Thread
from typing import Any

import httpx
import pytest

from stellwerk import games
from stellwerk.core import CHANCE, Action, Dealer, Seat, advance, digest, options, pending
from stellwerk.table import Person, SeatSpec
from stellwerk.table.seating import people, seats, sessions
from stellwerk.table.service.tables import TableSpec
from tests.web.conftest import Site

LENGTHS = {**dict.fromkeys(games.ids(), (0, 60)), "sample": (0, 2), "russian-railroads": (90, 200)}
"""Games, and how many moves into them."""
OPEN = ("1880",)
"""Games that hide nothing: there the two positions are equal."""
FORKS = int(os.environ.get("STELLWERK_FORKS", "2"))
STEPS = 4


def played(game: str, seats_: int, moves: int, rng: random.Random, until_hidden: bool = False) -> Any:
    """A position some random moves into a game, at a question to a seat; later, once something is hidden."""
    s = games.game(game).setup(seats_)
    while (choice := pending(s)) is not None:
        asked = choice.seat(s)
        if moves <= 0 and not until_hidden and asked != CHANCE:
            break
        action = options(s).sample(rng)
        until_hidden = until_hidden and choice.readers(s, action) is None
        moves -= asked != CHANCE
        advance(s, action)
    return s


def forked(game: str, count: int, rng: random.Random) -> tuple[Any, Seat, Any]:
    """A position, a seat, and another position that this seat cannot tell from it."""
    rules = games.game(game)
    for _ in range(100):
        s = played(game, count, rng.randrange(*LENGTHS[game]), rng, game not in OPEN)
        for looking in rng.sample(range(count), count) if s.agenda else ():
            dream = rules.imagine(rules.view(s, looking), rng)
            if game in OPEN or digest(dream) != digest(s):
                return s, looking, dream
    raise AssertionError("nothing is hidden in this game")


@dataclass
class Twin:
    """One of the two tables, with the one who looks on (and plays one seat) and the one who plays the others."""

    site: Site
    table: str
    looker: Person
    others: Person
    client: httpx.Client

    @classmethod
    def of(
        cls, site: Site, game: str, count: int, state: Any, looking: Seat, lookers: Person, others: Person, token: str
    ) -> Twin:
        rules = games.game(game)
        plan = TableSpec(game, [SeatSpec("me")] * count)
        header = replace(seats.header_of(plan), position=rules.dump(state))
        table = seats.new_table(others, plan, header, 0)
        table = table.with_place(replace(table.places[looking], people=(lookers.id,)))
        made = site.runtime.store.do(lambda work: seats.write_new_table(work, table))
        return cls(site, made.table, lookers, others, site.program(token))

    @property
    def state(self) -> Any:
        table = self.site.runtime.store.table(self.table)
        assert table is not None
        return table.state

    def act(self, action: Action, fixed: list[Action]) -> list[str]:
        """Do it; chance answers as it did at the other table, where it can. Answers the entries that were written."""
        tables = self.site.runtime.tables
        tables.store.dealer = Dealer(random.Random(1), fixed)
        table = self.site.runtime.store.table(self.table)
        assert table is not None
        who = self.looker if table.seats_of(self.looker.id) == (table.to_move,) else self.others
        tables.act(who, self.table, str(action), table.version, f"r{table.version}", table.to_move)
        lines = tables.history(self.others, self.table, since=table.version)
        return [line.action for line in lines]

    def seen(self) -> dict[str, str]:
        """Everything the looker is told, byte by byte, except the name of the table and the time of day."""
        self.site.runtime.tables.rng = random.Random(3)
        base = f"/api/tables/{self.table}"
        asked = {name: f"{base}/{name}" for name in ("view", "options", "history", "scores", "programs", "chat")}
        said = {name: self.client.get(path).text for name, path in {**asked, "info": base}.items()}
        version = json.loads(said["info"])["version"]
        said["past"] = self.client.get(f"{base}/view?version={version // 2}").text
        for n, action in enumerate(_attempts(json.loads(said["options"]))):
            said[f"why {n}"] = self.client.get(f"{base}/why", params={"action": action}).text
            legal = said[f"why {n}"].startswith('{"legal":true')
            body = {"action": action, "at": 10**6 if legal else version, "request_id": f"x{version}-{n}"}
            refused = self.client.post(f"{base}/act", json=body)
            assert refused.status_code >= 400, refused.text
            said[f"error {n}"] = refused.text
        return {name: _timeless(text.replace(self.table, "TABLE")) for name, text in said.items()}


class Ear(Thread):
    """The looker's own stream: what it is told of each table, without its name and the time of day."""

    def __init__(self, client: httpx.Client) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.heard: dict[str, list[str]] = defaultdict(list)
        self.open = Event()

    def run(self) -> None:
        kind = ""
        with suppress(httpx.HTTPError, ValueError), self.client.stream("GET", "/api/events", timeout=None) as stream:
            for line in stream.iter_lines():
                self.open.set()
                if line.startswith("event: "):
                    kind = line
                elif line.startswith("data: "):
                    table = json.loads(line[6:])["table"]
                    self.heard[table].append(f"{kind} {line.replace(table, 'TABLE')}")

    def told(self, table: str, events: int) -> list[str]:
        """All of them, once so many have arrived."""
        for _ in range(1000):
            if len(self.heard[table]) >= events:
                break
            time.sleep(0.01)
        return list(self.heard[table])


def _timeless(text: str) -> str:
    value = json.loads(text)
    for item in value if isinstance(value, list) else [value]:
        if isinstance(item, dict):
            for name in ("at", "created", "touched", "asked_at"):
                item.pop(name, None)
            for seat in item.get("seats", ()) if isinstance(item.get("seats"), list) else ():
                seat.pop("spent", None) if isinstance(seat, dict) else None
    return json.dumps(value)


def _attempts(offer: dict[str, Any]) -> list[str]:
    """What the looker might try: options, near misses, nonsense."""
    some = [option["action"] for option in offer["options"][:3]]
    return [*some, *(f"{action} 1" for action in some[:1]), *(f"{kind} 1" for kind in offer["kinds"][:2]), "nonsense"]


def common(a: Any, b: Any, rng: random.Random) -> Action | None:
    """A move the seat to move can make in both."""
    offered = options(a)
    for _ in range(20):
        action = offered.sample(rng)
        if action in options(b):
            return action
    return None


@pytest.mark.parametrize("game", LENGTHS)
def test_what_a_seat_cannot_know_it_cannot_tell(site: Site, game: str) -> None:
    rng = random.Random(game)
    committed: Counter[str] = Counter()
    site.runtime.store.listeners.append(lambda told: committed.update([told.table]))
    lookers, others = (site.runtime.store.do(lambda work, n=n: people.guest(work, n, None)) for n in "LO")  # type: ignore[misc]
    _, token = site.runtime.store.do(lambda work: sessions.new_token(work, lookers, "t"))
    ear = Ear(site.program(token))
    ear.start()
    assert ear.open.wait(20)
    compared = different = events = 0
    for fork in range(FORKS):
        rules = games.game(game)
        count = max(rules.seats) - fork % 2
        truth, looking, dream = forked(game, count, rng)
        different += digest(dream) != digest(truth)
        twins = [Twin.of(site, game, count, s, looking, lookers, others, token) for s in (truth, dream)]
        for _ in range(STEPS):
            a, b = twins
            first, second = a.seen(), b.seen()
            assert first == second
            told = ear.told(a.table, committed[a.table])
            assert told == ear.told(b.table, committed[b.table])
            assert len(told) == committed[a.table] == committed[b.table]
            events = max(events, len(told))
            compared += 1
            action = common(a.state, b.state, rng) if a.state.agenda and b.state.agenda else None
            if action is None:
                break
            lines = a.act(action, [])
            b.act(action, [rules.parse(line) for line in lines[1:] if line != "?"])
            if rules.view(a.state, looking) != rules.view(b.state, looking):
                break  # the game itself has shown the difference
    assert compared >= FORKS
    assert events > 1
    assert different == (0 if game in OPEN else FORKS)


def test_the_comparison_would_notice(site: Site) -> None:
    """A looker with another card sees another view."""
    rng = random.Random(1)
    lookers, others = (site.runtime.store.do(lambda work, n=n: people.guest(work, n, None)) for n in "LO")  # type: ignore[misc]
    _, token = site.runtime.store.do(lambda work: sessions.new_token(work, lookers, "t"))
    one, two = played("sample", 2, 0, rng), played("sample", 2, 0, rng)
    assert one.hand != two.hand
    twins = [Twin.of(site, "sample", 2, s, 0, lookers, others, token) for s in (one, two)]
    assert twins[0].seen() != twins[1].seen()
