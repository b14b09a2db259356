"""The tables of the rule page: areas, technologies, prices, spaces, achievements and scoring, from the components."""

from __future__ import annotations

from stellwerk.core import Table, Text
from stellwerk.core.components import Components
from stellwerk.games.yokohama.rules.components import POWERS, Area, Tables, tables
from stellwerk.games.yokohama.rules.describe import OUTLOOKS, RANGES
from stellwerk.games.yokohama.rules.words import PIECE_NAMES, amount, contents

NOTHING = "–"
KINDS = {"production": Text("production"), "trade": Text("trade"), "canal": Text("canal")}


def reference(components: Components) -> tuple[Table, ...]:
    t = tables(components)
    return (
        _areas(t), _shapes(t), _technologies(t), _exchanges(t), _warehouse(t), _spaces(t, "church", "area.church"),
        _spaces(t, "customs", "area.customs"), _achievements(t), _countries(t), _scoring(t),
    )  # fmt: skip


def _areas(t: Tables) -> Table:
    powers = (Text("Power {n}", n=n) for n in range(1, POWERS + 1))
    heads = (Text("Area"), Text("Kind"), *powers, Text("Players"))
    return Table("areas", "B.3", Text("Areas and what they give by power"), heads, tuple(map(_area, t.areas)))


def _area(area: Area) -> tuple[Text | str | int, ...]:
    seats = ", ".join(map(str, area.seats))
    return Text(area.name), KINDS[area.kind], *(_yield(area, n) for n in range(POWERS)), seats


def _yield(area: Area, n: int) -> Text | str:
    """What the action of an area brings at power n + 1."""
    found, points = area.by_power[n], area.points[n]
    if area.action == "none" or not (found or points):
        return NOTHING
    if area.action == "produce":
        return amount(area.good or "", found)
    what = RANGES[found] if area.action == "orders" else OUTLOOKS[area.action](found)
    return Text("{what} and {points}", what=what, points=amount("vp", points)) if points else what


def _shapes(t: Tables) -> Table:
    heads = (
        Text("Players"), Text("Areas, rows from the top"), Text("Orders put back"), Text("Church board ends the game"),
        Text("Customs board ends the game"),
    )  # fmt: skip
    rows = (
        (x.seats, "-".join(map(str, x.rows)), x.orders_removed, x.church_end, x.customs_end) for x in t.shapes.values()
    )
    return Table("players", "setup.2", Text("By number of players"), heads, tuple(rows))


def _technologies(t: Tables) -> Table:
    heads = (Text("Technology"), Text("Cost"), Text("Copies"), Text("Country"), Text("Effect"))
    rows = (
        (Text(x.name), x.cost, x.copies, Text(t.countries[x.country].name), Text(x.text))
        for x in t.technologies.values()
    )
    return Table("technologies", "general.4", Text("Technologies"), heads, tuple(rows))


def _exchanges(t: Tables) -> Table:
    heads = (Text("Exchange"), Text("Buy"), Text("Sell"))
    rows = (
        (amount(x.good, 1), amount("yen", x.buy), NOTHING if x.sell is None else amount("yen", x.sell))
        for x in t.exchanges.values()
    )
    return Table("exchanges", "area.chinatown", Text("Prices in Chinatown"), heads, tuple(rows))


def _warehouse(t: Tables) -> Table:
    heads = (Text("Piece"), Text("Yen, first piece first"))
    rows = (
        (PIECE_NAMES[piece], ", ".join(map(str, costs))) for piece, costs in zip(PIECE_NAMES, t.releases, strict=True)
    )
    return Table("warehouse", "area.employment-agency", Text("Out of the warehouse"), heads, tuple(rows))


def _spaces(t: Tables, board: str, section: str) -> Table:
    needs = Text("Faith needed") if board == "church" else Text("Imports needed")
    title = Text("Spaces of the Church board") if board == "church" else Text("Spaces of the Customs board")
    heads = (Text("Space"), needs, Text("Reward"), Text("Blocked with two players"))
    rows = (
        (n, x.needs, Text("{reward}", reward=contents(x.reward)), Text("yes") if x.neutral else NOTHING)
        for n, x in enumerate(t.spaces[board], 1)
    )
    return Table(board, section, title, heads, tuple(rows))


def _achievements(t: Tables) -> Table:
    heads = (Text("Stack"), Text("Achievement"), Text("First"), Text("Later"))
    rows = ((x.stack, Text(x.name), x.first, x.later) for x in t.achievements.values())
    return Table("achievements", "A.b", Text("Achievements"), heads, tuple(rows))


def _countries(t: Tables) -> Table:
    rows = ((Text(x.name), x.agents) for x in t.countries.values())
    return Table("countries", "A.d", Text("Foreign agents"), (Text("Country"), Text("Agents")), tuple(rows))


def _scoring(t: Tables) -> Table:
    names = {"church": Text("Church"), "customs": Text("Customs"), "technology": Text("Technologies")}
    heads = (Text("Majority"), Text("First"), Text("Second"))
    rows = ((names[x.id], x.first, x.second) for x in t.majorities.values())
    return Table("majorities", "scoring.1", Text("Majorities at the end"), heads, tuple(rows))
