"""Tournaments: rotation, resumption, intervals, ratings. Played with the sample game."""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner

from stellwerk import games
from stellwerk.bots import arena, selfplay
from stellwerk.bots import identity as identities
from stellwerk.bots.arena import Mismatch, Tournament, elo, played, read, resumed, standings, wilson
from stellwerk.bots.bot import Budget
from stellwerk.bots.identity import identity, sources
from stellwerk.bots.selfplay import Outcome
from stellwerk.cli import app
from stellwerk.core.log import Record


@pytest.fixture(autouse=True)
def _with_the_sample_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.PACKAGES, "sample", "tests.sample")


def tournament(n: int = 6) -> Tournament:
    return Tournament("sample", ("random", "random"), n, 2, Budget(iterations=1))


def outcome(bots: tuple[str, ...], ranking: list[int], seed: int = 0) -> Outcome:
    return Outcome("sample", len(bots), seed, bots, 1, [10 - rank for rank in ranking], ranking, 0.0)


def test_seats_rotate_from_game_to_game() -> None:
    four = Tournament("sample", ("a", "b", "b", "b"), 4, 4, Budget())
    assert [four.seated(n).index("a") for n in range(4)] == [0, 3, 2, 1]


def test_equal_seeds_give_equal_results() -> None:
    first, second = ([o.scores for o in played(tournament(), None)] for _ in range(2))
    assert first == second


def test_an_interrupted_tournament_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    whole = list(played(tournament(), file))
    lines = file.read_text().splitlines()
    file.write_text("\n".join(lines[:4]) + "\n" + lines[4][:20])
    again = list(played(tournament(), file))
    assert sorted(o.seed for o in again) == [o.seed for o in whole]
    assert {o.seed: o.scores for o in again} == {o.seed: o.scores for o in whole}
    assert json.loads(lines[0])["by"] == "1 iterations"


def test_no_game_is_lost_beside_a_half_written_line(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    list(played(tournament(2), file))
    file.write_text(file.read_text()[:-20])
    list(played(tournament(4), file))
    assert sorted(outcome.seed for outcome in read(file)[1]) == [0, 1, 2, 3]


def test_games_of_other_players_stay_but_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.jsonl"
    before = [outcome.players for outcome in played(tournament(4), file)]
    monkeypatch.setattr(arena, "identity", lambda game, bots: "later")
    monkeypatch.setattr(selfplay, "identity", lambda game, bots: "later")
    assert {outcome.players for outcome in played(tournament(2), file)} == {"later"}
    assert [outcome.players for outcome in read(file)[1]] == [*before, "later", "later"]
    assert resumed(tournament(2), file)[1] == 2
    words = ["arena", "sample", "--bots", "random,random", "--games", "2", "--iterations", "1", "--out", str(file)]
    said = CliRunner().invoke(app, words)
    assert said.exit_code == 0, said.output
    assert "not counted: 2" in " ".join(said.output.split())


def test_players_are_told_by_what_can_change_how_they_play() -> None:
    names = [file.name for file in sources("russian-railroads", ["expert@3", "strong-0.1@0.2"])]
    assert {"expert.py", "strong01.py", "search.py", "weights-0.1.json", "lines.toml", "state.py"} <= set(names)
    assert {"ending.py", "knowledge.py", "turn.py", "levels.py"} <= set(names), (
        "what they import, and how they are asked"
    )
    assert not {"greedy.py", "arena.py", "commands.py", "rules.toml"} & set(names)
    assert names == [file.name for file in sources("russian-railroads", ["strong-0.1@0.2", "expert@3"])]
    assert "my_bot.py" in [file.name for file in sources("sample", ["examples.my_bot:MyBot"])]


@pytest.mark.parametrize(
    ("bot", "module"),
    [
        ("easy", "greedy.py"),
        ("medium", "search.py"),
        ("hard#40", "search.py"),
        ("expert", "expert.py"),
        ("paranoid", "expert.py"),
    ],
)
def test_a_level_is_the_bot_that_plays_it(bot: str, module: str) -> None:
    names = {file.name for file in sources("sample", [bot])}
    assert names & {"greedy.py", "search.py", "expert.py", "strong01.py"} == {module}


def test_what_only_another_bot_plays_by_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {bot: identity("sample", [bot]) for bot in ("expert", "strong", "strong-0.1")}
    read_bytes = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda file: read_bytes(file) + b"#" * (file.name == "search.py"))
    identities._identity.cache_clear()
    after = {bot: identity("sample", [bot]) for bot in before}
    identities._identity.cache_clear()
    assert {bot for bot in before if before[bot] != after[bot]} == {"strong", "strong-0.1"}


