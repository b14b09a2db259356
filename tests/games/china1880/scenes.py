"""Scenes: small tables of 1880 to try one rule on. Lines are played through the checked door by whoever is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files
from io import BytesIO
from typing import Any

from babel.messages.pofile import read_po

from stellwerk.core import Illegal, Step, Text, apply, objection, options, pending, settle, then
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.chapters.homes import place_home
from stellwerk.games.china1880.rules.chapters.operating_round import Circle, Turn
from stellwerk.games.china1880.rules.chapters.shares import par_cell
from stellwerk.games.china1880.rules.departures import Variants
from stellwerk.games.china1880.rules.state import CLOSED, China


@cache
def catalogue() -> frozenset[str]:
    """Every message a translator knows of."""
    places = (
        files("stellwerk.locale") / "de" / "LC_MESSAGES" / "core.po",
        files("stellwerk.games.china1880") / "locale" / "de.po",
    )
    read = [read_po(BytesIO(place.read_bytes()), locale="de") for place in places]
    return frozenset(message.id for messages in read for message in messages if isinstance(message.id, str))


def said(text: Text) -> str:
    """A text in full; what is said can be translated and leaves nothing open."""
    for message in text.messages():
        assert message in catalogue() or message == "{action}", f"not in the catalogue: {message}"
    words = text.render()
    assert "None" not in words, words
    return words


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


def listening(s: China, happen: Callable[[], None]) -> China:
    """Whatever happens is told in texts that can be read, and makes no money."""
    before, s.heard = s.heard, []
    money = purses(s)
    happen()
    assert purses(s) == money, f"¥{purses(s) - money} made of nothing"
    heard, s.heard = s.heard, before
    for event in heard:
        said(event.text())
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
    for line in lines:
        choice = pending(s)
        assert choice is not None, f"the game is over before: {line}"
        action = GAME.parse(line)
        said(GAME.describe(s, action))
        listening(s, partial(apply, s, choice.seat(s), action))
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


def refusal(s: China, line: str) -> Illegal | None:
    choice = pending(s)
    assert choice is not None
    found = objection(s, choice.seat(s), GAME.parse(line))
    if found is not None:
        said(found.text)
    return found


def section(s: China, line: str) -> str:
    """The section that forbids a line to whoever is asked; empty if it is allowed."""
    found = refusal(s, line)
    return "" if found is None else found.rule.section


def offered(s: China) -> list[str]:
    return [str(action) for action in options(s)]


def asked(s: China) -> tuple[str, int]:
    """The open question and the seat it is put to."""
    choice = pending(s)
    assert choice is not None
    said(choice.question(s))
    return type(choice).__name__, choice.seat(s)


def told(s: China, line: str) -> list[str]:
    """What is told when a line is played."""
    s.heard = []
    play(s, line)
    heard, s.heard = s.heard, None
    return [said(event.text()) for event in heard]


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
