"""yokohama area.church, area.customs: gifts, an assistant on the board, the reward of the space."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from stellwerk.core import Action, Illegal, Rule, Text, tell, then
from stellwerk.games.yokohama.rules.actions import DONE, Done, Give, Occupy
from stellwerk.games.yokohama.rules.chapters.own_turn import ANY_TIME, OwnTurn
from stellwerk.games.yokohama.rules.chapters.rewards import bonus, gain
from stellwerk.games.yokohama.rules.citation import no, rule
from stellwerk.games.yokohama.rules.components import ASSISTANT, IMPORTS, INDEX, STOCK
from stellwerk.games.yokohama.rules.events import Given, Occupied
from stellwerk.games.yokohama.rules.state import NOBODY, Yokohama

GIVE: Mapping[str, Give] = {good: Give(good) for good in STOCK}


@dataclass(frozen=True, slots=True)
class AtBoard(OwnTurn):
    """Gifts one at a time, then the assistant. What a gift is worth and which are accepted differs by board."""

    area: int
    power: int
    given: tuple[str, ...] = ()
    board: ClassVar[Literal["church", "customs"]]
    kinds: ClassVar = (Give, Occupy, Done, *ANY_TIME)

    def worth(self, s: Yokohama) -> int:
        """What a space may need so far."""
        raise NotImplementedError

    def reach(self, s: Yokohama) -> int:
        """What a space may need if everything were given."""
        raise NotImplementedError

    def due(self, s: Yokohama) -> bool:
        """yokohama B.3: whether a space must be occupied, by the letter of the area's text."""
        raise NotImplementedError

    def gifts(self, s: Yokohama) -> list[str]:
        """What may still be given."""
        raise NotImplementedError

    def unwanted(self, s: Yokohama, good: str) -> Illegal | None:
        """Why the board does not take this gift, whoever has it."""
        raise NotImplementedError

    def size(self, s: Yokohama, good: str) -> int:
        """How much of a good makes one gift."""
        return 1

    def by_power(self, s: Yokohama) -> int:
        return s.tables.areas[self.area].by_power[self.power - 1]

    def _origins(self, s: Yokohama) -> tuple[bool, bool]:
        """Whether an assistant may come from the area, from the supply."""
        return s.assistants[s.active][self.area] > 0, s.supply[s.active][ASSISTANT] > 0

    def _leads_somewhere(self, s: Yokohama) -> bool:
        """Whether a free space can be occupied after all."""
        return self._open_for(s, self.reach(s))

    def _open_for(self, s: Yokohama, worth: int) -> bool:
        """Whether an assistant is there for a free space that needs no more than this."""
        spaces = zip(s.tables.spaces[self.board], s.spaces[self.board], strict=True)
        return any(self._origins(s)) and any(owner == NOBODY and space.needs <= worth for space, owner in spaces)

    def own_candidates(self, s: Yokohama) -> list[Action]:
        if not self._leads_somewhere(s):
            return [DONE]
        worth, owners, origins = self.worth(s), s.spaces[self.board], self._origins(s)
        found: list[Action] = [GIVE[good] for good in self.gifts(s)]
        for n, space in enumerate(s.tables.spaces[self.board]):
            if owners[n] == NOBODY and space.needs <= worth:
                found += [a for a, there in zip(s.tables.menu.occupy[n], origins, strict=True) if there]
        if not (self.given or self._compulsory(s)):
            found.append(DONE)
        return found

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        match a:
            case Give():
                return self.unwanted(s, a.good) or self._no_gift(s, a.good)
            case Occupy():
                return self._no_place(s, a)
        return self._must_go_on(s)

    def _no_gift(self, s: Yokohama, good: str) -> Illegal | None:
        if good not in self.gifts(s):
            return no(self.rule, Text("you do not have enough of it"))
        return None if self._leads_somewhere(s) else no(self.rule, Text("no free space can be reached"))

    def _no_place(self, s: Yokohama, a: Occupy) -> Illegal | None:
        spaces = s.tables.spaces[self.board]
        if not 1 <= a.space <= len(spaces):
            return no(self.rule, Text("there is no such space"))
        if s.spaces[self.board][a.space - 1] != NOBODY:
            return no(self.rule, Text("the space is taken"))
        if self.worth(s) < spaces[a.space - 1].needs:
            return no(self.rule, Text("the space needs {n}", n=spaces[a.space - 1].needs))
        there = self._origins(s)[a.origin != "area"]
        return None if there else no(self.rule, Text("you have no assistant there"))

    def _must_go_on(self, s: Yokohama) -> Illegal | None:
        """What was given is not given for nothing, and what the area says the player does is not declined."""
        if not (self.given or self._compulsory(s)) or not self._leads_somewhere(s):
            return None
        if self.given:
            return no(self.rule, Text("you have given something: an assistant must go on the board"))
        return no("B.3", Text("the action must be carried out"))

    def _compulsory(self, s: Yokohama) -> bool:
        return s.variants.strict or (s.variants.by_the_letter and self.due(s))

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        match a:
            case Give():
                amount = self.size(s, a.good)
                s.stock[s.active][INDEX[a.good]] -= amount
                tell(s, Given, s.active, a.good, amount)
                then(s, replace(self, given=(*self.given, a.good)))
            case Occupy():
                self._occupy(s, a)

    def _occupy(self, s: Yokohama, a: Occupy) -> None:
        if a.origin == "area":
            s.assistants[s.active][self.area] -= 1
        else:
            s.supply[s.active][ASSISTANT] -= 1
        owners = s.spaces[self.board]
        s.spaces[self.board] = (*owners[: a.space - 1], s.active, *owners[a.space :])
        tell(s, Occupied, s.active, s.tables.areas[self.area], a.space)
        bonus(s, self.board)
        gain(s, s.tables.spaces[self.board][a.space - 1].reward, self.board)


