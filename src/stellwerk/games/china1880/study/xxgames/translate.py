"""A recorded action as an action of ours.

What the file says in several actions (a founding: par, size, permits) is remembered until it is complete. The file
names copies of tiles and trains; on which hex a copy lies and which company owns it is remembered from earlier actions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from stellwerk.core import Action, Text
from stellwerk.games.china1880.rules import actions as ours
from stellwerk.games.china1880.rules.state import CLOSED, China
from stellwerk.games.china1880.study.xxgames.routes import run
from stellwerk.games.china1880.study.xxgames.source import BadRecord, Recorded, type_of

CELL = re.compile(r"(\d{1,4})(,\d+,\d+)?")
SHARE = re.compile(r"([A-Z]{3})_(\d)")


@dataclass(slots=True)
class Memory:
    """What earlier actions of the file have said."""

    hexes: dict[str, str] = field(default_factory=dict)
    """Copy of a tile → the hex it lies on."""
    owners: dict[str, str] = field(default_factory=dict)
    """Copy of a train → the company that owns it."""
    named: tuple[int, ...] = ()
    """Numbers of the certificates dealt in."""
    company: str = ""
    par: int = 0
    row: int = 0
    percent: int = 20


def translated(s: China, memory: Memory, a: Recorded) -> Action | None:
    """The action that does the same in our game; None if nothing is to be done for it. Raises `BadRecord`."""
    translate = TRANSLATIONS.get(a.kind)
    if translate is None:
        raise BadRecord(Text("{kind} is no action of this game", kind=a.kind))
    return translate(s, memory, a)


def _bid(s: China, memory: Memory, a: Recorded) -> Action:
    if a.has("minor"):
        return ours.ChooseInvestor(f"A{a.word('minor')}")
    return ours.Bid(a.word("company"), a.number("price"))


def _pass(s: China, memory: Memory, a: Recorded) -> Action:
    return ours.PASS


def _par(s: China, memory: Memory, a: Recorded) -> None:
    memory.company = a.word("corporation")
    memory.par = _price(a.word("share_price"))
    memory.row = a.number("slot") if a.has("slot") or a.data.get("slot") == 0 else _uppermost(s, memory.par)
    memory.percent = 20


def _price(cell: str) -> int:
    """`100,1,3` is price, row and column."""
    match = CELL.fullmatch(cell)
    if not match:
        raise BadRecord(Text("{cell} is no place on the share price chart", cell=cell))
    return int(match.group(1))


def _uppermost(s: China, par: int) -> int:
    taken = [s.row[company] for company in s.par if s.par[company] == par]
    return next((row for row in range(4) if row not in taken), 0)


def _choose(s: China, memory: Memory, a: Recorded) -> Action | None:
    kind = a.entity.partition(":")[0]
    choice = str(a.data.get("choice", ""))
    if kind == "minor":
        return ours.MoveTreasury("company" if "treasury" in choice else "owner")
    if kind == "corporation":
        return ours.REPLACE_MARKER if choice == "Replace" else ours.PASS
    if kind == "company":
        return ours.TAKE_PAYMENT if s.privates["P0"] != CLOSED else None
    return _founding(memory, choice)


def _founding(memory: Memory, choice: str) -> Action | None:
    if not memory.company:
        raise BadRecord(Text("choose: no founding was begun"))
    if choice.isdecimal():
        memory.percent = int(choice[:3])
        return None
    found = ours.Found(memory.company, memory.percent, memory.par, memory.row, choice)
    memory.company = ""
    return found


def _dealt(memory: Memory, a: Recorded) -> str:
    """The company whose certificates (`HKR_2`) are dealt in."""
    found = [SHARE.fullmatch(str(share)) for share in a.items("shares")]
    companies = {match[1] for match in found if match}
    if len(companies) != 1 or None in found:
        raise BadRecord(Text("{kind}: shares of exactly one company are dealt in at a time", kind=a.kind))
    memory.named = tuple(int(match[2]) for match in found if match)
    return companies.pop()


def _buy_shares(s: China, memory: Memory, a: Recorded) -> Action:
    return ours.BuyShare(_dealt(memory, a))


def _sell_shares(s: China, memory: Memory, a: Recorded) -> Action:
    percent = a.number("percent") if a.has("percent") else 10 * len(a.items("shares"))
    return ours.SellShares(_dealt(memory, a), percent)


def _payoff(s: China, memory: Memory, a: Recorded) -> Action:
    """All cash, up to the debt."""
    seat = s.agenda[-1].seat(s) if s.agenda else 0  # type: ignore[attr-defined]
    return ours.PayDebt(min(s.cash[seat], s.debt[seat]))


def _lay_tile(s: China, memory: Memory, a: Recorded) -> Action:
    tile = a.word("tile")
    memory.hexes[tile] = a.word("hex")
    return ours.LayTile(a.word("hex"), type_of(tile), a.number("rotation") if "rotation" in a.data else 0)


def _place_token(s: China, memory: Memory, a: Recorded) -> Action:
    copy, _, node = a.word("city").rpartition("-")
    hex = memory.hexes.get(copy, type_of(copy))
    if not node.isdecimal() or hex not in s.tables.hexes:
        raise BadRecord(Text("{city} is no city on the map", city=a.word("city")[:40]))
    choosing = bool(s.agenda) and ours.ChooseCity in s.agenda[-1].kinds  # type: ignore[attr-defined]
    return ours.ChooseCity(int(node)) if choosing else ours.PlaceMarker(hex, int(node))


def _run_routes(s: China, memory: Memory, a: Recorded) -> Action:
    return run(s, a)


def _dividend(s: China, memory: Memory, a: Recorded) -> Action:
    kinds: Mapping[str, Action] = {"payout": ours.PAY_OUT, "withhold": ours.WITHHOLD}
    if a.word("kind") not in kinds:
        raise BadRecord(Text("dividend: {kind} is neither payout nor withhold", kind=a.word("kind")[:40]))
    return kinds[a.word("kind")]


def _buy_train(s: China, memory: Memory, a: Recorded) -> Action:
    """Who sells is told by the owner of that copy: the bank, if nobody has it and the bank has that type."""
    copy = a.word("train")
    name = type_of(copy)
    seller = memory.owners.get(copy, "")
    memory.owners[copy] = a.who
    if name not in s.trains.get(seller, ()) and not s.depot.get(name):
        seller = _sister(s, a.who, name)
    if seller and seller != a.who and name in s.trains.get(seller, ()):
        return ours.BuyTrainFrom(seller, name, a.number("price"))
    return ours.BuyTrain(name)


def _sister(s: China, company: str, train: str) -> str:
    """A company with the same director that has such a train."""
    director = s.director.get(company)
    sisters = (c for c, seat in s.director.items() if seat == director and c != company)
    return next((c for c in sisters if train in s.trains[c]), "")


def _purchase_train(s: China, memory: Memory, a: Recorded) -> Action:
    name = next((train for train in s.tables.ladder if s.depot.get(train)), "")
    memory.owners[_next_copy(s, name)] = s.active
    return ours.EXCHANGE_ROCKET


def _next_copy(s: China, name: str) -> str:
    """The next of the stack; the last one if all were removed."""
    count = s.tables.trains[name].count if name else 0
    return f"{name}-{min(count - s.depot[name], count - 1)}" if name else ""


def _assign(s: China, memory: Memory, a: Recorded) -> Action:
    if a.who == "P5":
        return ours.GrantPermit(a.word("target"))
    memory.owners[_next_copy(s, "4")] = a.word("target")
    return ours.AssignRocket(a.word("target"))


def _discard_train(s: China, memory: Memory, a: Recorded) -> Action:
    memory.owners.pop(a.word("train"), None)
    return ours.GiveUpTrain(type_of(a.word("train")))


def _nothing(s: China, memory: Memory, a: Recorded) -> None:
    """Standing orders, and what our engine does by itself."""


Translation = Callable[[China, Memory, Recorded], Action | None]

TRANSLATIONS: Mapping[str, Translation] = {
    "bid": _bid,
    "pass": _pass,
    "par": _par,
    "choose": _choose,
    "buy_shares": _buy_shares,
    "sell_shares": _sell_shares,
    "payoff_player_debt": _payoff,
    "lay_tile": _lay_tile,
    "place_token": _place_token,
    "run_routes": _run_routes,
    "dividend": _dividend,
    "buy_train": _buy_train,
    "purchase_train": _purchase_train,
    "assign": _assign,
    "discard_train": _discard_train,
    "destination_connection": _nothing,
    "program_buy_shares": _nothing,
    "program_share_pass": _nothing,
    "program_disable": _nothing,
    "log": _nothing,
}
