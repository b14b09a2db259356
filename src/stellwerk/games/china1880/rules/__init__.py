"""1880: China (Helmut Ohley and Leonhard Orgler, edition of 2022), 3–7 players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from stellwerk.core import Action, Game, RuleBook, Setup, Step, Text
from stellwerk.core.component_sets import sets_of
from stellwerk.core.components import Components
from stellwerk.core.editions import editions_of
from stellwerk.core.game import kinds_in
from stellwerk.games.china1880 import SEATS, TITLE
from stellwerk.games.china1880.rules import actions, rulings
from stellwerk.games.china1880.rules.chapters import (
    auction,
    end,
    floating,
    homes,
    income,
    investors,
    operating_round,
    phases,
    privates,
    purchase,
    running,
    share_round,
    stations,
    track,
)
from stellwerk.games.china1880.rules.citation import BOOK
from stellwerk.games.china1880.rules.components import tables
from stellwerk.games.china1880.rules.describe import describe
from stellwerk.games.china1880.rules.domains import domains
from stellwerk.games.china1880.rules.laws import LAWS
from stellwerk.games.china1880.rules.programs import PROGRAMS
from stellwerk.games.china1880.rules.reference import reference
from stellwerk.games.china1880.rules.setup import start
from stellwerk.games.china1880.rules.state import PROFILES, China, Variants
from stellwerk.games.china1880.rules.titles import FIELD_TITLES, KINDS, TITLES
from stellwerk.games.china1880.rules.view import imagine, view

CHAPTERS = (
    auction,
    investors,
    share_round,
    floating,
    operating_round,
    track,
    homes,
    stations,
    running,
    income,
    purchase,
    phases,
    privates,
    end,
)
COMPONENTS = Components.of_package("stellwerk.games.china1880.rules")


def shared(setup: Setup) -> Mapping[str, Any]:
    return {"tables": tables(setup.components, setup.variants.prices), "variants": setup.variants}


GAME: Game[China] = Game(
    id=BOOK,
    title=TITLE,
    about=Text(
        "Found railways in China, lay track, run trains, trade shares. Trains drive the game: buy too "
        "slowly and yours are scrap."
    ),
    switches_note=Text("As they stand the rulebook is played. The site 18xx.games differs in most of these points."),
    seats=SEATS,
    variants=Variants,
    state=China,
    start=start,
    view=view,
    imagine=imagine,
    scores=end.scores,
    describe=describe,
    actions=kinds_in(Action, actions, rulings),
    steps=kinds_in(Step, *CHAPTERS),
    laws=LAWS,
    components=COMPONENTS,
    rules_version=3,
    rules=RuleBook.of(BOOK, COMPONENTS.table("rules.toml")),
    programs=PROGRAMS,
    turn=lambda s: (s.rounds, s.active),
    profiles=PROFILES,
    domains=domains,
    shared=shared,
    reference=reference,
    titles=TITLES,
    field_titles=FIELD_TITLES,
    kinds=KINDS,
    editions=partial(editions_of, __name__),
    sets=partial(sets_of, __name__),
)

__all__ = ["GAME"]
