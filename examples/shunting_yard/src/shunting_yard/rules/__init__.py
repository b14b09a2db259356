"""Shunting Yard: the rules as a value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shunting_yard import SEATS, TITLE
from shunting_yard.rules.actions import ACTIONS
from shunting_yard.rules.chapters import orders, setup, siding, turn
from shunting_yard.rules.chapters.end import scores
from shunting_yard.rules.components import GAME_ID, Box, box_of
from shunting_yard.rules.laws import LAWS
from shunting_yard.rules.reference import reference
from shunting_yard.rules.state import ShuntingYard, Variants
from shunting_yard.rules.titles import FIELD_TITLES, KINDS, TITLES
from shunting_yard.rules.view import imagine, view
from shunting_yard.rules.words import PROGRAMS, describe
from stellwerk.core import Game, RuleBook, Setup, Step, Text
from stellwerk.core.components import Components
from stellwerk.core.game import kinds_in

COMPONENTS = Components.of_package(__name__)


def domains(s: ShuntingYard) -> Mapping[str, Sequence[Any]]:
    """Every value the fields of actions can have, and some they cannot."""
    return {
        "place": range(s.box.table.siding + 2),
        "goods": tuple(s.box.goods),
        "order": tuple(s.box.orders),
        "seat": range(len(s.players)),
    }


def shared(setup: Setup) -> Mapping[str, Box]:
    return {"box": box_of(setup.components)}


GAME: Game[ShuntingYard] = Game(
    id=GAME_ID,
    title=TITLE,
    about=Text("Fetch wagons from a crowded siding and serve secret orders, before somebody else has served four."),
    seats=SEATS,
    variants=Variants,
    state=ShuntingYard,
    start=setup.start,
    view=view,
    imagine=imagine,
    scores=scores,
    describe=describe,
    actions=ACTIONS,
    steps=kinds_in(Step, orders, setup, siding, turn),
    laws=LAWS,
    components=COMPONENTS,
    rules=RuleBook.of(GAME_ID, COMPONENTS.table("rules.toml")),
    programs=PROGRAMS,
    domains=domains,
    shared=shared,
    reference=reference,
    titles=TITLES,
    field_titles=FIELD_TITLES,
    kinds=KINDS,
)
