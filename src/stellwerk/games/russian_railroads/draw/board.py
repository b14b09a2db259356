"""The main board of Russian Railroads: action spaces by area, the row of engineers, turn order and supply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stellwerk.core.text import Text, Texts
from stellwerk.draw.element import Content, El, el
from stellwerk.draw.icons import glyph, sign
from stellwerk.draw.seats import seat_mark, seat_name
from stellwerk.draw.sheet import Sheet
from stellwerk.games.russian_railroads.draw.verbs import verbs
from stellwerk.games.russian_railroads.rules.chapters.cards import PickEndCard
from stellwerk.games.russian_railroads.rules.chapters.setup import StartBonus
from stellwerk.games.russian_railroads.rules.components import Card, EndCard, Engineer, Locomotive, Space
from stellwerk.games.russian_railroads.rules.payment import PIECES, payments, pieces
from stellwerk.games.russian_railroads.rules.view import View

AREAS = {
    "track": Text("Track"),
    "locomotive": Text("Locomotives and factories"),
    "industry": Text("Industry"),
    "other": Text("Supplies"),
}
SIGNS = {"track": "rails", "locomotive": "locomotive", "industry": "gear", "other": "crate"}
OWN_PICTURES = {"upgrader": "upgrade", "kiev_medal": "medal"}
GLYPHS = {"worker": "worker", "black": "worker", "temporary": "worker", "coin": "coin"}


def price(workers: int, coins: int) -> El:
    """What a space costs: an open place for each piece."""
    places = [glyph("worker", None, "pad")] * workers + [glyph("coin", None, "pad")] * coins
    return el("span", places, class_="cost")


def payment(words: str) -> list[El]:
    """What stands on a space."""
    counts = pieces(words)
    return [glyph(GLYPHS[piece], None, piece) for piece, n in zip(PIECES, counts, strict=True) for _ in range(n)]


def stands(sheet: Sheet, v: View, space: str) -> El:
    there = [
        el("span", seat_mark(seat), payment(paid), class_=f"stand seat-{seat}")
        for at, seat, paid in v.stands
        if at == space
    ]
    return el("span", there, class_="stands")


def action_space(sheet: Sheet, v: View, space: Space) -> El:
    names = [sheet.name(seat) for at, seat, _ in v.stands if at == space.id]
    help = sheet.say(Text(space.text))
    if names:
        help += " " + sheet.say(Text("Occupied by: {players}.", players=names))
    taken = " taken" if names and not space.unlimited else ""
    return sheet.box(
        f"space-{space.id}",
        Text(space.name),
        el("span", verbs(space.effects), class_="effects"),
        price(space.workers, space.coins) if not taken else None,
        stands(sheet, v, space.id),
        help=help,
        role="img",
        row=("space", space.id),
        data_try=f"place {space.id} {payments(space.workers, space.coins)[0]}",
        class_=f"space{taken}" + (" unlimited" if space.unlimited else ""),
    )


def areas(sheet: Sheet, v: View) -> El:
    return el("div", [_area(sheet, v, area) for area in AREAS], class_="areas")


def in_play(v: View, area: str) -> list[Space]:
    return [space for space in v.box.in_play[len(v.players), v.round == v.rounds] if space.area == area]


def _area(sheet: Sheet, v: View, area: str) -> El:
    label = (glyph(SIGNS[area]), sheet.say(AREAS[area]))
    cards = el("div", [action_space(sheet, v, space) for space in in_play(v, area)], class_="spaces")
    return el("div", el("h3", label, class_="area-name"), cards, class_=f"area {area}")


def engineer_card(sheet: Sheet, engineer: Engineer, id: str | None = None, *more: Content, kind: str = "") -> El:
    """An engineer: number, what he does, what using him costs."""
    return sheet.box(
        id,
        Text("engineer {number}: {name}", number=engineer.number, name=Text(engineer.name)),
        el("span", glyph("engineer"), el("b", str(engineer.number)), class_="engineer-number"),
        el("span", verbs(engineer.effects), class_="effects"),
        *more,
        help=Text(engineer.text),
        role="img",
        row=("engineer", str(engineer.number)),
        class_=f"space engineer {kind}".strip(),
    )


def engineers(sheet: Sheet, v: View) -> El:
    """The row of engineers, those to come on the left, the one for hire on the right."""
    row = [_place(sheet, v, place) for place in reversed(range(len(v.display)))]
    return el("div", row, class_="engineer-row")


def _place(sheet: Sheet, v: View, place: int) -> El:
    number = v.display[place]
    spaces = in_play(v, "engineer")
    public = next((s for s in spaces if s.display == place and place), None)
    hire = next((s for s in spaces if not s.display), None) if place == 0 else None
    space = public or hire
    kind = "public" if public else "hire" if hire else "future"
    if not number:
        return el("div", el("div", class_="space engineer empty"), class_=f"engineer-place {kind}")
    engineer = v.box.engineers[number]
    if space is None:
        waits = sheet.say(Texts("public in {n} round", "public in {n} rounds", place - _last_public(spaces)))
        note = el("span", waits, class_="place-note")
        return el("div", note, engineer_card(sheet, engineer, f"engineer-{number}"), class_=f"engineer-place {kind}")
    paid = engineer if public else space
    label = Text("for everybody") if public else Text("for hire")
    is_taken = any(at == space.id for at, _, _ in v.stands)
    there = stands(sheet, v, space.id) if is_taken else price(paid.workers, paid.coins)
    card = engineer_card(sheet, engineer, f"space-{space.id}", there, kind=f"{kind} taken" if is_taken else kind)
    return el("div", el("span", sheet.say(label), class_="place-note"), card, class_=f"engineer-place {kind}")


def _last_public(spaces: Iterable[Space]) -> int:
    return max(space.display for space in spaces)


def turn_order(sheet: Sheet, v: View) -> El:
    """Who plays in which order, what passing brings, and the spaces for next round's order."""
    rows = [_position(sheet, v, position, seat) for position, seat in enumerate(v.order)]
    claims = in_play(v, "turn_order")
    label = Text("round {round} of {rounds}", round=v.round, rounds=v.rounds)
    return el(
        "div",
        el("span", sheet.say(label), id=sheet.id("round"), class_="round"),
        el("ol", rows, class_="positions"),
        el("div", [action_space(sheet, v, space) for space in claims], class_="spaces"),
        class_="turn-order",
    )


