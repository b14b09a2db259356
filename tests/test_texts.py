"""Words: nothing untranslated, the same placeholders everywhere, no sentence made by the engine."""

from __future__ import annotations

import re
import string
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from scripts import i18n
from stellwerk.core import Illegal, Rule, Text, Texts
from stellwerk.locale import LANGUAGES, best_language, translator

CASES = [(language, room) for language in i18n.LANGUAGES for room in i18n.ROOMS]


def stored(language: str, room: str) -> Any:
    with i18n.place_of(language, room).open("rb") as file:
        return read_po(file, locale=language)


def forms(message: Any) -> tuple[str, ...]:
    return message.string if isinstance(message.string, (tuple, list)) else (message.string,)


def placeholders(text: str) -> set[str]:
    python = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    return python | set(re.findall(r"%\((\w+)\)s", text))


@pytest.mark.parametrize(("language", "room"), CASES)
def test_nothing_is_untranslated(language: str, room: str) -> None:
    """Every text of the sources is in the catalogue, with words in every form."""
    catalogue = stored(language, room)
    known = {message.id: message for message in catalogue if message.id}
    for message in i18n.catalogue(room):
        if message.id:
            assert message.id in known, f"{room}: not in the {language} catalogue (make i18n): {message.id!r}"
            assert all(forms(known[message.id])), f"{room}: not in {LANGUAGES[language]}: {message.id!r}"


@pytest.mark.parametrize(("language", "room"), CASES)
def test_placeholders_are_the_same(language: str, room: str) -> None:
    for message in stored(language, room):
        if not message.id:
            continue
        ids = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
        wanted = set().union(*map(placeholders, ids))
        for form in forms(message):
            assert placeholders(form) <= wanted, f"{message.id!r} / {form!r}"
            missing = wanted - placeholders(form) - {"n"}
            assert not missing, f"{message.id!r} / {form!r} lacks {missing}"


def test_a_refusal_speaks_three_languages() -> None:
    refusal = Illegal(Text("the game is over"), Rule("stellwerk", "over"))
    said = {refusal.text.render(translator(language)) for language in LANGUAGES}
    assert len(said) == 3


def test_plurals_have_the_forms_of_their_language() -> None:
    def said(n: int) -> str:
        return Texts("{n} share", "{n} shares", n).render()

    assert [said(1), said(2)] == ["1 share", "2 shares"]


def test_a_text_may_be_a_parameter() -> None:
    inner = Text("the game is over")
    outer = Text("entry {entry}: {problem}", entry=3, problem=inner)
    assert outer.render() == "entry 3: the game is over"
    assert inner.render(translator("de")) in outer.render(translator("de"))


def test_the_reader_gets_the_first_language_we_speak() -> None:
    assert best_language("fr-FR, pl;q=0.8, de;q=0.5") == "pl"
    assert best_language("fr") == "en"


def test_rulebooks_are_not_read_at_run_time() -> None:
    root = Path(__file__).parent.parent / "src"
    for path in root.rglob("*.py"):
        assert "shared/" not in path.read_text("utf-8") or "locale" in path.parts, path


def test_every_file_that_speaks_belongs_to_a_room() -> None:
    listed = {path for room in i18n.ROOMS for path in i18n.files_of(room)}
    speaking = {path for path in i18n.SOURCE.rglob("*.py") if any(i18n.messages_of(path))}
    assert not speaking - listed, "add them to ROOMS in scripts/i18n.py"


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_text_has_one_translation_wherever_it_stands(language: str) -> None:
    """The catalogues are asked one after another, so of two translations only the first would ever be shown."""
    found: dict[Any, dict[tuple[str, ...], str]] = {}
    for room in i18n.ROOMS:
        for message in stored(language, room):
            if message.id:
                found.setdefault(message.id, {}).setdefault(tuple(forms(message)), room)
    clashes = {id_: ways for id_, ways in found.items() if len(ways) > 1}
    assert not clashes, f"say it in different words where it means different things: {clashes}"
