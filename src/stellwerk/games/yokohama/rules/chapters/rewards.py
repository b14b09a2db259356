"""yokohama symbols.1: what rewards consist of, and what is chosen one by one when they are paid out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from stellwerk.core import Action, Illegal, Rule, Step, Text, Texts, tell, then
from stellwerk.games.yokohama.rules.actions import DONE, SUPPLY, Choose, Done, Release, Shift
from stellwerk.games.yokohama.rules.chapters.own_turn import ANY_TIME, OwnTurn, ask
from stellwerk.games.yokohama.rules.citation import no, rule
from stellwerk.games.yokohama.rules.components import (
    ASSISTANT,
    COPPER,
    FISH,
    GOODS,
    IMPORTS,
    INDEX,
    PIECE_INDEX,
    PIECES,
    SILK,
    TEA,
    YEN,
    Occasion,
    Reward,
)
from stellwerk.games.yokohama.rules.events import BonusGained, Gained, Released, Shifted
from stellwerk.games.yokohama.rules.state import NOWHERE, Category, Yokohama, area_of, grounds, score

CHOOSE = {good: Choose(good) for good in GOODS}
RELEASE = tuple(map(Release, PIECES))


@cache
def reward_of(what: str, amount: int) -> Reward:
    """So much of one thing."""
    return Reward(**{what: amount})


def gain(s: Yokohama, reward: Reward, category: Category, mined: bool = False) -> None:
    """The active player gets a reward. `mined`: it comes from a source the mining technology adds to."""
    _book(s, reward, category)
    if mined and reward.copper:
        bonus(s, "copper")
    if reward.any_good or reward.warehouse or reward.move:
        then(s, Goods(reward.any_good, mined and not reward.copper), Pieces(reward.warehouse), Moves(reward.move))
    tell(s, Gained, s.active, reward)


def _book(s: Yokohama, reward: Reward, category: Category) -> None:
    mine = s.stock[s.active]
    mine[COPPER] += reward.copper
    mine[SILK] += reward.silk
    mine[TEA] += reward.tea
    mine[FISH] += reward.fish
    mine[IMPORTS] += reward.imports
    mine[YEN] += reward.yen
    if reward.vp:
        score(s, s.active, category, reward.vp)


def bonus(s: Yokohama, occasion: Occasion) -> None:
    """What the active player's technologies add on an occasion."""
    for id_ in s.technologies[s.active]:
        if id_ in s.tables.bonuses[occasion]:
            technology_bonus(s, id_)


def technology_bonus(s: Yokohama, id_: str) -> None:
    technology = s.tables.technologies[id_]
    _book(s, technology.reward, "technologies")
    tell(s, BonusGained, s.active, technology, technology.reward)


@dataclass(frozen=True, slots=True)
class Goods(Step[Yokohama]):
    count: int
    mined: bool

    def run(self, s: Yokohama) -> None:
        if self.count:
            then(s, ChoosingGoods(self.count, self.mined))


@dataclass(frozen=True, slots=True)
class Pieces(Step[Yokohama]):
    count: int

    def run(self, s: Yokohama) -> None:
        if self.count:
            ask(s, Releasing(self.count))


@dataclass(frozen=True, slots=True)
class Moves(Step[Yokohama]):
    count: int

    def run(self, s: Yokohama) -> None:
        if self.count:
            ask(s, Shifting(self.count))