@dataclass(frozen=True, slots=True)
class Worship(AtBoard):
    """yokohama area.church: faith is the power and one for each kind of gift, each accepted once."""

    board: ClassVar = "church"
    rule: ClassVar[Rule] = rule("area.church")

    def question(self, s: Yokohama) -> Text:
        return Text("Church: faith {faith}. Give something for more faith, or choose a space", faith=self.worth(s))

    def worth(self, s: Yokohama) -> int:
        return self.by_power(s) + len(self.given)

    def reach(self, s: Yokohama) -> int:
        return self.worth(s) + len(self.gifts(s))

    def due(self, s: Yokohama) -> bool:
        """The player sets an assistant on a space his faith is enough for; more faith he may gain, or not."""
        return self._open_for(s, self.worth(s))

    def gifts(self, s: Yokohama) -> list[str]:
        mine = s.stock[s.active]
        return [g.good for g in s.tables.gifts if mine[INDEX[g.good]] >= g.amount and g.good not in self.given]

    def unwanted(self, s: Yokohama, good: str) -> Illegal | None:
        if good not in [gift.good for gift in s.tables.gifts]:
            return no(self.rule, Text("that is no gift to the Church"))
        if good in self.given:
            return no(self.rule, Text("each kind of gift is accepted once"))
        return None

    def size(self, s: Yokohama, good: str) -> int:
        return next(gift.amount for gift in s.tables.gifts if gift.good == good)


@dataclass(frozen=True, slots=True)
class Delivery(AtBoard):
    """yokohama area.customs: imports, as many as the power allows."""

    board: ClassVar = "customs"
    rule: ClassVar[Rule] = rule("area.customs")

    def question(self, s: Yokohama) -> Text:
        n, limit = self.worth(s), self.by_power(s)
        return Text("Customs: {n} of at most {limit} imports given. Choose a space", n=n, limit=limit)

    def worth(self, s: Yokohama) -> int:
        return len(self.given)

    def due(self, s: Yokohama) -> bool:
        """The player gives imports and sets an assistant: neither is a thing he may do."""
        return self._leads_somewhere(s)

    def reach(self, s: Yokohama) -> int:
        return min(self.by_power(s), len(self.given) + s.stock[s.active][IMPORTS])

    def gifts(self, s: Yokohama) -> list[str]:
        return ["imports"] if s.stock[s.active][IMPORTS] and len(self.given) < self.by_power(s) else []

    def unwanted(self, s: Yokohama, good: str) -> Illegal | None:
        if good != "imports":
            return no(self.rule, Text("only imports are given to Customs"))
        if len(self.given) >= self.by_power(s):
            return no(self.rule, Text("power {power}: {n} imports at most", power=self.power, n=self.by_power(s)))
        return None
