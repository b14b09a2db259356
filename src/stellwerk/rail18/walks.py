"""Routes by chance: a random walk per train, for players who do not search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

from stellwerk.rail18.layout import Link, Place
from stellwerk.rail18.routes import Route, along
from stellwerk.rail18.service import Service
from stellwerk.rail18.trains import Train

T = TypeVar("T")


class Rng(Protocol):
    def randrange(self, stop: int, /) -> int: ...


def has_route(service: Service, trains: Sequence[Train]) -> bool:
    """Whether any train can run at all: one link from a station within its reach is enough."""
    for train in trains:
        anywhere = train.reaches(2, 2)
        for home, link in _first_links(service):
            if anywhere or _reaches(service, train, home, link):
                return True
    return False


def _first_links(service: Service) -> Iterator[tuple[Place, Link]]:
    layout = service.layout
    for home in service.homes:
        for exit in layout.exits(home):
            for link in layout.chain(exit).links:
                if link.to != home:
                    yield home, link


def _reaches(service: Service, train: Train, home: Place, link: Link) -> bool:
    return train.reaches(2, service.node(home).large + service.node(link.to).large)


def random_routes(service: Service, trains: Sequence[Train], rng: Rng) -> list[Route | None]:
    """A legal run: a route for each train, or None where its walk finds no free track; not all None if any can run."""
    routes: list[Route | None] = []
    taken = 0
    for train in trains:
        route = _walk(service, train, taken, rng)
        taken |= route.track if route else 0
        routes.append(route)
    if taken or not has_route(service, trains):
        return routes
    return any_routes(service, trains)


def any_routes(service: Service, trains: Sequence[Train]) -> list[Route | None]:
    """The least that can be run: the first train that can takes its first link."""
    for i, train in enumerate(trains):
        for home, link in _first_links(service):
            if _reaches(service, train, home, link):
                return [along(home, (link,)) if j == i else None for j in range(len(trains))]
    return [None] * len(trains)


def _walk(service: Service, train: Train, taken: int, rng: Rng) -> Route | None:
    """From a random station some steps one way, then perhaps the other way."""
    homes = [home for home in service.homes if service.layout.exits(home)]
    if not homes:
        return None
    home = _pick(homes, rng)
    steps = 1 + rng.randrange((2 if train.express else 1) * train.stops - 1)
    walk = _Walk(service, train, home, taken)
    head = walk.arm(steps, rng)
    tail = () if service.node(home).terminal else walk.arm(steps - len(head), rng)
    if not head and not tail:
        return None
    return along(home, head, tail, _left_out(service, train, walk.calls, rng))


class _Walk:
    def __init__(self, service: Service, train: Train, home: Place, taken: int) -> None:
        self.service = service
        self.home = home
        self.track = taken
        self.calls = [home]
        self.room = len(service.layout.faces) if train.express else train.large
        self.room -= service.node(home).large

    def arm(self, steps: int, rng: Rng) -> tuple[Link, ...]:
        links: list[Link] = []
        here = self.home
        while len(links) < steps:
            ways = [link for link in self._ways(here) if not self.track & link.track and link.to not in self.calls]
            if not ways:
                break
            link = _pick(ways, rng)
            self.track |= link.track
            self.calls.append(link.to)
            self.room -= self.service.node(link.to).large
            links.append(link)
            if self.service.ends_at(link.to):
                break
            here = link.to
        return tuple(links)

    def _ways(self, here: Place) -> Iterator[Link]:
        layout = self.service.layout
        for exit in layout.exits(here):
            for link in layout.chain(exit).links:
                if self.room or not self.service.node(link.to).large:
                    yield link


def _left_out(service: Service, train: Train, calls: list[Place], rng: Rng) -> tuple[Place, ...]:
    """An express train beyond its reach leaves out random stops, but not its last own station."""
    rest = calls[:]
    while len(rest) > train.stops:
        i = rng.randrange(len(rest))
        if any(place in service.homes for j, place in enumerate(rest) if j != i):
            del rest[i]
    return tuple(place for place in calls if place not in rest)


def _pick(items: Sequence[T], rng: Rng) -> T:
    return items[rng.randrange(len(items))]
