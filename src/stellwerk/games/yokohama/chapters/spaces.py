"""Church and Customs: give something away, put an assistant on the management board, take the reward of the space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from stellwerk.core import Action, Illegal, Rule, Text, tell, then
from stellwerk.games.yokohama.actions import DONE, Done, Give, Occupy
from stellwerk.games.yokohama.chapters.own_turn import ANY_TIME, OwnTurn
from stellwerk.games.yokohama.chapters.rewards import bonus, gain
from stellwerk.games.yokohama.components import ASSISTANT, IMPORTS, INDEX, STOCK
from stellwerk.games.yokohama.events import Given, Occupied
from stellwerk.games.yokohama.state import NOBODY, Yokohama, cite

GIVE: Mapping[str, Give] = {good: Give(good) for good in STOCK}


@dataclass(frozen=True, slots=True)
class AtBoard(OwnTurn):
    """Yokohama area.church, area.customs: gifts one at a time, then the assistant.

    What has been given counts together with the power (Church: faith) or alone (Customs: imports).
    """

    area: int
    power: int
    given: tuple[str, ...] = ()
    rule: ClassVar[Rule] = cite("area.church")
    kinds: ClassVar = (Give, Occupy, Done, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        if self._church(s):
            return Text("Church: faith {faith}. Give something for more faith, or choose a space", faith=self.worth(s))
        limit = self._limit(s)
        return Text("Customs: {n} of at most {limit} imports given. Choose a space", n=self.worth(s), limit=limit)

    def _church(self, s: Yokohama) -> bool:
        return s.tables.areas[self.area].action == "church"

    def _limit(self, s: Yokohama) -> int:
        return s.tables.areas[self.area].by_power[self.power - 1]

    def board(self, s: Yokohama) -> str:
        return s.tables.areas[self.area].id

    def worth(self, s: Yokohama) -> int:
        """Faith shown, or imports given, so far."""
        return len(self.given) + (self._limit(s) if self._church(s) else 0)

    def gifts(self, s: Yokohama) -> list[str]:
        """What may still be given: the Church takes each kind once, Customs imports up to the limit."""
        mine = s.stock[s.active]
        if self._church(s):
            offered = s.tables.gifts
            return [g.good for g in offered if mine[INDEX[g.good]] >= g.amount and g.good not in self.given]
        return ["imports"] if mine[IMPORTS] and len(self.given) < self._limit(s) else []

    def _reach(self, s: Yokohama) -> int:
        """What could be shown at most."""
        if self._church(s):
            return self.worth(s) + len(self.gifts(s))
        return min(self._limit(s), len(self.given) + s.stock[s.active][IMPORTS])

    def _origins(self, s: Yokohama) -> tuple[bool, bool]:
        """Whether an assistant may come from the area, from the supply."""
        return s.assistants[s.active][self.area] > 0, s.supply[s.active][ASSISTANT] > 0

    def _leads_somewhere(self, s: Yokohama) -> bool:
        """Whether a free space can be occupied after all."""
        if not any(self._origins(s)):
            return False
        reach = self._reach(s)
        board = self.board(s)
        owners = s.spaces[board]
        return any(owners[n] == NOBODY and space.needs <= reach for n, space in enumerate(s.tables.spaces[board]))

    def must_go_on(self, s: Yokohama) -> bool:
        """What was given is not given for nothing; the strict switch makes the action compulsory as well."""
        return bool(self.given or s.variants.strict) and self._leads_somewhere(s)

    def offers(self, s: Yokohama) -> list[Action]:
        if not self._leads_somewhere(s):
            return [DONE]
        board, worth = self.board(s), self.worth(s)
        owners, origins = s.spaces[board], self._origins(s)
        found: list[Action] = [GIVE[good] for good in self.gifts(s)]
        for n, space in enumerate(s.tables.spaces[board]):
            if owners[n] == NOBODY and space.needs <= worth:
                found += [a for a, there in zip(s.tables.menu.occupy[n], origins, strict=True) if there]
        if not (self.given or s.variants.strict):
            found.append(DONE)
        return found

    def refusal(self, s: Yokohama, a: Action) -> Illegal | None:
        match a:
            case Give():
                return self._no_gift(s, a.good)
            case Occupy():
                return self._no_place(s, a)
        if not self.must_go_on(s):
            return None
        if self.given:
            return Illegal(Text("you have given something: an assistant must go on the board"), self._section(s))
        return Illegal(Text("the action must be carried out"), cite("B.3"))

    def _section(self, s: Yokohama) -> Rule:
        return cite("area.church" if self._church(s) else "area.customs")

    def _no_gift(self, s: Yokohama, good: str) -> Illegal | None:
        rule = self._section(s)
        if self._church(s):
            if good not in [gift.good for gift in s.tables.gifts]:
                return Illegal(Text("that is no gift to the Church"), rule)
            if good in self.given:
                return Illegal(Text("each kind of gift is accepted once"), rule)
        else:
            if good != "imports":
                return Illegal(Text("only imports are given to Customs"), rule)
            if len(self.given) >= self._limit(s):
                return Illegal(Text("power {power}: {n} imports at most", power=self.power, n=self._limit(s)), rule)
        if good not in self.gifts(s):
            return Illegal(Text("you do not have enough of it"), rule)
        if not self._leads_somewhere(s):
            return Illegal(Text("no free space can be reached"), rule)
        return None

    def _no_place(self, s: Yokohama, a: Occupy) -> Illegal | None:
        rule, board = self._section(s), self.board(s)
        spaces = s.tables.spaces[board]
        if not 1 <= a.space <= len(spaces):
            return Illegal(Text("there is no such space"), rule)
        if s.spaces[board][a.space - 1] != NOBODY:
            return Illegal(Text("the space is taken"), rule)
        if self.worth(s) < spaces[a.space - 1].needs:
            return Illegal(Text("the space needs {n}", n=spaces[a.space - 1].needs), rule)
        if not self._origins(s)[a.origin != "area"]:
            return Illegal(Text("you have no assistant there"), rule)
        return None

    def act(self, s: Yokohama, a: Action) -> None:
        match a:
            case Give():
                self._give(s, a.good)
            case Occupy():
                self._occupy(s, a)

    def _give(self, s: Yokohama, good: str) -> None:
        church = self._church(s)
        amount = next(gift.amount for gift in s.tables.gifts if gift.good == good) if church else 1
        s.stock[s.active][INDEX[good]] -= amount
        tell(s, Given, s.active, good, amount)
        then(s, replace(self, given=(*self.given, good)))

    def _occupy(self, s: Yokohama, a: Occupy) -> None:
        board = self.board(s)
        if a.origin == "area":
            s.assistants[s.active][self.area] -= 1
        else:
            s.supply[s.active][ASSISTANT] -= 1
        owners = s.spaces[board]
        s.spaces[board] = (*owners[: a.space - 1], s.active, *owners[a.space :])
        tell(s, Occupied, s.active, s.tables.areas[self.area], a.space)
        where: Literal["church", "customs"] = "church" if self._church(s) else "customs"
        bonus(s, where)
        gain(s, s.tables.spaces[board][a.space - 1].reward, where)
