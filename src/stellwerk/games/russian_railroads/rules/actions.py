"""What a seat, or the dealer, can do. Options take the actions from the tables below, which are built once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Annotated, ClassVar

from stellwerk.core import Action, Text
from stellwerk.core.action import Domain


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Put workers or coins on a space and carry it out."""

    space: Annotated[str, Domain("space")]
    payment: Annotated[str, Domain("payment")]
    title: ClassVar[Text | None] = Text("Place workers")


@dataclass(frozen=True, slots=True)
class Pass(Action):
    title: ClassVar[Text | None] = Text("Pass")


@dataclass(frozen=True, slots=True)
class Build(Action):
    """One step with a track."""

    line: Annotated[str, Domain("line")]
    colour: Annotated[str, Domain("colour")]
    title: ClassVar[Text | None] = Text("Track steps")


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """One step with an industry marker: 1 is the front one, 2 the one behind it."""

    marker: Annotated[int, Domain("marker")]
    title: ClassVar[Text | None] = Text("Industry steps")


@dataclass(frozen=True, slots=True)
class LayLocomotive(Action):
    """Lay a locomotive at a line, over a lower number there or (0) in an empty slot."""

    number: Annotated[int, Domain("number")]
    line: Annotated[str, Domain("line")]
    over: Annotated[int, Domain("over")]
    title: ClassVar[Text | None] = Text("Lay a locomotive")


@dataclass(frozen=True, slots=True)
class ReturnLocomotive(Action):
    """Turn a displaced locomotive over and give it back."""

    title: ClassVar[Text | None] = Text("Give the locomotive back")


@dataclass(frozen=True, slots=True)
class BuildFactory(Action):
    """Take a tile from the lowest stack or from the returned ones and lay it into a gap of the lane."""

    number: Annotated[int, Domain("number")]
    pile: Annotated[str, Domain("pile")]
    gap: Annotated[int, Domain("gap")]
    title: ClassVar[Text | None] = Text("Build a factory")


@dataclass(frozen=True, slots=True)
class ChooseTile(Action):
    tile: Annotated[str, Domain("tile")]
    title: ClassVar[Text | None] = Text("?-tile")


@dataclass(frozen=True, slots=True)
class TakeCard(Action):
    card: Annotated[str, Domain("card")]
    title: ClassVar[Text | None] = Text("?-card")


@dataclass(frozen=True, slots=True)
class Repeat(Action):
    """Which of the three actions of the mixed ?-card is done once more."""

    op: Annotated[str, Domain("repeat")]
    title: ClassVar[Text | None] = Text("One action once more")


@dataclass(frozen=True, slots=True)
class Reuse(Action):
    space: Annotated[str, Domain("space")]
    title: ClassVar[Text | None] = Text("Use a space again")


@dataclass(frozen=True, slots=True)
class Forgo(Action):
    """Do without an effect that is not compulsory, named by where it came from."""

    source: Annotated[str, Domain("source")]
    title: ClassVar[Text | None] = Text("Do without")


@dataclass(frozen=True, slots=True)
class EndTurn(Action):
    title: ClassVar[Text | None] = Text("End the turn")


@dataclass(frozen=True, slots=True)
class SwapWorker(Action):
    """The space whose worker goes to the claim space instead of the coin or temporary worker."""

    space: Annotated[str, Domain("space")]
    title: ClassVar[Text | None] = Text("Exchange for a worker")


@dataclass(frozen=True, slots=True)
class MoveWorker(Action):
    """Where the worker of a claim space moves on to."""

    space: Annotated[str, Domain("space")]
    title: ClassVar[Text | None] = Text("Worker moves on")


@dataclass(frozen=True, slots=True)
class Withdraw(Action):
    """Take the worker of a claim space back, because he can go nowhere."""

    title: ClassVar[Text | None] = Text("Worker returns")


@dataclass(frozen=True, slots=True)
class ChooseBonus(Action):
    bonus: Annotated[str, Domain("bonus")]
    title: ClassVar[Text | None] = Text("Start bonus")


@dataclass(frozen=True, slots=True)
class Look(Action):
    """Look through the end cards."""

    title: ClassVar[Text | None] = Text("End cards")


@dataclass(frozen=True, slots=True)
class TakeEndCard(Action):
    card: Annotated[str, Domain("end_card")]
    title: ClassVar[Text | None] = Text("End cards")


@dataclass(frozen=True, slots=True)
class TakePoints(Action):
    """Points instead of an end card."""

    title: ClassVar[Text | None] = Text("Points instead")


@dataclass(frozen=True, slots=True)
class DealEngineer(Action):
    number: Annotated[int, Domain("engineer")]
    title: ClassVar[Text | None] = Text("Deal an engineer")


@dataclass(frozen=True, slots=True)
class DealPlace(Action):
    """The seat that gets the next turn order card."""

    seat: Annotated[int, Domain("seat")]
    title: ClassVar[Text | None] = Text("Deal a place")


@dataclass(frozen=True, slots=True)
class RemoveEndCard(Action):
    card: Annotated[str, Domain("end_card")]
    title: ClassVar[Text | None] = Text("Remove an end card")


ACTIONS: tuple[type[Action], ...] = (
    Place,
    Pass,
    Build,
    Advance,
    LayLocomotive,
    ReturnLocomotive,
    BuildFactory,
    ChooseTile,
    TakeCard,
    Repeat,
    Reuse,
    Forgo,
    EndTurn,
    SwapWorker,
    MoveWorker,
    Withdraw,
    ChooseBonus,
    Look,
    TakeEndCard,
    TakePoints,
    DealEngineer,
    DealPlace,
    RemoveEndCard,
)

PASS, END_TURN, RETURN, WITHDRAW, LOOK, POINTS = Pass(), EndTurn(), ReturnLocomotive(), Withdraw(), Look(), TakePoints()
ADVANCE = (Advance(1), Advance(2))
STACK, RETURNED = "stack", "returned"

build = cache(Build)
lay = cache(LayLocomotive)
factory = cache(BuildFactory)
