"""russian-railroads 2.5, the effects of a turn: one choice holds them all, the player names the next or ends the turn.

A chain of locomotives is finished first, a space to be used again is named first, end cards come last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from stellwerk.core import Action, Choice, Illegal, Listed, Options, Rule, Seat, Sifted, Text, then
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.actions import (
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
from stellwerk.games.russian_railroads.rules.chapters import cards, industry, locomotives, reuse, track
from stellwerk.games.russian_railroads.rules.chapters.answers import OBJECTIONS, RESULTS
from stellwerk.games.russian_railroads.rules.chapters.completion import completes
from stellwerk.games.russian_railroads.rules.chapters.foresight import compulsory, is_ample
from stellwerk.games.russian_railroads.rules.chapters.gained import Effects, due, for_locomotive, spent, waivable
from stellwerk.games.russian_railroads.rules.chapters.instant import gain, points
from stellwerk.games.russian_railroads.rules.citation import no, rule
from stellwerk.games.russian_railroads.rules.domains import strange
from stellwerk.games.russian_railroads.rules.state import EFFECTS, RussianRailroads, lowest_stack

ADDING = (TakeCard, Reuse)
"""Actions that add something compulsory."""


def end_turn(s: RussianRailroads, effects: Effects) -> None:
    """russian-railroads 2.5: points that depend on the board are counted last, then end cards are chosen."""
    for e in effects:
        if e.op == "engineer_sum":
            points(s, sum(s.me.engineers), EFFECTS, words.source(s.box, e.source))
        elif e.op == "best_locomotives":
            best = sorted(s.me.locomotives, reverse=True)[: e.n]
            points(s, sum(best), EFFECTS, words.source(s.box, e.source))
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
        return [*reuse.spaces(s), *_waivers(effects)]
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
        found += _waivers(effects)
    return found


def _waivers(effects: Effects) -> list[Action]:
    return [*map(Forgo, dict.fromkeys(e.source for e in waivable(effects)))]


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
    public: ClassVar = True
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
        must = tuple(due(s.box, e) for e in self.effects if e.must)
        may = tuple(due(s.box, e) for e in self.effects if not e.must)
        if must and may:
            return Text("to do: {must}; open: {may}", must=must, may=may)
        return Text("to do: {must}", must=must) if must else Text("open: {may}", may=may)

    def candidates(self, s: RussianRailroads) -> list[Action]:
        found = moves(s, self.effects)
        return found if compulsory(self.effects) else [*found, END_TURN]

    def options(self, s: RussianRailroads) -> Options:
        """The same as asking the law about each candidate, which would measure the room every time."""
        found = moves(s, self.effects)
        must = compulsory(self.effects)
        if must and not is_ample(s, self.effects):
            return Sifted(found, lambda a: completes(s, self, a))
        asked_first = any(e.op == "reuse" for e in self.effects)
        offered = found if must or asked_first else [*found, END_TURN]
        if any(type(a) in ADDING for a in offered):
            return Sifted(offered, lambda a: type(a) not in ADDING or completes(s, self, a))
        return Listed(offered)

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        refusal = strange(s, a) or self._basic(s, a)
        if refusal is not None or a == END_TURN:
            return refusal
        safe = type(a) not in ADDING and (not compulsory(self.effects) or is_ample(s, self.effects))
        if safe or completes(s, self, a):
            return None
        return no("2.3", Text("what is compulsory could not be carried out in full after that"))

    def _basic(self, s: RussianRailroads, a: Action) -> Illegal | None:
        if any(e.op == "reuse" for e in self.effects) and not isinstance(a, (Reuse, Forgo)):
            return no("8.5", Text("the space to be used again is named first"))
        return OBJECTIONS[type(a)](s, self.effects, a)

    def resolve(self, s: RussianRailroads, a: Action) -> None:
        if isinstance(a, LayLocomotive):
            i = for_locomotive(s.box, self.effects, a.number)
            assert i is not None
            if self.effects[i].op != "nine":
                s.stacks[a.number] -= 1
            laid(s, spent(self.effects, i), a)
        elif isinstance(a, EndTurn):
            end_turn(s, self.effects)
        else:
            go_on(s, RESULTS[type(a)](s, self.effects, a))


@dataclass(frozen=True, slots=True)
class Displaced(Choice[RussianRailroads]):
    """russian-railroads 4.3: a locomotive that was replaced is laid again by the same rule, or given back."""

    number: int
    effects: Effects
    rule: ClassVar[Rule] = rule("4.3")
    public: ClassVar = True
    kinds: ClassVar = (LayLocomotive, ReturnLocomotive)

    def seat(self, s: RussianRailroads) -> Seat:
        return s.active

    def question(self, s: RussianRailroads) -> Text:
        return Text("where to lay the replaced locomotive {number}?", number=self.number)

    def candidates(self, s: RussianRailroads) -> list[Action]:
        again: list[Action] = [*locomotives.places(s, self.number)]
        return again if 0 in s.me.locomotives else [*again, RETURN]

    def options(self, s: RussianRailroads) -> Options:
        """The same as asking the law about each candidate, which would measure the room every time."""
        found = self.candidates(s)
        if compulsory(self.effects) and not is_ample(s, self.effects):
            return Sifted(found, lambda a: completes(s, self, a))
        return Listed(found)

    def objection(self, s: RussianRailroads, a: Action) -> Illegal | None:
        refusal = strange(s, a) or self._basic(s, a)
        if refusal is not None or not compulsory(self.effects) or is_ample(s, self.effects) or completes(s, self, a):
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
