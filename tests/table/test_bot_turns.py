"""A bot at a table is the bot of the arena: one clock, one plan and one seed a turn, whoever takes up its decisions."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from stellwerk.bots import BOTS, Budget
from stellwerk.bots.knowledge import knowledge_of
from stellwerk.bots.turn import Party, Player, Turn, knows_no_secret
from stellwerk.core import Text, Texts, options, pending
from stellwerk.games import PACKAGES
from stellwerk.locale import translator
from stellwerk.table import Person, SeatSpec
from stellwerk.table.background import bot_turns
from stellwerk.table.moves import undo
from stellwerk.table.runtime import Runtime
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.storage.loaded import LoadedTable
from tests.bots.test_positions import reached

GAMES = ("russian-railroads", "yokohama", "1880")


def bots_only(runtime: Runtime, ann: Person, game: str) -> str:
    return runtime.tables.create(ann, TableSpec(game, [SeatSpec("bot", "hard")] * 3)).table


def standing(runtime: Runtime, table: str) -> LoadedTable:
    """As another process finds it."""
    runtime.store.cache.clear()
    loaded = runtime.store.table(table)
    assert loaded is not None
    return loaded


def kept_by(runtime: Runtime, table: LoadedTable) -> bot_turns.Kept:
    with runtime.store.reading() as conn:
        return bot_turns.kept_by(conn, table)


def begun(runtime: Runtime, table: LoadedTable) -> Turn | None:
    return kept_by(runtime, table).turn


def play(runtime: Runtime, table: LoadedTable, thought: bot_turns.Thought) -> None:
    runtime.store.do(lambda work: bot_turns.play_bot_move(work, table, thought))


def thought_of(runtime: Runtime, table: LoadedTable, dice: Random | None = None) -> bot_turns.Thought:
    assert table.to_move is not None
    view = table.rules.view(table.state, table.to_move)
    bot = table.places[table.to_move].bot
    assert bot is not None
    return bot_turns.think(PACKAGES[table.game], view, bot, 3.0, kept_by(runtime, table), dice)


@pytest.mark.parametrize("game", GAMES)
def test_equal_views_seeds_and_counts_give_the_turn_of_the_arena(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Also where every decision is taken up by another process that knows only what is stored."""
    strong = Player(BOTS["strong"](), Budget(iterations=12))
    monkeypatch.setattr(bot_turns, "player_at_table", lambda name, most: strong)
    here, there = ([Random(f"1/{seat}") for seat in range(3)] for _ in range(2))
    party = Party([strong] * 3, there)
    table, planned = bots_only(runtime, ann, game), 0
    for _ in range(40):
        loaded = standing(runtime, table)
        choice = pending(loaded.state)
        assert choice is not None
        assert loaded.to_move is not None
        thought = thought_of(runtime, loaded, here[loaded.to_move])
        assert thought.line == str(party.answer(loaded.rules, loaded.state, choice).action)
        planned += thought.why == Text("as planned when the turn began")
        play(runtime, loaded, thought)
    assert planned or game == "1880", "a plan was followed"


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_turn_at_a_table_takes_no_more_than_the_time_of_the_level(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """By a clock that ticks whenever somebody looks at it."""
    ticks = itertools.count()
    level = Player(BOTS["strong"](), Budget(seconds=60.0, clock=lambda: float(next(ticks))))
    monkeypatch.setattr(bot_turns, "player_at_table", lambda name, most: level)
    table, last, decisions, spent, longest = bots_only(runtime, ann, game), None, 0, 0, 0
    for played in range(400):
        if played >= 40 and longest > 1:
            break
        loaded = standing(runtime, table)
        choice = pending(loaded.state)
        assert choice is not None
        if loaded.to_move != last or knowledge_of(loaded.rules).rests(choice):
            decisions, spent = 0, 0
        last, decisions = loaded.to_move, decisions + 1
        before = next(ticks)
        play(runtime, loaded, thought_of(runtime, loaded))
        spent += next(ticks) - before - 4  # looks at the clock that are nobody's thinking: begin, end, first, this one
        longest = max(longest, decisions)
        assert spent <= 60 + decisions
    assert longest > 1, "no turn had two decisions"


def kept(runtime: Runtime, table: str, turn: Turn) -> None:
    play(runtime, standing(runtime, table), bot_turns.Thought("keep", Text("because"), turn))


def test_what_a_bot_keeps_ends_when_another_seat_has_answered(runtime: Runtime, ann: Person) -> None:
    table = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("bot", "hard"), SeatSpec("me")])).table
    assert begun(runtime, standing(runtime, table)) is None
    kept(runtime, table, Turn(7, 1, 0.5, ("keep",)))
    loaded = standing(runtime, table)
    assert loaded.to_move == 1
    assert begun(runtime, loaded) is None


