"""Game files of 18xx.games as read: whole, cut off, damaged, and what undo leaves of them."""

from __future__ import annotations

import gzip
import json
from random import Random
from typing import Any

import pytest

from stellwerk.games.china1880.study.xxgames.live import live
from stellwerk.games.china1880.study.xxgames.source import BadFile, BadRecord, parse, recorded

PLAYERS = [{"id": 7, "name": "Anna"}, {"id": 9, "name": "Bert"}, {"name": "Carl"}]


def act(number: int, kind: str = "pass", **more: Any) -> dict[str, Any]:
    return {"type": kind, "entity": 7, "entity_type": "player", "id": number, **more}


def game(**more: Any) -> dict[str, Any]:
    return {"id": "g", "title": "1880", "players": PLAYERS, "actions": [], **more}


def packed(**more: Any) -> bytes:
    return json.dumps(game(**more)).encode()


def alive(*raw: Any) -> list[int]:
    return [action.index for action in live(raw).actions]


def test_a_player_without_id_goes_by_his_name() -> None:
    assert [player.id for player in parse(packed()).players] == ["7", "9", "Carl"]


def test_packed_and_plain_files_read_alike() -> None:
    data = packed(actions=[act(1)], result={"7": 1, "9": 2, "Carl": 3})
    assert parse(gzip.compress(data)) == parse(data)
    assert parse(data).result == {"7": 1, "9": 2, "Carl": 3}
    assert parse(packed(result={})).result is None


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no game file"),
        (b"[]", "no JSON object"),
        (packed(title="1880 Romania"), "1880 Romania"),
        (packed(actions=None), "list of actions"),
        (packed(players=None), "list of players"),
        (packed(players=[PLAYERS[0], PLAYERS[0]]), "same id"),
        (packed(result={"7": "much"}), "result"),
        pytest.param(b"[" * 100_000, "no game file", id="brackets"),
    ],
)
def test_what_is_no_game_is_refused_in_words(data: bytes, why: str) -> None:
    with pytest.raises(BadFile, match=why):
        parse(data)


@pytest.mark.parametrize("squeeze", [False, True])
def test_a_file_cut_off_keeps_the_actions_before_the_cut(squeeze: bool) -> None:
    data = packed(actions=[act(n) for n in range(200)])
    whole = gzip.compress(data) if squeeze else data
    cut = parse(whole[: len(whole) * 9 // 10])
    assert cut.cut is not None
    assert 0 < len(cut.raw) < 200
    assert cut.raw == tuple(act(n) for n in range(len(cut.raw)))


def test_damage_inside_a_packed_file_keeps_what_comes_out_before() -> None:
    data = bytearray(gzip.compress(packed(actions=[act(n, note=str(n * n)) for n in range(2000)])))
    data[len(data) // 2 :] = b"\xff" * (len(data) - len(data) // 2)
    assert parse(bytes(data)).cut is not None


def test_the_actor_is_named_with_his_kind() -> None:
    assert recorded(0, act(1)).entity == "player:7"
    assert recorded(0, {"type": "assign", "entity": "P5"}).entity == "company:P5"
    assert recorded(0, {"type": "pass", "entity": "BCR"}).entity == "corporation:BCR"


@pytest.mark.parametrize(
    "data", [None, [], {"type": 3}, {"type": "bid"}, {"type": "bid", "entity": 1, "entity_type": "hex"}]
)
def test_what_is_no_action_is_refused(data: Any) -> None:
    with pytest.raises(BadRecord):
        recorded(0, data)


@pytest.mark.parametrize("value", [None, True, "x", [], 1.5])
def test_a_field_of_the_wrong_type_is_refused(value: Any) -> None:
    with pytest.raises(BadRecord, match="price"):
        recorded(0, act(1, "bid", price=value)).number("price")


def test_undo_takes_back_one_action_and_never_chat() -> None:
    assert alive(act(1), act(2), act(3, "message"), act(4, "undo")) == [0, 2]


def test_undo_to_a_number_looks_for_its_first_bearer() -> None:
    assert alive(act(1), act(2), act(1), act(3), act(9, "undo", action_id=1)) == [0]
    assert alive(act(1), act(2), act(9, "undo", action_id=0), act(3)) == [3]


def test_redo_revives_what_the_latest_undo_killed_in_its_old_place() -> None:
    undo = [act(1), act(2), act(3), act(4, "undo", action_id=1), act(5, "undo")]
    assert alive(*undo, act(6, "redo")) == [0]
    assert alive(*undo, act(6, "redo"), act(7, "redo")) == [0, 1, 2]


def test_a_new_action_empties_the_redo_list_but_chat_does_not() -> None:
    assert alive(act(1), act(2, "undo"), act(3, "message"), act(4, "redo")) == [0, 2]
    played = live([act(1), act(2, "undo"), act(3), act(4, "redo"), act(5)])
    assert [action.index for action in played.actions] == [2]
    assert played.stopped is not None
    assert played.stopped[0] == 3


def test_standing_orders_count_for_undo() -> None:
    assert alive(act(1), act(2, "program_share_pass"), act(3, "undo")) == [0]


def test_reading_stops_at_the_first_action_that_is_none() -> None:
    found = live([act(1), "rubbish", act(3)])
    assert [action.index for action in found.actions] == [0]
    assert found.stopped is not None
    assert found.stopped[0] == 1
    assert live([act(1), act(2, "undo", action_id=77)]).stopped is not None


def test_an_undo_of_nothing_says_nothing() -> None:
    assert live([act(1, "undo"), act(2)]).stopped is None
    assert alive(act(1, "undo"), act(2)) == [1]


def counted_by_hand(raw: list[dict[str, Any]]) -> list[int]:
    """The rule as that site's pages tell it, with a list that is copied at every step."""
    alive: list[int] = []
    back: list[list[int]] = []
    for index, action in enumerate(raw):
        if action["type"] == "undo":
            named = action.get("action_id")
            goal = next((n for n in range(index) if raw[n]["id"] == named), -1) if named is not None else None
            back.append(list(alive))
            alive = alive[:-1] if goal is None else [n for n in alive if n <= goal]
        elif action["type"] == "redo":
            alive = back.pop()
        else:
            back.clear()
            alive = [*alive, index]
    return alive


@pytest.mark.parametrize("seed", range(20))
def test_going_back_and_forth_leaves_what_a_list_would(seed: int) -> None:
    rng, raw, undone = Random(seed), list[dict[str, Any]](), 0
    for number in range(1, 200):
        what = rng.choices(("act", "one back", "back to", "redo"), (3, 2, 1, 2 if undone else 0))[0]
        if what == "act":
            raw.append(act(number))
        elif what == "redo":
            raw.append(act(number, "redo"))
        else:
            raw.append(act(number, "undo", **({"action_id": rng.randrange(number)} if what == "back to" else {})))
        undone = {"act": 0, "redo": undone - 1}.get(what, undone + 1)
    assert alive(*raw) == counted_by_hand(raw)
