"""Around a game: seats change hands, games end early, people play again, and try things in private."""

from __future__ import annotations

from pathlib import Path

import pytest

from stellwerk import games
from stellwerk.core import Action, Illegal, Program, Text
from stellwerk.table import Person, Refused, SeatSpec
from stellwerk.table.house import House, corrected
from stellwerk.table.service import Plan
from stellwerk.table.settings import Settings
from tests.sample import rules as sample
from tests.table.conftest import person, working
from tests.table.test_bots import wait_for


def pair(house: House, ann: Person, bob: Person) -> str:
    made = house.tables.create(ann, Plan("sample", [SeatSpec("me"), SeatSpec("open")]))
    house.tables.claim(bob, made.links[1])
    return made.table


def test_a_seat_is_handed_over_by_its_owner(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    cid = person(house, "Cid")
    link = house.affairs.hand_over(bob, table, 1)
    assert link is not None
    with pytest.raises(Refused, match="forbidden"):
        house.tables.view(bob, table, 1)
    assert house.tables.claim(cid, link, "Cid") == (table, 1)
    house.tables.act(ann, table, "keep", 2, "r")
    house.tables.act(cid, table, "keep", 3, "r")


def test_an_old_link_ends_with_the_hand_over(house: House, ann: Person) -> None:
    made = house.tables.create(ann, Plan("sample", [SeatSpec("me"), SeatSpec("open")]))
    bob, cid = person(house, "Bob"), person(house, "Cid")
    house.tables.claim(bob, made.links[1])
    house.affairs.hand_over(bob, made.table, 1)
    with pytest.raises(Refused, match="link"):
        house.tables.claim(cid, made.links[1])


def test_a_link_lets_a_second_device_in_until_it_is_renewed(house: House, ann: Person) -> None:
    made = house.tables.create(ann, Plan("sample", [SeatSpec("me"), SeatSpec("open")]))
    bob, phone = person(house, "Bob"), person(house, "Bob's phone")
    for who in (bob, phone):
        house.tables.claim(who, made.links[1], "Bob")
    assert house.tables.view(phone, made.table, 1) == house.tables.view(bob, made.table, 1)
    house.affairs.new_link(bob, made.table, 1)
    house.tables.view(bob, made.table, 1)
    with pytest.raises(Refused, match="forbidden"):
        house.tables.view(phone, made.table, 1)


def test_a_seat_handed_to_a_bot_is_played_on(house: House, ann: Person, bob: Person) -> None:
    with working(house):
        table = pair(house, ann, bob)
        house.affairs.hand_over(bob, table, 1, "random")
        house.tables.act(ann, table, "keep", 2, "r")
        wait_for(house, table, "over")


def test_the_host_replaces_somebody_when_the_others_agree(house: House, ann: Person, bob: Person) -> None:
    cid = person(house, "Cid")
    made = house.tables.create(ann, Plan("sample", [SeatSpec("me"), SeatSpec("open"), SeatSpec("open")]))
    house.tables.claim(bob, made.links[1])
    house.tables.claim(cid, made.links[2])
    with pytest.raises(Refused, match="forbidden"):
        house.affairs.replace(bob, made.table, 2)
    motion = house.affairs.replace(ann, made.table, 1)
    assert motion.missing == (2,)
    house.tables.vote(cid, made.table, motion.id, True)
    assert house.tables.info(ann, made.table).places[1].kind == "open"
    link = house.affairs.new_link(ann, made.table, 1)
    assert house.tables.claim(person(house, "Dee"), link) == (made.table, 1)


def test_without_others_only_a_bot_follows(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    with pytest.raises(Refused, match="forbidden"):
        house.affairs.replace(ann, table, 1)
    assert house.affairs.replace(ann, table, 1, "random").status == "passed"


def test_a_game_is_ended_by_agreement_with_scores_so_far(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    motion = house.affairs.end(ann, table)
    assert house.tables.info(bob, table).status == "running"
    house.tables.vote(bob, table, motion.id, True)
    assert house.tables.info(bob, table).status == "ended"
    assert all(score.total > 0 for score in house.tables.scores(bob, table))
    with pytest.raises(Refused, match="ended"):
        house.tables.act(ann, table, "keep", 2, "r")


def test_a_rematch_is_made_once(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    with pytest.raises(Refused, match="running"):
        house.affairs.rematch(ann, table)
    house.tables.act(ann, table, "keep", 2, "r")
    house.tables.act(bob, table, "keep", 3, "r")
    again = house.affairs.rematch(bob, table, "rotated").table
    assert house.affairs.rematch(ann, table).table == again
    info = house.tables.info(ann, again)
    assert (info.status, info.to_move, [p.name for p in info.places]) == ("running", 0, ["Bob", "Ann"])
    house.tables.act(bob, again, "keep", info.version, "r")


def test_what_if_of_a_running_game_is_imagined(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    copy = house.affairs.what_if(ann, table)
    info = house.tables.info(ann, copy)
    assert (info.imagined, info.hotseat, info.source, info.mine) == (True, True, table, (0, 1))
    assert house.tables.view(ann, copy, 0) == house.tables.view(ann, table, 0)
    seen = {house.tables.view(ann, house.affairs.what_if(ann, table), 1).hand[1] for _ in range(30)}
    assert len(seen) > 1
    with pytest.raises(Refused, match="not-found"):
        house.tables.info(bob, copy)
    house.tables.act(ann, copy, "swap 1", 0, "r")
    house.store.shelf.drop(copy)
    assert house.tables.info(ann, copy).to_move == 1
    assert house.tables.info(ann, table).version == 2


def test_what_if_of_a_finished_game_is_true_and_keeps_its_log(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    truth = house.store.desk(table)
    house.tables.act(ann, table, "keep", 2, "r")
    house.tables.act(bob, table, "keep", 3, "r")
    copy = house.affairs.what_if(bob, table, 2)
    found = house.store.desk(copy)
    assert found is not None
    assert truth is not None
    assert (found.state, found.imagined, found.version) == (truth.state, False, 2)
    assert len(house.tables.history(bob, copy)) == 2
    house.tables.act(bob, copy, "swap 1", 2, "r")


def test_nothing_is_deleted_only_archived(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    house.affairs.archive(bob, table)
    assert house.tables.mine(ann) == []
    assert [info.id for info in house.tables.mine(ann, archived=True)] == [table]
    house.tables.act(ann, table, "keep", 2, "r")
    assert [info.id for info in house.tables.mine(ann)] == [table]


def keep_always(s: sample.Sample, seat: int, argument: str) -> Action:
    return sample.KEEP


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = Program("keep", Text("keep always"), "", lambda s, seat: (), keep_always)
    games.game("sample")
    monkeypatch.setitem(sample.GAME.__dict__, "programs", (keeper,))


@pytest.mark.usefixtures("programs")
def test_standing_orders_answer_at_once_and_say_so(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    house.affairs.order(bob, table, "keep")
    assert house.tables.info(ann, table).version == 2
    house.affairs.order(ann, table, "keep")
    assert house.tables.info(ann, table).status == "over"
    assert [line.note for line in house.tables.history(ann, table)] == [None, None, "order", "order"]


@pytest.mark.usefixtures("programs")
def test_standing_orders_are_cancelled(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    house.affairs.order(bob, table, "keep")
    house.affairs.cancel(bob, table, "keep")
    house.tables.act(ann, table, "keep", 2, "r")
    assert house.tables.info(ann, table).to_move == 1


def test_seats_are_drawn_by_lot_if_so_wished(house: House, ann: Person) -> None:
    first = set()
    for _ in range(20):
        plan = Plan("sample", [SeatSpec("me"), SeatSpec("bot", "random")], seating="random")
        info = house.tables.info(ann, house.tables.create(ann, plan).table)
        first.add(info.mine)
    assert first == {(0,), (1,)}


def test_a_ruling_needs_everybody_and_stands_in_the_log(house: House, ann: Person, bob: Person) -> None:
    cid = person(house, "Cid")
    made = house.tables.create(ann, Plan("1880", [SeatSpec("me"), SeatSpec("open"), SeatSpec("open")]))
    for who, seat in ((bob, 1), (cid, 2)):
        house.tables.claim(who, made.links[seat])
    version = house.tables.info(ann, made.table).version
    with pytest.raises(Illegal):
        house.affairs.rule(ann, made.table, 'ruling-cash 0 -99999 "a slip"')
    motion = house.affairs.rule(ann, made.table, 'ruling-cash 0 10 "a slip"')
    house.tables.vote(bob, made.table, motion.id, True)
    assert house.tables.info(ann, made.table).version == version
    house.tables.vote(cid, made.table, motion.id, True)
    (line,) = house.tables.history(bob, made.table, since=version)
    assert (line.seat, line.action) == (-2, 'ruling-cash 0 10 "a slip"')
    with pytest.raises(Illegal):
        house.tables.act(ann, made.table, 'ruling-cash 0 10 "mine"', version + 1, "r", 0)


@pytest.mark.usefixtures("programs")
def test_several_orders_of_one_kind_stand_side_by_side(house: House, ann: Person, bob: Person) -> None:
    table = pair(house, ann, bob)
    sample.GAME.__dict__["programs"] = (
        Program("keep", Text("keep"), "times", lambda s, seat: ("1", "2"), lambda s, seat, argument: None),
    )
    for argument in ("1", "2", "1"):
        house.affairs.order(bob, table, "keep", argument)
    house.store.shelf.drop(table)
    desk = house.store.desk(table)
    assert desk is not None
    assert desk.places[1].orders == (("keep", "1"), ("keep", "2"))
    house.affairs.cancel(bob, table, "keep", argument="1")
    with pytest.raises(Refused, match="argument"):
        house.affairs.order(bob, table, "keep", "7")


def test_an_operators_components_are_kept_with_the_table(tmp_path: Path) -> None:
    game = games.game("russian-railroads")
    name, text = next((n, t) for n, t in game.components.files.items() if n != "rules.toml")
    folder = tmp_path / "own" / "russian-railroads"
    folder.mkdir(parents=True)
    (folder / name).write_text(text + "\n# corrected\n")
    settings = Settings(database=f"sqlite:///{tmp_path}/s.sqlite", bots=1, components=str(tmp_path / "own"))
    house = House(settings)
    ann = person(house, "Ann")
    table = house.tables.create(ann, Plan("russian-railroads", [SeatSpec("me")] * 2, hotseat=True)).table
    house.close()
    again = House(Settings(database=settings.database, bots=1))
    desk = again.store.desk(table)
    assert desk is not None
    assert desk.header.components == {name: text + "\n# corrected\n"}
    assert again.tables.options(ann, table).options
    again.close()


def without_a_seat(house: House, ann: Person, *players: Person) -> str:
    """A table of others that Ann only hosts."""
    made = house.tables.create(ann, Plan("sample", [SeatSpec("open") for _ in players]))
    for seat, who in enumerate(players):
        house.tables.claim(who, made.links[seat], who.name)
    return made.table


def test_a_host_without_a_seat_has_no_voice(house: House, ann: Person, bob: Person) -> None:
    cid = person(house, "Cid")
    table = without_a_seat(house, ann, cid, bob)
    motion = house.affairs.replace(ann, table, 1)
    assert (motion.status, dict(motion.votes), motion.missing) == ("open", {}, (0,))
    assert house.tables.info(bob, table).places[1].kind == "human"
    with pytest.raises(Refused, match="forbidden"):
        house.affairs.new_link(ann, table, 1)
    house.tables.vote(cid, table, motion.id, True)
    assert house.tables.info(ann, table).places[1].kind == "open"


@pytest.mark.parametrize("seats", [2, 3])
def test_nobody_is_counted_who_did_not_vote(house: House, ann: Person, seats: int) -> None:
    players = [person(house, name) for name in ("Bob", "Cid", "Dee")[:seats]]
    table = without_a_seat(house, ann, *players)
    for seat in range(seats):
        motion = house.affairs.replace(ann, table, seat)
        assert motion.missing == motion.needs == tuple(n for n in range(seats) if n != seat)


@pytest.mark.parametrize("seat", [-3, -2, -1, 2, 99])
def test_there_is_no_place_outside_the_table(house: House, ann: Person, bob: Person, seat: int) -> None:
    table = pair(house, ann, bob)
    desk = house.tables.desk(ann, table)
    with pytest.raises(Refused, match="seat"):
        desk.place(seat)
    for call in (house.affairs.replace, house.affairs.hand_over, house.affairs.new_link, house.tables.leave):
        with pytest.raises(Refused):
            call(ann, table, seat)


def test_wild_components_of_an_operator_are_refused_in_a_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "own" / "yokohama"
    folder.mkdir(parents=True)
    text = games.game("yokohama").components.files["prices.toml"]
    (folder / "prices.toml").write_text(text.replace("canal = 1", "canal = -1"))
    with pytest.raises(Refused, match=r"prices.toml: fee\[0\].canal: -1 is not between 0 and 100"):
        corrected(str(tmp_path / "own"))
