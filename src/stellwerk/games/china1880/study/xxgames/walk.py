"""A game of ours walked step by step as 18xx.games would: stopping where it waits, following its faults by rulings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from stellwerk.core import REFEREE, Action, Ruling, Step, objection, pending
from stellwerk.core.log import Entry
from stellwerk.games.china1880.rules import actions as ours
from stellwerk.games.china1880.rules.chapters.end import GameOver
from stellwerk.games.china1880.rules.chapters.investors import MergerCheck
from stellwerk.games.china1880.rules.chapters.operating_round import Turn
from stellwerk.games.china1880.rules.chapters.privates import Payment
from stellwerk.games.china1880.rules.chapters.purchase import CircleWithoutPurchase
from stellwerk.games.china1880.rules.chapters.running import RunTrains
from stellwerk.games.china1880.rules.chapters.share_round import ShareRound
from stellwerk.games.china1880.rules.rulings import (
    RulingCircle,
    RulingEnd,
    RulingInvestor,
    RulingPass,
    RulingRocket,
)
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.xxgames.site import AFTER, BEFORE, SITE, resting_place, stops_before
from stellwerk.games.china1880.study.xxgames.telling import Telling

WATCHED = frozenset((GameOver, Turn, MergerCheck, Payment, CircleWithoutPurchase))


@dataclass(slots=True)
class Walk:
    telling: Telling
    ids: Sequence[str]
    """Of the players, by seat."""
    waiting: Step[Any] | None = None
    """The step before which that site waits although our engine has nothing to ask there."""
    ran: set[str] = field(default_factory=set)
    """Companies that have had a route: that site never forgets it."""
    heard: bool = True
    """Something was recorded in the present turn of a company."""
    hang: Callable[..., None] | None = None
    """Told the actions that site does by itself, by kind and entity: they belong to the action before them."""
    unclaimed: int = 0
    """What a run without a route of ours has earned, until it is paid out or kept."""

    @property
    def s(self) -> China:
        return self.telling.record.state

    def act(self, action: Action) -> None:
        """Through the checked door, as `Record.act`."""
        s = self.telling.record.state
        choice = pending(s)
        seat = choice.seat(s) if choice else 0
        refusal = objection(s, seat, action)
        if refusal is not None:
            raise refusal
        if isinstance(action, ours.LayTile):
            self._watch_routes(action)
        self.telling.begin(Entry(seat, str(action)), action)
        s.agenda.pop().resolve(s, action)  # type: ignore[attr-defined]
        self._run(s, None)

    def rule(self, ruling: Ruling) -> None:
        refusal = ruling.objection(self.s)
        if refusal is not None:
            raise refusal
        self.telling.begin(Entry(REFEREE, str(ruling)), ruling)
        ruling.resolve(self.s)
        if isinstance(ruling, RulingRocket | RulingPass):
            self.waiting = None
            self._run(self.s, None)

    def end(self) -> None:
        """By hand; that site settles investors as at any other end."""
        unpaid = self._unpaid()
        self.waiting = None
        self.rule(RulingEnd(f"{SITE}: ended by hand"))
        for ruling in unpaid:
            self.rule(ruling)

    def go_on(self) -> None:
        """Over the place where that site waits."""
        self.waiting, s = None, self.s
        step = s.agenda.pop()
        self._watch(s, step)
        self._run(s, step)

    def resume(self) -> None:
        """Up to a question of ours."""
        while self.waiting is not None:
            self.go_on()

    def _run(self, s: China, done: Step[Any] | None) -> None:
        agenda = s.agenda
        while agenda and not agenda[-1].waits:
            step = agenda[-1]
            may_stop = type(done) in AFTER or type(step) in BEFORE  # mostly not
            if may_stop and stops_before(s, done, self.ran):
                self.waiting = step
                return
            agenda.pop()
            if type(step) in WATCHED:
                self._watch(s, step)
            else:
                step.run(s)
            done = step
        if isinstance(done, RunTrains):
            self.ran.add(done.entity)

    def _watch(self, s: China, step: Step[Any]) -> None:
        """A step, if need be with what that site does otherwise or tells."""
        unpaid = self._unpaid() if isinstance(step, GameOver) else []
        if isinstance(step, Turn):
            self.heard = False
        left = sum(s.depot.values())
        merging, payment = _merging(s, step), _pays_last(s, step)
        step.run(s)
        if self.hang is not None and isinstance(step, MergerCheck):
            merged = merging and step.investor not in s.reserved
            self.hang("destination_connection" if merged else "pass", f"minor:{step.investor[1:]}")
        elif self.hang is not None and payment:
            self.hang("choose", "company:P0", choice="")
        if isinstance(step, CircleWithoutPurchase) and sum(s.depot.values()) < left and not self.heard:
            self._run_on(step.company)
        for ruling in unpaid:
            self.rule(ruling)

    # --- faults of that site ------------------------------------------------------------------------------------------

    def _run_on(self, company: str) -> None:
        """After a removal in a turn without a recorded action it passes over whoever has nothing to do, unless it was
        the last one: that opens no share round."""
        if not any(isinstance(step, ShareRound) for step in self.s.agenda):
            return
        resting = resting_place(self.s, company)
        if resting != company:
            self.rule(RulingCircle(resting, f"{SITE} runs on when trains are removed in a turn without an action"))

    def _watch_routes(self, a: ours.LayTile) -> None:
        """It looks for routes after a lay, before a home marker is put into its city, and never forgets one found."""
        s = self.s
        if s.active in self.ran or s.active not in s.director:
            return
        board = s.tables.atlas.lay(s.board, a.hex, a.tile, a.rotation)
        if len(s.tables.atlas.network(board, s.active).places) > 1:
            self.ran.add(s.active)

    def _unpaid(self) -> list[RulingInvestor]:
        """At the end it passes over whoever follows a paid investor in its list, from which merged ones are gone."""
        s = self.s
        texts = [entry.text for entry in self.telling.record.entries]
        chosen = [text.split()[1] for text in texts if text.startswith(f"{ours.ChooseInvestor.verb} ")]
        queue = [i for i in s.tables.investors if i in s.investors or i not in chosen]
        paid, at = [], 0
        while at < len(queue):
            if queue[at] in s.investors:
                paid.append(queue.pop(at))
            at += 1
        reason = f"{SITE} passes over it at the end"
        left = [(i, owner) for i, owner in s.investors.items() if i not in paid]
        return [RulingInvestor(i, owner, s.treasury[i], reason) for i, owner in left]


def _merging(s: China, step: Step[Any]) -> bool:
    return isinstance(step, MergerCheck) and step.investor in s.reserved


def _pays_last(s: China, step: Step[Any]) -> bool:
    """The last payment of P0 is made without asking."""
    if not isinstance(step, Payment) or s.privates["P0"] < 0:
        return False
    payments = s.tables.payments
    return payments.get(step.train) == max(payments.values())
