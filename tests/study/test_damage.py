"""Damaged files: never a crash, never an endless loop; a report, and what came before the damage is kept."""

from __future__ import annotations

import random
from typing import Any

import pytest

from stellwerk.core import digest
from stellwerk.core.log import fold, read, write
from stellwerk.games.china1880.study.xxgames.damage import NAMES, damaged
from stellwerk.games.china1880.study.xxgames.importing import Report, import_bytes
from stellwerk.games.china1880.study.xxgames.report import as_json, readable
from stellwerk.locale import translator
from tests.study.conformance import GAMES, fresh

MUTATIONS = 500
ROUNDS = MUTATIONS // len(NAMES) + 1


def shortened(rng: random.Random) -> dict[str, Any]:
    """The beginning of a real game: long enough for every kind of action, short enough for many."""
    file = fresh(rng.choice(sorted(GAMES)))
    del file["actions"][60 + rng.randrange(160) :]
    if rng.randrange(2):
        del file["result"]
    return file


def check(report: Report) -> None:
    """What every report must be, whatever was in the file."""
    assert report.played <= report.live
    if report.problem is not None:
        assert str(report.problem.text)
        assert report.problem.rule.section
        assert report.problem.index >= -1
    assert (report.record is None) == (report.problem is not None and report.problem.index == -1)


def replayable(report: Report) -> None:
    """What was kept is a log like any other."""
    assert report.record is not None
    document = read(write(report.record))
    state = fold(report.record.game, document.header, document.entries, check=True)
    assert digest(state) == digest(report.record.state)


@pytest.mark.parametrize("name", NAMES)
def test_mutations_by_name_and_seed(name: str) -> None:
    for seed in range(ROUNDS):
        rng = random.Random(f"{name} {seed}")
        report = import_bytes(damaged(shortened(rng), name, rng), f"{name} {seed}")
        check(report)
        if report.record is not None and seed % 4 == 0:
            replayable(report)
            assert all(readable(report, translator("en")))


def test_enough_mutations_are_made() -> None:
    assert ROUNDS * len(NAMES) >= MUTATIONS


def problem_after(change: Any, name: str = "selfplay_3p_002002") -> Report:
    file = fresh(name)
    change(file)
    return import_bytes(damaged(file, "cut_list", Last()))


class Last:
    """A generator that changes nothing: the cut is made at the very end."""

    def randrange(self, stop: int, /) -> int:
        return stop - 1


def test_an_impossible_move_names_action_reason_and_rule() -> None:
    def lay_on_the_sea(file: dict[str, Any]) -> None:
        lay = next(a for a in file["actions"] if a["type"] == "lay_tile")
        lay["hex"] = "F12"

    report = problem_after(lay_on_the_sea)
    assert report.problem is not None
    assert report.problem.action == "minor:1 lay_tile"
    assert str(report.problem.rule) == "1880 X.track.10"
    assert report.played == report.problem.index


def test_another_revenue_is_followed_by_a_ruling_and_found_out_by_the_result() -> None:
    def more(file: dict[str, Any]) -> None:
        run = next(a for a in file["actions"] if a["type"] == "run_routes")
        run["routes"][0]["revenue"] += 10

    report = problem_after(more)
    assert report.problem is not None
    assert str(report.problem.rule) == "18xx.games result"
    assert report.played == report.live
    assert report.record is not None
    assert [e.text for e in report.record.entries if "counts ¥50" in e.text] == [
        'ruling-cash A1 10 "18xx.games counts ¥50"'
    ]


def test_an_edited_result_is_found_out_at_the_end() -> None:
    def richer(file: dict[str, Any]) -> None:
        file["result"]["0"] += 1

    report = problem_after(richer)
    assert report.played == report.live
    assert report.problem is not None
    assert str(report.problem.rule) == "18xx.games result"
    assert "44" in str(report.problem.text)


def test_a_file_without_its_end_is_not_complete() -> None:
    file = fresh("selfplay_3p_002002")
    del file["actions"][400:]
    report = import_bytes(damaged(file, "cut_list", Last()))
    assert report.played == report.live == 400
    assert report.problem is not None
    assert not report.complete
    replayable(report)


def test_a_running_game_is_complete_as_far_as_it_goes() -> None:
    file = fresh("selfplay_3p_002002")
    del file["actions"][400:], file["result"]
    report = import_bytes(damaged(file, "cut_list", Last()))
    assert report.complete
    assert not report.finished


def test_a_game_ended_by_hand_is_over_and_pays_fifths_of_investors() -> None:
    file = {**fresh("selfplay_3p_002002"), "result": {}}
    del file["actions"][100:]
    standing = import_bytes(damaged(file, "cut_list", Last()))
    assert standing.record is not None
    investors = standing.record.state.investors
    fifths = sum(standing.record.state.treasury[investor] // 5 for investor in investors)
    file["actions"].append({"type": "end_game", "entity": 0, "entity_type": "player"})
    report = import_bytes(damaged(file, "cut_list", Last()))
    assert report.complete
    assert report.finished
    assert report.ended_by_hand
    assert 0 < sum(report.result.values()) - sum(standing.result.values()) <= fifths


def test_old_and_online_files_say_the_same_in_other_words() -> None:
    """Names for ids, user numbers, standing orders, chat, a foreign user, and routes without nodes."""
    file = fresh("selfplay_3p_002002")
    names = {0: "Anna", 1: 4711, 2: "Carl"}
    file["players"] = [{"name": "Anna"}, {"id": 4711, "name": "Bert"}, {"name": "Carl"}]
    file["result"] = {str(names[int(id_)]): total for id_, total in file["result"].items()}
    for action in file["actions"]:
        if action["entity_type"] == "player":
            action["entity"] = names[action["entity"]]
            action["user"] = 4711
        for route in action.get("routes", ()):
            del route["nodes"]
    order = {"type": "program_share_pass", "entity": 4711, "entity_type": "player", "unconditional": True}
    chat = {"type": "message", "entity": 4711, "message": "hello"}
    file["actions"][50:50] = [order, chat, {"type": "undo", "entity": 4711}, {"type": "redo", "entity": 4711}]
    report = import_bytes(damaged(file, "cut_list", Last()))
    assert report.complete
    assert as_json(report, translator("en"))["result"] == {"Anna": 43, "4711": 249, "Carl": 463}
