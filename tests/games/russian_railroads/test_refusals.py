"""What players read, word for word: refusals with their sections, questions, and the log of whole turns."""

from __future__ import annotations

from stellwerk.games.russian_railroads.rules import GAME
from tests.games.helpers import play, question, refused, told
from tests.games.russian_railroads.positions import (
    factories,
    gained,
    locomotives,
    may,
    must,
    ready,
    setup,
    table,
    tracks,
)

ANY = (0, 1, 2, 3, 4)


def test_2_1_spaces_that_are_not_there_or_not_free() -> None:
    assert refused(table(2), "place loco_2 worker") == (
        "Locomotive or factory, 2 workers: not on the board for 2 players [1.4]"
    )
    assert refused(table(), "place last_round_industry worker") == "Last round: industry: not in this round [9.7]"
    assert refused(table(), "place engineer_15 worker") == (
        "only own engineers can be used, and engineer 15 (Black twice) is not yours [8.2]"
    )
    s = play(table(), "place coins worker")
    assert refused(s, "place coins coin") == "Coins: occupied [2.1]"
    s.display[1] = 0
    assert refused(s, "place engineer_public_right worker") == "Public engineer, right: no engineer lies there [8.3]"


def test_2_2_prices() -> None:
    s = ready(workers=1)
    assert question(s) == "place workers on a space, or pass (0 points)?"
    assert refused(s, "place industry_2 worker") == "worker is not the price: 2 × worker, 0 × coin [2.2]"
    assert refused(s, "place industry_2 worker+worker") == "not in your supply: 2 × worker [2.2]"
    assert refused(s, "place engineer_hire worker") == "worker is not the price: 0 × worker, 1 × coin [2.2]"
    assert refused(s, "place track_black_1 black") == "not in your supply: black worker [2.2]"
    assert refused(s, "place track_black_1 temporary") == "not in your supply: temporary worker [2.2]"
    assert refused(s, "place mars worker") == "unknown: mars [stellwerk kind]"


def test_2_3_in_full() -> None:
    s = ready(3, doublers=8, markers=(4,))
    s.display[0] = s.temporary = 0
    assert refused(s, "place track_grey_1 worker") == (
        "no grey track yet: black must reach space 2 of the Trans-Siberian first [2.3]"
    )
    tracks(s.me, "transsib", 3, 2)
    assert refused(s, "place track_grey_1 worker") == "cannot be carried out in full: 2 × track step, grey [2.3]"
    assert refused(s, "place industry_3 worker+worker") == (
        "cannot be carried out in full: 1 × industry step, 1 × track step, black [2.3]"
    )
    assert (
        refused(s, "place doubler worker") == "cannot be carried out in full: no room or no supply for doublers [2.3]"
    )
    assert refused(s, "place engineer_hire coin") == "cannot be carried out in full: no engineer to hire [2.3]"
    assert refused(s, "place temporary_workers worker") == (
        "cannot be carried out in full: the temporary workers are gone [2.3]"
    )
    t = table(4, limited_coins=True)
    t.players[1].coins = 15
    assert refused(t, "place coins worker") == "cannot be carried out in full: not enough coins in the supply [2.3]"
    s.stacks = [0] * 10
    assert refused(s, "place loco_1 worker") == "cannot be carried out in full: locomotive or factory [2.3]"
    assert refused(s, "place loco_3 worker+worker+worker") == "cannot be carried out in full: locomotive, factory [2.3]"
    s.display[1] = 12
    assert refused(s, "place engineer_public_right worker") == "cannot be carried out in full: use a space again [2.3]"


def test_2_3_what_would_spoil_the_rest() -> None:
    spoilt = "what is compulsory could not be carried out in full after that [2.3]"
    s = gained(ready(), must("track", 1, (0,)), must("track", 1, (1,)))
    assert refused(s, "build kiev black") == spoilt
    assert refused(s, "end-turn") == (
        "not carried out yet: 1 × track step, black (Track of your choice), "
        "1 × track step, grey (Track of your choice) [2.3]"
    )
    t = ready()
    locomotives(t.me, (9, 0), 3, 2)
    t.stacks = [0] * 8 + [1, 0]
    gained(t, must("locomotive", source="loco_3"), must("factory", source="loco_3"), may("build", source="factory_2"))
    t.returned[4] = 1
    play(t, "lay-locomotive 8 petersburg 3", "lay-locomotive 3 kiev 2")
    assert refused(t, "return-locomotive") == "a locomotive may not be given back while a place for one is empty [4.4]"


