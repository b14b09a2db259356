"""Section 2.5, the effects of a turn: one choice holds them all; the player names the next one or ends the turn.

A chain of locomotives is finished first, a space to be used again is named first, end cards come last. Track steps use
up the effect that allows the fewest colours, compulsory ones first: nothing is ever lost by that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from stellwerk.core import Action, Choice, Illegal, Listed, Options, Rule, Seat, Text, tell, then
from stellwerk.games.russian_railroads import names
from stellwerk.games.russian_railroads.actions import (
    END_TURN,
    RETURN,
    Advance,
    Build,
    BuildFactory,
    ChooseTile,
    EndTurn,
    Forgo,
    LayLocomotive,
    Repeat,
    ReturnLocomotive,
    Reuse,
    TakeCard,
)
from stellwerk.games.russian_railroads.chapters import cards, industry, locomotives, reuse, track
from stellwerk.games.russian_railroads.chapters.completion import ample, completes, compulsory
from stellwerk.games.russian_railroads.chapters.instant import gain, points
from stellwerk.games.russian_railroads.citation import no, rule
from stellwerk.games.russian_railroads.components import Effect
from stellwerk.games.russian_railroads.events import EffectForgone
from stellwerk.games.russian_railroads.state import EFFECTS, RussianRailroads, lowest_stack

Effects = tuple[Effect, ...]


def spent(effects: Effects, i: int) -> Effects:
    """The effects after one use of the one at i."""
    e = effects[i]
    rest = (Effect(e.op, e.n - 1, e.colours, e.must, e.source),) if e.n > 1 else ()
    return effects[:i] + rest + effects[i + 1 :]


def whole(effects: Effects, i: int) -> Effects:
    """The effects without the one at i."""
    return effects[:i] + effects[i + 1 :]


def used(effects: Effects, allows: Callable[[Effect], bool]) -> int | None:
    """Which effect a step uses: fewest colours first, compulsory before others, the latest gained first."""
    found = [(len(e.colours), not e.must, -i) for i, e in enumerate(effects) if allows(e)]
    return -min(found)[2] if found else None


def _index(effects: Effects, *ops: str) -> int | None:
    """The effect of the narrowest of these kinds, compulsory before others."""
    found = [(ops.index(e.op), not e.must, -i) for i, e in enumerate(effects) if e.op in ops]
    return -min(found)[2] if found else None


def _for_track(effects: Effects, colour: int) -> int | None:
    return used(effects, lambda e: e.op == "track" and colour in e.colours)


def _for_locomotive(s: RussianRailroads, effects: Effects, number: int) -> int | None:
    """The 9 of the ?-card before a tile from the stacks."""
    if number == s.box.top:
        nine = _index(effects, "nine")
        if nine is not None:
            return nine
    return _index(effects, "locomotive", "build")


def waivable(effects: Effects) -> list[Effect]:
    """Effects a player may wish to drop before going on: others he drops by ending the turn.

    A reuse is decided at once. And a step for few colours would be used up before a compulsory step of wider choice;
    whoever does not want it drops it.
    """
    wide = [e for e in effects if e.op == "track" and e.must]
    return [
        e
        for e in effects
        if not e.must
        and (
            e.op == "reuse"
            or (e.op == "track" and any(len(e.colours) < len(w.colours) and e.colours[0] in w.colours for w in wide))
        )
    ]


def end_turn(s: RussianRailroads, effects: Effects) -> None:
    """russian-railroads 2.5: points that depend on the board are counted last, then end cards are chosen."""
    for e in effects:
        if e.op == "engineer_sum":
            points(s, sum(s.me.engineers), EFFECTS, names.source(s.box, e.source))
        elif e.op == "best_locomotives":
            best = sorted(s.me.locomotives, reverse=True)[: e.n]
            points(s, sum(best), EFFECTS, names.source(s.box, e.source))
    then(s, *(cards.EndCardChoice(e.n) for e in effects if e.op == "end_card"))


def go_on(s: RussianRailroads, effects: Effects) -> None:
    """Ask on while there is something to decide. A reuse without a space for it lapses."""
    if any(e.op == "reuse" and not e.must for e in effects) and not reuse.spaces(s):
        effects = tuple(e for e in effects if e.op != "reuse" or e.must)
    if compulsory(effects) or moves(s, effects):
        then(s, Pending(effects))
    else:
        end_turn(s, effects)


def moves(s: RussianRailroads, effects: Effects) -> list[Action]:
    """Every single step the effects allow, whether or not the rest can be completed afterwards."""
    ops = {e.op for e in effects}
    found: list[Action] = []
    if "reuse" in ops:
        return [*reuse.spaces(s), *_waivers(effects, "reuse")]
    if "track" in ops:
        found += track.steps(s.box, s.me, {c for e in effects if e.op == "track" for c in e.colours})
    if "industry" in ops:
        found += industry.steps(s.box, s.me)
    found += _building_moves(s, ops)
    if "tile" in ops:
        found += cards.tiles(s)
    if "card" in ops:
        found += cards.cards(s)
    if "repeat" in ops:
        found += cards.repeats(s, effects)
    if found:
        found += _waivers(effects, "track")
    return found


def _waivers(effects: Effects, op: str) -> list[Action]:
    return [Forgo(source) for source in dict.fromkeys(e.source for e in waivable(effects) if e.op == op)]


def _building_moves(s: RussianRailroads, ops: set[str]) -> list[Action]:
    found: list[Action] = []
    lowest = lowest_stack(s)
    from_stack = lowest and not ops.isdisjoint(("build", "locomotive"))
    if from_stack:
        found += locomotives.places(s, lowest)
    if "nine" in ops and not (from_stack and lowest == s.box.top):
        found += locomotives.places(s, s.box.top)
    if not ops.isdisjoint(("build", "factory")):
        found += locomotives.factories(s)
    return found


@dataclass(frozen=True, slots=True)
class Pending(Choice[RussianRailroads]):
    """russian-railroads 2.5: what the player has gained in this turn and not carried out yet."""

    effects: Effects
    rule: ClassVar[Rule] = rule("2.5")
    kinds: ClassVar = (
        Build,
        Advance,
        LayLocomotive,
        BuildFactory,
        ChooseTile,
        TakeCard,
        Repeat,
        Reuse,
        Forgo,
        EndTurn,
    )

    def seat(self, s: RussianRailroads) -> Seat:
        return s.active

    def question(self, s: RussianRailroads) -> Text:
        must = tuple(due(s, e) for e in self.effects if e.must)
        may = tuple(due(s, e) for e in self.effects if not e.must)
        if must and may:
            return Text("to do: {must}; open: {may}", must=must, may=may)
        return Text("to do: {must}", must=must) if must else Text("open: {may}", may=may)

    def moves(self, s: RussianRailroads) -> list[Action]:
        return moves(s, self.effects)

    def options(self, s: RussianRailroads) -> Options:
        found = moves(s, self.effects)
        must = compulsory(self.effects)
        if must and not ample(s, self.effects):
            return Listed([a for a in found if completes(s, self, a)])
        kept = [a for a in found if type(a) not in ADDING or completes(s, self, a)]
        asked_first = any(e.op == "reuse" for e in self.effects)
        return Listed(kept if must or asked_first else [*kept, END_TURN])

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        refusal = self._basic(s, a)
        if refusal is not None or a == END_TURN:
            return refusal
        safe = type(a) not in ADDING and (not compulsory(self.effects) or ample(s, self.effects))
        if safe or completes(s, self, a):
            return None
        return no("2.3", Text("what is compulsory could not be carried out in full after that"))

    def _basic(self, s: RussianRailroads, a: Action) -> Illegal | None:
        if any(e.op == "reuse" for e in self.effects) and not isinstance(a, (Reuse, Forgo)):
            return no("8.5", Text("the space to be used again is named first"))
        return OBJECTIONS[type(a)](s, self.effects, a)

    def resolve(self, s: RussianRailroads, a: Action) -> None:
        RESOLUTIONS[type(a)](s, self.effects, a)


@dataclass(frozen=True, slots=True)
class Displaced(Choice[RussianRailroads]):
    """russian-railroads 4.3: a locomotive that was replaced is laid again by the same rule, or given back."""

    number: int
    effects: Effects
    rule: ClassVar[Rule] = rule("4.3")
    kinds: ClassVar = (LayLocomotive, ReturnLocomotive)

    def seat(self, s: RussianRailroads) -> Seat:
        return s.active

    def question(self, s: RussianRailroads) -> Text:
        return Text("where to lay the replaced locomotive {number}?", number=self.number)

    def moves(self, s: RussianRailroads) -> list[Action]:
        again: list[Action] = [*locomotives.places(s, self.number)]
        return again if 0 in s.me.locomotives else [*again, RETURN]

    def options(self, s: RussianRailroads) -> Options:
        found = self.moves(s)
        if compulsory(self.effects) and not ample(s, self.effects):
            found = [a for a in found if completes(s, self, a)]
        return Listed(found)

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        refusal = self._basic(s, a)
        if refusal is not None or not compulsory(self.effects) or ample(s, self.effects) or completes(s, self, a):
            return refusal
        return no("2.3", Text("what is compulsory could not be carried out in full after that"))

    def _basic(self, s: RussianRailroads, a: Action) -> Illegal | None:
        if isinstance(a, LayLocomotive):
            if a.number != self.number:
                return no("4.3", Text("the locomotive to be laid is the replaced one: {number}", number=self.number))
            return locomotives.misplaced(s, a)
        if 0 in s.me.locomotives:
            return no("4.4", Text("a locomotive may not be given back while a place for one is empty"))
        return None

    def resolve(self, s: RussianRailroads, a: Action) -> None:
        if isinstance(a, LayLocomotive):
            laid(s, self.effects, a)
        else:
            locomotives.give_back(s, self.number)
            go_on(s, self.effects)


def laid(s: RussianRailroads, effects: Effects, a: LayLocomotive) -> None:
    """Lay a locomotive and go on with the one it replaced; given back at once if it fits nowhere."""
    effects += gain(s, locomotives.put(s, a))
    if not a.over:
        go_on(s, effects)
    elif locomotives.fits(s.me, a.over):
        then(s, Displaced(a.over, effects))
    else:
        locomotives.give_back(s, a.over)
        go_on(s, effects)


# --- what may be said against each kind of action, and what it does ---------------------------------------------------


def _object_build(s: RussianRailroads, effects: Effects, a: Build) -> Illegal | None:
    if _for_track(effects, s.box.colour[a.colour]) is None:
        return no("3.1", Text("no step with {colour} track is due", colour=names.colour(s.box, a.colour)))
    return track.obstacle(s, a)


def _resolve_build(s: RussianRailroads, effects: Effects, a: Build) -> None:
    i = _for_track(effects, s.box.colour[a.colour])
    assert i is not None
    go_on(s, spent(effects, i) + gain(s, track.build(s, a)))


def _object_advance(s: RussianRailroads, effects: Effects, a: Advance) -> Illegal | None:
    if _index(effects, "industry") is None:
        return no("6.1", Text("no industry step is due"))
    return industry.obstacle(s, a)


def _resolve_advance(s: RussianRailroads, effects: Effects, a: Advance) -> None:
    i = _index(effects, "industry")
    assert i is not None
    go_on(s, spent(effects, i) + gain(s, industry.advance(s, a)))


def _object_lay(s: RussianRailroads, effects: Effects, a: LayLocomotive) -> Illegal | None:
    i = _for_locomotive(s, effects, a.number)
    if i is None:
        return no("4.1", Text("no locomotive {number} is to be laid", number=a.number))
    refusal = None if effects[i].op == "nine" else locomotives.not_lowest(s, a)
    return refusal or locomotives.misplaced(s, a)


def _resolve_lay(s: RussianRailroads, effects: Effects, a: LayLocomotive) -> None:
    i = _for_locomotive(s, effects, a.number)
    assert i is not None
    if effects[i].op != "nine":
        s.stacks[a.number] -= 1
    laid(s, spent(effects, i), a)


def _object_factory(s: RussianRailroads, effects: Effects, a: BuildFactory) -> Illegal | None:
    if _index(effects, "factory", "build") is None:
        return no("5.1", Text("no factory is to be built"))
    return locomotives.misbuilt(s, a)


def _resolve_factory(s: RussianRailroads, effects: Effects, a: BuildFactory) -> None:
    i = _index(effects, "factory", "build")
    assert i is not None
    locomotives.build_factory(s, a)
    go_on(s, spent(effects, i))


def _object_tile(s: RussianRailroads, effects: Effects, a: ChooseTile) -> Illegal | None:
    if _index(effects, "tile") is None:
        return no("10.5", Text("no ?-tile is to be chosen"))
    return cards.unfit_tile(s, a)


def _resolve_tile(s: RussianRailroads, effects: Effects, a: ChooseTile) -> None:
    i = next(i for i, e in enumerate(effects) if e.op == "tile")
    go_on(s, whole(effects, i) + gain(s, cards.lay_tile(s, a, effects[i].source)))


def _object_card(s: RussianRailroads, effects: Effects, a: TakeCard) -> Illegal | None:
    if _index(effects, "card") is None:
        return no("14.3", Text("no ?-card is to be taken"))
    return cards.unfit_card(s, a)


def _resolve_card(s: RussianRailroads, effects: Effects, a: TakeCard) -> None:
    i = _index(effects, "card")
    assert i is not None
    go_on(s, whole(effects, i) + gain(s, cards.take_card(s, a)))


def _object_repeat(s: RussianRailroads, effects: Effects, a: Repeat) -> Illegal | None:
    if _index(effects, "repeat") is None:
        return no("14.3", Text("nothing is to be done once more"))
    return cards.unrepeatable(s, effects, a)


def _resolve_repeat(s: RussianRailroads, effects: Effects, a: Repeat) -> None:
    i = _index(effects, "repeat")
    assert i is not None
    go_on(s, whole(effects, i) + gain(s, cards.repeated(s, effects[i], a)))


def _object_reuse(s: RussianRailroads, effects: Effects, a: Reuse) -> Illegal | None:
    if _index(effects, "reuse") is None:
        return no("8.5", Text("no space is to be used again"))
    return reuse.unfit(s, a)


def _resolve_reuse(s: RussianRailroads, effects: Effects, a: Reuse) -> None:
    i = _index(effects, "reuse")
    assert i is not None
    go_on(s, whole(effects, i) + gain(s, reuse.again(s, a)))


def _object_forgo(s: RussianRailroads, effects: Effects, a: Forgo) -> Illegal | None:
    if a.source in [e.source for e in waivable(effects)]:
        return None
    return no("2.6", Text("nothing to do without here: {source}", source=a.source))


def _resolve_forgo(s: RussianRailroads, effects: Effects, a: Forgo) -> None:
    e = next(e for e in waivable(effects) if e.source == a.source)
    tell(s, EffectForgone, s.active, names.source(s.box, a.source))
    go_on(s, whole(effects, effects.index(e)))


def _object_end(s: RussianRailroads, effects: Effects, a: EndTurn) -> Illegal | None:
    left = tuple(due(s, e) for e in effects if e.must)
    return no("2.3", Text("not carried out yet: {left}", left=left)) if left else None


def _resolve_end(s: RussianRailroads, effects: Effects, a: EndTurn) -> None:
    end_turn(s, effects)


def due(s: RussianRailroads, e: Effect) -> Text:
    """An open effect in words."""
    return Text("{effect} ({source})", effect=effect_text(s, e), source=names.source(s.box, e.source))


def effect_text(s: RussianRailroads, e: Effect) -> Text:
    texts: dict[str, Text] = {
        "track": Text("{n} × track step, {colours}", n=e.n, colours=names.colours(s.box, e.colours)),
        "industry": Text("{n} × industry step", n=e.n),
        "build": Text("locomotive or factory"),
        "locomotive": Text("locomotive"),
        "factory": Text("factory"),
        "nine": Text("locomotive 9"),
        "reuse": Text("use a space again"),
        "tile": Text("?-tile"),
        "card": Text("?-card"),
        "repeat": Text("one action once more"),
        "end_card": Text("end card at the end of the turn"),
        "engineer_sum": Text("points for engineers at the end of the turn"),
        "best_locomotives": Text("points for locomotives at the end of the turn"),
    }
    return texts[e.op]


ADDING = (TakeCard, Reuse)
"""Actions that add something compulsory."""
OBJECTIONS: dict[type[Action], Callable[[RussianRailroads, Effects, Any], Illegal | None]] = {
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
RESOLUTIONS: dict[type[Action], Callable[[RussianRailroads, Effects, Any], None]] = {
    Build: _resolve_build,
    Advance: _resolve_advance,
    LayLocomotive: _resolve_lay,
    BuildFactory: _resolve_factory,
    ChooseTile: _resolve_tile,
    TakeCard: _resolve_card,
    Repeat: _resolve_repeat,
    Reuse: _resolve_reuse,
    Forgo: _resolve_forgo,
    EndTurn: _resolve_end,
}
