"""Yokohama, two to four players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from stellwerk.core import Action, Game, Program, RuleBook, Seat, Step, Text, options, pending
from stellwerk.core.editions import editions_of
from stellwerk.core.game import kinds_in
from stellwerk.games.yokohama.rules import actions
from stellwerk.games.yokohama.rules.actions import DONE, ORIGINS, PAYEES, PAYMENTS, SUPPLY
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
from stellwerk.games.yokohama.rules.components import OWN, PIECES, STOCK, tables
from stellwerk.games.yokohama.rules.describe import describe
from stellwerk.games.yokohama.rules.laws import LAWS
from stellwerk.games.yokohama.rules.reference import reference
from stellwerk.games.yokohama.rules.state import GAME_ID, Variants, Yokohama
from stellwerk.games.yokohama.rules.view import imagine, view


def domains(s: Yokohama) -> Mapping[str, Sequence[Any]]:
    """The values the fields of actions may have, for near misses."""
    t = s.tables
    areas = [area.id for area in t.areas]
    return {
        "area": areas,
        "from": [SUPPLY, *areas],
        "card": list(t.deals),
        "good": STOCK,
        "order": list(t.orders),
        "technology": list(t.technologies),
        "achievement": list(t.achievements),
        "piece": PIECES,
        "payees": PAYEES,
        "payment": PAYMENTS,
        "origin": ORIGINS,
        "space": range(10),
        "slot": range(8),
        "imports": range(12),
        "site": range(6),
    }


def _only_done(s: Yokohama, seat: Seat, argument: str) -> Action | None:
    """Ends the turn when nothing else could be done."""
    choice = pending(s)
    asked = isinstance(choice, additional.Additional) and choice.seat(s) == seat
    return DONE if asked and list(options(s)) == [DONE] else None


END_TURN: Program[Yokohama] = Program(
    id="end-turn",
    title=Text("End my turn when nothing else is possible"),
    argument="",
    choices=lambda s, seat: (),
    answer=_only_done,
)

GAME = Game(
    id=GAME_ID,
    title=Text("Yokohama"),
    about=Text(
        "Place assistants in the streets, walk your president through them, and trade silk, tea, fish "
        "and copper in Meiji Japan."
    ),
    seats=range(2, 5),
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
    rules_version=2,
    rules=RuleBook.of(GAME_ID, OWN.table("rules.toml")),
    programs=(END_TURN,),
    domains=domains,
    shared=lambda setup: {"tables": tables(setup.components)},
    reference=reference,
    editions=partial(editions_of, __name__),
)  # fmt: skip