def test_3_3_tracks() -> None:
    s = gained(ready(), may("track", 2, ANY))
    tracks(s.me, "kiev", 9, 8)
    tracks(s.me, "transsib", 4, 3)
    assert refused(s, "build kiev white") == "Kiev: white track cannot be built there [3.3]"
    assert refused(s, "build kiev brown") == (
        "no brown track yet: black must reach space 6 of the Trans-Siberian first [3.2]"
    )
    assert refused(s, "build kiev black") == "Kiev: the track is at the end of the line [10.3]"
    assert refused(s, "build transsib grey") == "Trans-Siberian: no free space behind the black track [3.3]"
    t = play(table(), "place track_black_1 worker")
    assert refused(t, "build kiev grey") == "no step with grey track is due [3.1]"


def test_4_3_locomotives() -> None:
    s = ready()
    locomotives(s.me, (3, 1), 2)
    s.stacks[2:4] = [0, 0]
    play(s, "place loco_1 worker")
    assert refused(s, "lay-locomotive 5 kiev 0") == "only the lowest stack may be taken from: 4, not 5 [4.1]"
    assert refused(s, "lay-locomotive 4 petersburg 0") == "St Petersburg: no empty place for a locomotive [4.2]"
    assert refused(s, "lay-locomotive 4 petersburg 3") == "St Petersburg: no locomotive 3 there [4.3]"
    assert refused(s, "build-factory 5 stack 1") == "only the lowest stack may be taken from: 4, not 5 [4.1]"
    assert refused(s, "build-factory 5 returned 1") == "no returned tile has the number 5 [5.3]"
    assert refused(s, "build-factory 4 stack 3") == "gaps are filled from left to right: the next one is 1 [5.1]"
    play(s, "lay-locomotive 4 petersburg 2")
    assert refused(s, "lay-locomotive 4 kiev 0") == "the locomotive to be laid is the replaced one: 2 [4.3]"
    assert refused(s, "lay-locomotive 2 transsib 3") == "only a lower number can be replaced, not 3 [4.3]"
    t = play(table(), "place industry_1 worker")
    assert refused(t, "lay-locomotive 2 kiev 0") == "no locomotive 2 is to be laid [4.1]"
    assert refused(t, "build-factory 2 stack 1") == "no factory is to be built [5.1]"
    u = gained(ready(), may("build"))
    u.stacks = [0] * 10
    assert refused(u, "lay-locomotive 2 kiev 0") == "no stack of locomotives is left [4.1]"


def test_6_2_industry() -> None:
    s = gained(ready(markers=(4, 3)), may("industry"))
    assert refused(s, "advance 1") == "a gap without factory lies before the industry marker [6.2]"
    assert refused(s, "advance 2") == "the other industry marker stands on the next space [6.5]"
    t = gained(ready(markers=(15,)), may("industry"))
    assert refused(t, "advance 1") == "the industry marker is at the end of the lane [6.1]"
    assert refused(t, "advance 2") == "there is no industry marker 2 [6.5]"
    u = play(table(), "place track_black_1 worker")
    assert refused(u, "advance 1") == "no industry step is due [6.1]"


def test_8_5_reuse() -> None:
    s = ready(doublers=8)
    s.stands = [("doubler", 0, "worker"), ("temporary_workers", 0, "worker"), ("coins", 0, "worker")]
    gained(s, may("reuse", source="factory_3"), may("industry", source="factory_5"))
    assert refused(s, "reuse industry_1") == "exactly one of your workers must stand there [8.5]"
    assert refused(s, "reuse temporary_workers") == "Temporary workers: cannot be used again [8.5]"
    assert refused(s, "reuse doubler") == "cannot be carried out in full: no room or no supply for doublers [2.3]"
    assert refused(s, "advance 1") == "the space to be used again is named first [8.5]"
    t = play(table(), "place track_black_1 worker")
    assert refused(t, "reuse coins") == "no space is to be used again [8.5]"
    assert refused(t, "forgo track_black_1") == "nothing to do without here: track_black_1 [2.6]"


