"""russian-railroads: citations of its rules, and refusals that carry one."""

from __future__ import annotations

from functools import cache
from typing import Any

from stellwerk.core import Illegal, Rule, Text
from stellwerk.games.russian_railroads.rules.components import GAME_ID


@cache
def rule(section: str) -> Rule:
    return Rule(GAME_ID, section)


def no(section: str, text: Text) -> Illegal:
    """An objection with the section it rests on."""
    return Illegal(text, rule(section))


def first(*objections: Any) -> Illegal | None:
    """The first objection there is; each is made only if those before it came to nothing."""
    return next((found for objection in objections if (found := objection()) is not None), None)
