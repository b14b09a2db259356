"""1880: citations of the rules, and refusals that carry one."""

from __future__ import annotations

from functools import cache

from stellwerk.core import Illegal, Rule, Text

BOOK = "1880"


@cache
def rule(section: str) -> Rule:
    return Rule(BOOK, section)


def no(section: str, reason: Text) -> Illegal:
    return Illegal(reason, rule(section))