def test_9_2_turn_order() -> None:
    assert refused(table(), "place turn_order_first worker") == "you have this place already [9.2]"
    s = play(table(3), "place turn_order_second worker", "pass", "pass")
    s.order = [1, 0, 2]
    assert refused(s, "place turn_order_first worker") == "you have claimed a place already [9.2]"
    t = ready(2)
    assert refused(t, "place turn_order_first coin") == "no own worker on another space to exchange for [9.3]"
    play(t, "place coins worker", "pass", "place turn_order_first coin")
    assert question(t) == "from which space does your worker come?"
    assert refused(t, "swap-worker doubler") == "none of your own workers stands there [9.3]"
    assert told(t, "swap-worker coins") == ["seat 1: own worker to the turn order from Coins"]
    u = play(table(3), "place turn_order_second worker", "pass", "pass", "pass")
    assert question(u) == "where does the worker of your claim move on to?"
    assert refused(u, "move-worker industry_2") == "Industry, 2 steps: does not need exactly 1 worker [9.6]"
    assert refused(u, "move-worker turn_order_first") == "the turn order has been sorted already [9.6]"
    assert refused(u, "withdraw") == "the worker must move on while there is a space for him [9.6]"
    assert told(u, "move-worker coins")[:2] == ["seat 1: worker moves on to Coins", "seat 1: takes 2 coins"]


def test_14_2_tiles_and_cards() -> None:
    s = gained(ready(tiles=(("petersburg_4", "upgrader"),)), may("tile", source="petersburg_6"))
    assert refused(s, "choose-tile upgrader") == "this ?-tile has been used already [14.2]"
    assert refused(s, "choose-tile second_marker") == (
        "the first industry marker still stands on the start space [6.5]"
    )
    assert refused(s, "take-card mixed") == "no ?-card is to be taken [14.3]"
    assert refused(s, "repeat track") == "nothing is to be done once more [14.3]"
    t = gained(ready(doublers=8), may("card", source="tile_cards"), may("repeat", source="card_mixed"))
    t.cards = ("mixed", "engineer")
    assert refused(t, "choose-tile cards") == "no ?-tile is to be chosen [10.5]"
    assert refused(t, "take-card black_worker") == "this ?-card has been taken already [14.3]"
    assert refused(t, "take-card mixed") == "cannot be carried out in full: no room or no supply for doublers [14.3]"
    assert refused(t, "repeat doubler") == "no room or no supply for doublers [7.1]"
    u = play(gained(ready(), may("card", source="tile_cards")), "take-card mixed")
    assert refused(u, "repeat track") == "the three actions of the ?-card come first [14.3]"


def test_14_5_end_cards() -> None:
    s = play(gained(ready(), may("end_card", 10, source="factory_9"), may("industry")), "end-turn")
    assert question(s) == "look through the end cards, or 10 points?"
    assert told(s, "look") == ["seat 1: looks through the end cards"]
    assert told(s, "take-points")[0] == "seat 1: 10 points (instead of an end card)"
    play(s, "look")
    assert question(s) == "an end card that is not in this game"
    play(s, "remove-end-card doublers")
    assert refused(s, "remove-end-card dragons") == "this end card is not in the stack [1.1]"
    play(s, "remove-end-card engineers")
    assert question(s) == "which end card, or 10 points?"
    assert refused(s, "take-end-card doublers") == "this end card is not in the stack [14.5]"
    assert told(s, "take-points")[0] == "seat 1: 10 points (instead of an end card)"
    assert told(s, "take-end-card factories") == [
        "seat 1: takes an end card",
        "seat 1: the end card is Factories",
    ]
    t = play(gained(ready(), may("end_card", 1, source="factory_9"), may("industry")), "end-turn")
    assert question(t) == "look through the end cards, or 1 point?"
    s.takes = tuple((1, card.id) for card in s.box.end_cards.values() for _ in range(card.copies))
    s.takes = tuple(take for take in s.takes if take[1] not in ("doublers", "engineers"))
    gained(s, may("end_card", 10, source="factory_9"), may("industry"))
    s.agenda = s.agenda[:-2] + s.agenda[-1:]
    play(s, "end-turn")
    assert refused(s, "look") == "no end card is left [14.5]"


