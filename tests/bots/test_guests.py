"""Bots from outside: named by module and class, checked, invited to a server; nobody else says what is imported."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from stellwerk import games
from stellwerk.bots import Answer, Budget, conformance, guests
from stellwerk.bots.bot import BadAnswer
from stellwerk.bots.conformance import Failed, check
from stellwerk.bots.levels import UnknownBot, player, player_at_table, seated
from stellwerk.bots.selfplay import Job, play_one
from stellwerk.cli import app

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
MINE = "my_bot:MyBot"


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setattr(sys, "path", sys.path[:])
    yield
    sys.modules.pop("my_bot", None)


class Plain:
    blind = True

    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        return Answer(options.sample(rng))


class Wild(Plain):
    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        return Answer(options.sample(random))


class Moody(Plain):
    count = 0

    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        Moody.count += 1
        answers = options.suggest(4)
        return Answer(answers[Moody.count % len(answers)])


class Stubborn(Plain):
    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        return Answer(game.parse("pass") if game.id == "russian-railroads" else game.parse("done"))


class Silent(Plain):
    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Any:
        return options.sample(rng)


class Slow(Plain):
    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        end = budget.clock() + (1.3 if budget.seconds else 0)
        while budget.clock() < end:
            pass
        return Answer(options.sample(rng))


class Peeping(Plain):
    """Looks into the frame of whoever asks."""

    blind = False

    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        s = sys._getframe(1).f_locals["s"]
        answers = options.suggest(5)
        return Answer(answers[hash(str(game.dump(s))) % len(answers)])


class Endless(Plain):
    """Catches what it can and goes on for ever."""

    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        while True:
            with suppress(Exception):
                options.sample(rng)


class Leaving(Plain):
    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        sys.exit(0)


class Talkative(Plain):
    """Says more than a data set can keep."""

    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        return Answer(options.sample(rng), policy={"a": 1}, value="x")  # type: ignore[arg-type]


class Sure(Plain):
    """Gives a chance to what may not be played."""

    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        return Answer(options.sample(rng), policy=((game.parse("pass"), 1.0),))


class Wordy(Plain):
    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        return Answer(options.sample(rng), why="because")  # type: ignore[arg-type]


class Lost(Plain):
    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        return Answer(options.sample(rng), value=float("nan"))


class Unborn(Plain):
    def __init__(self) -> None:
        raise OSError("no model")


class Undecided:
    def answer(self, game: Any, view: Any, options: Any, rng: random.Random, budget: Budget) -> Answer:
        return Answer(options.sample(rng))


@pytest.mark.parametrize("id_", games.ids())
def test_a_bot_by_chance_may_play(id_: str) -> None:
    found = check(Plain, games.game(id_), 12, 0.5)
    assert (found.game, found.questions) == (id_, 12)


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        (Wild, "dice of the module"),
        (Moody, "with the same seed"),
        (Stubborn, "is not among the options"),
        (Silent, "is not an `Answer`"),
        (Slow, "instead of 0.1 s"),
        (Undecided, "says whether it is `blind`"),
        (Leaving, "SystemExit"),
        (Talkative, "policy: {'a': 1} is not a tuple of pairs"),
        (Sure, "policy: Pass.* is not among the options"),
        (Wordy, "why: 'because' is not a `Text`"),
        (Lost, "value: nan is not a finite number"),
        (Unborn, "cannot be made: OSError: no model"),
        (Endless, "no answer after 0.5 s"),
    ],
)
def test_what_a_bot_may_not_do_is_said(bot: Any, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "PATIENCE", 0.5 if bot is Endless else 20.0)
    with pytest.raises(Failed, match=says):
        check(bot, games.game("russian-railroads"), 12, 0.1)


def test_who_peeps_is_found_out() -> None:
    with pytest.raises(Failed, match="something hidden differs"):
        check(Peeping, games.game("yokohama"), 25, 0.5)


def test_the_template_passes_and_plays() -> None:
    result = CliRunner().invoke(app, ["check-bot", MINE, "--questions", "6", "--game", "yokohama"])
    assert result.exit_code == 0, result.output
    assert f"{MINE} may play." in result.output
    outcome = play_one(Job("russian-railroads", 2, 1, (f"{MINE}#3", "random")))
    assert outcome.bots[0] == f"{MINE}#3"
    assert max(outcome.scores) > 0


def test_a_bot_that_fails_is_told_why() -> None:
    result = CliRunner().invoke(app, ["check-bot", "tests.bots.test_guests:Wild", "--game", "russian-railroads"])
    assert result.exit_code == 1
    result = CliRunner().invoke(app, ["check-bot", "my_bot:Nobody"])
    assert result.exit_code == 2


@pytest.mark.parametrize(
    "command",
    [
        ["selfplay", "--seats", "2", "--bots"],
        ["arena", "--games", "1", "--seats", "2", "--bots"],
        ["dataset", "--games", "1", "--seats", "2", "--out", "set", "--bots"],
    ],
)
@pytest.mark.parametrize(
    ("bot", "field"), [("Talkative", "policy"), ("Stubborn", "pass is not legal"), ("Silent", "`Answer`")]
)
def test_a_bad_answer_is_one_sentence(
    command: list[str], bot: str, field: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name, *rest = command
    result = CliRunner().invoke(app, [name, "russian-railroads", *rest, f"tests.bots.test_guests:{bot}"])
    assert result.exit_code == 1
    assert f"test_guests:{bot}" in result.output.replace("\n", "")
    assert field in " ".join(result.output.split())


def test_an_illegal_answer_of_a_guest_stops_the_game() -> None:
    with pytest.raises(BadAnswer, match="Stubborn: pass is not legal"):
        play_one(Job("russian-railroads", 2, 1, ("tests.bots.test_guests:Stubborn",) * 2))


def test_a_bot_by_module_and_class_has_seconds_and_counts_of_its_own() -> None:
    bot, budget = player(f"{MINE}@0.5", Budget(seconds=9.0))
    assert (type(bot).__name__, budget.seconds) == ("MyBot", 0.5)
    for wrong in ("my_bot:Nobody", "no_such_module:Bot", "my_bot:LOOKED_AT", "nobody"):
        with pytest.raises(UnknownBot):
            player(wrong, Budget())


def test_only_invited_bots_sit_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name in a stored table must not say what is imported."""
    monkeypatch.delenv(guests.INVITED, raising=False)
    with pytest.raises(UnknownBot):
        player_at_table(MINE, 1.0)
    assert type(player_at_table(MINE, 1.0, trusted=True).bot).__name__ == "MyBot"
    monkeypatch.setenv(guests.INVITED, "")
    guests.invite(MINE)
    assert MINE in seated()
    assert player_at_table(MINE, 1.0).budget.seconds == 1.0
    with pytest.raises(guests.NoSuchBot):
        guests.invite("my_bot:MyBot,my_bot:Nobody")
