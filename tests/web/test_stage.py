"""The stage of a table page: the boards a question is about, and what everybody has."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stellwerk import draw, games
from stellwerk.core import CHANCE, advance, after, pending
from stellwerk.table import Place
from stellwerk.web import companions
from stellwerk.web.view import question
from stellwerk.web.view.naming import facet_names
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader

DECISIONS = 160
POWERS = ("d-private-P5", "d-private-P7")
"""Of 1880: may be used in the middle of anything, so they are on the list wherever the company's question is."""


def questions(game: Any, seed: int) -> Any:
    """Positions of a game played by chance in which a seat decides."""
    rng, s = Random(seed), game.setup(min(game.seats))
    asked = 0
    while (choice := pending(s)) is not None and asked < DECISIONS:
        if choice.seat(s) != CHANCE:
            asked += 1
            yield s, choice.seat(s), choice.options(s)
        advance(s, choice.options(s).sample(rng))


def boards_with_spots(game_id: str, view: Any, options: Any) -> frozenset[str]:
    drawn = draw.board(game_id, view, prefix="d-")
    actions = list(options) if options.finite else options.suggest(12)
    ids = {id for action in actions for id in draw.spots(game_id, view, action, "d-") if id not in POWERS}
    return frozenset(name for name, part in drawn.items() if any(e.id in ids for e in part.html.walk()))


@pytest.mark.parametrize("game_id", [id for id in games.ids() if companions.room_of(id)])
def test_every_board_with_a_spot_is_on_the_stage(game_id: str) -> None:
    game = games.game(game_id)
    for s, seat, options in questions(game, 11):
        view = game.view(s, seat)
        spotted = boards_with_spots(game_id, view, options)
        stage = companions.stage(game_id, view, seat, spotted)
        assert stage, f"{pending(s)}: nothing on the stage"
        staged = {name for group in stage for name in group}
        assert spotted <= staged, f"{pending(s)}: {sorted(spotted - staged)} have spots and are not on the stage"


@pytest.mark.parametrize("game_id", [id for id in games.ids() if companions.room_of(id)])
def test_the_stage_and_the_means_show_nothing_a_reader_may_not_know(game_id: str) -> None:
    """They are made from a view, and those of another seat are the same for everybody who may not see more."""
    game = games.game(game_id)
    for s, seat, _ in questions(game, 12):
        own = [tuple(companions.means(game_id, game.view(s, seat), other)) for other in range(len(game.scores(s)))]
        spectator = [tuple(companions.means(game_id, game.view(s, None), other)) for other in range(len(own))]
        assert own == spectator
        assert all(mean.value or mean.sign for means in own for mean in means)


def test_the_company_that_operates_shows_what_it_has_beside_its_question() -> None:
    game = games.game("1880")
    seen = set()
    for s, seat, _ in questions(game, 13):
        beside = companions.beside("1880", game.view(s, seat))
        if s.active:
            seen.add(s.active)
            assert [mean.value for mean in beside][:2] == [s.active, str(s.treasury[s.active])]
        else:
            assert not beside or not list(beside)
    assert seen


def test_long_lists_are_grouped_by_the_names_of_things(monkeypatch: pytest.MonkeyPatch) -> None:
    """Russian Railroads with many coins: many ways to pay, grouped by space; no id of the program is shown."""
    monkeypatch.setattr(question, "SHOWN_FLAT", 12)
    game, seen = games.game("russian-railroads"), 0
    for s, seat, _ in questions(game, 3):
        rich = replace_coins(s)
        perspective = looking(game, rich, seat)
        for group in question.groups_of(perspective.asking.offers):
            names = facet_names(perspective, Reader(), group)
            seen += len(names)
            assert not [name for _, name, _ in names if "_" in name or name == name.lower()], names
    assert seen


@pytest.mark.parametrize("game_id", [id for id in games.ids() if companions.room_of(id)])
def test_no_two_parts_of_a_long_list_have_the_same_name(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Yokohama's moves of assistants were divided by where they come from, and every part was called “Port”."""
    monkeypatch.setattr(question, "SHOWN_FLAT", 12)
    game, seen = games.game(game_id), 0
    for s, seat, _ in questions(game, 3):
        perspective = looking(game, s, seat)
        for group in question.groups_of(perspective.asking.offers):
            names = [name for _, name, _ in facet_names(perspective, Reader(), group)]
            seen += len(names)
            assert len(names) == len(set(names)), f"{group.verb}: {names}"
    assert seen


def replace_coins(s: Any) -> Any:
    rich = s.copy()
    for player in rich.players:
        player.coins = 9
    return rich


def looking(game: Any, s: Any, seat: int) -> Perspective:
    places = tuple(Place(n, "human", f"Player {n}") for n in range(2))
    empty: Any = lambda *_: []  # noqa: E731
    return Perspective(
        "table", "t", "/t", "", game, s, 1, 1, seat, (seat,), places, empty, lambda version: s, empty
    )  # fmt: skip


@pytest.mark.parametrize("game_id", [id for id in games.ids() if companions.room_of(id)])
def test_to_do_nothing_more_stands_last_in_every_list(game_id: str) -> None:
    game, seen = games.game(game_id), 0
    for s, seat, _ in questions(game, 9):
        passes = [offer.passes for offer in question.Question(game, game.view(s, seat), seat).usual]
        seen += any(passes)
        assert passes == sorted(passes)
    assert seen


@pytest.mark.parametrize("game_id", ["russian-railroads", "yokohama"])
def test_one_payment_is_listed_and_every_other_one_is_behind_it(game_id: str) -> None:
    """Nothing that is legal is lost, unless it comes to the very same as what is listed."""
    game, behind, same = games.game(game_id), 0, 0
    for seed in (5, 9, 11):
        for s, seat, _ in questions(game, seed):
            asking = question.Question(game, game.view(s, seat), seat)
            shown = {offer.action for offer in asking.usual}
            others = {offer.action: usual.action for usual in asking.usual for offer in asking.otherwise(usual.action)}
            assert not shown & set(others)
            missing = [action for action in asking.offered if action not in shown | set(others)]
            reached = [after(asking.state, action) for action in shown] if missing else []
            assert all(after(asking.state, action) in reached for action in missing), missing
            behind, same = behind + len(others), same + len(missing)
            assert all(type(action) is type(usual) for action, usual in others.items())
    assert behind
    assert same or game_id != "yokohama"


def test_workers_pay_before_coins() -> None:
    game = games.game("russian-railroads")
    seen = 0
    for s, seat, _ in questions(game, 3):
        asking = question.Question(game, game.view(s, seat), seat)
        for offer in asking.usual:
            others = [str(each.action) for each in asking.otherwise(offer.action)]
            seen += len(others)
            if any("coin" not in line for line in others):
                assert "coin" not in str(offer.action), (str(offer.action), others)
    assert seen
