"""Where 18xx.games waits and where it goes on by itself, told from a state of ours."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from stellwerk.core import Choice, Step, pending
from stellwerk.games.china1880.rules import actions as ours
from stellwerk.games.china1880.rules.chapters.homes import markers_left
from stellwerk.games.china1880.rules.chapters.investors import MarkerOf
from stellwerk.games.china1880.rules.chapters.powers import rocket_usable
from stellwerk.games.china1880.rules.chapters.privates import has_room, permit_objection
from stellwerk.games.china1880.rules.chapters.purchase import BuyTrains
from stellwerk.games.china1880.rules.chapters.running import RunTrains
from stellwerk.games.china1880.rules.chapters.track import may_build
from stellwerk.games.china1880.rules.state import China

SITE = "18xx.games"
"""Stands in the reason of every ruling that follows a fault of that site."""

POWERS = (ours.GrantPermit, ours.ExchangeRocket)
"""What that site never waits for."""


def waits_for_permit(s: China, declined: str) -> bool:
    """From phase D that site asks the owner of P5 in each turn of his companies, until he has declined."""
    company = s.active
    if s.now.letter != "D" or company not in s.director or company == declined:
        return False
    choice = pending(s)
    if choice is None or ours.BuyShare in choice.kinds:
        return False
    return permit_objection(s, s.director[company], ours.GrantPermit(company)) is None


def waits_for_rocket(s: China, declined: str) -> bool:
    """That site keeps the track step open for P7 while the company has no train."""
    choice = pending(s)
    if s.privates["P7"] < 0 or choice is None or s.active == declined:
        return False
    before_running = ours.LayTile in choice.kinds or ours.PlaceMarker in choice.kinds
    return before_running and rocket_usable(s) and not s.trains[s.active]


def passes_by_itself(s: China, choice: Choice[Any]) -> bool:
    """That site does not wait here: it never asks debtors at the end of a share round, and who can only pass is passed
    over, save for track, where it waits for whoever may build even if no tile fits."""
    if choice.kinds == (ours.PayDebt, ours.Pass):
        return True
    if ours.LayTile in choice.kinds:
        return not may_build(s, s.active)
    if ours.BuyShare in choice.kinds or not may_pass(s, choice):
        return False
    if ours.BuyTrain in choice.kinds and _sees_trains(s, s.active):
        return False
    offered = choice.options(s)
    return offered.finite and all(type(action) in (ours.Pass, *POWERS) for action in offered)


def stops_before(s: China, done: Step[Any] | None, ran: Collection[str]) -> bool:
    """Our engine would go on with the step on top; that site waits before it. `done` is the step just done."""
    top = s.agenda[-1]
    if isinstance(done, BuyTrains):
        return _sees_trains(s, done.company)
    if isinstance(done, RunTrains):
        return done.entity in ran and bool(s.trains.get(done.entity))
    return isinstance(top, MarkerOf) and _stands_there(s, top)


def _stands_there(s: China, merger: MarkerOf) -> bool:
    """That site offers to replace an investor's marker even if the company has one on that hex."""
    home = s.tables.investors[merger.investor].home
    return home in s.stations[merger.company] and markers_left(s, merger.company) > 0


def _sees_trains(s: China, company: str) -> bool:
    """That site counts trains of companies with the same director as for sale even before trains may be traded."""
    sisters = (c for c in s.floated if c != company and s.director[c] == s.director[company])
    return has_room(s, company) and s.treasury[company] > 0 and any(s.trains[sister] for sister in sisters)


def may_pass(s: China, choice: Choice[Any]) -> bool:
    return ours.Pass in choice.kinds and choice.objection(s, ours.PASS) is None
