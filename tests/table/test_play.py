"""Acting: once, in order, at the version one has seen."""

from __future__ import annotations

import json

import pytest

from stellwerk.core import Action, Endless, Illegal, Rule, Text, then
from stellwerk.core.text import Texts
from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.moves import idempotency
from stellwerk.table.runtime import Runtime
from stellwerk.table.service.tables import TableSpec
from tests.core.test_engine import Treadmill
from tests.sample import rules as sample


def hotseat(runtime: Runtime, who: Person, seats: int = 3) -> str:
    return runtime.tables.create(who, TableSpec("sample", [SeatSpec("me")] * seats, hotseat=True)).table


def test_the_table_deals_and_asks_the_first_seat(runtime: Runtime, ann: Person) -> None:
    table = hotseat(runtime, ann)
    info = runtime.tables.info(ann, table)
    assert (info.status, info.version, info.to_move, info.my_turn) == ("running", 3, 0, True)
    offer = runtime.tables.options(ann, table)
    assert [option.action for option in offer.options] == ["keep", "swap 1"]


def test_a_whole_game(runtime: Runtime, ann: Person) -> None:
    table = hotseat(runtime, ann)
    tables = runtime.tables
    tables.act(ann, table, "keep", 3, "r1")
    done = tables.act(ann, table, "swap 1", 4, "r2")
    assert done.version == 6
    tables.act(ann, table, "keep", 6, "r3")
    info = tables.info(ann, table)
    assert (info.status, info.version, info.to_move) == ("over", 7, None)
    assert len(tables.scores(ann, table)) == 3
    assert [line.seat for line in tables.history(ann, table)] == [-1, -1, -1, 0, 1, -1, 2]


def test_the_same_request_again_has_no_second_effect(runtime: Runtime, ann: Person) -> None:
    table = hotseat(runtime, ann)
    first = runtime.tables.act(ann, table, "keep", 3, "r1", 0)
    assert runtime.tables.act(ann, table, "keep", 3, "r1", 0) == first
    assert runtime.tables.info(ann, table).version == 4


def test_a_request_id_stands_for_one_request(runtime: Runtime, ann: Person) -> None:
    table = hotseat(runtime, ann)
    runtime.tables.act(ann, table, "keep", 3, "r1", 0)
    with pytest.raises(Refused, match="request-id"):
        runtime.tables.act(ann, table, "swap 1", 3, "r1", 0)


def test_a_stale_version_is_refused_with_the_current_one(runtime: Runtime, ann: Person) -> None:
    table = hotseat(runtime, ann)
    runtime.tables.act(ann, table, "keep", 3, "r1")
    with pytest.raises(Refused) as refused:
        runtime.tables.act(ann, table, "keep", 3, "r2")
    assert (refused.value.code, refused.value.more["version"]) == ("stale", 4)


def test_a_refused_action_leaves_nothing_behind(runtime: Runtime, ann: Person) -> None:
    table = hotseat(runtime, ann)
    before = runtime.store.table(table)
    with pytest.raises(Illegal):
        runtime.tables.act(ann, table, "swap 2", 3, "r1")
    assert runtime.store.table(table) is before
    assert runtime.tables.act(ann, table, "keep", 3, "r2").version == 4


@pytest.mark.parametrize(("action", "at"), [("swap 2", 3), ("keep", 4), ("nonsense", 3)])
def test_a_refusal_is_the_answer_however_often_and_late_it_is_asked_for(
    runtime: Runtime, ann: Person, action: str, at: int
) -> None:
    """By then the same would be allowed, or be refused for another reason."""
    table = hotseat(runtime, ann)

    def refused() -> tuple[object, ...]:
        with pytest.raises((Illegal, Refused)) as caught:
            runtime.tables.act(ann, table, action, at, "r1", 0)
        return type(caught.value), caught.value.text, caught.value.rule, getattr(caught.value, "more", None)

    first = refused()
    assert refused() == first
    runtime.tables.act(ann, table, "keep", 3, "r2")
    assert refused() == first
    with pytest.raises(Refused, match="request-id"):
        runtime.tables.act(ann, table, "keep", 5, "r1", 0)
    assert runtime.tables.info(ann, table).version == 4


def test_a_refused_undo_stays_refused(runtime: Runtime, ann: Person, bob: Person) -> None:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")]))
    runtime.tables.claim(bob, made.links[1])
    with pytest.raises(Refused, match="nothing"):
        runtime.tables.undo(ann, made.table, 2, "u")
    runtime.tables.act(ann, made.table, "keep", 2, "r")
    with pytest.raises(Refused, match="nothing"):
        runtime.tables.undo(ann, made.table, 2, "u")
    assert runtime.tables.undo(ann, made.table, 3, "u2").version == 4


def test_a_request_that_names_no_seat_is_found_again_after_the_turn_has_passed(runtime: Runtime, ann: Person) -> None:
    table = hotseat(runtime, ann)
    first = runtime.tables.act(ann, table, "keep", 3, "r1")
    assert runtime.tables.info(ann, table).to_move == 1
    assert runtime.tables.act(ann, table, "keep", 3, "r1") == first
    assert runtime.tables.info(ann, table).version == 4


def test_texts_of_refusals_keep_their_parts_for_every_language() -> None:
    inner = Texts("{n} card", "{n} cards", 2)
    text = Text("{who}: {what} of {all}", who="Ann", what=inner, all=(1, Text("two")))
    told = idempotency._read(json.loads(json.dumps(idempotency._written(Illegal(text, Rule("sample", "2"))))))
    assert isinstance(told, Illegal)
    assert (told.text, told.rule, told.text.params["what"].many) == (text, Rule("sample", "2"), "{n} cards")


def test_a_table_reloads_from_its_log(runtime: Runtime, ann: Person) -> None:
    table = hotseat(runtime, ann)
    runtime.tables.act(ann, table, "swap 1", 3, "r1")
    before = runtime.store.table(table)
    runtime.store.cache.drop(table)
    assert runtime.store.table(table) == before


def test_only_the_seat_to_move_may_act(runtime: Runtime, ann: Person, bob: Person) -> None:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")]))
    assert runtime.tables.info(ann, made.table).status == "waiting"
    assert runtime.tables.claim(bob, made.links[1], "Bob") == (made.table, 1)
    with pytest.raises(Illegal):
        runtime.tables.act(bob, made.table, "keep", 2, "r1")
    with pytest.raises(Refused, match="forbidden"):
        runtime.tables.act(bob, made.table, "keep", 2, "r1", 0)
    runtime.tables.act(ann, made.table, "keep", 2, "r1")
    runtime.tables.act(bob, made.table, "keep", 3, "r2")
    assert runtime.tables.info(bob, made.table).status == "over"


def test_a_game_that_never_comes_to_a_decision_is_an_error_of_its_table_alone(
    runtime: Runtime, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    stuck, well = (
        runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("me")])).table for _ in range(2)
    )
    keep = sample.Turn.resolve

    def swapping_never_ends(self: sample.Turn, s: sample.Sample, a: Action) -> None:
        then(s, Treadmill()) if a == sample.SWAP else keep(self, s, a)

    monkeypatch.setattr(sample.Turn, "resolve", swapping_never_ends)
    with pytest.raises(Endless):
        runtime.tables.act(ann, stuck, "swap 1", 2, "r1")
    assert runtime.tables.act(ann, well, "keep", 2, "r2").version == 3
    assert runtime.tables.act(ann, stuck, "keep", 2, "r3").version == 3
