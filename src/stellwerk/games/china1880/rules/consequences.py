"""1880: what an option means in figures: money, shares, trains and income before and after, as its player would ask."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Action, Seat, Text
from stellwerk.core import after as following
from stellwerk.games.china1880.rules.actions import LayTile, PlaceMarker
from stellwerk.games.china1880.rules.chapters.purchase import must_buy
from stellwerk.games.china1880.rules.chapters.running import SHORT, best_run, train_names
from stellwerk.games.china1880.rules.chapters.shares import certificate_limit, certificates
from stellwerk.games.china1880.rules.state import China


def consequences(s: China, seat: Seat, action: Action) -> tuple[Text, ...]:
    """Up to the next decision. Nothing is hidden in this game, so everything in it is known."""
    then = following(s, action)
    return (*_money(s, then, seat), *_shares(s, then, seat), *_trains(s, then, seat), *_income(s, then, action))


def _money(s: China, then: China, seat: Seat) -> Iterator[Text]:
    if then.cash[seat] != s.cash[seat]:
        yield Text("your cash: ¥{old} → ¥{new}", old=s.cash[seat], new=then.cash[seat])
    if then.debt[seat] != s.debt[seat]:
        yield Text("your debt: ¥{old} → ¥{new}", old=s.debt[seat], new=then.debt[seat])
    for entity, new in then.treasury.items():
        if new != s.treasury.get(entity, 0):
            yield Text("{entity}: ¥{old} → ¥{new}", entity=entity, old=s.treasury.get(entity, 0), new=new)


def _shares(s: China, then: China, seat: Seat) -> Iterator[Text]:
    for company, held in then.shares.items():
        old = s.shares[company][seat] if company in s.shares else 0
        if held[seat] != old:
            yield Text("your part of {company}: {old} % → {new} %", company=company, old=old, new=held[seat])
    if certificates(then, seat) != certificates(s, seat):
        limit = certificate_limit(then)
        yield Text("your certificates: {n} of {limit}", n=certificates(then, seat), limit=limit)
    for company, director in s.director.items():
        if director == seat != then.director[company]:
            yield Text("you direct {company} no longer", company=company)


def _trains(s: China, then: China, seat: Seat) -> Iterator[Text]:
    """1880 XI.2, X.buy.1: trains that the own companies lose, and who must buy another."""
    for company in s.floated:
        lost = list(s.trains[company])
        for train in then.trains[company]:
            if train in lost:
                lost.remove(train)
        if lost and then.director[company] == seat:
            yield Text("your {company} loses: {trains}", company=company, trains=tuple(lost))
            if must_buy(then, company):
                yield Text("your {company} is left without a train and must buy one", company=company)


def _income(s: China, then: China, action: Action) -> Iterator[Text]:
    """What new track or a new station is worth to the trains there are, by a short search."""
    if not isinstance(action, LayTile | PlaceMarker) or not train_names(s, s.active):
        return
    before, after = (best_run(state, s.active, nodes=SHORT) for state in (s, then))
    proven = before.proven and after.proven
    yield (
        _earned(s.active, before.revenue, after.revenue) if proven else _found(s.active, before.revenue, after.revenue)
    )


def _earned(entity: str, old: int, new: int) -> Text:
    if old == new:
        return Text("{entity}: best routes ¥{old} as before", entity=entity, old=old)
    return Text("{entity}: best routes ¥{old} → ¥{new}", entity=entity, old=old, new=new)


def _found(entity: str, old: int, new: int) -> Text:
    if old == new:
        return Text("{entity}: good routes ¥{old} as before, perhaps not the best", entity=entity, old=old)
    return Text("{entity}: good routes ¥{old} → ¥{new}, perhaps not the best", entity=entity, old=old, new=new)
