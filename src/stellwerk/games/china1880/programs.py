"""Standing orders: pass until somebody acts, buy shares of a company, skip track."""

from __future__ import annotations

from stellwerk.core import Program
from stellwerk.games.china1880.state import China

PROGRAMS: tuple[Program[China], ...] = ()
