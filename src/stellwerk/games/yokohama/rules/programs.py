"""yokohama: standing orders."""

from __future__ import annotations

from stellwerk.core import Action, Program, Seat, Text, options, pending
from stellwerk.games.yokohama.rules.actions import DONE, Done, Fulfil, Move, Place, Recall
from stellwerk.games.yokohama.rules.chapters.additional import Additional
from stellwerk.games.yokohama.rules.chapters.movement import Moving
from stellwerk.games.yokohama.rules.chapters.placement import Placing
from stellwerk.games.yokohama.rules.events import order_text
from stellwerk.games.yokohama.rules.state import Yokohama, area_of, grounds, guests


def _offered(s: Yokohama, seat: Seat, action: Action) -> Action | None:
    choice = pending(s)
    asked = choice is not None and choice.seat(s) == seat
    return action if asked and action in options(s) else None


def _open_areas(s: Yokohama, seat: Seat) -> tuple[str, ...]:
    """Where assistants may go and no other president stands."""
    return tuple(s.tables.areas[area].id for area in grounds(s) if not guests(s, seat, area))


def _area(s: Yokohama, id_: str) -> Text:
    return Text(s.tables.areas[area_of(s, id_)].name)


# --- the next turn ---------------------------------------------------------------------------------------------------


def _place_assistant(s: Yokohama, seat: Seat, area: str) -> Action | None:
    return _offered(s, seat, Place(area)) if isinstance(pending(s), Placing) else None


def _met_or_crossed(s: Yokohama, seat: Seat, area: str, action: Action | None) -> bool:
    """Somebody's president came there, or the player has gone on without it."""
    return area not in _open_areas(s, seat) or isinstance(action, Place | Done | Move | Recall)


def _move_president(s: Yokohama, seat: Seat, area: str) -> Action | None:
    """To an area that costs nobody anything; assistants that are to be placed before it have an order of their own."""
    choice = pending(s)
    if isinstance(choice, Placing) and choice.seat(s) == seat:
        return DONE if s.assistants[seat][area_of(s, area)] else None
    return _offered(s, seat, Move(area, ())) if isinstance(choice, Moving) else None


def _met_or_moved(s: Yokohama, seat: Seat, area: str, action: Action | None) -> bool:
    there = s.presidents[seat] == area_of(s, area)
    return there or area not in _open_areas(s, seat) or isinstance(action, Move | Recall)


# --- whenever --------------------------------------------------------------------------------------------------------


def _own_orders(s: Yokohama, seat: Seat) -> tuple[str, ...]:
    return tuple(s.hand[seat])


def _fulfil(s: Yokohama, seat: Seat, order: str) -> Action | None:
    return _offered(s, seat, Fulfil(order))


def _fulfilled(s: Yokohama, seat: Seat, order: str, action: Action | None) -> bool:
    return order not in s.hand[seat]


def _only_done(s: Yokohama, seat: Seat, argument: str) -> Action | None:
    """Ends the turn when nothing else could be done."""
    choice = pending(s)
    asked = isinstance(choice, Additional) and choice.seat(s) == seat
    return DONE if asked and list(options(s)) == [DONE] else None


PROGRAMS: tuple[Program[Yokohama], ...] = (
    Program(
        "fulfil-order",
        Text("Fulfil an order as soon as I have its goods"),
        "order",
        _own_orders,
        _fulfil,
        _fulfilled,
        says=lambda s, order: order_text(s.tables.orders[order]),
        until=Text("ends when the order is fulfilled"),
    ),
    Program(
        "place-assistant",
        Text("Place an assistant at my next turn"),
        "area",
        _open_areas,
        _place_assistant,
        _met_or_crossed,
        says=_area,
        until=Text("ends when somebody's president is there first, or when you place by hand"),
        once=True,
    ),
    Program(
        "move-president",
        Text("Place nothing more and move my president"),
        "area",
        _open_areas,
        _move_president,
        _met_or_moved,
        says=_area,
        until=Text("ends when somebody's president is there first, or when the way costs a fee"),
    ),
    Program(
        "end-turn",
        Text("End my turn when nothing else is possible"),
        "",
        lambda s, seat: (),
        _only_done,
        until=Text("goes on until you stop it"),
    ),
)
