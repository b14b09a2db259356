"""Whole games of 18xx.games through our engine: every compared key of every line, and back again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from stellwerk.core import advance, digest, timeline
from stellwerk.core.log import Entry, beginning, fold, read, write
from stellwerk.core.timeline import Timeline, follow
from stellwerk.games.china1880.rules.actions import Run
from stellwerk.games.china1880.rules.chapters.running import best_run, income
from stellwerk.games.china1880.study.xxgames.compare import Line, compared, first_difference
from stellwerk.games.china1880.study.xxgames.departed import departures
from stellwerk.games.china1880.study.xxgames.export import exported
from stellwerk.games.china1880.study.xxgames.importing import Report, import_bytes
from stellwerk.games.china1880.study.xxgames.live import live
from stellwerk.web.view.foreign_files import followed
from tests.study.conformance import ALL, EDGE, EXPORTED, GAMES, fresh, imported, some, trace_of, written


@pytest.mark.parametrize("name", some(ALL))
def test_every_compared_key_of_every_line_is_equal(name: str) -> None:
    report = imported(name)
    assert report.problem is None
    assert report.surplus == ()
    assert report.forced == ()
    assert first_difference(report.trace, trace_of(name)) is None
    assert len(report.trace) == len(trace_of(name))


@pytest.mark.parametrize("name", [*some(GAMES), "last-trains-in-silence"])
def test_the_log_of_an_import_is_legal_and_leads_to_the_same_state(name: str) -> None:
    record = imported(name).record
    assert record is not None
    document = read(write(record))
    state = fold(record.game, document.header, document.entries, check=True)
    assert digest(state) == digest(record.state) == document.digests[len(document.entries)]


@pytest.mark.parametrize("name", [*some(GAMES), "p7-second-yellow-tile", "t1_end_game_350"])
def test_an_import_is_told_as_its_log_is_folded(name: str) -> None:
    _told_as_folded(imported(name))


@pytest.mark.parametrize("at", [5, 60, 150])
def test_what_failed_leaves_nothing_behind_in_what_is_told(at: int) -> None:
    """The action of somebody else goes as far as it can, and is taken back."""
    file = fresh("p7-second-yellow-tile")
    other = {**file["actions"][at + 1], "entity": file["actions"][at]["entity"]}
    file["actions"].insert(at, other)
    report = import_bytes(json.dumps(file).encode())
    assert report.forced or report.problem
    _told_as_folded(report)


def test_an_uploaded_file_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay page shows what the import has told; only what is dealt before the file begins is folded."""
    folded: list[Entry] = []

    def watched(game: Any, s: Any, entry: Entry, *more: Any) -> Any:
        folded.append(entry)
        return follow(game, s, entry, *more)

    monkeypatch.setattr(timeline, "follow", watched)
    found, note, _ = followed(ALL["selfplay_3p_002002"].read_bytes(), "game.json.gz")
    assert found is not None
    assert (note, found.version) == (None, len(imported("selfplay_3p_002002").record.entries))  # type: ignore[union-attr]
    assert {entry.text.split()[0] for entry in folded} <= {"draw-number"}


def _told_as_folded(report: Report) -> None:
    record, told = report.record, report.timeline
    assert record is not None
    assert told is not None
    folded = Timeline(record.game, record.header, record.entries)
    assert told.told == folded.told
    for version in range(0, folded.version + 1, 9):
        assert digest(told.state_at(version)) == digest(folded.state_at(version))


@pytest.mark.parametrize("name", some(GAMES))
def test_exported_and_imported_again_every_line_is_the_same(name: str) -> None:
    report, made = imported(name), written(name)
    assert made.lost == ()
    assert made.notes == ()
    again = import_bytes(made.text().encode(), trace=True)
    assert again.complete
    assert lines_of(again) == lines_of(report)


@pytest.mark.parametrize("name", some([*EDGE, *EXPORTED]))
def test_rare_games_come_out_and_in_again_to_the_same_end(name: str) -> None:
    """Standing orders are written as the passes they made, so only the ends are compared."""
    report, made = imported(name), written(name)
    assert made.lost == ()
    again = import_bytes(made.text().encode(), trace=True)
    assert again.complete
    assert lines_of(again)[-1] == lines_of(report)[-1]


