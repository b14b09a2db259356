"""1880: tables beside the boards: players, companies, income per share, forced purchases, income by round and turn."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from stellwerk.core import Seat
from stellwerk.games.china1880.draw.liveries import chip
from stellwerk.games.china1880.rules import aids as sums
from stellwerk.games.china1880.rules.chapters.floating import place_on_list
from stellwerk.games.china1880.rules.chapters.shares import certificate_limit, certificates, for_sale, price
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.income import Round, Turn, income, turns
from stellwerk.web.view.perspective import Perspective
from stellwerk.web.view.templates import Reader, page

SHOWN_TURNS = 60


def tables(perspective: Perspective, reader: Reader) -> str:
    """Worked out from what these eyes see and have read, at the version they look at."""
    s: China = perspective.view.position
    told = perspective.told(perspective.version)
    rounds, played = income(told), turns(told)
    last = {turn.entity: turn for turn in played if turn.over}
    values = {
        "names": perspective.names,
        "players": [_player(s, seat, rounds) for seat in s.order],
        "companies": [_company(s, name, last) for name in sorted(s.par, key=lambda name: place_on_list(s, name))],
        "forced": [sums.forced(s, name) for name in s.floated],
        "rounds": rounds,
        "turns": played[-SHOWN_TURNS:][::-1],
        "chip": lambda name: Markup(chip(name).html),
    }
    return page("1880/parts/aids.html", reader, {**values, **totals(rounds, len(perspective.names))})


def _player(s: China, seat: Seat, rounds: list[Round]) -> dict[str, Any]:
    worth = sum(held[seat] // 10 * price(s, company) for company, held in s.shares.items())
    return {
        "seat": seat,
        "cash": s.cash[seat],
        "liquid": sums.liquidity(s, seat),
        "debt": s.debt[seat],
        "shares": worth,
        "certificates": certificates(s, seat),
        "limit": certificate_limit(s),
        "received": rounds[-1].received.get(seat, 0) if rounds else 0,
    }


def _company(s: China, name: str, last: dict[str, Turn]) -> dict[str, Any]:
    earned = last[name].earned if name in last else None
    return {
        "name": name,
        "director": s.director[name],
        "price": price(s, name),
        "par": s.par[name],
        "row": s.row[name] + 1,
        "treasury": s.treasury[name],
        "trains": s.trains[name],
        "rusts": sums.rust_with(s, name),
        "for_sale": max(0, for_sale(s, name)),
        "floated": name in s.floated,
        "will_float": sums.will_float(s, name),
        "full": name in s.full,
        "earned": earned,
        "dividends": sums.dividends(s, name, earned) if earned else (),
    }


def totals(rounds: list[Round], seats: int) -> dict[str, Any]:
    companies = sorted({name for each in rounds for name in (*each.earned, *each.kept)})
    return {
        "earners": companies,
        "totals": [sum(each.received.get(seat, 0) for each in rounds) for seat in range(seats)],
    }
