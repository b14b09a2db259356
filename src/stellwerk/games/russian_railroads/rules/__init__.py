"""Russian Railroads (Ohley and Orgler, 2013), the base game for two to four players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from stellwerk.core import Game, RuleBook, Score, Setup, Step, Text, ranked
from stellwerk.core.components import Components
from stellwerk.core.editions import editions_of
from stellwerk.core.game import kinds_in
from stellwerk.games.russian_railroads.rules import actions
from stellwerk.games.russian_railroads.rules.box import Box, box_of
from stellwerk.games.russian_railroads.rules.chapters import cards, effects, order, rounds, scoring, setup, turn
from stellwerk.games.russian_railroads.rules.components import GAME_ID
from stellwerk.games.russian_railroads.rules.describe import describe
from stellwerk.games.russian_railroads.rules.domains import domains
from stellwerk.games.russian_railroads.rules.laws import LAWS
from stellwerk.games.russian_railroads.rules.programs import PROGRAMS
from stellwerk.games.russian_railroads.rules.reference import reference
from stellwerk.games.russian_railroads.rules.state import RussianRailroads, Variants
from stellwerk.games.russian_railroads.rules.titles import TITLES
from stellwerk.games.russian_railroads.rules.view import imagine, view

COMPONENTS = Components.of_package(__name__)

ITEMS = (
    Text("Trans-Siberian"),
    Text("St Petersburg"),
    Text("Kiev"),
    Text("Industry"),
    Text("Passing"),
    Text("Ends of lines"),
    Text("Engineers, factories, cards"),
    Text("End cards"),
    Text("Majority of engineers"),
)


def scores(s: RussianRailroads) -> list[Score]:
    """russian-railroads 13.3: points so far by what they were for; equal totals share a place."""
    return ranked((p.points, (), tuple(zip(ITEMS, p.tally, strict=True))) for p in s.players)


def shared(setup: Setup) -> Mapping[str, Box]:
    return {"box": box_of(setup.components)}


GAME: Game[RussianRailroads] = Game(
    id=GAME_ID,
    title=Text("Russian Railroads"),
    about=Text(
        "Send workers to build three railway lines out of Moscow. Locomotives, industry, engineers: "
        "every round pays for all you have built."
    ),
    seats=range(2, 5),
    variants=Variants,
    state=RussianRailroads,
    start=setup.start,
    view=view,
    imagine=imagine,
    scores=scores,
    describe=describe,
    actions=actions.ACTIONS,
    steps=kinds_in(Step, cards, effects, order, rounds, scoring, setup, turn),
    laws=LAWS,
    components=COMPONENTS,
    titles=TITLES,
    rules_version=2,
    rules=RuleBook.of(GAME_ID, COMPONENTS.table("rules.toml")),
    programs=PROGRAMS,
    domains=domains,
    shared=shared,
    reference=reference,
    editions=partial(editions_of, __name__),
)
