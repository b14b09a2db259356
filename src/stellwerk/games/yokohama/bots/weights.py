"""What the judgement of Yokohama counts for how much: today's weights, and those of version 0.1.

All are in points or parts of a whole, and none belongs to a particular card.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from stellwerk.bots.knowledge import Dials


@dataclass(frozen=True, eq=False)
class Weights:
    """As they were set by hand for version 0.1. Two of them are equal only if they are the same."""

    priced: float = 0.85
    """What a yen's worth of goods is worth while there is time to use it."""
    paid: float = 0.85
    """Likewise a yen."""
    imported: float = 2.4
    """Likewise an import."""
    any_good: float = 1.7
    """Likewise a good of one's choice."""
    warehouse: float = 1.3
    """Likewise a piece out of the warehouse."""
    shift: float = 0.7
    """Likewise a move of an assistant."""
    pace: Mapping[str, float] = field(
        default_factory={"houses": 0.3, "shops": 0.45, "church": 0.45, "customs": 0.45, "orders": 1.2}.copy
    )
    """How much of every end condition a table uses up in a round."""
    usual: float = 19.0
    """Rounds a game usually takes."""
    overtime: float = 2.5
    """Rounds left when it takes longer."""
    few: float = 0.8
    """What goods count that no order in hand asks for: the first two of a kind."""
    ballast: float = 0.35
    """And what more of them count."""
    purse: float = math.inf
    """Yen that can be used in a round to come; more are worth what is left over at the end."""
    store: float = math.inf
    """Likewise goods of a kind that no order in hand asks for."""
    fading: float = 1.0
    """What remains, with every round that a game takes longer than usual, of the rounds it may still take."""
    agent: float = 4.0
    half_agent: float = 1.2
    """A symbol of which a second one would bring an agent."""
    shop_ready: float = 2.5
    house_ready: float = 6.0
    """A shop and a house ready to be built."""
    added: float = 0.7
    """How much of what a technology adds to a building counts before it is built."""
    hand: float = 0.6
    """An assistant at hand for the next turn."""
    member: tuple[float, ...] = (1.8, 1.4, 0.5)
    """What every assistant adds over a whole game: the first eight, the next five, more."""
    stronger: float = 1.2
    """A building makes its area stronger for the rest of the game."""
    enough: float = 4.0
    """Rounds in which goods pay."""
    soon: float = 2.5
    """Rounds in which pieces pay."""
    long: float = 12.0
    """Rounds in which engines pay."""
    occasions: Mapping[str, float] = field(
        default_factory={
            "order": 0.4, "technology": 0.2, "shop": 0.35, "house": 0.15, "church": 0.2, "customs": 0.2, "copper": 0.3,
        }.copy
    )  # fmt: skip
    """How often in a round something happens a technology adds to."""
    engine: float = 0.5
    """What a technology that changes rules gives over a whole game, by its cost."""
    symbol: float = 1.5
    """The symbol of a technology, whatever it shows."""
    shown: float = 0.0
    """How much counts of what its symbol would bring."""
    rank: float = 0.5
    """Its part in the majority, by its cost."""
    ripening: float = 0.0
    """How much counts of what goods to be produced do for orders in hand and achievements."""
    exchange: float = 0.35
    """What an exchange in Chinatown gains."""
    turns: tuple[float, ...] = (0.5, 0.35, 0.22, 0.14, 0.1, 0.07, 0.05, 0.03)
    """What the best, the second best… action prepared counts for."""
    ahead: tuple[float, ...] = ()
    """What the best action of every turn to come counts for, the next one first, where turns are followed."""
    again: float = 0.7
    """What is left of an action that is followed once more."""
    idle: float = 2.5
    """What any turn brings; an action is worth what it brings beyond that."""
    standing: float = 0.75
    """What each assistant adds to an action to come."""
    leaving: float = 0.6
    """What is left of an action where the president stands."""
    cut_off: float = 0.7
    """And where he cannot go."""
    met: float = 0.45
    """How much of an achievement counts whose condition is met and that is not taken yet."""
    hope: float = 0.6
    """And of one whose condition is not met, at most."""
    ready_order: float = 0.75
    """How much of an order counts that could be fulfilled."""
    far_order: float = 0.15
    """Of one that lacks a lot."""
    near_order: float = 0.45
    """How much more of one that lacks little."""
    unsure: float = 0.4
    """How much of a majority is not yet won."""

    def dials(self) -> Dials:
        """Every weight by name: rows by their first one, tables entry by entry."""
        found: Dials = {}
        for row in fields(self):
            value = getattr(self, row.name)
            match value:
                case ():
                    pass
                case tuple():
                    found[row.name] = value[0]
                case float():
                    found[row.name] = value
                case _:
                    found |= {f"{row.name}/{key}": entry for key, entry in value.items()}
        return found

    def turned(self, dials: Dials) -> Weights:
        """With these dials; rows keep their shape."""
        changed: dict[str, Any] = {}
        for row in fields(self):
            value = getattr(self, row.name)
            match value:
                case ():
                    pass
                case tuple():
                    factor = dials.get(row.name, value[0]) / value[0]
                    changed[row.name] = tuple(factor * entry for entry in value)
                case float():
                    changed[row.name] = dials.get(row.name, value)
                case _:
                    changed[row.name] = {key: dials.get(f"{row.name}/{key}", entry) for key, entry in value.items()}
        return replace(self, **changed)


OF_01 = Weights()
LEARNED = Weights(
    priced=0.76, imported=2.9, ballast=0.49, usual=24.0, overtime=4.0, soon=2.1, long=10.0, half_agent=0.7,
    house_ready=8.0, stronger=1.7, member=(2.4, 1.3, 0.3), standing=0.5, engine=0.35, rank=0.62, far_order=0.18,
    occasions={
        "order": 0.4, "technology": 0.25, "shop": 0.3, "house": 0.1, "church": 0.15, "customs": 0.12, "copper": 0.15,
    },
    turns=(0.41, 0.29, 0.18, 0.11, 0.08, 0.06, 0.04, 0.025), symbol=0.5, shown=0.6, ripening=0.4,
    purse=4.0, store=1.0, fading=0.88,
)  # fmt: skip
"""Found by play: the weights of every seat were a little off, and those were moved that points followed. Purse, store
and fading were set by reading games in which everybody hoarded yen and goods and nobody would end the game."""
FOLLOWED = replace(LEARNED, ahead=(0.6, 0.4, 0.25, 0.15), standing=0.2)
"""Of the expert: the turns to come are followed, with the assistants there will be at hand. Set by hand; dials turned
from here won their trials by shorter games and lost to these."""
