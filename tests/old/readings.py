"""What today's rules make of the recorded logs: `python -m tests.old.readings` records it.

The old logs keep their old rules. Here they are read as if they had been opened today; so a reading that changes is
noticed, and must come with another `rules_version`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from stellwerk.core import Game, pending
from stellwerk.core.engine import apply
from stellwerk.core.log import BadLog, beginning, live
from stellwerk.core.rule import Illegal
from stellwerk.games import game as game_of
from stellwerk.games import ids
from stellwerk.study.replay import open_log
from tests.old import EXPECTED, log_of, scored

FILE = Path(__file__).parent / "readings.json"


def read_today(id_: str, game: Game[Any] | None = None) -> dict[str, Any]:
    game = game or game_of(id_)
    keys = [
        key for key in EXPECTED["logs"] if key.startswith(f"{id_}/") and not key.endswith(("position", "own-tables"))
    ]
    results = {key: _followed(game, key) for key in keys}
    return {"rules_version": game.rules_version, "tables": game.components.digest, "results": results}


def _followed(game: Game[Any], key: str) -> str:
    """A fingerprint of who is asked what after every entry, and of the scores; up to the first refusal."""
    _, document = open_log(log_of(key))
    header = replace(document.header, digest=game.components.digest, rules_version=game.rules_version)
    s = beginning(game, header)
    asked: list[Any] = []
    for number, entry in live(document.entries):
        try:
            apply(s, entry.seat, game.parse(entry.text))
        except (Illegal, BadLog) as refusal:
            asked.append(["refused", number, str(getattr(refusal, "rule", ""))])
            break
        choice = pending(s)
        asked.append([choice.seat(s), str(choice.rule)] if choice is not None else None)
    said = json.dumps([asked, scored(game, s)])
    return f"{len(asked)} {hashlib.sha256(said.encode()).hexdigest()[:16]}"


def alarm(before: dict[str, Any], today: dict[str, Any]) -> str | None:
    """What is to be done, if anything."""
    if before == today:
        return None
    if any(before[name] != today[name] for name in ("rules_version", "tables")):
        return "rules or tables are others: record what they make of the logs by `python -m tests.old.readings`"
    changed = [key for key, result in today["results"].items() if before["results"].get(key) != result]
    return f"read otherwise than before: {', '.join(changed)}; add a switch and raise rules_version (CONTRIBUTING)"


def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return found


if __name__ == "__main__":
    FILE.write_text(json.dumps({id_: read_today(id_) for id_ in ids()}, indent=1) + "\n", "utf-8")