def lines_of(report: Report) -> list[dict[str, Any]]:
    """Without chat and places in the file; players by their place in the list, for an export gives them new ids."""
    assert report.source is not None
    places = {player.id: str(place) for place, player in enumerate(report.source.players)}
    return [_placed(line, places) for line in report.trace if line["type"] != "message"]


def _placed(line: Line, places: dict[str, str]) -> dict[str, Any]:
    flat = compared({**line, "index": 0, "player_order": [places[id_] for id_ in line["player_order"]]})
    found = {re.sub(r"^players\.(\w+)", lambda m: f"players.{places[m[1]]}", key): flat[key] for key in flat}
    renamed = {re.sub(r"player:(\w+)", lambda m: f"player:{places[m[1]]}", key): found[key] for key in found}
    return {key: _holder(value, places) for key, value in renamed.items()}


def _holder(value: Any, places: dict[str, str]) -> Any:
    return re.sub(r"^player:(\w+)$", lambda m: f"player:{places[m[1]]}", value) if isinstance(value, str) else value


@pytest.mark.parametrize("name", some(GAMES))
def test_an_export_says_what_the_file_says_action_by_action(name: str) -> None:
    """So the passes that site makes by itself, and those it waits for, are told exactly."""
    ours, theirs = live(written(name).file["actions"]).actions, live(fresh(name)["actions"]).actions
    assert [(a.kind, a.entity) for a in ours] == [(a.kind, a.entity) for a in theirs]


def test_departures_are_counted_where_they_are_used() -> None:
    record = imported("selfplay_4p_002001").record
    assert record is not None
    used, rulings = departures(record.header, record.entries)
    assert used["free_row"] == 9
    assert used["open_red_homes"] == 3
    assert used["free_city"] == 4
    assert [text.split()[:2] for _, text in rulings] == [["ruling-circle", "CKR"]]


def test_faults_of_the_site_are_followed_by_rulings() -> None:
    record = imported("selfplay_3p_002002").record
    assert record is not None
    used, rulings = departures(record.header, record.entries)
    assert (used["change_from_stack"], rulings) == (4, [])
    ended = imported("selfplay_5p_002001").record
    assert ended is not None
    assert ended.entries[-1].text.startswith("ruling-investor A6 3 470")


def test_a_file_that_names_other_shares_than_the_first_is_followed_card_by_card() -> None:
    """That site takes any share of a stack, though its page offers the first."""
    data = fresh("selfplay_3p_002002")
    names = {"JHU_1": "JHU_2", "JHU_2": "JHU_1"}
    for action in data["actions"]:
        if "shares" in action:
            action["shares"] = [names.get(share, share) for share in action["shares"]]
    report = import_bytes(json.dumps(data).encode(), trace=True)
    assert report.record is not None
    assert report.complete
    assert first_difference(report.trace, trace_of("selfplay_3p_002002")) is None
    ruled = [entry.text for entry in report.record.entries if entry.text.startswith("ruling-stack")]
    assert ruled[0] == 'ruling-stack JHU bank 2 "18xx.games: share 2 is meant"'
    again = exported(report.record.header, report.record.entries)
    assert not again.lost
    dealt = [action["shares"] for action in again.file["actions"] if "shares" in action]
    assert dealt == [action["shares"] for action in data["actions"] if "shares" in action]


def test_the_best_run_is_never_below_a_recorded_one() -> None:
    """A sample over all phases of one game; `make bench ARGS=routes` does it for all late runs of all games."""
    record = imported("selfplay_3p_002002").record
    assert record is not None
    s = beginning(record.game, record.header)
    runs = 0
    for entry in record.entries:
        action = record.game.parse(entry.text)
        if isinstance(action, Run):
            runs += 1
            if runs % 4 == 0:
                assert best_run(s, s.active).revenue >= income(s, s.active, action)
        advance(s, action)
    assert runs == 69
