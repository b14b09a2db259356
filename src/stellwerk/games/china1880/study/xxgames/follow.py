"""A file followed through our engine, action by action, through the checked door.

That site passes silently over whoever can do nothing, and does not record it; our engine asks. So after each recorded
action we go as far as that site goes by itself (`settle`), and before one we pass over what it does not mention
(`reach`). Passes cannot be counted: one is only played when it answers a question that is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from stellwerk.core import Action, Choice, Illegal, Ruling, Seat, Text, advance, objection, pending
from stellwerk.core.rule import TURN
from stellwerk.games.china1880.rules import actions as ours
from stellwerk.games.china1880.rules.chapters.auction import Bidding
from stellwerk.games.china1880.rules.chapters.privates import GiveUp
from stellwerk.games.china1880.rules.chapters.stations import BuildStation
from stellwerk.games.china1880.rules.chapters.track import BuildTrack, yellow_tiles
from stellwerk.games.china1880.rules.rulings import RulingPermit, RulingRocket
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.xxgames.mending import (
    answered_otherwise,
    last_resort,
    rulings_after,
    rulings_before,
    rulings_instead,
)
from stellwerk.games.china1880.study.xxgames.site import POWERS, SITE, may_pass, passes_by_itself, waits_for_permit
from stellwerk.games.china1880.study.xxgames.source import BadRecord, Recorded
from stellwerk.games.china1880.study.xxgames.translate import Memory, translated
from stellwerk.games.china1880.study.xxgames.walk import Walk

PATIENCE = 200
"""Passes tried to reach a recorded action before it is called impossible."""


@dataclass(slots=True)
class Follower:
    walk: Walk
    memory: Memory = field(default_factory=Memory)
    silent: int = 0
    """Passes that the file does not mention."""
    surplus: list[int] = field(default_factory=list)
    """Recorded passes that answered no question of ours."""
    doubled: list[str] = field(default_factory=list)
    """Companies with a permit for phase D that got another by P5: that site writes it twice."""
    permit_declined: str = ""
    """The company whose director has declined P5 for this turn."""

    @property
    def s(self) -> China:
        return self.walk.s

    @property
    def ids(self) -> Sequence[str]:
        return self.walk.ids

    def play(self, a: Recorded) -> None:
        """One recorded action with all that followed by itself. Raises `BadRecord` or `Illegal`."""
        self.walk.heard, s = True, self.s
        self._play(s, a)
        self.settle(s)
        for automatic in a.automatic:
            if self._tells_news(s, automatic):
                self._play(s, automatic)
                self.settle(s)

    def force(self, a: Recorded, why: Text) -> bool:
        """The last resort where that site has taken what our rules refuse. Raises `BadRecord` or `Illegal`."""
        self.walk.resume()
        action = translated(self.s, self.memory, a)
        rulings = last_resort(self.s, a, action, f"{SITE} has taken what our rules refuse: {why}")
        self._rule(rulings)
        if rulings and self._is_done(action):
            self.walk.act(ours.PASS)
        self.settle(self.s)
        return bool(rulings)

    def _is_done(self, action: Action | None) -> bool:
        """Whether that site asks no more for what a ruling has just done."""
        choice = pending(self.s)
        if isinstance(choice, BuildTrack) and isinstance(action, ours.LayTile):
            yellow = self.s.tables.atlas.tiles[action.tile].colour == "yellow"
            return not yellow or choice.laid >= yellow_tiles(self.s, choice.entity)
        return isinstance(choice, BuildStation) and isinstance(action, ours.PlaceMarker)

    def _tells_news(self, s: China, automatic: Recorded) -> bool:
        """Our engine makes an investor's merger check and the last payment of P0 by itself."""
        if automatic.entity.startswith("minor:"):
            return False
        return not automatic.entity.startswith("company:") or self._fits(s, automatic, ours.TAKE_PAYMENT)

    def _play(self, s: China, a: Recorded) -> None:
        if a.kind == "end_game":
            self.walk.end()
            return
        if self.walk.waiting is not None:
            if answered_otherwise(self.walk, a):
                return
            self.walk.resume()
        action = translated(s, self.memory, a)
        if isinstance(action, ours.Pass):
            self._pass(s, a)
        elif isinstance(action, POWERS):
            self._use(s, a, action)
        elif action is not None and not self._given_away(s, a, action):
            self._answer(s, a, action)

    def _use(self, s: China, a: Recorded, action: ours.GrantPermit | ours.ExchangeRocket) -> None:
        """A power, which that site lets serve at other times, too."""
        if isinstance(action, ours.GrantPermit):
            if "D" in s.permits.get(action.company, ""):
                self.doubled.append(action.company)
            if not self._fits(s, a, action):
                self._rule([RulingPermit(action.company, f"{SITE} lets P5 serve at another time")])
                return
        elif isinstance(pending(s), GiveUp):
            self._rule([RulingRocket(f"{SITE} lets P7 serve before a surplus train is given up")])
            return
        self._answer(s, a, action)

    def _answer(self, s: China, a: Recorded, action: Action) -> None:
        if not self._fits(s, a, action):
            self.reach(s, a, action)
        self._do(s, a, action)

    def _do(self, s: China, a: Recorded, action: Action) -> None:
        if instead := rulings_instead(s, action):
            self._rule(instead)
            if isinstance(action, ours.LayTile):  # the tile lies there; nothing more is built
                self.walk.act(ours.PASS)
            return
        if before := rulings_before(s, a, action, self.memory.named):
            self._rule(before)
        later = rulings_after(s, a, action)
        self.walk.act(action)
        if later:
            self._rule(later)

    def _rule(self, rulings: Iterable[Ruling]) -> None:
        for ruling in rulings:
            self.walk.rule(ruling)

    def _given_away(self, s: China, a: Recorded, action: Action) -> bool:
        """A private company for nothing needs no bid of ours."""
        return isinstance(action, ours.Bid) and not action.price and s.privates.get(action.private) == self._seat(s, a)

    # --- passing ------------------------------------------------------------------------------------------------------

    def _pass(self, s: China, a: Recorded) -> None:
        if a.entity == f"corporation:{s.active}" and self.waits(s):
            self.permit_declined = s.active
        elif self._fits(s, a, ours.PASS):
            self.walk.act(ours.PASS)
        else:
            self.surplus.append(a.index)

    def waits(self, s: China) -> bool:
        """That site waits for P5 where our engine asks something else."""
        return waits_for_permit(s, self.permit_declined)

    # --- going on by itself -------------------------------------------------------------------------------------------

    def settle(self, s: China) -> None:
        """As far as that site goes without being told."""
        walk = self.walk
        for _ in range(PATIENCE):
            if walk.waiting is not None:
                return
            if s.active != self.permit_declined:  # in the next turn everything is asked again
                self.permit_declined = ""
            choice = pending(s)
            if choice is None or not passes_by_itself(s, choice) or self.waits(s):
                return
            walk.act(ours.PASS)
            self.silent += 1

    def reach(self, s: China, a: Recorded, action: Action) -> None:
        """Pass until the recorded action answers the open question. Tried on a copy, so that nothing is lost.

        Nothing is invented: nobody passes in an auction, no money moves and no train leaves the bank.
        """
        trial = s.copy()
        for passes in range(1, PATIENCE):
            choice = pending(trial)
            if choice is None or isinstance(choice, Bidding) or not may_pass(trial, choice):
                break
            cash, depot = trial.cash[:], trial.depot.copy()
            advance(trial, ours.PASS)
            if (trial.cash, trial.depot) != (cash, depot):
                break
            if self._fits(trial, a, action):
                for _ in range(passes):
                    self.walk.act(ours.PASS)
                    self.walk.resume()
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
        kind, _, who = a.entity.partition(":")
        if choice is None or type(action) not in choice.kinds or choice.seat(s) != self._holder(s, kind, who):
            return False
        if kind == "company":
            return True
        if kind == "player":
            return not s.active or ours.SellShares in choice.kinds or ours.BuyShare in choice.kinds
        entity = f"A{who}" if kind == "minor" else who
        return entity == s.active or entity in _named(choice)

    def _seat(self, s: China, a: Recorded) -> Seat | None:
        kind, _, who = a.entity.partition(":")
        return self._holder(s, kind, who)

    def _holder(self, s: China, kind: str, who: str) -> Seat | None:
        if kind == "player":
            return self.ids.index(who) if who in self.ids else None
        if kind == "company":
            return s.privates.get(who)
        entity = f"A{who}" if kind == "minor" else who
        return s.director.get(entity, s.investors.get(entity))


def _named(choice: Choice[Any]) -> Iterable[Any]:
    return (getattr(choice, f.name) for f in fields(choice))  # type: ignore[arg-type]
