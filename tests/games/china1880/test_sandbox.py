"""The sandbox: what fits may be laid, whoever's turn it is, and the game's own opinion stands beside it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from stellwerk.core import BadNotation, options
from stellwerk.games.china1880.rules import GAME
from stellwerk.games.china1880.rules.actions import LayTile
from stellwerk.games.china1880.rules.chapters.running import best_run
from stellwerk.games.china1880.rules.sandbox import Plan, markers_for, plan, read, tiles_for
from stellwerk.games.china1880.rules.state import China
from tests.games.china1880.scenes import circle, company, reach, said, scene


def planned(s: China, entity: str, lines: Iterable[str]) -> Plan:
    return plan(s, 1, entity, read(lines))


def operating(phase: str = "A1", permits: str = "ABC") -> China:
    """Turn of BCR, whose director is seat 0."""
    s = scene(phase=phase)
    company(s, "BCR", {0: 20}, permits=permits, treasury=500, trains=("2",))
    company(s, "QSR", {1: 20}, par=90, treasury=500)
    return circle(s, "BCR")


def test_plans_leave_the_position_alone() -> None:
    s = operating()
    before = GAME.dump(s)
    planned(s, "BCR", ["tile M3 57 0", "train BCR 4", "marker BCR K13 0", "phase C1"])
    assert GAME.dump(s) == before


def test_x_track_5_every_legal_lay_may_be_planned() -> None:
    s = operating()
    offered = [action for action in options(s) if isinstance(action, LayTile)]
    assert offered
    for lay in offered:
        wishes = [str(wish) for wish in tiles_for(s, lay.hex)]
        assert f"tile {lay.hex} {lay.tile} {lay.rotation}" in wishes


def test_x_upgrade_1_a_tile_grows_green_only_after_it_is_yellow() -> None:
    s = operating()
    refused = planned(s, "BCR", ["tile M3 14 0"])
    assert refused.notes[0].refused is not None
    assert refused.notes[0].refused.rule.section == "X.upgrade.3"
    grown = planned(s, "BCR", ["tile M3 57 0", "tile M3 14 0"])
    assert [note.refused for note in grown.notes] == [None, None]
    assert grown.position.tables.atlas.face(grown.position.board, "M3").tile.name == "14"


def test_x_upgrade_3_track_that_would_be_lost_is_refused() -> None:
    s = operating()
    kept = {
        wish.rotation for wish in tiles_for(planned(s, "BCR", ["tile M3 57 0"]).position, "M3") if wish.tile == "14"
    }
    lost = next(turn for turn in range(3) if turn not in kept)
    made = planned(s, "BCR", ["tile M3 57 0", f"tile M3 14 {lost}"])
    assert made.notes[1].refused is not None
    assert made.position.tables.atlas.face(made.position.board, "M3").tile.name == "57"


def test_the_game_s_own_objection_stands_beside_a_wish() -> None:
    """1880 X.track.2: without a permit the tile is imagined all the same."""
    s = operating(permits="BCD")
    (note,) = planned(s, "BCR", ["tile M3 57 0"]).notes
    assert note.refused is None
    assert note.remark is not None
    assert note.remark.rule.section == "X.track.2"
    assert said(s, note.remark.text) == "BCR: no permit for phase A"


def test_x_track_9_terrain_is_counted_and_not_asked_for() -> None:
    s = operating()
    s.treasury["BCR"] = 0
    costly = next(hex for hex in s.tables.hexes.values() if hex.cost == 30 and hex.kind == "plain")
    made = planned(s, "BCR", [str(tiles_for(s, costly.id)[0])])
    assert made.cost == 30
    assert made.notes[0].refused is None


def test_x_station_3_any_city_with_a_free_place() -> None:
    s = operating()
    (note,) = planned(s, "BCR", ["marker BCR A5 0"]).notes
    assert (note.refused, note.cost) == (None, 40)
    assert note.remark is not None
    assert note.remark.rule.section == "X.station.4"
    full = planned(s, "BCR", ["marker BCR A5 0", "marker QSR A5 0"])
    assert full.notes[1].refused is not None
    assert full.notes[1].refused.rule.section == "X.station.3"
    assert markers_for(full.position, "BCR", "A5") == []


def test_a_company_that_is_not_founded_is_imagined_at_its_home() -> None:
    s = operating()
    home = s.tables.companies["CKR"].home
    made = planned(s, "CKR", ["train CKR 3"])
    assert made.position.board.places("CKR") == ((home, 0),)
    assert made.position.trains["CKR"] == ("3",)
    assert made.position.director["CKR"] == 1
    assert "CKR" not in s.director


def test_trains_come_and_go() -> None:
    s = operating()
    made = planned(s, "BCR", ["train BCR 4", "no-train BCR 2", "no-train BCR 2", *["train BCR 8"] * 6])
    assert made.position.trains["BCR"] == ("4", "8", "8", "8", "8", "8")
    sections = [note.refused.rule.section for note in made.notes if note.refused]
    assert sections == ["X.buy.2", "X.buy.7"]


def test_routes_of_a_plan_earn_what_the_map_says() -> None:
    """1880 X.income.3: Chengdu to Lhasa through the mountains; Lhasa is worth nothing before phase D, then 80."""
    s = operating()
    line = [f"tile {hex} {tile} {turn}" for hex, tile, turn in (("M3", "57", 2), ("L2", "9", 2))]
    made = planned(s, "BCR", line)
    assert [note.refused for note in made.notes] == [None, None]
    assert best_run(made.position, "BCR").revenue == 20
    late = planned(s, "BCR", [*line, "phase D1"])
    assert best_run(late.position, "BCR").revenue == 100
    assert best_run(late.position, "BCR").proven


def test_what_is_no_wish_is_refused() -> None:
    with pytest.raises(BadNotation):
        list(read(["lay-tile M3 57 0"]))
    with pytest.raises(BadNotation):
        list(read(["phase A1"] * 81))
    s = operating()
    notes = planned(s, "BCR", ["tile Z9 57 0", "marker NOBODY M3 0", "train BCR 99", "phase E9"]).notes
    assert [note.refused.rule.section for note in notes if note.refused] == [
        "X.upgrade.3",
        "X.station.3",
        "X.buy.2",
        "XI.1",
    ]


def test_every_wish_and_refusal_can_be_read() -> None:
    s = reach(operating(), "BuildTrack")
    lines = [
        "tile M3 57 0",
        "tile M3 57 0",
        "marker BCR A5 0",
        "marker BCR A5 0",
        "train BCR 4",
        "no-train BCR 8",
        "phase C1",
    ]
    for note in planned(s, "BCR", lines).notes:
        said(s, note.wish.text())
        for found in (note.remark, note.refused):
            if found is not None:
                said(s, found.text)
