"""What was begun goes on as it was begun: the tables and readings of a log are those it was opened with.

The worked example of "Changing a reading" in CONTRIBUTING: the sample game, whose second version has a shorter deck.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from stellwerk.core import Dealer, Game, Setup, digest, then
from stellwerk.core.components import Components
from stellwerk.core.dump import BadPosition, reading
from stellwerk.core.editions import editions_in, played_by
from stellwerk.core.game import Edition
from stellwerk.core.log import BadLog, Record, UnknownRules, beginning, fold, read, write
from tests.sample import rules as sample
from tests.sample.rules import CARDS, SWAP, Deal, Sample, Turn

FIRST, SECOND = (Components({"deck.toml": f"highest = {n}", "rules.toml": "x = 1"}) for n in (12, 10))


@dataclass(frozen=True, slots=True)
class Switches:
    loser_first: bool = False
    ones: bool = reading({2: True}, since=2, default=False)
    """Whether the 1 is dealt. Until version 2 it was."""


@dataclass(slots=True)
class Counted(Sample):
    swaps: int = reading({2: 0}, since=2, default=0)

    def copy(self) -> Counted:
        return Counted(self.seats, self.deck[:], self.hand[:], self.thrown[:], self.agenda[:], swaps=self.swaps)


@dataclass(frozen=True, slots=True)
class OldSwitches:
    loser_first: bool = False


def _start(setup: Setup, kind: type[Sample], ones: bool) -> Any:
    highest = setup.components.table("deck.toml")["highest"]
    deck = [card for card in CARDS if card <= highest and (card > 1 or ones)]
    s = kind(setup.seats, deck, [0] * setup.seats, [0] * setup.seats)
    then(s, *map(Deal, range(setup.seats)), Turn(0))
    return s


OLD: Game[Any] = replace(
    sample.GAME, variants=OldSwitches, components=FIRST, start=lambda setup: _start(setup, Sample, True)
)
NEW: Game[Any] = replace(
    sample.GAME,
    variants=Switches,
    state=Counted,
    components=SECOND,
    rules_version=2,
    start=lambda setup: _start(setup, Counted, setup.variants.ones),
    editions=lambda: (Edition("0.1", 1, FIRST),),
)


def played(game: Game[Any], seed: int = 1, seats: int = 2, **more: Any) -> Record[Any]:
    record = Record.new(game, seats, **more)
    dealer = Dealer(random.Random(seed))
    record.deal(dealer)
    for seat in range(seats):
        record.act(seat, SWAP)
        record.deal(dealer)
    return record


def deck(s: Sample) -> set[int]:
    return {*s.deck, *s.hand, *s.thrown} - {0}


@pytest.mark.parametrize("seed", range(6))
def test_an_old_game_keeps_its_tables_its_readings_and_its_digest(seed: int) -> None:
    old = played(OLD, seed)
    document = read(write(old))
    s = fold(NEW, document.header, document.entries, check=True)
    assert (s.hand, s.thrown, s.deck) == (old.state.hand, old.state.thrown, old.state.deck)
    assert deck(s) == set(CARDS)
    assert digest(s, 1) == document.digests[old.version] != digest(s)
    assert write(Record(NEW, document.header, s, document.entries)) == write(old)


def test_a_new_game_has_the_new_ones() -> None:
    record = played(NEW)
    assert deck(record.state) == set(range(2, 11))
    assert (record.header.rules_version, record.header.variants["ones"]) == (2, False)
    assert played_by(NEW, record.header) is None


def test_what_an_old_header_says_holds() -> None:
    header = replace(Record.new(OLD, 2).header, variants={"ones": False})
    assert deck(beginning(NEW, header)) == set(range(2, 13))


def test_a_header_without_a_digest_means_the_tables_of_its_version() -> None:
    header = replace(Record.new(OLD, 2).header, digest="", variants={})
    assert deck(beginning(NEW, header)) == set(CARDS)
    assert deck(beginning(NEW, replace(header, rules_version=2))) == set(range(2, 11))


def test_a_position_of_an_old_game_lacks_what_came_later() -> None:
    old = played(OLD)
    header = replace(old.header, position=OLD.dump(old.state))
    assert fold(NEW, header, []).swaps == 0
    with pytest.raises(BadPosition, match=r"state\.swaps: missing"):
        fold(NEW, replace(header, rules_version=2), [])


def test_a_changed_default_is_no_new_field() -> None:
    """`loser_first` has another default from version 3: it was dumped before and still is."""

    @dataclass(frozen=True, slots=True)
    class Third:
        loser_first: bool = reading({3: False}, default=True)

    third: Game[Any] = replace(OLD, variants=Third, rules_version=3)
    values = [third.variants_from({}, version).loser_first for version in (1, 2, 3, None)]
    assert values == [False, False, True, True]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"digest": "0123456789abcdef"}, r"tables this program does not have \(0123456789abcdef\)"),
        ({"rules_version": 3}, "played by version 3 of the rules; this program knows them up to version 2"),
        ({"rules_version": 0}, "played by version 0 of the rules"),
    ],
)
def test_what_is_unknown_is_refused_with_a_sentence(change: Mapping[str, Any], sentence: str) -> None:
    record = played(NEW)
    with pytest.raises(UnknownRules, match=sentence) as caught:
        fold(NEW, replace(record.header, **change), record.entries)
    assert isinstance(caught.value, BadLog)
    assert not caught.value.text.render().startswith("entry")


def test_todays_tables_changed_in_silence_are_noticed() -> None:
    record = played(NEW)
    changed = replace(NEW, components=Components({**SECOND.files, "deck.toml": "highest = 11"}))
    with pytest.raises(UnknownRules):
        fold(changed, record.header, record.entries)


def test_replaced_tables_are_looked_for_in_every_edition() -> None:
    own = {"deck.toml": "highest = 8"}
    for game, version in ((OLD, 1), (NEW, 2)):
        header = Record.new(game, 2, components=game.components.replacing(own)).header
        assert (header.rules_version, max(deck(beginning(NEW, header)))) == (version, 8)
    two = Components({**FIRST.files, "hand.toml": "size = 1"})
    wide: Game[Any] = replace(NEW, editions=lambda: (Edition("0.1", 1, two),))
    header = Record.new(replace(OLD, components=two), 2, components=two.replacing(own)).header
    assert max(deck(beginning(wide, header))) == 8


def test_a_log_says_by_whose_rules_it_is_played() -> None:
    assert played_by(NEW, played(OLD).header) == "0.1"
    same_tables = replace(NEW, components=FIRST)
    assert played_by(same_tables, played(OLD).header) == "0.1"
    assert played_by(same_tables, replace(played(OLD).header, variants={"ones": False})) is None
    assert played_by(replace(same_tables, editions=tuple), played(OLD).header) == "#1"


def test_a_digest_is_of_what_a_game_depends_on() -> None:
    text = 'source = "published"\n[[card]]\nid = "a"\nvalue = 3\n'
    one = Components({"cards.toml": text, "rules.toml": "x = 1"})
    same = (
        {"rules.toml": "x = 2"},
        {"cards.toml": text + "# a remark\n"},
        {"cards.toml": text.replace("published", "rulebook")},
    )
    for other in map(one.replacing, same):
        assert other.digest == one.digest
        assert other.written != one.written
    assert one.replacing({"cards.toml": text.replace("3", "4")}).digest != one.digest


def test_a_file_is_the_one_of_the_next_release_that_keeps_it(tmp_path: Path) -> None:
    about = 'rules_version = 1\ndigest = ""\n[files]\n"a.toml" = ""\n"b.toml" = ""\n'
    for name, text in {"a.toml": "n = 3", "b.toml": "n = 3", "new.toml": "n = 1"}.items():
        (tmp_path / name).write_text(text)
    for release, kept in (("0.1", {"a.toml": "n = 1"}), ("0.2", {"b.toml": "n = 2"}), ("0.10", {})):
        (tmp_path / release).mkdir()
        for name, text in {**kept, "edition.toml": about}.items():
            (tmp_path / release / name).write_text(text)
    found = {edition.name: edition.components.files for edition, _ in editions_in(tmp_path)}
    assert found == {
        "0.10": {"a.toml": "n = 3", "b.toml": "n = 3"},
        "0.2": {"a.toml": "n = 3", "b.toml": "n = 2"},
        "0.1": {"a.toml": "n = 1", "b.toml": "n = 2"},
    }
    assert list(found) == ["0.10", "0.2", "0.1"]
