"""yokohama: citations of its rules, and refusals that carry one."""

from __future__ import annotations

from functools import cache

from stellwerk.core import Illegal, Rule, Text
from stellwerk.games.yokohama.rules.components import GAME_ID


@cache
def rule(section: str) -> Rule:
    return Rule(GAME_ID, section)


def no(section: str | Rule, text: Text) -> Illegal:
    """An objection with the section it rests on."""
    return Illegal(text, rule(section) if isinstance(section, str) else section)
