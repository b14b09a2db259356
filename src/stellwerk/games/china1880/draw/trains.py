"""1880's trains for sale and the phases they start."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core.text import Text, Texts
from stellwerk.draw.element import El, el
from stellwerk.draw.sheet import Sheet, icon, words_at
from stellwerk.games.china1880.rules.aids import next_phase, turns_to_removal
from stellwerk.games.china1880.rules.chapters.phases import LAST_TRAIN
from stellwerk.games.china1880.rules.chapters.track import MOST_YELLOW, TWO_YELLOWS
from stellwerk.games.china1880.rules.components import Phase, Train
from stellwerk.games.china1880.rules.state import China

COLOURS = {"A": "yellow", "B": "green", "C": "brown", "D": "grey"}
KINDS = {
    "normal": Text("counts every stop it passes"),
    "plus": Text("large and small stations"),
    "express": Text("passes any number of stops and counts the best"),
    "restored": Text("one per company, no duty to own a train is met by it"),
}


def spot(name: str) -> str:
    """A train's name as part of an id."""
    return name.replace("+", "p")


def train_card(sheet: Sheet, train: Train, id: str | None, left: int | None = None, *, next_: bool = False) -> El:
    """A train as a card: name, price, how many are left."""
    gone = left == 0 and train.count > 0
    facts = [_reach(train), KINDS[train.kind]]
    facts += [Text("scrapped by the first {train}-train", train=train.rusts_on)] if train.rusts_on else []
    return sheet.box(
        id,
        _title(train, left),
        el("span", train.name, class_="train-name"),
        el("span", str(train.price), class_="train-price"),
        _left(sheet, train, left) if left is not None else None,
        el("span", f"✕ {train.rusts_on}", class_="train-rust") if train.rusts_on else None,
        help="; ".join(map(sheet.say, facts)),
        role="img",
        data_try=f"buy-train {train.name}" if id else None,
        class_=f"train {train.kind}" + (" gone" if gone else "") + (" next" if next_ else ""),
    )


def _title(train: Train, left: int | None) -> Text:
    if left is None or not train.count:
        return Text("{name}-train, price {price}", name=train.name, price=train.price)
    return Text("{name}-train, price {price}, in the bank: {left}", name=train.name, price=train.price, left=left)


def _reach(train: Train) -> Text:
    if train.kind == "plus":
        return Text("stops: {stops}, of these large: {large}", stops=train.stops, large=train.large)
    return Texts("{n} stop", "{n} stops", train.stops)


def _left(sheet: Sheet, train: Train, left: int) -> El:
    if not train.count:
        return el("span", "∞", class_="train-left")
    return el("span", f"{left}×", class_="train-left", title=sheet.say(Texts("{n} left", "{n} left", left)))


def depot(sheet: Sheet, v: China) -> El:
    t = v.tables
    left = {name: v.depot.get(name, 0) for name in t.trains}
    top = next((name for name in t.ladder if left[name] or not t.trains[name].count), None)
    cards = [
        train_card(sheet, train, f"train-{spot(name)}", left[name], next_=name == top)
        for name, train in t.trains.items()
        if train.kind != "restored" or v.now.restored
    ]
    return el("div", cards, class_="depot")


def outlook(sheet: Sheet, v: China) -> El:
    """How long until the next phase, and until trains that nobody buys leave the bank."""
    says = [sheet.say(text) for text in (_next_phase(v), _removal(v)) if text is not None]
    return el("ul", [el("li", text) for text in says], id=sheet.id("outlook"), class_="phase-says")


def _next_phase(v: China) -> Text | None:
    ahead = next_phase(v)
    if ahead is None:
        return None
    if not ahead.left:
        return Text(
            "the next train, the first {train}-train, begins phase {phase}", train=ahead.train, phase=ahead.phase
        )
    return Texts(
        "{n} more train, then the first {train}-train begins phase {phase}",
        "{n} more trains, then the first {train}-train begins phase {phase}",
        ahead.left,
        train=ahead.train,
        phase=ahead.phase,
    )


def _removal(v: China) -> Text | None:
    turns = turns_to_removal(v)
    if turns is None:
        return None
    if v.active not in v.floated:
        return _removal_after_investor(v.marker, turns)
    if turns == 1:
        return Text("unsold trains leave the bank at the end of this turn, unless {company} buys", company=v.marker)
    return Texts(
        "unsold trains leave the bank after {n} turn without a purchase, this one included ({company})",
        "unsold trains leave the bank after {n} turns without a purchase, this one included ({company})",
        turns,
        company=v.marker,
    )


