"""A log told: states, events and lines, however often it goes back."""

from __future__ import annotations

import pickle
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from stellwerk import games
from stellwerk.core import CHANCE, Text, options
from stellwerk.core import timeline as module
from stellwerk.core.log import BadLog, Entry, Record, fold, live
from stellwerk.core.timeline import Timeline
from tests.sample.rules import GAME

SEEDS = range(4)


def wandering(seed: int, moves: int = 80) -> Record[Any]:
    """A game with moves and undos at random, undone undos among them."""
    rng = Random(seed)
    record: Record[Any] = Record.new(games.game("russian-railroads"), 3)
    for _ in range(moves):
        if rng.random() < 0.2:
            record.undo(0, rng.randrange(record.version + 1))
        record.trust(options(record.state).sample(rng))
    return record


@pytest.mark.parametrize("seed", SEEDS)
def test_every_state_is_the_log_folded(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where hardly any state is kept."""
    monkeypatch.setattr(module, "MOST_KEPT", 3)
    record = wandering(seed)
    told = Timeline(record.game, record.header, record.entries, check=True)
    assert len(told._kept) <= 4
    for version in range(0, record.version + 1, 7):
        expected = fold(record.game, record.header, record.entries, version)
        assert record.game.dump(told.state_at(version)) == record.game.dump(expected)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_state_is_found_within_a_few_moves(seed: int) -> None:
    record = wandering(seed)
    told = Timeline(record.game, record.header, record.entries)
    for version in range(record.version + 1):
        at, steps = told._sources[version], 0
        while at not in told._kept:
            at, steps = told._sources[at - 1], steps + 1
        assert steps < module.KEPT_EVERY


def test_events_and_lines_are_of_what_counts() -> None:
    record = wandering(7, 40)
    told = Timeline(record.game, record.header, record.entries)
    counted = {number for number, _ in live(record.entries)}
    lines = told.lines(None, True, 0, told.version)
    assert {line.version for line in lines if not line.undone and line.undo is None} == counted
    assert told.events(told.version, None, True) == [e for n in sorted(counted) for e in told.told[n - 1].events]


def test_what_a_seat_may_not_read_is_hidden() -> None:
    told = Timeline(GAME, Record.new(GAME, 2).header)
    told.add(Entry(CHANCE, "draw 3", readers=()))
    assert told.lines(None, False, 0, 1)[0].action == "?"
    assert told.lines(None, True, 0, 1)[0].action == "draw 3"


def test_a_log_is_checked_before_anything_is_said_about_it() -> None:
    """A game need not find words for what its rules do not allow."""
    told = Timeline(replace(GAME, describe=lambda s, action: 1 / 0), Record.new(GAME, 2).header)
    with pytest.raises(BadLog, match="chance is asked"):
        told.add(Entry(0, "keep"), check=True)


def test_an_entry_that_is_refused_leaves_the_timeline_as_it_was() -> None:
    told = Timeline(GAME, Record.new(GAME, 2).header)
    with pytest.raises(BadLog):
        told.add(Entry(0, "dance"), check=True)
    told.add(Entry(CHANCE, "draw 3"), check=True)
    assert told.version == 1


def test_a_timeline_travels_without_its_game() -> None:
    record = wandering(3, 30)
    far = pickle.loads(pickle.dumps(Timeline(record.game, record.header, record.entries)))
    assert far.game is None
    far.game = record.game
    assert record.game.dump(far.state_at(far.version)) == record.game.dump(record.state)
    assert isinstance(far.told[-1].said, Text | None)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_counts_is_found_from_any_version_to_any_other(seed: int) -> None:
    """As the whole log says it, though only the entries asked for are walked."""
    record = wandering(seed)
    told = Timeline(record.game, record.header, record.entries)
    for upto in range(0, record.version + 1, 5):
        whole = [number for number, _ in live(record.entries, upto)]
        for since in range(0, upto + 1, 7):
            assert told.counted(upto, since) == [number for number in whole if number > since]
            assert told.lines(1, False, since, upto) == module.lines(told.told[:upto], 1, False, since)
