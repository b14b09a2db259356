"""russian-railroads 2, a turn: workers and coins on one free space, carried out at once and in full; or pass."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from stellwerk.core import Action, Choice, Illegal, Options, Rule, Seat, Sifted, Step, Text, Texts, tell, then
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.actions import PASS, Pass, Place, SwapWorker
from stellwerk.games.russian_railroads.rules.box import Act
from stellwerk.games.russian_railroads.rules.chapters.effects import go_on
from stellwerk.games.russian_railroads.rules.chapters.instant import gain
from stellwerk.games.russian_railroads.rules.chapters.spaces import (
    Feasible,
    act_of,
    bonus_step,
    closed,
    impossible,
    open_acts,
)
from stellwerk.games.russian_railroads.rules.citation import first, no, rule
from stellwerk.games.russian_railroads.rules.domains import strange
from stellwerk.games.russian_railroads.rules.events import Placed, WorkerSwapped
from stellwerk.games.russian_railroads.rules.payment import (
    affords,
    named,
    offers,
    pay,
    payments,
    pieces,
    placed,
    purse,
    word,
)
from stellwerk.games.russian_railroads.rules.score_events import Passed
from stellwerk.games.russian_railroads.rules.state import PASSING, RussianRailroads


@dataclass(frozen=True, slots=True)
class Turns(Step[RussianRailroads]):
    """russian-railroads 9.1: turn after turn in the order of places, until everybody has passed."""

    def run(self, s: RussianRailroads) -> None:
        n = len(s.order)
        for at in range(s.at + 1, s.at + 1 + n):
            if not s.passed[s.order[at % n]]:
                s.at = at % n
                s.active = s.order[s.at]
                then(s, Turn(), self)
                return


@dataclass(frozen=True, slots=True)
class Turn(Choice[RussianRailroads]):
    """russian-railroads 2.1: one space, or a pass that holds for the rest of the round."""

    rule: ClassVar[Rule] = rule("2.1")
    public: ClassVar = True
    kinds: ClassVar = (Place, Pass)

    def seat(self, s: RussianRailroads) -> Seat:
        return s.active

    def question(self, s: RussianRailroads) -> Text:
        return Texts(
            "place workers on a space, or pass ({n} point)?",
            "place workers on a space, or pass ({n} points)?",
            pass_points(s),
        )

    def candidates(self, s: RussianRailroads) -> list[Action]:
        """Every free space with every payment for it that the player has, and passing."""
        money = purse(s.me)
        found: list[Action] = []
        for id_, act in open_acts(s):
            found += offers(id_, act.workers, act.coins, money)
        found.append(PASS)
        return found

    def options(self, s: RussianRailroads) -> Options:
        """The same as asking the law about each candidate; whether a space can be carried out is asked once a space."""
        return Sifted(self.candidates(s), partial(_allowed, s, Feasible(s)))

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        if not isinstance(a, Place):
            return None
        refusal = strange(s, a) or closed(s, a.space)
        if refusal is not None:
            return refusal
        act = act_of(s, a.space)
        assert act is not None
        return first(
            lambda: unpaid(s, a, act),
            lambda: claim_refused(s, a),
            lambda: impossible(s, act) if act.must else None,
        )

    def resolve(self, s: RussianRailroads, a: Action) -> None:
        if isinstance(a, Place):
            place(s, a)
        else:
            pass_round(s)


def _allowed(s: RussianRailroads, feasible: Feasible, a: Action) -> bool:
    """Whether the law has nothing against a candidate of a turn."""
    return not isinstance(a, Place) or (feasible(a.space) and claim_refused(s, a) is None)


def unpaid(s: RussianRailroads, a: Place, act: Act) -> Illegal | None:
    """russian-railroads 2.2, 7.3: the payment must be exactly the price, and the player must have it."""
    if a.payment not in payments(act.workers, act.coins):
        price = Text("{workers} × worker, {coins} × coin", workers=act.workers, coins=act.coins)
        return no("2.2", Text("{payment} is not the price: {price}", payment=named(a.payment), price=price))
    if not affords(purse(s.me), a.payment):
        return no("2.2", Text("not in your supply: {payment}", payment=named(a.payment)))
    return None


def claim_refused(s: RussianRailroads, a: Place) -> Illegal | None:
    """russian-railroads 9.2, 9.3: not one's own place, not both, and a worker of one's own must come to stand there."""
    wanted = s.box.claims.get(a.space)
    if wanted is None:
        return None
    if s.order[wanted - 1] == s.active and not s.table.own_place:
        return no("9.2", Text("you have this place already"))
    if any(space in s.box.claims and seat == s.active for space, seat, _ in s.stands):
        return no("9.2", Text("you have claimed a place already"))
    if needs_swap(a.payment) and not own_workers(s):
        return no("9.3", Text("no own worker on another space to exchange for"))
    return None


def needs_swap(payment: str) -> bool:
    """russian-railroads 9.3: a claim must show whose it is."""
    return payment in ("temporary", "coin")


def own_workers(s: RussianRailroads) -> list[str]:
    """Spaces on which workers in the player's own colour stand, claim spaces left out."""
    mine = (space for space, seat, payment in s.stands if seat == s.active and pieces(payment)[0])
    return list(dict.fromkeys(space for space in mine if space not in s.box.claims))


