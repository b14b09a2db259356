"""RR 160: whether a space can be carried out completely, by trying every order of every single step.

A turn is a board and the effects that are open. A step uses up one effect, whichever its player likes, and may add
others; a turn is complete when nothing compulsory is open. No short cut is taken but one: what was tried is not tried
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tests.checkers.russian_railroads.tables import COLOURS, GAPS, LINES, row, rows

BUILDS = {"build": ("locomotive", "factory"), "locomotive": ("locomotive",), "factory": ("factory",)}
OFFERS = ("card", "end_card", "repeat")
"""Never compulsory, whatever gives them (RR 1203, 1213)."""
ONCE = ("reuse", "claim", "temporary_workers")
"""A space with these is not used again."""
ANY = tuple(range(len(COLOURS)))


class TooMany(Exception):
    """The search would take too long."""


class Effect(NamedTuple):
    op: str
    n: int = 1
    colours: tuple[int, ...] = ()
    must: bool = False
    source: str = ""


Effects = tuple[Effect, ...]


@dataclass(frozen=True)
class Board:
    """What a turn can change. Tracks by line and colour; locomotives by line; the front marker first."""

    tracks: tuple[tuple[int, ...], ...]
    locomotives: tuple[tuple[int, ...], ...]
    factories: tuple[int, ...]
    markers: tuple[int, ...]
    laid: frozenset[str]
    doublers: int
    stacks: tuple[int, ...]
    returned: tuple[int, ...]
    cards: frozenset[str]


@dataclass(frozen=True)
class Table:
    """What stays as it is during the turn: the player's stands, the engineers on display, doublers in the supply."""

    stands: tuple[tuple[str, str], ...]
    display: tuple[int, ...]
    doublers: int
    temporary: int


def effects_of(printed: list[dict[str, Any]], must: bool, source: str) -> Effects:
    return tuple(
        Effect(
            each["op"],
            each.get("n", 1),
            tuple(COLOURS.index(colour) for colour in each.get("colours", ())),
            must and each["op"] not in OFFERS,
            source,
        )
        for each in printed
    )


def space_effects(table: Table, space: str) -> Effects | None:
    """What a space gives; None where no engineer lies. RR 697: own engineers need not be carried out completely."""
    if space.startswith("engineer_") and space.removeprefix("engineer_").isdigit():
        number = int(space.removeprefix("engineer_"))
        return effects_of(row("engineers", "engineer", number=number)["effects"], False, space)
    printed = row("spaces", "space", id=space)
    if printed.get("display"):
        number = table.display[printed["display"]]
        return effects_of(row("engineers", "engineer", number=number)["effects"], True, space) if number else None
    return effects_of(printed["effects"], True, space)


def carried_out(table: Table, board: Board, effects: Effects, limit: int = 30_000) -> bool:
    """Whether these effects of a space can be carried out completely."""
    start = gained(table, board, (), effects)
    return start is not None and Search(table, limit).completes(*start)


class Search:
    def __init__(self, table: Table, limit: int) -> None:
        self.table, self.left = table, limit
        self.tried: set[tuple[Board, Effects]] = set()

    def completes(self, board: Board, effects: Effects) -> bool:
        """Depth first, without recursion limits getting in the way."""
        todo = [(board, effects)]
        while todo:
            board, effects = todo.pop()
            if not any(e.must for e in effects):
                return True
            key = (board, tuple(sorted(effects)))
            if key in self.tried:
                continue
            self.tried.add(key)
            self.left -= 1
            if self.left < 0:
                raise TooMany
            todo.extend(following(self.table, board, effects))
        return False


def gained(table: Table, board: Board, open_: Effects, new: Effects) -> tuple[Board, Effects] | None:
    """The board and the open effects with new ones added; what asks nothing happens at once. None if it cannot."""
    for e in new:
        if e.op == "doubler":
            room = min(8 - board.doublers, table.doublers)
            if e.must and room < e.n:
                return None
            board = replace(board, doublers=board.doublers + max(0, min(e.n, room)))
        elif e.op == "second_marker":
            board = replace(board, markers=(board.markers[0], 0))
        elif (e.op == "hire" and not table.display[0]) or (e.op == "temporary_workers" and table.temporary < e.n):
            return None
    asking = (
        "track", "industry", "build", "locomotive", "factory", "nine", "reuse", "tile", "card", "repeat",
    )  # fmt: skip
    return board, open_ + tuple(e for e in new if e.op in asking)


