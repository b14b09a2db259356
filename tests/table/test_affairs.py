"""Around a game: seats change hands, games end early, people play again, and try things in private."""

from __future__ import annotations

from pathlib import Path

import pytest

from stellwerk import games
from stellwerk.core import Action, Illegal, Program, Text
from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.runtime import Runtime, read_components
from stellwerk.table.seating.successors import ABSENT
from stellwerk.table.service.tables import TableSpec
from stellwerk.table.settings import Settings
from tests.sample import rules as sample
from tests.table.conftest import person, working
from tests.table.test_bots import wait_for
from tests.table.test_play import hotseat


def pair(runtime: Runtime, ann: Person, bob: Person) -> str:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")]))
    runtime.tables.claim(bob, made.links[1])
    return made.table


def test_a_seat_is_handed_over_by_its_owner(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    cid = person(runtime, "Cid")
    link = runtime.arrangements.hand_over(bob, table, 1)
    assert link is not None
    with pytest.raises(Refused, match="forbidden"):
        runtime.tables.view(bob, table, 1)
    assert runtime.tables.claim(cid, link, "Cid") == (table, 1)
    runtime.tables.act(ann, table, "keep", 2, "r")
    runtime.tables.act(cid, table, "keep", 3, "r")


def test_an_old_link_ends_with_the_hand_over(runtime: Runtime, ann: Person) -> None:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")]))
    bob, cid = person(runtime, "Bob"), person(runtime, "Cid")
    runtime.tables.claim(bob, made.links[1])
    runtime.arrangements.hand_over(bob, made.table, 1)
    with pytest.raises(Refused, match="link"):
        runtime.tables.claim(cid, made.links[1])


def test_a_link_lets_a_second_device_in_until_it_is_renewed(runtime: Runtime, ann: Person) -> None:
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open")]))
    bob, phone = person(runtime, "Bob"), person(runtime, "Bob's phone")
    for who in (bob, phone):
        runtime.tables.claim(who, made.links[1], "Bob")
    assert runtime.tables.view(phone, made.table, 1) == runtime.tables.view(bob, made.table, 1)
    runtime.arrangements.new_link(bob, made.table, 1)
    runtime.tables.view(bob, made.table, 1)
    with pytest.raises(Refused, match="forbidden"):
        runtime.tables.view(phone, made.table, 1)


def test_a_seat_handed_to_a_bot_is_played_on(runtime: Runtime, ann: Person, bob: Person) -> None:
    with working(runtime):
        table = pair(runtime, ann, bob)
        runtime.arrangements.hand_over(bob, table, 1, "random")
        runtime.tables.act(ann, table, "keep", 2, "r")
        wait_for(runtime, table, "over")


def test_the_host_replaces_somebody_when_the_others_agree(runtime: Runtime, ann: Person, bob: Person) -> None:
    cid = person(runtime, "Cid")
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("me"), SeatSpec("open"), SeatSpec("open")]))
    runtime.tables.claim(bob, made.links[1])
    runtime.tables.claim(cid, made.links[2])
    with pytest.raises(Refused, match="forbidden"):
        runtime.arrangements.replace(person(runtime, "Eve"), made.table, 2)
    motion = runtime.arrangements.replace(ann, made.table, 1)
    assert motion.missing == (1, 2)
    for who in (bob, cid):
        runtime.tables.vote(who, made.table, motion.id, True)
    assert runtime.tables.info(ann, made.table).places[1].kind == "open"
    link = runtime.arrangements.new_link(ann, made.table, 1)
    assert runtime.tables.claim(person(runtime, "Dee"), link) == (made.table, 1)