def test_1_3_set_up() -> None:
    s = GAME.setup(4)
    assert question(s) == "an engineer for place 1"
    assert told(s, "deal-engineer 10") == ["engineer on place 1: Doubler and 3 points"]
    play(s, "deal-engineer 10")
    assert refused(s, "deal-engineer 10") == "this engineer does not belong there [1.1]"
    t = setup(3, order=(2, 0, 1))
    assert question(t) == "which start bonus?"
    assert told(t, "choose-bonus coin") == ["seat 2: start bonus Coin", "seat 2: takes 1 coin"]
    play(t, "choose-bonus coin")
    assert refused(t, "choose-bonus coin") == "this start bonus has been taken already [1.3]"
    assert told(t, "choose-bonus doubler") == [
        "seat 1: start bonus Doubler",
        "seat 1: 1 doubler, now 1",
        "round 1 of 6",
    ]
    u = GAME.setup(2)
    for number in (4, 9, 10, 3, 5, 6):
        play(u, f"deal-engineer {number}")
    assert question(u) == "who gets place 1?"
    assert told(u, "deal-place 1") == ["seat 2: place 1 in the turn order"]
    play(u, "deal-place 1")
    assert refused(u, "deal-place 1") == "this seat has its turn order card already [1.2]"


def test_2_5_the_log_of_a_rich_turn() -> None:
    """2.5: everything that happens in one turn is told, in order."""
    s = ready(markers=(4,), engineers=(2, 13))
    factories(s.me, 1, 8)
    tracks(s.me, "petersburg", 5)
    tracks(s.me, "kiev", 6)
    tracks(s.me, "transsib", 14, 6, 2)
    locomotives(s.me, (2, 1), 6)
    s.round = 7
    assert told(s, "place last_round_industry worker") == ["seat 1: 1 own worker on the space “Last round: industry”"]
    play(s, "place last_round_industry worker")
    assert told(s, "advance 1") == [
        "seat 1: industry marker on space 5, 5 points a round",
        "seat 1: uses factory 1 (Engineers' office)",
    ]
    play(s, "advance 1", "advance 1")
    assert told(s, "advance 1") == [
        "seat 1: industry marker on space 7, 10 points a round",
        "seat 1: uses factory 8 (Engine sheds)",
        "seat 1: 15 points (factory 1 (Engineers' office))",
        "seat 1: 8 points (factory 8 (Engine sheds))",
    ]
    gained(s, must("track", 4, (0, 2), "tile_four_steps"))
    assert told(s, "build petersburg black") == [
        "seat 1: black track of St Petersburg on space 6",
        "seat 1: ?-space reached, St Petersburg 6",
    ]
    assert told(s, "build kiev black") == [
        "seat 1: black track of Kiev on space 7",
        "seat 1: gains one more worker",
    ]
    assert told(s, "build transsib brown") == [
        "seat 1: brown track of Trans-Siberian on space 3",
        "seat 1: gains one more worker",
    ]
    assert told(s, "build transsib black") == [
        "seat 1: black track of Trans-Siberian on space 15",
        "seat 1: may build white track from now on",
        "seat 1: 10 points (end of the line)",
    ]
    gained(s, may("tile", source="industry"), must("track", 1, (0,), "kiev_7"))
    assert question(s) == "to do: 1 × track step, black (Kiev 7); open: ?-tile (industry)"
    assert told(s, "choose-tile second_marker") == [
        "seat 1: ?-tile Second industry marker",
        "seat 1: second industry marker",
    ]


