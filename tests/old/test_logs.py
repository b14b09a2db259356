"""Logs of 0.1, ten a title: every later version folds them to the same end, to the point."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from stellwerk.core import Game, digest
from stellwerk.core.editions import played_by
from stellwerk.core.log import Record, UnknownRules, fold, write
from stellwerk.games.yokohama.rules import GAME as YOKOHAMA
from stellwerk.study.replay import open_log, verified
from tests.old import EXPECTED, log_of, scored
from tests.old.readings import alarm, read_today, recorded


@pytest.mark.parametrize("key", EXPECTED["logs"])
def test_a_log_of_0_1_leads_where_it_led(key: str) -> None:
    expected: dict[str, Any] = EXPECTED["logs"][key]
    game, document = open_log(log_of(key))
    s = fold(game, document.header, document.entries, check=True)
    assert (len(document.entries), not s.agenda) == (expected["entries"], expected["over"])
    assert scored(game, s) == expected["scores"]
    assert digest(s, document.header.rules_version) == expected["digest"]
    assert verified(game, document) == len(document.digests) > 0
    again = write(Record(game, document.header, s, document.entries))
    assert again.splitlines()[-1] == f"= {expected['digest']}"


def rescaled() -> Game[Any]:
    """Yokohama with orders worth a third less: as a later version may have them."""
    text = YOKOHAMA.components.files["orders.toml"]
    other = re.sub(r"vp = (\d+)", lambda found: f"vp = {int(found[1]) * 2 // 3}", text)
    files = {**YOKOHAMA.components.files, "orders.toml": other}
    return replace(YOKOHAMA, components=type(YOKOHAMA.components)(files))


@pytest.mark.parametrize("key", [key for key in EXPECTED["logs"] if key.startswith("yokohama/")])
def test_an_old_game_keeps_its_result_when_the_tables_change(key: str) -> None:
    _, document = open_log(log_of(key))
    later = rescaled()
    s = fold(later, document.header, document.entries, check=True)
    assert scored(later, s) == EXPECTED["logs"][key]["scores"]
    assert played_by(later, document.header) == "0.1"
    with pytest.raises(UnknownRules):  # without the tables of 0.1 it is not folded at all
        fold(replace(later, editions=tuple), document.header, document.entries)


def test_the_changed_tables_would_have_changed_results() -> None:
    """What the test above is worth: folded by the other tables in silence, games end otherwise."""
    later, changed = rescaled(), 0
    for key in (key for key in EXPECTED["logs"] if key.startswith("yokohama/")):
        _, document = open_log(log_of(key))
        tables = later.components.replacing(document.header.components)
        s = fold(later, replace(document.header, digest=tables.digest), document.entries)
        changed += scored(later, s) != EXPECTED["logs"][key]["scores"]
    assert changed >= 5


@pytest.mark.parametrize("id_", recorded())
def test_no_reading_changes_unless_the_rules_version_is_raised(id_: str) -> None:
    assert alarm(recorded()[id_], read_today(id_)) is None


def test_the_alarm_goes_off() -> None:
    before = read_today("yokohama")
    other = replace(YOKOHAMA, scores=lambda s: YOKOHAMA.scores(s)[::-1])
    assert "raise rules_version" in (alarm(before, read_today("yokohama", other)) or "")
    raised = replace(other, rules_version=other.rules_version + 1)
    assert "record" in (alarm(before, read_today("yokohama", raised)) or "")
    assert "record" in (alarm(before, read_today("yokohama", rescaled())) or "")
