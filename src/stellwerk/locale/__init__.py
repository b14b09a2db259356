"""Words: the catalogues of all rooms and games, one per language.

Catalogues are read straight from their `.po` files, so there is no build step between a translator and the page.
"""

from __future__ import annotations

import gettext
import os
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO

from stellwerk import games
from stellwerk.core.text import ENGLISH, Translator

LANGUAGES = {"en": "English", "de": "Deutsch", "pl": "Polski"}


@cache
def translator(language: str) -> Translator:
    """The translator of a language; English for one we do not speak."""
    words: gettext.GNUTranslations | None = None
    for catalogue in catalogues(language):
        found = _read(catalogue, language)
        if words is None:
            words = found
        else:
            words.add_fallback(found)
    return words or ENGLISH


def _read(catalogue: Traversable, language: str) -> gettext.GNUTranslations:
    from babel.messages.mofile import write_mo  # here: whoever reads English needs no catalogue
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(catalogue.read_bytes()), locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def catalogues(language: str) -> list[Traversable]:
    """The files of a language: those of the rooms, then one of each game that speaks it."""
    rooms = files("stellwerk.locale") / language / "LC_MESSAGES"
    found = (
        sorted((f for f in rooms.iterdir() if f.name.endswith(".po")), key=lambda f: f.name) if rooms.is_dir() else []
    )
    brought = [files(package) / "locale" / f"{language}.po" for package in games.PACKAGES.values()]
    return [*found, *(f for f in brought if f.is_file())]


def best_language(wanted: str, otherwise: str = "en") -> str:
    """The first language of an `Accept-Language` header that we speak."""
    for part in wanted.split(","):
        language = part.split(";")[0].strip()[:2].lower()
        if language in LANGUAGES:
            return language
    return otherwise


def language_of_environment() -> str:
    """The language of the session, by the variables every system has for it."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return best_language(next(filter(None, named), ""))
