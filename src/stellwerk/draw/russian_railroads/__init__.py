"""Russian Railroads as one sees it."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.chance import Seat
from stellwerk.core.text import Text
from stellwerk.draw.drawing import Fragment, fragment
from stellwerk.draw.element import El, el
from stellwerk.draw.icons import glyph, sign
from stellwerk.draw.russian_railroads.board import (
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
from stellwerk.draw.russian_railroads.player import player_board
from stellwerk.draw.seats import seat_name
from stellwerk.draw.sheet import Sheet, scroll
from stellwerk.games.russian_railroads.state import Player, RussianRailroads


def fragments(sheet: Sheet, v: RussianRailroads) -> Iterator[Fragment]:
    say = sheet.say
    yield fragment(sheet, "order", say(Text("Turn order")), turn_order(sheet, v))
    yield fragment(sheet, "board", say(Text("Action spaces")), areas(sheet, v))
    yield fragment(sheet, "engineers", say(Text("Engineers")), engineers(sheet, v))
    yield fragment(
        sheet,
        "supply",
        say(Text("Locomotives, factories and cards")),
        stacks(sheet, v),
        returned(sheet, v),
        *cards(sheet, v),
        supply(sheet, v, 8),
    )
    for seat in range(len(v.players)):
        title = say(Text("Board of {player}", player=sheet.name(seat)))
        yield fragment(sheet, f"player-{seat}", title, *_player(sheet, v, seat))


def _player(sheet: Sheet, v: RussianRailroads, seat: Seat) -> Iterator[El]:
    player = v.players[seat]
    yield el(
        "div",
        seat_name(sheet, seat),
        glyph("points", player.points),
        _purse(sheet, player),
        class_=f"player-head seat-{seat}",
    )
    yield scroll(player_board(sheet, v, seat))
    yield el("div", list(_beside(sheet, v, seat)), class_="spaces beside")


def _purse(sheet: Sheet, player: Player) -> El:
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


def _beside(sheet: Sheet, v: RussianRailroads, seat: Seat) -> Iterator[El]:
    player = v.players[seat]
    for number in player.engineers:
        engineer = v.box.engineers[number]
        taken = any(at == engineer.id and who == seat for at, who, _ in v.stands)
        yield engineer_card(
            sheet,
            engineer,
            f"space-{engineer.id}",
            price(engineer.workers, 0),
            stands(sheet, v, engineer.id),
            kind="own" + (" taken" if taken else ""),
        )
    laid = {tile: at for at, tile in player.tiles}
    for id, tile in v.box.tiles.items():
        yield card(sheet, tile, f"tile-{seat}-{id}", "tile laid" if id in laid else "tile")
