"""Yokohama on the table page: what is on the stage, what everybody has, and how one usually pays."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Action, Seat, Text
from stellwerk.games.yokohama.draw.rewards import good
from stellwerk.games.yokohama.rules import actions as act
from stellwerk.games.yokohama.rules.chapters.movement import ways
from stellwerk.games.yokohama.rules.components import PIECES, STOCK
from stellwerk.games.yokohama.rules.state import Yokohama
from stellwerk.games.yokohama.rules.view import YokohamaView
from stellwerk.games.yokohama.rules.words import AMOUNTS, PIECE_NAMES
from stellwerk.web.companions import Mean, Stage, Way

DISPLAYS = ("displays", "boards")


def stage(v: YokohamaView, seat: Seat, spotted: frozenset[str]) -> Stage:
    """The areas with the own goods below; orders, technologies and boards where those are asked about."""
    shown = tuple(name for name in DISPLAYS if name in spotted)
    areas = ("pyramid",) if "pyramid" in spotted or not shown else ()
    return ((*areas, *shown), (f"player-{seat}",))


def means(v: YokohamaView, seat: Seat) -> Iterator[Mean]:
    player = v.players[seat]
    for kind in ("yen", *(kind for kind in STOCK if kind != "yen")):
        n = getattr(player, kind)
        yield Mean(good(kind), str(n), AMOUNTS[kind](n))
    ready = Text("{piece}: {n} in the supply", piece=PIECE_NAMES[PIECES[0]], n=player.supply[0])
    yield Mean(good(PIECES[0]), str(player.supply[0]), ready)


def way(s: Yokohama, a: Action) -> Way | None:
    """Money before imports, the cheapest walk, an assistant from the supply; to take all back is no other way than to
    take the only one."""
    match a:
        case act.TakeOrder():
            return a.order, a.payment == "imports"
        case act.Research():
            return (a.technology, a.slot), a.imports
        case act.Move():
            price = ways(s).get((s.tables.area_index[a.area], act.PAYEES.index(a.payees)), 0)
            return a.area, (price, len(a.payees))
        case act.Occupy():
            return a.space, a.origin != act.SUPPLY
        case act.Fetch() | act.FetchAll():
            return ("fetch", isinstance(a, act.FetchAll)) if sum(s.assistants[s.active]) == 1 else None
    return None