def _position(sheet: Sheet, v: View, position: int, seat: int) -> El:
    passed, now = v.players[seat].passed, seat == v.active
    state = Text("passed") if passed else Text("on turn") if now else Text("waits")
    title = Text(
        "position {position}: {player}, {state}; points for passing: {points}",
        position=position + 1,
        player=sheet.name(seat),
        state=state,
        points=v.box.passing[position],
    )
    return sheet.box(
        f"position-{position + 1}",
        title,
        el("b", str(position + 1)),
        seat_name(sheet, seat),
        glyph("points", v.box.passing[position]),
        el("span", "✓" if passed else None, class_="passed"),
        tag="li",
        class_="position" + (" passed" if passed else "") + (" now" if now else ""),
    )


def locomotive_tile(sheet: Sheet, tile: Locomotive, id: str | None, count: int | None = None, kind: str = "") -> El:
    """A locomotive with the factory on its back."""
    return sheet.box(
        id,
        _title(tile, count),
        el("span", glyph("locomotive"), el("b", str(tile.number)), class_="loco-number"),
        el("span", glyph("factory"), verbs(tile.effects), class_="effects"),
        el("span", f"{count}×", class_="left") if count is not None else None,
        help=Text(tile.text),
        role="img",
        class_=f"space loco-tile {kind}".strip(),
    )


def _group(sheet: Sheet, id: str, name: Text, things: list[El]) -> El:
    label = el("h3", sheet.say(name), class_="area-name")
    return el("div", label, el("div", things, class_="spaces"), id=sheet.id(id), class_="pile")


def _title(tile: Locomotive, count: int | None) -> Text:
    title = Text("locomotive {number}; as a factory: {name}", number=tile.number, name=Text(tile.name))
    return Text("{tile}; left: {n}", tile=title, n=count) if count is not None else title


def stacks(sheet: Sheet, v: View) -> El:
    lowest = next((number for number, left in enumerate(v.stacks) if left), 0)
    tiles = [
        locomotive_tile(sheet, v.box.locomotives[n], f"stack-{n}", left, "lowest" if n == lowest else "")
        for n, left in enumerate(v.stacks)
        if left
    ]
    return _group(sheet, "stacks", Text("Locomotives on sale, the lowest number first"), tiles)


def returned(sheet: Sheet, v: View) -> El:
    tiles = [
        locomotive_tile(sheet, v.box.locomotives[n], f"returned-{n}", left, "factory-only")
        for n, left in enumerate(v.returned)
        if left
    ]
    return _group(sheet, "returned", Text("Returned tiles, only to be built as factories"), tiles)


def card(sheet: Sheet, card: Card | EndCard, id: str | None, kind: str, is_named: bool = True) -> El:
    """A card or ?-tile; on a player board the picture is enough."""
    own = OWN_PICTURES.get(card.id)
    effects = [glyph(own)] if own else verbs(card.effects) if isinstance(card, Card) else [glyph("flag")]
    return sheet.box(
        id,
        Text(card.name),
        el("span", sheet.say(Text(card.name)), class_="card-name") if is_named else None,
        el("span", effects, class_="effects"),
        help=Text(card.text),
        role="img",
        class_=f"space playing-card {kind}",
    )


def cards(sheet: Sheet, v: View) -> Iterator[El]:
    """?-cards, start bonuses while they are chosen, and end cards for whoever looks through them."""
    questions = [card(sheet, v.box.cards[id], f"card-{id}", "question") for id in v.cards]
    yield _group(sheet, "question-cards", Text("?-cards"), questions)
    if any(isinstance(step, StartBonus) for step in v.agenda):
        bonuses = [card(sheet, v.box.bonuses[id], f"bonus-{id}", "bonus") for id in v.bonuses]
        yield _group(sheet, "bonuses", Text("Start bonuses"), bonuses)
    if looking(v):
        ends = [card(sheet, v.box.end_cards[id], f"end-{id}", "end") for id in dict.fromkeys(v.seen[-1])]
        yield _group(sheet, "end-cards", Text("End cards in the stack, seen by you alone"), ends)


def looking(v: View) -> bool:
    """Whether the reader is looking through the end cards right now."""
    step = v.agenda[-1] if v.agenda else None
    return isinstance(step, PickEndCard) and v.seat == v.active and bool(v.seen)


def supply(sheet: Sheet, v: View) -> El:
    facts = [
        ("doublers", sign("×2", "doubler"), v.doublers, Texts("{n} doubler left", "{n} doublers left", v.doublers)),
        (
            "temporary",
            glyph("worker", None, "temporary"),
            v.temporary,
            Text("temporary workers on their space: {n}", n=v.temporary),
        ),
        ("end-stack", glyph("card"), v.stack, Text("end cards in the stack: {n}", n=v.stack)),
    ]
    if v.black_worker < 0:
        facts.append(("black-worker", glyph("worker", None, "black"), 1, Text("the black worker is on his card")))
    items = [
        sheet.box(id, text, picture, el("b", str(count)), role="img", class_="supply-item")
        for id, picture, count, text in facts
    ]
    return el("div", items, class_="supply")
