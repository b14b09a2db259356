"""What the engine says a company reaches, against all journeys; `make soak ARGS=checkers` does it at length."""

from __future__ import annotations

import pytest

from tests.checkers import matching
from tests.checkers.boards import OWN, Scene, scene
from tests.checkers.engine import network, spots
from tests.checkers.ground import Ground
from tests.checkers.journeys import Journeys, Spot

DENSE = (11, 17, 24, 45, 65, 68, 71, 83, 88, 93)
"""Boards on which keeping one way to each spot loses some."""


def ground(scene: Scene) -> Ground:
    return Ground(scene.lays, scene.markers, OWN)


def disputed(scene: Scene, tries: int = 200) -> list[Spot]:
    """Spots on which the engine and the journeys tried differ; where there were too many to try, nothing is said."""
    found, undecided = Journeys(ground(scene), tries).reached()
    return sorted((found ^ spots(network(scene))) - undecided)


@pytest.mark.parametrize("seed", DENSE)
def test_X_track_3_dense_boards_have_no_hidden_ways(seed: int) -> None:
    assert disputed(scene(seed)) == []


def test_X_track_3_random_boards_against_all_journeys() -> None:
    assert [seed for seed in range(1000, 1040) if disputed(scene(seed))] == []


def test_X_track_3_boards_of_more_than_twenty_stops_by_algebra() -> None:
    large = [found for seed in range(100) if len(network(found := scene(seed)).places) > 20]
    assert len(large) > 30
    assert [found for found in large if matching.reached(ground(found)) != spots(network(found))] == []


def test_the_two_checkers_agree() -> None:
    for seed in range(1040, 1060):
        found, undecided = Journeys(ground(scene(seed)), 200).reached()
        assert found - undecided == matching.reached(ground(scene(seed))) - undecided
