"""Studies: every figure of every chart is that of its move, for everybody who may know it, and can be read."""

from __future__ import annotations

import csv
import io
import random
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from stellwerk.core import Text, options, pending
from stellwerk.core.dump import plain
from stellwerk.core.log import Record, fold
from stellwerk.games import game, ids
from stellwerk.games.china1880.rules.chapters.running import best_run
from stellwerk.games.china1880.study.xxgames.importing import Report, follow, import_file, variants_of
from stellwerk.games.china1880.study.xxgames.session import opened
from stellwerk.games.china1880.study.xxgames.source import parse
from stellwerk.study import frame
from stellwerk.study.analysis.model import Chart, Group, Row, Study, Table, Timeline
from stellwerk.study.analysis.page import Press
from stellwerk.study.analysis.pictures import NARROW, WIDE, picture, scale_of
from stellwerk.study.analysis.tables import as_csv, as_table
from stellwerk.study.analysis.walk import Eyes, studied
from stellwerk.study.frame import Seat
from tests.study.conformance import ALL, EVERY, FIXTURE, GAMES, trace_of

NAME = "selfplay_5p_002002"
LATE = ("selfplay_", "fixture", "lazy_", "all_", "strong", "mixed")
"""Games that come as far as trains and share rounds."""
WHOLE = [name for name in ALL if name.startswith(LATE)]
SAMPLE = (
    WHOLE if EVERY else [NAME, "selfplay_3p_003010", "t1_end_game_350", *(["fixture1"] if FIXTURE.exists() else [])]
)


@cache
def followed(name: str) -> tuple[Report, tuple[int, ...]]:
    """An import, and the version of our log after every line of its trace."""
    source = parse(ALL[name].read_bytes())
    report = Report(name, source, opened(source.players, variants_of(source)))
    assert report.record is not None
    record, versions = report.record, [report.record.version]
    follow(report, lambda *_: versions.append(record.version))
    return report, tuple(versions)


@cache
def study_of(name: str) -> Study:
    record = followed(name)[0].record
    assert record is not None
    return studied(record.game, record.header, record.entries)


@cache
def played(id_: str, moves: int = 10_000) -> Record[Any]:
    record: Record[Any] = Record.new(game(id_), 3, names=("Anna", "Bert", "Cleo"))
    rng = random.Random(7)
    while pending(record.state) is not None and record.version < moves:
        record.trust(options(record.state).sample(rng))
    return record


@cache
def own_study(id_: str, moves: int = 10_000) -> Study:
    record = played(id_, moves)
    return studied(record.game, record.header, record.entries)


def chart(study: Study, id_: str) -> Chart:
    found = study.part(id_)
    assert isinstance(found, Chart)
    return found


def table(study: Study, id_: str) -> Table:
    found = study.part(id_)
    assert isinstance(found, Table)
    return found


def at(found: Chart, version: int) -> dict[str, Any]:
    """The values of a chart over all moves after an entry."""
    place = max(n for n, number in enumerate(found.at) if number <= version)
    return {str(row.name): row.values[place] for row in found.series}


def reached(trace: Any, versions: tuple[int, ...]) -> dict[int, Any]:
    """The position after each of our entries: where that site asks for a pass we do not, it is the last of several."""
    return {version: line for line, version in list(zip(trace, versions, strict=True))[1:]}


# --- every figure is the trace's -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SAMPLE)
def test_1880_every_figure_of_the_course_is_that_of_the_trace(name: str) -> None:
    report, versions = followed(name)
    assert report.source is not None
    study, trace = study_of(name), trace_of(name)
    names = {player.id: player.name for player in report.source.players}
    course, certificates, prices = (chart(study, id_) for id_ in ("course", "certificates", "prices"))
    for version, line in reached(trace, versions).items():
        wealth, cards = at(course, version), at(certificates, version)
        for id_, player in line["players"].items():
            assert wealth[names[id_]] == player["value"], (name, line["index"], names[id_])
            assert cards[names[id_]] == player["certs"], (name, line["index"], names[id_])
        priced = {c: found["price"][0] for c, found in line["corporations"].items() if found["ipoed"]}
        assert {c: v for c, v in at(prices, version).items() if v is not None} == priced, (name, line["index"])


