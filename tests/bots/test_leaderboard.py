"""The leaderboard: every pair plays, who joins plays his own games only, ratings with intervals."""

from __future__ import annotations

import re
from pathlib import Path

from typer.testing import CliRunner

from stellwerk.bots.identity import identity
from stellwerk.bots.leaderboard import Board, kept, ranked
from stellwerk.bots.pool import each
from stellwerk.bots.selfplay import Outcome
from stellwerk.cli import app


def result(bots: tuple[str, ...], winner: str, seed: int) -> Outcome:
    return Outcome("x", len(bots), seed, bots, 1, [0] * len(bots), [1 if bot == winner else 2 for bot in bots], 0.0)


def test_who_wins_more_is_rated_higher_and_more_games_say_more() -> None:
    def games(count: int) -> list[Outcome]:
        chain = [("a", "b"), ("b", "c"), ("a", "c")]
        return [result(pair, pair[n % 4 == 0], n) for pair in chain for n in range(count)]

    few, many = ranked(games(8)), ranked(games(80))
    assert [place.standing.bot for place in many] == ["a", "b", "c"]
    assert all(place.low < place.rating < place.high for place in many)
    assert many[0].high - many[0].low < few[0].high - few[0].low


def test_two_games_alone_prove_little() -> None:
    """Drawn from what was seen alone, two equal results would leave no doubt at all."""
    first, second = ranked([result(("a", "b"), "a", n) for n in range(2)])
    assert first.standing.bot == "a"
    assert first.low < first.rating < first.high
    assert first.low < second.high


def test_everybody_meets_everybody_in_every_seat() -> None:
    board = Board("russian-railroads", 3, ("greedy", "random", "strong"), 2, 5)
    assert [pair.bots for pair in board.pairs()] == [("greedy", "random"), ("greedy", "strong"), ("random", "strong")]
    first = next(board.pairs())
    assert {first.seated(n)[0] for n in range(2)} == {"greedy", "random"}


def run(out: Path, bots: str) -> str:
    asked = ["leaderboard", "russian-railroads", "--bots", bots, "--seats", "2,9", "--games", "2", "--out", str(out)]
    answer = CliRunner().invoke(app, asked)
    assert answer.exit_code == 0, answer.output
    return (out / "README.md").read_text("utf-8")


def test_one_command_makes_the_table_and_anybody_may_join(tmp_path: Path) -> None:
    assert "| greedy |" in run(tmp_path, "random,greedy")
    file = tmp_path / "russian-railroads-2-greedy-vs-random.jsonl"
    before = file.read_bytes()
    joined = run(tmp_path, "random,greedy,examples.my_bot:MyBot")
    assert "examples.my_bot:MyBot" in joined
    assert file.read_bytes() == before
    assert len(list(tmp_path.glob("*.jsonl"))) == 3


def test_the_table_keeps_what_others_have_added(tmp_path: Path) -> None:
    """Whoever plays two bots into a folder does not take a third one, or another number of seats, off its table."""
    run(tmp_path, "random,greedy,examples.my_bot:MyBot")
    other = ["leaderboard", "russian-railroads", "--bots", "random,greedy", "--seats", "3", "--games", "1"]
    assert CliRunner().invoke(app, [*other, "--out", str(tmp_path)]).exit_code == 0
    table = (tmp_path / "README.md").read_text("utf-8")
    assert "| examples.my_bot:MyBot |" in table
    assert re.findall(r"^### (.*)$", table, re.MULTILINE) == [
        f"russian-railroads, {seats} seats, 10 iterations a decision" for seats in (2, 3)
    ]


def test_only_the_last_players_of_a_pair_are_on_the_table(tmp_path: Path) -> None:
    """Who has changed since plays again: the games from before say nothing about him."""
    run(tmp_path, "random,greedy")
    file = tmp_path / "russian-railroads-2-greedy-vs-random.jsonl"
    head, *rows = file.read_text("utf-8").splitlines(keepends=True)
    former = [row.replace(identity("russian-railroads", ("greedy", "random")), "another") for row in rows]
    file.write_text("".join([head, *former, *rows]), "utf-8")
    [(_, outcomes)] = kept(tmp_path)
    assert len(outcomes) == len(rows)
    file.write_text("".join([head, *former]), "utf-8")
    run(tmp_path, "random,greedy")
    assert file.read_text("utf-8").count("another") == len(rows)
    assert len(file.read_text("utf-8").splitlines()) == 1 + 2 * len(rows)


def test_a_board_of_one_is_refused(tmp_path: Path) -> None:
    answer = CliRunner().invoke(app, ["leaderboard", "--bots", "random", "--out", str(tmp_path)])
    assert answer.exit_code == 2


def slow_square(number: int) -> int:
    return number * number


def test_whoever_stops_listening_stops_the_pool() -> None:
    """What is still waiting is cancelled; the pool does not play all the rest first."""
    results = each(slow_square, range(1000), workers=2)
    assert next(results) >= 0
    results.close()  # type: ignore[attr-defined]