def test_players_are_the_same_on_other_seats_and_others_in_another_game() -> None:
    bots = ("greedy", "examples.my_bot:MyBot")
    assert identity("sample", bots) == identity("sample", bots[::-1])
    different = {identity("sample", bots), identity("sample", bots[:1]), identity("yokohama", bots)}
    assert len(different) == 3
    assert all(one.startswith(version("stellwerk")) for one in different)


def test_a_file_of_another_tournament_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    list(played(tournament(), file))
    other = Tournament("sample", ("random", "random"), 6, 2, Budget(seconds=1.0))
    with pytest.raises(Mismatch, match="another tournament"):
        list(played(other, file))


def test_a_tournament_may_be_played_by_the_tables_and_readings_of_a_release(tmp_path: Path) -> None:
    by_first = Tournament("yokohama", ("random", "random"), 1, 2, Budget(iterations=1), edition="0.1")
    by_today = Tournament("yokohama", ("random", "random"), 1, 2, Budget(iterations=1))
    game, (job,) = games.game("yokohama"), by_first.jobs()
    first = game.editions()[0]
    header = Record.new(game, 2, game.variants_from({}, first.rules_version), first.components, job.bots).header
    assert selfplay.opened(game, job).header == header != selfplay.opened(game, *by_today.jobs()).header
    list(played(by_first, tmp_path / "results.jsonl"))
    assert len(resumed(by_first, tmp_path / "results.jsonl")[0]) == 1
    with pytest.raises(Mismatch):
        resumed(by_today, tmp_path / "results.jsonl")


def test_a_shared_first_place_counts_half() -> None:
    rows = {row.bot: row for row in standings([outcome(("a", "b"), [1, 1]), outcome(("a", "b"), [1, 2], 1)])}
    assert (rows["a"].wins, rows["b"].wins) == (1.5, 0.5)


def test_wilson_intervals_are_those_of_the_textbook() -> None:
    low, high = wilson(5, 10)
    assert (round(low, 3), round(high, 3)) == (0.237, 0.763)
    assert wilson(0, 0) == (0.0, 1.0)
    assert round(wilson(0, 20)[0], 6) == 0


def test_the_better_bot_has_the_higher_rating() -> None:
    ratings = elo([outcome(("a", "b"), [1, 2], n) for n in range(9)] + [outcome(("a", "b"), [2, 1], 10)])
    assert ratings["a"] - ratings["b"] == pytest.approx(400 * 0.8, abs=60)
    assert sum(ratings.values()) == 3000


def test_the_command_prints_a_table() -> None:
    result = CliRunner().invoke(app, ["arena", "sample", "--bots", "random,random", "--games", "4", "--json"])
    assert result.exit_code == 0, result.output
    table = json.loads(result.stdout)
    assert table["games"] == 4
    assert table["standings"][0]["played"] == 8


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["arena", "chess", "--bots", "random"], "no game is called chess"),
        (["arena", "sample", "--bots", "deep"], "no bot is called deep"),
        (["arena", "sample", "--bots", "random@soon"], "no bot is called random@soon"),
        (["arena", "sample", "--bots", "random@-1"], "no bot is called random@-1"),
        (["arena", "sample", "--bots", "random", "--budget", "1", "--iterations", "2"], "not both"),
        (["selfplay", "sample", "--seats", "9"], "2 to 4 seats"),
    ],
)
def test_bad_words_get_a_plain_answer(words: list[str], reason: str) -> None:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert reason in result.output


def test_selfplay_prints_one_object_a_game() -> None:
    words = ["selfplay", "sample", "--seats", "3", "--games", "3", "--seed", "5", "--check"]
    result = CliRunner().invoke(app, words)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["seed"] for row in rows] == [5, 6, 7]
    assert {"game", "seats", "seed", "actions", "scores", "ranking", "seconds"} <= set(rows[0])
