"""Every action space, engineer, factory, ?-tile, ?-card and end card is used in random or scripted games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from stellwerk.core import CHANCE, advance, pending
from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.actions import ChooseTile, MoveWorker, Place, Reuse, TakeCard, TakeEndCard
from stellwerk.games.russian_railroads.rules.events import FactoryEntered
from stellwerk.games.russian_railroads.rules.laws import LAWS
from stellwerk.games.russian_railroads.rules.state import RussianRailroads

Script = Sequence[str]
RANDOM: Script = ()
LINES: Script = (
    "choose-tile four_steps",
    "choose-tile cards",
    "choose-tile upgrader",
    "look",
    "take-end-card",
    "take-card",
    "lay-locomotive",
    "place track_white",
    "place track_natural",
    "place track_brown",
    "place track_grey",
    "place loco",
    "place track",
    "build transsib",
    "build petersburg",
)
INDUSTRY: Script = (
    "choose-tile second_marker",
    "choose-tile five_industry",
    "choose-tile cards",
    "look",
    "take-end-card",
    "place last_round",
    "place industry",
    "advance",
    "reuse",
    "build-factory",
    "place loco",
    "move-worker",
    "place engineer_hire",
    "place coins",
    "take-card",
)
ENGINEERS: Script = (
    "place engineer_hire",
    "place engineer_",
    "place coins",
    "place temporary",
    "place turn_order",
    "build",
    "advance",
    "choose-tile cards",
)
WORKS: Script = (
    "advance",
    "place loco_3",
    "place loco",
    "build-factory 9",
    "build-factory 8",
    "lay-locomotive",
    "build-factory",
    "look",
    "take-end-card",
    "place last_round",
    "place engineer_hire",
    "place coins",
    "place temporary",
    "place industry",
)
SCRIPTS = {"lines": LINES, "industry": INDUSTRY, "engineers": ENGINEERS, "works": WORKS}

Used = dict[str, set[str]]


def answer(options: Any, script: Script, rng: random.Random) -> Any:
    """The first wish of the script that is offered, else anything."""
    found = list(options)
    for wish in script:
        wanted = [a for a in found if str(a).startswith(wish)]
        if wanted:
            return wanted[rng.randrange(len(wanted))]
    return found[rng.randrange(len(found))]


def note(used: Used, s: RussianRailroads, a: Any) -> None:
    if isinstance(a, (Place, MoveWorker, Reuse)):
        kind = "space" if a.space in s.box.spaces else "engineer"
        used[kind].add(a.space)
        if a.space in s.box.displays:
            used["engineer"].add(f"engineer_{s.display[s.box.displays[a.space]]}")
    elif isinstance(a, ChooseTile):
        used["tile"].add(a.tile)
    elif isinstance(a, TakeCard):
        used["card"].add(a.card)
    elif isinstance(a, TakeEndCard):
        used["end card"].add(a.card)


def everything() -> Used:
    box = GAME.setup(2).box
    return {
        "space": set(box.spaces),
        "engineer": {e.id for e in box.engineers.values()},
        "factory": {str(number) for number in box.locomotives},
        "tile": set(box.tiles),
        "card": set(box.cards),
        "end card": set(box.end_cards),
    }


def played(seats: int, seed: int, scripts: Sequence[Script], used: Used) -> RussianRailroads:
    """A game in which each seat follows its script; conservation laws hold at every step."""
    rng = random.Random(seed)
    s = GAME.setup(seats)
    while (choice := pending(s)) is not None:
        seat = choice.seat(s)
        script = RANDOM if seat == CHANCE else scripts[seat % len(scripts)]
        action = answer(choice.options(s), script, rng)
        note(used, s, action)
        s.heard = []
        advance(s, action)
        used["factory"].update(str(event.number) for event in s.heard if isinstance(event, FactoryEntered))
        for law in LAWS:
            assert law.broken(s) is None, f"{law.name}: {law.broken(s)} after {action}"
    return s


def covered(games: int, scripts: Sequence[Script]) -> Used:
    used: Used = {kind: set() for kind in everything()}
    for seed in range(games):
        played(2 + seed % 3, seed, scripts, used)
    return used


@pytest.mark.slow
def test_everything_is_used_in_random_or_scripted_games() -> None:
    """2.1, 14.2, 14.3, 14.5, 14.6, 8.2: nothing in the box is dead."""
    wanted = everything()
    sources = {"random": covered(30, (RANDOM,))}
    for name, script in SCRIPTS.items():
        sources[name] = covered(12, (script, script if name == "works" else RANDOM))
    for name, used in sources.items():
        counts = ", ".join(f"{len(used[kind])} of {len(wanted[kind])} {kind}" for kind in wanted)
        print(f"{name}: {counts}")
    missing = {kind: wanted[kind] - set().union(*(used[kind] for used in sources.values())) for kind in wanted}
    assert not any(missing.values()), missing


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_r115_conservation_in_random_games(seats: int) -> None:
    """1.1: locomotives, doublers, tracks, workers, engineers, coins and end cards always add up to the box."""
    used: Used = {kind: set() for kind in everything()}
    for seed in range(6):
        s = played(seats, 1000 + seed, (RANDOM,), used)
        assert s.round == s.table.rounds
    assert {law.name for law in LAWS} >= {"locomotives", "doublers", "tracks", "workers"}


@pytest.mark.parametrize(
    ("law", "spoil"),
    [
        ("locomotives", lambda s: s.stacks.__setitem__(4, 9)),
        ("tracks", lambda s: s.players[0].tracks.__setitem__(1, 5)),
        ("tracks", lambda s: s.players[0].tracks.__setitem__(0, 16)),
        ("doublers", lambda s: setattr(s, "doublers", 3)),
        ("workers", lambda s: setattr(s.players[0], "workers", 9)),
        ("workers", lambda s: setattr(s.players[0], "black", 1)),
        ("workers", lambda s: setattr(s, "temporary", 1)),
        ("engineers", lambda s: setattr(s.players[0], "engineers", (s.display[0],))),
        ("coins", lambda s: setattr(s.players[0], "coins", -1)),
        ("end cards", lambda s: setattr(s, "takes", ((1, "fifteen_points"),) * 3)),
    ],
)
def test_r115_a_broken_position_is_found(law: str, spoil: Any) -> None:
    s = GAME.setup(2)
    while s.round == 0:
        choice = pending(s)
        assert choice is not None
        advance(s, next(iter(choice.options(s))))
    spoil(s)
    assert next(x for x in LAWS if x.name == law).broken(s) is not None
