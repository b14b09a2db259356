"""1880: the values that the fields of actions can have, and some beside them that must be refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stellwerk.games.china1880.rules.state import China


def domains(s: China) -> Mapping[str, Sequence[Any]]:
    """The values of every kind of field."""
    t = s.tables
    permits = [p for certificate in t.certificates.values() for p in certificate.permits]
    return {
        "company": tuple(t.companies),
        "investor": tuple(t.investors),
        "private": tuple(t.privates),
        "train": tuple(t.trains),
        "hex": tuple(t.hexes),
        "node": tuple(range(6)),
        "money": (-5, 0, 1, 4, 5, 27, 30, 35, 50, 100, 160, 300, 600, 5000),
        "number": tuple(range(s.seats + 1)),
        "percent": (0, 10, 15, 20, 30, 40, 50, 60, 100),
        "par": (*t.pars, 65, 110),
        "row": tuple(range(5)),
        "share": tuple(range(9)),
        "permits": (*permits, "ABD", ""),
        "tile": tuple(t.tiles),
        "rotation": tuple(range(6)),
        "receiver": ("company", "owner"),
    }