@pytest.mark.parametrize("name", SAMPLE)
def test_1880_cash_shares_and_ownership_are_those_of_the_trace(name: str) -> None:
    report, versions = followed(name)
    assert report.source is not None
    study, trace = study_of(name), trace_of(name)
    lines = reached(trace, versions)
    seen = 0
    for seat, player in enumerate(report.source.players):
        found = chart(study, f"wealth-{seat}")
        rows = {str(row.name): row.values for row in found.series}
        for place, version in enumerate(found.at):
            if version in lines:
                there = lines[version]["players"][player.id]
                assert rows["cash"][place] == there["cash"]
                assert -(rows.get("debt", (0,) * 99)[place] or 0) == there["debt"]
                assert (rows.get("shares", (0,) * 99)[place] or 0) == there["value"] - there["cash"] + there["debt"]
                seen += 1
    assert seen >= len(report.source.players)


@pytest.mark.parametrize("name", SAMPLE)
def test_1880_every_run_is_in_the_table_and_none_beats_the_best(name: str) -> None:
    study = study_of(name)
    recorded = [line for line in trace_of(name) if line["type"] == "run_routes" and line["routes"]]
    *rows, total = table(study, "runs").rows
    assert len(rows) >= len(recorded)
    for row in rows:
        taken, left = int(row.cells[3]), int(row.cells[6])  # type: ignore[arg-type]
        best = int(str(row.cells[4]).split()[0])
        assert left == best - taken >= 0
    assert total.cells[6] == sum(int(row.cells[6]) for row in rows)  # type: ignore[arg-type]
    by_company, by_player = chart(study, "runs-companies"), chart(study, "runs-players")
    assert sum(by_company.series[1].values) == sum(by_player.series[1].values) == total.cells[6]  # type: ignore[arg-type]


def test_1880_the_best_run_is_that_of_the_position_before_it() -> None:
    record = followed(NAME)[0].record
    assert record is not None
    for row in table(study_of(NAME), "runs").rows[:-1:9]:
        assert row.at is not None
        before = fold(record.game, record.header, record.entries, row.at - 1)
        assert best_run(before, str(row.cells[0])).revenue == int(str(row.cells[4]).split()[0])


@pytest.mark.skipif(not FIXTURE.exists(), reason="the fixture belongs to another project and is not committed")
def test_1880_the_wealth_of_the_fixture_ends_where_the_site_says() -> None:
    assert study_of("fixture1").scores == (11442, 9529, 11118)
    assert [row.values[-1] for row in chart(study_of("fixture1"), "course").series] == [11442, 9529, 11118]


def test_1880_income_is_that_of_the_runs() -> None:
    """Circle by circle, companies earn what the trace pays out or keeps, price bonus included."""
    found = chart(study_of(NAME), "income")
    assert len(found.at) == trace_of(NAME)[-1]["round_num"]
    assert list(found.at) == sorted(found.at)


def test_1880_trains_last_from_purchase_to_rust() -> None:
    line = study_of(NAME).part("trains")
    assert isinstance(line, Timeline)
    record = followed(NAME)[0].record
    assert record is not None
    for span in line.spans[::5]:
        bought = fold(record.game, record.header, record.entries, span.start)
        before = fold(record.game, record.header, record.entries, span.start - 1)
        has, had = (s.trains.get(span.row, ()).count(str(span.name)) for s in (bought, before))
        assert has == had + 1


# --- the other games -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", ids())
def test_every_game_has_a_study_that_ends_with_its_scores(id_: str) -> None:
    record, study = played(id_), own_study(id_)
    scores = record.game.scores(record.state)
    assert study.scores == tuple(score.total for score in scores)
    assert [row.values[-1] for row in chart(study, "course").series] == list(study.scores)
    *_, total = table(study, "balance").rows
    assert total.cells[1:] == study.scores
    assert study.finished
    numbers = {row.at for part in study.every() for row in as_table(part).rows} - {None}
    assert numbers <= set(range(record.version + 1)), "every figure belongs to a move of the log"


def test_russian_railroads_sources_by_round_add_up() -> None:
    study = own_study("russian-railroads")
    group = study.part("sources")
    assert isinstance(group, Group)
    for found, total in zip(group.charts, study.scores, strict=True):
        assert sum(value or 0 for row in found.series for value in row.values) == total
    spent = table(study, "spending")
    assert any(str(cell) != "–" for row in spent.rows for cell in row.cells[1:])
    lines = study.part("lines")
    assert isinstance(lines, Group)
    state = played("russian-railroads").state
    record = played("russian-railroads")
    from stellwerk.games.russian_railroads.rules.chapters.scoring import line_points

    for n, found in enumerate(lines.charts):
        assert [row.values[-1] for row in found.series] == [line_points(state, p, n) for p in state.players]
        middle = len(found.at) // 2
        then = fold(record.game, record.header, record.entries, found.at[middle])
        assert [row.values[middle] for row in found.series] == [line_points(then, p, n) for p in then.players]


