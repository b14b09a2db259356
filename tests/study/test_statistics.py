"""Numbers out of logs, and why an action was illegal."""

from __future__ import annotations

import random
from typing import Any

import pytest

from stellwerk.core import digest, options, pending
from stellwerk.core.dump import plain
from stellwerk.core.log import BadLog, Document, Record, fold
from stellwerk.games import game, ids
from stellwerk.study.statistics import statistics
from stellwerk.study.why import why
from tests.study.conformance import imported, trace_of

GAME = "selfplay_5p_002002"


def document(record: Record[Any]) -> Document:
    return Document(record.header, record.entries, {})


def recorded(name: str = GAME) -> Document:
    record = imported(name).record
    assert record is not None
    return document(record)


def played(id_: str, moves: int = 400) -> Record[Any]:
    record: Record[Any] = Record.new(game(id_), 3, names=("Anna", "Bert", ""))
    rng = random.Random(5)
    for _ in range(moves):
        if pending(record.state) is None:
            break
        record.trust(options(record.state).sample(rng))
    return record


@pytest.mark.parametrize("id_", ids())
def test_totals_run_over_all_moves_and_end_with_the_score(id_: str) -> None:
    record = played(id_)
    found = statistics(record.game, document(record))
    assert found.entries == tuple(range(record.version + 1))
    assert [curve.values[-1] for curve in found.totals] == [s.total for s in record.game.scores(record.state)]
    assert [str(curve.name) for curve in found.totals] == ["Anna", "Bert", "seat 3"]
    assert all(len(curve.values) == record.version + 1 for curve in found.totals)


@pytest.mark.parametrize("id_", ids())
def test_sources_add_up_to_the_total_at_every_move(id_: str) -> None:
    record = played(id_)
    found = statistics(record.game, document(record))
    for total, sources in zip(found.totals, found.sources, strict=True):
        assert [sum(column) for column in zip(*(curve.values for curve in sources), strict=True)] == list(total.values)


@pytest.mark.parametrize("id_", ids())
def test_statistics_are_plain_data(id_: str) -> None:
    record = played(id_, 60)
    before = digest(record.state)
    data = plain(statistics(record.game, document(record)))
    assert set(data) == {"entries", "totals", "sources", "prices", "income"}
    assert digest(record.state) == before


def test_an_undone_move_leaves_no_trace_in_the_numbers() -> None:
    record = played("russian-railroads", 40)
    straight = statistics(record.game, document(record))
    record.undo(0, 30)
    undone = statistics(record.game, document(record))
    assert undone.entries == tuple(range(31))
    assert undone.totals[0].values == straight.totals[0].values[:31]


def test_1880_prices_are_those_of_the_trace() -> None:
    found = statistics(game("1880"), recorded())
    last = trace_of(GAME)[-1]["corporations"]
    assert {str(c.name): c.values[-1] for c in found.prices} == {id_: c["price"][0] for id_, c in last.items()}
    assert all(curve.values[0] is None for curve in found.prices)


def test_1880_income_has_a_column_for_every_circle() -> None:
    """As many circles as that site counts operating rounds, and every recorded dividend is in one of them."""
    found = statistics(game("1880"), recorded()).income
    assert found is not None
    trace = trace_of(GAME)
    assert found.circles == trace[-1]["round_num"]
    rows = dict(found.rows)
    runs = [line for line in trace if line["type"] == "run_routes" and line["entity"].startswith("minor:3")]
    first = runs[0]
    assert rows["A3"][first["round_num"] - 1] == sum(revenue for _, revenue, _ in first["routes"])


def test_1880_what_was_kept_is_marked() -> None:
    found = statistics(game("1880"), recorded()).income
    assert found is not None
    kept = [line for line in recorded().entries if line.text == "withhold"]
    assert len([pair for pair in found.kept if not pair[0].startswith("A")]) == len(kept)


# --- why --------------------------------------------------------------------------------------------------------------


def test_why_gives_reason_rule_and_our_words_of_the_rule() -> None:
    verdict = why(game("1880"), recorded(), 5, "bid P7 5")
    assert not verdict.legal
    assert str(verdict.rule) == "1880 V.1"
    assert verdict.section is not None
    assert verdict.section.id == "V.1"
    assert verdict.question is not None
    assert len(list(verdict.lines())) == 3


def test_why_agrees_with_the_log_itself() -> None:
    log = recorded()
    for number in (3, 60, 200, 500):
        entry = log.entries[number]
        verdict = why(game("1880"), log, number, entry.text, entry.seat)
        assert verdict.legal, verdict
        assert [str(line) for line in verdict.lines()][-1] == "legal"


def test_why_says_whose_decision_it_is_and_what_is_asked() -> None:
    log = recorded()
    asked = log.entries[200].seat
    other = why(game("1880"), log, 200, log.entries[200].text, (asked + 1) % 5)
    assert str(other.rule) == "stellwerk turn"
    assert other.asked == asked
    assert other.section is not None
    kind = why(game("1880"), log, 200, "choose-investor A1")
    assert str(kind.rule) == "stellwerk kind"


def test_why_explains_notation_the_end_and_missing_moves() -> None:
    log = recorded()
    assert "fly" in str(why(game("1880"), log, 10, "fly to-the-moon").text)
    over = why(game("1880"), log, len(log.entries), "pass")
    assert str(over.rule) == "stellwerk over"
    assert over.question is None
    with pytest.raises(BadLog):
        why(game("1880"), log, len(log.entries) + 1, "pass")


@pytest.mark.parametrize("id_", ids())
def test_why_works_for_every_game(id_: str) -> None:
    record = played(id_, 50)
    log = document(record)
    verdict = why(record.game, log, 20, "nothing-of-this-kind")
    assert not verdict.legal
    assert fold(record.game, log.header, log.entries, 20) is not None
