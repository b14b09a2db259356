"""Citations of the rules of this game, and refusals that carry one."""

from __future__ import annotations

from functools import cache

from shunting_yard.rules.components import GAME_ID
from stellwerk.core import Illegal, Rule, Text


@cache
def rule(section: str) -> Rule:
    return Rule(GAME_ID, section)


def no(section: str, text: Text) -> Illegal:
    """An objection with the section it rests on."""
    return Illegal(text, rule(section))