def test_4_3_the_log_of_locomotives_and_factories() -> None:
    s = ready()
    locomotives(s.me, (3, 1), 2, 1)
    s.stacks[2:4] = [0, 0]
    play(s, "place loco_3 worker+worker+worker")
    assert question(s) == "to do: locomotive (Locomotive and factory), factory (Locomotive and factory)"
    assert told(s, "lay-locomotive 4 petersburg 2") == ["seat 1: locomotive 4 at St Petersburg, in place of 2"]
    assert told(s, "lay-locomotive 4 kiev 1") == [
        "seat 1: locomotive 4 at Kiev, in place of 1",
        "seat 1: locomotive 1 returned as a factory",
    ]
    play(s, "lay-locomotive 4 petersburg 2")
    assert question(s) == "where to lay the replaced locomotive 2?"
    assert told(s, "return-locomotive") == ["seat 1: locomotive 2 returned as a factory"]
    play(s, "return-locomotive")
    assert told(s, "build-factory 4 stack 1") == ["seat 1: factory 4 (Doubler works) in gap 1"]
    factories(s.me, 2, 3, 5, 6, 7)
    assert told(s, "build-factory 2 returned 3") == ["seat 1: factory 2 (Locomotive works) in gap 3, in place of 5"]
    locomotives(s.me, (3, 0))
    gained(s, may("nine", source="card_loco_nine"))
    assert question(s) == "open: locomotive 9 (Locomotive 9)"
    assert told(s, "lay-locomotive 9 transsib 0") == ["seat 1: locomotive 9 at Trans-Siberian"]


def test_14_3_the_log_of_cards() -> None:
    s = gained(ready(), may("card", source="tile_cards"), may("end_card", 10, source="tile_cards"))
    assert question(s) == ("open: ?-card (?-card and end card), end card at the end of the turn (?-card and end card)")
    assert told(s, "take-card engineer") == [
        "seat 1: ?-card Engineer and coin",
        "seat 1: engineer 1 (Any track twice)",
        "seat 1: takes 1 coin",
    ]
    assert told(s, "take-card black_worker") == ["seat 1: ?-card Black worker", "seat 1: gains the black worker"]
    play(s, "take-card mixed", "advance 1", "build kiev black")
    assert "one action once more (Doubler, industry, black track, and one again)" in question(s)
    assert told(s, "repeat doubler")[0] == "seat 1: 1 doubler, now 2"


def test_8_1_the_log_of_small_things() -> None:
    s = table(3)
    assert told(s, "place engineer_hire coin") == [
        "seat 1: 1 coin on the space “Hire the engineer”",
        "seat 1: engineer 4 (Black and 3 points)",
    ]
    assert told(s, "place temporary_workers worker")[1] == "seat 1: takes 2 temporary workers"
    assert told(s, "place engineer_public_left worker") == [
        "seat 1: 1 own worker on the space “Public engineer, left”",
        "seat 1: 1 doubler, now 1",
        "seat 1: 3 points (engineer 10 (Doubler and 3 points))",
    ]
    assert told(s, "pass") == ["seat 1: pass, 0 points"]
    s.stands = [("coins", 0, "worker")]
    gained(s, may("reuse", source="factory_3"))
    assert told(s, "reuse coins") == ["seat 1: once more Coins", "seat 1: takes 2 coins"]
    gained(s, may("engineer_sum", source="factory_1"), may("best_locomotives", 2, source="factory_8"), may("industry"))
    assert question(s) == (
        "open: points for engineers at the end of the turn (factory 1 (Engineers' office)), "
        "points for locomotives at the end of the turn (factory 8 (Engine sheds)), "
        "1 × industry step (factory 7 (Rail works))"
    )


def test_12_1_the_log_of_a_round_s_end() -> None:
    s = play(table(2), "place turn_order_first worker", "pass")
    play(s, "pass")
    assert told(s, "move-worker coins") == [
        "seat 1: worker moves on to Coins",
        "seat 1: takes 2 coins",
        "seat 1: scores 0 (Trans-Siberian 0, St Petersburg 0, Kiev 0, industry 0), now 0",
        "seat 2: scores 0 (Trans-Siberian 0, St Petersburg 0, Kiev 0, industry 0), now 2",
        "engineer 4 leaves: nobody hired",
        "round 2 of 6",
    ]
