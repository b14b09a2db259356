"""Scoring of lines and industry on random boards, space by space; long in `make soak`."""

from __future__ import annotations

import random

from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.chapters.scoring import board_points
from tests.checkers.russian_railroads import lines
from tests.checkers.russian_railroads.engine import fill, reach_of
from tests.checkers.russian_railroads.tables import COLOURS, LINES


def differences(seeds: range) -> list[str]:
    """Boards on which engine and checker count otherwise."""
    s, wrong = GAME.setup(2), []
    p, n = s.players[0], len(COLOURS)
    for seed in seeds:
        rng = random.Random(seed)
        fill(p, rng)
        laid = [tile for _, tile in p.tiles]
        ours = [
            lines.line_points(
                name,
                dict(zip(COLOURS, p.tracks[line * n : line * n + n], strict=True)),
                reach_of(s, p, line),
                p.doublers,
                "upgrader" in laid,
                "kiev_medal" in laid,
            )
            for line, name in enumerate(LINES)
        ]
        if (*ours, lines.industry_points(p.markers)) != board_points(s, p):
            wrong.append(f"{seed}: {ours} against {board_points(s, p)}")
    return wrong


def test_11_1_random_boards_score_alike() -> None:
    assert differences(range(1000)) == []


def test_11_1_the_example_of_the_book() -> None:
    """RR 931-984: Red has 12 on the Trans-Siberian, nothing in St Petersburg, 3 in Kiev and 5 for industry."""
    red = {"black": 9, "grey": 7, "brown": 3}
    assert lines.line_points("transsib", red, 8, 1) == 12
    assert lines.line_points("petersburg", {"black": 4}, 0, 1) == 0
    assert lines.line_points("kiev", {"black": 2}, 2, 1) == 3
    assert lines.industry_points((5,)) == 5
