"""A state of ours as a line of a trace, under the names 18xx.games gives things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stellwerk.core import Seat
from stellwerk.games.china1880.rules.state import CLOSED, NOBODY, China
from stellwerk.games.china1880.study.xxgames.source import Recorded

MARKERS = 3


def line(s: China, ids: Sequence[str], action: Recorded | None, doubled: Sequence[str] = ()) -> dict[str, Any]:
    """The state after an action, or before the first; `ids` are the players' by seat.

    Companies of which that site writes the permit for phase D twice are `doubled`.
    """
    first = s.order.index(s.priority)
    order = (*s.order[first:], *s.order[:first])  # that site seats the holder of the priority marker first
    return {
        **_head(action),
        "finished": not s.agenda,
        "phase": s.phase,
        "permit": s.now.letter,
        "communism": s.now.communism,
        "train_marker": f"corporation:{s.marker}" if s.marker else None,
        "players": {ids[seat]: _player(s, seat) for seat in order},
        "player_order": [ids[seat] for seat in order],
        "corporations": {company: _corporation(s, ids, company, doubled) for company in s.par},
        "holdings": {company: _holdings(s, ids, company) for company in s.par},
        "investors": {id_[1:]: _investor(s, ids, id_) for id_ in s.tables.investors},
        "companies": {id_: _holder(ids, seat) for id_, seat in s.privates.items()},
        "depot": dict(s.depot),
        "tiles": {lay.hex: f"{lay.tile}-{lay.rotation}" for lay in s.board.lays},
    }


def _head(action: Recorded | None) -> dict[str, Any]:
    if action is None:
        return {"index": -1, "id": 0, "type": "start", "entity": None}
    return {"index": action.index, "id": action.data.get("id"), "type": action.kind, "entity": action.entity}


def _holder(ids: Sequence[str], seat: Seat) -> str | None:
    if seat == CLOSED:
        return "closed"
    return None if seat == NOBODY else f"player:{ids[seat]}"


def _player(s: China, seat: Seat) -> dict[str, Any]:
    return {
        "cash": s.cash[seat],
        "certs": sum(_certificates(s, seat, company) for company in s.par),
        "debt": s.debt[seat],
        "companies": [id_ for id_, owner in s.privates.items() if owner == seat],
    }


def _certificates(s: China, seat: Seat, company: str) -> int:
    """A director's certificate is one, however large."""
    held = s.shares[company][seat]
    return 1 + (held - s.certificate[company]) // 10 if s.director[company] == seat else held // 10


def _corporation(s: China, ids: Sequence[str], company: str, doubled: Sequence[str]) -> dict[str, Any]:
    cell = s.cell[company]
    stations = s.stations.get(company, ())
    return {
        "cash": s.treasury[company],
        "president": f"player:{ids[s.director[company]]}",
        "floated": company in s.floated,
        "par": s.par[company],
        "permits": s.permits[company] + "D" * doubled.count(company),
        "full_cap": company in s.full,
        "price": [s.tables.market.prices[cell], *cell],
        "trains": list(s.trains.get(company, ())),
        "tokens": [_token(s, company, hex) for hex in stations] + [None] * (MARKERS - len(stations)),
    }


def _token(s: China, owner: str, hex: str) -> list[Any]:
    return [hex, next((node for place, node in s.board.places(owner) if place == hex), 0)]


def _holdings(s: China, ids: Sequence[str], company: str) -> dict[str, int]:
    """Once the game is over investors are gone, and what lay on them with it."""
    held = {f"player:{ids[seat]}": percent for seat, percent in enumerate(s.shares[company]) if percent}
    lent = {f"minor:{investor[1:]}": 10 for investor, of in s.reserved.items() if of == company}
    bank = 100 - sum(held.values()) - sum(lent.values())
    kept = {holder: 10 for holder in lent if s.agenda or f"A{holder[6:]}" in s.investors}
    return {"ipo": bank, **held, **kept}


def _investor(s: China, ids: Sequence[str], id_: str) -> dict[str, Any]:
    """An investor is closed when its marker has left the map: not chosen, or merged."""
    tokens = [[hex, node] for hex, node in s.board.places(id_)]
    if not tokens or (not s.agenda and id_ not in s.investors):
        return {"cash": 0, "owner": None, "closed": True, "tokens": [None]}
    owner = s.investors.get(id_, NOBODY)
    return {"cash": s.treasury.get(id_, 0), "owner": _holder(ids, owner), "closed": False, "tokens": tokens}
