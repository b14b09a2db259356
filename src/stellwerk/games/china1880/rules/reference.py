"""1880: the tables of the rule page: trains, phases, private companies and limits, made from the components."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.core import Table, Text
from stellwerk.core.components import Components
from stellwerk.games.china1880.rules.components import Phase, Private, Tables, Train, tables

NOTHING = "–"
COLOURS = {"yellow": Text("yellow"), "green": Text("green"), "brown": Text("brown"), "grey": Text("grey")}
KINDS = {
    "normal": Text("normal"),
    "plus": Text("plus"),
    "express": Text("express"),
    "restored": Text("restored"),
}


def reference(components: Components) -> tuple[Table, ...]:
    t = tables(components)
    return (_trains(t), _phases(t), _privates(t), _players(t), _certificates(t), _companies(t), _investors(t))


def _trains(t: Tables) -> Table:
    heads = (
        Text("Train"), Text("Kind"), Text("Stations counted"), Text("Price"), Text("Number"), Text("Begins phase"),
        Text("Rusts with the first"), Text("Share round when the last is gone"),
    )  # fmt: skip
    return Table("trains", "XI.2", Text("Trains"), heads, tuple(_train(t, train) for train in t.trains.values()))


def _train(t: Tables, train: Train) -> tuple[Text | str | int, ...]:
    counted = Text("{n}, at most {large} large", n=train.stops, large=train.large) if train.large else train.stops
    first = next(phase for phase in t.phases.values() if not phase.train).name if train.name == t.ladder[0] else ""
    return (
        train.name,
        KINDS[train.kind],
        counted,
        f"¥{train.price}",
        train.count or "∞",
        first or t.starts.get(train.name, NOTHING),
        train.rusts_on or NOTHING,
        Text("yes") if train.share_round else Text("no"),
    )


def _phases(t: Tables) -> Table:
    heads = (
        Text("Phase"), Text("Begins with the first"), Text("Permit"), Text("Tiles"), Text("Trains per company"),
        Text("Floats with"), Text("What begins or ends"),
    )  # fmt: skip
    phases = list(t.phases.values())
    pairs = zip([None, *phases], phases, strict=False)
    return Table("phases", "XI.1", Text("Phases"), heads, tuple(_phase(before, phase) for before, phase in pairs))


def _phase(before: Phase | None, phase: Phase) -> tuple[Text | str | int, ...]:
    changes = tuple(changes_of(before, phase)) if before else ()
    return (
        phase.name,
        phase.train or NOTHING,
        phase.letter,
        Text("{colours}", colours=tuple(COLOURS[colour] for colour in phase.colours)),
        phase.limit,
        f"{phase.float} %",
        Text("{changes}", changes=changes) if changes else NOTHING,
    )


def changes_of(before: Phase, phase: Phase) -> Iterator[Text]:
    """What is different from the phase before, beyond the numbers of the other columns."""
    if phase.yellow > before.yellow:
        yield Text("two yellow tiles a turn")
    if phase.ten_shares and not before.ten_shares:
        yield Text("all ten shares for sale")
        yield Text("second half of the capital")
        yield Text("trains traded between companies")
    if phase.communism and not before.communism:
        yield Text("prices stand still and directors may not sell their companies' shares")
        yield Text("P7 is exchanged")
    if before.communism and not phase.communism:
        yield Text("prices move and directors may sell again")
    if before.revenue and not phase.revenue:
        yield Text("no more revenue of private companies")
    if before.investors and not phase.investors:
        yield Text("investors only merge")
    if phase.restored and not before.restored:
        yield Text("restored 2-trains for sale")
    if phase.markers > before.markers:
        yield Text("station markers cost twice as much")
    if before.removal and not phase.removal:
        yield Text("no more removal of unsold trains")


def _privates(t: Tables) -> Table:
    heads = (Text("Private company"), Text("Name"), Text("Price"), Text("Revenue"), Text("Power"))
    rows = (
        (row.id, Text(row.name), f"¥{row.price}", _revenue(row), Text(row.text) if row.text else NOTHING)
        for row in t.privates.values()
    )
    return Table("privates", "VI.2", Text("Private companies"), heads, tuple(rows))


def _revenue(private: Private) -> str:
    return f"¥{private.revenue}" if private.revenue else NOTHING


def _players(t: Tables) -> Table:
    heads = (Text("Players"), Text("Starting capital"), Text("Certificate limit"))
    rows = ((row.seats, f"¥{row.cash}", row.certificates) for row in t.players.values())
    return Table("limits", "XII.7", Text("Limits by number of players"), heads, tuple(rows))


def _certificates(t: Tables) -> Table:
    heads = (Text("Director's certificate"), Text("Building permits to choose from"))
    rows = ((f"{row.percent} %", ", ".join(row.permits)) for row in t.certificates.values())
    return Table("certificates", "VIII.7", Text("Director's certificates"), heads, tuple(rows))


def _companies(t: Tables) -> Table:
    heads = (Text("Company"), Text("Name"), Text("Home"))
    rows = ((row.id, Text(row.name), _place(t, row.home)) for row in t.companies.values())
    return Table("companies", "X.station.1", Text("Companies"), heads, tuple(rows))


def _investors(t: Tables) -> Table:
    heads = (Text("Investor"), Text("Name"), Text("Home"))
    rows = ((row.id, Text(row.name), _place(t, row.home)) for row in t.investors.values())
    return Table("investors", "VII.1", Text("Investors"), heads, tuple(rows))


def _place(t: Tables, hex: str) -> Text | str:
    name = t.hexes[hex].name
    return Text("{city} ({hex})", city=Text(name), hex=hex) if name else hex
