"""Russian Railroads for the study room."""

from __future__ import annotations

from stellwerk.games.russian_railroads.study.chronicle import Chronicle
from stellwerk.games.russian_railroads.study.facts import Facts

__all__ = ["Chronicle", "Facts"]
