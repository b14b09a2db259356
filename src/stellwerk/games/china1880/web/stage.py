"""1880 on the stage: the boards each question is about, what players have, and what the company has that operates."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stellwerk.core import Choice, Seat, Text
from stellwerk.games.china1880.draw.liveries import chip
from stellwerk.games.china1880.draw.players import waits
from stellwerk.games.china1880.draw.trains import train_icon
from stellwerk.games.china1880.rules.aids import liquidity
from stellwerk.games.china1880.rules.chapters.auction import Bidding, ImperialGrant
from stellwerk.games.china1880.rules.chapters.homes import ChooseHome
from stellwerk.games.china1880.rules.chapters.income import PayOrKeep
from stellwerk.games.china1880.rules.chapters.investors import ChooseInvestors, ReplaceOrNot, SplitTreasury
from stellwerk.games.china1880.rules.chapters.privates import AssignToCompany, GiveUp, TakeOrWait
from stellwerk.games.china1880.rules.chapters.purchase import Purchase
from stellwerk.games.china1880.rules.chapters.running import train_names
from stellwerk.games.china1880.rules.chapters.share_round import LastPayment, Trade
from stellwerk.games.china1880.rules.chapters.shares import certificate_limit, certificates
from stellwerk.games.china1880.rules.state import NOBODY, China
from stellwerk.games.china1880.rules.view import ChinaView
from stellwerk.web.companions import Mean, Stage

MAP: Stage = (("map",),)
SHARES: Stage = (("companies",), ("market", "players", "papers"))
STAGES: Mapping[type[Choice[China]], Stage] = {
    Bidding: (("papers",), ("players",)),
    ChooseInvestors: (("map",), ("papers",)),
    ImperialGrant: (("companies",), ("market",)),
    Trade: SHARES,
    LastPayment: SHARES,
    TakeOrWait: (("players",), ("papers",)),
    AssignToCompany: (("companies",), ("trains",)),
    GiveUp: (("companies",), ("trains",)),
    SplitTreasury: (("players",), ("companies",)),
    ReplaceOrNot: (("map",), ("players",)),
    Purchase: (("trains", "companies"),),
    PayOrKeep: (("market",), ("companies",)),
    ChooseHome: MAP,
}


def stage(view: ChinaView, seat: Seat, spotted: frozenset[str]) -> Stage:
    """By the question; a company that builds, sets a marker or runs does so on the map."""
    agenda = view.position.agenda
    found = STAGES.get(type(agenda[-1]), MAP) if agenda else SHARES  # type: ignore[arg-type]
    if "players" in spotted and _lies_beside(found, spotted):
        return (*found, ("players",))
    return found if _is_any_left(view.position) else _without_papers(found)


def _lies_beside(stage: Stage, spotted: frozenset[str]) -> bool:
    """Whether players and their papers belong beside the question: a map that has spots of its own needs the room."""
    staged = {name for group in stage for name in group}
    return "players" not in staged and not ("map" in staged and "map" in spotted)


def _is_any_left(s: China) -> bool:
    """Whether a private company or an investor can still be taken."""
    return NOBODY in s.privates.values() or any(waits(s, investor) for investor in s.tables.investors.values())


def _without_papers(stage: Stage) -> Stage:
    return tuple(tuple(name for name in group if name != "papers") for group in stage)


def means(view: ChinaView, seat: Seat) -> Iterator[Mean]:
    s = view.position
    yield Mean("¥", str(s.cash[seat]), Text("money in hand"))
    if s.debt[seat]:
        yield Mean("−¥", str(s.debt[seat]), Text("owed to the bank"))
    held = f"{certificates(s, seat)}/{certificate_limit(s)}"
    yield Mean("▤", held, Text("certificates held and allowed"))
    liquid = Text("cash and what all shares bring that may be sold now, less fees")
    yield Mean("≈¥", str(liquidity(s, seat)), liquid)


def beside(view: ChinaView) -> Iterator[Mean]:
    """What the company or investor has that operates."""
    s = view.position
    entity = s.active
    if not entity or entity not in s.treasury:
        return
    yield Mean(chip(entity), entity, Text("operates now"))
    yield Mean("¥", str(s.treasury[entity]), Text("treasury"))
    trains = train_names(s, entity)
    for train in trains:
        yield Mean(train_icon(train), "", Text("{name}-train of {company}", name=train, company=entity))
    if not trains:
        yield Mean("–", "", Text("no train"))
    if permits := s.permits.get(entity):
        yield Mean("⚒", " ".join(permits), Text("building permits: phases {phases}", phases=" ".join(permits)))
