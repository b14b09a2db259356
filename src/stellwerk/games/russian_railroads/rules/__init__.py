"""Russian Railroads (Ohley and Orgler, 2013), the base game for two to four players."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import partial

from stellwerk.core import Game, RuleBook, Score, Setup, Step, Text, ranked
from stellwerk.core.component_sets import sets_of
from stellwerk.core.components import Components
from stellwerk.core.editions import editions_of
from stellwerk.core.game import kinds_in
from stellwerk.games.russian_railroads import SEATS, TITLE
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
from stellwerk.games.russian_railroads.rules.titles import FIELD_TITLES, KINDS, TITLES
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


def turn_of(s: RussianRailroads) -> Hashable:
    """Whoever plays on alone has a new turn for every space he takes."""
    return s.round, len(s.stands) if s.passed.count(False) <= 1 else 0


GAME: Game[RussianRailroads] = Game(
    id=GAME_ID,
    title=TITLE,
    about=Text(
        "Send workers to build three railway lines out of Moscow. Locomotives, industry, engineers: "
        "every round pays for all you have built."
    ),
    seats=SEATS,
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
    field_titles=FIELD_TITLES,
    kinds=KINDS,
    rules_version=2,
    rules=RuleBook.of(GAME_ID, COMPONENTS.table("rules.toml")),
    programs=PROGRAMS,
    turn=turn_of,
    domains=domains,
    shared=shared,
    reference=reference,
    editions=partial(editions_of, __name__),
    sets=partial(sets_of, __name__),
)
