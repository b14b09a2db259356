"""One vocabulary a game: no German or Polish text uses a word the glossary of its game has ruled out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from babel.messages.pofile import read_po

from scripts import i18n

CASES = [(game, language) for game in i18n.GAMES for language in i18n.LANGUAGES]


def terms(game: str) -> list[dict[str, Any]]:
    place = i18n.GAMES[game] / "locale" / "glossary.toml"
    rows: list[dict[str, Any]] = tomllib.loads(place.read_text("utf-8"))["term"]
    return rows


def entries(game: str, language: str) -> Iterator[tuple[str, str]]:
    """Every text of a game with its translation, each form of a plural by itself."""
    with i18n.place_of(language, game).open("rb") as file:
        for message in read_po(file, locale=language):
            if message.id:
                english = message.id if isinstance(message.id, str) else " / ".join(message.id)
                forms = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
                yield from ((english, form) for form in forms)


def misused(term: dict[str, Any], language: str, english: str, translated: str) -> str:
    """The banned expression a translation uses, if any."""
    applies = re.search(term.get("when", ""), english) and not re.search(term.get("unless", "(?!)"), english)
    banned = term.get(f"not_{language}", ()) if applies else ()
    return next((word for word in banned if re.search(word, translated)), "")


@pytest.mark.parametrize(("game", "language"), CASES)
def test_no_text_uses_a_banned_word(game: str, language: str) -> None:
    found = [
        f"{term[language]}, not {word}: {translated!r} ({english[:60]!r})"
        for english, translated in entries(game, language)
        for term in terms(game)
        if (word := misused(term, language, english, translated))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", i18n.GAMES)
def test_no_adjective_is_put_before_its_noun_by_a_parameter(game: str) -> None:
    """A colour is inflected with its noun ("z żółtego kafelka"), so both belong to one translated phrase."""
    found = [english for english, _ in entries(game, "de") if re.search(r"\{colour\} \w", english)]
    assert found == []


FIGURES = "study/statistics.py"
"""Where the house has words for companies, shares and trains; 1880 is the one game that has them."""


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_figures_of_railway_companies_use_the_words_of_1880(language: str) -> None:
    with i18n.place_of(language, "web").open("rb") as file:
        read = [m for m in read_po(file, locale=language) if any(at.endswith(FIGURES) for at, _ in m.locations)]
    said = [(str(message.id), str(message.string)) for message in read]
    assert said
    found = [
        (text, word)
        for english, text in said
        for t in terms("china1880")
        if (word := misused(t, language, english, text))
    ]
    assert found == []


@pytest.mark.parametrize("game", i18n.GAMES)
def test_the_glossary_is_whole_and_its_words_are_used(game: str) -> None:
    rows = terms(game)
    assert len({row["en"] for row in rows}) == len(rows)
    for row in rows:
        assert {"en", "de", "pl"} <= set(row)
        assert set(row) <= {"en", "de", "pl", "not_de", "not_pl", "when", "unless"}
        assert row.get("not_de") or row.get("not_pl"), row["en"]
        for language in i18n.LANGUAGES:
            stem = row[language].split()[0].removeprefix("?-")[:4]
            used = any(stem.lower() in translated.lower() for _, translated in entries(game, language))
            assert used, f"{row['en']}: no text says {row[language]}"


def test_a_banned_word_is_noticed_only_where_it_is_meant() -> None:
    train = next(row for row in terms("china1880") if row["en"] == "train")
    assert misused(train, "de", "no train", "kein Zug")
    assert not misused(train, "de", "no such turn", "kein Zug")
    assert not misused(train, "de", "no train", "keine Lok")