def test_what_a_bot_keeps_ends_when_moves_are_taken_back(runtime: Runtime, ann: Person) -> None:
    """An undo by the seat itself, as when a person took it over, is no decision of the bot's turn."""
    table = bots_only(runtime, ann, "yokohama")
    turn = Turn(7, 1, 0.5, ("done",))
    asked = None
    for _ in range(20):  # until a bot is asked again after its own move
        loaded = standing(runtime, table)
        if loaded.to_move == asked:
            break
        asked = loaded.to_move
        thought = thought_of(runtime, loaded)
        play(runtime, loaded, bot_turns.Thought(thought.line, None, turn))
    assert begun(runtime, loaded) == turn
    assert asked is not None
    seat, back = asked, loaded.version - 1
    runtime.store.do(lambda work: undo.rewind(work, work.table(table), seat, back))
    assert begun(runtime, standing(runtime, table)) is None


def test_how_long_a_bot_has_thought_is_counted_from_the_last_answer_of_a_person(runtime: Runtime, ann: Person) -> None:
    """In three turns: two decisions, one, and one in which it is now."""
    table = runtime.tables.create(ann, TableSpec("yokohama", [SeatSpec("bot", "hard"), SeatSpec("me")])).table
    turns = [Turn(7, 1, 0.5), Turn(7, 2, 0.75), Turn(8, 1, 0.25), Turn(9, 1, 0.125)]
    told: list[bot_turns.Kept] = []
    for _ in range(200):
        loaded = standing(runtime, table)
        line = str(options(loaded.state).sample(Random(loaded.version)))
        if loaded.to_move != 0:
            told.clear()
            play(runtime, loaded, bot_turns.Thought(line))
            continue
        told.append(kept_by(runtime, loaded))
        if len(told) > len(turns):
            break
        play(runtime, loaded, bot_turns.Thought(line, None, turns[len(told) - 1]))
    assert [kept.waited for kept in told] == [0.0, 0.5, 0.75, 1.0, 1.125]
    assert told[-1].turn == turns[-1]


def test_whoever_waits_waits_for_one_turn_of_every_bot() -> None:
    hard = Player(BOTS["strong"](), Budget(seconds=1.0))
    given = [bot_turns.in_a_hurry(hard, before).budget.seconds for before in (0.0, 0.25, 5.0)]
    assert given == [1.0, 0.75, bot_turns.LEAST]
    counting = Player(BOTS["strong"](), Budget(iterations=12))
    assert bot_turns.in_a_hurry(counting, 5.0) is counting


