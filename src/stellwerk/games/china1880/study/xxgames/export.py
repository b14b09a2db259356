"""A log of ours as a game file of 18xx.games, as far as it can be expressed there; what cannot is said.

The log is replayed step by step. Passes that site makes by itself are left out, those it wants where our engine asks
nothing are put in, and its automatic actions are hung on the action before them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stellwerk.core import Action, Choice, Ruling, Step, Text, pending
from stellwerk.core.log import Entry, Header, beginning, live
from stellwerk.games import game
from stellwerk.games.china1880.rules import actions as ours
from stellwerk.games.china1880.rules.chapters.auction import ImperialGrant
from stellwerk.games.china1880.rules.chapters.income import Dividend
from stellwerk.games.china1880.rules.chapters.investors import MarkerOf, MergerCheck, fifth, leased
from stellwerk.games.china1880.rules.chapters.privates import Payment
from stellwerk.games.china1880.rules.chapters.purchase import list_price
from stellwerk.games.china1880.rules.chapters.running import RunTrains, service
from stellwerk.games.china1880.rules.state import CLOSED, China
from stellwerk.games.china1880.study.xxgames.certificates import Certificates
from stellwerk.games.china1880.study.xxgames.copies import Tiles, Trains
from stellwerk.games.china1880.study.xxgames.importing import import_bytes
from stellwerk.games.china1880.study.xxgames.site import (
    SITE,
    passes_by_itself,
    stops_before,
    waits_for_permit,
    waits_for_rocket,
)
from stellwerk.rail18.routes import Route, earnings, read
from stellwerk.rail18.service import Service

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Exported:
    """The file, and what it does not say, by entry of the log."""

    file: Data
    lost: tuple[tuple[int, Text], ...]

    def text(self) -> str:
        return json.dumps(self.file, ensure_ascii=False, separators=(",", ":"))


def exported(header: Header, entries: Sequence[Entry], check: bool = True) -> Exported:
    """With `check` the file is read back, and the first action that does not fit is told."""
    writer = Writer(beginning(game("1880"), header))
    counted = live(entries)
    for number, entry in counted:
        writer.write(number, game("1880").parse(entry.text), entry.seat)
    file = _file(header, writer)
    lost = writer.lost
    if check:
        lost = [*lost, *_misread(file, len(entries))]
    return Exported(file, tuple(lost))


def _file(header: Header, writer: Writer) -> Data:
    s = writer.s
    over = not s.agenda
    seats = writer.seating or range(s.seats)
    names = dict(enumerate(header.names))
    file: Data = {
        "id": "stellwerk",
        "title": "1880",
        "description": "",
        "players": [{"id": seat, "name": names.get(seat, f"Player {seat + 1}")} for seat in seats],
        "min_players": s.seats,
        "max_players": s.seats,
        "mode": "hotseat",
        "settings": {"optional_rules": []},
        "status": "finished" if over else "active",
        "actions": writer.actions,
    }
    if over:
        file["result"] = {str(score.seat): score.total for score in game("1880").scores(s)}
        file["game_end_reason"] = "final_train"
    return file


def _misread(file: Data, end: int) -> Iterator[tuple[int, Text]]:
    problem = import_bytes(json.dumps(file).encode()).problem
    if problem:
        yield end, Text("18xx.games would not follow: {problem}", problem=str(problem))


@dataclass
class Writer:
    s: China
    actions: list[Data] = field(default_factory=list)
    lost: list[tuple[int, Text]] = field(default_factory=list)
    seating: tuple[int, ...] = ()
    certificates: Certificates = field(default_factory=Certificates)
    tiles: Tiles = field(default_factory=Tiles)
    trains: Trains = field(default_factory=Trains)
    ran: set[str] = field(default_factory=set)
    permit_declined: str = ""
    rocket_declined: str = ""

    def write(self, number: int, action: Action, seat: int) -> None:
        choice = pending(self.s)
        if isinstance(action, Ruling):
            if SITE not in str(action):  # what that site does wrong it does again
                self.lost.append((number, Text("no ruling can be written: {ruling}", ruling=str(action))))
            action.resolve(self.s)
            return
        assert choice is not None
        if self.s.active not in (self.permit_declined, self.rocket_declined):
            self.permit_declined = self.rocket_declined = ""
        if not self._declined(choice, action):
            self._emit(number, choice, action, seat)
        self._advance(action, seat)

    def _advance(self, action: Action, seat: int) -> None:
        s = self.s
        s.agenda.pop().resolve(s, action)  # type: ignore[attr-defined]
        self.certificates.watch(s, action, seat, ())
        done: Step[Any] | None = None
        while s.agenda and not s.agenda[-1].waits:
            if stops_before(s, done, self.ran):
                self._answer(s.agenda[-1])
            done = s.agenda.pop()
            self._before(done)
            done.run(s)
            self._after(done)
        if isinstance(done, RunTrains):
            self.ran.add(done.entity)
        self.trains.watch(s)
        if isinstance(action, ours.DrawNumber):
            self.seating = s.order

    # --- what that site does and asks by itself -----------------------------------------------------------------------

    def _declined(self, choice: Choice[Any], action: Action) -> bool:
        """Passes for powers that site waits for; whether this answer of ours was nothing else."""
        s = self.s
        if waits_for_permit(s, self.permit_declined) and not isinstance(action, ours.GrantPermit):
            self.permit_declined = s.active
            self.add("pass", f"corporation:{s.active}")
        if waits_for_rocket(s, self.rocket_declined) and not isinstance(action, ours.ExchangeRocket | ours.LayTile):
            self.rocket_declined = s.active
            self.add("pass", f"corporation:{s.active}")
            if ours.LayTile in choice.kinds:
                return True
        return isinstance(action, ours.Pass) and passes_by_itself(s, choice)

    def _before(self, step: Step[Any]) -> None:
        payments = self.s.tables.payments
        last = isinstance(step, Payment) and payments.get(step.train) == max(payments.values())
        if last and self.s.privates["P0"] != CLOSED:
            self._hang("choose", "company:P0", choice="")

    def _after(self, step: Step[Any]) -> None:
        if isinstance(step, MergerCheck):
            merged = step.investor not in self.s.reserved and step.investor in self.certificates.reserved
            self._hang("destination_connection" if merged else "pass", f"minor:{step.investor[1:]}")
            self.certificates.watch(self.s, ours.PASS, 0)

    def _answer(self, step: Step[Any]) -> None:
        """What that site wants to hear before this step."""
        if isinstance(step, MarkerOf):
            self.add("choose", f"corporation:{step.company}", choice="Discard")
        elif isinstance(step, Dividend):
            self.add("run_routes", _entity(self.s), routes=[])
        else:
            self.add("pass", _entity(self.s))

    # --- writing ------------------------------------------------------------------------------------------------------

    def add(self, kind: str, entity: str, /, **data: Any) -> None:
        self.actions.append(_action(kind, entity, id=len(self.actions) + 1, created_at=len(self.actions), **data))

    def _hang(self, kind: str, entity: str, /, **data: Any) -> None:
        """What follows by itself hangs on the action before it."""
        if self.actions:
            self.actions[-1].setdefault("auto_actions", []).append(_action(kind, entity, **data))

    def _emit(self, number: int, choice: Choice[Any], action: Action, seat: int) -> None:
        write = WRITERS.get(type(action))
        if write is None:
            return
        problem = write(self, choice, action, f"player:{seat}")
        if problem:
            self.lost.append((number, problem))


def _action(kind: str, entity: str, /, **data: Any) -> Data:
    sort, _, who = entity.partition(":")
    return {"type": kind, "entity": int(who) if sort == "player" else who, "entity_type": sort, **data}


def _entity(s: China) -> str:
    return f"minor:{s.active[1:]}" if s.active in s.investors else f"corporation:{s.active}"


def _pass(w: Writer, choice: Choice[Any], a: ours.Pass, player: str) -> None:
    if ours.ReplaceMarker in choice.kinds:
        w.add("choose", f"corporation:{choice.company}", choice="Discard")  # type: ignore[attr-defined]
    elif ours.TakePayment in choice.kinds:
        w.add("pass", "company:P0")
    elif ours.Bid in choice.kinds or ours.BuyShare in choice.kinds:
        w.add("pass", player)
    else:
        w.add("pass", _entity(w.s))


def _bid(w: Writer, choice: Choice[Any], a: ours.Bid, player: str) -> None:
    w.add("bid", player, company=a.private, price=a.price)


def _choose_investor(w: Writer, choice: Choice[Any], a: ours.ChooseInvestor, player: str) -> None:
    w.add("bid", player, minor=a.investor[1:], price=0)


def _found(w: Writer, choice: Choice[Any], a: ours.Found, player: str) -> None:
    """Par and row, the size where more than 20 % can be paid, the permits."""
    row, column = w.s.tables.pars[a.par].cell
    w.add("par", player, corporation=a.company, share_price=f"{a.par},{row},{column}", slot=a.row)
    if not isinstance(choice, ImperialGrant) and w.s.cash[choice.seat(w.s)] >= 3 * a.par:
        w.add("choose", player, choice=a.percent)
    w.add("choose", player, choice=a.permits)


def _buy_share(w: Writer, choice: Choice[Any], a: ours.BuyShare, player: str) -> None:
    share = w.certificates.first(w.s, a.company)
    w.add("buy_shares", player, shares=[f"{a.company}_{share}"], percent=10)


def _sell_shares(w: Writer, choice: Choice[Any], a: ours.SellShares, player: str) -> None:
    sold = w.certificates.chosen(w.s, a, choice.seat(w.s))
    w.add("sell_shares", player, shares=[f"{a.company}_{share}" for share in sold], percent=a.percent)


def _pay_debt(w: Writer, choice: Choice[Any], a: ours.PayDebt, player: str) -> Text | None:
    seat = choice.seat(w.s)
    w.add("payoff_player_debt", player)
    if ours.BuyShare in choice.kinds and a.amount == min(w.s.cash[seat], w.s.debt[seat]):
        return None
    return Text("debt is paid with all cash there, in the own turn: ¥{amount} cannot be written", amount=a.amount)


def _lay_tile(w: Writer, choice: Choice[Any], a: ours.LayTile, player: str) -> None:
    w.add("lay_tile", _entity(w.s), hex=a.hex, tile=w.tiles.lay(a.hex, a.tile), rotation=a.rotation)


def _place_marker(w: Writer, choice: Choice[Any], a: ours.PlaceMarker, player: str) -> None:
    _token(w, w.s.active, a.hex, a.node)


def _choose_city(w: Writer, choice: Choice[Any], a: ours.ChooseCity, player: str) -> None:
    company: str = choice.company  # type: ignore[attr-defined]
    _token(w, company, w.s.tables.companies[company].home, a.node)


def _token(w: Writer, company: str, hex: str, node: int) -> None:
    slot = len(w.s.board.owners(hex, node))
    w.add("place_token", f"corporation:{company}", city=w.tiles.city(hex, node), slot=slot, tokener=company)


def _run(w: Writer, choice: Choice[Any], a: ours.Run, player: str) -> None:
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
    w.add("run_routes", _entity(s), routes=routes)


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


def _dividend(kind: str) -> Callable[[Writer, Choice[Any], Any, str], None]:
    def write(w: Writer, choice: Choice[Any], a: Action, player: str) -> None:
        w.add("dividend", _entity(w.s), kind=kind)

    return write


def _buy_train(w: Writer, choice: Choice[Any], a: ours.BuyTrain, player: str) -> None:
    copy = w.trains.buy(w.s, w.s.active, a.train)
    w.add("buy_train", _entity(w.s), train=copy, price=list_price(w.s, a.train), variant=a.train)


def _buy_train_from(w: Writer, choice: Choice[Any], a: ours.BuyTrainFrom, player: str) -> None:
    copy = w.trains.take(a.company, a.train)
    w.trains.owned.setdefault(w.s.active, []).append(copy)
    w.add("buy_train", _entity(w.s), train=copy, price=a.price)


def _give_up_train(w: Writer, choice: Choice[Any], a: ours.GiveUpTrain, player: str) -> None:
    company: str = choice.company  # type: ignore[attr-defined]
    w.add("discard_train", f"corporation:{company}", train=w.trains.take(company, a.train))


def _take_payment(w: Writer, choice: Choice[Any], a: ours.TakePayment, player: str) -> None:
    w.add("choose", "company:P0", choice="Close")


def _grant_permit(w: Writer, choice: Choice[Any], a: ours.GrantPermit, player: str) -> Text | None:
    w.add("assign", "company:P5", target=a.company, target_type="corporation")
    if ours.BuyShare in choice.kinds:
        return Text("P5 is given away only while a company of its owner operates")
    return None


def _exchange_rocket(w: Writer, choice: Choice[Any], a: ours.ExchangeRocket, player: str) -> None:
    w.trains.buy(w.s, w.s.active, leased(w.s))
    w.add("purchase_train", "company:P7")


def _assign_rocket(w: Writer, choice: Choice[Any], a: ours.AssignRocket, player: str) -> None:
    w.trains.buy(w.s, a.company, "4")
    w.add("assign", "company:P7", target=a.company, target_type="corporation")


def _move_treasury(w: Writer, choice: Choice[Any], a: ours.MoveTreasury, player: str) -> None:
    investor, company = choice.investor, choice.company  # type: ignore[attr-defined]
    whole = w.s.treasury[investor]
    to_owner = f"¥{fifth(whole)} to {player}"
    text = f"¥{whole} to {company} treasury" if a.to == "company" else to_owner
    w.add("choose", f"minor:{investor[1:]}", choice=text)


def _replace_marker(w: Writer, choice: Choice[Any], a: ours.ReplaceMarker, player: str) -> None:
    w.add("choose", f"corporation:{choice.company}", choice="Replace")  # type: ignore[attr-defined]


WRITERS: Mapping[type[Action], Callable[[Writer, Choice[Any], Any, str], Text | None]] = {
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
