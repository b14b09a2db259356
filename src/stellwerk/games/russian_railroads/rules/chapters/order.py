"""russian-railroads 9, turn order: sorting by claims, and the workers of the claims moving on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from stellwerk.core import Action, Choice, Illegal, Listed, Options, Rule, Seat, Sifted, Step, Text, tell, then
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.actions import WITHDRAW, MoveWorker, Withdraw
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
from stellwerk.games.russian_railroads.rules.citation import no, rule
from stellwerk.games.russian_railroads.rules.domains import strange
from stellwerk.games.russian_railroads.rules.events import OrderSorted, WorkerMoved, WorkerWithdrawn
from stellwerk.games.russian_railroads.rules.state import RussianRailroads


def claimants(s: RussianRailroads) -> dict[int, Seat]:
    """Who has claimed which place."""
    return {s.box.claims[space]: seat for space, seat, _ in s.stands if space in s.box.claims}


@dataclass(frozen=True, slots=True)
class Sorting(Step[RussianRailroads]):
    """russian-railroads 9.4, 9.5: claimants take their places, the others keep their order behind and between them."""

    def run(self, s: RussianRailroads) -> None:
        claims = claimants(s)
        if not claims or (list(claims) == [2] and claims[2] == s.order[0]):
            return
        rest = [seat for seat in s.order if seat not in claims.values()]
        for place in sorted(claims):
            rest.insert(place - 1, claims[place])
        s.order = rest
        tell(s, OrderSorted, tuple(rest))


@dataclass(frozen=True, slots=True)
class Onward(Step[RussianRailroads]):
    """russian-railroads 9.6: the worker of a claim moves on; the second place goes first."""

    place: int

    def run(self, s: RussianRailroads) -> None:
        seat = claimants(s).get(self.place)
        if seat is not None:
            s.active = seat
            then(s, MoveOn(next(id_ for id_, place in s.box.claims.items() if place == self.place)))


@dataclass(frozen=True, slots=True)
class MoveOn(Choice[RussianRailroads]):
    """russian-railroads 9.6: to a free space that needs exactly one worker and can be carried out."""

    claim: str
    rule: ClassVar[Rule] = rule("9.6")
    public: ClassVar = True
    kinds: ClassVar = (MoveWorker, Withdraw)

    def seat(self, s: RussianRailroads) -> Seat:
        return s.active

    def question(self, s: RussianRailroads) -> Text:
        return Text("where does the worker of your claim move on to?")

    def candidates(self, s: RussianRailroads) -> list[Action]:
        return [*(MoveWorker(id_) for id_, _ in open_acts(s)), WITHDRAW]

    def options(self, s: RussianRailroads) -> Options:
        return self._places(s) or Listed([WITHDRAW])

    def _places(self, s: RussianRailroads) -> Options:
        """Where the law lets him go: free spaces for one worker, no claim, that can be carried out."""
        feasible = Feasible(s)
        free = [id_ for id_, act in open_acts(s) if (act.workers, act.coins) == (1, 0) and id_ not in s.box.claims]
        return Sifted([*map(MoveWorker, free)], lambda a: isinstance(a, MoveWorker) and feasible(a.space))

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        if isinstance(a, MoveWorker):
            return strange(s, a) or self._refused(s, a)
        if self._places(s):
            return no("9.6", Text("the worker must move on while there is a space for him"))
        return None

    def _refused(self, s: RussianRailroads, a: MoveWorker) -> Illegal | None:
        refusal = closed(s, a.space)
        if refusal is not None:
            return refusal
        act = act_of(s, a.space)
        assert act is not None
        if (act.workers, act.coins) != (1, 0):
            return no("9.6", Text("{space}: does not need exactly 1 worker", space=words.space(s.box, a.space)))
        if a.space in s.box.claims:
            return no("9.6", Text("the turn order has been sorted already"))
        return impossible(s, act) if act.must else None

    def resolve(self, s: RussianRailroads, a: Action) -> None:
        i = next(i for i, stand in enumerate(s.stands) if stand[0] == self.claim)
        payment = s.stands.pop(i)[2]
        if not isinstance(a, MoveWorker):
            s.me.workers += payment == "worker"
            s.me.black += payment == "black"
            tell(s, WorkerWithdrawn, s.active)
            return
        act = act_of(s, a.space)
        assert act is not None
        s.stands.append((a.space, s.active, payment))
        tell(s, WorkerMoved, s.active, words.space(s.box, a.space))
        go_on(s, gain(s, act.effects + bonus_step(act, payment)))
