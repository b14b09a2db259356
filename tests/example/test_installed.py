"""The example game installed beside Stellwerk: found, played and tested like ours, without a line changed in Stellwerk.

Its cases of our own suites run in processes of their own; `make soak` runs everything there.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.example.installed import EXAMPLE, ID, install, run

SUITES = {
    "contract": ("tests/contract",),
    "docs, layers, texts": ("tests/test_docs.py", "tests/test_layers.py", "tests/test_texts.py", "tests/games"),
    "drawing, environment": ("tests/draw", "tests/rl/test_games.py"),
    "pages": ("tests/web/test_secrets.py", "tests/web/test_interference.py", "tests/web/test_rule_pages.py"),
}
"""Where our tests ask something of every registered game."""


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return install(tmp_path_factory.mktemp("beside"))


def by_pytest(beside: dict[str, str], folder: Path, *arguments: str) -> str:
    """By a pytest of its own, with a folder of its own: it shares none with the one that runs here."""
    return said(beside, "-m", "pytest", "--basetemp", str(folder / "inner"), *arguments)


def said(beside: dict[str, str], *arguments: str, typed: str | None = None) -> str:
    done = run(beside, *arguments, typed=typed)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


def test_its_own_tests_pass(beside: dict[str, str], tmp_path: Path) -> None:
    by_pytest(beside, tmp_path, str(EXAMPLE / "tests"))


@pytest.mark.parametrize("suite", SUITES)
def test_our_tests_of_every_game_pass(beside: dict[str, str], tmp_path: Path, suite: str) -> None:
    """Only the cases of the example; none collected would be a failure too."""
    by_pytest(beside, tmp_path, *SUITES[suite], "-k", "shunting")


@pytest.mark.browser
def test_it_is_played_in_the_browser(beside: dict[str, str], tmp_path: Path) -> None:
    by_pytest(beside, tmp_path, "tests/web/browser/test_every_game.py", "-k", "shunting")


def test_it_plays_in_the_terminal(beside: dict[str, str]) -> None:
    assert ID in said(beside, "-m", "stellwerk", "games")
    shown = said(beside, "-m", "stellwerk", "play", ID, "--seed", "4", typed="1\n1\nq\n")
    assert "which order goes to the neighbour on the left?" in shown
    assert "couple, deliver, take an order, sell or rest?" in shown


def test_bots_play_it_against_each_other(beside: dict[str, str]) -> None:
    said(beside, "-m", "stellwerk", "selfplay", ID, "--seats", "2", "--games", "1", "--check")
    table = said(beside, "-m", "stellwerk", "arena", ID, "--bots", "greedy,random", "--games", "2", "--iterations", "2")
    assert "greedy" in table
