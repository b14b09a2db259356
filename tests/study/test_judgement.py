"""A whole game judged: the same in portions of any size, blunders and only good moves marked, the rest in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from stellwerk import games
from stellwerk.study.analysis.model import Chart, Row, Study, Table
from stellwerk.study.analysis.page import Press
from stellwerk.study.analysis.verdicts import chances, told, turns, with_judgement
from stellwerk.study.judgement import MOST_BLUNDERS, MOST_TURNS, Judgement, Step, last_of, portion, steps
from tests.bots.test_positions import document

NAME = "russian-railroads"
COUNT = 12
BLUNDER = 177
"""Passes with workers and coins in hand."""
SINCE = 150


@cache
def judged() -> Judgement:
    log = document(NAME)
    found = steps(games.game(NAME), log.header, log.entries[:BLUNDER], COUNT, SINCE)
    return Judgement(tuple(log.header.names), COUNT, tuple(found))


def test_portions_of_any_size_make_the_same_judgement() -> None:
    log, found, since = document(NAME), [], SINCE
    entries = log.entries[:BLUNDER]
    while since < last_of(entries):
        one = portion(games.game(NAME), log.header, entries, COUNT, since, seconds=0.0)
        assert len(one) == 1
        found += one
        since = one[-1].number
    assert tuple(found) == judged().steps


def test_every_move_has_everybodys_chance_and_a_choice_its_opinion() -> None:
    made = judged()
    assert [step.number for step in made.steps] == list(range(SINCE + 1, BLUNDER + 1))
    assert all(sum(step.chances) == pytest.approx(1) for step in made.steps)
    assert any(step.opinion is None for step in made.steps)
    assert sum(step.opinion is not None for step in made.steps) > 10


def test_a_blunder_is_marked_with_what_the_bot_would_have_done_and_why() -> None:
    made = judged()
    last = made.remarks[-1]
    assert (last.sign, last.step.number) == ("blunder", BLUNDER)
    line = str(told(made, last))
    assert line.startswith("?? blunder, behind by ")
    assert "; the bot: " in line
    assert "; it brings " in line
    row = turns(made).rows[-1]
    assert row.at == BLUNDER
    assert "pass" in str(row.cells[1])
    assert ": it brings " in str(row.cells[2])


def test_an_only_good_move_is_one_whose_neighbour_would_be_a_blunder() -> None:
    made = judged()
    blunder = 15
    for step in made.steps[1:]:
        opinion = step.opinion
        if opinion is not None and opinion.is_only:
            assert opinion.played is not None
            assert opinion.played.action == opinion.best[0].action
            assert opinion.best[1].loss >= blunder
            assert [remark.sign for remark in made.remarks if remark.step is step] == ["best"]


def plain_steps(values: Sequence[float]) -> Judgement:
    return Judgement(("", ""), 1, tuple(Step(n, n % 2, (one, 1 - one), None) for n, one in enumerate(values, 5)))


def test_the_greatest_changes_are_turning_points_and_small_ones_are_not() -> None:
    assert [(r.sign, r.step.number) for r in plain_steps([0.5, 0.55, 0.3, 0.31]).remarks] == [("turn", 7)]
    many = plain_steps([n // 10 % 2 * 0.5 for n in range(400)])
    assert len(many.remarks) == MOST_TURNS
    assert not plain_steps([]).remarks


def test_the_chart_shows_the_marks_on_the_line_that_moved() -> None:
    made = plain_steps([0.5, 0.55, 0.3, 0.31])
    chart = chances(made)
    (point,) = chart.points
    assert (point.at, point.series, point.sign) == (7, 0, "↕")
    html = Press().part(chart).html
    assert html.count('class="chart-point turn"') == 2  # for wide screens and for phones
    assert "seat 1 52 → 30 %" in html


def test_a_study_has_the_judgement_behind_its_first_part() -> None:
    first = Chart("course", chances(plain_steps([0.5])).title, "lines", (0,), ())
    table = Table("balance", first.title, (), (Row(()),))
    study = Study(NAME, ("", ""), (0,), (0, 0), (1, 1), True, (first, table), ())
    made = with_judgement(study, plain_steps([0.5, 0.2]))
    assert [part.id for part in made.parts] == ["course", "chances", "turns", "balance"]
    assert with_judgement(study, None) is study
    assert with_judgement(study, plain_steps([])) is study


def test_a_change_that_does_not_last_is_no_turn_and_the_curve_shows_the_chances_around_a_move() -> None:
    restless = plain_steps([n % 2 * 0.5 for n in range(40)])
    assert not [remark for remark in restless.remarks if 10 < remark.step.number < 40]
    single = plain_steps([*[0.5] * 20, 0.1, *[0.5] * 20])
    assert not single.remarks
    assert single.lasting == tuple((0.5, 0.5) for _ in single.steps)
    ended = plain_steps([*[0.7] * 20, 1.0])
    assert ended.lasting[-1] == (1.0, 0.0)


def test_a_blunder_is_about_the_one_who_made_it() -> None:
    last = judged().remarks[-1]
    assert (last.sign, last.moved) == ("blunder", last.step.seat)


def test_only_the_worst_blunders_are_told_with_the_turns() -> None:
    blunder = judged().remarks[-1].step
    assert blunder.opinion is not None
    assert blunder.opinion.played is not None
    costs = [n / 100 for n in range(10, 40)]
    opinions = [replace(blunder.opinion, played=replace(blunder.opinion.played, places=cost)) for cost in costs]
    steps_ = (replace(blunder, number=n, opinion=opinion) for n, opinion in enumerate(opinions))
    made = Judgement(("", "", "", ""), COUNT, (replace(blunder, number=-1, opinion=None), *steps_))
    assert len(made.remarks) == len(costs)
    assert [remark.cost for remark in made.told] == costs[-MOST_BLUNDERS:]
    assert len(turns(made).rows) == len(chances(made).points) == MOST_BLUNDERS
