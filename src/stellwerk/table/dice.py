"""Chance at tables: whatever is dealt, shuffled or drawn comes from here, so that a test can have it fall by its name.

What must not be guessed (links, sessions, codes) is no dice: that is the business of `secrets`.
"""

from __future__ import annotations

from random import SystemRandom

from stellwerk.core.chance import Rng


def fresh_dice() -> Rng:
    return SystemRandom()
