"""Make the layouts of the environments complete: `python scripts/layout.py [GAME …]` adds the words that are missing.

Words come from the declared domains of every action a seat can take. An index never changes its meaning: lines are only
ever added, and `tests/rl/test_games.py` compares with the checked-in tables.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any, get_origin, get_type_hints

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts import projects
from stellwerk import games
from stellwerk.core import CHANCE, Chance, advance, pending
from stellwerk.core.action import domains
from stellwerk.rl.layout import END, spelled

GAMES = 3


def room_of(id_: str) -> Any:
    """What the game brings for environments: `OWN_WORDS` are verbs that it spells in words of its own."""
    return games.companion(id_, "rl")


def declared(id_: str) -> list[str]:
    """Every word the domains allow."""
    game = games.game(id_)
    values = game.domains(game.setup(max(game.seats)))
    words: list[str] = []
    for kind in game.actions:
        if kind.verb.startswith(room_of(id_).OWN_WORDS or "!") or only_chance(id_, kind):
            continue
        words.append(f"do {kind.verb}")
        hints: Any = get_type_hints(kind)
        for field, domain in domains(kind):
            for value in values[domain]:
                several = get_origin(hints[field]) is tuple
                shown = "-" if value is None else value
                words.append(f"number {value}" if type(value) is int and not several else f"{domain} {shown}")
                if several:
                    words.append(END)
    return words


def only_chance(id_: str, kind: Any) -> bool:
    steps = [step for step in games.game(id_).steps if kind in getattr(step, "kinds", ())]
    return bool(steps) and all(issubclass(step, Chance) for step in steps)


def met(id_: str) -> list[str]:
    """Words met in random games: those that no domain declares."""
    game = games.game(id_)
    room = room_of(id_)
    words: dict[str, None] = {}
    for seed in range(GAMES):
        rng = random.Random(seed)
        s = game.setup(game.seats[seed % len(game.seats)])
        while (choice := pending(s)) is not None:
            options = choice.options(s)
            if choice.seat(s) != CHANCE and not room.OWN_WORDS:
                for action in options.suggest(20):
                    words.update(dict.fromkeys(spelled(action)))
            elif choice.seat(s) != CHANCE and rng.random() < 0.1:
                for found, _ in room.moves(s, choice):
                    words.update(dict.fromkeys(found))
            advance(s, options.sample(rng))
    return list(words)


def main() -> None:
    for id_ in filter(room_of, sys.argv[1:] or projects.developed()):
        path = projects.source_of(id_) / "rl" / "layout.txt"
        known = path.read_text("utf-8").splitlines() if path.exists() else []
        extra = room_of(id_).extra_words()
        words = dict.fromkeys([*known, *declared(id_), *extra, *met(id_)])
        path.write_text("\n".join(words) + "\n", "utf-8")
        print(f"{id_}: {len(words)} words, {len(words) - len(known)} new")


if __name__ == "__main__":
    main()
