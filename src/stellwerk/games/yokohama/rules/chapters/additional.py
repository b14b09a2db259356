"""yokohama A: additional actions before and after the main action: agents, achievements, orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from stellwerk.core import Action, Illegal, Rule, Text, tell, then
from stellwerk.games.yokohama.rules.actions import DONE, Achieve, Done, Fulfil, UseAgent
from stellwerk.games.yokohama.rules.chapters.area_action import AreaAction
from stellwerk.games.yokohama.rules.chapters.orders import fulfil, no_fulfilment
from stellwerk.games.yokohama.rules.chapters.own_turn import ANY_TIME, OwnTurn, may_deliver
from stellwerk.games.yokohama.rules.citation import no, rule
from stellwerk.games.yokohama.rules.components import ASSISTANT, HOUSE, INDEX, SHOP, Achievement
from stellwerk.games.yokohama.rules.events import Achieved, AgentUsed
from stellwerk.games.yokohama.rules.state import NOWHERE, Yokohama, area_of, built, score

ADDITIONAL = (UseAgent, Achieve, Fulfil)


@dataclass(frozen=True, slots=True)
class Additional(OwnTurn):
    """yokohama A.0: after the main action, any number of additional actions; then the turn is over."""

    rule: ClassVar[Rule] = rule("A.0")
    kinds: ClassVar = (*ADDITIONAL, Done, *ANY_TIME)

    def question(self, s: Yokohama) -> Text:
        return Text("Additional actions, or end of the turn")

    def own_candidates(self, s: Yokohama) -> list[Action]:
        return [*additional_candidates(s), DONE]

    def own_objection(self, s: Yokohama, a: Action) -> Illegal | None:
        return None if isinstance(a, Done) else no_additional(s, a)

    def own_resolve(self, s: Yokohama, a: Action) -> None:
        if not isinstance(a, Done):
            then(s, self)
            do_additional(s, a)


def additional_candidates(s: Yokohama) -> list[Action]:
    found: list[Action] = []
    seat = s.active
    if len(s.agents[seat]) > s.agents_used[seat] and "agent" not in s.spent:
        found += _agent_candidates(s)
    if s.supply[seat][ASSISTANT]:
        for n, card in enumerate(s.achievements):
            if seat not in s.achieved[n] and meets(s, seat, s.tables.achievements[card]):
                found.append(s.tables.menu.achieve[card])
    found += [s.tables.menu.fulfil[order] for order in s.hand[seat] if may_deliver(s, order)]
    return found


def _agent_candidates(s: Yokohama) -> list[Action]:
    mine, president = s.assistants[s.active], s.presidents[s.active]
    return [s.tables.menu.agent[area] for area in s.layout if mine[area] and area != president]


def no_additional(s: Yokohama, a: Action) -> Illegal | None:
    match a:
        case UseAgent():
            return no_agent(s, a)
        case Achieve():
            return no_achievement(s, a.achievement)
        case Fulfil():
            return no_fulfilment(s, a.order)
    raise TypeError(a)


def do_additional(s: Yokohama, a: Action) -> None:
    match a:
        case UseAgent():
            use_agent(s, a)
        case Achieve():
            achieve(s, a.achievement)
        case Fulfil():
            fulfil(s, a)


def no_agent(s: Yokohama, a: UseAgent) -> Illegal | None:
    """yokohama A.a: one agent a turn, in an area with an own assistant and without the own president."""
    section, seat, area = "A.a", s.active, area_of(s, a.area)
    if len(s.agents[seat]) <= s.agents_used[seat]:
        return no(section, Text("you have no unused agent"))
    if "agent" in s.spent:
        return no(section, Text("one agent a turn only"))
    if area == NOWHERE:
        return no("setup.1", Text("that area is not in this game"))
    if s.presidents[seat] == area:
        return no(section, Text("your president is there"))
    return None if s.assistants[seat][area] else no(section, Text("you have no assistant there"))


def use_agent(s: Yokohama, a: UseAgent) -> None:
    area = area_of(s, a.area)
    country = s.agents[s.active][s.agents_used[s.active]]
    s.agents_used[s.active] += 1
    s.spent += ("agent",)
    tell(s, AgentUsed, s.active, s.tables.countries[country], s.tables.areas[area])
    then(s, AreaAction(area))


def meets(s: Yokohama, seat: int, card: Achievement) -> bool:
    """yokohama A.b: whether a player has what the card asks for. Nothing of it is handed in."""
    match card.condition:
        case "goods":
            assert card.good is not None
            return s.stock[seat][INDEX[card.good]] >= card.amount
        case "technologies":
            return len(s.technologies[seat]) >= card.amount
        case "tokens":
            return len(s.agents[seat]) + len(s.won[seat]) >= card.amount
        case "orders":
            return len(s.fulfilled[seat]) >= card.amount
    if built(s, seat, SHOP) + built(s, seat, HOUSE) < card.production + card.trade:
        return False
    production, trade = areas_built(s, seat)
    return production >= card.production and trade >= card.trade


def areas_built(s: Yokohama, seat: int) -> tuple[int, int]:
    """Production and trade areas with a building of the player's own."""
    kinds = [s.tables.areas[n].kind for n in s.layout if seat in s.shops[n] or s.houses[n] == seat]
    return kinds.count("production"), kinds.count("trade")


def no_achievement(s: Yokohama, id_: str) -> Illegal | None:
    """yokohama A.b: each player each card once, for an assistant of the supply."""
    section, seat = "A.b", s.active
    if id_ not in s.achievements:
        return no(section, Text("that achievement is not in this game"))
    if seat in s.achieved[s.achievements.index(id_)]:
        return no(section, Text("you have that achievement already"))
    if not meets(s, seat, s.tables.achievements[id_]):
        return no(section, Text("its condition is not met"))
    return None if s.supply[seat][ASSISTANT] else no(section, Text("no assistant is left in your supply"))


def achieve(s: Yokohama, id_: str) -> None:
    n, card, seat = s.achievements.index(id_), s.tables.achievements[id_], s.active
    points = card.later if s.achieved[n] else card.first
    s.achieved[n] += (seat,)
    s.supply[seat][ASSISTANT] -= 1
    score(s, seat, "achievements", points)
    tell(s, Achieved, seat, card, points)
