"""The component tables: sources, and clear errors for a file of one's own."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from stellwerk.core import advance
from stellwerk.core.components import BadComponent, Components
from stellwerk.games.russian_railroads.rules import COMPONENTS, GAME
from stellwerk.games.russian_railroads.rules.box import box_of
from stellwerk.games.russian_railroads.rules.state import RussianRailroads
from tests.games.helpers import offered, play, refused
from tests.games.russian_railroads.positions import table


def changed(name: str, old: str, new: str) -> Components:
    text = COMPONENTS.files[name]
    assert old in text
    return COMPONENTS.replacing({name: text.replace(old, new, 1)})


def test_9_7_an_owner_corrects_the_price_of_the_last_round_space() -> None:
    components = changed("spaces.toml", 'rounds = "last"', 'rounds = "last"\nworkers = 2')
    box = GAME.setup(2, components=components).box
    assert box.acts["last_round_industry"].workers == 2
    assert components.replaced == ("spaces.toml",)
    assert box_of(COMPONENTS).acts["last_round_industry"].workers == 1


def priced(new: str) -> RussianRailroads:
    """A table on which engineer 4, the first of the display, has another price."""
    components = changed("engineers.toml", "number = 4\n", f"number = 4\n{new}\n")
    s: RussianRailroads = GAME.setup(2, components=components)
    for line in (*(f"deal-engineer {n}" for n in (9, 4, 10, 3, 5, 6)), "deal-place 0", "deal-place 1"):
        advance(s, GAME.parse(line))
    return play(s, "choose-bonus coin")


def test_8_2_an_owner_finds_a_coin_in_an_engineer_s_price() -> None:
    """2.2, 7.3: on the board and beside a player board the price is paid as shown."""
    s = priced("coins = 1")
    assert refused(s, "place engineer_public_right worker") == "worker is not the price: 1 × worker, 1 × coin [2.2]"
    s.me.engineers = (4,)
    assert offered(s, "place engineer_4") == ["place engineer_4 worker+coin", "place engineer_4 coin+coin"]
    play(s, "place engineer_public_right worker+coin", "build kiev black")
    assert s.players[0].coins == 1
    assert ("Engineers", 1, 1) in [
        (str(t.title), row[4], row[5])
        for t in GAME.reference(s.box.components)
        for row in t.rows
        if t.id == "engineers"
    ]


def test_8_2_an_engineer_for_a_coin_alone() -> None:
    s = priced("workers = 0\ncoins = 1")
    assert offered(s, "place engineer_public_right") == ["place engineer_public_right coin"]


def test_2_2_nothing_is_free_of_charge() -> None:
    """8.2: a price of nothing could be paid without end."""
    with pytest.raises(BadComponent, match=r"engineer\[3\].workers: expected at least 1, found 0"):
        priced("workers = 0")


def test_11_1_other_values_score_otherwise() -> None:
    components = changed("lines.toml", "value = 7", "value = 8")
    assert GAME.setup(2, components=components).box.colours[4].value == 8


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("lines.toml", "length = 15", 'length = "15"', "lines.toml: line[0].length: expected int"),
        ("lines.toml", 'takes = "grey"', 'takes = "pink"', "lines.toml: special[0].colour: pink is not known"),
        ("lines.toml", "space = 13", "space = 16", "special[4].space: expected a number from 1 to 15, found 16"),
        ("spaces.toml", 'op = "track"', 'op = "fly"', "space[0].effects[0].op: expected one of"),
        ("spaces.toml", 'area = "track"', 'colour = "red"', "space[0].colour: no such key"),
        ("spaces.toml", '"track_black_2"', '"track_black_1"', "the id track_black_1 stands twice"),
        ("spaces.toml", 'colours = ["black"]', 'colours = ["pink"]', "space[0].effects: pink is not known"),
        ("engineers.toml", 'letter = "-"', 'letter = "C"', "expected one of A, B, -"),
        ("engineers.toml", 'letter = "-"', 'letter = "A"', "exactly one engineer must be without letter"),
        ("engineers.toml", "number = 2\n", "number = 3\n", "the id 3 stands twice"),
        ("locomotives.toml", "number = 4\n", "number = 14\n", "the numbers must run from 1 without a gap"),
        ("locomotives.toml", "count = 4", "count = 3", "locomotive[0].count: expected at least 4, found 3"),
        (
            "lines.toml",
            '["black", "grey", "brown"]',
            '["black", "brown"]',
            "colours must follow the order of their table",
        ),
        ("spaces.toml", "display = 2", "display = 9", "space[22].display: expected a number from 1 to 6, found 9"),
        ("cards.toml", "[[bonus]]", "[bonus]", "not valid TOML"),
        ("industry.toml", 'kind = "gap"', 'kind = "hole"', "expected one of space, gap, tile"),
        ("setup.toml", "seats = 3", "seats = 5", "setup.toml: table: 3 is not known"),
        ("setup.toml", 'id = "coins"', 'id = "gold"', "setup.toml: supply: coins is not known"),
        ("setup.toml", "[[pass]]\nplace = 4", "[[fourth]]\nplace = 4", "setup.toml: pass: expected 4 values, found 3"),
        ("setup.toml", '"A", "A", "A"', '"A", "A", "A", "A", "A", "A", "A", "A"', "too few engineers of letter A"),
    ],
)
def test_a_bad_table_names_file_table_and_key(name: str, old: str, new: str, said: str) -> None:
    """1.1: whoever replaces a table is told exactly what does not fit."""
    with pytest.raises(BadComponent) as error:
        GAME.setup(2, components=changed(name, old, new))
    assert said in str(error.value)
    assert str(error.value).startswith(name)


def test_a_file_the_game_does_not_have() -> None:
    with pytest.raises(BadComponent, match=r"moons.toml: no such table"):
        COMPONENTS.replacing({"moons.toml": ""})


def test_every_row_has_a_source() -> None:
    box = table().box
    rows: list[Any] = [
        *box.colours,
        *box.lines,
        *box.specials,
        *box.lane,
        *box.spaces.values(),
        *box.locomotives.values(),
    ]
    rows += [*box.engineers.values(), *box.tiles.values(), *box.cards.values(), *box.end_cards.values()]
    assert all(row.source in ("rulebook", "published", "reconstructed") for row in rows)
    assert all(e.source == "reconstructed" for e in box.engineers.values())
    assert {x.source for x in box.locomotives.values()} == {"published"}, "which number has which factory"
    assert {card.id: card.source for card in box.end_cards.values()} == {
        **dict.fromkeys(box.end_cards, "rulebook"),
        "locomotives": "published",
    }


def test_the_box_travels() -> None:
    """Pickled states and views share the tables of the process that reads them."""
    s = table()
    assert pickle.loads(pickle.dumps(s.box)) is s.box
    assert len(pickle.dumps(s.box)) < 200_000


def test_names_and_texts_are_there() -> None:
    box = table().box
    for act in box.acts.values():
        assert act.text.render()
