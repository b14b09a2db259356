"""Whole turns of Yokohama worth trying: where the president goes, with what power, and what else is prepared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import nlargest

from stellwerk.core import Action, advance, pending
from stellwerk.games.yokohama.bots.weights import Weights
from stellwerk.games.yokohama.bots.worth import PAIR, Outlook
from stellwerk.games.yokohama.rules.actions import DONE, RECALL, SUPPLY, Achieve, Move, Shift, UseAgent
from stellwerk.games.yokohama.rules.chapters.movement import Moving
from stellwerk.games.yokohama.rules.chapters.placement import Placing, areas_at_most
from stellwerk.games.yokohama.rules.components import ASSISTANT, POWERS
from stellwerk.games.yokohama.rules.state import NOWHERE, Yokohama, grounds, neighbours, power

AGENTS = 2
"""Areas in which an agent is tried, beside Chinatown: what goods from there are good for shows only in play."""
TRADE = "trade"
SHIFTS = 4
"""Of a hundred ways to move an assistant so many are looked at."""


def plans(s: Yokohama, w: Weights) -> Iterator[Sequence[Action]]:
    """The most promising first."""
    look = Outlook(s, s.active, w)
    gains = prepared(s, look)
    found = [plan for area in grounds(s) for plan in to_area(s, look, area, gains)]
    found.sort(key=lambda plan: -plan[0])
    for _, places, target in found:
        line = played(s, places, target)
        if line:
            yield line
    yield DONE, RECALL


def prepared(s: Yokohama, look: Outlook) -> dict[int, float]:
    """What one more assistant in an area promises for the turns to come."""
    if not s.supply[s.active][ASSISTANT]:
        return {}
    before = look.places() + look.pieces()
    trial = s.copy()
    trial.supply[s.active][ASSISTANT] -= 1
    return {area: with_more(trial, look.w, area, 1) - before for area in grounds(s)}


def with_more(trial: Yokohama, w: Weights, area: int, count: int) -> float:
    """What pieces and places promise with so many more assistants in an area; the position stays as it is."""
    mine = trial.assistants[trial.active]
    mine[area] += count
    later = Outlook(trial, trial.active, w)
    found = later.places() + later.pieces()
    mine[area] -= count
    return found


def shifts(s: Yokohama, moves: Sequence[Action], w: Weights) -> list[Action]:
    """Of moves of one assistant those that look best by where he is missed and where he is wanted; and all else."""
    found = [move for move in moves if isinstance(move, Shift)]
    if len(found) <= SHIFTS:
        return list(moves)
    index, trial = s.tables.area_index, s.copy()
    wanted = {area: with_more(trial, w, area, 1) for area in grounds(s)}
    kept = {SUPPLY: without_hand(trial, w)} if s.supply[s.active][ASSISTANT] else {}
    kept |= {s.tables.areas[a].id: with_more(trial, w, a, -1) for a in grounds(s) if s.assistants[s.active][a]}
    best = nlargest(SHIFTS, found, lambda move: wanted[index[move.area]] + kept[move.origin])
    return [*best, *(move for move in moves if not isinstance(move, Shift))]


def without_hand(trial: Yokohama, w: Weights) -> float:
    """What pieces and places promise with one assistant less at hand."""
    trial.supply[trial.active][ASSISTANT] -= 1
    later = Outlook(trial, trial.active, w)
    trial.supply[trial.active][ASSISTANT] += 1
    return later.places() + later.pieces()


def additions(s: Yokohama, moves: Sequence[Action], w: Weights) -> list[Action]:
    """What may be added to a turn: achievements first, they cost nothing; agents only where they would do most."""
    achievements: list[Action] = [move for move in moves if isinstance(move, Achieve)]
    agents = [move for move in moves if isinstance(move, UseAgent)]
    if achievements or len(agents) <= AGENTS:
        return achievements or list(moves)
    look, index = Outlook(s, s.active, w), s.tables.area_index

    def promise(move: UseAgent) -> float:
        area = index[move.area]
        return look.action(area, power(s, s.active, area))

    trading = [move for move in agents if s.tables.areas[index[move.area]].action == TRADE]
    best = nlargest(AGENTS, (move for move in agents if move not in trading), promise)
    return [*trading, *best, *(move for move in moves if not isinstance(move, UseAgent))]


def to_area(
    s: Yokohama, look: Outlook, area: int, gains: dict[int, float]
) -> Iterator[tuple[float, tuple[int, ...], int]]:
    """Turns that end in an area with none, one or two more assistants there: (promise, where to place, target)."""
    seat = s.active
    if area == s.presidents[seat]:
        return
    hands = s.supply[seat][ASSISTANT]
    there, strength = s.assistants[seat][area], power(s, seat, area) + 1
    way = missing(s, area)
    if way is None:
        return
    for more in range(PAIR + 1):
        if not there + more or more > hands:
            continue
        free = min(hands, areas_at_most(s)) - more if more < PAIR else 0
        if len(way) > free:
            continue
        others = sorted((x for x in gains if x != area and x not in way), key=lambda x: -gains[x])
        others = [x for x in others[: free - len(way)] if gains[x] > 0]
        promise = look.action(area, min(POWERS, strength + more)) + sum(gains[x] for x in (*way, *others))
        yield promise, (*way, *(area,) * more, *others), area


def missing(s: Yokohama, target: int) -> tuple[int, ...] | None:
    """The areas on the best way of the president that have no own assistant yet."""
    start, mine, canal = s.presidents[s.active], s.assistants[s.active], s.tables.canal
    if start == NOWHERE:
        return ()
    best: dict[int, tuple[int, ...]] = {start: ()}
    open_ = [start]
    for area in open_:
        for near in neighbours(s, area):
            way = best[area] if near in (canal, target) or mine[near] else (*best[area], near)
            if near != start and (near not in best or len(way) < len(best[near])):
                best[near] = way
                if near != target:
                    open_.append(near)
    return best.get(target)


def played(s: Yokohama, places: Sequence[int], target: int) -> list[Action] | None:
    """The answers that make the turn, as far as the president's arrival; None if it is not to be had."""
    trial = s.copy()
    line: list[Action] = []
    menu = s.tables.menu
    for area in places:
        choice = pending(trial)
        if not isinstance(choice, Placing) or menu.place[area] not in choice.options(trial):
            return None
        line.append(menu.place[area])
        advance(trial, line[-1])
    if isinstance(pending(trial), Placing):
        line.append(DONE)
        advance(trial, DONE)
    choice = pending(trial)
    if not isinstance(choice, Moving):
        return None
    id_ = s.tables.areas[target].id
    ways = [a for a in choice.options(trial) if isinstance(a, Move) and a.area == id_]
    return [*line, min(ways, key=lambda a: len(a.payees))] if ways else None
