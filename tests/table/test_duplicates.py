"""Requests sent twice, late, and in any order, by two seats at once: each counts once, and none that was acknowledged
is lost. `STELLWERK_CHAOS=10000` makes it as many."""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import Any

from stellwerk.core import Illegal, digest, options
from stellwerk.core.log import fold
from stellwerk.table import Done, Person, Refused, SeatSpec
from stellwerk.table.desk import entries
from stellwerk.table.house import House
from stellwerk.table.service import Plan
from stellwerk.table.settings import Settings
from tests.table.conftest import person

REQUESTS = int(os.environ.get("STELLWERK_CHAOS", "300"))
TABLES = 3


@dataclass(frozen=True)
class Wish:
    who: Person
    table: str
    kind: str
    action: str
    at: int
    id: str


class Chaos:
    """A bag of wishes: some are put in again, some stay in it for long, threads draw from it at random."""

    def __init__(self, houses: list[House], people: tuple[Person, Person], tables: list[str], seed: int) -> None:
        self.houses, self.people, self.tables = houses, people, tables
        self.rng = random.Random(seed)
        self.lock = Lock()
        self.bag: list[Wish] = []
        self.answers: dict[tuple[str, str], set[Any]] = defaultdict(set)
        self.made = 0

    def wish(self) -> Wish:
        """Mostly what the seat to move may do now, sometimes nonsense, sometimes an undo."""
        table = self.rng.choice(self.tables)
        desk = self.houses[0].store.desk(table)
        assert desk is not None
        self.made += 1
        seat = desk.to_move if desk.to_move is not None and self.rng.random() < 0.85 else self.rng.randrange(2)
        kind = "undo" if self.rng.random() < 0.1 else "act"
        action = str(options(desk.state).sample(self.rng)) if desk.status == "running" else "pass"
        at = max(0, desk.version - self.rng.choice((0, 0, 0, 0, 1, 3)))
        return Wish(self.people[seat], table, kind, action, at, f"r{self.made}")

    def draw(self) -> Wish:
        with self.lock:
            if len(self.bag) < 6:
                wish = self.wish()
                self.bag += [wish] * self.rng.choice((1, 2, 3))
            return self.bag.pop(self.rng.randrange(len(self.bag)))

    def send(self, _: int) -> None:
        wish = self.draw()
        tables = random.choice(self.houses).tables
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


def check(house: House, table: str, answers: dict[tuple[str, str], set[Any]]) -> None:
    desk = house.store.desk(table)
    assert desk is not None
    with house.store.reading() as conn:
        log = entries(conn, table)
    assert len(log) == desk.version
    written = list(range(1, desk.version + 1))
    for (where, _), said in answers.items():
        assert len(said) == 1, said
        (answer,) = said
        if where == table and isinstance(answer, Done) and answer.log:
            lines = [str(entry) for entry in log[answer.first - 1 : answer.version]]
            assert lines == list(answer.log)
            for version in range(answer.first, answer.version + 1):
                written.remove(version)  # raises if two answers claim the same entry
    assert digest(fold(desk.rules, desk.header, log, check=True)) == digest(desk.state)


def test_every_request_counts_once(house: House, ann: Person, bob: Person) -> None:
    played(house, [house], ann, bob)


def test_every_request_counts_once_with_four_servers_on_one_database(postgres: Callable[[bool], str]) -> None:
    houses = [House(Settings(database=database, bots=1)) for database in [postgres(True)] * 4]
    played(houses[0], houses, person(houses[0], "Ann"), person(houses[0], "Bob"))
    for house in houses:
        house.close()


def played(house: House, houses: list[House], ann: Person, bob: Person) -> None:
    tables = []
    for _ in range(TABLES):
        made = house.tables.create(ann, Plan("russian-railroads", [SeatSpec("me"), SeatSpec("open")]))
        house.tables.claim(bob, made.links[1])
        tables.append(made.table)
    chaos = Chaos(houses, (ann, bob), tables, 7)
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(chaos.send, range(REQUESTS)))
    assert any(isinstance(answer, Done) for said in chaos.answers.values() for answer in said)
    for table in tables:
        check(house, table, chaos.answers)
        house.store.shelf.drop(table)
        desk = house.store.desk(table)
        assert desk is not None
        if desk.to_move is not None:
            action = str(options(desk.state).sample(chaos.rng))
            mover = (ann, bob)[desk.to_move]
            assert house.tables.act(mover, table, action, desk.version, "after").version > desk.version