def test_russian_railroads_what_was_earned_is_no_more_than_the_score() -> None:
    study = own_study("russian-railroads")
    for seat, score in enumerate(study.scores):
        rows = [row for row in table(study, "earnings").rows if str(row.cells[0]) == study.names[seat]]
        assert 0 <= sum(int(row.cells[3]) for row in rows) <= score  # type: ignore[arg-type]


def test_yokohama_tables_hold_what_everybody_did() -> None:
    state, study = played("yokohama").state, own_study("yokohama")
    assert len(table(study, "technologies").rows) == sum(map(len, state.technologies))
    done = [row for row in table(study, "orders").rows if str(row.cells[3]) != "never"]
    assert len(done) == sum(map(len, state.fulfilled))
    gained = [row for row in table(study, "agents").rows if str(row.cells[2]) == "gained"]
    assert len(gained) == sum(map(len, state.agents))
    lying = sum(1 for cards in state.displays.values() for card in cards if card)
    assert len(table(study, "left").rows) == lying
    assert sum(value or 0 for row in chart(study, "sources").series for value in row.values) == sum(study.scores)


# --- who may know what -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", ids())
def test_a_running_game_is_studied_with_ones_own_eyes(id_: str) -> None:
    """Two logs that differ only in what a seat may not read look the same to it."""
    record = played(id_, 120)
    for seat in (None, 1):
        study = studied(record.game, record.header, record.entries, Eyes(False, seat))
        assert study.numbers == own_study(id_, 120).numbers
        view = record.game.view(record.state, seat)
        known = record.game.scores(record.game.imagine(view, random.Random(0)))
        assert study.scores == tuple(score.total for score in known)


def test_what_a_seat_may_not_read_is_not_in_its_study() -> None:
    """Yokohama: the order another player was dealt and keeps in hand is in nobody else's study."""
    record = played("yokohama", 160)
    hidden = record.state.hidden[0]
    assert hidden
    own, other = (str(plain(studied(record.game, record.header, record.entries, Eyes(False, seat)))) for seat in (0, 1))
    assert hidden not in other
    assert own


# --- pictures and tables ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", ids())
def test_every_part_is_printed_with_a_title_a_table_and_links_to_moves(id_: str) -> None:
    study, press = own_study(id_), Press()
    for part in study.parts:
        html = press.part(part).html
        assert str(part.title) in html.replace("&amp;", "&")
        assert "<table" in html
        assert not re.search(r"\bstyle=", html), "the page's policy allows no styles of elements"
        if not isinstance(part, Table):
            assert re.search(r'<svg [^>]*role="(img|group)" aria-label="', html)
            assert re.search(r'href="\?at=\d+', html)


def test_a_chart_puts_every_value_where_its_scale_says() -> None:
    found = chart(study_of(NAME), "course")
    for paper in (WIDE, NARROW):
        scale = scale_of(found, paper)
        values = [v for row in found.series for v in row.values if v is not None]
        assert scale.low <= min(values)
        assert scale.high >= max(values)
        assert scale.y(scale.high) == pytest.approx(paper.top)
        html = picture(found, paper).html
        for row in found.series:
            last = scale.y(row.values[-1] or 0)
            assert f"V{last:.1f}".removesuffix(".0") in html


@pytest.mark.parametrize("id_", ids())
def test_players_of_the_same_name_are_told_apart(id_: str) -> None:
    """Two bots are called alike more often than not; no chart or table may take them for one."""
    record = played(id_)
    study = studied(record.game, replace(record.header, names=("Bot", "Bot", "Cleo")), record.entries)
    other = studied(record.game, record.header, record.entries)
    assert study.names == ("Bot (1)", "Bot (2)", "Cleo")
    assert [as_csv(part).count("\n") for part in study.parts] == [as_csv(part).count("\n") for part in other.parts]
    assert [_width(part) for part in study.parts] == [_width(part) for part in other.parts]


