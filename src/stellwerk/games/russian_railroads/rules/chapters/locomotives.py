"""russian-railroads 4 and 5, locomotives and factories: the lowest stack, slots, displaced locomotives, gaps."""

from __future__ import annotations

from stellwerk.core import Illegal, Text, tell
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.actions import (
    RETURNED,
    STACK,
    BuildFactory,
    LayLocomotive,
    factory,
    lay,
)
from stellwerk.games.russian_railroads.rules.chapters.special import locomotive_reached
from stellwerk.games.russian_railroads.rules.citation import no
from stellwerk.games.russian_railroads.rules.components import Effect
from stellwerk.games.russian_railroads.rules.events import FactoryBuilt, LocomotiveLaid, LocomotiveReturned
from stellwerk.games.russian_railroads.rules.state import Player, RussianRailroads, lowest_stack, reach


def fits(p: Player, number: int) -> bool:
    """russian-railroads 4.3: a locomotive needs an empty slot or a lower number to replace."""
    return min(p.locomotives) < number


def tiles(s: RussianRailroads) -> int:
    """Tiles a factory could be made of."""
    return sum(s.stacks) + sum(s.returned)


def places(s: RussianRailroads, number: int) -> list[LayLocomotive]:
    """Every way to lay a locomotive: each line, over each lower number there or in an empty slot."""
    seen = dict.fromkeys(zip(s.box.slots, s.me.locomotives, strict=True))
    return [lay(number, s.box.lines[line].id, over) for line, over in seen if over < number]


def misplaced(s: RussianRailroads, a: LayLocomotive) -> Illegal | None:
    """russian-railroads 4.2, 4.3: why a locomotive cannot be laid so."""
    line = s.box.line[a.line]
    there = [number for at, number in zip(s.box.slots, s.me.locomotives, strict=True) if at == line]
    name = words.line(s.box, a.line)
    if a.over not in there:
        if a.over == 0:
            return no("4.2", Text("{line}: no empty place for a locomotive", line=name))
        return no("4.3", Text("{line}: no locomotive {number} there", line=name, number=a.over))
    if a.over >= a.number:
        return no("4.3", Text("only a lower number can be replaced, not {number}", number=a.over))
    return None


def put(s: RussianRailroads, a: LayLocomotive) -> tuple[Effect, ...]:
    """russian-railroads 4.2: the locomotive lies at the line; what the line gives now that it goes further."""
    p, line = s.me, s.box.line[a.line]
    before = reach(s, p, line)
    lying = list(zip(s.box.slots, p.locomotives, strict=True))
    lying[lying.index((line, a.over))] = (line, a.number)
    p.locomotives = tuple(number for _, number in sorted(lying, key=lambda at: (at[0], -at[1])))
    tell(s, LocomotiveLaid, s.active, a.number, words.line(s.box, a.line), a.over)
    return locomotive_reached(s, line, before, before + a.number - a.over)


def give_back(s: RussianRailroads, number: int) -> None:
    """russian-railroads 4.4: from now on the tile is a factory only."""
    s.returned[number] += 1
    tell(s, LocomotiveReturned, s.active, number)


def gaps(p: Player) -> tuple[int, ...]:
    """russian-railroads 5.1, 5.2: the leftmost empty gap, or any of them once all are filled; counted from 1."""
    for gap, number in enumerate(p.factories):
        if not number:
            return (gap + 1,)
    return tuple(range(1, len(p.factories) + 1))


def factories(s: RussianRailroads) -> list[BuildFactory]:
    """Every factory that may be built: from the lowest stack or a returned one, in every gap that is open for it."""
    lowest = lowest_stack(s)
    found = [(lowest, STACK)] if lowest else []
    found += [(number, RETURNED) for number, left in enumerate(s.returned) if left]
    return [factory(number, pile, gap) for number, pile in found for gap in gaps(s.me)]


def misbuilt(s: RussianRailroads, a: BuildFactory) -> Illegal | None:
    """russian-railroads 5.1, 5.2, 5.3: why a factory cannot be built so."""
    if a.pile == STACK and a.number != lowest_stack(s):
        return _not_lowest(s, a.number)
    if a.pile == RETURNED and not s.returned[a.number]:
        return no("5.3", Text("no returned tile has the number {number}", number=a.number))
    if a.gap not in gaps(s.me):
        return no("5.1", Text("gaps are filled from left to right: the next one is {gap}", gap=gaps(s.me)[0]))
    return None


def _not_lowest(s: RussianRailroads, number: int) -> Illegal:
    lowest = lowest_stack(s)
    if not lowest:
        return no("4.1", Text("no stack of locomotives is left"))
    return no(
        "4.1", Text("only the lowest stack may be taken from: {lowest}, not {number}", lowest=lowest, number=number)
    )


def not_lowest(s: RussianRailroads, a: LayLocomotive) -> Illegal | None:
    """russian-railroads 4.1: a locomotive is taken from the stack with the lowest number."""
    return None if a.number == lowest_stack(s) else _not_lowest(s, a.number)


def build_factory(s: RussianRailroads, a: BuildFactory) -> None:
    """russian-railroads 5.1, 5.2: an old factory there is given back first; a marker on it stays and gains nothing."""
    p = s.me
    old = p.factories[a.gap - 1]
    (s.stacks if a.pile == STACK else s.returned)[a.number] -= 1
    p.factories = (*p.factories[: a.gap - 1], a.number, *p.factories[a.gap :])
    if old:
        s.returned[old] += 1
    tell(s, FactoryBuilt, s.active, a.number, words.factory(s.box, a.number), a.gap, old)
