"""What a recorded game does against the rules, mended by rulings beside or instead of an action of ours.

Each function names the behaviour of 18xx.games it follows. Everything else that our rules refuse stays refused.
"""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.core import Action, Ruling, pending
from stellwerk.games.china1880.rules import actions as ours
from stellwerk.games.china1880.rules.chapters.homes import markers_left
from stellwerk.games.china1880.rules.chapters.income import Dividend, price_bonus
from stellwerk.games.china1880.rules.chapters.investors import MarkerOf
from stellwerk.games.china1880.rules.chapters.purchase import list_price
from stellwerk.games.china1880.rules.chapters.running import income
from stellwerk.games.china1880.rules.chapters.share_round import NextTrader
from stellwerk.games.china1880.rules.chapters.stations import station_price
from stellwerk.games.china1880.rules.chapters.track import more_exits, terrain
from stellwerk.games.china1880.rules.rulings import (
    BANK,
    RulingCash,
    RulingIncome,
    RulingPass,
    RulingPermit,
    RulingPrice,
    RulingStack,
    RulingStation,
    RulingTile,
)
from stellwerk.games.china1880.rules.stack import DIRECTOR
from stellwerk.games.china1880.rules.state import China
from stellwerk.games.china1880.study.xxgames.routes import recorded_revenue
from stellwerk.games.china1880.study.xxgames.site import SITE
from stellwerk.games.china1880.study.xxgames.source import Recorded
from stellwerk.games.china1880.study.xxgames.walk import Walk

REPLACED = frozenset((ours.GrantPermit, ours.LayTile))
PREPARED = frozenset((ours.BuyTrain, ours.BuyShare, ours.SellShares))
"""The actions instead of which, or before which, something may have to be ruled."""


def rulings_instead(s: China, action: Action) -> Sequence[Ruling]:
    """What stands in the place of an action that our rules refuse."""
    if type(action) not in REPLACED:  # mostly
        return ()
    match action:
        case ours.GrantPermit(company) if _foreign(s, company):
            return [RulingPermit(company, f"{SITE} lets P5 serve companies of other players")]
        case ours.GrantPermit(company) if "D" in s.permits.get(company, "") and not s.granted:
            return [RulingPermit(company, f"{SITE} lets P5 serve a company that has the permit")]
        case ours.LayTile(hex, tile, rotation) if _only_exits_object(s, action):
            return [RulingTile(s.active, hex, tile, rotation, f"{SITE} does not ask for the tile with the most exits")]
    return ()


def rulings_before(s: China, a: Recorded, action: Action, named: Sequence[int]) -> Sequence[Ruling]:
    """What must be ruled so that the action can be done as recorded; `named` are the shares it deals in."""
    if type(action) not in PREPARED:  # mostly
        return ()
    match action:
        case ours.BuyTrain(train) if train in s.tables.trains:
            return _otherwise_priced(s, train, a.number("price"))
        case ours.BuyShare(company) if company in s.stacks:
            stack = s.stacks[company]
            return _other_cards(company, BANK, stack.for_sale[:1], [n for n in named if n in stack.for_sale])
        case ours.SellShares(company, percent) if company in s.stacks and (choice := pending(s)) is not None:
            stack, seat = s.stacks[company], choice.seat(s)
            held = [n for n in named if n in stack.held[seat]]
            return _other_cards(company, str(seat), stack.to_sell(seat, percent), held)
    return ()


def _otherwise_priced(s: China, train: str, paid: int) -> Sequence[Ruling]:
    """It does not check prices of the bank's trains."""
    more = list_price(s, train) - paid
    return [RulingCash(s.active, more, f"{SITE}: {train} sold for ¥{paid}")] if more else ()


def _other_cards(company: str, holder: str, ours: Sequence[int], theirs: Sequence[int]) -> Sequence[Ruling]:
    """Any share may be named; the first one is meant where the file names none that is there."""
    first = [card for card in theirs if card != DIRECTOR]
    if not first or first == [card for card in ours if card != DIRECTOR]:
        return ()
    return [RulingStack(company, holder, card, f"{SITE}: share {card} is meant") for card in reversed(first)]


def _foreign(s: China, company: str) -> bool:
    return company in s.floated and s.director[company] != s.privates["P5"] and not s.granted


def _only_exits_object(s: China, action: ours.LayTile) -> bool:
    """Mostly there is no tile with more exits, and the whole law need not be asked."""
    tile = s.tables.atlas.tiles.get(action.tile)
    if tile is None or action.hex not in s.tables.hexes or more_exits(s, action.hex, tile) is None:
        return False
    choice = pending(s)
    refusal = choice.objection(s, action) if choice is not None else None
    return refusal is not None and refusal.rule.section == "X.upgrade.7"