def following(table: Table, board: Board, effects: Effects) -> Iterator[tuple[Board, Effects]]:
    """Every turn that is one step further. A space to be used again is named before anything else."""
    first = any(e.op == "reuse" for e in effects)
    for i, e in enumerate(effects):
        if first and e.op != "reuse":
            continue
        one_less = (e._replace(n=e.n - 1),) if e.n > 1 else ()
        left = effects[:i] + one_less + effects[i + 1 :]
        for after, new in steps(table, board, effects, e):
            found = gained(table, after, left, new)
            if found is not None:
                yield found
        if not e.must:
            yield board, effects[:i] + effects[i + 1 :]


def steps(table: Table, board: Board, effects: Effects, e: Effect) -> Iterator[tuple[Board, Effects]]:
    """Every single step an effect allows: the board after it, and what is gained by it."""
    if e.op == "track":
        for colour in e.colours:
            yield from track_steps(board, colour)
    elif e.op == "industry":
        yield from industry_steps(board)
    elif e.op == "nine":
        yield from lay(board, 9)
    elif e.op in BUILDS:
        for kind in BUILDS[e.op]:
            yield from take_locomotive(board) if kind == "locomotive" else build_factory(board)
    elif e.op == "tile":
        yield from choose_tile(board)
    elif e.op == "card":
        for card in sorted(board.cards):
            printed = effects_of(row("cards", "card", id=card)["effects"], True, card)
            yield replace(board, cards=board.cards - {card}), printed
    elif e.op == "repeat":
        if not any(other.source == e.source and other.must for other in effects):
            for again in (Effect("doubler"), Effect("industry"), Effect("track", 1, (0,))):
                yield board, (again._replace(source=e.source),)
    elif e.op == "reuse":
        yield from use_again(table, board)


def reach(board: Board, line: int) -> int:
    return sum(board.locomotives[line])


def is_unlocked(board: Board, colour: int) -> bool:
    """RR 286-294: black is there from the start, the others once black has come far enough on the Trans-Siberian."""
    if colour == 0:
        return True
    gate = row("lines", "special", benefit="tracks", takes=COLOURS[colour]) if colour else None
    return gate is not None and board.tracks[LINES.index(gate["line"])][0] >= gate["space"]


def track_steps(board: Board, colour: int) -> Iterator[tuple[Board, Effects]]:
    """RR 300-303: onto a free space, behind the colour before it, never level."""
    if not is_unlocked(board, colour):
        return
    for line, name in enumerate(LINES):
        printed = row("lines", "line", id=name)
        if colour >= len(printed["colours"]):
            continue
        to = board.tracks[line][colour] + 1
        end = board.tracks[line][colour - 1] - 1 if colour else printed["length"]
        if to <= end:
            moved = (*board.tracks[line][:colour], to, *board.tracks[line][colour + 1 :])
            after = replace(board, tracks=(*board.tracks[:line], moved, *board.tracks[line + 1 :]))
            yield after, _reached(after, line, colour, to)


def _reached(board: Board, line: int, colour: int, space: int) -> Effects:
    """RR 819-841, 886: a ?-space needs the locomotive too; white comes with two steps."""
    found: Effects = ()
    for each in rows("lines", "special"):
        if (each["line"], each["space"], each["colour"]) == (LINES[line], space, COLOURS[colour]):
            if each["benefit"] == "tile" and reach(board, line) >= space:
                found += (Effect("tile"),)
            elif each["benefit"] == "tracks" and each.get("n"):
                found += (Effect("track", each["n"], (COLOURS.index(each["takes"]),)),)
    return found


