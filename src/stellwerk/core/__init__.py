"""The contract between a game and everybody else.

A game is a value (`Game`): functions over a flat mutable state whose agenda holds what is still to happen.
Nothing in here knows about money, boards or turns.
"""

from stellwerk.core.action import Action, BadNotation, Ruling
from stellwerk.core.chance import CHANCE, REFEREE, Dealer, Rng, Seat
from stellwerk.core.engine import Endless, advance, after, apply, digest, events, objection, options, pending, settle
from stellwerk.core.game import Event, Game, Law, Program, Score, Setup, Switch, ranked
from stellwerk.core.options import Amount, Either, Listed, Options, Sifted, Subset, Weighted
from stellwerk.core.rule import Illegal, Rule, RuleBook, Section, Table
from stellwerk.core.step import Chance, Choice, State, Step, tell, then
from stellwerk.core.text import Text, Texts

__all__ = [
    "CHANCE",
    "REFEREE",
    "Action",
    "Amount",
    "BadNotation",
    "Chance",
    "Choice",
    "Dealer",
    "Either",
    "Endless",
    "Event",
    "Game",
    "Illegal",
    "Law",
    "Listed",
    "Options",
    "Program",
    "Rng",
    "Rule",
    "RuleBook",
    "Ruling",
    "Score",
    "Seat",
    "Section",
    "Setup",
    "Sifted",
    "State",
    "Step",
    "Subset",
    "Switch",
    "Table",
    "Text",
    "Texts",
    "Weighted",
    "advance",
    "after",
    "apply",
    "digest",
    "events",
    "objection",
    "options",
    "pending",
    "ranked",
    "settle",
    "tell",
    "then",
]
