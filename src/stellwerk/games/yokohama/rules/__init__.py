"""Yokohama, two to four players."""

from __future__ import annotations

from functools import partial

from stellwerk.core import Action, Game, RuleBook, Step, Text
from stellwerk.core.component_sets import sets_of
from stellwerk.core.editions import editions_of
from stellwerk.core.game import kinds_in
from stellwerk.games.yokohama import SEATS, TITLE
from stellwerk.games.yokohama.rules import actions
from stellwerk.games.yokohama.rules.chapters import (
    additional,
    area_action,
    dealing,
    movement,
    orders,
    placement,
    research,
    rewards,
    scoring,
    setup,
    spaces,
    trade,
    turn,
)
from stellwerk.games.yokohama.rules.components import GAME_ID, OWN, tables
from stellwerk.games.yokohama.rules.describe import describe
from stellwerk.games.yokohama.rules.domains import domains
from stellwerk.games.yokohama.rules.laws import LAWS
from stellwerk.games.yokohama.rules.programs import PROGRAMS
from stellwerk.games.yokohama.rules.reference import reference
from stellwerk.games.yokohama.rules.state import Variants, Yokohama
from stellwerk.games.yokohama.rules.titles import FIELD_TITLES, KINDS, TITLES
from stellwerk.games.yokohama.rules.view import imagine, view

GAME = Game(
    id=GAME_ID,
    title=TITLE,
    about=Text(
        "Place assistants in the streets, walk your president through them, and trade silk, tea, fish "
        "and copper in Meiji Japan."
    ),
    seats=SEATS,
    variants=Variants,
    state=Yokohama,
    start=setup.start,
    view=view,
    imagine=imagine,
    scores=scoring.scores,
    describe=describe,
    actions=kinds_in(Action, actions),
    steps=kinds_in(
        Step, additional, area_action, dealing, movement, orders, placement, research, rewards, scoring, setup, spaces,
        trade, turn,
    ),
    laws=LAWS,
    components=OWN,
    titles=TITLES,
    field_titles=FIELD_TITLES,
    kinds=KINDS,
    rules_version=2,
    rules=RuleBook.of(GAME_ID, OWN.table("rules.toml")),
    programs=PROGRAMS,
    turn=lambda s: (s.round, s.active),
    domains=domains,
    shared=lambda setup: {"tables": tables(setup.components)},
    reference=reference,
    editions=partial(editions_of, __name__),
    sets=partial(sets_of, __name__),
)  # fmt: skip