def place(s: RussianRailroads, a: Place) -> None:
    """russian-railroads 2.1: the payment stands on the space, and the space is carried out."""
    act = act_of(s, a.space)
    assert act is not None
    pay(s.me, a.payment)
    s.stands.append((a.space, s.active, a.payment))
    tell(s, Placed, s.active, words.space(s.box, a.space), placed(a.payment))
    if a.space in s.box.claims and needs_swap(a.payment):
        then(s, Swap(a.space))
    go_on(s, gain(s, act.effects + bonus_step(act, a.payment)))


def pass_points(s: RussianRailroads) -> int:
    return s.box.passing[s.order.index(s.active)]


def pass_round(s: RussianRailroads) -> None:
    """russian-railroads 2.4: out for this round, with the points of one's place."""
    n = pass_points(s)
    s.passed[s.active] = True
    s.me.tally[PASSING] += n
    tell(s, Passed, s.active, n)


@dataclass(frozen=True, slots=True)
class Swap(Choice[RussianRailroads]):
    """russian-railroads 9.3: a temporary worker or coin on a claim changes places with an own worker from elsewhere."""

    claim: str
    rule: ClassVar[Rule] = rule("9.3")
    public: ClassVar = True
    kinds: ClassVar = (SwapWorker,)

    def seat(self, s: RussianRailroads) -> Seat:
        return s.active

    def question(self, s: RussianRailroads) -> Text:
        return Text("from which space does your worker come?")

    def candidates(self, s: RussianRailroads) -> list[SwapWorker]:
        return [*map(SwapWorker, own_workers(s))]

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        assert isinstance(a, SwapWorker)
        return None if a.space in own_workers(s) else no("9.3", Text("none of your own workers stands there"))

    def resolve(self, s: RussianRailroads, a: Action) -> None:
        assert isinstance(a, SwapWorker)
        claimed = next(i for i, stand in enumerate(s.stands) if stand[0] == self.claim)
        paid = s.stands[claimed][2]
        mine = (stand[:2] == (a.space, s.active) and pieces(stand[2])[0] > 0 for stand in s.stands)
        there = next(i for i, found in enumerate(mine) if found)
        s.stands[claimed] = (self.claim, s.active, "worker")
        s.stands[there] = (a.space, s.active, exchanged(s.stands[there][2], paid))
        tell(s, WorkerSwapped, s.active, words.space(s.box, a.space))


def exchanged(payment: str, paid: str) -> str:
    """A payment in which one worker has been replaced by a coin or temporary worker."""
    w, b, t, c = pieces(payment)
    return word((w - 1, b, t + (paid == "temporary"), c + (paid == "coin")))
