"""1880 IX, X.turn: the endless operating round and the turns in it."""

from __future__ import annotations

from functools import cache

from stellwerk.core import Step, tell, then
from stellwerk.core.value import value
from stellwerk.games.china1880.rules import events
from stellwerk.games.china1880.rules.chapters.end import GameOver
from stellwerk.games.china1880.rules.chapters.floating import place_on_list
from stellwerk.games.china1880.rules.chapters.income import Dividend, KeepIncome, price_bonus
from stellwerk.games.china1880.rules.chapters.investors import MergerCheck
from stellwerk.games.china1880.rules.chapters.privates import Revenue
from stellwerk.games.china1880.rules.chapters.purchase import BuyTrains, CircleWithoutPurchase
from stellwerk.games.china1880.rules.chapters.running import RunTrains
from stellwerk.games.china1880.rules.chapters.stations import PlaceStation
from stellwerk.games.china1880.rules.chapters.track import LayTrack
from stellwerk.games.china1880.rules.state import China


@value
class Circle(Step[China]):
    """1880 IX.1, IX.2: finds who acts next; after the last, private companies pay and it begins anew."""

    after: str = ""

    def run(self, s: China) -> None:
        acting = successor(s, self.after)
        if acting is None:
            then(s, Revenue(), Circle())
        else:
            then(s, InvestorTurn(acting) if acting in s.investors else Turn(acting), self.following(s, acting))

    def following(self, s: China, acting: str) -> Circle:
        return CountedCircle(acting, s.rounds) if s.variants.trains_kept else Circle(acting)


@value
class CountedCircle(Circle):
    """Departure X.buy.6: a circle that knows how many share rounds were over when it began."""

    rounds: int = 0

    def following(self, s: China, acting: str) -> Circle:
        return CountedCircle(acting, self.rounds)


@value
class Removal(Step[China]):
    """1880 X.buy.6, X.buy.9: unsold trains go, unless a share round has interrupted a counted circle."""

    company: str

    def run(self, s: China) -> None:
        circle = s.agenda[0]
        if not isinstance(circle, CountedCircle) or s.rounds == circle.rounds:
            then(s, CircleWithoutPurchase(self.company))


def place(s: China, entity: str) -> tuple[int, int, int]:
    """Where somebody stands in the circle: investors by number, then companies as they stand on the list."""
    if entity in s.par:
        return (1, *place_on_list(s, entity))
    return (0, 0, int(entity[1:] or 0))


def successor(s: China, entity: str) -> str | None:
    if entity in s.par:  # all investors stand before it
        listed = place_on_list(s, entity)
        return next((other for other in s.floated if place_on_list(s, other) > listed), None)
    here = place(s, entity)
    return next((other for other in (*s.investors, *s.floated) if place(s, other) > here), None)


def begin_turn(s: China, entity: str) -> None:
    s.active, s.income, s.ran, s.bought = entity, 0, False, False
    tell(s, events.TurnBegan, entity, s.owner(entity))


@value
class InvestorTurn(Step[China]):
    """1880 VII.3, VII.4, VII.10: one tile, the leased train, and the check for a merger, which alone remains later."""

    investor: str

    def run(self, s: China) -> None:
        begin_turn(s, self.investor)
        if s.now.investors:
            then(
                s,
                LayTrack(self.investor),
                RunTrains(self.investor),
                KeepIncome(self.investor),
                MergerCheck(self.investor),
            )
        else:
            then(s, MergerCheck(self.investor))


@value
class Turn(Step[China]):
    """1880 X.turn: track, station, run, dividend and price, trains."""

    company: str

    def run(self, s: China) -> None:
        begin_turn(s, self.company)
        s.bonus = price_bonus(s, self.company)
        if s.marker == self.company and s.turns_left > 0:
            s.turns_left -= 1
        then(s, *_parts(self.company, s.variants.trains_kept))


@cache
def _parts(company: str, trains_kept: bool) -> tuple[Step[China], ...]:
    """1880 X.turn: the same in each turn of a company, so they are made once."""
    return (
        LayTrack(company),
        PlaceStation(company),
        RunTrains(company),
        Dividend(company),
        BuyTrains(company),
        Removal(company) if trains_kept else CircleWithoutPurchase(company),
        EndOfTurn(company),
    )


@value
class EndOfTurn(Step[China]):
    """1880 XV.1: the third turn of the marker company after the last 8-train ends the game."""

    company: str

    def run(self, s: China) -> None:
        if s.marker == self.company and s.turns_left == 0:
            s.agenda.clear()
            then(s, GameOver())
