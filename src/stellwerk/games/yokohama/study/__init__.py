"""Yokohama for the study room."""

from __future__ import annotations

from stellwerk.games.yokohama.study.chronicle import Chronicle
from stellwerk.games.yokohama.study.facts import Facts

__all__ = ["Chronicle", "Facts"]
