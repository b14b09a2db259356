"""Dials turned by play: what a lap is, where it leads, that it comes again and goes on, and what is shipped."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stellwerk import games
from stellwerk.bots import tune
from stellwerk.bots.knowledge import Dials, companion_of, dials_of, expertise_of, knowledge_of
from stellwerk.bots.train import LESSON, Stale
from stellwerk.bots.tune import Ended, Job, Tuning
from stellwerk.cli import app
from stellwerk.games.yokohama.bots.weights import FOLLOWED
from stellwerk.games.yokohama.bots.worth import Outlook
from tests.bots.test_positions import reached

TITLES = ("russian-railroads", "yokohama")
GAME = TITLES[0]
DIALS: Dials = {"blunt": 1.0, "right": 1.0, "wrong": 1.0}
NAMES = sorted(DIALS)


def merit(dials: Dials) -> float:
    """As if it were right to turn one dial up, wrong to turn another, and the third did nothing."""
    return 40 * math.log(dials["right"]) - 20 * math.log(dials["wrong"])


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games take no time; every seat makes what its dials merit."""

    def played(job: Job) -> Ended:
        points = [round(100 + merit(dials)) for dials in job.players]
        best = [n == max(points) for n in points]
        return Ended(job.number, points, [is_best / sum(best) for is_best in best])

    monkeypatch.setattr(tune, "played", played)


def lap(tuning: Tuning, count: int = 60) -> Tuning:
    return tune.turned(tuning, 4, count, 6)[0]


@pytest.mark.usefixtures("_quick")
def test_dials_go_where_points_are_made() -> None:
    tuning = Tuning(GAME, dials=DIALS)
    for _ in range(3):
        before, tuning = tuning, lap(tuning)
        assert merit(tuning.dials) > merit(before.dials)
    assert tuning.dials["right"] > 1.2 > 0.95 > tuning.dials["wrong"]
    assert abs(math.log(tuning.dials["blunt"])) < abs(math.log(tuning.dials["wrong"])) / 2
    assert (tuning.laps, tuning.games, tuning.version) == (3, 180, 3)
    assert tuning.strength is not None
    assert tuning.strength.wins == tuning.strength.games == 6


def test_the_more_doubt_the_shorter_the_way() -> None:
    def way(noise: int) -> Sequence[float]:
        ends = []
        for n in range(40):
            off = tune.leanings(n, 4, NAMES)
            points = [round(8 * by[1] + noise * math.sin(7.0 * n + seat)) for seat, by in enumerate(off)]
            ends.append(Ended(n, points, [0.25] * 4))
        return tune.direction(ends, NAMES)

    clear, doubtful = way(0), way(60)
    assert clear[1] == pytest.approx(8, abs=0.3)
    assert max(abs(clear[0]), abs(clear[2])) < 0.3
    assert sum(x * x for x in doubtful) < sum(x * x for x in clear)


def test_nothing_found_nothing_tried() -> None:
    assert tune.direction([Ended(n, [50] * 4, [0.25] * 4) for n in range(20)], NAMES) == [0.0, 0.0, 0.0]
    assert tune.candidates(DIALS, [0.0, 0.0, 0.0]) == []


@pytest.mark.usefixtures("_quick")
def test_dials_that_lose_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tune, "direction", lambda outcomes, names: [0.0, -1.0, 1.0])
    after = lap(Tuning(GAME, dials=DIALS))
    assert (after.dials, after.version, after.laps, after.strength) == (DIALS, 0, 1, None)


def test_a_trial_seats_the_new_ones_on_every_second_seat_in_turn() -> None:
    other = {**DIALS, "right": 2.0}
    first, second = tune.trial_of(Tuning(GAME, dials=DIALS), other, 4, 2)
    assert first.players == (other, DIALS, other, DIALS)
    assert second.players == (DIALS, other, DIALS, other)
    assert first.number == LESSON // 2, "no game of the lap"


