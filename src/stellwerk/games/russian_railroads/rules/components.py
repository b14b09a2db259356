"""The rows of the component tables. Facts only; what a component does is a verb (`op`) from a closed list."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from stellwerk.core.components import Source

GAME_ID = "russian-railroads"

Op = Literal[
    "track",
    "industry",
    "doubler",
    "coins",
    "points",
    "worker",
    "temporary_workers",
    "hire",
    "claim",
    "build",
    "locomotive",
    "factory",
    "nine",
    "reuse",
    "engineer_sum",
    "best_locomotives",
    "tile",
    "card",
    "end_card",
    "repeat",
    "second_marker",
    "upgrader",
    "medal",
    "black_worker",
    "free_engineer",
]
OPS: tuple[Op, ...] = get_args(Op)

BLACK_WORKER = "black_worker"
"""The source of the extra step of the black worker."""

Benefit = Literal["tracks", "worker", "tile", "points", "double", "star", "medal"]
Counted = Literal[
    "nothing", "workers", "doublers", "lines", "black", "majority", "factories", "tiles", "engineers", "locomotives"
]


@dataclass(frozen=True, slots=True)
class Verb:
    """An effect as printed on a component."""

    op: Op
    n: int = 1
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect somebody has gained: `must` if it has to be carried out in full; `source` is where it comes from."""

    op: str
    n: int
    colours: tuple[int, ...]
    must: bool
    source: str


@dataclass(frozen=True, slots=True)
class Colour:
    id: str
    name: str
    value: int
    upgraded: int
    source: Source


@dataclass(frozen=True, slots=True)
class Line:
    id: str
    name: str
    length: int
    colours: tuple[str, ...]
    slots: int
    source: Source
    doublers: int = 0


@dataclass(frozen=True, slots=True)
class Special:
    """A special space of a line: reached by a colour, where it says so also by the locomotives."""

    line: str
    space: int
    colour: str
    benefit: Benefit
    source: Source
    locomotive: bool = False
    takes: str = ""
    n: int = 0
    note: str = ""

    @property
    def id(self) -> str:
        return f"{self.line}_{self.space}"


@dataclass(frozen=True, slots=True)
class Lane:
    kind: Literal["space", "gap", "tile"]
    source: Source
    points: int = -1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Space:
    """An action space of the board. `display` is the place of the engineer whose ability it offers, 0 for none."""

    id: str
    area: Literal["track", "locomotive", "industry", "other", "engineer", "turn_order"]
    name: str
    text: str
    source: Source
    workers: int = 1
    coins: int = 0
    effects: tuple[Verb, ...] = ()
    seats: tuple[int, ...] = (2, 3, 4)
    rounds: Literal["all", "last", "before last"] = "all"
    unlimited: bool = False
    display: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Locomotive:
    """A locomotive tile; name, text and effects are those of the factory on its back."""

    number: int
    count: int
    name: str
    text: str
    effects: tuple[Verb, ...]
    source: Source
    note: str = ""


@dataclass(frozen=True, slots=True)
class Engineer:
    number: int
    name: str
    text: str
    letter: Literal["A", "B", "-"]
    effects: tuple[Verb, ...]
    source: Source
    workers: int = 1
    coins: int = 0
    note: str = ""

    @property
    def id(self) -> str:
        return f"engineer_{self.number}"


@dataclass(frozen=True, slots=True)
class Card:
    """A start bonus, a ?-tile or a ?-card."""

    id: str
    name: str
    text: str
    source: Source
    effects: tuple[Verb, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class EndCard:
    id: str
    name: str
    text: str
    counts: Counted
    source: Source
    copies: int = 1
    n: int = 0
    scale: tuple[tuple[int, int], ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """What differs by the number of players. `own_place`: the place one already has may be claimed."""

    seats: int
    rounds: int
    workers: int
    coins: int
    letters: tuple[str, ...]
    own_place: bool = False


@dataclass(frozen=True, slots=True)
class Supply:
    id: str
    n: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class PlacePoints:
    place: int
    points: int
    source: Source
    note: str = ""