def rulings_after(s: China, a: Recorded, action: Action) -> Sequence[Ruling]:
    """What must be ruled once the action is done: the revenue of the file counts.

    That site pays the Trans-Siberian bonus to every train that earns it, and never counts a stored revenue again.
    """
    if not isinstance(action, ours.Run):
        return ()
    recorded = recorded_revenue(a)
    more = recorded - income(s, s.active, action)
    if not more:
        return ()
    reason = f"{SITE} counts ¥{recorded}"
    return [RulingIncome(more, reason) if s.active in s.director else RulingCash(s.active, more, reason)]


def last_resort(s: China, a: Recorded, action: Action | None, reason: str) -> Sequence[Ruling]:
    """What our rules refuse and that site has taken: a lay, a marker or a pass goes on by a ruling, others do not."""
    match action:
        case ours.LayTile(hex, tile, rotation) if _acts(s, a) and hex in s.tables.hexes:
            lay = RulingTile(s.active, hex, tile, rotation, reason)
            return [*_paid(s.active, terrain(s, s.active, hex), reason), lay]
        case ours.PlaceMarker(hex, node) if a.entity == f"corporation:{s.active}" and markers_left(s, s.active):
            marker = RulingStation(s.active, hex, node, reason)
            return [*_paid(s.active, station_price(s, s.active), reason), marker]
        case ours.Pass() if _asked(s, a):
            return [RulingPass(reason)]
    return ()


def _acts(s: China, a: Recorded) -> bool:
    return a.entity in (f"corporation:{s.active}", f"minor:{s.active[1:]}")


def _asked(s: China, a: Recorded) -> bool:
    choice = pending(s)
    return choice is not None and ours.Pass in choice.kinds and _acts(s, a)


def _paid(entity: str, amount: int, reason: str) -> list[Ruling]:
    return [RulingCash(entity, -amount, reason)] if amount else []


def answered_otherwise(walk: Walk, a: Recorded) -> bool:
    """Whether a recorded action answers what that site waits for and our engine does not ask."""
    step = walk.waiting
    if isinstance(step, MarkerOf):
        return _second_marker(walk, step, a)
    if isinstance(step, NextTrader):
        return _passes_founding(walk, step, a)
    if a.entity != f"corporation:{walk.s.active}":
        return False
    if isinstance(step, Dividend):
        return _run_without_route(walk, step.company, a)
    if a.kind != "pass":
        return False
    walk.go_on()
    return True


def _passes_founding(walk: Walk, step: NextTrader, a: Recorded) -> bool:
    """It asks whoever could pay for a company, even if no row is left."""
    if a.kind != "pass" or a.entity != f"player:{walk.ids[step.seat]}":
        return False
    walk.go_on()
    return True


def _second_marker(walk: Walk, step: MarkerOf, a: Recorded) -> bool:
    """It offers to replace an investor's marker where the company has one already."""
    if a.kind != "choose" or a.entity != f"corporation:{step.company}":
        return False
    hex, node = walk.s.board.places(step.investor)[0]
    walk.go_on()
    walk.resume()
    if a.data.get("choice") == "Replace":
        walk.rule(RulingStation(step.company, hex, node, f"{SITE} lets a second marker stand on a hex"))
    return True


def _run_without_route(walk: Walk, company: str, a: Recorded) -> bool:
    """Once a company has had a route it demands a run for ever, and pays the price bonus even for an empty one."""
    s = walk.s
    if a.kind == "run_routes":
        walk.unclaimed = recorded_revenue(a) + price_bonus(s, company)
        if not walk.unclaimed:
            walk.go_on()
        return True
    bonus = walk.unclaimed
    if a.kind != "dividend" or not bonus:
        return False
    right, reason = s.tables.market.move(s.cell[company], "right"), f"{SITE} pays the price bonus for an empty run"
    shares, frozen = s.shares[company], s.now.communism
    walk.unclaimed = 0
    walk.go_on()
    walk.resume()
    if a.data.get("kind") == "withhold":
        walk.rule(RulingCash(company, bonus, reason))
        return True
    for seat, percent in enumerate(shares):
        if percent:
            walk.rule(RulingCash(str(seat), bonus * percent // 100, reason))
    if not frozen:
        walk.rule(RulingPrice(company, *right, reason))
    return True
