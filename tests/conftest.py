"""For all tests: chance falls alike every time, and no failure because a busy machine takes long to make examples."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("house", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("house")


@pytest.fixture(autouse=True)
def dealt_by_name(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats, cards and whatever else is drawn at tables here, by the test's name: met once, met always."""
    monkeypatch.setattr("stellwerk.table.dice.SystemRandom", lambda: Random(request.node.nodeid))