def lay(board: Board, number: int) -> Iterator[tuple[Board, Effects]]:
    """RR 383-417: into an empty place or over a lower number; the old one goes on until it fits or is given back."""
    for line in range(len(LINES)):
        for old in sorted(set(board.locomotives[line])):
            if old >= number:
                continue
            there = list(board.locomotives[line])
            there[there.index(old)] = number
            lying = (*board.locomotives[:line], tuple(sorted(there, reverse=True)), *board.locomotives[line + 1 :])
            after = replace(board, locomotives=lying)
            tiles = _tiles_passed(after, line, reach(board, line), reach(after, line))
            for last, more in _relaid(after, old):
                yield last, tiles + more


def _relaid(board: Board, old: int) -> Iterator[tuple[Board, Effects]]:
    if not old:
        yield board, ()
        return
    yield from lay(board, old)
    if not any(0 in line for line in board.locomotives):
        yield _given_back(board, old), ()


def _given_back(board: Board, number: int) -> Board:
    return replace(board, returned=_changed(board.returned, number, 1))


def _changed(counts: tuple[int, ...], at: int, by: int) -> tuple[int, ...]:
    return (*counts[:at], counts[at] + by, *counts[at + 1 :])


def _tiles_passed(board: Board, line: int, before: int, after: int) -> Effects:
    there = [each for each in rows("lines", "special") if each["line"] == LINES[line] and each["benefit"] == "tile"]
    found = [each for each in there if before < each["space"] <= after and board.tracks[line][0] >= each["space"]]
    return (Effect("tile"),) * len(found)


def lowest(board: Board) -> int:
    return next((number for number, left in enumerate(board.stacks) if left), 0)


def take_locomotive(board: Board) -> Iterator[tuple[Board, Effects]]:
    """RR 341: of the lowest stack."""
    number = lowest(board)
    if number:
        yield from lay(replace(board, stacks=_changed(board.stacks, number, -1)), number)


def build_factory(board: Board) -> Iterator[tuple[Board, Effects]]:
    """RR 456-483: of the lowest stack or a returned tile; gaps from left to right, with all filled any of them."""
    sources = [(number, False) for number in (lowest(board),) if number]
    sources += [(number, True) for number, left in enumerate(board.returned) if left]
    empty = [gap for gap, number in enumerate(board.factories) if not number]
    for number, back in sources:
        for gap in empty[:1] or range(len(board.factories)):
            after = replace(board, factories=(*board.factories[:gap], number, *board.factories[gap + 1 :]))
            pile = {"returned" if back else "stacks": _changed(board.returned if back else board.stacks, number, -1)}
            after = replace(after, **pile)
            old = board.factories[gap]
            yield (_given_back(after, old) if old else after), ()


def industry_steps(board: Board) -> Iterator[tuple[Board, Effects]]:
    """RR 537-569, 900, 1187: not into an empty gap, never onto the other marker; factories work every time."""
    lane = rows("industry", "lane")
    for n, at in enumerate(board.markers):
        to = at + 1
        if to >= len(lane) or to in board.markers or (to in GAPS and not board.factories[GAPS.index(to)]):
            continue
        after = replace(board, markers=(*board.markers[:n], to, *board.markers[n + 1 :]))
        if to in GAPS:
            number = board.factories[GAPS.index(to)]
            yield after, effects_of(row("locomotives", "locomotive", number=number)["effects"], False, "factory")
        elif lane[to]["kind"] == "tile" and n == 0:
            yield after, (Effect("tile"),)
        else:
            yield after, ()


def choose_tile(board: Board) -> Iterator[tuple[Board, Effects]]:
    """RR 886, 1181: each ?-tile once; the second marker starts where the first no longer stands."""
    for tile in rows("cards", "tile"):
        second = any(each["op"] == "second_marker" for each in tile["effects"])
        if tile["id"] in board.laid or (second and (len(board.markers) > 1 or board.markers[0] == 0)):
            continue
        yield replace(board, laid=board.laid | {tile["id"]}), effects_of(tile["effects"], False, "tile")


def use_again(table: Table, board: Board) -> Iterator[tuple[Board, Effects]]:
    """RR 1327: a space on which one stands with exactly one worker; coins are no workers."""
    for space in dict.fromkeys(space for space, _ in table.stands):
        paid = "+".join(payment for there, payment in table.stands if there == space).split("+")
        found = space_effects(table, space)
        if sum(piece != "coin" for piece in paid) == 1 and found and not any(e.op in ONCE for e in found):
            yield board, found
