"""Russian Railroads on the table page: what is on the stage, what everybody has, and how one usually pays."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Action, Seat, Text
from stellwerk.draw.icons import glyph
from stellwerk.games.russian_railroads.rules.actions import Place
from stellwerk.games.russian_railroads.rules.payment import thrift
from stellwerk.games.russian_railroads.rules.state import RussianRailroads
from stellwerk.games.russian_railroads.rules.view import View
from stellwerk.web.companions import Mean, Stage, Way

SPACES = ("board", "engineers", "order")


def stage(v: View, seat: Seat, spotted: frozenset[str]) -> Stage:
    """Action spaces beside the own board; where tiles or cards are chosen, those instead of the spaces."""
    own = f"player-{seat}"
    chosen = ("supply",) if "supply" in spotted and not spotted & set(SPACES) else SPACES
    return (chosen, (own,))


def means(v: View, seat: Seat) -> Iterator[Mean]:
    player = v.players[seat]
    crew = Text("workers to place: {n} of {crew}", n=player.workers, crew=player.crew)
    yield Mean(glyph("worker"), f"{player.workers}/{player.crew}", crew)
    if player.temporary:
        temporary = Text("temporary workers: {n}", n=player.temporary)
        yield Mean(glyph("worker", None, "temporary"), str(player.temporary), temporary)
    if player.black:
        yield Mean(glyph("worker", None, "black"), str(player.black), Text("the black worker"))
    yield Mean(glyph("coin"), str(player.coins), Text("coins: {n}", n=player.coins))
    scored = sum(player.forecast)
    yield Mean(glyph("points"), f"+{scored}", Text("points if scored now: {n}", n=scored))


def way(s: RussianRailroads, a: Action) -> Way | None:
    """A space is a space; workers go there before coins."""
    return (a.space, thrift(a.payment)) if isinstance(a, Place) else None
