"""The log is the game: undo as data, versions that never go back, secrets kept in every line."""

from __future__ import annotations

import random
from typing import Any

import pytest

from stellwerk import games
from stellwerk.core import CHANCE, Action, Choice, Dealer, digest, pending
from stellwerk.core.log import BadLog, Entry, Record, fold, live, read, redacted, write
from tests.sample import rules as sample
from tests.sample.rules import KEEP, SWAP


def begun(seed: int = 1, seats: int = 2) -> Record[sample.Sample]:
    record = Record.new(sample.GAME, seats, names=("Ada", "Ben", "Cleo")[:seats])
    record.deal(Dealer(random.Random(seed)))
    return record


def test_the_text_form_round_trips() -> None:
    record = begun()
    record.act(0, SWAP)
    record.deal(Dealer(random.Random(2)))
    document = read(write(record))
    assert document.entries == record.entries
    assert document.header == record.header
    assert digest(fold(sample.GAME, document.header, document.entries)) == digest(record.state)
    assert document.digests == {record.version: digest(record.state)}


def test_undo_is_an_entry_and_the_version_never_goes_back() -> None:
    record = begun()
    before = digest(record.state)
    record.act(0, KEEP)
    record.undo(0, 2)
    assert record.version == 4
    assert digest(record.state) == before
    assert [number for number, _ in live(record.entries)] == [1, 2]


def test_there_is_nothing_after_the_last_entry() -> None:
    with pytest.raises(BadLog, match="there is no version 9"):
        live(begun().entries, 9)


def test_an_undo_can_be_undone() -> None:
    record = begun()
    record.act(0, KEEP)
    kept = digest(record.state)
    record.undo(0, 2)
    record.undo(0, 3)
    assert digest(record.state) == kept
    assert [number for number, _ in live(record.entries)] == [1, 2, 3]


def test_after_an_undo_the_same_chance_question_gets_its_old_answer() -> None:
    record = begun()
    record.act(0, SWAP)
    (drawn,) = record.deal(Dealer(random.Random(5)))
    record.undo(0, 2)
    record.act(0, SWAP)
    for seed in range(4):
        (again,) = record.deal(Dealer(random.Random(seed))) if pending(record.state) == sample.Deal(0) else (drawn,)
        assert again.text == drawn.text


def test_a_refused_action_is_not_logged() -> None:
    record = begun()
    with pytest.raises(Exception, match="not your decision"):
        record.act(1, KEEP)
    assert record.version == 2


def test_each_seat_reads_what_it_may() -> None:
    record = begun()
    assert [entry.text for entry in redacted(record.entries, 0)] == [record.entries[0].text, "?"]
    assert [entry.text for entry in redacted(record.entries, None)] == ["?", "?"]


@pytest.mark.parametrize(
    "entry",
    [
        Entry(2, "keep"),
        Entry(CHANCE, "draw 3", (1,)),
        Entry(CHANCE, "draw 3", ()),
        Entry(1, "undo 7", undo=7),
        Entry(-2, "x 1"),
    ],
)
def test_an_entry_round_trips(entry: Entry) -> None:
    assert Entry.parse(str(entry)) == entry


@pytest.mark.parametrize(
    ("text", "entry", "reason"),
    [
        ("hello", 1, "not a log entry"),
        ("# stellwerk: 1\n0 keep", 0, "must name game and seats"),
        ('# game: "sample"\n# seats: 2', 0, "not a log of this program"),
        ('# stellwerk: 1\n# game: "sample"\n# seats: "2"', 0, "header.seats: expected int"),
        ('# stellwerk: 1\n# game: "sample"\n# seats: 2\n# colour: 3', 0, "header.colour: no such field"),
        ("# stellwerk: 1\n# game: sample", 0, "not JSON after game"),
        ('# stellwerk: 1\n# game: "sample"\n# seats: 2\n0 undo 5', 1, "there is no version 5"),
    ],
)
def test_a_bad_log_names_the_entry(text: str, entry: int, reason: str) -> None:
    with pytest.raises(BadLog, match=reason) as caught:
        read(text)
    assert caught.value.entry == entry


def test_an_illegal_entry_is_found_on_replay() -> None:
    record = begun()
    text = write(record).replace("= ", "1 keep\n= ")
    document = read(text)
    with pytest.raises(BadLog, match="not your decision") as caught:
        fold(sample.GAME, document.header, document.entries, check=True)
    assert caught.value.entry == 3
    assert caught.value.illegal is not None


def test_a_log_may_start_from_a_position() -> None:
    from dataclasses import replace

    record = begun()
    header = replace(record.header, position=sample.GAME.dump(record.state))
    assert digest(fold(sample.GAME, header, [])) == digest(record.state)


def remembered(record: Record[Any], choice: Choice[Any]) -> Action | None:
    """The old answer looked for in the whole log, each question found by folding: slow, and plain to read."""

    def asked(number: int) -> tuple[Any, list[Action]]:
        before = fold(record.game, record.header, record.entries, number - 1)
        question = pending(before)
        return question, [] if question is None else list(question.options(before))

    now = choice, list(choice.options(record.state))
    counted = {number for number, _ in live(record.entries)}
    dealt = [number for number, entry in enumerate(record.entries, 1) if entry.seat == CHANCE]
    undone = [number for number in dealt if number not in counted]
    old = [number for number in undone if asked(number) == now]
    again = sum(asked(number) == now for number in dealt if number in counted and number > undone[0]) if old else 0
    return record.game.parse(record.entries[old[again] - 1].text) if again < len(old) else None


@pytest.mark.parametrize("seed", range(3))
def test_old_answers_are_those_found_by_reading_the_whole_log(seed: int) -> None:
    rng, record, found = random.Random(seed), Record.new(games.game("yokohama"), 2), 0
    for _ in range(110):
        choice = pending(record.state)
        if choice is None or rng.random() < 0.06:
            record.undo(0, rng.randrange(record.version + 1))
        elif choice.seat(record.state) == CHANCE:
            old = record.old_answer(choice)
            assert old == remembered(record, choice)
            found += old is not None
            record.trust(old or choice.options(record.state).sample(rng))
        else:
            record.trust(choice.options(record.state).sample(rng))
    assert found
