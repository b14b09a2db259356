"""Extract the texts of every room and bring the catalogues up to date: `make i18n`, or some rooms: `i18n.py web bots`.

A game is a room by the name of its folder, whatever distribution it belongs to.

Python files mark a text by `Text("…")`, `Texts("one", "many", n)` or `_("…")`; templates by gettext; component tables
by the keys `name`, `title`, `text`, `task`, `ruling`, `question`. Translations still needed are kept, others dropped.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import projects
from stellwerk.core.rule import flowing

ROOT = projects.ROOT
SOURCE = ROOT / "src" / "stellwerk"
ROOMS: dict[str, tuple[str | Path, ...]] = {
    "core": (
        "core",
        "rail18",
        "learn",
        "games/own_components.py",
        "command_line.py",
        "terminal.py",
        "copies.py",
        "doctor.py",
    ),
    "bots": ("bots", "rl", "datasets"),
    "draw": ("draw",),
    "web": ("web", "study", "table", "game_commands.py", "game_list.py"),
}
GAMES = {folder.name: folder for folder in sorted(map(projects.source_of, projects.developed()))}
ROOMS |= {name: (folder,) for name, folder in GAMES.items()}
HOMES = {path: home for id_ in projects.developed() if (home := projects.home_of(id_)) and (path := home / "src")}
KEYWORDS: dict[str, Any] = {"Text": None, "Texts": (1, 2), "_": None, "gettext": None, "ngettext": (1, 2)}
WORDED_KEYS = ("name", "title", "text", "task", "ruling", "question")
LANGUAGES = {"de": "German", "pl": "Polish"}

Found = tuple[str, int, Any]


def worded(table: Any) -> Iterator[str]:
    """The texts of a component table, wherever they stand in it."""
    if isinstance(table, dict):
        for key, value in table.items():
            if key in WORDED_KEYS and isinstance(value, str):
                yield flowing(value)
            else:
                yield from worded(value)
    elif isinstance(table, list):
        for value in table:
            yield from worded(value)


def messages_of(path: Path) -> Iterator[Found]:
    name = path.relative_to(home_of(path)).as_posix()
    if path.suffix == ".toml":
        yield from ((name, 1, text) for text in worded(tomllib.loads(path.read_text("utf-8"))) if text)
        return
    method = "python" if path.suffix == ".py" else "jinja2.ext:babel_extract"
    options = {"encoding": "utf-8", "trimmed": "true", "silent": "false"}
    for line, message, _, _ in extract_from_file(method, path, KEYWORDS, options=options):
        if message:
            yield name, line, message


def home_of(path: Path) -> Path:
    """The project that a source file belongs to."""
    return next(home for source, home in HOMES.items() if path.is_relative_to(source))


def files_of(room: str) -> Iterator[Path]:
    for part in ROOMS[room]:
        place = SOURCE / part
        found = [place] if place.is_file() else sorted(place.rglob("*"))
        said = (f for f in found if f.suffix in (".py", ".toml", ".html", ".txt") and f.is_file())
        yield from (f for f in said if not _is_old_book(f))


def _is_old_book(path: Path) -> bool:
    """The rules texts of an earlier release are kept for their digest; nobody reads them."""
    return path.name == "rules.toml" and path.parent.name != "data"


def catalogue(room: str) -> Catalog:
    """Everything the room says, in the order of its files, each text once."""
    result = Catalog(project="Stellwerk", charset="utf-8")
    for path in files_of(room):
        for name, _line, message in messages_of(path):
            # Only the file is kept: line numbers change with every edit and bury the real changes.
            result.add(message, locations=[(name, None)])
    return result


def place_of(language: str, room: str) -> Path:
    if room in GAMES:
        return GAMES[room] / "locale" / f"{language}.po"
    return SOURCE / "locale" / language / "LC_MESSAGES" / f"{room}.po"


def updated(language: str, room: str) -> Catalog:
    path = place_of(language, room)
    template = catalogue(room)
    if path.exists():
        with path.open("rb") as file:
            known = read_po(file, locale=language)
    else:
        known = Catalog(locale=language, charset="utf-8")
    known.update(template, no_fuzzy_matching=True, update_creation_date=False)
    known.obsolete.clear()
    known.header_comment = f"# {LANGUAGES[language]}: {room}"
    known.project, known.version, known.fuzzy = "Stellwerk", "1", False
    known.msgid_bugs_address = known.last_translator = known.language_team = "the Stellwerk authors"
    # A fixed date: the file changes when a text changes, not when somebody looks.
    known.creation_date = known.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    return known


def main() -> int:
    open_texts = 0
    wanted = [room for room in sys.argv[1:] if room in ROOMS] or list(ROOMS)
    for language in LANGUAGES:
        for room in wanted:
            known = updated(language, room)
            path = place_of(language, room)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                write_po(file, known, width=120, omit_header=False, sort_output=False)
            missing = sum(1 for message in known if message.id and not _has_words(message.string))
            open_texts += missing
            print(f"{language} {room}: {len(known)} texts, {missing} untranslated")
    return 1 if open_texts and "--check" in sys.argv else 0


def _has_words(string: Any) -> bool:
    return all(string) if isinstance(string, (tuple, list)) else bool(string)


if __name__ == "__main__":
    sys.exit(main())
