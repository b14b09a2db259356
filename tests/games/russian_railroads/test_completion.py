"""Section 2.3: the quick answers about "in full" agree with a search that takes no short cut."""

from __future__ import annotations

import random
from typing import Any

import pytest

from stellwerk.core import advance, objection, pending
from stellwerk.games.russian_railroads.rules import GAME
from stellwerk.games.russian_railroads.rules.box import INSTANT
from stellwerk.games.russian_railroads.rules.chapters import completion
from stellwerk.games.russian_railroads.rules.chapters.completion import solvable
from stellwerk.games.russian_railroads.rules.chapters.effects import Displaced, Pending
from stellwerk.games.russian_railroads.rules.chapters.foresight import compulsory, is_ample, is_hopeless
from stellwerk.games.russian_railroads.rules.chapters.spaces import in_full, open_acts
from stellwerk.games.russian_railroads.rules.chapters.turn import Turn
from stellwerk.games.russian_railroads.rules.components import Effect
from stellwerk.games.russian_railroads.rules.state import RussianRailroads
from tests.games.helpers import offered
from tests.games.russian_railroads.positions import factories, gained, locomotives, may, must, ready, tracks


class Nodes:
    """Boards met before, and how many more may be looked at."""

    def __init__(self, left: int = 100_000) -> None:
        self.left = left
        self.met: set[Any] = set()

    def new(self, key: Any) -> bool:
        self.left -= 1
        known = key in self.met or self.left <= 0
        self.met.add(key)
        return not known


def searched(s: RussianRailroads, seen: Nodes) -> bool:
    """Every order of single steps, until one completes everything compulsory."""
    step: Any = s.agenda[-1] if s.agenda else None
    if not isinstance(step, (Pending, Displaced)) or not compulsory(step.effects):
        return True
    p = s.me
    key = (step, *map(tuple, (p.tracks, p.locomotives, p.factories, p.markers, s.stacks, s.returned)), p.tiles, s.cards)
    if not seen.new(key):
        return False
    for action in step.candidates(s):
        following = s.copy()
        advance(following, action)
        if searched(following, seen):
            return True
    return False


def alone(s: RussianRailroads, effects: tuple[Effect, ...]) -> RussianRailroads:
    scene = s.copy()
    scene.agenda = [Pending(effects)]
    return scene


def late(seats: int, seed: int) -> RussianRailroads:
    """A random position in which boards have grown: far along a game with boards filled at random."""
    rng = random.Random(seed)
    s = GAME.setup(seats)
    for _ in range(rng.randrange(20, 60 * seats)):
        if pending(s) is None:
            break
        advance(s, s.agenda[-1].options(s).sample(rng))  # type: ignore[attr-defined]
    while s.agenda and not isinstance(pending(s), Turn):
        advance(s, s.agenda[-1].options(s).sample(rng))  # type: ignore[attr-defined]
    for p in s.players:
        grown(p, rng)
    s.stacks = [0] * (lowest := rng.randrange(2, 10)) + s.stacks[lowest:]
    return s