def test_without_others_only_a_bot_follows(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    then = runtime.store.now()
    runtime.store.now = lambda: then + 2 * ABSENT
    with pytest.raises(Refused, match="forbidden"):
        runtime.arrangements.replace(ann, table, 1)
    assert runtime.arrangements.replace(ann, table, 1, "random").status == "passed"


def test_a_game_is_ended_by_agreement_with_scores_so_far(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    motion = runtime.arrangements.end(ann, table)
    assert runtime.tables.info(bob, table).status == "running"
    runtime.tables.vote(bob, table, motion.id, True)
    assert runtime.tables.info(bob, table).status == "ended"
    assert all(score.total > 0 for score in runtime.tables.scores(bob, table))
    with pytest.raises(Refused, match="ended"):
        runtime.tables.act(ann, table, "keep", 2, "r")


def test_a_rematch_is_made_once(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    with pytest.raises(Refused, match="running"):
        runtime.arrangements.rematch(ann, table)
    runtime.tables.act(ann, table, "keep", 2, "r")
    runtime.tables.act(bob, table, "keep", 3, "r")
    again = runtime.arrangements.rematch(bob, table, "rotated").table
    assert runtime.arrangements.rematch(ann, table).table == again
    info = runtime.tables.info(ann, again)
    assert (info.status, info.to_move, [p.name for p in info.places]) == ("running", 0, ["Bob", "Ann"])
    runtime.tables.act(bob, again, "keep", info.version, "r")


def test_what_if_of_a_running_game_is_imagined(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    copy = runtime.arrangements.what_if(ann, table)
    info = runtime.tables.info(ann, copy)
    assert (info.imagined, info.hotseat, info.source, info.mine) == (True, True, table, (0, 1))
    assert runtime.tables.view(ann, copy, 0) == runtime.tables.view(ann, table, 0)
    seen = {runtime.tables.view(ann, runtime.arrangements.what_if(ann, table), 1).hand[1] for _ in range(30)}
    assert len(seen) > 1
    with pytest.raises(Refused, match="not-found"):
        runtime.tables.info(bob, copy)
    runtime.tables.act(ann, copy, "swap 1", 0, "r")
    runtime.store.cache.drop(copy)
    assert runtime.tables.info(ann, copy).to_move == 1
    assert runtime.tables.info(ann, table).version == 2


def test_what_if_of_a_finished_game_is_true_and_keeps_its_log(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    truth = runtime.store.table(table)
    runtime.tables.act(ann, table, "keep", 2, "r")
    runtime.tables.act(bob, table, "keep", 3, "r")
    copy = runtime.arrangements.what_if(bob, table, 2)
    found = runtime.store.table(copy)
    assert found is not None
    assert truth is not None
    assert (found.state, found.imagined, found.version) == (truth.state, False, 2)
    assert len(runtime.tables.history(bob, copy)) == 2
    runtime.tables.act(bob, copy, "swap 1", 2, "r")


def test_nothing_is_deleted_only_archived(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    runtime.arrangements.archive(bob, table)
    assert runtime.tables.mine(bob) == []
    assert [(info.id, info.archived) for info in runtime.tables.mine(bob, archived=True)] == [(table, True)]
    assert runtime.tables.info(bob, table).archived
    assert [info.id for info in runtime.tables.mine(ann)] == [table]  # it is her turn, and her list
    runtime.arrangements.archive(bob, table, archived=False)
    assert [info.id for info in runtime.tables.mine(bob)] == [table]
    runtime.arrangements.archive(bob, table)
    runtime.tables.act(ann, table, "keep", 2, "r")
    assert [(info.id, info.archived) for info in runtime.tables.mine(bob)] == [(table, False)]
    assert runtime.tables.mine(bob, archived=True) == []


def test_a_list_tells_the_same_of_tables_in_memory_and_of_others(runtime: Runtime, ann: Person) -> None:
    """Some in memory, some not: also then in their order."""
    tables = [hotseat(runtime, ann) for _ in range(3)]
    runtime.tables.act(ann, tables[1], "keep", 3, "r")

    def told() -> list[tuple[object, ...]]:
        return [
            (info.id, info.status, info.version, info.places, info.to_move, info.motions, info.touched, info.mine)
            for info in runtime.tables.mine(ann)
        ]

    kept = told()
    assert {each[0] for each in kept} == {*tables}
    runtime.store.cache.drop(tables[2])
    assert told() == kept
    runtime.store.cache.clear()
    assert told() == kept


def keep_always(s: sample.Sample, seat: int, argument: str) -> Action:
    return sample.KEEP


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = Program("keep", Text("keep always"), "", lambda s, seat: (), keep_always)
    games.game("sample")
    monkeypatch.setitem(sample.GAME.__dict__, "programs", (keeper,))


@pytest.mark.usefixtures("programs")
def test_standing_orders_answer_at_once_and_say_so(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    runtime.arrangements.order(bob, table, "keep")
    assert runtime.tables.info(ann, table).version == 2
    runtime.arrangements.order(ann, table, "keep")
    assert runtime.tables.info(ann, table).status == "over"
    assert [line.note for line in runtime.tables.history(ann, table)] == [None, None, "order", "order"]


@pytest.mark.usefixtures("programs")
def test_standing_orders_are_cancelled(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    runtime.arrangements.order(bob, table, "keep")
    runtime.arrangements.cancel(bob, table, "keep")
    runtime.tables.act(ann, table, "keep", 2, "r")
    assert runtime.tables.info(ann, table).to_move == 1


def test_seats_are_drawn_by_lot_if_so_wished(runtime: Runtime, ann: Person) -> None:
    first = set()
    for _ in range(20):
        plan = TableSpec("sample", [SeatSpec("me"), SeatSpec("bot", "random")], seating="random")
        info = runtime.tables.info(ann, runtime.tables.create(ann, plan).table)
        first.add(info.mine)
    assert first == {(0,), (1,)}


def test_a_ruling_needs_everybody_and_stands_in_the_log(runtime: Runtime, ann: Person, bob: Person) -> None:
    cid = person(runtime, "Cid")
    made = runtime.tables.create(ann, TableSpec("1880", [SeatSpec("me"), SeatSpec("open"), SeatSpec("open")]))
    for who, seat in ((bob, 1), (cid, 2)):
        runtime.tables.claim(who, made.links[seat])
    version = runtime.tables.info(ann, made.table).version
    with pytest.raises(Illegal):
        runtime.arrangements.rule(ann, made.table, 'ruling-cash 0 -99999 "a slip"')
    motion = runtime.arrangements.rule(ann, made.table, 'ruling-cash 0 10 "a slip"')
    runtime.tables.vote(bob, made.table, motion.id, True)
    assert runtime.tables.info(ann, made.table).version == version
    runtime.tables.vote(cid, made.table, motion.id, True)
    (line,) = runtime.tables.history(bob, made.table, since=version)
    assert (line.seat, line.action) == (-2, 'ruling-cash 0 10 "a slip"')
    with pytest.raises(Illegal):
        runtime.tables.act(ann, made.table, 'ruling-cash 0 10 "mine"', version + 1, "r", 0)


@pytest.mark.usefixtures("programs")
def test_several_orders_of_one_kind_stand_side_by_side(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    sample.GAME.__dict__["programs"] = (
        Program("keep", Text("keep"), "times", lambda s, seat: ("1", "2"), lambda s, seat, argument: None),
    )
    for argument in ("1", "2", "1"):
        runtime.arrangements.order(bob, table, "keep", argument)
    runtime.store.cache.drop(table)
    loaded = runtime.store.table(table)
    assert loaded is not None
    assert loaded.places[1].orders == (("keep", "1"), ("keep", "2"))
    runtime.arrangements.cancel(bob, table, "keep", argument="1")
    with pytest.raises(Refused, match="argument"):
        runtime.arrangements.order(bob, table, "keep", "7")


@pytest.mark.usefixtures("programs")
def test_another_number_for_the_same_takes_the_place_of_the_first(runtime: Runtime, ann: Person, bob: Person) -> None:
    """Whoever raises his limit does not want the lower one to pass for him."""
    table = pair(runtime, ann, bob)
    sample.GAME.__dict__["programs"] = (
        Program(
            "bid", Text("bid"), "what", lambda s, seat: ("a", "b"), lambda *asked: None, amounts=lambda *_: range(9)
        ),
    )
    for argument in ("a 3", "b 3", "a 5"):
        runtime.arrangements.order(bob, table, "bid", argument)
    assert set(runtime.tables.info(bob, table).places[1].orders) == {("bid", "b 3"), ("bid", "a 5")}


@pytest.mark.usefixtures("programs")
def test_an_order_that_is_reached_or_crossed_by_hand_does_not_stand_any_more(
    runtime: Runtime, ann: Person, bob: Person
) -> None:
    """It ends with the move, in memory and in the store; orders of other seats and other kinds stay."""

    def over(s: sample.Sample, seat: int, argument: str, by_hand: Action | None) -> bool:
        return by_hand == sample.KEEP

    table = pair(runtime, ann, bob)
    sample.GAME.__dict__["programs"] = (
        Program("wait", Text("wait"), "", lambda s, seat: (), lambda s, seat, argument: None, over),
        Program("stay", Text("stay"), "", lambda s, seat: (), lambda s, seat, argument: None),
    )
    for who in (ann, bob):
        for program in ("wait", "stay"):
            runtime.arrangements.order(who, table, program)
    asked = runtime.tables.info(ann, table)
    mover = (ann, bob)[asked.to_move or 0]
    runtime.tables.act(mover, table, "keep", asked.version, "r")
    for _ in ("in memory", "as stored"):
        loaded = runtime.store.table(table)
        assert loaded is not None
        assert {place.number: set(place.orders) for place in loaded.places} == {
            asked.to_move: {("stay", "")},
            1 - (asked.to_move or 0): {("wait", ""), ("stay", "")},
        }
        runtime.store.cache.drop(table)


def reached(s: sample.Sample, seat: int, argument: str, by_hand: Action | None) -> bool:
    """Ends with the next move, whoever makes it."""
    return True


@pytest.mark.usefixtures("programs")
def test_an_order_that_others_ended_says_so_to_its_player_until_he_decides(
    runtime: Runtime, ann: Person, bob: Person
) -> None:
    table = pair(runtime, ann, bob)
    sample.GAME.__dict__["programs"] = (
        Program("wait", Text("wait"), "for", lambda s, seat: ("a",), lambda s, seat, argument: None, reached),
    )
    runtime.arrangements.order(bob, table, "wait", "a")
    runtime.tables.act(ann, table, "keep", 2, "r")
    for _ in ("in memory", "as stored"):
        (mine,) = (place for place in runtime.tables.info(bob, table).places if place.number == 1)
        assert mine.orders == (("ended", "wait a"),)
        runtime.store.cache.drop(table)
    asked = runtime.tables.info(bob, table)
    runtime.tables.act(bob, table, "keep", asked.version, "s")
    assert runtime.tables.info(bob, table).places[1].orders == ()


@pytest.mark.usefixtures("programs")
def test_an_order_for_once_answers_once_and_leaves_no_word(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    sample.GAME.__dict__["programs"] = (
        Program("keep", Text("keep"), "", lambda s, seat: (), keep_always, reached, once=True),
    )
    runtime.arrangements.order(ann, table, "keep")
    assert runtime.tables.info(ann, table).version == 3
    assert runtime.tables.info(ann, table).places[0].orders == ()
    runtime.store.cache.drop(table)
    assert runtime.tables.info(ann, table).places[0].orders == ()


@pytest.mark.usefixtures("programs")
def test_that_an_order_answered_is_its_players_secret(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    runtime.arrangements.order(ann, table, "keep")
    (own,), (others,) = (runtime.tables.history(who, table, since=2) for who in (ann, bob))
    assert (own.note, others.note) == ("order", None)


def test_an_operators_components_are_kept_with_the_table(tmp_path: Path) -> None:
    game = games.game("russian-railroads")
    name, text = next((n, t) for n, t in game.components.files.items() if n != "rules.toml")
    folder = tmp_path / "own" / "russian-railroads"
    folder.mkdir(parents=True)
    (folder / name).write_text(text + "\n# corrected\n")
    settings = Settings(database=f"sqlite:///{tmp_path}/s.sqlite", bots=1, components=str(tmp_path / "own"))
    runtime = Runtime(settings)
    ann = person(runtime, "Ann")
    table = runtime.tables.create(ann, TableSpec("russian-railroads", [SeatSpec("me")] * 2, hotseat=True)).table
    runtime.close()
    again = Runtime(Settings(database=settings.database, bots=1))
    loaded = again.store.table(table)
    assert loaded is not None
    assert loaded.header.components == {name: text + "\n# corrected\n"}
    assert again.tables.options(ann, table).options
    again.close()


def without_a_seat(runtime: Runtime, ann: Person, *players: Person) -> str:
    """A table of others that Ann only hosts."""
    made = runtime.tables.create(ann, TableSpec("sample", [SeatSpec("open") for _ in players]))
    for seat, who in enumerate(players):
        runtime.tables.claim(who, made.links[seat], who.name)
    return made.table


def test_a_host_without_a_seat_has_no_voice(runtime: Runtime, ann: Person, bob: Person) -> None:
    cid = person(runtime, "Cid")
    table = without_a_seat(runtime, ann, cid, bob)
    motion = runtime.arrangements.replace(ann, table, 1)
    assert (motion.status, dict(motion.votes), motion.missing) == ("open", {}, (0, 1))
    assert runtime.tables.info(bob, table).places[1].kind == "human"
    with pytest.raises(Refused, match="forbidden"):
        runtime.arrangements.new_link(ann, table, 1)
    for who in (cid, bob):
        runtime.tables.vote(who, table, motion.id, True)
    assert runtime.tables.info(ann, table).places[1].kind == "open"


@pytest.mark.parametrize("seats", [2, 3])
def test_nobody_is_counted_who_did_not_vote(runtime: Runtime, ann: Person, seats: int) -> None:
    players = [person(runtime, name) for name in ("Bob", "Cid", "Dee")[:seats]]
    table = without_a_seat(runtime, ann, *players)
    for seat in range(seats):
        motion = runtime.arrangements.replace(ann, table, seat)
        assert motion.missing == motion.needs == tuple(range(seats))


@pytest.mark.parametrize("seat", [-3, -2, -1, 2, 99])
def test_there_is_no_place_outside_the_table(runtime: Runtime, ann: Person, bob: Person, seat: int) -> None:
    table = pair(runtime, ann, bob)
    loaded = runtime.tables.table(ann, table)
    with pytest.raises(Refused, match="seat"):
        loaded.place(seat)
    for call in (
        runtime.arrangements.replace,
        runtime.arrangements.hand_over,
        runtime.arrangements.new_link,
        runtime.tables.leave,
    ):
        with pytest.raises(Refused):
            call(ann, table, seat)


def test_wild_components_of_an_operator_are_refused_in_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "own" / "yokohama"
    folder.mkdir(parents=True)
    text = games.game("yokohama").components.files["prices.toml"]
    (folder / "prices.toml").write_text(text.replace("canal = 1", "canal = -1"))
    with pytest.raises(Refused, match=r"prices.toml: fee\[0\].canal: -1 is not between 0 and 100"):
        read_components(str(tmp_path / "own"))


@pytest.mark.usefixtures("programs")
@pytest.mark.parametrize("bot", [None, "random"])
def test_standing_orders_end_with_the_hand_over_of_a_seat(
    runtime: Runtime, ann: Person, bob: Person, bot: str | None
) -> None:
    table = pair(runtime, ann, bob)
    runtime.arrangements.order(bob, table, "keep")
    link = runtime.arrangements.hand_over(bob, table, 1, bot)
    runtime.store.cache.drop(table)
    found = runtime.store.table(table)
    assert found is not None
    assert found.place(1).orders == ()
    if link is not None:
        runtime.tables.claim(person(runtime, "Cid"), link)
        runtime.tables.act(ann, table, "keep", 2, "r")
        assert runtime.tables.info(ann, table).to_move == 1


@pytest.mark.usefixtures("programs")
def test_standing_orders_end_when_the_others_replace_a_player(runtime: Runtime, ann: Person, bob: Person) -> None:
    table = pair(runtime, ann, bob)
    runtime.arrangements.order(bob, table, "keep")
    motion = runtime.arrangements.replace(ann, table, 1, "random")
    runtime.tables.vote(bob, table, motion.id, True)
    runtime.store.cache.drop(table)
    found = runtime.store.table(table)
    assert found is not None
    assert (found.place(1).kind, found.place(1).orders) == ("bot", ())
