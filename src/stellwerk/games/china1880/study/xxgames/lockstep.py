"""A log of ours told to 18xx.games move by move: the importer's own walk says what that site waits for.

Two games run side by side: the one of the log, and the one that site has after reading what was written so far. What
only that site asks is answered (a pass, a home city, a marker that stays), what it asks later is held back until then.
Where the two games part the log cannot be expressed there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from stellwerk.core import Action, Choice, Ruling, Seat, Text, advance, objection, pending
from stellwerk.games.china1880.rules import actions as ours
from stellwerk.games.china1880.rules import rulings
from stellwerk.games.china1880.rules.chapters.homes import ChooseHome
from stellwerk.games.china1880.rules.chapters.income import Dividend
from stellwerk.games.china1880.rules.chapters.investors import MarkerOf
from stellwerk.games.china1880.rules.chapters.privates import GiveUp
from stellwerk.games.china1880.rules.chapters.share_round import NextTrader
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.xxgames.parting import parted
from stellwerk.games.china1880.study.xxgames.session import Session
from stellwerk.games.china1880.study.xxgames.site import SITE, may_pass
from stellwerk.games.china1880.study.xxgames.source import Recorded, recorded
from stellwerk.games.china1880.study.xxgames.wording import WRITERS, Data, Words, entity_of, said

PATIENCE = 40
"""Answers put in before an action of ours is called impossible."""
LATER = (ours.GiveUpTrain, ours.GrantPermit, ours.ChooseCity)
"""What that site may ask for later than our engine."""


class Inexpressible(Exception):
    """A game that cannot be told any further, and why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


@dataclass(slots=True)
class Held:
    """What was done here and will be told when that site asks for it."""

    action: Action
    seat: Seat
    company: str