def grown(p: Any, rng: random.Random) -> None:
    """Boards near the ends and before gaps, where short cuts could go wrong."""
    for name, length, colours in (("transsib", 15, 5), ("petersburg", 9, 4), ("kiev", 9, 3)):
        front, found = length + 1, []
        for _ in range(colours):
            front = max(0, front - 1 - rng.choice((0, 0, 1, 3, 9)))
            found.append(front)
        found[0] = max(found[0], 1)
        tracks(p, name, *found)
    factories(p, *(rng.randrange(1, 10) for _ in range(rng.randrange(6))))
    room = [i for i in range(16) if i < 5 or sum(map(bool, p.factories)) >= (i - 3) // 2]
    p.markers = (rng.choice(room),)
    locomotives(p, *((rng.randrange(1, 10), rng.randrange(10)), rng.randrange(10), rng.randrange(10)))
    p.locomotives = (*sorted(p.locomotives[:2], reverse=True), *p.locomotives[2:])
    p.tiles = tuple((str(n), tile) for n, tile in enumerate(("upgrader", "cards", "second_marker")) if rng.randrange(2))


@pytest.mark.slow
def test_2_3_quick_answers_agree_with_the_search() -> None:
    asked = quick_yes = quick_no = 0
    for seed in range(150):
        s = late(2 + seed % 3, seed)
        if not isinstance(pending(s), Turn):
            continue
        for _, act in open_acts(s):
            if not act.must or not compulsory(act.waiting) or len(act.waiting) != len(act.effects):
                continue
            asked += 1
            truth = searched(alone(s, act.waiting), Nodes())
            assert in_full(s, act) == truth == solvable(s, act.waiting)
            if is_ample(s, act.waiting):
                quick_yes += 1
                assert truth
            elif is_hopeless(s, act.waiting):
                quick_no += 1
                assert not truth
    print(f"{asked} spaces: {quick_yes} at a glance yes, {quick_no} at a glance no, the rest searched")
    assert asked > 1500
    assert quick_yes + quick_no < asked, "some need the search"


def extras(s: RussianRailroads, rng: random.Random) -> tuple[Effect, ...]:
    """Optional effects as factories, ?-tiles, special spaces and the black worker give them."""
    waiting = [e for effects in s.box.factory.values() for e in effects if e.op not in INSTANT]
    waiting += [e for effects in s.box.tile_effects.values() for e in effects if e.op not in INSTANT]
    waiting += [
        may("tile", source="industry"),
        may("track", 2, (4,), "transsib_15"),
        may("track", 1, (0,), "black_worker"),
    ]
    return tuple(waiting[rng.randrange(len(waiting))] for _ in range(1 + rng.randrange(2)))


@pytest.mark.slow
def test_2_3_optional_effects_beside_compulsory_ones() -> None:
    """What is open beside never hides a way to complete, nor pretends one; and each single step is judged alike."""
    asked = judged = searches = 0
    for seed in range(90):
        rng = random.Random(seed)
        s = late(2 + seed % 3, seed + 3000)
        if not isinstance(pending(s), Turn):
            continue
        acts = [act for _, act in open_acts(s) if act.must and compulsory(act.waiting)]
        for act in acts[seed % 3 :: 3]:
            effects = act.waiting + extras(s, rng)
            scene = alone(s, effects)
            truth = searched(scene, seen := Nodes(400))
            if seen.left <= 0:
                continue  # too many to try them all
            assert solvable(s, effects) == truth, effects
            asked += 1
            searches += not is_ample(s, effects) and not is_hopeless(s, effects)
            if not truth or seen.left < 380:
                continue
            step: Any = pending(scene)
            found = list(step.options(scene))
            for action in step.candidates(scene):
                following = scene.copy()
                advance(following, action)
                truth = searched(following, seen := Nodes(200))
                assert seen.left <= 0 or (action in found) == truth, f"{action} of {effects}"
                judged += 1
    print(f"{asked} sets of effects, {searches} of them searched, {judged} single steps")
    assert asked > 150
    assert searches > 20
    assert judged > 1000


@pytest.mark.slow
def test_2_3_ample_means_that_no_step_can_spoil_it() -> None:
    """Where nothing is searched, every single step leaves the rest possible."""
    seen = 0
    for seed in range(120):
        rng = random.Random(seed)
        s = late(2 + seed % 3, seed + 1000)
        if not isinstance(pending(s), Turn):
            continue
        for _, act in open_acts(s):
            scene = alone(s, act.waiting)
            while act.must and isinstance(step := pending(scene), Pending) and compulsory(step.effects):
                if not is_ample(scene, step.effects):
                    break
                for action in step.candidates(scene):
                    following = scene.copy()
                    advance(following, action)
                    assert searched(following, Nodes()), f"{action} spoils {step.effects}"
                    seen += 1
                advance(scene, step.options(scene).sample(rng))
    assert seen > 3000


def test_2_3_options_and_objections_agree_everywhere_in_grown_positions() -> None:
    """Whatever a step of the game or a near miss of it is: offered if and only if nobody objects."""
    for seed in range(40):
        rng = random.Random(seed)
        s = late(2 + seed % 3, seed + 2000)
        for _ in range(12):
            choice = pending(s)
            if choice is None:
                break
            found = list(choice.options(s))
            if isinstance(choice, (Pending, Displaced)):
                kept = [a for a in choice.candidates(s) if objection(s, choice.seat(s), a) is None]
                assert [str(a) for a in found] == [str(a) for a in kept]
            assert all(objection(s, choice.seat(s), a) is None for a in found)
            advance(s, found[rng.randrange(len(found))])


def test_2_3_a_black_step_that_unlocks_grey() -> None:
    """Public "black and grey" with black on 1: only a step on the Trans-Siberian leaves the grey one possible."""
    s = ready()
    s.agenda = [*s.agenda[:-1], Pending((must("track", 1, (0,), "engineer_2"), must("track", 1, (1,), "engineer_2")))]
    choice = pending(s)
    assert choice is not None
    assert [str(a) for a in choice.options(s)] == ["build transsib black"]


def test_2_3_optional_steps_beyond_a_gap_do_not_hide_the_compulsory_ones() -> None:
    """2.3: two compulsory steps and room for two; five optional ones that lead nowhere take nothing away from that."""
    s = ready(markers=(10,))
    factories(s.me, 3, 4, 6, 6)
    gained(s, must("industry", 2), may("industry", 5))
    assert offered(s) == ["advance 1"]


def test_2_3_a_search_gives_up_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position made by hand must not hang a table: beyond the bound the answer is no."""
    s = ready(markers=(4,))
    factories(s.me, 2)
    effects = (must("industry", 3, source="last_round_industry"),)
    assert solvable(s, effects)
    monkeypatch.setattr(completion, "MOST_BOARDS", 1)
    assert not solvable(s, effects)
