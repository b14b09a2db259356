"""Positions as data: saved, edited, reloaded; a bad one names its field."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from stellwerk.core import Setup, advance, digest, pending
from stellwerk.core.dump import BadPosition, Loader, plain
from tests.sample import rules as sample

SETUP = Setup(2, sample.NoVariants(), sample.GAME.components)


def position() -> Any:
    s = sample.GAME.setup(2)
    advance(s, sample.DRAW[4])
    return json.loads(json.dumps(sample.GAME.dump(s)))


def test_a_position_is_saved_edited_and_reloaded() -> None:
    data = position()
    data["hand"][0] = 12
    data["deck"] = [card for card in sample.CARDS if card != 12]
    s = sample.GAME.load(data, SETUP)
    assert s.hand[0] == 12
    assert pending(s) == sample.Deal(1)
    assert sample.GAME.dump(s) == data
    assert digest(sample.GAME.load(sample.GAME.dump(s), SETUP)) == digest(s)


def wrong(**changes: Any) -> Any:
    data = copy.deepcopy(position())
    data.update(changes)
    return data


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (wrong(hand=[1, "x"]), "state.hand[1]"),
        (wrong(hand=5), "state.hand"),
        (wrong(colour=5), "state.colour"),
        (wrong(agenda=[{"step": "Nap"}]), "state.agenda[0]"),
        (wrong(agenda=[{"step": "Deal", "to": "x"}]), "state.agenda[0].to"),
        (wrong(agenda=[{"step": "Deal"}]), "state.agenda[0].to"),
        ([], "state"),
        ({k: v for k, v in position().items() if k != "deck"}, "state.deck"),
    ],
)
def test_a_bad_position_names_the_field(data: Any, path: str) -> None:
    with pytest.raises(BadPosition) as caught:
        sample.GAME.load(data, SETUP)
    assert caught.value.path == path


@pytest.mark.parametrize("number", [10**7, -(10**7), 10**400])
def test_a_number_no_game_has_is_refused_before_anything_is_built(number: int) -> None:
    with pytest.raises(BadPosition) as caught:
        sample.GAME.load(wrong(hand=[1, number]), SETUP)
    assert caught.value.path == "state.hand[1]"
    assert len(str(caught.value.text)) < 200


def test_dicts_with_other_keys_than_strings_come_back() -> None:
    loader = Loader((), {})
    value = {(1, "a"): [1, None], (2, "b"): [3, 4]}
    assert loader.load(dict[tuple[int, str], list[int | None]], plain(value)) == value
    assert loader.load(frozenset[str], plain(frozenset({"b", "a"}))) == {"a", "b"}


def test_too_many_seats_are_refused() -> None:
    with pytest.raises(BadPosition, match="2 to 4 seats"):
        sample.GAME.setup(9)