@dataclass
class Lockstep:
    s: China
    """The game of the log."""
    session: Session
    """The game that site has."""
    seating: tuple[Seat, ...]
    """Seats of the log in the order that site lists its players."""
    actions: list[Data] = field(default_factory=list)
    held: list[Held] = field(default_factory=list)
    words: Words = field(init=False)

    def __post_init__(self) -> None:
        walk = self.session.follower.walk
        self.words = Words(walk.s)
        walk.hang = self._hang

    @property
    def there(self) -> China:
        return self.session.follower.s

    # --- one entry of the log -----------------------------------------------------------------------------------------

    def tell(self, action: Action, seat: Seat, following: Action | None = None) -> None:
        """What this entry says, and whatever that site wants to hear before it. Raises `Inexpressible`."""
        if isinstance(action, Ruling):
            self._rule(action)
        else:
            self._note_revenue(following)
            self._tell(action, seat)
        advance(self.s, action)
        self._release()
        if self.s.agenda and not self.held and not isinstance(following, Ruling) and self._in_step():
            self._compare()

    def finish(self) -> None:
        """What that site still wants to hear once the game is over here."""
        for _ in range(PATIENCE):
            if not self.there.agenda or self.s.agenda:
                return
            if not self._answer():
                break
        raise Inexpressible(Text("the game is over here and goes on there"))

    def _compare(self) -> None:
        found = parted(self.s, self.there, self.seating)
        if found:
            raise Inexpressible(found)

    def _tell(self, action: Action, seat: Seat) -> None:
        choice = pending(self.s)
        assert choice is not None
        self._answer_unasked()
        if isinstance(action, ours.Pass):
            if self._same_question(choice):
                self._decline_permit()
            if self._same_question(choice):
                self._say(action, seat)
        elif isinstance(action, LATER):
            self._say_or_hold(Held(action, seat, _company(choice, action)))
        else:
            self._bring_about(action, seat)
            self._say(action, seat)

    def _decline_permit(self) -> None:
        if self._waits_for_permit:
            self._write(said("pass", entity_of(self.there)))

    def _bring_about(self, action: Action, seat: Seat) -> None:
        """Answer what only that site asks, until it asks for this."""
        for _ in range(PATIENCE):
            if self._fits(action, seat):
                return
            if not self._answer():
                break
        raise Inexpressible(self._refusal(action, seat))

    def _refusal(self, action: Action, seat: Seat) -> Text:
        refusal = objection(self.there, self.seating.index(seat), action)
        why = refusal.text if refusal else Text("something else is asked")
        return Text("18xx.games does not take {action}: {why}", action=str(action), why=why)

    # --- what that site waits for -------------------------------------------------------------------------------------

    @property
    def _waits_for_permit(self) -> bool:
        return self.session.follower.waits(self.there)

    def _fits(self, action: Action, seat: Seat) -> bool:
        """Whether that site asks the same seat for this now, in the same turn, and takes it."""
        choice = pending(self.there)
        if self._waits_for_permit or choice is None or type(action) not in choice.kinds:
            return False
        mine, theirs = self.s.active, self.there.active
        return mine == theirs and objection(self.there, self.seating.index(seat), action) is None

    def _same_question(self, choice: Choice[Any]) -> bool:
        asked = pending(self.there)
        if asked is None or type(asked) is not type(choice) or self.s.active != self.there.active:
            return False
        return self.seating[asked.seat(self.there)] == choice.seat(self.s)

    def _in_step(self) -> bool:
        choice = pending(self.s)
        walk = self.session.follower.walk
        return walk.waiting is None and choice is not None and self._same_question(choice)

    def _answer_unasked(self) -> None:
        """Where that site waits and our engine asks nothing there is only one answer."""
        for _ in range(PATIENCE):
            if self.session.follower.walk.waiting is None:
                return
            self._answer()

    def _answer(self) -> bool:
        """The answer to what that site asks and the log does not say; whether there is one."""
        walk = self.session.follower.walk
        step, choice = walk.waiting, pending(self.there)
        if isinstance(step, MarkerOf):
            self._write(said("choose", f"corporation:{step.company}", choice="Discard"))
        elif isinstance(step, Dividend):
            self._run_without_route(walk.unclaimed)
        elif isinstance(step, NextTrader):
            self._write(said("pass", f"player:{self.seating[step.seat]}"))
        elif step is not None or self._waits_for_permit:
            self._write(said("pass", entity_of(self.there)))
        elif isinstance(choice, ChooseHome):
            return self._settle_home(choice.company)
        elif isinstance(choice, GiveUp):
            return False
        elif choice is not None and may_pass(self.there, choice):
            self._say(ours.PASS, self.seating[choice.seat(self.there)])
        else:
            return False
        return True

    def _run_without_route(self, unclaimed: int, kind: str = "payout") -> None:
        if unclaimed:
            self._write(said("dividend", entity_of(self.there), kind=kind))
        else:
            self._write(said("run_routes", entity_of(self.there), routes=[]))

    def _settle_home(self, company: str) -> bool:
        """The city in which the home marker stands in the game of the log, once it does."""
        home = self.s.tables.companies[company].home
        node = next((node for hex, node in self.s.board.places(company) if hex == home), None)
        if node is None or home not in self.s.stations[company]:
            return False
        self._say(ours.ChooseCity(node), self.s.director[company])
        return True

    # --- what is told later -------------------------------------------------------------------------------------------

    def _say_or_hold(self, item: Held) -> None:
        if self._is_asked(item):
            self._say(item.action, item.seat)
        else:
            self.held.append(item)

    def _release(self) -> None:
        """Tell what was held back, as soon as that site asks for it."""
        for _ in range(PATIENCE):
            due = next((item for item in self.held if self._is_asked(item)), None)
            if due is None:
                return
            self.held.remove(due)
            self._say(due.action, due.seat)

    def _is_asked(self, item: Held) -> bool:
        choice = pending(self.there)
        if choice is None or self.session.follower.walk.waiting is not None:
            return False
        if isinstance(item.action, ours.GrantPermit):
            return self._may_grant(choice, item.company)
        wanted = GiveUp if isinstance(item.action, ours.GiveUpTrain) else ChooseHome
        return isinstance(choice, wanted) and choice.company == item.company

    def _may_grant(self, choice: Choice[Any], company: str) -> bool:
        """P5 is heard in the turn of a company of its owner that has no permit for phase D itself."""
        s, active = self.there, self.there.active
        owner = active in s.director and s.director[active] == s.privates["P5"]
        return owner and ours.GrantPermit in choice.kinds and "D" not in s.permits[active] and company in s.floated

    # --- rulings ------------------------------------------------------------------------------------------------------

    def _note_revenue(self, following: Action | None) -> None:
        """A ruling after a run tells what the file counted."""
        if isinstance(following, rulings.RulingIncome | rulings.RulingCash):
            counted = re.fullmatch(rf"{re.escape(SITE)} counts ¥(-?\d+)", following.reason)
            self.words.revenue = int(counted[1]) if counted else None

    def _rule(self, ruling: Ruling) -> None:
        """What that site does wrong it does again; what it took against our rules is told as it was."""
        if SITE not in str(ruling):
            raise Inexpressible(Text("no ruling can be written: {ruling}", ruling=str(ruling)))
        walk = self.session.follower.walk
        match ruling:
            case rulings.RulingPermit(company):
                self._write(said("assign", "company:P5", target=company, target_type="corporation"))
            case rulings.RulingTile(_, hex, tile, rotation):
                self._bring_round()
                self._say(ours.LayTile(hex, tile, rotation), -1)
            case rulings.RulingRocket():
                self._say(ours.EXCHANGE_ROCKET, -1)
            case rulings.RulingEnd():
                self._write(said("end_game", f"player:{self.seating[0]}"))
            case rulings.RulingPass():
                self._say(ours.PASS, -1)
            case rulings.RulingStack(holder=holder):
                walk.rule(
                    replace(ruling, holder=str(self.seating.index(int(holder))) if holder.isdecimal() else holder)
                )
            case rulings.RulingStation(company, hex, node):
                self._rule_station(company, hex, node)
            case rulings.RulingCash(holder) if isinstance(walk.waiting, Dividend):
                self._run_without_route(0)
                self._run_without_route(walk.unclaimed, "withhold" if holder in self.s.director else "payout")
            case rulings.RulingCash(reason=reason) if paid := re.fullmatch(r".* sold for ¥(\d+)", reason):
                self.words.price = int(paid[1])

    def _bring_round(self) -> None:
        """To the turn of the company that acts here."""
        for _ in range(PATIENCE):
            choice = pending(self.there)
            if self.there.active == self.s.active and choice is not None and ours.LayTile in choice.kinds:
                return
            if not self._answer():
                return

    def _rule_station(self, company: str, hex: str, node: int) -> None:
        if isinstance(self.session.follower.walk.waiting, MarkerOf):
            self._write(said("choose", f"corporation:{company}", choice="Replace"))
        else:
            self._bring_round()
            self._say(ours.PlaceMarker(hex, node), -1)

    # --- writing ------------------------------------------------------------------------------------------------------

    def _say(self, action: Action, seat: Seat) -> None:
        self.words.s = self.there
        choice = pending(self.there)
        WRITERS[type(action)](self.words, choice, action, f"player:{seat}")  # type: ignore[arg-type]
        spoken, self.words.said = self.words.said, []
        for data in spoken:
            self._write(data)

    def _write(self, data: Data) -> None:
        """Written first and read then: what follows by itself hangs on it."""
        index = len(self.actions)
        self.actions.append({**data, "id": index + 1, "created_at": index})
        problem = self.session.play(self._read(index))
        if problem is not None:
            raise Inexpressible(Text("18xx.games would not follow: {problem}", problem=str(problem)))
        self.words.trains.watch(self.there)

    def _read(self, index: int) -> Recorded:
        return recorded(index, self.actions[index])

    def _hang(self, kind: str, entity: str, /, **data: Any) -> None:
        if self.actions:
            self.actions[-1].setdefault("auto_actions", []).append(said(kind, entity, **data))


def _company(choice: Choice[Any], action: Action) -> str:
    company: str = action.company if isinstance(action, ours.GrantPermit) else choice.company  # type: ignore[attr-defined]
    return company
