"""Where 18xx.games waits and where it goes on by itself, told from a state of ours."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from stellwerk.core import Choice, Step, pending
from stellwerk.games.china1880.rules import actions as ours
from stellwerk.games.china1880.rules.chapters.founding import could_found
from stellwerk.games.china1880.rules.chapters.homes import markers_left
from stellwerk.games.china1880.rules.chapters.investors import MarkerOf
from stellwerk.games.china1880.rules.chapters.phases import top
from stellwerk.games.china1880.rules.chapters.privates import has_room, may_grant
from stellwerk.games.china1880.rules.chapters.purchase import BuyTrains, list_price, lists_trains, must_buy
from stellwerk.games.china1880.rules.chapters.running import RunTrains, service, trains
from stellwerk.games.china1880.rules.chapters.share_round import NextTrader, may_trade
from stellwerk.games.china1880.rules.chapters.stations import BuildStation, markers
from stellwerk.games.china1880.rules.chapters.track import BuildTrack, may_build, waits_for_rocket, yellow_tiles
from stellwerk.games.china1880.rules.state import China
from stellwerk.rail18.walks import has_route

SITE = "18xx.games"
"""Stands in the reason of every ruling that follows a fault of that site."""

POWERS = (ours.GrantPermit, ours.ExchangeRocket)
"""What that site never waits for."""
AFTER, BEFORE = frozenset((BuyTrains, RunTrains)), frozenset((NextTrader, MarkerOf))
"""The steps after or before which it may wait where our engine goes on."""


def waits_for_permit(s: China, declined: str) -> bool:
    """From phase D that site asks the owner of P5 in each turn of his companies, until he has declined."""
    company = s.active
    if s.director.get(company) != s.privates["P5"] or company == declined or s.now.letter != "D":
        return False
    choice = pending(s)
    if choice is None or ours.BuyShare in choice.kinds:
        return False
    return may_grant(s, s.director[company], company)


def passes_by_itself(s: China, choice: Choice[Any]) -> bool:
    """That site does not wait here: it never asks debtors at the end of a share round, and who can only pass is passed
    over, save for track, where it waits for whoever may build even if no tile fits."""
    kinds = choice.kinds
    if ours.Pass not in kinds or ours.BuyShare in kinds or ours.Bid in kinds:
        return False
    if kinds == (ours.PayDebt, ours.Pass):
        return True
    if isinstance(choice, BuildTrack):
        return not _sees_track(s, choice)
    if not may_pass(s, choice):
        return False
    if isinstance(choice, BuildStation):
        return next(markers(s, choice.entity), None) is None
    if ours.BuyTrain in kinds and lists_trains(s, s.active):
        return False
    offered = choice.options(s)
    return offered.finite and all(type(action) in (ours.Pass, *POWERS) for action in offered)


def stops_before(s: China, done: Step[Any] | None, ran: Collection[str]) -> bool:
    """Our engine would go on with the step on top; that site waits before it. `done` is the step just done."""
    following = s.agenda[-1]
    if isinstance(following, NextTrader):
        return _sees_founding(s, following)
    if isinstance(done, BuyTrains):
        return lists_trains(s, done.company)
    if isinstance(done, RunTrains):
        return done.entity in ran and bool(s.trains.get(done.entity))
    return isinstance(following, MarkerOf) and _stands_there(s, following)


def _stands_there(s: China, merger: MarkerOf) -> bool:
    """That site offers to replace an investor's marker even if the company has one on that hex."""
    home = s.tables.investors[merger.investor].home
    return home in s.stations[merger.company] and markers_left(s, merger.company) > 0


def _sees_track(s: China, choice: BuildTrack) -> bool:
    """That site waits for whoever may still build, even if no tile fits, and for P7 while there is no train."""
    more = choice.laid == 0 or choice.laid < yellow_tiles(s, choice.entity)
    return waits_for_rocket(s) or (more and may_build(s, choice.entity))


def _sees_founding(s: China, turn: NextTrader) -> bool:
    """That site asks whoever could pay for the cheapest company, even if no row is left for it."""
    return turn.idle < s.seats and could_found(s, turn.seat) and not may_trade(s, turn.seat)


# --- a silent removal ------------------------------------------------------------------------------------------------


def resting_place(s: China, company: str) -> str:
    """Where that site's circle rests when unsold trains were removed in a turn in which it recorded nothing.

    It runs on over every company that has nothing to do now, at most to the last of the list.
    """
    crowded = any(len(trains) > s.now.limit for trains in s.trains.values())
    if crowded or _must_assign(s) or _may_buy(s, company) or _asks_for_permit(s, company):
        return company
    later = s.floated[s.floated.index(company) + 1 :]
    return next((c for c in later if _has_something_to_do(s, c)), (company, *later)[-1])


def _must_assign(s: China) -> bool:
    return s.phase == "B3" and s.privates["P7"] in s.director.values()


def _may_buy(s: China, company: str) -> bool:
    affordable = has_room(s, company) and list_price(s, top(s)) <= s.treasury[company]
    return must_buy(s, company) or affordable or lists_trains(s, company)


def _has_something_to_do(s: China, company: str) -> bool:
    trial = s.copy()
    trial.active = company
    running = s.trains[company] and has_route(service(s, company), trains(s, s.trains[company]))
    building = may_build(s, company) or waits_for_rocket(trial) or _asks_for_permit(s, company)
    placing = next(markers(s, company), None) is not None
    return bool(running) or building or placing or _may_buy(s, company)


def _asks_for_permit(s: China, company: str) -> bool:
    return s.now.letter == "D" and may_grant(s, s.director[company], company)


def may_pass(s: China, choice: Choice[Any]) -> bool:
    return ours.Pass in choice.kinds and choice.objection(s, ours.PASS) is None
