"""Trains as data: how many stops count, how many of them may be large, and whether stops may be left out.

normal("4", 4)        counts up to four stops, large and small, and may leave none out
plus("2+2", 2, 2)     counts up to four stops, at most two of them large; small ones may take large ones' places
express("6E", 6)      runs as far as it likes and counts up to six of the stops it passes
"""

from __future__ import annotations

from typing import NamedTuple


class Train(NamedTuple):
    name: str
    stops: int
    large: int
    express: bool = False

    def reaches(self, stops: int, large: int) -> bool:
        """Whether so many counted stops are within the train's range."""
        return stops <= self.stops and large <= self.large


def normal(name: str, stops: int) -> Train:
    return Train(name, stops, stops)


def plus(name: str, large: int, small: int) -> Train:
    return Train(name, large + small, large)


def express(name: str, stops: int) -> Train:
    return Train(name, stops, stops, express=True)
