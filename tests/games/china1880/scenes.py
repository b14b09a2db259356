"""Scenes: small tables of 1880 to try one rule on. Lines are played through the checked door by whoever is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from stellwerk.core import Step, pending, settle, then
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.chapters.homes import place_home
from stellwerk.games.china1880.rules.chapters.operating_round import Circle, Turn
from stellwerk.games.china1880.rules.chapters.shares import par_cell
from stellwerk.games.china1880.rules.state import CLOSED, China, Variants
from tests.games import helpers
from tests.games.helpers import asked, said


def new_game(seats: int = 4, **variants: Any) -> China:
    """Seat 0 has number 0, seat 1 number 1 and so on; P0 is up for auction."""
    s = GAME.setup(seats, Variants(**variants))
    play(s, *(f"draw-number {number}" for number in range(seats - 1)))
    return s


def scene(seats: int = 4, phase: str = "A1", cash: int = 1000, **variants: Any) -> China:
    """In the middle of a game: nothing founded, private companies gone, no investors, one share round over."""
    s = new_game(seats, **variants)
    s.agenda.clear()
    s.cash[:] = [cash] * seats
    s.privates = dict.fromkeys(s.privates, CLOSED)
    s.rounds = 1
    for investor, row in s.tables.investors.items():
        s.board = s.board.without_station(row.home, investor)
    reach_phase(s, phase)
    return s


def reach_phase(s: China, phase: str) -> None:
    """Trains of earlier phases are gone, one of the current type is."""
    s.phase = phase
    names = list(s.tables.phases)
    for row in s.tables.phases.values():
        if row.train and names.index(row.name) < names.index(phase):
            s.depot[row.train] = 0
    if phase != "A1":
        s.depot["2"] = 0
        s.depot[s.now.train] -= 1


def company(
    s: China,
    name: str,
    held: Mapping[int, int] | None = None,
    par: int = 100,
    row: int | None = None,
    certificate: int = 20,
    permits: str = "ABC",
    treasury: int = 0,
    trains: tuple[str, ...] = (),
    floated: bool = True,
) -> str:
    """A company; the first in `held` directs it."""
    held = held or {0: certificate}
    taken = [s.row[other] for other in s.par if s.par[other] == par]
    s.par[name] = par
    s.row[name] = next(r for r in range(4) if r not in taken) if row is None else row
    s.certificate[name], s.permits[name], s.treasury[name] = certificate, permits, treasury
    s.director[name] = next(iter(held))
    s.shares[name] = tuple(held.get(seat, 0) for seat in range(s.seats))
    s.cell[name] = par_cell(s, par)
    s.trains[name], s.stations[name] = trains, ()
    if floated:
        s.floated = tuple(sorted((*s.floated, name), key=lambda c: (-s.par[c], s.row[c])))
        place_home(s, name)
    return name


def investor(s: China, name: str, seat: int, reserved: str | None = None, treasury: int = 0) -> str:
    s.investors[name] = seat
    s.treasury[name] = treasury
    s.board = s.board.with_station(s.tables.investors[name].home, 0, name)
    if reserved:
        s.reserved[name] = reserved
    return name


def purses(s: China) -> int:
    """All money there is: players, treasuries, bank."""
    return sum(s.cash) + sum(s.treasury.values()) + s.bank


def begin(s: China, *steps: Step[Any]) -> China:
    """Put steps on the agenda and let them run up to the next question. The bank has paid for what the scene shows."""
    s.bank -= purses(s)
    then(s, *steps)
    return listening(s, lambda: settle(s))


def listening(s: China, happen: Callable[[], object]) -> China:
    """Whatever happens is told in texts that can be read, and makes no money."""
    before, s.heard = s.heard, []
    money = purses(s)
    happen()
    assert purses(s) == money, f"¥{purses(s) - money} made of nothing"
    heard, s.heard = s.heard, before
    for event in heard:
        said(s, event.text())
    if before is not None:
        before.extend(heard)
    return s


def turn(s: China, name: str) -> China:
    """The turn of a company, and nothing after it."""
    return begin(s, Turn(name))


def circle(s: China, name: str) -> China:
    """The turn of a company, with the endless round behind it."""
    return begin(s, Turn(name), Circle(name))


def play(s: China, *lines: str) -> China:
    """As `helpers.play`, and no line makes money."""
    for line in lines:
        listening(s, partial(helpers.play, s, line))
    return s


def pass_on(s: China, times: int = 1) -> China:
    return play(s, *["pass"] * times)


def reach(s: China, question: str) -> China:
    """Pass until a question is asked."""
    for _ in range(60):
        if asked(s)[0] == question:
            return s
        pass_on(s)
    raise AssertionError(f"{question} is never asked")


def tell(s: China, line: str) -> list[str]:
    """What is told when a line is played."""
    before, s.heard = s.heard, []
    play(s, line)
    heard, s.heard = s.heard, before
    return [said(s, event.text()) for event in heard]


def auction(s: China, **buyers: int) -> China:
    """Every private company at its price to the seat named, seat 0 where none is."""
    while asked(s)[0] in ("Bidding", "ImperialGrant"):
        choice = pending(s)
        if asked(s)[0] == "ImperialGrant":
            play(s, "found BCR 20 100 0 ABC")
        elif asked(s)[1] == buyers.get(choice.private, 0) and choice.leader < 0:
            play(s, f"bid {choice.private} {choice.least}")
        else:
            play(s, "pass")
    return s
