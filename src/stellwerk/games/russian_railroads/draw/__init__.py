"""Russian Railroads as one sees it."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.text import Text
from stellwerk.draw.drawing import Fragment, fragment
from stellwerk.draw.element import El, el
from stellwerk.draw.icons import glyph
from stellwerk.draw.seats import seat_name
from stellwerk.draw.sheet import Sheet, scroll
from stellwerk.games.russian_railroads.draw.board import (
    areas,
    card,
    cards,
    engineer_card,
    engineers,
    price,
    returned,
    stacks,
    stands,
    supply,
    turn_order,
)
from stellwerk.games.russian_railroads.draw.gallery import plates
from stellwerk.games.russian_railroads.draw.options import picture, preview, spots
from stellwerk.games.russian_railroads.draw.player import player_board
from stellwerk.games.russian_railroads.rules.view import HIDDEN, PlayerView, View

__all__ = ["fragments", "picture", "plates", "preview", "spots"]


def fragments(sheet: Sheet, v: View) -> Iterator[Fragment]:
    say = sheet.say
    yield fragment(sheet, "order", say(Text("Turn order")), turn_order(sheet, v))
    yield fragment(sheet, "board", say(Text("Action spaces")), areas(sheet, v))
    yield fragment(sheet, "engineers", say(Text("Engineers")), engineers(sheet, v))
    title = say(Text("Locomotives, factories and cards"))
    yield fragment(sheet, "supply", title, stacks(sheet, v), returned(sheet, v), *cards(sheet, v), supply(sheet, v))
    first = v.seat or 0
    for player in (*v.players[first:], *v.players[:first]):
        yield fragment(sheet, f"player-{player.seat}", sheet.name(player.seat), *_player(sheet, v, player))


def _player(sheet: Sheet, v: View, player: PlayerView) -> Iterator[El]:
    seat = player.seat
    head = f"player-head seat-{seat}"
    yield el(
        "div",
        seat_name(sheet, seat),
        glyph("points", player.points),
        el("div", f"{sheet.say(Text('points so far'))}: {player.points}", class_="only-heard"),
        _purse(sheet, player),
        id=sheet.id(f"head-{seat}"),
        class_=head,
    )
    yield scroll(player_board(sheet, v.box, player))
    yield el("div", list(_beside(sheet, v, player)), id=sheet.id(f"beside-{seat}"), class_="spaces beside")


def _purse(sheet: Sheet, player: PlayerView) -> El:
    """What can be placed: workers, temporary workers, the black worker, coins."""
    rows = [
        ("worker", "", player.workers, Text("workers to place: {n} of {crew}", n=player.workers, crew=player.crew)),
        ("worker", "black", player.black, Text("the black worker")),
        ("worker", "temporary", player.temporary, Text("temporary workers: {n}", n=player.temporary)),
        ("coin", "", player.coins, Text("coins: {n}", n=player.coins)),
    ]
    items = [
        el("span", glyph(name, None, kind), el("b", str(n)), title=sheet.say(text), class_="purse-item")
        for name, kind, n, text in rows
        if n or not kind
    ]
    return el("span", items, class_="purse")


def _beside(sheet: Sheet, v: View, player: PlayerView) -> Iterator[El]:
    """Own engineers, ?-tiles, and end cards as far as the reader may see them."""
    for number in player.engineers:
        engineer = v.box.engineers[number]
        is_taken = any(at == engineer.id for at, _, _ in v.stands)
        there = stands(sheet, v, engineer.id) if is_taken else price(engineer.workers, engineer.coins)
        yield engineer_card(sheet, engineer, f"space-{engineer.id}", there, kind="own taken" if is_taken else "own")
    laid = [tile for _, tile in player.tiles]
    for id, tile in v.box.tiles.items():
        yield card(sheet, tile, f"tile-{player.seat}-{id}", "tile laid" if id in laid else "tile", is_named=False)
    for n, id in enumerate(player.end_cards):
        if id == HIDDEN:
            yield sheet.box(
                None, Text("end card, face down"), glyph("card"), role="img", class_="space playing-card back"
            )
        else:
            yield card(sheet, v.box.end_cards[id], f"held-{player.seat}-{n}", "end")