@dataclass(frozen=True, slots=True)
class ChoosingGoods(OwnTurn):
    """yokohama symbols.1: a trade good of the player's choice, chosen anew for each.

    `mined`: copper chosen here sets off the mining technology, once for the whole reward.
    """

    left: int
    mined: bool
    rule: ClassVar[Rule] = rule("symbols.1")
    kinds: ClassVar = (Choose, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        return Texts("Choose a trade good: {n} more", "Choose trade goods: {n} more", self.left)

    def own_candidates(self, s: Yokohama) -> list[Action]:
        return list(CHOOSE.values())

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        assert isinstance(a, Choose)
        return None if a.good in GOODS else no(self.rule, Text("only trade goods may be chosen here"))

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        assert isinstance(a, Choose)
        copper = a.good == "copper"
        s.stock[s.active][INDEX[a.good]] += 1
        tell(s, Gained, s.active, reward_of(a.good, 1))
        if copper and self.mined:
            bonus(s, "copper")
        then(s, Goods(self.left - 1, self.mined and not copper))


@dataclass(frozen=True, slots=True)
class Releasing(OwnTurn):
    """yokohama area.employment-agency: pieces out of the warehouse, one at a time, each for its printed cost."""

    left: int
    compulsory: bool = False
    rule: ClassVar[Rule] = rule("area.employment-agency")
    kinds: ClassVar = (Release, Done, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        return Texts("Out of the warehouse: {n} piece", "Out of the warehouse: up to {n} pieces", self.left)

    def own_candidates(self, s: Yokohama) -> list[Action]:
        found: list[Action] = [a for a in RELEASE if self._objection(s, a) is None]
        return found if found and self.compulsory else [*found, DONE]

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        if isinstance(a, Done):
            must = self.compulsory and any(self._objection(s, release) is None for release in RELEASE)
            return no("B.3", Text("the action must be carried out")) if must else None
        assert isinstance(a, Release)
        return self._objection(s, a)

    def _objection(self, s: Yokohama, a: Release) -> Illegal | None:
        if a.piece not in PIECE_INDEX or not s.warehouse[s.active][PIECE_INDEX[a.piece]]:
            return no(self.rule, Text("no such piece is left in your warehouse"))
        if s.stock[s.active][YEN] < release_cost(s, PIECE_INDEX[a.piece]):
            return no(self.rule, Text("you cannot pay for that piece"))
        return None

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        if isinstance(a, Done):
            return
        assert isinstance(a, Release)
        piece = PIECE_INDEX[a.piece]
        cost = release_cost(s, piece)
        s.stock[s.active][YEN] -= cost
        s.warehouse[s.active][piece] -= 1
        s.supply[s.active][piece] += 1
        tell(s, Released, s.active, a.piece, cost)
        then(s, Pieces(self.left - 1))


def release_cost(s: Yokohama, piece: int) -> int:
    """The printed cost of the next piece of a kind; trading houses get dearer one by one."""
    costs = s.tables.releases[piece]
    gone = s.tables.start.warehouse.counts()[piece] - s.warehouse[s.active][piece]
    return costs[min(gone, len(costs) - 1)]


@dataclass(frozen=True, slots=True)
class Shifting(OwnTurn):
    """yokohama symbols.1: an assistant from the supply or an area into another area, without fees; each move anew."""

    left: int
    rule: ClassVar[Rule] = rule("symbols.1")
    kinds: ClassVar = (Shift, Done, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        return Texts("Move assistants: {n} move left", "Move assistants: {n} moves left", self.left)

    def own_candidates(self, s: Yokohama) -> list[Action]:
        menu, areas, mine = s.tables.menu, grounds(s), s.assistants[s.active]
        found: list[Action] = [menu.shift_in[area] for area in areas] if s.supply[s.active][ASSISTANT] else []
        for origin in areas:
            if mine[origin]:
                found += [menu.shift[origin][area] for area in areas if area != origin]
        found.append(DONE)
        return found

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        if isinstance(a, Done):
            return None
        assert isinstance(a, Shift)
        area = area_of(s, a.area)
        if area == NOWHERE:
            return no("setup.1", Text("that area is not in this game"))
        if area == s.tables.canal:
            return no("area.canal", Text("assistants never go to the canal"))
        if a.origin == a.area:
            return no(self.rule, Text("an assistant moves into another area"))
        if not self._available(s, a.origin):
            return no(self.rule, Text("you have no assistant there"))
        return None

    def _available(self, s: Yokohama, origin: str) -> int:
        if origin == SUPPLY:
            return s.supply[s.active][ASSISTANT]
        area = area_of(s, origin)
        return 0 if area == NOWHERE else s.assistants[s.active][area]

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        if isinstance(a, Done):
            return
        assert isinstance(a, Shift)
        index, mine = s.tables.area_index, s.assistants[s.active]
        if a.origin == SUPPLY:
            s.supply[s.active][ASSISTANT] -= 1
            origin = None
        else:
            mine[index[a.origin]] -= 1
            origin = s.tables.areas[index[a.origin]]
        mine[index[a.area]] += 1
        tell(s, Shifted, s.active, origin, s.tables.areas[index[a.area]])
        then(s, Moves(self.left - 1))