def _removal_after_investor(company: str, turns: int) -> Text:
    """Trains leave at the end of a company's turn, never at the end of an investor's."""
    if turns == 1:
        return Text(
            "unsold trains leave the bank at the end of the next turn of {company}, unless {company} buys",
            company=company,
        )
    return Texts(
        "unsold trains leave the bank after {n} turn of a company without a purchase, this investor not counted "
        "({company})",
        "unsold trains leave the bank after {n} turns of companies without a purchase, this investor not counted "
        "({company})",
        turns,
        company=company,
    )


def phases(sheet: Sheet, v: China) -> El:
    """All phases in a row, the present one open with what it says."""
    names = list(v.tables.phases)
    here = names.index(v.phase)
    row = [_phase(sheet, v.tables.phases[name], n - here) for n, name in enumerate(names)]
    return el("div", el("div", row, class_="phase-row"), _says(sheet, v.now), class_="phases")


def _phase(sheet: Sheet, phase: Phase, distance: int) -> El:
    title = Text("phase {phase}, begins with the first {train}-train", phase=phase.name, train=phase.train)
    if not phase.train:
        title = Text("phase {phase}, from the beginning", phase=phase.name)
    when = "over" if distance < 0 else "now" if distance == 0 else "later"
    return sheet.box(
        f"phase-{phase.name}",
        title,
        el("b", phase.name),
        el("small", phase.train or "2"),
        help="; ".join(map(sheet.say, rules_of(phase))),
        role="img",
        class_=f"phase {COLOURS[phase.letter]} {when}",
    )


def _says(sheet: Sheet, phase: Phase) -> El:
    return el("ul", [el("li", sheet.say(text)) for text in rules_of(phase)], class_="phase-says")


TILES = {
    ("yellow",): Text("tiles: yellow"),
    ("yellow", "green"): Text("tiles: yellow, green"),
    ("yellow", "green", "brown"): Text("tiles: yellow, green, brown"),
    ("yellow", "green", "brown", "grey"): Text("tiles: yellow, green, brown, grey"),
}


def rules_of(phase: Phase) -> Iterator[Text]:
    """What a phase says, one fact each."""
    yield TILES.get(phase.colours, Text("tiles: {colours}", colours=", ".join(phase.colours)))
    yield _yellow_tiles(phase)
    yield Texts("{n} train per company", "{n} trains per company", phase.limit)
    yield Text("permit {letter} counts", letter=phase.letter)
    yield Text("floats with {percent} % at its director", percent=phase.float)
    yield from _trade(phase)
    yield from _communism(phase)
    yield from _late(phase)


def _yellow_tiles(phase: Phase) -> Text:
    if phase.yellow < MOST_YELLOW:
        return Text("one yellow tile a turn, two for {company}", company=TWO_YELLOWS)
    return Text("two yellow tiles a turn, or one upgrade")


def _trade(phase: Phase) -> Iterator[Text]:
    if phase.ten_shares:
        yield Text("all ten shares on sale")
        yield Text("second half of the capital with at most five shares in the bank")
        yield Text("trains traded between companies")


def _communism(phase: Phase) -> Iterator[Text]:
    """What the first 4-train brings; private companies and investors stay idle after the first 6-train."""
    if phase.communism:
        yield Text("communism: prices stand still")
        yield Text("directors may not sell their companies' shares")
    if not phase.revenue:
        yield Text("private companies pay nothing")
    if not phase.investors:
        yield Text("investors only merge")


def _late(phase: Phase) -> Iterator[Text]:
    if phase.restored:
        yield Text("restored 2-trains on sale")
    if phase.markers > 1:
        yield Text("stations cost twice as much")
    if phase.train == LAST_TRAIN:
        yield Text(
            "the last {train}-train brings the last share round, then three turns each and the end", train=LAST_TRAIN
        )
    if not phase.removal:
        yield Text("unsold trains stay")


def train_icon(name: str) -> El:
    """A train in a list."""
    body = el("path", d="M1 5a4 4 0 0 1 4-4H39a4 4 0 0 1 4 4V19H1Z", class_="train-body")
    wheels = [el("circle", cx=x, cy=21, r=3.2, class_="train-wheel") for x in (9, 18, 27, 36)]
    return icon(body, wheels, words_at(22, 14, name, "train-body-digits"), box=(0, 0, 44, 25), class_="train-icon")
