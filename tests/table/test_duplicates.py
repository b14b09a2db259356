"""Requests sent twice, late, and in any order, by two seats at once: each counts once, and none that was acknowledged
is lost. `STELLWERK_CHAOS=10000` makes it as many."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import httpx

from stellwerk.core import Illegal, Text, digest, options
from stellwerk.core.log import fold
from stellwerk.table import Done, Person, Refused, SeatSpec
from stellwerk.table.runtime import Runtime
from stellwerk.table.seating import sessions
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from stellwerk.table.storage.loaded import entries
from tests import patience
from tests.table.conftest import person, server

REQUESTS = int(os.environ.get("STELLWERK_CHAOS", "300"))
TABLES = 3 + REQUESTS // 200


@dataclass(frozen=True)
class Wish:
    who: Person
    table: str
    kind: str
    action: str
    at: int
    id: str


class Door(Protocol):
    """Where wishes are sent to."""

    def act(self, who: Person, table_id: str, action: str, at: int, request_id: str) -> Done: ...
    def undo(self, who: Person, table_id: str, at: int, request_id: str) -> Done: ...


class Remote:
    """A server on its port; each of its processes may answer."""

    def __init__(self, url: str, runtime: Runtime, people_: Sequence[Person]) -> None:
        self.url, self.clients = url, {}
        for who in people_:
            _, token = runtime.store.do(lambda work, who=who: sessions.new_token(work, who, "t"))  # type: ignore[misc]
            self.clients[who.id] = {"Authorization": f"Bearer {token}"}

    def _send(self, who: Person, path: str, **body: object) -> Done:
        # A connection of its own each time, so that any of the processes may have it.
        answer = httpx.post(
            f"{self.url}/api/tables/{path}", json=body, headers=self.clients[who.id], timeout=patience.SECONDS
        )
        said = answer.json()
        if answer.status_code == 200:
            return Done(said["version"], said["first"], said["motion"], tuple(said["log"]))
        assert 400 <= answer.status_code < 500, said
        raise Refused(said["error"]["code"], Text("{said}", said=said["error"]["text"]))

    def act(self, who: Person, table_id: str, action: str, at: int, request_id: str) -> Done:
        return self._send(who, f"{table_id}/act", action=action, at=at, request_id=request_id)

    def undo(self, who: Person, table_id: str, at: int, request_id: str) -> Done:
        return self._send(who, f"{table_id}/undo", at=at, request_id=request_id)


class Chaos:
    """A bag of wishes: some are put in again, some stay in it for long, threads draw from it at random."""

    def __init__(
        self, runtime: Runtime, doors: Sequence[Door], people: tuple[Person, Person], tables: list[str], seed: int
    ) -> None:
        self.runtime, self.doors, self.people, self.tables = runtime, doors, people, tables
        self.rng = random.Random(seed)
        self.lock = Lock()
        self.bag: list[Wish] = []
        self.answers: dict[tuple[str, str], set[Any]] = defaultdict(set)
        self.made = 0

    def wish(self) -> Wish:
        """Mostly what the seat to move may do now, sometimes nonsense, sometimes an undo."""
        table = self.rng.choice(self.tables)
        loaded = self.runtime.store.table(table)
        assert loaded is not None
        self.made += 1
        seat = loaded.to_move if loaded.to_move is not None and self.rng.random() < 0.85 else self.rng.randrange(2)
        kind = "undo" if self.rng.random() < 0.1 else "act"
        action = str(options(loaded.state).sample(self.rng)) if loaded.status == "running" else "pass"
        at = max(0, loaded.version - self.rng.choice((0, 0, 0, 0, 1, 3)))
        return Wish(self.people[seat], table, kind, action, at, f"r{self.made}")

    def draw(self) -> Wish:
        with self.lock:
            if len(self.bag) < 6:
                wish = self.wish()
                self.bag += [wish] * self.rng.choice((1, 2, 3))
            return self.bag.pop(self.rng.randrange(len(self.bag)))

    def send(self, _: int) -> None:
        wish = self.draw()
        tables = random.choice(self.doors)
        answer: Any
        try:
            if wish.kind == "act":
                answer = tables.act(wish.who, wish.table, wish.action, wish.at, wish.id)
            else:
                answer = tables.undo(wish.who, wish.table, wish.at, wish.id)
        except (Refused, Illegal) as refused:
            answer = type(refused), refused.text, refused.rule
        with self.lock:
            self.answers[wish.table, wish.id].add(answer)


def check(runtime: Runtime, table: str, answers: dict[tuple[str, str], set[Any]]) -> None:
    loaded = runtime.store.table(table)
    assert loaded is not None
    with runtime.store.reading() as conn:
        log = entries(conn, table)
    assert len(log) == loaded.version
    written = list(range(1, loaded.version + 1))
    for (where, _), said in answers.items():
        assert len(said) == 1, said
        (answer,) = said
        if where == table and isinstance(answer, Done) and answer.log:
            lines = [str(entry) for entry in log[answer.first - 1 : answer.version]]
            assert lines == list(answer.log)
            for version in range(answer.first, answer.version + 1):
                written.remove(version)  # raises if two answers claim the same entry
    assert digest(fold(loaded.rules, loaded.header, log, check=True)) == digest(loaded.state)


def test_every_request_counts_once(runtime: Runtime, ann: Person, bob: Person) -> None:
    played(runtime, [runtime.tables], ann, bob)


def test_every_request_counts_once_with_four_servers_on_one_database(postgres: Callable[[bool], str]) -> None:
    houses = [Runtime(Settings(database=database, bots=1)) for database in [postgres(True)] * 4]
    played(houses[0], [runtime.tables for runtime in houses], person(houses[0], "Ann"), person(houses[0], "Bob"))
    for runtime in houses:
        runtime.close()


def test_every_request_counts_once_with_four_web_processes(
    postgres: Callable[[bool], str], tmp_path: Path, free_port: int
) -> None:
    """`stellwerk serve --workers 4`, asked over HTTP."""
    url = postgres(True)
    runtime = Runtime(Settings(database=url, bots=1))
    ann, bob = person(runtime, "Ann"), person(runtime, "Bob")
    with server(url, free_port, tmp_path / "log", "--workers", "4", rate=0):
        played(runtime, [Remote(f"http://127.0.0.1:{free_port}", runtime, (ann, bob))], ann, bob)
    runtime.close()


def played(runtime: Runtime, doors: Sequence[Door], ann: Person, bob: Person) -> None:
    tables = []
    for _ in range(TABLES):
        made = runtime.tables.create(ann, TableSpec("russian-railroads", [SeatSpec("me"), SeatSpec("open")]))
        runtime.tables.claim(bob, made.links[1])
        tables.append(made.table)
    chaos = Chaos(runtime, doors, (ann, bob), tables, 7)
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(chaos.send, range(REQUESTS)))
    assert any(isinstance(answer, Done) for said in chaos.answers.values() for answer in said)
    for table in tables:
        check(runtime, table, chaos.answers)
        runtime.store.cache.drop(table)
        loaded = runtime.store.table(table)
        assert loaded is not None
        if loaded.to_move is not None:
            action = str(options(loaded.state).sample(chaos.rng))
            mover = (ann, bob)[loaded.to_move]
            assert runtime.tables.act(mover, table, action, loaded.version, "after").version > loaded.version
