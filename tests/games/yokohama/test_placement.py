"""B.1: placement."""

from __future__ import annotations

from tests.games.yokohama.table import BLUE, RED, YELLOW, Table

CORNER = ["tea-plantation-1", "laboratory", "canal", "port", "dock", "church", "employment-agency", "silk-mill-1"]
"""Tea plantation in the corner; Laboratory beside it, agency below it, silk mill touching both of them."""


def test_y010_example_of_the_rulebook() -> None:
    """B.1: Red pays yellow in the laboratory, blue in the agency, nothing in the silk mill."""
    t = Table(4, CORNER).president(YELLOW, "laboratory").president(BLUE, "employment-agency")
    t.play("place laboratory", "place employment-agency", "place silk-mill-1")
    assert [t.yen(seat) for seat in (RED, YELLOW, BLUE)] == [1, 5, 5]
    assert [t.at(RED, area) for area in ("laboratory", "employment-agency", "silk-mill-1")] == [1, 1, 1]
    assert t.supply(RED)[0] == 5
    assert t.asked == "Moving"


def test_y011_two_into_an_area_with_a_president() -> None:
    """B.1: the fee is due for each assistant."""
    t = Table(4).president(YELLOW, "bank").play("place bank", "place bank")
    assert (t.yen(RED), t.yen(YELLOW), t.at(RED, "bank")) == (1, 6, 2)


def test_y012_one_into_an_area_with_two_presidents() -> None:
    """B.1: every president there is paid."""
    t = Table(4).president(YELLOW, "bank").president(BLUE, "bank").play("place bank")
    assert [t.yen(seat) for seat in (RED, YELLOW, BLUE)] == [1, 5, 5]


def test_y013_who_cannot_pay_does_not_place() -> None:
    """B.1: no yen, no assistant beside a president; elsewhere it is free. One yen does not do for two presidents."""
    t = Table(4).president(YELLOW, "bank").stock(RED, yen=0)
    t.forbidden("place bank", "B.1").play("place port")
    t = Table(4).president(YELLOW, "bank").president(BLUE, "bank").stock(RED, yen=1)
    t.forbidden("place bank", "B.1")
    t.stock(RED, yen=2).play("place bank")


def test_y014_never_on_the_canal() -> None:
    """B.1, area.canal: no assistants there, not even as the telegraph's third."""
    t = Table(4, ["canal", "bank"]).forbidden("place canal", "area.canal")
    t.own(RED, "telegraph").play("place bank", "place bank").forbidden("place canal", "area.canal")


def test_y015_four_areas_only_with_the_newspaper() -> None:
    """B.1, technology.newspaper: three different areas; four with the newspaper, never five."""
    t = Table(4).play("place bank", "place port", "place dock")
    assert t.asked == "Moving"
    t = Table(4).own(RED, "newspaper").play("place bank", "place port", "place dock")
    t.forbidden("place bank", "B.1").play("place church")
    assert t.asked == "Moving"
    assert t.supply(RED)[0] == 4


def test_y016_the_telegraph_adds_a_neighbour() -> None:
    """technology.telegraph: two in one area and one next to it; not further away, not in the same area, fee due."""
    t = Table(4, CORNER).own(RED, "telegraph").president(YELLOW, "laboratory")
    t.play("place tea-plantation-1", "place tea-plantation-1")
    t.forbidden("place silk-mill-1", "technology.telegraph").forbidden("place tea-plantation-1", "technology.telegraph")
    assert t.offered == ["place laboratory", "place employment-agency", "done"]
    t.play("place laboratory")
    assert (t.yen(RED), t.yen(YELLOW), t.asked) == (2, 5, "Moving")
    t = Table(4, CORNER).play("place tea-plantation-1", "place tea-plantation-1")
    assert t.asked == "Moving"


def test_technology_telegraph_beside_several_presidents() -> None:
    """technology.telegraph: one yen to each president in the adjacent area."""
    t = Table(4, CORNER).own(RED, "telegraph").president(YELLOW, "laboratory").president(BLUE, "laboratory")
    t.play("place tea-plantation-1", "place tea-plantation-1", "place laboratory")
    assert [t.yen(seat) for seat in (RED, YELLOW, BLUE)] == [1, 5, 5]


def test_technology_newspaper_with_telegraph() -> None:
    """technology.newspaper, technology.telegraph: four different areas, or two and one next to them; no mixture."""
    t = Table(4, CORNER).own(RED, "newspaper", "telegraph")
    t.play("place tea-plantation-1", "place laboratory").forbidden("place laboratory", "B.1")
    t.play("place port", "place dock")
    assert t.asked == "Moving"
    t = Table(4, CORNER).own(RED, "newspaper", "telegraph")
    t.play("place tea-plantation-1", "place tea-plantation-1", "place laboratory")
    assert t.asked == "Moving"


def test_y017_nothing_to_place() -> None:
    """B.1: with an empty supply, and at will, no assistant is placed."""
    t = Table(4).ready(RED, assistants=0)
    assert t.offered == ["done"]
    t.play("done")
    assert t.asked == "Moving"
    assert Table(4).play("done").asked == "Moving"


def test_y018_never_from_the_warehouse() -> None:
    """general.6: assistants in the warehouse are not placed."""
    t = Table(4).ready(RED, assistants=0).forbidden("place bank", "general.6")
    t = Table(4).ready(RED, assistants=1).play("place bank")
    assert t.asked == "Moving"
    assert t.s.warehouse[RED][0] == 19


def test_B_1_own_president_costs_nothing() -> None:
    """B.1: assistants join the own president free of charge."""
    t = Table(4).president(RED, "bank").play("place bank", "place bank")
    assert (t.yen(RED), t.at(RED, "bank")) == (3, 2)


def test_B_1_one_assistant_is_enough() -> None:
    """B.1: up to three; one or two different areas are fine."""
    t = Table(4).play("place bank", "done")
    assert t.asked == "Moving"
    t = Table(4).play("place bank", "place port", "done")
    assert t.asked == "Moving"


def test_B_1_three_in_one_area_are_too_many() -> None:
    """B.1: two in one area are all; after two different areas nothing is doubled."""
    assert Table(4).play("place bank", "place bank").asked == "Moving"
    Table(4).play("place bank", "place port").forbidden("place bank", "B.1")


def test_B_1_areas_not_in_the_game() -> None:
    """setup.1: an area of another player count, or none at all, is refused with a reason."""
    Table(2).forbidden("place chinatown", "setup.1").forbidden("place nowhere", "setup.1")


def test_technology_university_fills_an_empty_supply() -> None:
    """technology.university, B.1: who has placed his last assistant is still asked, if he can recruit another one."""
    t = Table(4).own(RED, "university").ready(RED, assistants=1).play("place bank")
    assert t.offered == ["done", "recruit"]
    t.play("recruit", "place port")
    assert t.at(RED, "port") == 1


def test_technology_stagecoach_does_not_cover_placement() -> None:
    """technology.stagecoach, B.1: placing beside a president costs the fee all the same."""
    t = Table(4).own(RED, "stagecoach").president(YELLOW, "bank").play("place bank")
    assert (t.yen(RED), t.yen(YELLOW)) == (2, 5)