def test_a_new_turn_of_the_same_bot_counts_what_it_thought_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nobody was asked in between: whoever has passed waits for all of it."""
    given: list[float] = []

    def hurried(player: Player, before: float) -> Player:
        given.append(before)
        return Player(BOTS["random"](), Budget(seconds=1.0))

    monkeypatch.setattr(bot_turns, "in_a_hurry", hurried)
    game, s, _ = reached("russian-railroads", 101)
    choice = pending(s)
    assert choice is not None
    view = game.view(s, choice.seat(s))
    kept = bot_turns.Kept(Turn(7, 1, 0.5), 0.75)
    for rests in (True, False):
        monkeypatch.setattr(knowledge_of(game), "rests", lambda choice, rests=rests: rests)
        bot_turns.think(PACKAGES[game.id], view, "hard", 3.0, kept)
    assert given == [0.75, 0.25], "a new turn, and the next decision of the same one"


@pytest.mark.parametrize(("game", "open_"), [("1880", True), ("yokohama", False)])
def test_why_is_read_where_nothing_is_given_away(runtime: Runtime, ann: Person, game: str, open_: bool) -> None:
    """In 1880 everything lies open; in Yokohama a reason could speak of orders in hand."""
    table = bots_only(runtime, ann, game)
    for _ in range(3):
        loaded = standing(runtime, table)
        play(runtime, loaded, bot_turns.Thought(thought_of(runtime, loaded).line, Text("because"), Turn(7)))
    assert reasons(runtime, ann, table) == {Text("because") if open_ else None}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_every_level_plays_at_a_table_and_its_reasons_are_read(
    runtime: Runtime, ann: Person, game: str, level: str
) -> None:
    """As its worker would: what it says is stored with its move and comes back word for word."""
    table = runtime.tables.create(ann, TableSpec(game, [SeatSpec("bot", level)] * 3)).table
    said: list[Text | None] = []
    for _ in range(6):
        loaded = standing(runtime, table)
        view = loaded.rules.view(loaded.state, loaded.to_move)
        kept = kept_by(runtime, loaded)
        thought = bot_turns.think(PACKAGES[game], view, level, 0.05, kept)
        is_open = knows_no_secret(loaded.rules, loaded.state, loaded.to_move or 0)
        said.append(thought.why if is_open else None)
        play(runtime, loaded, thought)
    assert [line.why for line in runtime.tables.history(ann, table) if line.seat >= 0] == said


def test_a_reason_with_parts_is_kept_with_them(runtime: Runtime, ann: Person) -> None:
    parts = Text("{part} {points}", part=Text("points so far"), points="+3"), Texts("{n} share", "{n} shares", 2)
    reason = Text("brings {gains}; costs {costs}", gains=parts, costs=(Text("cash"),), doubt=float("nan"), of={1})
    table = bots_only(runtime, ann, "1880")
    loaded = standing(runtime, table)
    play(runtime, loaded, bot_turns.Thought(thought_of(runtime, loaded).line, reason, Turn(7)))
    (why,) = reasons(runtime, ann, table)
    assert why is not None
    assert why.params["gains"] == parts
    assert why.render(translator("de")) == reason.render(translator("de"))


def nested(depth: int) -> Text:
    found = Text("because")
    for _ in range(depth):
        found = Text("{why}", why=found)
    return found


@pytest.mark.parametrize(
    "said",
    [
        Text(object()),  # type: ignore[arg-type]
        Text("{n}", n=10**5000),
        Text("NUL \0"),
        Text("half a letter \ud800"),
        Text("{words}", words="much " * 20_000),
        nested(5000),
    ],
    ids=["no words", "long number", "nul", "surrogate", "too long", "too deep"],
)
def test_a_reason_that_cannot_be_stored_is_left_out_and_the_move_stands(
    runtime: Runtime, ann: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, said: Text
) -> None:
    monkeypatch.setattr(bot_turns, "FAULTS", bot_turns.Faults())
    table = bots_only(runtime, ann, "1880")
    loaded = standing(runtime, table)
    line = thought_of(runtime, loaded).line
    play(runtime, loaded, bot_turns.Thought(line, said, Turn(7)))
    (told,) = [record for record in caplog.records if record.name == "stellwerk.bots"]
    assert "says what cannot be stored" in told.getMessage()
    (played,) = [each for each in runtime.tables.history(ann, table) if each.seat >= 0]
    assert (str(played.action), played.why) == (line, None)


def reasons(runtime: Runtime, ann: Person, table: str) -> set[Text | None]:
    return {line.why for line in runtime.tables.history(ann, table) if line.seat >= 0}


def test_once_a_game_is_over_everybody_reads_why(runtime: Runtime, ann: Person) -> None:
    table = bots_only(runtime, ann, "sample")
    while (loaded := standing(runtime, table)).status == "running":
        assert reasons(runtime, ann, table) <= {None}
        play(runtime, loaded, bot_turns.Thought("keep", Text("because"), Turn(7)))
    assert reasons(runtime, ann, table) == {Text("because")}
