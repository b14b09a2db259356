"""Options in words: what each action would do, for whoever has not learnt the symbols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk.core import Action, Text, Texts
from stellwerk.games.russian_railroads.rules import actions as act
from stellwerk.games.russian_railroads.rules import words
from stellwerk.games.russian_railroads.rules.chapters.spaces import act_of
from stellwerk.games.russian_railroads.rules.chapters.turn import pass_points
from stellwerk.games.russian_railroads.rules.payment import named
from stellwerk.games.russian_railroads.rules.state import RussianRailroads


def describe(s: RussianRailroads, a: Action) -> Text:
    return WORDS[type(a)](s, a)


def _offer(s: RussianRailroads, space: str) -> Text:
    offered = act_of(s, space)
    return offered.text if offered is not None else Text("no engineer")


def _place(s: RussianRailroads, a: act.Place) -> Text:
    return Text(
        "{space}: {effect} Pay: {payment}",
        space=words.space(s.box, a.space),
        effect=_offer(s, a.space),
        payment=named(a.payment),
    )


def _pass(s: RussianRailroads, a: act.Pass) -> Text:
    return Texts("pass for this round: {n} point", "pass for this round: {n} points", pass_points(s))


def _build(s: RussianRailroads, a: act.Build) -> Text:
    piece = s.box.piece.get(a)
    space = s.me.tracks[piece.track] + 1 if piece else 0
    line, track = words.line(s.box, a.line), words.track(a.colour)
    return Text("{line}: {track} to space {space}", line=line, track=track, space=space)


def _advance(s: RussianRailroads, a: act.Advance) -> Text:
    if not 1 <= a.marker <= len(s.me.markers):
        return Text("industry marker {n}", n=a.marker)
    entry = min(s.me.markers[a.marker - 1] + 1, len(s.box.lane) - 1)
    gap = s.box.gap_at.get(entry)
    if gap is not None and s.me.factories[gap]:
        number = s.me.factories[gap]
        text = Text(s.box.locomotives[number].text)
        return Text("industry marker onto factory {number}: {effect}", number=number, effect=text)
    if s.box.lane[entry].kind == "tile":
        return Text("industry marker onto the ?-space")
    return Texts("industry marker to {n} point", "industry marker to {n} points", s.box.lane_points[entry])


def _lay(s: RussianRailroads, a: act.LayLocomotive) -> Text:
    line = words.line(s.box, a.line)
    if a.over:
        return Text("locomotive {number} at {line}, in place of {over}", number=a.number, line=line, over=a.over)
    return Text("locomotive {number} at {line}", number=a.number, line=line)


def _factory(s: RussianRailroads, a: act.BuildFactory) -> Text:
    params = {"number": a.number, "effect": Text(s.box.locomotives[a.number].text), "gap": a.gap}
    old = s.me.factories[a.gap - 1] if 1 <= a.gap <= len(s.me.factories) else 0
    if old:
        return Text("factory {number} in gap {gap}, in place of {old}: {effect}", old=old, **params)
    if a.pile == act.RETURNED:
        return Text("factory {number} from the returned tiles in gap {gap}: {effect}", **params)
    return Text("factory {number} in gap {gap}: {effect}", **params)


def _tile(s: RussianRailroads, a: act.ChooseTile) -> Text:
    tile = s.box.tiles[a.tile]
    return Text("?-tile {name}: {effect}", name=Text(tile.name), effect=Text(tile.text))


def _card(s: RussianRailroads, a: act.TakeCard) -> Text:
    card = s.box.cards[a.card]
    return Text("?-card {name}: {effect}", name=Text(card.name), effect=Text(card.text))


def _repeat(s: RussianRailroads, a: act.Repeat) -> Text:
    return {
        "doubler": Text("once more: 1 doubler"),
        "industry": Text("once more: 1 industry step"),
        "track": Text("once more: 1 black step"),
    }[a.op]


def _reuse(s: RussianRailroads, a: act.Reuse) -> Text:
    return Text("once more {space}: {effect}", space=words.space(s.box, a.space), effect=_offer(s, a.space))


def _forgo(s: RussianRailroads, a: act.Forgo) -> Text:
    return Text("do without: {source}", source=words.source(s.box, a.source))


def _swap(s: RussianRailroads, a: act.SwapWorker) -> Text:
    return Text("exchange with the worker on {space}", space=words.space(s.box, a.space))


def _move(s: RussianRailroads, a: act.MoveWorker) -> Text:
    return Text("worker on to {space}: {effect}", space=words.space(s.box, a.space), effect=_offer(s, a.space))


def _bonus(s: RussianRailroads, a: act.ChooseBonus) -> Text:
    return Text(s.box.bonuses[a.bonus].text)


def _end_card(s: RussianRailroads, a: act.TakeEndCard) -> Text:
    card = s.box.end_cards[a.card]
    return Text("end card {name}: {effect}", name=Text(card.name), effect=Text(card.text))


def _deal_engineer(s: RussianRailroads, a: act.DealEngineer) -> Text:
    return words.engineer(s.box, a.number)


def _deal_place(s: RussianRailroads, a: act.DealPlace) -> Text:
    return Text("seat {number}", number=a.seat + 1)


def _remove(s: RussianRailroads, a: act.RemoveEndCard) -> Text:
    return Text(s.box.end_cards[a.card].name)


WORDS: Mapping[type[Action], Callable[[RussianRailroads, Any], Text]] = {
    act.Place: _place,
    act.Pass: _pass,
    act.Build: _build,
    act.Advance: _advance,
    act.LayLocomotive: _lay,
    act.ReturnLocomotive: lambda s, a: Text("give the locomotive back; it becomes a factory"),
    act.BuildFactory: _factory,
    act.ChooseTile: _tile,
    act.TakeCard: _card,
    act.Repeat: _repeat,
    act.Reuse: _reuse,
    act.Forgo: _forgo,
    act.EndTurn: lambda s, a: Text("end the turn"),
    act.SwapWorker: _swap,
    act.MoveWorker: _move,
    act.Withdraw: lambda s, a: Text("take the worker back"),
    act.ChooseBonus: _bonus,
    act.Look: lambda s, a: Text("look through the end cards and choose one"),
    act.TakeEndCard: _end_card,
    act.TakePoints: lambda s, a: Text("take the points instead of an end card"),
    act.DealEngineer: _deal_engineer,
    act.DealPlace: _deal_place,
    act.RemoveEndCard: _remove,
}