@pytest.mark.usefixtures("_quick")
def test_an_interrupted_tuning_goes_on_as_if_nothing_had_happened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Dialled:
        def dials(self) -> Dials:
            return DIALS

    monkeypatch.setattr(tune, "expertise_of", lambda game: Dialled())
    whole = parts = tune.tuning_at(tmp_path / "none.json", GAME, 7)
    assert whole == Tuning(GAME, 7, dials=DIALS)
    place = tmp_path / "dials.json"
    for _ in range(2):
        whole, parts = lap(whole), lap(parts)
        tune.keep(parts, place)
        parts = tune.tuning_at(place, GAME, 7)
    assert parts == whole
    with pytest.raises(Stale, match="seed 7"):
        tune.tuning_at(place, GAME, 8)
    tune.keep(Tuning(GAME, 7, dials={"another": 1.0}), place)
    with pytest.raises(Stale, match="other dials"):
        tune.tuning_at(place, GAME, 7)


@pytest.mark.parametrize("name", TITLES)
def test_real_games_come_again(name: str) -> None:
    dials = expertise_of(games.game(name)).dials()
    job = tune.lap_of(Tuning(name, 11, dials=dials), games.game(name).seats[0], 1)[0]
    assert len({tuple(player.values()) for player in job.players}) == len(job.players), "everybody leans his own way"
    ended = tune.played(job)
    assert ended == tune.played(job)
    assert sum(ended.firsts) == 1.0
    assert max(ended.points) > 40


@pytest.mark.parametrize("name", TITLES)
def test_dials_say_what_counts_for_how_much(name: str) -> None:
    game = games.game(name)
    knows = expertise_of(game)
    s = reached(name, 101)[1]
    dials = knows.dials()
    again, other = knows.turned(dials), knows.turned({dial: 1.3 * value for dial, value in dials.items()})
    assert again.value(s, 0) == pytest.approx(knows.value(s, 0))
    assert other.value(s, 0) != pytest.approx(knows.value(s, 0), abs=1.0)
    assert knows.turned(other.dials()).value(s, 0) == pytest.approx(other.value(s, 0))


def test_a_tuning_goes_on_from_what_is_shipped_or_begins_afresh(tmp_path: Path) -> None:
    place = tmp_path / "dials.json"
    assert tune.tuning_at(place, GAME, 0).dials == dials_of(GAME)
    assert set(tune.tuning_at(place, GAME, 0, afresh=True).dials.values()) == {1.0}


@pytest.mark.parametrize("name", TITLES)
def test_only_the_expert_judges_by_what_was_turned(name: str) -> None:
    """Advice, practice positions and the other levels stay what they were."""
    game = games.game(name)
    assert not knowledge_of(game).dials()
    assert expertise_of(game).dials()


def test_the_shipped_dials_say_where_they_come_from() -> None:
    room: Any = companion_of(GAME)
    table = json.loads((Path(room.__file__).parent / "dials.json").read_text("utf-8"))
    assert (table["game"], table["dials"]) == (GAME, dials_of(GAME))
    assert set(table["dials"]) == set(expertise_of(games.game(GAME)).dials())
    assert table["laps"] >= table["version"] >= 1
    strength = table["strength"]
    assert strength["wins"] / strength["games"] > 0.5
    assert strength["low"] <= strength["wins"] / strength["games"] <= strength["high"]


def test_where_nobody_has_turned_anything_the_expert_judges_by_its_weights() -> None:
    """Of Yokohama no dials are shipped: the expert judges by its own weights."""
    game = games.game("yokohama")
    s = reached("yokohama", 138)[1]
    assert dials_of("yokohama") == {}
    assert expertise_of(game).value(s, 0) == Outlook(s, 0, FOLLOWED).total() != knowledge_of(game).value(s, 0)


@pytest.mark.usefixtures("_quick")
def test_the_command_turns_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def said(*words: str, code: int = 0) -> str:
        done = CliRunner().invoke(app, ["tune", *words])
        assert done.exit_code == code, done.output
        return done.output

    words = (GAME, "--out", str(tmp_path), "--games", "10", "--trials", "2", "--json")
    monkeypatch.setattr("tests.bots.test_tune.merit", lambda dials: sum(dials.values()))
    assert json.loads(said(*words, "--laps", "1"))["lap"] == 1
    assert json.loads(said(*words, "--laps", "2"))["games"] == 20
    assert said(*words, "--laps", "2") == ""
    assert said(*words[:-1], "--laps", "3").startswith("lap 3: 30 games so far")
    assert "nothing to turn" in said("1880", "--out", str(tmp_path), code=2)
    said(GAME, "--out", str(tmp_path), "--seed", "5", code=2)
    said(GAME, "--out", str(tmp_path / "new"), "--seats", "9", code=2)
