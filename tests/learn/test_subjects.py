"""What somebody has done with his own hands when he has finished a first game: subject → the event that he caused.

The list is the promise; the lessons say where it is kept, and `checking.check` that the learner's own move brings it
about. A subject may go by several names in the chapters, where it is learnt in several steps.
"""

from __future__ import annotations

import pytest

from stellwerk.learn import checking
from stellwerk.learn.lesson import lessons

PROMISED = {
    "russian-railroads": {
        "workers": {"workers": "Placed", "coins": "Placed"},
        "track and colours": {"track": "TrackBuilt", "colours": "TracksTaken", "doublers": "DoublersLaid"},
        "locomotives": {"locomotives": "LocomotiveLaid"},
        "factories and industry": {"factories": "FactoryBuilt", "industry": "MarkerAdvanced"},
        "engineers": {"engineers": "EngineerHired", "own engineer": "PointsScored"},
        "?-tiles": {"?-tiles": "TileChosen"},
        "scoring a round by hand": {"scoring": "RoundScored"},
    },
    "yokohama": {
        "placing and walking": {"placing": "Placed", "walking": "Moved"},
        "power": {"power": "Acted", "power-5 tiles": "TileTaken"},
        "orders": {"orders": "Fulfilled", "taking orders": "OrderTaken"},
        "technologies": {"technologies": "TechnologyAcquired"},
        "buildings": {"buildings": "Built"},
        "agents": {"agents": "AgentUsed"},
        "end and majorities": {"end": "Scored", "majorities": "Scored"},
    },
    "1880": {
        "the auction": {"auction": "BidMade", "investors": "InvestorChosen"},
        "founding and par": {"founding": "Founded", "floating": "Floated"},
        "first track and run": {"track": "TileLaid", "rocket": "RocketExchanged", "running": "TrainsRan"},
        "dividend and price": {"dividend": "DividendPaid", "price": "PriceMoved"},
        "train rush and phases": {
            "train rush": "TrainsRemoved",
            "phases": "PhaseBegan",
            "scrap": "TrainsRusted",
            "trains": "TrainBought",
        },
        "communism": {"communism": "ExchangeFrozen"},
        "investor merger": {"merger": "Merged"},
        "forced purchase": {"forced purchase": "DirectorHelped"},
        "end": {"end": "GameEnded"},
    },
}


@pytest.mark.parametrize("game", PROMISED)
def test_a_learner_has_done_every_subject_himself(game: str) -> None:
    promised = {name: event for steps in PROMISED[game].values() for name, event in steps.items()}
    learnt = {name: event for lesson in lessons(game) for task in lesson.tasks for name, event in task.subjects.items()}
    assert learnt == promised
    assert set[str]().union(*(checking.check(lesson) for lesson in lessons(game))) == set(promised)
