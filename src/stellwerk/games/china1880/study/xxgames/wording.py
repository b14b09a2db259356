"""An action of ours in the words of a game file of 18xx.games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from stellwerk.core import Action, Choice
from stellwerk.games.china1880.rules import actions as ours
from stellwerk.games.china1880.rules.chapters.auction import ImperialGrant
from stellwerk.games.china1880.rules.chapters.investors import fifth, leased
from stellwerk.games.china1880.rules.chapters.purchase import list_price
from stellwerk.games.china1880.rules.chapters.running import service
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.xxgames.copies import Tiles, Trains
from stellwerk.rail18.routes import Route, earnings, read
from stellwerk.rail18.service import Service

Data = dict[str, Any]


@dataclass(slots=True)
class Words:
    """What is needed to say something there: the position as that site has it, and its names of things."""

    s: China
    tiles: Tiles = field(default_factory=Tiles)
    trains: Trains = field(default_factory=Trains)
    price: int | None = None
    """What is paid for the next train of the bank, if not its price."""
    revenue: int | None = None
    """What the next run earns in all, if not what we count."""
    said: list[Data] = field(default_factory=list)

    def add(self, kind: str, entity: str, /, **data: Any) -> None:
        self.said.append(said(kind, entity, **data))


def said(kind: str, entity: str, /, **data: Any) -> Data:
    sort, _, who = entity.partition(":")
    return {"type": kind, "entity": int(who) if sort == "player" else who, "entity_type": sort, **data}


def entity_of(s: China) -> str:
    return f"minor:{s.active[1:]}" if s.active in s.investors else f"corporation:{s.active}"


def _pass(w: Words, choice: Choice[Any], a: ours.Pass, player: str) -> None:
    if ours.ReplaceMarker in choice.kinds:
        w.add("choose", f"corporation:{choice.company}", choice="Discard")  # type: ignore[attr-defined]
    elif ours.TakePayment in choice.kinds:
        w.add("pass", "company:P0")
    elif ours.Bid in choice.kinds or ours.BuyShare in choice.kinds:
        w.add("pass", player)
    else:
        w.add("pass", entity_of(w.s))


def _bid(w: Words, choice: Choice[Any], a: ours.Bid, player: str) -> None:
    w.add("bid", player, company=a.private, price=a.price)


def _choose_investor(w: Words, choice: Choice[Any], a: ours.ChooseInvestor, player: str) -> None:
    w.add("bid", player, minor=a.investor[1:], price=0)


def _found(w: Words, choice: Choice[Any], a: ours.Found, player: str) -> None:
    """Par and row, the size where more than 20 % can be paid, the permits."""
    row, column = w.s.tables.pars[a.par].cell
    w.add("par", player, corporation=a.company, share_price=f"{a.par},{row},{column}", slot=a.row)
    if not isinstance(choice, ImperialGrant) and w.s.cash[choice.seat(w.s)] >= 3 * a.par:
        w.add("choose", player, choice=a.percent)
    w.add("choose", player, choice=a.permits)


def _buy_share(w: Words, choice: Choice[Any], a: ours.BuyShare, player: str) -> None:
    share = w.s.stacks[a.company].for_sale[0]
    w.add("buy_shares", player, shares=[f"{a.company}_{share}"], percent=10)


def _sell_shares(w: Words, choice: Choice[Any], a: ours.SellShares, player: str) -> None:
    sold = w.s.stacks[a.company].to_sell(choice.seat(w.s), a.percent)
    w.add("sell_shares", player, shares=[f"{a.company}_{share}" for share in sold], percent=a.percent)


def _pay_debt(w: Words, choice: Choice[Any], a: ours.PayDebt, player: str) -> None:
    w.add("payoff_player_debt", player)


def _lay_tile(w: Words, choice: Choice[Any], a: ours.LayTile, player: str) -> None:
    w.add("lay_tile", entity_of(w.s), hex=a.hex, tile=w.tiles.lay(a.hex, a.tile), rotation=a.rotation)


def _place_marker(w: Words, choice: Choice[Any], a: ours.PlaceMarker, player: str) -> None:
    _token(w, w.s.active, a.hex, a.node)


def _choose_city(w: Words, choice: Choice[Any], a: ours.ChooseCity, player: str) -> None:
    company: str = choice.company  # type: ignore[attr-defined]
    _token(w, company, w.s.tables.companies[company].home, a.node)


def _token(w: Words, company: str, hex: str, node: int) -> None:
    slot = len(w.s.board.owners(hex, node))
    w.add("place_token", f"corporation:{company}", city=w.tiles.city(hex, node), slot=slot, tokener=company)


def _run(w: Words, choice: Choice[Any], a: ours.Run, player: str) -> None:
    s = w.s
    ground = service(s, s.active)
    at_hand = list(w.trains.owned.get(s.active, ())) or [w.trains.top(s, leased(s))]
    routes = []
    for text in a.routes:
        name, _, path = text.partition(":")
        copy = next(copy for copy in at_hand if copy.rpartition("-")[0] == name)
        at_hand.remove(copy)
        route = read(ground.layout, path)
        assert isinstance(route, Route)
        routes.append(_route(ground, copy, route))
    if routes and w.revenue is not None:
        routes[0]["revenue"] += w.revenue - sum(route["revenue"] for route in routes)
    w.revenue = None
    w.add("run_routes", entity_of(s), routes=routes)


def _route(ground: Service, copy: str, route: Route) -> Data:
    hops: list[list[str]] = []
    for call in route.calls:
        if hops:
            hops[-1].append(call.hex)
        if call.node is not None:
            hops.append([call.hex])
    stops = [hex for hex, _ in route.stops]
    return {
        "train": copy,
        "connections": hops[:-1],
        "hexes": stops,
        "revenue": earnings(ground, [route]).total,
        "revenue_str": "-".join(stops),
        "nodes": [f"{hex}-{node}" for hex, node in route.stops],
    }


def _dividend(kind: str) -> Callable[[Words, Choice[Any], Any, str], None]:
    def write(w: Words, choice: Choice[Any], a: Action, player: str) -> None:
        w.add("dividend", entity_of(w.s), kind=kind)

    return write


def _buy_train(w: Words, choice: Choice[Any], a: ours.BuyTrain, player: str) -> None:
    copy = w.trains.buy(w.s, w.s.active, a.train)
    paid = list_price(w.s, a.train) if w.price is None else w.price
    w.price = None
    w.add("buy_train", entity_of(w.s), train=copy, price=paid, variant=a.train)


def _buy_train_from(w: Words, choice: Choice[Any], a: ours.BuyTrainFrom, player: str) -> None:
    copy = w.trains.take(a.company, a.train)
    w.trains.owned.setdefault(w.s.active, []).append(copy)
    w.add("buy_train", entity_of(w.s), train=copy, price=a.price)


def _give_up_train(w: Words, choice: Choice[Any], a: ours.GiveUpTrain, player: str) -> None:
    company: str = choice.company  # type: ignore[attr-defined]
    w.add("discard_train", f"corporation:{company}", train=w.trains.take(company, a.train))


def _take_payment(w: Words, choice: Choice[Any], a: ours.TakePayment, player: str) -> None:
    w.add("choose", "company:P0", choice="Close")


def _grant_permit(w: Words, choice: Choice[Any], a: ours.GrantPermit, player: str) -> None:
    w.add("assign", "company:P5", target=a.company, target_type="corporation")


def _exchange_rocket(w: Words, choice: Choice[Any], a: ours.ExchangeRocket, player: str) -> None:
    w.trains.buy(w.s, w.s.active, leased(w.s))
    w.add("purchase_train", "company:P7")


def _assign_rocket(w: Words, choice: Choice[Any], a: ours.AssignRocket, player: str) -> None:
    w.trains.buy(w.s, a.company, "4")
    w.add("assign", "company:P7", target=a.company, target_type="corporation")


def _move_treasury(w: Words, choice: Choice[Any], a: ours.MoveTreasury, player: str) -> None:
    investor, company = choice.investor, choice.company  # type: ignore[attr-defined]
    whole = w.s.treasury[investor]
    to_owner = f"¥{fifth(whole)} to {player}"
    text = f"¥{whole} to {company} treasury" if a.to == "company" else to_owner
    w.add("choose", f"minor:{investor[1:]}", choice=text)


def _replace_marker(w: Words, choice: Choice[Any], a: ours.ReplaceMarker, player: str) -> None:
    w.add("choose", f"corporation:{choice.company}", choice="Replace")  # type: ignore[attr-defined]


WRITERS: Mapping[type[Action], Callable[[Words, Choice[Any], Any, str], None]] = {
    ours.Pass: _pass,
    ours.Bid: _bid,
    ours.ChooseInvestor: _choose_investor,
    ours.Found: _found,
    ours.BuyShare: _buy_share,
    ours.SellShares: _sell_shares,
    ours.PayDebt: _pay_debt,
    ours.LayTile: _lay_tile,
    ours.PlaceMarker: _place_marker,
    ours.ChooseCity: _choose_city,
    ours.Run: _run,
    ours.PayOut: _dividend("payout"),
    ours.Withhold: _dividend("withhold"),
    ours.BuyTrain: _buy_train,
    ours.BuyTrainFrom: _buy_train_from,
    ours.GiveUpTrain: _give_up_train,
    ours.TakePayment: _take_payment,
    ours.GrantPermit: _grant_permit,
    ours.ExchangeRocket: _exchange_rocket,
    ours.AssignRocket: _assign_rocket,
    ours.MoveTreasury: _move_treasury,
    ours.ReplaceMarker: _replace_marker,
}
