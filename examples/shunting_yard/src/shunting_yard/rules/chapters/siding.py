"""Chapter 3, wagons: coupling with its shunting, and selling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from shunting_yard.rules.actions import Couple, DrawWagon, Sell
from shunting_yard.rules.citation import no, rule
from shunting_yard.rules.events import WagonCoupled, WagonDrawn, WagonSold
from shunting_yard.rules.state import ShuntingYard
from stellwerk.core import Action, Chance, Illegal, Options, Rule, Seat, Text, Weighted, tell, then


def against_coupling(s: ShuntingYard, seat: Seat, a: Couple) -> Illegal | None:
    """shunting-yard 3.1, 3.2, 3.4."""
    player = s.players[seat]
    if not 1 <= a.place <= len(s.siding):
        return no("3.1", Text("no wagon stands on place {place}", place=a.place))
    if len(player.yard) >= s.box.table.yard:
        return no("3.4", Text("the yard is full: {n} wagons", n=len(player.yard)))
    if player.coins < a.place - 1:
        return no("3.2", Text("the shunting costs {price}, you have {coins}", price=a.place - 1, coins=player.coins))
    return None


def couple(s: ShuntingYard, seat: Seat, a: Couple) -> None:
    """shunting-yard 3.2, 3.3, 3.5: pay, take the wagon and what lies on it, and let the others move up."""
    player, at = s.players[seat], a.place - 1
    player.coins -= at
    for before in range(at):
        s.lying[before] += 1
    goods, found = s.siding.pop(at), s.lying.pop(at)
    player.coins += found
    player.yard.append(goods)
    tell(s, WagonCoupled, seat, s.box.name(goods), at, found)
    then(s, DrawToSiding())


def against_sale(s: ShuntingYard, seat: Seat, a: Sell) -> Illegal | None:
    """shunting-yard 3.6."""
    return None if a.goods in s.players[seat].yard else no("3.6", Text("no such wagon is in your yard"))


def sell(s: ShuntingYard, seat: Seat, a: Sell) -> None:
    """shunting-yard 3.6: the bank pays what it has."""
    player = s.players[seat]
    coins = min(s.box.goods[a.goods].price, s.bank)
    send_back(s, seat, [a.goods])
    s.bank -= coins
    player.coins += coins
    tell(s, WagonSold, seat, s.box.name(a.goods), coins)


def send_back(s: ShuntingYard, seat: Seat, wagons: list[str]) -> None:
    """From a yard to the main line."""
    for goods in wagons:
        s.players[seat].yard.remove(goods)
        s.main_line.append(goods)


@dataclass(frozen=True, slots=True)
class DrawToSiding(Chance[ShuntingYard]):
    """shunting-yard 1.1, 3.5: the next wagon of the main line, each as likely as any other."""

    rule: ClassVar[Rule] = rule("3.5")
    kinds: ClassVar = (DrawWagon,)

    def question(self, s: ShuntingYard) -> Text:
        return Text("which wagon comes to the siding?")

    def options(self, s: ShuntingYard) -> Options:
        counts = {goods: s.main_line.count(goods) for goods in s.box.goods}
        there = [goods for goods, n in counts.items() if n]
        return Weighted([DrawWagon(goods) for goods in there], [counts[goods] for goods in there])

    def objection(self, s: ShuntingYard, a: Action) -> Illegal | None:
        assert isinstance(a, DrawWagon)
        return None if a.goods in s.main_line else no("3.5", Text("no such wagon is on the main line"))

    def resolve(self, s: ShuntingYard, a: Action) -> None:
        assert isinstance(a, DrawWagon)
        s.main_line.remove(a.goods)
        s.siding.append(a.goods)
        s.lying.append(0)
        tell(s, WagonDrawn, s.box.name(a.goods))
