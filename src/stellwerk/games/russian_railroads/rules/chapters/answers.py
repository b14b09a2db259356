"""russian-railroads 2.5, single answers: what may be said against each, and which effects are left after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.core import Action, Illegal, Text, tell
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.actions import (
    Advance,
    Build,
    BuildFactory,
    ChooseTile,
    EndTurn,
    Forgo,
    LayLocomotive,
    Repeat,
    Reuse,
    TakeCard,
)
from stellwerk.games.russian_railroads.rules.chapters import cards, industry, locomotives, reuse, track
from stellwerk.games.russian_railroads.rules.chapters.gained import (
    Effects,
    due,
    for_locomotive,
    for_track,
    index,
    spent,
    waivable,
    whole,
)
from stellwerk.games.russian_railroads.rules.chapters.instant import gain
from stellwerk.games.russian_railroads.rules.citation import no
from stellwerk.games.russian_railroads.rules.events import EffectForgone
from stellwerk.games.russian_railroads.rules.state import RussianRailroads


def _object_build(s: RussianRailroads, effects: Effects, a: Build) -> Illegal | None:
    if for_track(effects, s.box.colour[a.colour]) is None:
        return no("3.1", Text("no {step} is due", step=words.STEPS[a.colour]))
    return track.obstacle(s, a)


def _build(s: RussianRailroads, effects: Effects, a: Build) -> Effects:
    i = for_track(effects, s.box.colour[a.colour])
    assert i is not None
    return spent(effects, i) + gain(s, track.build(s, a))


def _object_advance(s: RussianRailroads, effects: Effects, a: Advance) -> Illegal | None:
    if index(effects, "industry") is None:
        return no("6.1", Text("no industry step is due"))
    return industry.obstacle(s, a)


def _advance(s: RussianRailroads, effects: Effects, a: Advance) -> Effects:
    i = index(effects, "industry")
    assert i is not None
    return spent(effects, i) + gain(s, industry.advance(s, a))


def _object_lay(s: RussianRailroads, effects: Effects, a: LayLocomotive) -> Illegal | None:
    i = for_locomotive(s.box, effects, a.number)
    if i is None:
        return no("4.1", Text("no locomotive {number} is to be laid", number=a.number))
    refusal = None if effects[i].op == "nine" else locomotives.not_lowest(s, a)
    return refusal or locomotives.misplaced(s, a)


def _object_factory(s: RussianRailroads, effects: Effects, a: BuildFactory) -> Illegal | None:
    if index(effects, "factory", "build") is None:
        return no("5.1", Text("no factory is to be built"))
    return locomotives.misbuilt(s, a)


def _factory(s: RussianRailroads, effects: Effects, a: BuildFactory) -> Effects:
    i = index(effects, "factory", "build")
    assert i is not None
    locomotives.build_factory(s, a)
    return spent(effects, i)


def _object_tile(s: RussianRailroads, effects: Effects, a: ChooseTile) -> Illegal | None:
    if index(effects, "tile") is None:
        return no("10.5", Text("no ?-tile is to be chosen"))
    return cards.unfit_tile(s, a)


def _tile(s: RussianRailroads, effects: Effects, a: ChooseTile) -> Effects:
    i = next(i for i, e in enumerate(effects) if e.op == "tile")
    return whole(effects, i) + gain(s, cards.lay_tile(s, a, effects[i].source))


def _object_card(s: RussianRailroads, effects: Effects, a: TakeCard) -> Illegal | None:
    if index(effects, "card") is None:
        return no("14.3", Text("no ?-card is to be taken"))
    return cards.unfit_card(s, a)


def _card(s: RussianRailroads, effects: Effects, a: TakeCard) -> Effects:
    i = index(effects, "card")
    assert i is not None
    return whole(effects, i) + gain(s, cards.take_card(s, a))


def _object_repeat(s: RussianRailroads, effects: Effects, a: Repeat) -> Illegal | None:
    if index(effects, "repeat") is None:
        return no("14.3", Text("nothing is to be done once more"))
    return cards.unrepeatable(s, effects, a)


def _repeat(s: RussianRailroads, effects: Effects, a: Repeat) -> Effects:
    i = index(effects, "repeat")
    assert i is not None
    return whole(effects, i) + gain(s, cards.repeated(s, effects[i], a))


def _object_reuse(s: RussianRailroads, effects: Effects, a: Reuse) -> Illegal | None:
    if index(effects, "reuse") is None:
        return no("8.5", Text("no space is to be used again"))
    return reuse.unfit(s, a)


def _reuse(s: RussianRailroads, effects: Effects, a: Reuse) -> Effects:
    i = index(effects, "reuse")
    assert i is not None
    return whole(effects, i) + gain(s, reuse.again(s, a))


def _object_forgo(s: RussianRailroads, effects: Effects, a: Forgo) -> Illegal | None:
    if a.source in [e.source for e in waivable(effects)]:
        return None
    return no("2.6", Text("nothing to do without here: {source}", source=a.source))


def _forgo(s: RussianRailroads, effects: Effects, a: Forgo) -> Effects:
    e = next(e for e in waivable(effects) if e.source == a.source)
    tell(s, EffectForgone, s.active, words.source(s.box, a.source))
    return whole(effects, effects.index(e))


def _object_end(s: RussianRailroads, effects: Effects, a: EndTurn) -> Illegal | None:
    left = tuple(due(s.box, e) for e in effects if e.must)
    return no("2.3", Text("not carried out yet: {left}", left=left)) if left else None


OBJECTIONS: Mapping[type[Action], Callable[[RussianRailroads, Effects, Any], Illegal | None]] = {
    Build: _object_build,
    Advance: _object_advance,
    LayLocomotive: _object_lay,
    BuildFactory: _object_factory,
    ChooseTile: _object_tile,
    TakeCard: _object_card,
    Repeat: _object_repeat,
    Reuse: _object_reuse,
    Forgo: _object_forgo,
    EndTurn: _object_end,
}
RESULTS: Mapping[type[Action], Callable[[RussianRailroads, Effects, Any], Effects]] = {
    Build: _build,
    Advance: _advance,
    BuildFactory: _factory,
    ChooseTile: _tile,
    TakeCard: _card,
    Repeat: _repeat,
    Reuse: _reuse,
    Forgo: _forgo,
}