def _width(part: Any) -> int:
    return len(next(csv.reader(io.StringIO(as_csv(part)))))


def test_csv_has_a_row_for_every_move_and_the_numbers_of_the_chart() -> None:
    found = chart(study_of(NAME), "course")
    rows = list(csv.reader(io.StringIO(as_csv(found))))
    assert len(rows) == len(found.at) + 1
    assert [int(cell) for cell in rows[-1][1:-1]] == [row.values[-1] for row in found.series]
    assert int(rows[-1][-1]) == found.at[-1]


def test_a_thinned_table_leaves_out_only_what_repeats() -> None:
    found = chart(study_of(NAME), "prices")
    whole, thin = as_table(found).rows, as_table(found, thinned=True).rows
    assert len(thin) < len(whole)
    kept = {row.at for row in thin}
    shown: tuple[Any, ...] = ()
    for row in whole:
        shown = row.cells[1:] if row.at in kept else shown
        assert row.cells[1:] == shown


def test_import_gives_the_same_study_as_the_log_it_wrote() -> None:
    report = import_file(GAMES[NAME])
    assert report.record is not None
    assert studied(report.record.game, report.record.header, report.record.entries).scores == study_of(NAME).scores


# --- what decided it -------------------------------------------------------------------------------------------------


def number_of(cell: Any) -> int:
    """As a program reads it from the file."""
    return int(str(cell))


def test_a_page_shows_a_true_minus_and_a_file_the_sign_that_programs_read() -> None:
    table = Table("it", Text("It"), (Text("what"), Text("points")), (Row(("coins", "-12")), Row(("track", -3))))
    assert ">−12<" in (html := Press().table(table).html)
    assert ">−3<" in html
    assert [line.split(",")[1] for line in as_csv(table).splitlines()[1:]] == ["-12", "-3"]


@pytest.mark.parametrize("name", SAMPLE)
def test_what_decided_a_game_adds_up_to_the_difference_of_the_first_two(name: str) -> None:
    study = study_of(name)
    table, lead = study.part("decided"), study.part("lead")
    if not study.finished:
        assert table is lead is None
        return
    assert isinstance(table, Table)
    assert isinstance(lead, Chart)
    first, second = sorted(study.scores, reverse=True)[:2]
    *rows, total = table.rows
    assert [number_of(cell) for cell in total.cells[1:4]] == [first, second, first - second]
    assert sum(number_of(row.cells[3]) for row in rows) == first - second == lead.series[0].values[-1]


def test_wealth_by_source_is_the_wealth() -> None:
    study = study_of(NAME)
    table = study.part("gains")
    assert isinstance(table, Table)
    assert tuple(table.rows[-1].cells[1:]) == study.scores
    sources = {str(row.cells[0]) for row in table.rows}
    assert {"money at the beginning", "paid in the auction", "dividends of BCR", "price of BCR"} <= sources


@pytest.mark.parametrize("id_", ids())
def test_every_title_says_who_won_by_how_much_and_since_when(id_: str) -> None:
    record = played(id_)
    study = studied(record.game, record.header, record.entries, seconds=0.0)
    table, lead = study.part("decided"), study.part("lead")
    assert isinstance(table, Table)
    assert isinstance(lead, Chart)
    assert "the first place" in str(table.about) or " ahead of " in str(table.about) or "as many" in str(table.about)
    since = re.search(r"since move (\d+)", str(table.about))
    if since is not None:
        later = [value for at, value in zip(lead.at, lead.series[0].values, strict=True) if at >= int(since[1])]
        assert all(value is not None and value > 0 for value in later)


@pytest.mark.parametrize("name", ["=1+1", "+A1", "-cmd|' /C calc'!A0", "@SUM(A1)", "\t=1"])
def test_no_name_becomes_a_formula_where_a_csv_is_opened(name: str) -> None:
    table = Table("t", Text("t"), (Text("{name}", name=name),), (Row((name, -12, "-3.5", "a=b")),))
    head, row = csv.reader(io.StringIO(as_csv(table)))
    assert head[0] == row[0] == f"'{name}"
    assert row[1:4] == ["-12", "-3.5", "a=b"]
    seat = Seat(1, name, 2, "", 1, True, "", 0, 0, name, 0, 1, 1.0, 0, ())
    assert next(csv.DictReader(io.StringIO(frame.as_csv([seat]))))["player"] == f"'{name}"
