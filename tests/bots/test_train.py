"""Weights made from nothing: what a lesson is, that it comes again, that it goes on, and what is kept of it."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from stellwerk import games
from stellwerk.bots import BOTS, Budget, train
from stellwerk.bots.knowledge import companion_of, knowledge_of, weights_of
from stellwerk.bots.train import LESSON, Job, Played, School, Stale, Strength
from stellwerk.cli import app
from stellwerk.core import advance, pending
from stellwerk.core.log import beginning, read

GAME = "russian-railroads"
LOG = Path(__file__).parent / "logs" / f"{GAME}.log"
RECORDED = {
    16: "place coins coin",
    53: "place track_basic worker",
    103: "place engineer_9 worker",
    157: "place turn_order_first worker",
    204: "place loco_3 worker+worker+worker",
    247: "place track_grey_1 worker",
    283: "place loco_1 worker",
    314: "place turn_order_second coin",
}
"""Positions of a log, and what `strong` answers there by a count of ten with the weights that are shipped."""


def width() -> int:
    game = games.game(GAME)
    return len(knowledge_of(game).features(game.setup(2), 0))


def told(number: int, n: int, firsts: list[float]) -> Played:
    """A game as if it had been played: what a feature is worth shows in how it ends."""
    features = [[float((number + k) % 3 == i % 3) for i in range(width())] for k in range(n)]
    return Played(number, [(0, row, 10.0 * row[0]) for row in features], [50] * len(firsts), firsts)


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games take no time; the seat with the larger weights is first."""

    def played(job: Job) -> Played:
        sums = [sum(map(sum, weights.values())) for weights in job.players]
        best = [n == max(sums) for n in sums]
        return told(job.number, 4, [is_best / sum(best) for is_best in best])

    monkeypatch.setattr(train, "played", played)


def test_a_lesson_of_real_games_makes_weights_from_nothing() -> None:
    school, outcomes = train.taught(School(GAME, seed=7), count=3, trials=2)
    assert [len(outcome.final) for outcome in outcomes] == [2, 3, 4], "every number of seats"
    assert (school.lessons, school.games) == (1, 3)
    strength = train.tried(School(GAME, seed=7), [told(7 + LESSON // 2, 1, [1.0, 0.0])])
    assert strength.wins == 1.0, "the new weights sat on the first seat"


def test_the_aim_is_to_be_first_not_the_points_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "looked_at", lambda knows, s, seat: (seat, [1.0], 0.0))
    outcome = train.played(Job(GAME, 5, ({}, {}), errors=1.0))
    scale = knowledge_of(games.game(GAME)).scale
    worth = {seat: points for seat, _, points in outcome.samples}
    assert worth == {seat: outcome.final[seat] + scale * outcome.firsts[seat] for seat in (0, 1)}
    assert sum(outcome.firsts) == 1.0


@pytest.mark.usefixtures("_quick")
def test_an_interrupted_school_goes_on_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole = School(GAME)
    for _ in range(3):
        whole = train.taught(whole, 6, 4)[0]
    parts, place = School(GAME), tmp_path / "school.json"
    for _ in range(3):
        parts = train.taught(parts, 6, 4)[0]
        train.keep(parts, place)
        parts = train.school_at(place, GAME, 0)
    assert parts == whole
    assert whole.version >= 1
    assert whole.league[0] == {}, "the league remembers who knew nothing"


@pytest.mark.usefixtures("_quick")
def test_weights_that_lose_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    before = School(GAME, version=3, weights={0: [1.0] * width()})
    lost = Strength(3, 4, 1.0, 0.0, 0.5)
    monkeypatch.setattr(train, "tried", lambda *_: lost)
    after = train.taught(before, 6, 4)[0]
    assert (after.version, after.weights, after.strength) == (3, before.weights, None)
    assert after.lessons == 1, "the next lesson is another one"


def test_seats_lean_their_own_way_and_former_versions_sit_among_them() -> None:
    former = {0: [2.0] * width()}
    school = School(GAME, weights={0: [1.0] * width()}, league=(former,), version=1)
    jobs = train.lesson_of(school, 30)
    players = [player for job in jobs for player in job.players]
    assert former in players
    assert len({tuple(player[0]) for player in players}) > len(players) // 2
    assert jobs == train.lesson_of(school, 30)


def test_players_of_a_game_judge_by_their_own_weights() -> None:
    """What is kept of a board belongs to the weights it was judged by."""
    game = games.game(GAME)
    makes = type(knowledge_of(game))
    s = game.setup(2)
    few, many = (makes(game, {0: [weight] * width()}) for weight in (0.5, 1.0))
    assert few.value(s, 0) != many.value(s, 0)


def test_another_school_in_the_file_is_refused(tmp_path: Path) -> None:
    place = tmp_path / "school.json"
    train.keep(School(GAME, seed=1), place)
    with pytest.raises(Stale):
        train.school_at(place, GAME, 2)
    train.keep(School(GAME, weights={0: [1.0]}), place)
    with pytest.raises(Stale):
        train.school_at(place, GAME, 0)


@pytest.mark.usefixtures("_quick")
def test_the_command_learns_and_goes_on(tmp_path: Path) -> None:
    def said(*words: str, code: int = 0) -> str:
        done = CliRunner().invoke(app, ["train", *words])
        assert done.exit_code == code, done.output
        return done.output

    words = (GAME, "--out", str(tmp_path), "--games", "6", "--trials", "4", "--json")
    assert json.loads(said(*words, "--lessons", "1"))["lesson"] == 1
    assert json.loads(said(*words, "--lessons", "2"))["lesson"] == 2
    assert said(*words, "--lessons", "2") == ""
    weights = json.loads((tmp_path / "weights.json").read_text("utf-8"))
    assert {"version", "games", "seeds", "made_with", "strength", "weights"} == set(weights)
    assert (weights["games"], weights["seeds"]) == (12, [0, 2 * LESSON])
    said("yokohama", "--out", str(tmp_path), code=2)
    said(GAME, "--out", str(tmp_path), "--seed", "5", code=2)


# --- what is shipped --------------------------------------------------------------------------------------------------


def reached(at: int) -> Any:
    document = read(LOG.read_text("utf-8"))
    s = beginning(games.game(GAME), document.header)
    for entry in document.entries[:at]:
        advance(s, games.game(GAME).parse(entry.text))
    return s


def test_the_shipped_weights_load_and_give_the_recorded_answers() -> None:
    game = games.game(GAME)
    assert [len(row) for row in weights_of(GAME).values()] == [width()]
    given = {}
    for at in RECORDED:
        s = reached(at)
        choice = pending(s)
        view, options = game.view(s, choice.seat(s)), choice.options(s)
        given[at] = str(BOTS["strong"]().answer(game, view, options, Random(1), Budget(iterations=10)).action)
    assert given == RECORDED


def test_the_shipped_weights_say_where_they_come_from() -> None:
    room = companion_of(GAME)
    assert room is not None
    table = json.loads(files(room).joinpath("weights.json").read_text("utf-8"))
    assert {"version", "games", "seeds", "made_with", "strength", "weights"} <= set(table)
    strength = table["strength"]
    assert 0 <= strength["low"] <= strength["wins"] / strength["games"] <= strength["high"] <= 1
