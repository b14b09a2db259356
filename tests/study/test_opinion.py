"""The bot's opinion of a log: `stellwerk advise`, by count, so that equal logs get equal words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from typer.testing import CliRunner

from stellwerk import games
from stellwerk.cli import app
from stellwerk.core import pending
from stellwerk.core.log import Entry, fold
from stellwerk.study import advise_command
from stellwerk.study.opinion import Opinion, decisions, opinion_at, opinions
from tests.bots.test_positions import LOGS, document

NAME = "russian-railroads"
LOG = LOGS / f"{NAME}.log"
BEFORE = 176
"""The next entry passes with workers and coins in hand."""
COUNT = 30


def call(*words: object) -> Any:
    return CliRunner().invoke(app, [str(word) for word in words])


def flat(text: str) -> str:
    """What was printed, however wide the screen was."""
    return " ".join(text.split())


def thought(at: int, entries: list[Entry] | None = None) -> Opinion:
    log = document(NAME)
    return opinion_at(games.game(NAME), log.header, log.entries if entries is None else entries, at, COUNT)


def test_an_opinion_has_the_best_moves_the_move_played_and_the_chances() -> None:
    found = thought(BEFORE)
    log = document(NAME)
    choice = pending(fold(games.game(NAME), log.header, log.entries, BEFORE))
    assert choice is not None
    assert found.seat == log.entries[BEFORE].seat
    assert 1 < len(found.best) <= 3
    assert all(one.words for one in found.best)
    assert found.played is not None
    assert found.played.action == "pass"
    assert found.is_blunder
    assert sum(found.chances) == pytest.approx(1)
    assert len(found.expected) == log.header.seats


def test_what_was_undone_ruled_or_not_played_yet_is_no_answer() -> None:
    entries = list(document(NAME).entries)
    undo = Entry(0, "undo 100", undo=100)
    assert thought(BEFORE, entries[:BEFORE]).played is None
    assert thought(BEFORE, [*entries[:BEFORE], undo]).played is None
    other = replace(entries[BEFORE], seat=(entries[BEFORE].seat + 1) % 4)
    assert thought(BEFORE, [*entries[:BEFORE], other]).played is None


def test_the_end_of_a_game_is_told_without_moves() -> None:
    log = document(NAME)
    end = len(log.entries)
    found = thought(end)
    assert found.seat is None
    assert not found.best
    scores = games.game(NAME).scores(fold(games.game(NAME), log.header, log.entries))
    assert [round(points) for points in found.expected] == [score.total for score in scores]


def test_a_walk_meets_the_same_opinions() -> None:
    log = document(NAME)
    moves = decisions(log.entries)
    every = moves.index(BEFORE + 1)
    found = list(opinions(games.game(NAME), log.header, log.entries, COUNT, every))
    assert len(found) == len(moves[::every])
    assert found[1] == thought(BEFORE)


def test_a_move_as_good_as_the_best_is_not_called_behind() -> None:
    found = thought(BEFORE)
    assert found.played is not None
    level = replace(found, played=replace(found.played, loss=0.2), is_blunder=False)
    assert "as good as" in str(level.played_line())
    same = replace(found, played=found.best[0], is_blunder=False)
    assert "the same" in str(same.played_line())


# --- the command -----------------------------------------------------------------------------------------------------


def test_advise_says_what_the_bot_would_have_done() -> None:
    result = call("advise", LOG, "--at", BEFORE, "--iterations", COUNT)
    assert result.exit_code == 0, result.output
    for words in ("After move 176", " 1. ", " 2. ", "A blunder", "chance of"):
        assert words in flat(result.stdout)
    assert call("advise", LOG, "--at", BEFORE, "--iterations", COUNT).stdout == result.stdout


@pytest.mark.parametrize(("language", "words"), [("de", "grober Fehler"), ("pl", "Gruby błąd")])
def test_advise_speaks_other_languages(language: str, words: str) -> None:
    result = call("advise", LOG, "--at", BEFORE, "--iterations", COUNT, "--lang", language)
    assert words in flat(result.stdout)
    assert "behind" not in result.stdout


def test_advise_speaks_json() -> None:
    found = json.loads(call("advise", LOG, "--at", BEFORE, "--iterations", COUNT, "--json").stdout)
    assert found["is_blunder"]
    assert found["played"]["action"] == "pass"
    assert len(found["chances"]) == 4


def test_advise_wants_one_question_and_a_move_that_is_there() -> None:
    assert call("advise", LOG).exit_code == 2
    assert call("advise", LOG, "--at", 3, "--blunders").exit_code == 2
    assert call("advise", LOG, "--at", 9999).exit_code == 1


def test_blunders_are_listed_with_what_the_bot_would_have_played() -> None:
    every = decisions(document(NAME).entries).index(BEFORE + 1)
    result = call("advise", LOG, "--blunders", "--every", every, "--iterations", COUNT)
    assert result.exit_code == 0, result.output
    told = flat(result.stdout).partition("Move 177, ")[2]
    assert f"The bot: {thought(BEFORE).best[0].words[0].render()}" in told


def test_blunders_found_until_ctrl_c_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: Any) -> Iterator[Opinion | None]:
        yield None
        yield thought(BEFORE)
        raise KeyboardInterrupt

    monkeypatch.setattr(advise_command, "opinions", interrupted)
    result = call("advise", LOG, "--blunders")
    assert result.exit_code == 130
    assert result.stdout.startswith("Move 177, ")
    assert "looked at: 2 of " in flat(result.stderr)
