"""A file followed through our engine, action by action, through the checked door.

That site passes silently over whoever can do nothing, and does not record it; our engine asks. So after each recorded
action we go as far as that site goes by itself (`settle`), and before one we pass over what it does not mention
(`reach`). Passes cannot be counted: one is only played when it answers a question that is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields
from typing import Any

from stellwerk.core import REFEREE, Action, Choice, Illegal, Ruling, Seat, Text, advance, objection, pending
from stellwerk.core.log import Entry, Record
from stellwerk.core.rule import TURN
from stellwerk.games.china1880 import actions as ours
from stellwerk.games.china1880.chapters.end import GameOver
from stellwerk.games.china1880.rulings import RulingInvestor, RulingShares
from stellwerk.games.china1880.state import China
from stellwerk.study.xxgames.certificates import Certificates
from stellwerk.study.xxgames.site import SITE, may_pass, passes_by_itself, pauses, waits_for_permit, waits_for_rocket
from stellwerk.study.xxgames.source import BadRecord, Recorded
from stellwerk.study.xxgames.translate import Memory, translated

PATIENCE = 200
"""Passes tried to reach a recorded action before it is called impossible."""


@dataclass(slots=True)
class Follower:
    record: Record[China]
    ids: Sequence[str]
    memory: Memory = field(default_factory=Memory)
    certificates: Certificates = field(default_factory=Certificates)
    silent: int = 0
    """Passes that the file does not mention."""
    surplus: list[int] = field(default_factory=list)
    """Recorded passes that answered no question of ours."""
    paused: bool = False
    """That site waits where our engine has nothing to ask."""
    permit_declined: str = ""
    """The company whose director has declined P5 for this turn."""
    rocket_declined: str = ""
    """The company whose director has declined P7 before running."""

    @property
    def s(self) -> China:
        return self.record.state

    def play(self, a: Recorded) -> None:
        """One recorded action with all that followed by itself. Raises `BadRecord` or `Illegal`."""
        self._play(a)
        self.settle()
        for automatic in a.automatic:
            if self._tells_news(automatic):
                self._play(automatic)
                self.settle()

    def _tells_news(self, automatic: Recorded) -> bool:
        """Our engine makes an investor's merger check and the last payment of P0 by itself."""
        if automatic.entity.startswith("minor:"):
            return False
        return not automatic.entity.startswith("company:") or self._fits(self.s, automatic, ours.TAKE_PAYMENT)

    def _play(self, a: Recorded) -> None:
        if self.paused and a.kind == "pass" and a.entity == f"corporation:{self.s.active}":
            self._resume()
            return
        self._resume()
        action = translated(self.s, self.memory, a)
        if isinstance(action, ours.Pass):
            self._pass(a)
        elif action is not None:
            self.reach(a, action)
            self._act(action)

    # --- through the checked door -------------------------------------------------------------------------------------

    def _act(self, action: Action) -> None:
        """As `Record.act`, but step by step, to stop where that site waits and our engine goes on."""
        choice = pending(self.s)
        seat = choice.seat(self.s) if choice else 0
        refusal = objection(self.s, seat, action)
        if refusal is not None:
            raise refusal
        if isinstance(action, ours.SellShares) and not self.s.now.ten_shares:
            self._free_shares(action, seat)
        self.s.agenda.pop().resolve(self.s, action)  # type: ignore[attr-defined]
        self.record.entries.append(Entry(seat, str(action)))
        self.certificates.watch(self.s, action, seat, self.memory.named)
        self._run()

    def _run(self) -> None:
        s = self.s
        while s.agenda and not s.agenda[-1].waits:
            step = s.agenda.pop()
            unpaid = self._unpaid() if isinstance(step, GameOver) else []
            step.run(s)
            for ruling in unpaid:
                self._rule(ruling)
            self.paused = pauses(s, step)
            if self.paused:
                return

    def _resume(self) -> None:
        if self.paused:
            self.paused = False
            self.s.agenda.pop().run(self.s)
            self._run()
            self.settle()

    # --- faults of that site ------------------------------------------------------------------------------------------

    def _rule(self, ruling: Ruling) -> None:
        refusal = ruling.objection(self.s)
        if refusal is not None:
            raise refusal
        ruling.resolve(self.s)
        self.record.entries.append(Entry(REFEREE, str(ruling)))

    def _free_shares(self, action: ours.SellShares, seat: Seat) -> None:
        """Its change for a director's certificate, see `Certificates`: tried out, to be ruled before the sale."""
        trial, certificates = self.s.copy(), deepcopy(self.certificates)
        advance(trial, action)
        certificates.watch(trial, action, seat, self.memory.named)
        more = certificates.freed(action.company) - self.s.freed.get(action.company, 0)
        if more:
            self._rule(RulingShares(action.company, more, f"{SITE} gives change from shares that are not for sale"))

    def _unpaid(self) -> list[RulingInvestor]:
        """At the end it passes over whoever follows a paid investor in its list, from which merged ones are gone."""
        s = self.s
        words = [entry.text.split() for entry in self.record.entries]
        chosen = [word[1] for word in words if word[0] == ours.ChooseInvestor.verb]
        queue = [i for i in s.tables.investors if i in s.investors or i not in chosen]
        paid, at = [], 0
        while at < len(queue):
            if queue[at] in s.investors:
                paid.append(queue.pop(at))
            at += 1
        return [
            RulingInvestor(i, owner, s.treasury[i], f"{SITE} passes over it at the end")
            for i, owner in s.investors.items()
            if i not in paid
        ]

    # --- passing ------------------------------------------------------------------------------------------------------

    def _pass(self, a: Recorded) -> None:
        if a.entity.startswith("player:"):
            self.reach(a, ours.PASS)
            self._act(ours.PASS)
        elif a.entity == f"corporation:{self.s.active}" and self.waits:
            self._decline()
        elif self._fits(self.s, a, ours.PASS):
            self._act(ours.PASS)
        else:
            self.surplus.append(a.index)

    @property
    def waits(self) -> bool:
        """That site waits for a power where our engine asks nothing, or something else."""
        s = self.s
        return waits_for_permit(s, self.permit_declined) or waits_for_rocket(s, self.rocket_declined)

    def _decline(self) -> None:
        """A pass where that site waits for P5, then track, then P7."""
        if waits_for_permit(self.s, self.permit_declined):
            self.permit_declined = self.s.active
            return
        self.rocket_declined = self.s.active
        choice = pending(self.s)
        if choice is not None and ours.LayTile in choice.kinds:
            self._act(ours.PASS)

    # --- going on by itself -------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """As far as that site goes without being told."""
        for _ in range(PATIENCE):
            if self.paused:
                return
            self._forget()
            choice = pending(self.s)
            if choice is None or self.waits or not passes_by_itself(self.s, choice):
                return
            self._act(ours.PASS)
            self.silent += 1

    def _forget(self) -> None:
        """In the next turn everything is asked again."""
        if self.s.active not in (self.permit_declined, self.rocket_declined):
            self.permit_declined = self.rocket_declined = ""

    def reach(self, a: Recorded, action: Action) -> None:
        """Pass until the recorded action answers the open question. Tried on a copy, so that nothing is lost."""
        if self._fits(self.s, a, action):
            return
        trial = self.s.copy()
        for passes in range(1, PATIENCE):
            choice = pending(trial)
            if choice is None or not may_pass(trial, choice):
                break
            advance(trial, ours.PASS)
            if self._fits(trial, a, action):
                for _ in range(passes):
                    self._act(ours.PASS)
                self.silent += passes
                return
        raise self._refusal(a, action)

    def _refusal(self, a: Recorded, action: Action) -> Illegal:
        seat = self._seat(self.s, a)
        if seat is None:
            raise BadRecord(Text("{entity} is nobody in this game", entity=a.entity))
        refusal = objection(self.s, seat, action)
        return refusal or Illegal(Text("it is not the turn of {entity}", entity=a.entity), TURN)

    # --- who is asked -------------------------------------------------------------------------------------------------

    def _fits(self, s: China, a: Recorded, action: Action) -> bool:
        """Whether the open question is one this action answers, and asked of him who acts in the file."""
        choice = pending(s)
        if choice is None or type(action) not in choice.kinds or choice.seat(s) != self._seat(s, a):
            return False
        kind, _, who = a.entity.partition(":")
        if kind == "company":
            return True
        if kind == "player":
            return not s.active or ours.SellShares in choice.kinds or ours.BuyShare in choice.kinds
        return ("A" if kind == "minor" else "") + who in (s.active, *_named(choice))

    def _seat(self, s: China, a: Recorded) -> Seat | None:
        kind, _, who = a.entity.partition(":")
        if kind == "player":
            return self.ids.index(who) if who in self.ids else None
        if kind == "company":
            return s.privates.get(who)
        entity = f"A{who}" if kind == "minor" else who
        return s.director.get(entity, s.investors.get(entity))


def _named(choice: Choice[Any]) -> Iterable[Any]:
    return (getattr(choice, f.name) for f in fields(choice))  # type: ignore[arg-type]
